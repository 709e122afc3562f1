"""Methods over many datasets: levels, power and coverage that are known, and methods that are known to be wrong."""

import math
from dataclasses import dataclass

import numpy as np
import pytest
from scipy.stats import binom

from foldwise import stats
from foldwise.lab import (
    CountedDatasets,
    PairTests,
    TableTest,
    dataset_methods,
    over_datasets,
)
from foldwise.lab.sources import DatasetPopulation, TwoKinds


def rates(methods, source, n_trials=1000, **how):
    """Return rates by method and measure."""
    frame = over_datasets(methods, source, n_trials=n_trials, **how).frame()
    return {(row.method, row.measure): row.rate for row in frame.itertuples()}


def near(rate, n):
    """Four standard errors of a rate from n tables."""
    return pytest.approx(rate, abs=4 * math.sqrt(max(rate * (1 - rate), 1 / n) / n))


def attained(n):
    """Exact level of the two-sided signed-rank test of n differences without ties at .05, by counting rank sums."""
    total = n * (n + 1) // 2
    ways = np.zeros(total + 1)
    ways[0] = 1
    for rank in range(1, n + 1):
        ways[rank:] = ways[rank:] + ways[:-rank]
    chance = ways / 2**n
    tail = np.minimum(1, 2 * np.minimum(np.cumsum(chance), np.cumsum(chance[::-1])[::-1]))
    return chance[tail <= 0.05].sum()


def test_levels_of_exact_tests_are_those_that_can_be_computed():
    """20 datasets: .0484 of the signed ranks, .0414 of the signs; five: Friedman rejects if all agree, 1/16."""
    found = rates(["wilcoxon/holm", "sign_test/holm", "friedman"], DatasetPopulation(), 4000)
    assert attained(20) == pytest.approx(0.0484, abs=0.0001)
    assert found["wilcoxon/holm", "per_comparison"] == near(attained(20), 4000)
    assert found["wilcoxon/holm", "family_wise"] == found["wilcoxon/holm", "per_comparison"]
    assert found["sign_test/holm", "per_comparison"] == near(2 * binom(20, 0.5).cdf(5), 4000)
    five = rates(["friedman", "wilcoxon/holm"], DatasetPopulation(n_datasets=5), 4000)
    assert five["friedman", "false_alarm"] == near(1 / 16, 4000)
    assert five["wilcoxon/holm", "family_wise"] == 0


def test_many_pairs_without_an_adjustment_break_the_level():
    found = over_datasets(["wilcoxon/holm", "wilcoxon/none"], DatasetPopulation([0] * 6), n_trials=400)
    by_method = {row.method: row for row in found.frame().query("measure == 'family_wise'").itertuples()}
    assert by_method["wilcoxon/none"].low > 0.2
    assert by_method["wilcoxon/holm"].rate < 0.05
    assert found.broken()["method"].tolist() == ["wilcoxon/none"]
    assert str(found).startswith(
        "Over many datasets, at level 0.05: wrong more often than promised: wilcoxon/none (up to 0.4"
    )
    # Each comparison by itself is at its level: 15 pairs of 400 tables.
    per_pair = found.frame().query("method == 'wilcoxon/none' and measure == 'per_comparison'").iloc[0]
    assert per_pair.low < attained(20) < per_pair.high


def test_family_wise_error_counts_only_pairs_that_are_equal():
    found = rates(["wilcoxon/holm"], DatasetPopulation((0.5, 0.5, 0.0), 20), 400)
    # One pair is equal, two are far apart: found in every table, so that Holm leaves the level to the one.
    assert found["wilcoxon/holm", "power"] == 1
    assert found["wilcoxon/holm", "family_wise"] == near(attained(20), 400)
    assert ("wilcoxon/holm", "false_alarm") not in found


