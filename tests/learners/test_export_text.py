"""Trees in words."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError

from foldwise.learners import C45, MansourTree, NearestNeighbor, export_text

# What J48 of Weka 3.9.7 prints for iris.
J48 = """\
petalwidth <= 0.6: setosa (50.0)
petalwidth > 0.6
|   petalwidth <= 1.7
|   |   petallength <= 4.9: versicolor (48.0/1.0)
|   |   petallength > 4.9
|   |   |   petalwidth <= 1.5: virginica (3.0)
|   |   |   petalwidth > 1.5: versicolor (3.0/1.0)
|   petalwidth > 1.7: virginica (46.0/1.0)"""


@pytest.fixture
def iris():
    iris = load_iris()
    X = pd.DataFrame(iris.data, columns=["sepallength", "sepalwidth", "petallength", "petalwidth"])
    return X, iris.target_names[iris.target]


def test_the_tree_that_weka_prints(iris):
    assert export_text(C45().fit(*iris)) == J48


def test_a_single_leaf(iris):
    """As J48 writes it: the first of three equal classes."""
    assert export_text(MansourTree(penalty=np.inf).fit(*iris)) == ": setosa (150.0/100.0)"


def test_a_pruned_tree_has_the_first_lines(iris):
    learner = MansourTree(penalty=0.9).fit(*iris)
    lines = export_text(learner).splitlines()
    assert lines == [
        "petalwidth <= 0.6: setosa (50.0)",
        "petalwidth > 0.6",
        "|   petalwidth <= 1.7: versicolor (54.0/5.0)",
        "|   petalwidth > 1.7: virginica (46.0/1.0)",
    ]


def test_categories_shares_and_empty_branches():
    """Of seven known values two are red: a missing one of class b goes down with 2/7 and 5/7 of its weight."""
    ink = pd.Categorical(["red"] * 2 + ["blue"] * 5 + [None], categories=["red", "pink", "blue"])
    text = export_text(C45(pruned=False).fit(pd.DataFrame({"ink\n": ink}), ["a"] * 2 + ["b"] * 6))
    assert text == "ink = red: a (2.29/0.29)\nink = pink: b (0.0)\nink = blue: b (5.71)"


def test_digits():
    X = np.array([[0.123456789, 0.0], [1234567.25, 0.0], [1234567.75, 0.0], [1234568.5, 0.0]])
    learner = C45(min_leaf=1, pruned=False).fit(X, ["a", "a", "b", "b"])
    assert export_text(learner).splitlines()[0] == "x0 <= 1234567: a (2.0)"
    assert export_text(learner, digits=9).splitlines()[0] == "x0 <= 1234567.25: a (2.0)"
    small = C45(min_leaf=1, pruned=False).fit(X / 1e7 * [[1], [1], [1e7], [1e7]], ["a", "a", "b", "b"])
    assert export_text(small, digits=3).splitlines()[0] == "x0 <= 0.123: a (2.0)"


def test_refusals(iris):
    with pytest.raises(TypeError, match=r"export_text takes a fitted C45 or MansourTree, got NearestNeighbor\."):
        export_text(NearestNeighbor().fit(*iris))
    with pytest.raises(NotFittedError, match="not fitted yet"):
        export_text(C45())
    with pytest.raises(ValueError, match=r"digits must be at least 1, got 0\."):
        export_text(C45().fit(*iris), digits=0)
