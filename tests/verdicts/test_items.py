"""Verdicts on scores of single items: numbers against scipy and by hand, words, designs, refusals."""

import math
import re

import numpy as np
import pandas as pd
import pytest
from scipy import stats as scipy_stats

import foldwise as fw
from foldwise.reports import summary
from foldwise.results import ItemScores
from foldwise.runs import as_metric

ACCURACY = as_metric("accuracy", None)
SQUARED = as_metric("neg_mean_squared_error", None)


def items(scores, dataset="quiz", metric=ACCURACY, **more):
    scores = np.asarray(scores, dtype=float)
    scores = scores[:, :, np.newaxis] if scores.ndim == 2 else scores
    names = tuple("abcdefgh")[: len(scores)]
    return ItemScores(
        dataset=dataset, learners=names, items=np.arange(scores.shape[1]), scores=scores, metric=metric, **more
    )


def answers(only_a, only_b, both, neither):
    a = [1] * only_a + [0] * only_b + [1] * both + [0] * neither
    b = [0] * only_a + [1] * only_b + [1] * both + [0] * neither
    return np.array([a, b])


def only(verdict):
    (row,) = verdict.comparisons
    (pair,) = verdict.pairs
    return row, pair


class TestRightAndWrong:
    def test_exact_binomial_and_tango(self):
        row, pair = only(fw.judge(items(answers(35, 15, 100, 50))))
        assert pair.test == "binomial"
        assert row.pvalue == pytest.approx(scipy_stats.binomtest(35, 50).pvalue, rel=1e-12)
        # Tango's limits for b = 35, c = 15, n = 200, as stats.binomial has them.
        assert (row.low, row.high) == fw.stats.binomial(35, 15, n_examples=200).confidence_interval()
        assert (row.decision, row.winner, pair.wins, pair.ties, pair.losses) == ("a", "a", 35, 150, 15)

    def test_an_interval_where_nothing_differs(self):
        row, _ = only(fw.judge(items(answers(0, 0, 100, 0)), rope=0.05))
        z2 = scipy_stats.norm.isf(0.025) ** 2
        assert (row.low, row.high) == pytest.approx((-z2 / (100 + z2), z2 / (100 + z2)), rel=1e-9)
        assert row.pvalue == 1

    def test_errors_are_turned(self):
        verdict = fw.judge(items(1 - answers(35, 15, 100, 50), metric=SQUARED))
        row, _ = only(verdict)
        assert row.winner == "a"
        assert verdict.learners[0].low < verdict.learners[0].score < verdict.learners[0].high

    def test_each_by_itself_has_wilsons_interval(self):
        learner = fw.judge(items(answers(35, 15, 100, 50))).learners[0]
        known = fw.stats.wilson(135, 200)
        assert (learner.score, learner.low, learner.high) == pytest.approx((0.675, known.low, known.high), rel=1e-12)

    def test_one_sided(self):
        greater = only(fw.judge(items(answers(35, 15, 100, 50)), alternative="greater"))[0]
        assert greater.pvalue == pytest.approx(scipy_stats.binomtest(35, 50, alternative="greater").pvalue, rel=1e-12)