def test_mean_ranks_are_timid_about_equals_that_others_are_far_from():
    """Learners that are always ahead leave to two equal ones the ranks 3 and 4, where four equal ones have 1 to 4."""
    found = rates(["nemenyi", "wilcoxon/holm"], DatasetPopulation((1, 2, 0, 0), 20), 1000)
    assert found["nemenyi", "family_wise"] < 0.01
    assert found["wilcoxon/holm", "family_wise"] == near(attained(20), 1000)


def test_tests_by_mean_ranks_see_who_is_ahead():
    clear = DatasetPopulation((0.5, 0.0, 0.25), 20)
    names = [name for name in dataset_methods() if name.startswith(("nemenyi", "conover", "mean_rank"))]
    assert len(names) == 5
    for (name, measure), rate in rates(names, clear, 50).items():
        assert measure == "power"
        assert rate == 1, name


def test_power_asks_for_the_right_direction():
    population = DatasetPopulation((0.0, 0.03), 20)
    right = rates({"a": dataset_methods()["wilcoxon/holm"]}, population, 300)
    assert right["a", "power"] > 0.8
    wrong = PairTests(stats.sign_test, lambda result: np.sign(result.losses - result.wins).astype(float))
    assert rates({"a": wrong}, population, 300)["a", "power"] == 0


def test_datasets_that_are_copies_break_every_level():
    copies = DatasetPopulation([0] * 3, 30, n_copies=5)
    broken = over_datasets(["friedman", "wilcoxon/holm", "sign_test/holm"], copies, n_trials=300).broken()
    assert set(broken["method"]) == {"friedman", "wilcoxon/holm", "sign_test/holm"}
    assert (broken["low"] > 0.1).all()


def test_rank_intervals_fail_when_a_test_does():
    methods = ["wilcoxon/holm", "rank_intervals", "wilcoxon/none", "rank_intervals/none"]
    found = rates(methods, DatasetPopulation([0] * 5, 10), 500)
    for adjust in ("holm", "none"):
        name = "rank_intervals" if adjust == "holm" else "rank_intervals/none"
        assert found[name, "rank_coverage"] == pytest.approx(1 - found[f"wilcoxon/{adjust}", "family_wise"])
    assert found["rank_intervals", "rank_coverage"] > 0.95
    assert found["rank_intervals/none", "rank_coverage"] < 0.85
    # Learners far apart have intervals of one rank; a pair of equals shares two.
    apart = rates(["rank_intervals"], DatasetPopulation((3, 2, 1, 1), 20), 200)
    assert apart["rank_intervals", "rank_coverage"] == near(1 - attained(20), 200)
    assert apart["rank_intervals", "rank_width"] == pytest.approx((1 + 1 + 2 + 2) / 16, abs=0.02)


@pytest.mark.parametrize("effects", [(0.0, 0.0), (0.05, 0.0)])
@pytest.mark.parametrize("law", ["normal", "heavy"])
def test_intervals_for_the_centre_cover_as_often_as_the_test_accepts(effects, law):
    found = rates(["hodges_lehmann"], DatasetPopulation(effects, 10, law=law), 2000)
    assert found["hodges_lehmann", "coverage"] == near(1 - attained(10), 2000)
    assert found["hodges_lehmann", "bounded"] == 1
    assert rates(["hodges_lehmann"], DatasetPopulation(n_datasets=5), 50)["hodges_lehmann", "bounded"] == 0
    mixed = rates(["hodges_lehmann"], DatasetPopulation((0.1, 0), equal=0.5), 50)
    assert list(mixed) == [("hodges_lehmann", "bounded")]


def test_a_limit_that_is_the_truth_holds_it():
    """With scores that tie the interval covers at least as often as without ties, if its limits belong to it."""
    exact = DatasetPopulation((0.02, 0), 10, spread=0, noise=0, step=0.01)
    assert rates(["hodges_lehmann"], exact, 200)["hodges_lehmann", "coverage"] > 0.99
    tied = rates(["hodges_lehmann"], DatasetPopulation((0.02, 0), 10, step=0.01), 2000)
    assert tied["hodges_lehmann", "coverage"] > 1 - attained(10) - 0.005


