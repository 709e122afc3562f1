import csv
from pathlib import Path

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from foldwise.stats import bayesian_sign, sign_test

few = arrays(np.float64, st.integers(2, 12), elements=st.integers(-5, 5).map(lambda i: i / 100))
widths = st.integers(0, 5).map(lambda i: i / 100)


def parts(result):
    return np.array([result.left, result.inside, result.right])


def with_counts(left, inside, right):
    return np.repeat([-1.0, 0.0, 1.0], [left, inside, right])


def test_two_regions_by_hand():
    """Without ties and prior the share of the right has a beta posterior: P(Beta(3, 1) > 1/2) = 1 - 1/8."""
    result = bayesian_sign(with_counts(1, 0, 3), rope=0.5, prior_strength=0)
    assert parts(result) == pytest.approx([1 / 8, 0, 7 / 8], abs=1e-12)
    assert (result.left_share, result.inside_share, result.right_share) == (0.25, 0, 0.75)
    assert (result.left_error, result.inside_error, result.right_error) == (0, 0, 0)
    assert (result.n_left, result.n_inside, result.n_right) == (1, 0, 3)


def test_one_region_has_it_all():
    assert parts(bayesian_sign(with_counts(0, 0, 5), rope=0.5, prior_strength=0)).tolist() == [0, 0, 1]


def test_equal_counts_are_equally_probable():
    assert parts(bayesian_sign(with_counts(4, 3, 4), rope=0.5)) == pytest.approx([1 / 3] * 3, rel=1e-12)


@pytest.mark.parametrize("counts", [(3, 28, 24), (1, 5, 20), (30, 31, 32)])
def test_against_an_integral_at_thirty_digits(counts):
    """The share of the region i is the largest: an integral over its gamma variable, by mpmath."""
    with mpmath.workdps(30):
        expected = []
        for own in range(3):
            a, b, c = (counts[(own + step) % 3] for step in range(3))
            expected.append(
                mpmath.quad(
                    lambda x, a=a, b=b, c=c: (
                        x ** (a - 1)
                        * mpmath.exp(-x)
                        / mpmath.gamma(a)
                        * mpmath.gammainc(b, 0, x, regularized=True)
                        * mpmath.gammainc(c, 0, x, regularized=True)
                    ),
                    [0, 10, 30, 60, 150],
                )
            )
    left, inside, right = counts
    result = bayesian_sign(with_counts(left, inside - 1, right), rope=0.5)
    assert parts(result) == pytest.approx([float(p) for p in expected], abs=1e-10)


def test_benavoli_2017():
    """Their Monte Carlo .000, .709 and .291 for AODE and naive Bayes on 54 datasets, rope .01: four errors of .0020."""
    with (Path(__file__).parent / "papers" / "benavoli_2017_means.csv").open(encoding="utf-8") as file:
        d = [(float(row["aode"]) - float(row["nbc"])) / 100 for row in csv.DictReader(file)]
    result = bayesian_sign(d, rope=0.01)
    assert (result.n_left, result.n_inside, result.n_right) == (3, 27, 24)
    assert parts(result) == pytest.approx([0, 0.709, 0.291], abs=0.008)
    assert parts(result) == pytest.approx([0, 0.7121, 0.2879], abs=5e-5)


def test_draws_have_the_same_probabilities():
    result = bayesian_sign(with_counts(4, 6, 7), rope=0.5, seed=3)
    draws = result.draws()
    assert draws.shape == (50_000, 3)
    assert draws.sum(axis=1) == pytest.approx(1)
    shares = np.bincount(draws.argmax(axis=1), minlength=3) / len(draws)
    assert shares == pytest.approx(parts(result), abs=4 * 0.5 / 50_000**0.5)
    assert draws.mean(axis=0) == pytest.approx([4 / 18, 7 / 18, 7 / 18], abs=0.003)
    assert np.array_equal(draws, bayesian_sign(with_counts(4, 6, 7), rope=0.5, seed=3).draws())


@given(d=few, width=widths)
def test_swapping_the_learners_swaps_the_sides(d, width):
    one, other = bayesian_sign(d, rope=width), bayesian_sign(-d, rope=width)
    assert parts(other) == pytest.approx(parts(one)[::-1], abs=1e-15)
    assert parts(one).sum() == pytest.approx(1, rel=1e-14)


@given(d=few)
def test_counts_are_those_of_the_sign_test(d):
    ours, theirs = bayesian_sign(d, rope=0), sign_test(d)
    assert (ours.n_right, ours.n_left, ours.n_inside) == (theirs.wins, theirs.losses, theirs.n_ties)


def test_the_limits_belong_to_the_region():
    d = [0.01, -0.01, 0.0100001, 0.9 - 0.89]
    assert d[3] > 0.01
    result = bayesian_sign(d, rope=0.01)
    assert (result.n_left, result.n_inside, result.n_right) == (0, 3, 1)
    uneven = bayesian_sign(d, rope=(-0.02, 0.0))
    assert (uneven.n_left, uneven.n_inside, uneven.n_right) == (0, 1, 3)


def test_a_batch_is_many_single_ones():
    batch = np.random.default_rng(0).normal(size=(3, 2, 9))
    batch[1, 1] = 0
    whole = bayesian_sign(batch, rope=0.3)
    assert whole.draws().shape == (3, 2, 50_000, 3)
    for i in np.ndindex(3, 2):
        one = bayesian_sign(batch[i], rope=0.3)
        assert isinstance(one.left, float)
        assert np.array_equal(parts(one), parts(whole)[:, *i])
        assert one.flags == whole.flags[i]
    assert whole.flags[1, 1] == {"identical_scores"}


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"rope": -1}, ValueError, "rope must be"),
        ({"rope": 0.1, "prior_strength": -1}, ValueError, "prior_strength must be finite and not negative, got -1"),
        ({"rope": 0.1, "prior_strength": "1"}, TypeError, "prior_strength must be a number"),
        ({"rope": 0.1, "n_draws": 0}, ValueError, "n_draws"),
        ({"rope": 0.1, "seed": 1.5}, TypeError, "seed"),
    ],
)
def test_bad_options_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        bayesian_sign([0.1, 0.2], **options)


def test_nan_is_refused():
    with pytest.raises(ValueError, match="must be finite, got nan at index 1"):
        bayesian_sign([0.1, np.nan], rope=0.1)
