"""The order of procedures, by hand."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binomtest, ttest_1samp

from foldwise.lab import Power, Replications, TypeOneError, rank, rank_results, sources

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
    assert "nowhere above 0.075" in ranking.order
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


def ranked(made_trials, rejected, *, n_nulls):
    """Rank one procedure that rejects where it is said, by source: the first ones are nulls."""
    several = []
    for index, each in enumerate(rejected):
        source = sources.TwoKinds(0.1 + 0.01 * index, name=f"source {index}")
        p = np.where(each, 0.01, 0.9)[:, np.newaxis]
        several.append(made_trials({"10": np.repeat(p, 2, axis=1)}, source=source))
    nulls, others = (TypeOneError(trials=tuple(part), alpha=0.05) for part in (several[:n_nulls], several[n_nulls:]))
    return rank_results(nulls, others, Replications(trials=tuple(several), alpha=0.05)).frame().iloc[0]


def test_limits_of_means_know_that_sources_share_random_numbers(made_trials):
    """Four sources that always find the same tell no more than one, but for Student's limits in place of exact ones."""
    found = np.random.default_rng(0).random(N) < 0.4
    row = ranked(made_trials, [found] * 8, n_nulls=4)
    limits = ttest_1samp(found.astype(float), 0).confidence_interval()
    for name in ("power", "mean_level"):
        assert (row[f"{name}_low"], row[f"{name}_high"]) == pytest.approx((limits.low, limits.high))


def test_limits_of_means_cover_when_sources_go_together(made_trials):
    """Of 60 studies of four sources, dependent through a common chance; 95% limits fail in more than 8 once in 300."""
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(60):
        common = rng.random((1, 60))
        chance = np.where(rng.random((4, 60)) < 0.8, common, rng.random((4, 60)))
        row = ranked(made_trials, [chance[0] < 0.05, *(chance < 0.3)], n_nulls=1)
        covered += row["power_low"] <= 0.3 <= row["power_high"]
    assert covered >= 52


def test_limits_of_one_source_are_exact_and_never_without_width(made_trials):
    some, never, always = np.arange(N) < 7, np.zeros(N, bool), np.ones(N, bool)
    row = ranked(made_trials, [some, never, always], n_nulls=1)
    limits = binomtest(7, N).proportion_ci()
    assert (row["mean_level_low"], row["mean_level_high"]) == pytest.approx((limits.low, limits.high), abs=1e-9)
    # Every trial has the same mean over sources; each of the two has limits that both hold with 95% confidence.
    least = 0.0125 ** (1 / N)
    assert (row["power_low"], row["power"], row["power_high"]) == pytest.approx((least / 2, 0.5, 1 - least / 2))


def test_sources_with_different_numbers_of_trials_share_the_first_ones(made_trials):
    first, longer = np.arange(40) < 10, np.arange(N) >= 30
    row = ranked(made_trials, [np.arange(N) < 4, first, longer], n_nulls=1)
    by_trial = (first.astype(float) + longer[:40]) / 2
    limits = ttest_1samp(by_trial, 0).confidence_interval()
    assert row["power"] == by_trial.mean() == 0.25
    assert (row["power_low"], row["power_high"]) == pytest.approx((limits.low, limits.high))


def test_a_test_that_always_rejects_has_no_adjusted_power(made_trials):
    zero = np.zeros((N, 2))
    fair = made_trials({"10": pvalues(4)}, source=sources.TwoKinds(0.3))
    for nulls in ((made_trials({"10": zero}), fair), (fair, made_trials({"10": zero}))):
        others = (made_trials({"10": zero}, source=sources.ExchangeableBlocks(second_shift=0.1)),)
        both = (TypeOneError(trials=each, alpha=0.05) for each in (nulls, others))
        row = rank_results(*both, Replications(trials=nulls + others, alpha=0.05)).frame().iloc[0]
        assert (row["power"], row["adjusted_power"]) == (1.0, 0.0)


def test_replications_of_another_level_are_counted_anew(results):
    nulls, alternatives, replications = results
    trials = [replace(each, found=dict(each.found)) for each in replications.trials]
    # Second executions that are just above 0.05: they agree at 0.2, and half of them do not at 0.05.
    for each in trials:
        p = each.found["10"].pvalue.copy()
        p[:, 1] = np.where(p[:, 0] <= 0.05, 0.1, p[:, 1])
        each.found["10"] = replace(each.found["10"], pvalue=p)
    made = {alpha: Replications(trials=tuple(trials), alpha=alpha) for alpha in (0.05, 0.2)}
    tables = [rank_results(nulls, alternatives, each).frame() for each in made.values()]
    assert tables[0].equals(tables[1])
    # Four, six and fifty of a hundred datasets had a rejection first.
    expected = 1 - (0.04 + 0.06 + 0.5) / 3
    assert tables[1].set_index("procedure")["replicability"]["10"] == pytest.approx(expected)


def test_settled_studies_of_another_level_are_refused(results, made_trials):
    trials = made_trials({"settled": pvalues(4)})
    settled = {name: replace(each, alpha=0.2) for name, each in trials.procedures.items()}
    study = TypeOneError(trials=(replace(trials, procedures=settled),), alpha=0.2)
    again = Replications(trials=study.trials, alpha=0.2)
    with pytest.raises(
        ValueError, match=r"settled added repeats for level 0\.2, this ranking is at 0\.05. Pass alpha=0\.2"
    ):
        rank_results(study, study, again)
    assert rank_results(study, study, again, alpha=0.2).alpha == 0.2
    with pytest.raises(ValueError, match="alpha must be"):
        rank_results(*results, alpha=2)


def test_alternatives_are_no_nulls(results):
    nulls, alternatives, replications = results
    differ = sources.BayesianNetwork(((), (0,)), ((0.5,), (0.2, 0.8)), difference=0.1, name="network")
    known = TypeOneError(trials=(replace(nulls.trials[0], source=differ),), alpha=0.05)
    with pytest.raises(ValueError, match=r"network is no null: the learners differ by 0\.1000 in accuracy"):
        rank_results(known, alternatives, replications)
    # Blocks do not know by how much learners differ; a study of power does.
    power = Power(trials=alternatives.trials, differences=(0.1,), alpha=0.05)
    with pytest.raises(ValueError, match=r"nulls must be a study of nulls, got a Power with differences of up to 0\.1"):
        rank_results(power, nulls, replications)
    assert rank_results(nulls, power, replications).frame().equals(rank_results(*results).frame())