def one_of_equals(n, share):
    """Chance that no dataset on which learners are equal is claimed, where all others are certain to be.

    Of ``n`` datasets ``m`` are equal, by the binomial law, and Holm comes to them last: each is claimed at ``.05 / m``.
    """
    m = np.arange(n + 1)
    return binom(n, share).pmf(m) @ (1 - 0.05 / np.maximum(m, 1)) ** m


def test_number_of_datasets_is_overstated_as_often_as_it_can_be():
    """Nowhere better: Bonferroni's claims something if one of ten p-values is at most .005, Fisher's at .05."""
    names = ["partial_conjunction", "partial_conjunction:fisher", "partial_conjunction:uncorrected"]
    bonferroni, fisher, uncorrected = names
    nowhere = rates(names, DatasetPopulation(n_datasets=10, spread=0), 2000)
    assert nowhere[bonferroni, "overstated"] == near(1 - 0.995**10, 2000)
    assert nowhere[fisher, "overstated"] == near(0.05, 2000)
    assert nowhere[uncorrected, "overstated"] > 0.5
    assert math.isnan(nowhere[bonferroni, "counted"])
    everywhere = rates(names, DatasetPopulation((1, 0), 10), 50)
    assert everywhere[bonferroni, "overstated"] == 0
    assert everywhere[bonferroni, "counted"] == 1
    half = rates(names, DatasetPopulation((1, 0), 10, equal=0.5), 1000)
    assert half[bonferroni, "overstated"] == near(1 - one_of_equals(10, 0.5), 1000)
    assert half[bonferroni, "counted"] == 1


def test_gaps_are_left_out_and_not_filled():
    population = DatasetPopulation((0.02, 0, 0), 8, missing=0.2)
    scores = population.draw(range(100), 0).scores
    d = scores[..., 0] - scores[..., 2]
    expected = [stats.wilcoxon(row[~np.isnan(row)], zeros="pratt").pvalue <= 0.05 for row in d]
    two = DatasetPopulation((0.02, 0, 0), 8, missing=0.2)

    @dataclass(frozen=True)
    class LastPair:
        def outcomes(self, block, alpha):
            tests = PairTests(stats.wilcoxon, lambda r: np.sign(r.rank_sum_a - r.rank_sum_b), adjust=None)
            return {"power": np.abs(tests.found(block, alpha)[:, 1])}

    assert rates({"a": LastPair()}, two, 100)["a", "power"] == np.mean(expected)
    complete = [row[~np.isnan(row).any(axis=1)] for row in scores]
    rejected = [len(rows) >= 2 and stats.friedman(rows).pvalue <= 0.05 for rows in complete]
    assert rates(["friedman"], two, 100)["friedman", "power"] == np.mean(rejected)
    masked = stats.skillings_mack(scores, ~np.isnan(scores)).pvalue <= 0.05
    assert rates(["skillings_mack"], two, 100)["skillings_mack", "power"] == masked.mean()
    counted = rates(["partial_conjunction"], DatasetPopulation((1, 0), 10, missing=0.5), 100)
    assert counted["partial_conjunction", "overstated"] == 0
    assert counted["partial_conjunction", "counted"] == pytest.approx(0.25, abs=0.06)


def test_every_method_takes_ties_gaps_and_copies():
    odd = DatasetPopulation((0.02, 0, 0), 6, step=0.01, identical=0.3, missing=0.1, n_copies=2)
    frame = over_datasets(list(dataset_methods()), odd, n_trials=20).frame()
    assert set(frame["method"]) == set(dataset_methods())
    assert frame["rate"].between(0, 1).all()
    assert (frame["low"] <= frame["rate"]).all()
    assert (frame["rate"] <= frame["high"]).all()


class Counting:
    """Rejects every table, and writes down which it has seen."""

    def __init__(self, path):
        self.path = path

    def outcomes(self, block, alpha):
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(f"{block.trials.start} {block.trials.stop}\n")
        return {"false_alarm": np.ones(len(block.trials))}


