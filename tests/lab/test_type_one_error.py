"""Rates of false alarms: counted, with exact limits, and refused where there is no null."""

import numpy as np
import pytest
from scipy.stats import binomtest

from foldwise.lab import TypeOneError, sources, type_one_error


def test_rates_are_counts_of_first_executions_with_exact_limits(made_trials):
    p = np.full((40, 2), 0.5)
    p[:6, 0], p[6:9, 0], p[9, 0], p[:, 1] = 0.01, 0.05, np.nan, 0.0
    (row,) = TypeOneError(trials=(made_trials({"10": p}),), alpha=0.05).frame().itertuples()
    # Six below the level and three on it; the second executions, which always reject, are not counted.
    assert (row.rate, row.n_rejections, row.n_undefined, row.n_trials) == (9 / 40, 9, 1, 40)
    limits = binomtest(9, 40).proportion_ci()
    assert (row.low, row.high) == pytest.approx((limits.low, limits.high), abs=1e-10)


def test_a_known_difference_is_no_null():
    class Worse(sources.TwoKinds):
        difference = -0.125

    with pytest.raises(ValueError, match=r"worse is no null: the learners differ by -0\.1250 in accuracy"):
        type_one_error("10", Worse(name="worse"), n_trials=2)


def test_what_is_not_certain_is_said(made_trials):
    source = sources.ExchangeableBlocks(second_shift=0.1, name="who knows")
    p = np.array([[0.5], [np.nan]])
    result = TypeOneError(trials=(made_trials({"10": p}, source=source),), alpha=0.05)
    assert [caveat.code for caveat in result.caveats] == ["null_unproved", "undefined_counted"]
    assert "who knows" in result.details()
    assert "1 execution gave no p-value" in result.details()
    assert TypeOneError(trials=(made_trials({"10": [[0.5]]}),), alpha=0.05).caveats == ()


def test_same_numbers_for_the_same_seed_and_other_numbers_for_another():
    def rates(**how):
        return type_one_error(["10/kfold_t", "5x2/five_by_two_t"], sources.TwoKinds(0.4), n_trials=300, **how).frame()

    assert rates(seed=1).equals(rates(seed=1))
    assert not rates(seed=1).equals(rates(seed=2))
