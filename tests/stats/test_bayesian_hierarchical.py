import csv
from pathlib import Path

import numpy as np
import pytest
from scipy.special import stdtr

from foldwise.stats import bayesian_correlated_t, bayesian_hierarchical


def parts(result):
    return np.array([result.left, result.inside, result.right])


def shares(result):
    return np.array([result.left_share, result.inside_share, result.right_share])


def with_moments(means, deviations, n_repeats=10, n_folds=10):
    """Folds that have just these means and standard deviations: the likelihood needs no more."""
    n = n_repeats * n_folds
    pattern = np.linspace(-1, 1, n)
    pattern /= pattern.std(ddof=1)
    x = np.asarray(means)[:, np.newaxis] + np.asarray(deviations)[:, np.newaxis] * pattern
    return x.reshape(-1, n_repeats, n_folds)


@pytest.fixture(scope="module")
def uci():
    """Hidden naive Bayes, and AODE, less naive Bayes on 54 datasets, ten times ten-fold."""
    with (Path(__file__).parent / "papers" / "benavoli_2017_means.csv").open(encoding="utf-8") as file:
        rows = [{name: float(value) / 100 for name, value in row.items()} for row in csv.DictReader(file)]
    return {
        name: with_moments([row[name] - row["nbc"] for row in rows], [row[f"sd_{name}_nbc"] for row in rows])
        for name in ("hnb", "aode")
    }


@pytest.fixture(scope="module")
def hnb(uci):
    return bayesian_hierarchical(uci["hnb"], rope=0.01)


def test_benavoli_2017(hnb):
    """HNB better .998, no difference .002, NBC better .000: four errors of ours and of 4,000 draws, and their rounding.

    From 4,000 draws of Stan, worth fewer: an error of .0007 at least.
    """
    assert parts(hnb) == pytest.approx([0.000, 0.002, 0.998], abs=0.0005 + 4 * np.hypot(0.0007, 0.0005))
    assert hnb.flags == set()
    assert hnb.r_hat < 1.01
    assert hnb.n_effective > 1000


def test_shares_of_another_sampler(uci, hnb):
    """A plain Gibbs sampler with slices for every hyperparameter gave .589, .235 and .176 under the programs' prior."""
    program = bayesian_hierarchical(uci["hnb"], rope=0.01, df_prior=((1, 2), (0.01, 0.1)))
    assert shares(program)[::-1] == pytest.approx([0.589, 0.235, 0.176], abs=0.005)
    assert shares(hnb)[::-1] == pytest.approx([0.589, 0.237, 0.174], abs=0.005)


def test_datasets_whose_folds_do_not_vary_are_flagged(uci):
    """On two datasets AODE and naive Bayes are the same on all folds; each is within the region without doubt."""
    result = bayesian_hierarchical(uci["aode"], rope=0.01)
    assert result.flags == {"zero_variance"}
    same = np.flatnonzero(np.ptp(uci["aode"], axis=(1, 2)) == 0)
    assert same.tolist() == [13, 21]
    assert result.dataset_inside[same] == pytest.approx([1, 1], abs=0.001)
    assert np.isfinite(parts(result)).all()


def by_weighting_the_prior(tables, rho, region, limits, df_prior, n=1_000_000):
    """Importance sampling: draws of all parameters from the prior, weighted by the likelihood of each dataset."""
    rng = np.random.default_rng(1)
    centre = rng.uniform(-limits[0], limits[0], n)
    spread = rng.uniform(0, limits[1], n)
    df = 1 + rng.gamma(rng.uniform(*df_prior[0], n), 1 / rng.uniform(*df_prior[1], n))
    log_weight, deltas = np.zeros(n), []
    for folds in tables:
        m, k = folds.mean(), folds.size
        sigma = rng.uniform(0, limits[2], n)
        deltas.append(centre + spread * rng.standard_t(df))
        squares = ((folds - m) ** 2).sum() / (1 - rho) + k * (m - deltas[-1]) ** 2 / (1 + (k - 1) * rho)
        log_weight += -k * np.log(sigma) - squares / (2 * sigma**2)
    weight = np.exp(log_weight - log_weight.max())
    weight /= weight.sum()
    left, right = stdtr(df, (region[0] - centre) / spread), stdtr(df, (centre - region[1]) / spread)
    three = np.stack([left, 1 - left - right, right])
    return {
        "largest": [weight[three.argmax(axis=0) == place].sum() for place in range(3)],
        "shares": three @ weight,
        "deltas": [delta @ weight for delta in deltas],
        "left": [weight[delta < region[0]].sum() for delta in deltas],
        "population": [centre @ weight, spread @ weight, (1 / df) @ weight],
        "n_effective": 1 / (weight**2).sum(),
    }


