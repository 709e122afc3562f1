"""The guard: which variance a winner is held against, where it cannot be, and what it says."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from foldwise.data import Dataset, load
from foldwise.evaluation import evaluate
from foldwise.splits import HalvedKFold
from foldwise.verdicts import Settled, compare, judge

CLEAR = {"discriminant": LinearDiscriminantAnalysis(), "neighbours": KNeighborsClassifier(15)}


def codes(item) -> set[str]:
    return {caveat.code for caveat in item.caveats}


def guarded(learners, *data, **options):
    scheme = options.pop("scheme", Settled(guard=True))
    return compare(learners, *data, seed=1, scheme=scheme, **options).comparisons[0]


class TestHalves:
    def test_a_metric_that_is_no_mean_is_held_against_halves_of_the_data(self):
        """The variance of 15 halvings, by hand: squares of half the difference of two halves, less that of a repeat."""
        wine = load("wine")
        row = guarded(CLEAR, wine, metric="balanced_accuracy")
        settlement = row.settlement
        assert (settlement.guard_kind, settlement.guard_repeats) == ("halves", 15)
        assert settlement.n_fits == 10 * settlement.n_repeats + 15 * 20
        runs = [
            evaluate(CLEAR, wine, scheme=scheme, metric="balanced_accuracy", seed=1)
            for scheme in (HalvedKFold(10, 15), f"{settlement.n_repeats}x10")
        ]
        halves, ten_fold = ((run.scores()[0] - run.scores()[1]).mean(axis=1) for run in runs)
        squares = (halves[::2] - halves[1::2]) ** 2 / 4
        guard = squares.mean() - ten_fold.var(ddof=1)
        unguarded = row.estimate / settlement.unguarded_statistic
        assert row.standard_error == pytest.approx(max(unguarded, np.sqrt(guard)), rel=1e-9)
        assert row.winner == "discriminant"

    def test_halves_have_as_many_folds_as_the_smallest_class_allows(self):
        """Twelve of a class: six in each half, and as many folds, each of which has one."""
        rng = np.random.default_rng(1)
        y = (np.arange(120) < 12).astype(int)
        X = rng.normal(size=(120, 3)) + 1.5 * y[:, np.newaxis]
        row = guarded({"nb": GaussianNB(), "coin": DummyClassifier()}, X, y, metric="roc_auc")
        assert row.settlement.guard_kind == "halves"
        assert row.settlement.why_unguarded == ""
        assert row.settlement.n_fits == 10 * row.settlement.n_repeats + 6 * 2 * row.settlement.guard_repeats
        assert row.winner == "nb"

    def test_three_of_a_class_cannot_be_halved(self):
        y = (np.arange(80) < 3).astype(int)
        X = np.random.default_rng(1).normal(size=(80, 2)) + 4 * y[:, np.newaxis]
        learners = {"nb": GaussianNB(), "coin": DummyClassifier()}
        verdict = compare(learners, X, y, metric="f1_macro", seed=1, scheme=Settled(guard=True))
        assert "fewer than four examples" in verdict.comparisons[0].settlement.why_unguarded
        assert "unguarded" in codes(verdict.comparisons[0])


class TestUnguarded:
    def test_few_examples(self):
        X = np.arange(18.0)[:, np.newaxis]
        row = guarded({"line": LinearRegression(), "near": KNeighborsRegressor(5)}, X, X[:, 0])
        assert "there are 18 examples, at least 20 are needed" in row.settlement.why_unguarded
        assert "unguarded" in codes(row)

    def test_a_giant_group(self):
        iris = load("iris")
        groups = np.r_[np.zeros(90, int), 1 + np.arange(60) // 2]
        row = guarded({"nb": GaussianNB(), "guess": DummyClassifier()}, iris, groups=groups)
        assert "largest group has 60%" in row.settlement.why_unguarded

    @pytest.mark.parametrize("metric", ["accuracy", "balanced_accuracy"])
    def test_a_learner_that_cannot_learn_from_half(self, metric):
        """Of two datasets it fails on half of the one: there the verdict is that of the published test, and says so."""
        learners = {"nb": GaussianNB(), "picky": Picky()}
        both = [two_classes(100, "small"), two_classes(200, "large")]
        verdict = compare(learners, both, seed=1, metric=metric, scheme=Settled(guard=True))
        small, large = verdict.comparisons
        assert "too few" in small.settlement.why_unguarded
        assert ("unguarded" in codes(small), "unguarded" in codes(large)) == (True, False)
        assert (small.settlement.guard_repeats, large.settlement.guard_repeats > 0) == (0, True)
        assert (small.winner, large.winner) == ("nb", "nb")
        published = compare(learners, both[0], seed=1, metric=metric)
        assert small.statistic == published.comparisons[0].statistic


class Picky(DummyClassifier):
    """Needs 60 examples."""

    def fit(self, X, y):
        if len(X) < 60:
            raise ValueError("60 examples at least")
        return super().fit(X, y)


def two_classes(n: int, name: str) -> Dataset:
    y = np.arange(n) % 2
    return Dataset(np.random.default_rng(1).normal(size=(n, 2)) + 2 * y[:, np.newaxis], y, name)


class TestClause:
    def test_no_learner_at_chance_is_called_better(self):
        """A constant that is right more often than a coin, and significantly so: still nothing is learned."""
        rng = np.random.default_rng(5)
        X, y = rng.normal(size=(200, 3)), (np.arange(200) % 10 < 6).astype(int)
        learners = {"most": DummyClassifier(strategy="most_frequent"), "coin": DummyClassifier(strategy="uniform")}
        row = judge(evaluate(learners, X, y, scheme="10x10", seed=1)).comparisons[0]
        assert row.pvalue < 0.05
        assert (row.decision, row.outcome, row.winner, row.is_at_chance) == ("none", "none", None, True)

    @pytest.mark.parametrize("scheme", ["10x10", "settled", "settled:guard", "settled:strict"])
    def test_words(self, scheme):
        rng = np.random.default_rng(5)
        X, y = rng.normal(size=(200, 3)), (np.arange(200) % 10 < 6).astype(int)
        learners = {"coin": DummyClassifier(strategy="uniform"), "most": DummyClassifier(strategy="most_frequent")}
        verdict = compare(learners, X, y, scheme=scheme, seed=1)
        start = "most is not called better than coin on data, for it is not clearly better than guessing"
        assert str(verdict).replace("\n", " ").startswith(start)
        assert verdict.details().startswith(start)
        assert "nobody is called better, in spite of a small p" in verdict.details()

    def test_a_hold_out_set_is_not_over_folds(self):
        rng = np.random.default_rng(5)
        X, y = rng.normal(size=(600, 3)), (np.arange(600) % 10 < 7).astype(int)
        learners = {"most": DummyClassifier(strategy="most_frequent"), "coin": DummyClassifier(strategy="uniform")}
        row = judge(evaluate(learners, X, y, scheme="holdout:0.5", seed=1), test="mcnemar").comparisons[0]
        assert row.winner == "most"
