"""What tuning inside the training fold prevents, shown on labels that nothing can predict.

Margins come from longer runs of the same simulation. Over 400 datasets the binomial test at level .05 rejected 32 times
with honest tuning and 210 times with leaky tuning; over 1000, two learners without any tuning were called different 130
times: training sets overlap, so the answers that it pools are not independent. At these rates, 30 datasets
give more than 8, or fewer than 8, with probability .0004 and .0011 (SciPy: binom.sf(8, 30, 0.08), binom.cdf(7, 30,
0.525)).
"""

import numpy as np
import pytest
from sklearn.feature_selection import SelectKBest
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline

from foldwise.data import Dataset
from foldwise.evaluation import evaluate
from foldwise.stats import binomial
from foldwise.tuning import Tuned

N_DATASETS = 30
CANDIDATES = {"column": list(range(1, 9))}


@pytest.fixture(scope="module")
def noise():
    """Thirty datasets of sixty examples; the last column numbers the rows, the labels are drawn from nothing."""
    rng = np.random.default_rng(20240601)
    rows = np.arange(60.0)[:, np.newaxis]
    return [
        Dataset(np.hstack([rng.normal(size=(60, 9)), rows]), rng.permutation(60) % 2, name=f"noise {number}")
        for number in range(N_DATASETS)
    ]


def make_peeking(base, dataset):
    class Peeking(base):
        """Tunes on the test fold: of all candidates, keeps the one that does best on what it was not given."""

        def fit(self, X, y):
            everything = np.asarray(dataset.X)
            test = np.setdiff1d(np.arange(len(everything)), X[:, -1].astype(int))
            scores = []
            for column in CANDIDATES["column"]:
                self.column = column
                guess = super().fit(X, y).predict(everything[test])
                scores.append(np.mean(guess == dataset.y[test]))
            self.column = CANDIDATES["column"][int(np.argmax(scores))]
            return super().fit(X, y)

    return Peeking()


@pytest.fixture(scope="module")
def runs(noise, column):
    """Five folds each: a learner without choice, one tuned inside the training fold, one tuned on the test fold."""
    return [
        evaluate(
            {
                "plain": column(0),
                "honest": Tuned(column(), CANDIDATES),
                "leaky": make_peeking(column, dataset),
            },
            dataset,
            scheme="5",
            seed=1,
        )
        for dataset in noise
    ]


def rejections(runs, name):
    """How many of the datasets the exact binomial test calls different at .05, without adjustment."""
    names = runs[0].learner_names
    correct = np.array([run.correct()[:, 0] for run in runs])
    plain, other = correct[:, names.index("plain")], correct[:, names.index(name)]
    return int((binomial((plain & ~other).sum(axis=1), (other & ~plain).sum(axis=1)).pvalue <= 0.05).sum())


def accuracies(runs):
    """Mean over 30 datasets of 60 examples, by learner."""
    return np.mean([run.scores().mean(axis=(1, 2)) for run in runs], axis=0)


def test_honest_tuning_finds_nothing_in_noise(runs):
    """Pure guessing has standard error sqrt(.25 / 1800) = .0118."""
    plain, honest, _ = accuracies(runs)
    assert plain == pytest.approx(0.5, abs=4 * 0.0118)
    assert honest == pytest.approx(0.5, abs=4 * 0.0118)
    assert rejections(runs, "honest") <= 8


def test_tuning_on_the_test_fold_finds_what_is_not_there(runs):
    """The best of eight independent guesses at 12 labels is right in 8.4 of them on average, which is .70."""
    assert accuracies(runs)[2] > 0.64
    assert rejections(runs, "leaky") >= 8


def test_the_leak_has_left_nothing_in_the_ledger(runs):
    """A search outside of foldwise's sight cannot be counted: that, too, is why to use `Tuned`."""
    assert [runs[0].ledger.tries(name) for name in ("plain", "honest", "leaky")] == [0, 8, 0]


def test_choosing_attributes_on_all_data_leaks():
    """Twenty of 1000 columns of noise, chosen by all labels, seem to predict them; chosen in the fold, they do not."""
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 1000)), np.arange(60) % 2
    leaky = evaluate({"bayes": GaussianNB()}, SelectKBest(k=20).fit_transform(X, y), y, scheme="10", seed=1)
    inside = Tuned(make_pipeline(SelectKBest(), GaussianNB()), {"selectkbest__k": [5, 20]})
    honest = evaluate({"bayes": inside}, X, y, scheme="10", seed=1)
    assert leaky.scores().mean() > 0.85
    # Three standard errors of sixty guesses: 3 sqrt(.25 / 60) = .19.
    assert abs(honest.scores().mean() - 0.5) < 0.19
