"""The bootstrap over trials."""

import numpy as np
import pytest

from foldwise.lab._resample import few_trials_caveats, interval, resample


def test_standard_error_of_a_mean():
    values = np.random.default_rng(0).exponential(size=400)
    drawn = resample(lambda means: means[:, 0], values[:, np.newaxis], seed=1, n_resamples=4000)
    # The bootstrap's own formula for a mean; 4000 resamples know it to about one percent.
    assert drawn.std() == pytest.approx(values.std() / 20, rel=0.04)
    assert drawn.mean() == pytest.approx(values.mean(), abs=4 * values.std() / 20 / np.sqrt(4000))


def test_equal_trials_are_drawn_together_without_changing_the_law():
    values = np.repeat([0.0, 1.0], [30, 10])
    drawn = resample(lambda means: means[:, 0], values[:, np.newaxis], seed=1, n_resamples=20_000)
    assert set(np.round(drawn * 40)) <= set(range(41))
    # Binomial: 40 draws with probability 1/4.
    assert drawn.var() == pytest.approx(0.25 * 0.75 / 40, rel=0.05)


def test_order_of_trials_does_not_matter_and_seed_does():
    rows = np.random.default_rng(0).normal(size=(50, 2))

    def product(means):
        return means[:, 0] * means[:, 1]

    assert np.array_equal(resample(product, rows, seed=1), resample(product, rows[::-1], seed=1))
    assert not np.array_equal(resample(product, rows, seed=1), resample(product, rows, seed=2))


def test_parts_are_put_together(monkeypatch):
    monkeypatch.setattr("foldwise.lab._resample._AT_ONCE", 60)
    drawn = resample(lambda means: means[:, 0], np.arange(50.0)[:, np.newaxis], seed=1, n_resamples=7)
    assert drawn.shape == (7,)
    assert len(set(drawn)) > 1


def test_interval_is_made_of_percentiles():
    assert interval(np.arange(1001) / 1000) == pytest.approx((0.025, 0.975))
    assert np.isnan(interval(np.array([0.0, np.nan]))).all()


def test_one_trial_cannot_tell_how_trials_vary():
    drawn = resample(lambda means: means[:, 0], [[0.5]], seed=1)
    assert drawn.shape == (1000,)
    assert np.isnan(interval(drawn)).all()


@pytest.mark.parametrize(("n_trials", "codes"), [(1, ["few_trials"]), (99, ["few_trials"]), (100, [])])
def test_limits_from_few_trials_are_said_to_be_narrow(n_trials, codes):
    assert [caveat.code for caveat in few_trials_caveats(n_trials)] == codes
