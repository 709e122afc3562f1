import pytest

from foldwise.learners._learner_names import GivenLearner, name_learners


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
