import csv
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from foldwise.stats import bayesian_signed_rank

LEARNERS = ("nbc", "aode", "hnb", "j48", "j48gr")
# Benavoli et al. 2017: the first learner of the pair better, no difference, the second better.
PUBLISHED = {
    ("nbc", "aode"): (0.000, 0.123, 0.877),
    ("nbc", "hnb"): (0.000, 0.001, 0.999),
    ("nbc", "j48"): (0.228, 0.006, 0.766),
    ("nbc", "j48gr"): (0.179, 0.004, 0.817),
    ("aode", "hnb"): (0.001, 0.965, 0.034),
    ("aode", "j48"): (0.904, 0.034, 0.062),
    ("aode", "j48gr"): (0.883, 0.046, 0.071),
    ("hnb", "j48"): (0.962, 0.020, 0.019),
    ("hnb", "j48gr"): (0.950, 0.026, 0.024),
    ("j48", "j48gr"): (0.000, 1.000, 0.000),
}

few = arrays(np.float64, st.integers(2, 8), elements=st.integers(-5, 5).map(lambda i: i / 100))
widths = st.integers(0, 5).map(lambda i: i / 100)


def parts(result):
    return np.array([result.left, result.inside, result.right])


@pytest.fixture(scope="module")
def benavoli():
    """One row of differences for each published pair, the second learner less the first."""
    with (Path(__file__).parent / "papers" / "benavoli_2017_means.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    means = {name: np.array([float(row[name]) / 100 for row in rows]) for name in LEARNERS}
    return np.array([means[b] - means[a] for a, b in combinations(LEARNERS, 2)])


def test_benavoli_2017(benavoli):
    """Ten pairs on 54 datasets: within four Monte Carlo errors of theirs and ours, where that is less than .003."""
    published = np.array([PUBLISHED[pair] for pair in combinations(LEARNERS, 2)]).T
    result = bayesian_signed_rank(benavoli, rope=0.01, n_draws=100_000)
    errors = np.array([result.left_error, result.inside_error, result.right_error])
    # They drew 50,000 times or more, and printed three digits.
    allowed = 0.0005 + 4 * errors * np.sqrt(1 + 100_000 / 50_000)
    assert (np.abs(parts(result) - published) <= allowed).all()
    assert parts(result) == pytest.approx(published, abs=0.005)


def test_shares_are_the_double_sum(load_oracle):
    """The weights are those of the generator: a gamma variable for the prior, an exponential one for each dataset."""
    d = np.array([0.03, -0.01, 0.0, 0.02, 0.02, -0.04])
    result = bayesian_signed_rank(d, rope=0.01, seed=5, n_draws=40)
    rng = np.random.default_rng(5)
    weights = np.column_stack([rng.standard_gamma(0.5, 40), rng.standard_exponential((40, 6))])
    whole = np.rint(100 * np.concatenate(([0.0], d)))
    expected = np.array(load_oracle("paired_shares").shares(weights, whole, -2, 2))
    assert result.draws() == pytest.approx(expected, abs=1e-13)
    assert parts(result) == pytest.approx(np.bincount(expected.argmax(axis=1), minlength=3) / 40)
    shares = [result.left_share, result.inside_share, result.right_share]
    assert shares == pytest.approx(expected.mean(axis=0), abs=1e-13)


@pytest.mark.parametrize("rope", [0.0, 0.5])
def test_mean_shares_by_hand(rope):
    """Weights of Dir(1/2, 1, 1, 1): E w_i^2 = a(a+1)/(A(A+1)), E w_i w_j = a_i a_j/(A(A+1)), A = 7/2."""
    d, strength = [1.0, 2.0, -3.0], 0.5
    z, a = np.array([0.0, *d]), np.array([strength, 1, 1, 1])
    products = (np.outer(a, a) + np.diag(a)) / (a.sum() * (a.sum() + 1))
    beyond = (1 + np.sign(np.add.outer(z, z) - 2 * rope)) / 2
    result = bayesian_signed_rank(d, rope=rope, prior_strength=strength)
    assert result.right_share == pytest.approx((products * beyond).sum(), abs=4 * 0.3 / 50_000**0.5)


def test_two_datasets_without_prior():
    """Weights w and 1 - w of 1 and -1/2, w uniform: sums 2, 1/2 and -1. Right of 0 unless (1-w)^2 > 1/2."""
    result = bayesian_signed_rank([1.0, -0.5], rope=0, prior_strength=0)
    assert result.left == pytest.approx(1 - 0.5**0.5, abs=4 * result.left_error)
    assert result.inside == 0


@given(d=few, width=widths)
def test_swapping_the_learners_swaps_the_sides(d, width):
    one, other = (bayesian_signed_rank(x, rope=width, n_draws=200) for x in (d, -d))
    assert parts(other) == pytest.approx(parts(one)[::-1], abs=1e-12)
    assert other.draws() == pytest.approx(one.draws()[:, ::-1], abs=1e-12)
    assert parts(one).sum() == pytest.approx(1)


@given(d=few, power=st.integers(-100, 100))
def test_scale_does_not_matter_at_all(d, power):
    one = bayesian_signed_rank(d, rope=0.25, n_draws=100)
    other = bayesian_signed_rank(np.ldexp(d, power), rope=float(np.ldexp(0.25, power)), n_draws=100)
    assert np.array_equal(parts(one), parts(other))


@given(d=few, width=widths)
def test_a_wider_region_holds_more(d, width):
    narrow, wide = (bayesian_signed_rank(d, rope=w, n_draws=100).draws() for w in (width, 2 * width + 0.01))
    assert (wide[:, 1] >= narrow[:, 1] - 1e-12).all()


def test_sums_at_a_limit_count_half():
    """0.9 - 0.89 is above .01, by rounding alone: like .01 it is at the limit, and so is the mean of both."""
    assert 0.9 - 0.89 > 0.01
    result = bayesian_signed_rank([0.9 - 0.89, 0.01], rope=0.01, prior_strength=0)
    assert result.draws() == pytest.approx(np.tile([0, 0.5, 0.5], (50_000, 1)), abs=1e-12)
    assert (result.left, result.inside + result.right) == (0, 1)
    beyond = bayesian_signed_rank([0.01 + 1e-12, 0.01 + 2e-12], rope=0.01, prior_strength=0, score_magnitude=1.0)
    assert beyond.right == 1


@pytest.mark.parametrize(
    ("rope", "expected"), [(0.1, (0, 1, 0)), (0, (0.5, 0, 0.5)), ((0.1, 0.2), (1, 0, 0)), ((-0.2, -0.1), (0, 0, 1))]
)
def test_identical_scores_are_where_zero_is(rope, expected):
    result = bayesian_signed_rank(np.zeros(5), rope=rope, prior_strength=0, n_draws=100)
    assert (result.left, result.inside, result.right) == expected
    assert result.flags == {"identical_scores"}


def test_a_batch_is_many_single_ones_with_the_same_weights():
    batch = np.random.default_rng(0).normal(size=(3, 2, 9))
    batch[0, 1] = 0
    whole = bayesian_signed_rank(batch, rope=0.3, n_draws=300)
    for i in np.ndindex(3, 2):
        one = bayesian_signed_rank(batch[i], rope=0.3, n_draws=300)
        assert isinstance(one.left, float)
        assert np.array_equal(parts(one), parts(whole)[:, *i])
        assert np.array_equal(one.draws(), whole.draws()[i])
        assert one.flags == whole.flags[i]


def test_the_seed_decides():
    d = np.random.default_rng(0).normal(size=20)
    first, again, other = (bayesian_signed_rank(d, rope=0.3, seed=s) for s in (1, 1, 2))
    assert np.array_equal(parts(first), parts(again))
    assert not np.array_equal(parts(first), parts(other))
    assert parts(first) == pytest.approx(parts(other), abs=6 * first.inside_error)


def test_errors_are_those_of_repetitions():
    """Forty seeds: their spread is the standard error told, within a third."""
    d = np.random.default_rng(1).normal(0.1, 1, size=15)
    results = [bayesian_signed_rank(d, rope=0.3, seed=s, n_draws=400) for s in range(40)]
    told = np.mean([result.right_error for result in results])
    assert np.std([result.right for result in results], ddof=1) == pytest.approx(told, rel=0.34)


def test_draws_made_in_parts_are_all_there():
    """More weights than are held at a time: 20,000 draws for 100 datasets."""
    result = bayesian_signed_rank(np.linspace(-1, 1.2, 100), rope=0.1, n_draws=20_000)
    draws = result.draws()
    assert draws.sum(axis=1) == pytest.approx(1)
    assert parts(result) == pytest.approx(np.bincount(draws.argmax(axis=1), minlength=3) / 20_000)


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="must be finite, got nan at index 1"):
        bayesian_signed_rank([0.1, np.nan], rope=0.1)
    with pytest.raises(ValueError, match="at least 2 values along n_datasets, got 1"):
        bayesian_signed_rank([0.1], rope=0.1)
    with pytest.raises(ValueError, match="prior_strength must be finite and not negative"):
        bayesian_signed_rank([0.1, 0.2], rope=0.1, prior_strength=-0.5)
