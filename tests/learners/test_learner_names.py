import time

import pytest

from foldwise.learners._make_learners import GivenLearner, name_learners


def given(path="sklearn.svm.SVC", name=None, **arguments):
    return GivenLearner(name=name, path=path, arguments=arguments)


def test_class_names_where_they_differ():
    assert name_learners([given(C=1), given("sklearn.svm.NuSVC")]) == ["SVC", "NuSVC"]


def test_namesakes_are_told_apart_by_what_differs():
    assert name_learners([given(), given(C=10)]) == ["SVC", "SVC(C=10)"]
    assert name_learners([given(C=1, kernel="rbf"), given(C=2, kernel="rbf")]) == ["SVC(C=1)", "SVC(C=2)"]
    assert name_learners([given(C=1), given(kernel="rbf")]) == ["SVC(C=1)", "SVC(kernel='rbf')"]


def test_one_and_true_are_not_the_same_argument():
    assert name_learners([given(shrinking=1), given(shrinking=True)]) == ["SVC(shrinking=1)", "SVC(shrinking=True)"]


def test_the_same_twice_is_numbered():
    assert name_learners([given(C=1), given(C=1), given(C=1)]) == ["SVC", "SVC (2)", "SVC (3)"]


def test_classes_of_one_name_are_told_apart_by_their_path():
    assert name_learners([given("a.Tree"), given("b.Tree"), given("b.Tree", depth=1)]) == [
        "a.Tree",
        "b.Tree",
        "b.Tree(depth=1)",
    ]


def test_a_made_name_gives_way_to_a_given_one():
    assert name_learners([given(), given("a.B", name="SVC")]) == ["SVC (2)", "SVC"]


def test_equal_given_names_are_refused():
    with pytest.raises(ValueError, match="'x' is given twice"):
        name_learners([given(name="x"), given(name="x", C=2)])


@pytest.mark.parametrize("arguments", [[{}] * 20_000, [{"C": i} for i in range(20_000)]], ids=["equal", "different"])
def test_many_learners_are_named_in_proportion_to_their_number(arguments):
    """20,000 take a fraction of a second; compared in pairs, they took minutes."""
    begun = time.perf_counter()
    names = name_learners([given(**each) for each in arguments])
    assert time.perf_counter() - begun < 10
    assert len(set(names)) == 20_000
    assert names[-1] == ("SVC(C=19999)" if arguments[-1] else "SVC (20000)")
