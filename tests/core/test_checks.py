"""Checks accept what they should and say what was wrong otherwise."""

import numpy as np
import pytest

from foldwise import MissingDependencyError
from foldwise._core import check_bool, check_choice, check_fraction, check_integer, check_seed, require


def test_numpy_integers_are_integers():
    assert check_integer(np.int16(3), "n", least=2) == 3
    assert type(check_seed(np.uint64(2**63))) is int


@pytest.mark.parametrize("value", [True, 2.0, "3", None])
def test_other_types_are_refused(value):
    with pytest.raises(TypeError, match=r"n_folds must be an integer, got .*"):
        check_integer(value, "n_folds", least=2)
    with pytest.raises(TypeError, match="seed must be a non-negative integer"):
        check_seed(value)


def test_bounds_are_named():
    with pytest.raises(ValueError, match="n_folds must be at least 2, got 1"):
        check_integer(1, "n_folds", least=2)
    with pytest.raises(ValueError, match="seed must be a non-negative integer, got -1"):
        check_seed(-1)


@pytest.mark.parametrize("value", [0, 1, -0.1, float("nan"), float("inf")])
def test_a_fraction_is_strictly_between_0_and_1(value):
    with pytest.raises(ValueError, match="alpha must be strictly between 0 and 1"):
        check_fraction(value, "alpha")


def test_choices_are_listed():
    with pytest.raises(ValueError, match=r"side must be one of 'left', 'right', got 'up'"):
        check_choice("up", "side", ("left", "right"))


def test_a_missing_package_names_the_extra():
    with pytest.raises(MissingDependencyError, match=r"reading X needs the package 'no_such'.*foldwise\[parquet\]"):
        require("no_such", "reading X", "parquet")


def test_bools_of_numpy_are_bools():
    assert check_bool(np.False_, "pruned") is False


@pytest.mark.parametrize("value", ["False", 1, None, np.array([True])])
def test_what_only_looks_like_a_bool_is_refused(value):
    with pytest.raises(TypeError, match="pruned must be True or False, got"):
        check_bool(value, "pruned")
