"""The order of procedures, by hand."""

import numpy as np
import pytest

from foldwise.lab import Replications, TypeOneError, rank, rank_results, sources

N = 100


def pvalues(rejected):
    """So many rejections out of a hundred, the rest spread evenly."""
    p = np.linspace(0.06, 1, N)
    p[:rejected] = np.linspace(0.0001, 0.05, rejected)
    return np.stack([p, p], axis=1)


@pytest.fixture
def results(made_trials):
    first, second = sources.TwoKinds(0.1), sources.TwoKinds(0.2)
    nulls = (
        made_trials({"10": pvalues(4), "5x2": pvalues(3), "10x10": pvalues(20)}, source=first),
        made_trials({"10": pvalues(6), "5x2": pvalues(2), "10x10": pvalues(40)}, source=second),
    )
    other = sources.ExchangeableBlocks(second_shift=0.1)
    alternatives = (made_trials({"10": pvalues(50), "5x2": pvalues(70), "10x10": pvalues(90)}, source=other),)
    every = Replications(trials=nulls + alternatives, alpha=0.05)
    return TypeOneError(trials=nulls, alpha=0.05), TypeOneError(trials=alternatives, alpha=0.05), every


def test_order_and_numbers(results):
    table = rank_results(*results).frame()
    assert table["procedure"].tolist() == ["5x2", "10", "10x10"]
    assert table["rank"].tolist() == [1, 2, 3]
    assert table["holds"].tolist() == [True, True, False]
    assert table["level"].tolist() == [0.03, 0.06, 0.4]
    assert table["worst_null"].tolist() == ["two kinds, error 0.1", "two kinds, error 0.2", "two kinds, error 0.2"]
    assert table["mean_level"].tolist() == pytest.approx([0.025, 0.05, 0.3])
    assert table["power"].tolist() == [0.7, 0.5, 0.9]
    # Both executions of a trial are the same.
    assert table["replicability"].tolist() == [1, 1, 1]
    assert table["consistent"].tolist() == [1, 1, 1]
    # Two learners: five times two folds, ten folds, ten times ten folds.
    assert table["n_fits"].tolist() == [20, 20, 200]


def test_limits_of_the_worst_level_hold_for_all_nulls(results):
    from scipy.stats import binomtest

    row = rank_results(*results).frame().iloc[1]
    limits = binomtest(6, N).proportion_ci(0.975)
    assert (row["level_low"], row["level_high"]) == pytest.approx((limits.low, limits.high), abs=1e-9)


def test_power_at_the_level_that_is_promised(results):
    """Five of the forty p-values of the worst null may be rejected: critical is the fifth of them."""
    table = rank_results(*results).frame().set_index("procedure")
    critical = np.linspace(0.0001, 0.05, 40)[4]
    expected = (np.linspace(0.0001, 0.05, 90) <= critical).sum() / N
    assert table["adjusted_power"]["10x10"] == pytest.approx(expected)
    assert table["adjusted_power"]["10x10"] < table["power"]["10x10"]


def test_tolerance_decides_who_holds(results):
    assert rank_results(*results, tolerance=10).frame()["procedure"].tolist() == ["10x10", "5x2", "10"]
    ranking = rank_results(*results)
    assert "nowhere shown to exceed 0.075" in ranking.order
    assert [caveat.code for caveat in ranking.caveats] == ["power_without_level"]
    assert "10x10" in ranking.caveats[0].message
    with pytest.raises(ValueError, match=r"tolerance must be at least 1, got 0\.5"):
        rank_results(*results, tolerance=0.5)


def test_studies_must_be_of_the_same_procedures(results, made_trials):
    _, alternatives, replications = results
    fewer = TypeOneError(trials=(made_trials({"10": pvalues(4)}),), alpha=0.05)
    with pytest.raises(ValueError, match="by name; not in all: '10x10', '5x2'"):
        rank_results(fewer, alternatives, replications)


def test_ready_results_give_the_same_as_new_ones():
    null, other = sources.ExchangeableBlocks(), sources.ExchangeableBlocks(second_shift=0.15)
    tests = ["10x10/uncorrected_repeated_kfold_t", "10"]
    ranking = rank(tests, null, other, n_trials=20, n_executions=2, seed=1)
    assert ranking.frame()["procedure"].tolist() == tests[1::-1]
    again = rank_results(
        TypeOneError(trials=ranking.trials[:1], alpha=0.05),
        TypeOneError(trials=ranking.trials[1:], alpha=0.05),
        ranking.replications,
    )
    assert again.frame().equals(ranking.frame())
