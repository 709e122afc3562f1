import numpy as np
import pytest
from scipy.stats import t

from foldwise.stats import agreement_forecast, jackknife_error


def test_by_hand():
    """Distance 2 sqrt(2) at an error of 1 from ten repeats: Student's t with 9 degrees of freedom at 2 (mpmath).

    17 repeats: 2 sqrt(17/10) = 2.6077, and the quantile .99 of 16 degrees of freedom is 2.5835; 16: 2.5298 < 2.6025.
    """
    forecast = agreement_forecast(2 * np.sqrt(2), 1.0, n_repeats=10)
    assert forecast.agreement == pytest.approx(1 - 0.03827641188535052, rel=1e-12)
    assert forecast.risk == pytest.approx(0.03827641188535052, rel=1e-12)
    assert forecast.repeats_for(0.99) == 17
    # So high already: fewer would do. 9: 1.8974 > 1.8595; 8: 1.7889 < 1.8946.
    assert forecast.repeats_for(0.95) == 9


def test_the_forecast_is_what_happens():
    """A million pairs of executions, the first within .02 of t = 2.3: how often the second is on the same side of 2.

    The mean over partitions is uniform here, as it is when nothing else is known. Some 10,000 pairs are that near,
    so the share has a standard error of .0045.
    """
    rng = np.random.default_rng(1)
    centre = rng.uniform(0, 4, 1_000_000)
    first, second = centre + 0.4 * rng.normal(size=(2, centre.size))
    here = np.abs(first - 2.3) < 0.02
    observed = (second[here] > 2).mean()
    # The error is given here, not estimated: as if from any number of repeats.
    assert agreement_forecast(0.3, 0.4, n_repeats=100_000).agreement == pytest.approx(observed, abs=4 * 0.0045)


def test_an_error_that_is_estimated_has_heavier_tails():
    """Executions of five repeats, statistic and error from the same five values: t' - t over sqrt(2) s is Student's."""
    rng = np.random.default_rng(4)
    first, second = rng.normal(size=(2, 400_000, 5))
    error = first.std(axis=1, ddof=1) / np.sqrt(5)
    off = (second.mean(axis=1) - first.mean(axis=1)) / (np.sqrt(2) * error)
    for away in (1.0, 2.0, 3.0):
        risk = agreement_forecast(away * np.sqrt(2), 1.0, n_repeats=5).risk
        assert risk == pytest.approx((off > away).mean(), rel=0.03)


def test_repeats_needed_give_that_agreement():
    """With the error of that many repeats, the forecast is what was asked for."""
    now = agreement_forecast(-0.13, 0.31, n_repeats=10)
    for wanted in (0.6, 0.95, 0.99):
        needed = now.repeats_for(wanted)
        then = agreement_forecast(-0.13, 0.31 * np.sqrt(10 / needed), n_repeats=int(needed))
        fewer = agreement_forecast(-0.13, 0.31 * np.sqrt(10 / (needed - 1)), n_repeats=int(needed) - 1)
        assert fewer.agreement < wanted <= then.agreement


def test_batches_broadcast():
    forecast = agreement_forecast([[0.1], [-0.5]], [0.2, 0.4, 0.8], n_repeats=5)
    assert forecast.agreement.shape == forecast.repeats_for(0.9).shape == (2, 3)
    assert forecast.agreement == pytest.approx(t.cdf([[0.1], [0.5]] / (np.sqrt(2) * np.array([0.2, 0.4, 0.8])), 4))


def test_edges():
    boundary, certain, both, infinite = (
        agreement_forecast(d, s, n_repeats=10) for d, s in [(0.0, 1.0), (0.1, 0.0), (0, 0), (np.inf, 1.0)]
    )
    assert (boundary.agreement, boundary.repeats_for(0.99)) == (0.5, np.inf)
    # Partitions do not matter: every execution has this very statistic.
    assert (certain.agreement, certain.risk, certain.repeats_for(0.99)) == (1, 0, 2)
    assert (both.agreement, both.repeats_for(0.99)) == (1, 2)
    assert (infinite.agreement, infinite.repeats_for(0.99)) == (1, 2)
    assert agreement_forecast(40.0, 1.0, n_repeats=9).risk == pytest.approx(t.sf(40 / np.sqrt(2), 8), rel=1e-12)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ((np.nan, 1.0, 5), ValueError, "distance must not be NaN"),
        ((1.0, np.nan, 5), ValueError, "error must not be NaN"),
        ((1.0, -0.1, 5), ValueError, "error must be finite and not negative"),
        ((1.0, np.inf, 5), ValueError, "error must be finite and not negative"),
        (("1", 1.0, 5), TypeError, "distance must be a number"),
        ((1.0, 1.0, 1), ValueError, "n_repeats must be at least 2"),
    ],
)
def test_bad_numbers_are_refused(arguments, error, words):
    distance, spread, n_repeats = arguments
    with pytest.raises(error, match=words):
        agreement_forecast(distance, spread, n_repeats=n_repeats)


@pytest.mark.parametrize("agreement", [0.5, 0.2])
def test_an_agreement_of_coin_tosses_is_refused(agreement):
    with pytest.raises(ValueError, match=r"must be greater than 0\.5"):
        agreement_forecast(1.0, 1.0, n_repeats=5).repeats_for(agreement)


def test_the_jackknife_error_of_a_mean_is_the_usual_one():
    x = np.random.default_rng(2).normal(size=(4, 12))
    left_out = (x.sum(axis=-1, keepdims=True) - x) / 11
    assert jackknife_error(left_out) == pytest.approx(x.std(axis=-1, ddof=1) / np.sqrt(12), rel=1e-12)
    assert isinstance(jackknife_error(left_out[0]), float)


def test_the_jackknife_error_does_not_depend_on_the_scale():
    x = np.random.default_rng(3).normal(size=9)
    for exponent in (-600, 600):
        assert jackknife_error(x * 2.0**exponent) == jackknife_error(x) * 2.0**exponent


def test_rounding_is_no_error():
    assert jackknife_error([0.1 + 0.2, 0.3, 0.3]) == 0


@pytest.mark.parametrize(
    ("values", "words"),
    [([1.0], "left_out must hold at least 2 values along n_repeats, got 1"), ([1, np.inf], "left_out must be finite")],
)
def test_bad_left_out_statistics_are_refused(values, words):
    with pytest.raises(ValueError, match=words):
        jackknife_error(values)
