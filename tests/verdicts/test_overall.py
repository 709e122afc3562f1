"""The answer over several datasets: its numbers are those of `foldwise.stats`, and nothing is filled in or dropped."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy.stats import rankdata
from scipy.stats import wilcoxon as scipy_wilcoxon
from sklearn.base import BaseEstimator, ClassifierMixin

from foldwise import Settled, compare, judge
from foldwise.data import Dataset, load
from foldwise.learners import C45, NaiveBayes
from foldwise.results import ScoreTable, as_results
from foldwise.stats import holm, iman_davenport, partial_conjunction, skillings_mack, wilcoxon
from foldwise.verdicts import Overall, Verdict

# Garcia and Herrera (2008), An extension on "Statistical comparisons of classifiers over multiple data sets" for all
# pairwise comparisons, Journal of Machine Learning Research 9, 2677-2694, Table 2: accuracies.
LEARNERS = ("C4.5", "1-NN", "naive Bayes", "Kernel", "CN2")
GARCIA_HERRERA = [
    [0.219, 0.202, 0.249, 0.165, 0.261], [0.803, 0.750, 0.813, 0.692, 0.798], [0.859, 0.814, 0.845, 0.542, 0.816],
    [0.809, 0.774, 0.673, 0.275, 0.785], [0.768, 0.790, 0.727, 0.872, 0.706], [0.759, 0.654, 0.734, 0.703, 0.714],
    [0.693, 0.611, 0.572, 0.689, 0.572], [0.915, 0.857, 0.860, 0.700, 0.777], [0.544, 0.531, 0.558, 0.439, 0.541],
    [0.855, 0.796, 0.857, 0.607, 0.809], [0.725, 0.685, 0.749, 0.723, 0.699], [0.730, 0.705, 0.744, 0.676, 0.716],
]  # fmt: skip


def table(scores=GARCIA_HERRERA, learners=LEARNERS, **columns):
    frame = pd.DataFrame(scores, columns=list(learners))
    return (
        frame.assign(**columns).set_axis([f"d{i:02}" for i in range(len(frame))]).rename_axis("dataset").reset_index()
    )


def folds(n_datasets=8, seed=1, means=(0.8, 0.78, 0.6), n=10):
    """A long table of scores of one cross-validation for each dataset, centred so that means are known."""
    rng = np.random.default_rng(seed)
    rows = []
    for dataset in range(n_datasets):
        level = rng.normal(0, 0.05)
        for learner, mean in zip("abc", means, strict=True):
            noise = rng.normal(0, 0.02, n)
            rows += [
                {"dataset": f"d{dataset}", "learner": learner, "fold": fold, "accuracy": value}
                for fold, value in enumerate(mean + level + rng.normal(0, 0.01) + noise - noise.mean())
            ]
    return pd.DataFrame(rows)


@pytest.fixture(scope="module")
def overall():
    return judge(table(), metric="accuracy")


@pytest.fixture(scope="module")
def verdict():
    return judge(folds())


def test_pairs_are_those_of_stats(overall):
    scores = np.array(GARCIA_HERRERA)
    results = [wilcoxon(scores[:, LEARNERS.index(p.a)] - scores[:, LEARNERS.index(p.b)], zeros="pratt", method="exact")
               for p in overall.pairs]  # fmt: skip
    np.testing.assert_allclose([p.pvalue for p in overall.pairs], [r.pvalue for r in results], rtol=1e-12)
    np.testing.assert_allclose([p.estimate for p in overall.pairs], [r.estimate for r in results], rtol=1e-12)
    np.testing.assert_allclose([p.low for p in overall.pairs], [r.confidence_interval(0.95)[0] for r in results])
    np.testing.assert_allclose([p.adjusted_pvalue for p in overall.pairs], holm([r.pvalue for r in results]))


def test_p_is_the_share_of_all_choices_of_signs(overall):
    """All 4,096 of them: two sizes of differences tie, for which tables of the statistic do not hold."""
    d = np.array(GARCIA_HERRERA)[:, 0] - np.array(GARCIA_HERRERA)[:, 3]
    ranks = rankdata(np.abs(d).round(9))
    assert len(np.unique(ranks)) < len(d)
    signs = np.array(list(product([-1, 1], repeat=len(d))))
    share = np.mean(np.abs(signs @ ranks) >= abs(np.sign(d) @ ranks))
    pair = overall.pair("C4.5", "Kernel")
    assert pair.pvalue == pytest.approx(share, rel=1e-12)
    assert (pair.wins, pair.ties, pair.losses) == (11, 0, 1)
    assert pair.median == pytest.approx(np.median(d))


def test_rank_intervals_follow_from_the_pairs(overall):
    by_name = {each.name: each for each in overall.learners}
    for name, each in by_name.items():
        won = [pair for pair in overall.pairs if pair.winner == name]
        lost = [pair for pair in overall.pairs if pair.winner not in (None, name) and name in (pair.a, pair.b)]
        assert (each.rank_low, each.rank_high) == (1 + len(lost), len(LEARNERS) - len(won))
    ranks = pd.DataFrame(GARCIA_HERRERA).rank(axis=1, ascending=False).mean().to_numpy()
    assert [by_name[name].mean_rank for name in LEARNERS] == pytest.approx(ranks)
    assert [each.mean_rank for each in overall.learners] == sorted(ranks)


def test_all_alike_is_iman_and_davenports_test(overall):
    expected = iman_davenport(GARCIA_HERRERA)
    assert (overall.omnibus.test, overall.omnibus.df) == ("iman_davenport", expected.df)
    assert overall.omnibus.pvalue == pytest.approx(expected.pvalue, rel=1e-12)


def test_the_order_of_learners_and_datasets_does_not_matter(overall):
    frame = table()
    other = judge(frame.iloc[::-1, [0, 5, 3, 1, 2, 4]], metric="accuracy")
    for pair in overall.pairs:
        same = other.pair(pair.a, pair.b)
        assert (same.winner, same.n_datasets) == (pair.winner, pair.n_datasets)
        assert same.adjusted_pvalue == pytest.approx(pair.adjusted_pvalue, rel=1e-12)
        assert abs(same.estimate) == pytest.approx(abs(pair.estimate), rel=1e-12)
    assert [each.name for each in other.learners] == [each.name for each in overall.learners]


def test_errors_are_better_when_they_are_low(overall):
    errors = judge(table(1 - np.array(GARCIA_HERRERA)), metric="error_rate")
    assert [each.name for each in errors.learners] == [each.name for each in overall.learners]
    assert [pair.winner for pair in errors.pairs] == [pair.winner for pair in overall.pairs]
    assert errors.scores().loc["d00", "C4.5"] == pytest.approx(0.781)
    assert "lower error rate" in errors.details()


def test_a_rope_makes_ties():
    scores = np.array([[0.80, 0.79], [0.70, 0.65], [0.60, 0.61], [0.9, 0.8], [0.5, 0.4], [0.7, 0.6], [0.8, 0.6]])
    wide, plain = (judge(table(scores, "ab"), metric="accuracy", rope=rope).pairs[0] for rope in (0.02, None))
    assert (wide.wins, wide.ties, wide.losses) == (5, 2, 0)
    assert (plain.wins, plain.ties, plain.losses) == (6, 0, 1)
    d = scores[:, 0] - scores[:, 1]
    assert wide.pvalue == pytest.approx(wilcoxon(np.where(abs(d) < 0.021, 0, d), zeros="pratt").pvalue)
    # Within the rope nothing differs, and the estimate knows that: it never contradicts the test.
    assert wide.estimate == wilcoxon(np.where(abs(d) < 0.021, 0, d), zeros="pratt").estimate
    assert wide.estimate > 0


def test_missing_cells_are_named_and_handled_as_asked():
    frame = table()
    frame.loc[2, "Kernel"] = np.nan
    frame.loc[5, "CN2"] = np.nan
    pairs, mack, complete = (judge(frame, metric="accuracy", missing=how) for how in
                             ("pairs", "skillings_mack", "complete"))  # fmt: skip
    assert [pairs.pair("C4.5", name).n_datasets for name in LEARNERS[1:]] == [12, 12, 11, 11]
    assert pairs.pair("Kernel", "CN2").n_datasets == 10
    assert {pair.n_datasets for pair in complete.pairs} == {10}
    assert [each.omnibus.n_datasets for each in (pairs, mack, complete)] == [10, 12, 10]
    scores = frame[list(LEARNERS)].to_numpy(dtype=float)
    expected = skillings_mack(scores, ~np.isnan(scores))
    assert (mack.omnibus.test, mack.omnibus.pvalue) == ("skillings_mack", pytest.approx(expected.pvalue))
    for each in (pairs, mack, complete):
        (caveat,) = [caveat for caveat in each.caveats if caveat.code == "missing_cells"]
        assert "2 of 60 cells" in caveat.message
        assert "Kernel on d02" in caveat.message
        assert "CN2 on d05" in caveat.message
        assert "missing" in str(each)
    assert "only datasets where every learner has a score are used" in str(complete)


def test_complete_datasets_that_are_not_there_are_refused():
    frame = table(np.array([[0.5, np.nan], [np.nan, 0.5], [0.4, 0.5]]), "ab")
    with pytest.raises(ValueError, match="needs two of them with scores of all learners, got 1 of 3 datasets"):
        judge(frame, metric="accuracy", missing="complete")
    with pytest.raises(ValueError, match="missing must be one of"):
        judge(frame, metric="accuracy", missing="impute")


def test_a_learner_with_half_of_the_datasets_is_told():
    frame = table()
    frame.loc[:6, "CN2"] = np.nan
    codes = [caveat.code for caveat in judge(frame, metric="accuracy").caveats]
    assert "sparse_learner" in codes
    frame = table()
    frame.loc[:3, "CN2"] = np.nan
    assert "sparse_learner" not in [caveat.code for caveat in judge(frame, metric="accuracy").caveats]


def test_near_copies_are_told(overall):
    assert "near_copies" not in [caveat.code for caveat in overall.caveats]
    doubled = [*GARCIA_HERRERA, [score + 1e-5 for score in GARCIA_HERRERA[3]]]
    (caveat,) = [each for each in judge(table(doubled), metric="accuracy").caveats if each.code == "near_copies"]
    assert "d03 and d12" in caveat.message


@pytest.mark.parametrize(("n", "k", "few"), [(5, 2, True), (6, 2, False), (6, 3, True), (7, 3, False)])
def test_too_few_datasets_for_any_outcome_are_told(n, k, few):
    """Twice 0.5^n times the number of pairs is the least p: .031 for 6 datasets and one pair, .047 for 7 and three."""
    scores = np.linspace(0.5, 0.9, n)[:, np.newaxis] - 0.1 * np.arange(k) * np.linspace(1, 2, n)[:, np.newaxis]
    answer = judge(table(scores, "abc"[:k]), metric="accuracy")
    assert ("few_datasets" in [caveat.code for caveat in answer.caveats]) is few
    # Each learner is ahead of the next on every dataset: the best is called as soon as that can be significant.
    assert (answer.best == "a") is not few


def test_single_datasets_are_counted_by_partial_conjunction(verdict):
    overall = verdict.overall
    for number, pair in enumerate(overall.pairs):
        p, d = overall.on_datasets.pvalues[number], overall.on_datasets.estimates[number]
        counts = []
        for sign in (1, -1):
            one_sided = np.where(sign * d > 0, p / 2, 1 - p / 2)
            counts.append(partial_conjunction(one_sided, method="fisher").count(0.05 / 3 / 2))
        assert (pair.least_a, pair.least_b) == tuple(counts)
        rows = [row for row in verdict.comparisons if (row.a, row.b) == (pair.a, pair.b)]
        assert pair.datasets_a == tuple(row.dataset for row in rows if row.decision == "a")
    assert overall.pair("a", "c").least_a == 8


def test_means_and_differences_are_those_of_the_folds(verdict):
    means = folds().groupby(["dataset", "learner"])["accuracy"].mean().unstack()
    pd.testing.assert_frame_equal(verdict.overall.scores(), means, check_names=False)
    pair = verdict.overall.pair("a", "b")
    assert pair.wins == (means["a"] > means["b"]).sum()
    assert pair.pvalue == pytest.approx(scipy_wilcoxon(means["a"], means["b"], method="exact").pvalue, rel=1e-12)


def test_one_dataset_and_tests_of_several_have_no_such_answer(verdict):
    frame = folds()
    assert judge(frame[frame["dataset"] == "d0"]).overall is None
    assert judge(frame, test="wilcoxon").overall is None
    assert isinstance(verdict, Verdict)


def test_one_direction_makes_no_ranking():
    greater, less = (judge(table(), metric="accuracy", alternative=side) for side in ("greater", "less"))
    assert {each.rank_low for each in greater.learners} == {None}
    assert all(pair.decision in ("a", "none") for pair in greater.pairs)
    assert greater.pair("C4.5", "Kernel").decision == "a"
    assert less.pair("C4.5", "Kernel").decision == "none"
    assert "is shown to be better in" in str(greater)


def test_wins_in_the_form_of_weka(verdict):
    lines = verdict.overall.win_tie_loss("c").splitlines()
    assert lines[0].split() == ["dataset", "c", "a", "b"]
    won = len(verdict.overall.pair("a", "c").datasets_a)
    assert lines[-1].split()[2] == f"({won}/{8 - won}/0)"
    assert sum(line.count(" v") for line in lines[1:-1]) == won + len(verdict.overall.pair("b", "c").datasets_a)
    with pytest.raises(ValueError, match="learner must be one of 'a', 'b', 'c', got 'd'"):
        verdict.overall.win_tie_loss("d")


def test_a_table_is_judged_by_no_other_test():
    with pytest.raises(ValueError, match="is judged by wilcoxon for every pair, got test 'kfold_t'"):
        judge(table(), metric="accuracy", test="kfold_t")
    scores, _ = as_results(table(), metric="accuracy")
    assert isinstance(scores, ScoreTable)
    assert isinstance(judge(scores), Overall)


class Picky(ClassifierMixin, BaseEstimator):
    """Cannot learn from few examples."""

    def __init__(self, least=0):
        self.least = least

    def fit(self, X, y):
        if len(y) < self.least:
            raise ValueError(f"needs {self.least} examples")
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return self.classes_[(X[:, 0] > self.least / 100).astype(int)]


def test_a_learner_that_fails_on_one_dataset_has_no_score_there():
    rng = np.random.default_rng(1)
    data = []
    for number, n in enumerate((30, 60, 60, 60)):
        X = rng.normal(size=(n, 2))
        data.append(Dataset(X, (X[:, 0] > 0).astype(int), name=f"n{number}"))
    learners = {"any": Picky(), "many": Picky(40), "more": Picky(41)}
    verdict = compare(learners, data, scheme="5", seed=1, progress=False)
    assert verdict.overall.cells.missing() == (("many", "n0"), ("more", "n0"))
    assert "needs 40 examples" in verdict.overall.cells.reasons["many", "n0"]
    assert verdict.overall.pair("any", "many").n_datasets == 3
    assert verdict.overall.datasets == ("n1", "n2", "n3")
    (caveat,) = [each for each in verdict.overall.caveats if each.code == "missing_cells"]
    assert "1 dataset could not be used" in caveat.message


def test_the_methods_of_a_paper_cite_what_was_done(overall, verdict):
    alone, of_folds = overall.methods(), verdict.methods()
    for words in ("Wilcoxon, 1945", "Holm, 1979", "Al Mohamad et al., 2022", "adjusted for 10 comparisons"):
        assert words in alone
    assert "partial conjunction" not in alone
    assert "partial conjunction" in of_folds
    assert "Benjamini and Heller, 2008" in of_folds
    assert {"@article{wilcoxon1945", "@article{holm1979"} <= set(overall.bibtex().replace(",\n", "\n").splitlines())
    assert "@article{benjamini2008" in verdict.bibtex()
    frame = table()
    frame.loc[2, "Kernel"] = np.nan
    assert "1 of 60 cells are missing" in judge(frame, metric="accuracy").methods()


def test_many_pairs_on_many_datasets_are_one_family():
    """Twenty learners on five datasets, 950 comparisons: forecasts beside draws of all others are made together."""
    rng = np.random.default_rng(1)
    places = np.array(np.meshgrid(np.arange(20), np.arange(5), np.arange(5), np.arange(4), indexing="ij"))
    learner, dataset, repeat, fold = places.reshape(4, -1)
    frame = pd.DataFrame({"learner": learner, "dataset": dataset}).map(lambda number: f"n{number}")
    scores = 0.8 - 0.001 * learner + rng.normal(0, 0.02, learner.size)
    many = judge(frame.assign(repeat=repeat, fold=fold, accuracy=scores))
    assert len(many.comparisons) == many.family == 950
    assert all(row.forecast.is_known for row in many.comparisons)
    assert len(many.overall.pairs) == many.overall.family == 190


def test_with_a_rope_nobody_is_called_better_against_the_estimate():
    """Ten datasets beyond the rope for b, ninety within it for a: the test counts the ten, and so does the estimate."""
    a = np.random.default_rng(1).uniform(0.6, 0.8, 100).round(3)
    b = a - 0.001
    b[:10] = a[:10] + np.arange(1, 11) / 100
    roped = judge(table(np.column_stack([a, b]), "ab"), metric="accuracy", rope=0.005)
    pair = roped.pairs[0]
    assert (pair.decision, pair.wins, pair.ties, pair.losses) == ("b", 0, 90, 10)
    assert pair.estimate <= 0
    assert "interval_disagrees" in [caveat.code for caveat in roped.caveats]
    assert "lower accuracy" not in str(roped)


def test_within_the_rope_no_dataset_is_named():
    roped = judge(folds(), rope=0.5)
    assert all(pair.ties == 8 and pair.least_a == pair.least_b == 0 for pair in roped.overall.pairs)
    assert not any(pair.datasets_a or pair.datasets_b for pair in roped.overall.pairs)


@pytest.mark.parametrize("adjust", ["holm", "hommel", "benjamini_hochberg", "sidak", "none"])
def test_too_few_are_told_by_the_adjustment_that_is_used(adjust):
    """Six datasets, three learners in the same order on each: Hommel and the false discovery rate reject equal p."""
    scores = np.linspace(0.5, 0.9, 6)[:, np.newaxis] + 0.01 * np.arange(3)
    answer = judge(table(scores, "abc"), metric="accuracy", adjust=adjust)
    assert answer.has_too_few is (answer.best is None)


@pytest.mark.parametrize("adjust", ["none", "benjamini_hochberg"])
def test_ranks_that_do_not_hold_together_are_not_said_to(adjust):
    answer = judge(table(), metric="accuracy", adjust=adjust)
    assert "hold together with probability" not in answer.methods()
    assert "rank, 95%" not in str(answer)
    assert any("intervals of ranks do not hold together" in caveat.message for caveat in answer.caveats)


def test_the_same_ties_in_words_and_in_the_table():
    frame = table(
        np.array([[0.71, 0.70], [0.51, 0.50], [0.61, 0.60], [0.1 + 0.2, 0.3], [0.33, 0.32], [0.22, 0.21]]), "ab"
    )
    answer = judge(frame, metric="accuracy", rope=0.01)
    assert answer.pairs[0].ties == 6
    assert answer.win_tie_loss().splitlines()[-1].endswith("(0/6/0)")


def test_an_interval_is_on_the_side_that_the_words_are_on():
    a = np.linspace(0.2, 0.4, 14)
    sentence = str(judge(table(np.column_stack([a, a + 0.035]), "ab"), metric="error_rate", alternative="less"))
    assert "b has typically 0.035 higher error rate (95% interval 0.035 to 0.035" in sentence


def test_who_shares_the_best_rank_is_said_to_share_it():
    assert "a, b, c share the best mean rank (2.00)" in str(
        judge(table(np.full((9, 3), 0.5), "abc"), metric="accuracy")
    )


def test_pairs_that_never_meet_are_no_comparisons():
    scores = np.random.default_rng(1).uniform(0.5, 0.9, (12, 3))
    scores[:6, 0] = scores[6:, 1] = np.nan
    answer = judge(table(scores, "abc"), metric="accuracy")
    assert (answer.family, answer.pair("a", "b").decision) == (2, "undetermined")
    pairs = [answer.pair(name, "c") for name in "ab"]
    assert [pair.adjusted_pvalue for pair in pairs] == pytest.approx(holm([pair.pvalue for pair in pairs]))


def test_what_is_open_is_claimed_on_no_dataset():
    data = [load(name) for name in ("iris", "wine", "monk3-full")]
    answer = compare({"bayes": NaiveBayes(), "tree": C45()}, data, scheme=Settled(max_fits=60), seed=1, progress=False)
    still_open = {row.dataset for row in answer.comparisons if row.is_unsettled and row.decision in ("a", "b")}
    assert still_open, "the budget is too small for one of them"
    pair = answer.overall.pairs[0]
    assert not still_open & {*pair.datasets_a, *pair.datasets_b}
