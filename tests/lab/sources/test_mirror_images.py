"""A learner and its mirror image: the law of the population, the symmetry, refusals."""

import numpy as np
import pytest
from scipy.special import expit
from sklearn.base import clone
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import QuantileRegressor, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from foldwise.lab import run_trials
from foldwise.lab.sources import MirrorImages


def test_classes_have_the_log_odds_that_it_says():
    X, y = MirrorImages(n_examples=40_000, n_attributes=2, slope=0.8).draw(np.random.default_rng(0))
    chance = expit(0.8 * X.sum(axis=1))
    assert y.mean() == pytest.approx(0.5, abs=0.01)
    for low, high in ((0.0, 0.3), (0.3, 0.7), (0.7, 1.0)):
        inside = (low <= chance) & (chance < high)
        assert y[inside].mean() == pytest.approx(chance[inside].mean(), abs=0.02)


def test_numbers_are_a_sum_and_noise():
    X, y = MirrorImages(QuantileRegressor(), 40_000, 2, slope=0.8).draw(np.random.default_rng(0))
    rest = y - 0.8 * X.sum(axis=1)
    assert (rest.mean(), rest.std()) == pytest.approx((0, 1), abs=0.02)


def test_in_the_mirror_the_classifiers_change_places():
    source = MirrorImages()
    X, y = source.draw(np.random.default_rng(1))
    first, second = (clone(learner).fit(X, y) for learner in source.learners)
    mirrored = clone(source.learners[1]).fit(-X, 1 - y)
    np.testing.assert_array_equal(mirrored.predict_proba(-X), first.predict_proba(X)[:, ::-1])
    np.testing.assert_array_equal(mirrored.predict(-X), 1 - first.predict(X))
    # They are different learners: the first takes class 1 for more frequent, everywhere.
    assert (first.predict_proba(X)[:, 1] > second.predict_proba(X)[:, 1]).all()


@pytest.mark.parametrize(
    "learner",
    [QuantileRegressor(quantile=0.3, alpha=0), DummyRegressor(strategy="quantile", quantile=0.35)],
    ids=["of a regression", "of the numbers"],
)
def test_in_the_mirror_quantiles_change_places(learner):
    source = MirrorImages(learner, n_examples=60)
    X, y = source.draw(np.random.default_rng(1))
    first, second = (clone(learner).fit(X, y).predict(X) for learner in source.learners)
    np.testing.assert_allclose(clone(source.learners[1]).fit(-X, -y).predict(-X), -first, rtol=0, atol=1e-12)
    assert first.mean() < y.mean() < second.mean()


def test_who_sees_positive_parts_has_an_image_that_sees_negative_ones():
    """By hand: ridge regression on what is below zero."""
    learner = make_pipeline(FunctionTransformer(np.clip, kw_args={"a_min": 0.0, "a_max": None}), Ridge())
    source = MirrorImages(learner, n_examples=60)
    X, y = source.draw(np.random.default_rng(1))
    below = np.minimum(X, 0.0)
    image = clone(source.learners[1]).fit(X, y).predict(X)
    np.testing.assert_allclose(image, Ridge().fit(below, y).predict(below), rtol=0, atol=1e-12)
    assert source.metric == "neg_mean_squared_error"


def test_a_learner_that_takes_no_side_is_its_own_image():
    source = MirrorImages(Ridge(), n_examples=60)
    X, y = source.draw(np.random.default_rng(1))
    first, second = (clone(learner).fit(X, y).predict(X) for learner in source.learners)
    np.testing.assert_allclose(first, second, rtol=0, atol=1e-12)


@pytest.mark.parametrize("metric", ["neg_log_loss", "neg_brier_score"])
def test_differences_lie_around_zero(metric):
    found = run_trials("10", MirrorImages(n_examples=60, metric=metric), n_trials=60).found["10"]
    estimate = found.estimate.ravel()
    assert np.abs(estimate).min() > 0
    assert abs(estimate.mean()) < 4 * estimate.std() / 60**0.5


@pytest.mark.parametrize(
    ("how", "error", "words"),
    [
        ({"learner": 3}, TypeError, "learner must be"),
        ({"slope": float("nan")}, ValueError, "slope must be a number"),
        ({"n_examples": 9}, ValueError, "n_examples"),
    ],
)
def test_what_makes_no_source_is_refused(how, error, words):
    with pytest.raises(error, match=words):
        MirrorImages(**how)
