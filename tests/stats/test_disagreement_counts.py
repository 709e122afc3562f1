"""Counts that cannot be are refused by both tests on disagreements."""

import numpy as np
import pytest

from foldwise.stats import binomial, mcnemar

both = pytest.mark.parametrize("test", [binomial, mcnemar])


@both
@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ((-1, 3), "a_only must hold whole numbers from 0 to 2\\*\\*53, got -1"),
        ((3, 2.5), "b_only must hold whole numbers from 0 to 2\\*\\*53, got 2.5"),
        ((np.nan, 1), "a_only .* got nan"),
        ((np.inf, 1), "a_only .* got inf"),
        (([1, 2], [1, 2, 3]), r"broadcast together, got a_only \(2,\), b_only \(3,\)"),
    ],
)
def test_bad_counts(test, counts, message):
    with pytest.raises(ValueError, match=message):
        test(*counts)


@both
def test_counts_must_fit_the_number_of_examples(test):
    with pytest.raises(ValueError, match="must not exceed n_examples, got 6 \\+ 5 > 10"):
        test([3, 6], 5, n_examples=10)
    with pytest.raises(ValueError, match="n_examples must hold whole numbers from 1"):
        test(0, 0, n_examples=0)
    assert test(5, 5, n_examples=10).estimate == 0


@both
@pytest.mark.parametrize("value", ["3", None, 3j, True])
def test_counts_are_numbers(test, value):
    with pytest.raises(TypeError, match="a_only must be a count"):
        test(value, 3)


@both
def test_whole_floats_are_counts(test):
    assert test(35.0, 15.0).pvalue == test(np.uint8(35), np.int16(15)).pvalue == test(35, 15).pvalue


@both
def test_bad_alternative(test):
    with pytest.raises(ValueError, match="alternative must be one of"):
        test(3, 5, alternative="larger")