class TestScoresOfAnyKind:
    def test_many_items_by_the_paired_t_test(self):
        x = np.random.default_rng(0).random((2, 60))
        row, pair = only(fw.judge(items(x, metric=SQUARED), test="paired_items_t"))
        known = scipy_stats.ttest_rel(-x[0], -x[1])
        assert pair.test == "paired_items_t"
        assert (row.statistic, row.pvalue) == pytest.approx((known.statistic, known.pvalue), rel=1e-10)
        interval = known.confidence_interval(0.95)
        assert (row.low, row.high) == pytest.approx((interval.low, interval.high), rel=1e-10)

    @pytest.mark.parametrize(("n", "name"), [(9, "sign_flip"), (60, "paired_items_t")])
    def test_the_larger_pvalue_of_two_and_both_intervals(self, n, name):
        """The other is Hall's test: its p-value is the larger one where the mean is driven by a few items."""
        for x in (np.random.default_rng(1).random((2, n)), np.random.default_rng(2).lognormal(size=(2, n)) ** 2):
            row, pair = only(fw.judge(items(x, metric=SQUARED)))
            d = x[1] - x[0]
            one, hall = getattr(fw.stats, name)(d), fw.stats.hall_t(d)
            low, high = fw.stats.sign_flip_interval(d) if n == 9 else one.confidence_interval()
            other_low, other_high = hall.confidence_interval()
            assert pair.test == f"{name}+hall_t"
            assert row.pvalue == pytest.approx(max(one.pvalue, hall.pvalue), rel=1e-12)
            assert (row.low, row.high) == pytest.approx((min(low, other_low), max(high, other_high)), rel=1e-9)

    def test_few_items_flip_signs(self):
        x = np.random.default_rng(1).random((2, 9))
        row, pair = only(fw.judge(items(x, metric=SQUARED), test="sign_flip"))
        known = scipy_stats.permutation_test((x[1] - x[0],), np.sum, permutation_type="samples", n_resamples=np.inf)
        assert pair.test == "sign_flip"
        assert row.pvalue == pytest.approx(known.pvalue, rel=1e-12)
        assert (row.low, row.high) == pytest.approx(fw.stats.sign_flip_interval(x[1] - x[0]), rel=1e-9)

    def test_epochs_are_averaged_and_their_variance_told(self):
        rng = np.random.default_rng(5)
        x = (rng.random((2, 50, 4)) < 0.6).astype(float)
        row, pair = only(fw.judge(items(x)))
        d = x[0].mean(axis=1) - x[1].mean(axis=1)
        assert row.pvalue == pytest.approx(scipy_stats.ttest_1samp(d, 0).pvalue, rel=1e-10)
        within = sum(x[i].var(axis=1, ddof=1).mean() / 4 for i in (0, 1)) / 50
        assert pair.spread.again == pytest.approx(min(within / (d.var(ddof=1) / 50), 1), rel=1e-9)
        assert pair.spread.items == pytest.approx(1 - pair.spread.again)

    def test_clusters(self):
        """Cluster-robust, small-sample factor C / (C - 1), C - 1 degrees of freedom: by hand."""
        rng = np.random.default_rng(6)
        x, clusters = rng.random((2, 120)), np.arange(120) // 3
        row, pair = only(fw.judge(items(x, metric=SQUARED, clusters=clusters)))
        d = x[1] - x[0]
        sums = np.bincount(clusters, weights=d - d.mean())
        error = math.sqrt(40 / 39 * (sums**2).sum()) / 120
        assert (pair.unit, pair.n_units, row.df) == ("cluster", 40, 39)
        assert row.pvalue == pytest.approx(2 * scipy_stats.t.sf(abs(d.mean()) / error, 39), rel=1e-9)

    def test_few_clusters_flip_together(self):
        rng = np.random.default_rng(7)
        x, clusters = rng.random((2, 40)), np.repeat(np.arange(8), 5)
        row, pair = only(fw.judge(items(x, metric=SQUARED, clusters=clusters), test="sign_flip"))
        sums = np.bincount(clusters, weights=x[1] - x[0])
        assert pair.test == "sign_flip"
        assert row.pvalue == pytest.approx(fw.stats.sign_flip(sums).pvalue, rel=1e-12)