@pytest.mark.parametrize("region", [(-0.2, 0.2), (0.1, 0.6)])
def test_against_draws_from_the_prior(region):
    """Three datasets of 1x4, 2x3 and 1x2 folds under narrow priors, the limits of all of which are felt."""
    x = [np.array([[0.9, 0.4, 0.6, 0.9]]), np.array([[0.3, -0.3, 0.1], [0.2, 0.5, -0.1]]), np.array([[0.4, -0.1]])]
    limits, df_prior = (0.5, 0.8, 0.6), ((1.0, 2.0), (0.2, 0.9))
    options = {"test_train_ratio": 0.5, "limits": limits, "df_prior": df_prior}
    result = bayesian_hierarchical(x, rope=region, n_draws=40_000, **options)
    expected = by_weighting_the_prior(x, 1 / 3, region, limits, df_prior)
    assert expected["n_effective"] > 5000
    # Four errors; no quantity below has a standard deviation above a half.
    error = 2 * np.sqrt(1 / expected["n_effective"] + 1 / result.n_effective)
    assert error < 0.05
    assert parts(result) == pytest.approx(expected["largest"], abs=error)
    assert shares(result) == pytest.approx(expected["shares"], abs=error)
    assert result.dataset_mean == pytest.approx(expected["deltas"], abs=error)
    assert result.dataset_left == pytest.approx(expected["left"], abs=error)
    population = [result.estimate, result.spread.mean(), (1 / result.df).mean()]
    assert population == pytest.approx(expected["population"], abs=error)


def test_datasets_that_are_well_known_are_not_shrunk():
    """Means .5 apart with errors of .002: each is what the correlated t test says of it alone."""
    x = with_moments(np.arange(8) / 2, np.full(8, 0.006), 2, 10)
    result = bayesian_hierarchical(x, rope=0.01, n_draws=4000)
    alone = bayesian_correlated_t(x, rope=0.01)
    assert result.dataset_mean == pytest.approx(alone.estimate, abs=3e-4)
    # Nineteen degrees of freedom against twenty less two: the prior of sigma is uniform, not that of its logarithm.
    assert result.dataset_sd == pytest.approx(alone.standard_error * np.sqrt(19 / 16), rel=0.1)


def test_a_dataset_that_is_hardly_known_is_drawn_to_the_others():
    means, deviations = [0.1, 0.11, 0.09, 0.1, 0.105, 0.4], [0.01, 0.01, 0.01, 0.01, 0.01, 3.0]
    result = bayesian_hierarchical(with_moments(means, deviations), rope=0.01, n_draws=4000)
    assert result.dataset_mean[:5] == pytest.approx(means[:5], abs=0.005)
    assert 0.05 < result.dataset_mean[5] < 0.2
    assert result.dataset_sd[5] > 3 * result.dataset_sd[0]


def test_swapping_the_learners_swaps_the_sides(uci, hnb):
    """Other draws: within four errors."""
    other = bayesian_hierarchical(-uci["hnb"], rope=0.01)
    assert parts(other)[::-1] == pytest.approx(parts(hnb), abs=4 * 2**0.5 * 0.0015)
    assert shares(other)[::-1] == pytest.approx(shares(hnb), abs=0.008)
    assert other.dataset_mean == pytest.approx(-hnb.dataset_mean, abs=0.002)


def test_scale_does_not_matter():
    x = np.random.default_rng(0).normal(0.1, 1, (4, 2, 5))
    one = bayesian_hierarchical(x, rope=0.25, n_draws=400)
    other = bayesian_hierarchical(np.ldexp(x, 40), rope=float(np.ldexp(0.25, 40)), n_draws=400)
    assert other.centre == pytest.approx(np.ldexp(one.centre, 40), rel=1e-6)
    assert parts(one) == pytest.approx(parts(other), abs=0.005)


def test_the_seed_decides():
    x = np.random.default_rng(0).normal(0.1, 1, (6, 1, 10))
    first, again, other = (bayesian_hierarchical(x, rope=0.1, seed=s, n_draws=400) for s in (1, 1, 2))
    assert np.array_equal(first.centre, again.centre)
    assert not np.array_equal(first.centre, other.centre)


