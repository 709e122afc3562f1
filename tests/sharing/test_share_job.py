"""Which tables and labels scikit-learn's learners share."""

import numpy as np
import pandas as pd
import pytest
from sklearn.neighbors import KNeighborsClassifier

from foldwise.evaluation import evaluate

NUMBERS = np.arange(6.0).reshape(3, 2)


@pytest.mark.parametrize(
    ("X", "shared"),
    [
        (NUMBERS, True),
        (NUMBERS.astype(np.int64), True),
        (pd.DataFrame({"a": [1, 2, 3], "b": [0.5, 1.5, 2.5]}), True),
        (NUMBERS * 1e300, True),
        (NUMBERS.astype(np.float32), False),
        (NUMBERS > 2, False),
        (np.where(NUMBERS > 4, np.nan, NUMBERS), False),
        (np.where(NUMBERS > 4, np.inf, NUMBERS), False),
        (np.full((3, 2), 2**60), False),
        (pd.DataFrame({"a": [1, 2, 3], "b": list("xyz")}), False),
        (pd.DataFrame({"a": [1, 2, 3], 1: [0.5, 1.5, 2.5]}), False),
        (pd.DataFrame({"a": pd.array([1, 2, None], dtype="Int64")}), False),
    ],
    ids=[
        "float",
        "int",
        "frame",
        "huge",
        "single",
        "bool",
        "gap",
        "infinite",
        "large integers",
        "text",
        "names",
        "nullable",
    ],
)
def test_which_tables_scikit_learns_learners_share(X, shared, as_numbers):
    found = as_numbers(X)
    assert (found is not None) == shared
    if shared:
        np.testing.assert_array_equal(found, np.asarray(X))
        assert found.flags.c_contiguous
        assert found.dtype == np.float64


def test_labels_that_look_like_numbers_are_still_asked_about():
    """12 classes among 22 training examples: more than half."""
    X, y = np.random.default_rng(0).normal(size=(45, 2)), np.arange(45) % 12
    given = [(np.arange(22), np.arange(22, 45)), (np.arange(12, 34), np.arange(10))]
    together, apart = (
        evaluate([KNeighborsClassifier()], X, y, scheme=given, sharing=sharing) for sharing in (True, False)
    )
    assert together.learners[0].caveats == apart.learners[0].caveats
    assert together.learners[0].caveats[0].message.startswith("KNeighborsClassifier warned 2 times")
