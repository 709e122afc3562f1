"""Probabilities of the rope beside every verdict from cross-validation."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB

from foldwise import data, stats
from foldwise.evaluation import evaluate
from foldwise.verdicts import judge

LEARNERS = {"lda": LinearDiscriminantAnalysis(), "nb": GaussianNB()}


@pytest.fixture(scope="module")
def run():
    return evaluate(LEARNERS, data.load("wdbc"), scheme="3x5", seed=1)


def test_without_a_rope_it_is_the_one_sided_p_value(run):
    """P(right) = 1 - one-sided p of the corrected t test (Corani & Benavoli 2015)."""
    row = judge(run, alternative="greater").comparisons[0]
    assert row.p_right == pytest.approx(1 - row.pvalue, abs=1e-12)
    assert row.p_rope == 0
    assert row.p_left == pytest.approx(row.pvalue, abs=1e-12)


def test_with_a_rope_it_is_the_correlated_t_test(run):
    row = judge(run, rope=0.01).comparisons[0]
    d = run.scores()[0] - run.scores()[1]
    n_train, n_test = run.sizes()
    direct = stats.bayesian_correlated_t(d, rope=0.01, test_train_ratio=n_test.sum() / n_train.sum())
    assert (row.p_left, row.p_rope, row.p_right) == pytest.approx((direct.left, direct.inside, direct.right))
    assert row.p_left + row.p_rope + row.p_right == pytest.approx(1)


def test_the_words_follow_the_learner_that_is_ahead(run):
    verdict = judge(run, rope=0.01)
    row = verdict.comparisons[0]
    assert (
        f"Bayesian correlated t test: lda better by more than 0.01 with probability {row.p_right:.3f}, within it "
        f"with {row.p_rope:.3f}, nb better by more with {row.p_left:.3f}." in verdict.details()
    )
    turned = judge(evaluate(dict(reversed(LEARNERS.items())), data.load("wdbc"), scheme="3x5", seed=1), rope=0.01)
    assert f"lda better by more than 0.01 with probability {row.p_right:.3f}" in turned.details()
    assert "Bayesian" not in judge(run).details()


@pytest.mark.parametrize("scheme", ["holdout:0.3", "10"])
def test_one_split_has_no_posterior(scheme):
    row = judge(evaluate(LEARNERS, data.load("iris"), scheme=scheme, seed=1), rope=0.1).comparisons[0]
    assert np.isnan(row.p_right) == (scheme != "10")
