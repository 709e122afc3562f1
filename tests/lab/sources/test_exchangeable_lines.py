"""Exchangeable lines: their laws against known moments, the null, and what is possible."""

import math
import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import Lasso, Ridge
from sklearn.neighbors import KNeighborsRegressor

from foldwise.lab import run_trials
from foldwise.lab.sources import ExchangeableLines


def drawn(**how):
    source = ExchangeableLines(n_examples=1000, n_attributes=3, **how)
    sets = [source.draw(np.random.default_rng([1, number])) for number in range(40)]
    X, y = map(np.concatenate, zip(*sets, strict=True))
    return X, y, y - X @ np.repeat([source.shift, source.second_shift or source.shift], 3)


@pytest.mark.parametrize("noise", ["normal", "t3", "t2"])
def test_the_target_is_a_sum_and_noise(noise):
    X, _, rest = drawn(noise=noise, second_shift=0.1)
    assert np.cov(X.T) == pytest.approx(np.eye(6), abs=0.03)
    # P(T > 2): normal, and Student's with three and two degrees of freedom.
    beyond = {"normal": 0.02275, "t3": 0.06966, "t2": 0.09175}[noise]
    assert (rest > 2).mean() == pytest.approx(beyond, abs=4.5 * math.sqrt(beyond / 40_000))
    assert np.median(rest) == pytest.approx(0, abs=0.03)


def test_a_row_of_leverage_is_ten_times_as_far_out():
    X, _, rest = drawn(law="leverage")
    far = np.abs(X[:, :3]).max(axis=1) > 5
    # Of three normal attributes, times ten, one at least is beyond 5 with probability .944.
    assert far.mean() == pytest.approx(0.02 * 0.944, abs=0.003)
    assert np.std(X[far][:, 3:]) < 3
    assert rest.std() == pytest.approx(1, abs=0.02)


def test_heavy_rows():
    X, _, rest = drawn(law="heavy")
    assert (X > 2).mean() == pytest.approx(0.09175, abs=0.005)
    assert rest.std() == pytest.approx(1, abs=0.02)


def test_tilted_learners_see_all_and_change_places_with_the_blocks():
    source = ExchangeableLines(Lasso(0.1, random_state=0), 60, 3, tilt=1.5)
    X, y = source.draw(np.random.default_rng(1))
    swapped = X[:, [3, 4, 5, 0, 1, 2]]
    a, b = (clone(learner).fit(X, y).predict(X) for learner in source.learners)
    assert (a != b).all()
    np.testing.assert_allclose(clone(source.learners[0]).fit(swapped, y).predict(swapped), b, rtol=0, atol=1e-12)
    by_hand = clone(source.learner).fit(X * ([1.5] * 3 + [1 / 1.5] * 3), y)
    np.testing.assert_allclose(by_hand.predict(X * ([1.5] * 3 + [1 / 1.5] * 3)), a)


def changes(learners, X, y, n, points, truth):
    """By how much losses change, beside how much they vary over examples, when one training example is another."""
    losses = [
        [(clone(learner).fit(X[rows], y[rows]).predict(points) - truth) ** 2 for learner in learners]
        for rows in (np.arange(n), np.r_[np.arange(n - 1), n])
    ]
    (a, b), (other_a, other_b) = losses
    return [(np.var(now - then), np.var(now)) for now, then in ((a, other_a), (a - b, other_a - other_b))]


def test_two_tilted_lassos_differ_in_a_way_that_is_unstable():
    """A Lasso's own loss is stable; the difference of two that nearly agree is several times less so."""
    source = ExchangeableLines(Lasso(0.1, random_state=0), 2101, 25, n_true=3, tilt=1.05)
    found = []
    for number in range(12):
        X, y = source.draw(np.random.default_rng([2, number]))
        found.append(changes(source.learners, X, y, 100, X[101:], y[101:]))
    changed, varied = np.moveaxis(np.mean(found, axis=0), -1, 0)
    alone, between = 100 * changed / varied
    assert between > 4 * alone


def test_the_others_are_noise():
    source = ExchangeableLines(n_examples=5000, n_attributes=4, n_true=1, shift=1.0)
    X, y = source.draw(np.random.default_rng(0))
    correlations = np.corrcoef(np.column_stack([X, y]).T)[-1, :-1]
    assert correlations == pytest.approx([1 / math.sqrt(3), 0, 0, 0] * 2, abs=0.06)
    assert "1 of 4 count" in source.name


@pytest.mark.parametrize("learner", [Ridge(random_state=0), KNeighborsRegressor(3)], ids=["ridge", "neighbours"])
@pytest.mark.parametrize(
    "how", [{}, {"law": "leverage"}, {"tilt": 1.2}, {"noise": "t2", "metric": "neg_mean_absolute_error"}], ids=str
)
def test_nulls_are_symmetric(learner, how):
    source = ExchangeableLines(learner, 40, 3, **how)
    estimate = run_trials("2", source, n_trials=60, seed=1).found["2"].estimate[:, 0]
    assert abs(estimate.mean()) < 3.5 * estimate.std() / math.sqrt(60)
    assert abs((estimate > 0).sum() - (estimate < 0).sum()) < 3.5 * math.sqrt(60)


def test_errors_are_those_that_are_possible():
    """Of the first block 1 + 4 * 0.2^2 is left over, of the second 1 + 4 * 0.6^2."""
    source = ExchangeableLines(n_examples=400, n_attributes=4, shift=0.6, second_shift=0.2)
    assert source.difference is None
    estimate = run_trials("2", source, n_trials=10).found["2"].estimate
    assert estimate.mean() == pytest.approx(4 * (0.36 - 0.04), abs=0.12)


def test_trials_are_pure_functions():
    source = ExchangeableLines(n_examples=40, noise="t3")
    first, again = (
        run_trials("2x5", each, n_trials=2, seed=3).found["2x5"]
        for each in (source, pickle.loads(pickle.dumps(source)))
    )
    np.testing.assert_array_equal(first.statistic, again.statistic)


@pytest.mark.parametrize(
    ("how", "error", "words"),
    [
        ({"learner": "ridge"}, TypeError, "learner must be a regressor, got str"),
        ({"noise": "t1"}, ValueError, "noise must be one of .* got 't1'"),
        ({"law": "chain"}, ValueError, "law must be one of .* got 'chain'"),
        ({"n_true": 6}, ValueError, "n_true must be at most n_attributes, 5, got 6"),
        ({"shift": math.nan}, ValueError, "shift must be a number, such as 0.3, got nan"),
        ({"metric": "accuracy"}, ValueError, "accuracy is for classes"),
        ({"tilt": 0.0}, ValueError, "tilt must be a positive factor, such as 1.05, got 0.0"),
    ],
)
def test_refusals(how, error, words):
    with pytest.raises(error, match=words):
        ExchangeableLines(**how)


def test_lassos_of_many_columns():
    source = ExchangeableLines(Lasso(0.1, random_state=0), 60, 20, n_true=2, tilt=1.05)
    assert source.name == ("lines of slope 0.3, Lasso, 2 of 20 count, tilted 1.05, by neg_mean_squared_error")
    assert run_trials("5", source, n_trials=2).found["5"].pvalue.shape == (2, 1)
