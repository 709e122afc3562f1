import time

import pytest

from foldwise.learners import make_learners

SVC, NU = "sklearn.svm.SVC", "sklearn.svm.NuSVC"
TREE = """
class Tree:
    def __init__(self, depth=None): ...
    def fit(self, X, y): ...
    def predict(self, X): ...
"""


def names(*texts):
    return list(make_learners(texts))


def test_class_names_where_they_differ():
    assert names(f"{SVC}(C=1)", NU) == ["SVC", "NuSVC"]


def test_namesakes_are_told_apart_by_what_differs():
    assert names(SVC, f"{SVC}(C=10)") == ["SVC", "SVC(C=10)"]
    assert names(f"{SVC}(C=1, kernel='rbf')", f"{SVC}(C=2, kernel='rbf')") == ["SVC(C=1)", "SVC(C=2)"]
    assert names(f"{SVC}(C=1)", f"{SVC}(kernel='rbf')") == ["SVC(C=1)", "SVC(kernel='rbf')"]


def test_one_and_true_are_not_the_same_argument(module):
    path = f"{module(TREE)}.Tree"
    assert names(f"{path}(depth=1)", f"{path}(depth=True)") == ["Tree(depth=1)", "Tree(depth=True)"]


def test_the_same_twice_is_numbered():
    assert names(*[f"{SVC}(C=1)"] * 3) == ["SVC", "SVC (2)", "SVC (3)"]


def test_classes_of_one_name_are_told_apart_by_their_path(module):
    one, other = (f"{module(TREE, name)}.Tree" for name in ("written_a", "written_b"))
    assert names(one, other, f"{other}(depth=1)") == ["written_a.Tree", "written_b.Tree", "written_b.Tree(depth=1)"]


def test_a_made_name_gives_way_to_a_given_one():
    assert names(SVC, f"SVC={NU}") == ["SVC (2)", "SVC"]


def test_pipelines_are_called_by_their_parts():
    assert names(f"scale + {SVC}", SVC, f"sklearn.preprocessing.StandardScaler + {NU}", "scale + c45") == [
        "scale + SVC",
        "SVC",
        "StandardScaler + NuSVC",
        "scale + C45",
    ]


def test_pipelines_are_told_apart_by_arguments_of_any_part():
    assert names(f"pca(2) + {SVC}", f"pca(3) + {SVC}", f"pca(3) + {SVC}(C=5)") == [
        "pca(n_components=2) + SVC",
        "pca(n_components=3) + SVC",
        "pca(n_components=3) + SVC(C=5)",
    ]
    assert names(f"scale + {SVC}", f"scale + {SVC}") == ["scale + SVC", "scale + SVC (2)"]


def test_a_name_stands_before_a_pipeline():
    assert names(f"logit=scale + {SVC}(C=1)") == ["logit"]


def test_equal_given_names_are_refused():
    with pytest.raises(ValueError, match="'x' is given twice"):
        names(f"x={SVC}", f"x={SVC}(C=2)")


@pytest.mark.parametrize("text", ["{}", "{}(depth={})"], ids=["equal", "different"])
def test_many_learners_are_named_in_proportion_to_their_number(module, text):
    """20,000 take a second; compared in pairs, they took minutes."""
    path = f"{module(TREE)}.Tree"
    begun = time.perf_counter()
    found = names(*(text.format(path, number) for number in range(20_000)))
    assert time.perf_counter() - begun < 10
    assert len(found) == 20_000
    assert found[-1] == ("Tree (20000)" if text == "{}" else "Tree(depth=19999)")
