"""Levels against the number of splits, folds and halvings."""

import numpy as np
import pytest

from foldwise.lab import replication_count, sources, type_one_error
from foldwise.splits import Resampled
from foldwise.verdicts import Procedure


@pytest.fixture(scope="module")
def found():
    return replication_count(sources.TwoKinds(), splits=[5, 100], folds=[5, 100], halvings=[2, 5], n_trials=400)


def test_rows_are_named_by_test_and_number(found):
    named = found.frame()[["test", "number"]].to_numpy().tolist()
    assert named == [
        ["resampled_t", 5],
        ["resampled_t", 100],
        ["kfold_t", 5],
        ["kfold_t", 100],
        ["halvings_t", 2],
        ["halvings_t", 5],
    ]


def test_rates_near_those_of_an_independent_simulation(found):
    """Of 4000 trials of Dietterich's population; within four standard errors of the difference of two shares."""
    known = {
        ("resampled_t", 5): 0.0615,
        ("resampled_t", 100): 0.22925,
        ("kfold_t", 5): 0.052,
        ("kfold_t", 100): 0.047,
        ("halvings_t", 5): 0.0308,
    }
    rates = found.frame().set_index(["test", "number"])["rate"]
    for key, rate in known.items():
        assert abs(rates[key] - rate) < 4 * np.sqrt(rate * (1 - rate) * (1 / 400 + 1 / 4000)), key


def test_rates_are_those_of_type_one_error(found):
    same = type_one_error(Procedure(Resampled(5, 1 / 3), "resampled_t"), sources.TwoKinds(), n_trials=400)
    assert found.frame()["rate"][0] == same.frame()["rate"][0]


def test_numbers_are_checked():
    with pytest.raises(ValueError, match="number of splits must be at least 2, got 1"):
        replication_count(sources.TwoKinds(), splits=[1], n_trials=2)
    with pytest.raises(TypeError, match=r"number of halvings must be an integer, got 2\.5"):
        replication_count(sources.TwoKinds(), halvings=[2.5], n_trials=2)
    with pytest.raises(ValueError, match="at least"):
        replication_count(sources.TwoKinds(), splits=[], folds=[], halvings=[], n_trials=2)