def test_finished_blocks_are_kept(tmp_path):
    log, store = tmp_path / "log", tmp_path / "lab.db"
    method = {"count": Counting(str(log)), "friedman": TableTest(stats.friedman)}
    how = {"store": store, "seed": 5}
    first = over_datasets(method, DatasetPopulation(), n_trials=400, **how)
    again = over_datasets(method, DatasetPopulation(), n_trials=600, **how)
    assert log.read_text().split("\n") == ["0 200", "200 400", "400 600", ""]
    np.testing.assert_array_equal(
        again.outcomes[0]["friedman"]["false_alarm"][:400], first.outcomes[0]["friedman"]["false_alarm"]
    )
    for other in (DatasetPopulation(n_datasets=21), DatasetPopulation(spread=0.031)):
        over_datasets(method, other, n_trials=200, **how)
    over_datasets(method, DatasetPopulation(), n_trials=200, alpha=0.1, **how)
    assert len(log.read_text().split()) == 2 * 6


def test_a_table_from_a_store_is_the_same(tmp_path):
    names, population = list(dataset_methods()), DatasetPopulation((0.02, 0, 0), 6)
    how = {"n_trials": 20, "store": tmp_path / "lab.db"}
    assert over_datasets(names, population, **how).frame().equals(over_datasets(names, population, **how).frame())


def test_numbers_do_not_depend_on_the_number_of_workers():
    how = {"n_trials": 400, "seed": 2}
    sources = [DatasetPopulation(), DatasetPopulation((0, 0.02, 0))]
    one, two = (over_datasets(["wilcoxon/holm", "quade"], sources, n_jobs=n, **how) for n in (1, 2))
    assert one.frame().equals(two.frame())
    assert not one.frame().equals(over_datasets(["wilcoxon/holm", "quade"], sources, n_trials=400, seed=3).frame())


def test_the_table_says_what_was_promised():
    found = over_datasets(["quade", "hodges_lehmann"], DatasetPopulation(), n_trials=50, alpha=0.1)
    frame = found.frame().set_index("measure")
    assert frame["promised"].drop("bounded").to_dict() == {"false_alarm": 0.1, "coverage": 0.9}
    assert math.isnan(frame.loc["bounded", "promised"])
    assert (frame["n_trials"] == 50).all()
    assert found.n_trials == 50
    assert found.details().startswith("Over many datasets at level 0.1, 50 tables from each source\n")
    assert "50 tables from 2 learners, 20 datasets, seed 0" in str(found)
    assert "<table" in found._repr_html_()


def test_a_method_of_ones_own():
    greedy = CountedDatasets(lambda d, alternative: stats.kfold_t(d.mean(axis=-1), alternative=alternative))
    found = rates({"greedy": greedy}, DatasetPopulation(n_datasets=10, spread=0), 100)
    assert found["greedy", "overstated"] > 0.5


def test_refusals():
    with pytest.raises(ValueError, match=r"method must be one of .*'wilcoxon/holm'.* got 'wilcoxon'"):
        over_datasets("wilcoxon", DatasetPopulation())
    with pytest.raises(TypeError, match=r"mine must be a method over datasets, got function. Wrap a function"):
        over_datasets({"mine": stats.friedman}, DatasetPopulation())
    with pytest.raises(ValueError, match="There must be a method at least, such as 'wilcoxon/holm'"):
        over_datasets([], DatasetPopulation())
    with pytest.raises(TypeError, match=r"A source of tables must be a TableSource.* got TwoKinds"):
        over_datasets("quade", TwoKinds())
    with pytest.raises(ValueError, match="all with different names"):
        over_datasets("quade", [DatasetPopulation(), DatasetPopulation(spread=0.1)])
    with pytest.raises(ValueError, match="n_trials must be at least 1, got 0"):
        over_datasets("quade", DatasetPopulation(), n_trials=0)
