"""Salzberg's procedure in one call: once through the data, pooled answers, an exact test, the tries counted."""

import numpy as np
import pytest
from scipy.stats import binomtest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from foldwise import data
from foldwise.data import Dataset
from foldwise.splits import RepeatedKFold
from foldwise.tuning import Tuned
from foldwise.verdicts import salzberg

RNG = np.random.default_rng(0)
X = RNG.normal(size=(80, 3))
Y = (X[:, 0] + RNG.normal(size=80) > 0).astype(int)
LEARNERS = {
    "neighbours": Tuned(KNeighborsClassifier(), {"n_neighbors": [1, 3, 5]}),
    "tree": Tuned(DecisionTreeClassifier(), {"max_depth": [1, 2], "criterion": ["gini", "entropy"]}),
}


@pytest.fixture(scope="module")
def verdict():
    return salzberg(LEARNERS, X, Y, seed=1)


def test_by_hand():
    """Twelve zeros and eight ones: the constant answers differ on all twenty, 12 against 8.

    Two-sided p = 2 P(at least 12 heads of 20) = 2 * 263950 / 2**20.
    """
    learners = {name: DummyClassifier(strategy="constant", constant=k) for k, name in enumerate(("zeros", "ones"))}
    row = salzberg(learners, X[:20], [0] * 12 + [1] * 8, n_folds=4, seed=1).comparisons[0]
    assert row.pvalue == pytest.approx(2 * 263950 / 2**20)
    assert (row.score_a, row.score_b) == (0.6, 0.4)


def test_pools_every_example_once(verdict):
    """SciPy's binomial test on the disagreements of the eighty examples."""
    run = verdict.runs[0]
    assert (run.tested().sum(axis=(1, 2)) == 80).all()
    right = run.correct()[:, 0]
    a_only, b_only = int((right[0] & ~right[1]).sum()), int((right[1] & ~right[0]).sum())
    assert verdict.test == "binomial"
    assert verdict.comparisons[0].pvalue == pytest.approx(binomtest(a_only, a_only + b_only).pvalue)
    assert run.assignment.description.startswith("10-fold cross-validation, stratified")


def steps(verdict):
    return next(caveat.message for caveat in verdict.caveats if caveat.code == "recommended_steps")


def test_asks_for_the_steps_that_are_the_users(verdict):
    """Eighty examples are few for ten subsets."""
    assert steps(verdict) == (
        "Salzberg's first steps: the most similar algorithm: not said which (similar=); the strength that the data "
        "were chosen to show: not said (strength=); 10 subsets. With fewer than 100 examples (data) more subsets "
        "(n_folds=20, or one for each example) leave more to train on."
    )


def test_tells_what_was_answered():
    learners = {"one": DummyClassifier(), "two": GaussianNB()}
    told = salzberg(learners, X, Y, n_folds=20, similar="one", strength="few examples", seed=1)
    assert steps(told) == (
        "Salzberg's first steps: the most similar algorithm: one; the strength that the data were chosen to show: few "
        "examples; 20 subsets."
    )
    with pytest.raises(ValueError, match="similar must be one of the learners, got 'three'"):
        salzberg(learners, X, Y, similar="three")


def test_reports_the_tries(verdict):
    """Three numbers of neighbours, two times two trees; the family is the one comparison."""
    assert (verdict.tries, verdict.family) == (7, 1)
    assert verdict.comparisons[0].adjusted_pvalue == verdict.comparisons[0].pvalue
    assert "tuned" in {caveat.code for caveat in verdict.caveats}


@pytest.mark.parametrize(("adjust", "expected"), [("holm", lambda p: 7 * p), ("sidak", lambda p: 1 - (1 - p) ** 7)])
def test_counts_the_tries_in(adjust, expected):
    """Seven experiments instead of one: on wine, so that p is small enough to be seen times seven."""
    wine = data.load("wine")
    plain = salzberg({**LEARNERS, "bayes": GaussianNB()}, wine, n_folds=5, seed=1, adjust="none")
    counted = salzberg({**LEARNERS, "bayes": GaussianNB()}, wine, n_folds=5, seed=1, adjust=adjust, count_tries=True)
    assert (plain.family, counted.family) == (3, 7)
    smallest = min(row.pvalue for row in plain.comparisons)
    assert 0 < smallest < 1 / 7
    assert min(row.adjusted_pvalue for row in counted.comparisons) == pytest.approx(expected(smallest))


def test_several_datasets_are_one_family():
    """Three pairs on two datasets: six comparisons; two datasets, on each of which seven candidates were tried."""
    datasets = [Dataset(X, Y, name="first"), Dataset(X[::-1], Y, name="second")]
    verdict = salzberg({**LEARNERS, "bayes": GaussianNB()}, datasets, n_folds=3, seed=1)
    assert (len(verdict.comparisons), verdict.family, verdict.tries) == (6, 6, 14)
    assert verdict.adjust == "holm"
    smallest = min(row.pvalue for row in verdict.comparisons)
    assert min(row.adjusted_pvalue for row in verdict.comparisons) == pytest.approx(min(6 * smallest, 1))


def test_the_direction_can_be_asked_for(verdict):
    greater = salzberg(LEARNERS, X, Y, seed=1, alternative="greater").comparisons[0]
    less = salzberg(LEARNERS, X, Y, seed=1, alternative="less").comparisons[0]
    assert min(1, 2 * min(greater.pvalue, less.pvalue)) == pytest.approx(verdict.comparisons[0].pvalue)


@pytest.mark.parametrize("n_folds", [RepeatedKFold(10, 10), "10x10", 2.5, True])
def test_repeats_are_refused(n_folds):
    with pytest.raises(TypeError, match=r"n_folds must be an integer.*counting each as a trial is not allowed"):
        salzberg(LEARNERS, X, Y, n_folds=n_folds)


def test_what_cannot_be_judged_is_refused_before_any_fit():
    with pytest.raises(ValueError, match="at least 2, got 1"):
        salzberg(LEARNERS, X, Y, n_folds=1)
    with pytest.raises(ValueError, match="two or more learners"):
        salzberg({"bayes": GaussianNB()}, X, Y)
    with pytest.raises(ValueError, match="adjust must be one of"):
        salzberg(LEARNERS, X, Y, adjust="bonferoni")
    with pytest.raises(
        ValueError, match=r"counts right and wrong answers of classifiers, got numbers to predict\. Use compare"
    ):
        salzberg({"a": Ridge(), "b": Ridge(alpha=2)}, X, X[:, 0])
    with pytest.raises(ValueError, match="has no parameter 'neighbours'"):
        salzberg({"a": GaussianNB(), "b": Tuned(KNeighborsClassifier(), {"neighbours": [1]})}, X, Y)
