"""Arguments are taken as what they should be, or refused with what was wrong."""

import numpy as np
import pandas as pd
import pytest

from foldwise.data import make_waveform, sets_of
from foldwise.results import as_runs
from foldwise.splits import Holdout, KFold


def test_numpy_integers_are_integers():
    assert len(make_waveform(np.int16(3), seed=np.uint64(2**63)).y) == 3
    assert type(KFold(3).assign(9, seed=np.uint64(2**63)).seed) is int


@pytest.mark.parametrize("value", [True, 2.0, "3", None])
def test_other_types_are_refused(value):
    with pytest.raises(TypeError, match=r"n_folds must be an integer, got .*"):
        KFold(value)
    with pytest.raises(TypeError, match="seed must be a non-negative integer"):
        KFold(2).assign(9, seed=value)


def test_bounds_are_named():
    with pytest.raises(ValueError, match="n_folds must be at least 2, got 1"):
        KFold(1)
    with pytest.raises(ValueError, match="seed must be a non-negative integer, got -1"):
        KFold(2).assign(9, seed=-1)


@pytest.mark.parametrize("value", [0.0, 1.0, -0.1, float("nan"), float("inf")])
def test_a_fraction_is_strictly_between_0_and_1(value):
    with pytest.raises(ValueError, match="test_size must be strictly between 0 and 1"):
        Holdout(value)


def test_choices_are_listed():
    with pytest.raises(
        ValueError, match=r"paper must be one of 'bouckaert_frank_2004', 'bradford_brodley_2001', got 'up'"
    ):
        sets_of("up")


SCORES = pd.DataFrame({"learner": ["a", "b"], "score": [0.5, 0.6]})


def test_bools_of_numpy_are_bools():
    assert len(as_runs(SCORES, allow_partial=np.False_)[0]) == 1


@pytest.mark.parametrize("value", ["False", 1, None, np.array([True])])
def test_what_only_looks_like_a_bool_is_refused(value):
    with pytest.raises(TypeError, match="allow_partial must be True or False, got"):
        as_runs(SCORES, allow_partial=value)