def test_a_batch_is_many_single_ones():
    batch = np.random.default_rng(0).normal(0.1, 1, (2, 3, 5, 1, 10))
    batch[1, 2, 0], batch[0, 1] = 0, 0
    whole = bayesian_hierarchical(batch, rope=0.2, n_draws=400)
    assert whole.draws().shape == (2, 3, 400, 3)
    for i in np.ndindex(2, 3):
        one = bayesian_hierarchical(batch[i], rope=0.2, n_draws=400)
        assert isinstance(one.left, float)
        assert isinstance(one.r_hat, float)
        assert np.array_equal(parts(one), parts(whole)[:, *i])
        assert np.array_equal(one.dataset_mean, whole.dataset_mean[i])
        assert np.array_equal(one.credible_interval(), np.array(whole.credible_interval())[:, *i])
        assert one.flags == whole.flags[i]
    assert {"zero_variance", "identical_scores"} <= whole.flags[0, 1]
    assert "identical_scores" not in whole.flags[1, 2]


def test_draws_are_those_of_the_probabilities(hnb):
    draws = hnb.draws()
    assert draws.shape == (14_000, 3)
    assert draws.sum(axis=1) == pytest.approx(1)
    assert np.bincount(draws.argmax(axis=1), minlength=3) / 14_000 == pytest.approx(parts(hnb))
    assert draws.mean(axis=0) == pytest.approx(shares(hnb))
    low, high = hnb.credible_interval(0.9)
    assert np.mean((hnb.centre > low) & (hnb.centre < high)) == pytest.approx(0.9, abs=0.001)


def test_a_list_of_equal_tables_is_an_array():
    x = np.random.default_rng(0).normal(0.1, 1, (3, 2, 5))
    one, other = (bayesian_hierarchical(given, rope=0.1, n_draws=400) for given in (x, list(x)))
    assert np.array_equal(one.centre, other.centre)


def test_short_chains_are_flagged():
    x = np.random.default_rng(0).normal(0.1, 1, (6, 1, 10))
    assert bayesian_hierarchical(x, rope=0.1, n_draws=400).flags == {"not_converged"}
    assert bayesian_hierarchical(x, rope=0.1).flags == set()


@pytest.mark.parametrize("n_datasets", [2, 30])
def test_identical_scores_are_inside(n_datasets):
    result = bayesian_hierarchical(np.zeros((n_datasets, 1, 10)), rope=0.01)
    assert {"identical_scores", "zero_variance"} <= set(result.flags)
    assert result.dataset_inside.min() > 0.95
    assert result.inside > 0.5


def test_without_a_region_a_constant_dataset_is_known_as_well_as_the_best_other():
    x = np.random.default_rng(0).normal(0.1, 1, (4, 1, 10))
    x[2] = 0.3
    x[3] *= 0.1
    result = bayesian_hierarchical(x, rope=0)
    assert result.flags == {"zero_variance"}
    assert result.inside == 0
    assert result.dataset_sd[2] == pytest.approx(result.dataset_sd[3], rel=0.5)
    with pytest.raises(ValueError, match="folds vary on no dataset, and a rope of no width"):
        bayesian_hierarchical(np.zeros((3, 1, 10)), rope=0)


@pytest.mark.parametrize(
    ("x", "options", "error", "message"),
    [
        (np.zeros((3, 10)), {}, ValueError, r"shape \(n_datasets, n_repeats, n_folds\).*got \(3, 10\)"),
        (np.zeros((1, 2, 5)), {}, ValueError, "at least 2 datasets are needed, got 1"),
        (np.full((2, 2, 5), np.nan), {}, ValueError, r"dataset 0 \(counted from 0\): differences must be finite"),
        ([np.zeros((2, 5)), np.zeros(5)], {}, ValueError, "datasets of different shapes must each have shape"),
        (np.zeros((2, 2, 1)), {}, ValueError, "give test_train_ratio"),
        (np.ones((2, 2, 5)), {"test_train_ratio": [0.1] * 3}, ValueError, "one per dataset, 2, got shape"),
        (np.ones((2, 2, 5)), {"n_draws": 41}, ValueError, "multiple of n_chains"),
        (np.ones((2, 2, 5)), {"n_chains": 1}, ValueError, "n_chains"),
        (np.ones((2, 2, 5)), {"df_prior": (1, 2)}, TypeError, "df_prior must be two pairs"),
        (np.ones((2, 2, 5)), {"df_prior": ((2, 1), (1, 2))}, ValueError, "0 < low < high"),
        (np.ones((2, 2, 5)), {"limits": (1, 2)}, TypeError, "limits must be three numbers"),
        (np.ones((2, 2, 5)), {"limits": (1, 2, 0)}, ValueError, "limits must be positive"),
    ],
)
def test_bad_input_is_refused(x, options, error, message):
    with pytest.raises(error, match=message):
        bayesian_hierarchical(x, rope=0.1, **options)