class TestSkewedDifferences:
    def test_rare_losses_call_no_winner_and_are_named(self):
        """28 small gains, 2 large losses: Student's p is .006, Hall's .24, both as in the docstring of hall_t."""
        d = np.array([-1.0, -0.5] + [0.2] * 28)
        row, _ = only(fw.judge(items([d, np.zeros(30)], metric=as_metric("r2", None))))
        assert (row.decision, round(row.pvalue, 3)) == ("none", 0.241)
        (caveat,) = row.caveats
        assert caveat.code == "skewed_differences"
        assert "A few items, on which b is far ahead" in caveat.message

    def test_symmetric_differences_bring_no_caveat(self):
        x = np.random.default_rng(3).normal(size=(2, 40))
        assert only(fw.judge(items(x, metric=as_metric("r2", None))))[0].caveats == ()

    def test_clusters_are_the_units_of_skewness(self):
        """Each cluster has one large loss and nine small gains: skewed items, equal sums."""
        rng = np.random.default_rng(4)
        d = np.tile([-1.8, *[0.2] * 9], 4) + rng.normal(size=40) / 100
        scores = np.array([d, np.zeros(40)])
        told = [
            only(fw.judge(items(scores, metric=as_metric("r2", None), clusters=clusters)))[0].caveats
            for clusters in (None, np.arange(40) // 10)
        ]
        assert [[caveat.code for caveat in caveats] for caveats in told] == [["skewed_differences"], []]


class TestSeeds:
    def test_unpaired_seeds_and_items(self):
        """Parts of the variance: seeds of a, seeds of b, items; Satterthwaite's degrees of freedom. By hand."""
        rng = np.random.default_rng(8)
        x = rng.random((2, 30, 5)) + rng.normal(size=(2, 1, 5)) / 10
        row, pair = only(fw.judge(items(x, metric=as_metric("r2", None), again="seed")))
        seeds = [x[i].mean(axis=0).var(ddof=1) / 5 for i in (0, 1)]
        d = x[0].mean(axis=1) - x[1].mean(axis=1)
        parts = [*seeds, d.var(ddof=1) / 30]
        df = sum(parts) ** 2 / (parts[0] ** 2 / 4 + parts[1] ** 2 / 4 + parts[2] ** 2 / 29)
        t = d.mean() / math.sqrt(sum(parts))
        assert (row.statistic, row.df) == pytest.approx((t, df), rel=1e-9)
        assert row.pvalue == pytest.approx(2 * scipy_stats.t.sf(abs(t), df), rel=1e-9)
        assert pair.spread.again == pytest.approx(sum(seeds) / sum(parts), rel=1e-9)

    def test_paired_seeds_are_the_crossed_mean(self):
        rng = np.random.default_rng(9)
        x = rng.random((2, 30, 5))
        row, _ = only(fw.judge(items(x, metric=as_metric("r2", None), again="seed", paired=True)))
        known = fw.stats.crossed_mean((x[0] - x[1]).T)
        assert (row.estimate, row.standard_error, row.df) == pytest.approx(
            (known.estimate, known.standard_error, known.df), rel=1e-9
        )

    def test_one_test_set_is_welchs_test(self):
        a, b = np.array([0.81, 0.83, 0.82, 0.80, 0.84]), np.array([0.78, 0.79, 0.80, 0.77, 0.82])
        verdict = fw.judge(items(np.array([a, b])[:, np.newaxis, :], again="seed"))
        row, pair = only(verdict)
        known = scipy_stats.ttest_ind(a, b, equal_var=False)
        assert (row.statistic, row.pvalue) == pytest.approx((known.statistic, known.pvalue), rel=1e-9)
        assert "one_test_set" in {caveat.code for caveat in verdict.caveats}
        # P(A > B) of normal scores, and its interval by the noncentral t distribution.
        t, root = (a.mean() - b.mean()) / math.sqrt((a.var(ddof=1) + b.var(ddof=1)) / 5), math.sqrt(5)
        assert pair.spread.p_better == pytest.approx(scipy_stats.norm.cdf(t / root), rel=1e-9)
        ends = [scipy_stats.norm.ppf(end) * root for end in (pair.spread.p_low, pair.spread.p_high)]
        tails = [scipy_stats.nct.cdf(t, 8, end) for end in ends]
        assert tails == pytest.approx([0.975, 0.025], abs=1e-6)

    def test_other_way_round_is_the_mirror(self):
        rng = np.random.default_rng(10)
        x = rng.random((2, 1, 6))
        one, other = (only(fw.judge(items(each, again="seed")))[1].spread for each in (x, x[::-1]))
        assert one.p_better == pytest.approx(1 - other.p_better, rel=1e-9)
        assert one.p_low == pytest.approx(1 - other.p_high, rel=1e-6)

    def test_few_seeds_are_told(self):
        verdict = fw.judge(items(np.random.default_rng(0).random((2, 20, 3)), again="seed"))
        assert "few_seeds" in {caveat.code for caveat in verdict.caveats}


class TestSources:
    def status(self, scores):
        return {source.name: source.status for source in fw.judge(scores).sources}

    def test_what_the_scores_let_vary(self):
        x = np.random.default_rng(0).random((2, 20, 5))
        once, epochs, seeds = items(x[:, :, :1]), items(x), items(x, again="seed")
        whole = items(x[:, :1], again="seed")
        random = "randomness of the learners"
        assert [self.status(each)[random] for each in (once, epochs, seeds, whole)] == [
            "not covered",
            "partly",
            "covered",
            "covered",
        ]
        assert [self.status(each)["test set"] for each in (once, epochs, seeds, whole)] == [
            *["covered"] * 3,
            "not covered",
        ]
        assert {self.status(each)["training set"] for each in (once, epochs, seeds, whole)} == {"not covered"}
        assert "not covered: test set (one test set, of which only means are known)" in fw.judge(whole).details()


class TestFamilies:
    def test_holm_over_pairs_and_datasets(self):
        rng = np.random.default_rng(11)
        scores = [items((rng.random((3, 200)) < 0.7), dataset=name) for name in ("x", "y")]
        verdict = fw.judge(scores)
        p = [row.pvalue for row in verdict.comparisons]
        assert verdict.family == 6
        assert [row.adjusted_pvalue for row in verdict.comparisons] == pytest.approx(fw.stats.holm(p).tolist())
        assert verdict.overall is not None
        assert verdict.overall.datasets == ("x", "y")

    def test_over_datasets_comes_first(self):
        rng = np.random.default_rng(12)
        x = rng.random((8, 2, 100)) < np.array([0.9, 0.6])[:, np.newaxis]
        verdict = fw.judge([items(each, dataset=f"d{n}") for n, each in enumerate(x)])
        assert str(verdict).startswith("a is better than b over 8 datasets")
        assert verdict.glance().table is not None
        assert {"tested by", "each tested by"} <= {label for label, _ in verdict.glance().lines}
        assert "Wilcoxon, 1945" in verdict.methods()
        (pair,) = verdict.overall.pairs
        # Of eight tests with p below .001 each, at least eight show a difference, and all are named.
        assert (pair.least_a, len(pair.datasets_a), pair.least_b) == (8, 8, 0)

    def test_rope(self):
        rng = np.random.default_rng(13)
        a = (rng.random(5000) < 0.8).astype(int)
        b = np.where(rng.random(5000) < 0.01, 1 - a, a)
        row, _ = only(fw.judge(items([a, b]), rope=0.02))
        assert row.decision == "equivalent"
        with pytest.raises(ValueError, match="lies between 0 and 1"):
            fw.judge(items([a, b]), rope=2)

    def test_agreement_of_another_sample(self):
        """Of 400 pairs of samples, how often the second decides as the first; its forecast is right on average."""
        rng = np.random.default_rng(14)
        same, forecast = [], []
        for _ in range(400):
            shift = rng.normal(0, 0.25)
            samples = (np.array([x + shift, x * 0]) for x in rng.normal(size=(2, 60)))
            first, second = (fw.judge(items(each, metric=as_metric("r2", None))) for each in samples)
            forecast.append(first.pairs[0].agreement)
            same.append(first.comparisons[0].decision == second.comparisons[0].decision)
        assert np.mean(same) == pytest.approx(np.mean(forecast), abs=0.06)


class TestWords:
    def test_at_a_glance(self):
        text = str(fw.judge(items(answers(35, 15, 100, 50))))
        assert text.splitlines()[0] == (
            "a is better than b on quiz: accuracy 0.675 against 0.575, 0.100 higher (95% interval 0.032 to 0.170, "
            "p = 0.0066)."
        )
        assert "scored           200 items" in text
        assert "200 other items like these would again find a better in about" in text
        assert "[fixed_models]" in text

    def test_details_name_what_is_behind(self):
        text = fw.judge(items(np.random.default_rng(3).random((2, 40, 3)), clusters=np.arange(40) // 2)).details()
        assert "40 items in 20 clusters, 3 epochs each" in text
        assert "of the variance of the difference comes from answers to the same items that differ" in text

    def test_one_learner_is_an_estimate(self):
        verdict = fw.judge(items(answers(35, 15, 100, 50)[:1]))
        assert str(verdict).startswith("a on quiz: accuracy 0.675, 95% interval 0.60")
        assert verdict.frame().empty
        assert verdict.details()

    def test_methods_and_frame(self):
        verdict = fw.judge(items(answers(35, 15, 100, 50)))
        assert "Salzberg, 1997" in verdict.methods()
        assert re.findall(r"^@\w+\{(\w+),$", verdict.bibtex(), flags=re.MULTILINE) == ["salzberg1997", "foldwise"]
        frame = verdict.frame()
        assert isinstance(frame, pd.DataFrame)
        assert frame.loc[0, "winner"] == "a"
        assert repr(verdict).startswith("<ItemVerdict: a is better than b on quiz")
        assert "<svg" in verdict._repr_html_()

    @pytest.mark.parametrize("ending", ["html", "md", "tex", "json"])
    def test_reports(self, ending, tmp_path):
        scores = [items((np.random.default_rng(n).random((3, 80)) < 0.7), dataset=f"d{n}") for n in range(2)]
        path = tmp_path / f"items.{ending}"
        fw.report(fw.judge(scores), path)
        text = path.read_text(encoding="utf-8")
        assert "3 learners" in text
        assert summary(fw.judge(scores))["schema"] == "foldwise.items/1"


class TestRefusals:
    def test_one_item_tells_nothing(self):
        with pytest.raises(ValueError, match="quiz: one item tells nothing about others"):
            fw.judge(items([[1], [0]]))

    def test_one_cluster_tells_nothing(self):
        with pytest.raises(ValueError, match="one cluster tells nothing"):
            fw.judge(items([[1, 0], [0, 1]], clusters=[0, 0]))

    def test_a_test_that_does_not_fit(self):
        with pytest.raises(ValueError, match=r"tested by binomial, got .* Leave the test out, or name paired_items_t"):
            fw.judge(items(answers(35, 15, 100, 50)), test="corrected_resampled_t")
        assert only(fw.judge(items(answers(35, 15, 100, 50)), test="paired_items_t"))[1].test == "paired_items_t"

    def test_a_metric_that_was_read(self):
        with pytest.raises(ValueError, match="were read already"):
            fw.judge(items(answers(3, 1, 5, 5)), metric="f1")

    def test_counted_tries(self):
        with pytest.raises(ValueError, match="tries='counted' needs runs"):
            fw.judge(items(answers(3, 1, 5, 5)), tries="counted")
