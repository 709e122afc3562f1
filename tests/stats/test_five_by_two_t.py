import csv
from pathlib import Path

import mpmath
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from foldwise.stats import five_by_two_f, five_by_two_t

with Path(__file__).with_name("reference_vectors.csv").open(encoding="utf-8") as file:
    ROWS = {row["id"]: row for row in csv.DictReader(file)}

D = np.array([[3.0, 1.0], [0.0, 4.0], [2.0, 2.0], [5.0, 3.0], [1.0, 1.0]])
FORMS = ("dietterich", "as_printed")

each = pytest.mark.parametrize("form", FORMS)
quick = settings(max_examples=25, deadline=None)
scores = st.integers(-5000, 5000).map(lambda i: i / 1000)
ten = arrays(np.float64, (5, 2), elements=scores)


def exact(d, form):
    """Statistic and two-sided p-value at 40 digits."""
    with mpmath.workdps(40):
        x = [[mpmath.mpf(float(v)) for v in run] for run in d]
        if form == "dietterich":
            radicand = sum((a - b) ** 2 / 2 for a, b in x) / 5
        else:
            mean = sum(map(sum, x)) / 10
            radicand = sum((v - mean) ** 2 for run in x for v in run) / 5
        t = x[0][0] / mpmath.sqrt(radicand)
        return float(t), float(mpmath.betainc(2.5, 0.5, 0, 5 / (5 + t * t), regularized=True))


def test_by_hand():
    """s_j^2 = (x1 - x2)^2 / 2 = 2, 8, 0, 2, 0, their mean 12/5: t = 3 / sqrt(2.4)."""
    result = five_by_two_t(D)
    assert result.statistic == pytest.approx(3 / 2.4**0.5, rel=1e-15)
    assert result.standard_error == pytest.approx(2.4**0.5, rel=1e-15)
    assert (result.estimate, result.mean_difference, result.df) == (3, 2.2, 5)
    assert result.relabelled == pytest.approx(D / 2.4**0.5, rel=1e-15)
    assert result.flags == set()


def test_as_printed_by_hand():
    """Grand mean 2.2, sum of squares 70 - 48.4 = 21.6, a fifth of it 4.32."""
    result = five_by_two_t(D, form="as_printed")
    assert result.statistic == pytest.approx(3 / 4.32**0.5, rel=1e-14)
    assert result.relabelled == pytest.approx(D / 4.32**0.5, rel=1e-14)
    assert (result.estimate, result.mean_difference, result.df) == (3, 2.2, 5)


@pytest.mark.parametrize(("name", "form"), [("dietterich_5x2", "dietterich"), ("bb_printed_5x2", "as_printed")])
def test_the_reference_vectors(name, form):
    row = ROWS[name]
    d = np.array([float(x) for x in row["input"].removeprefix("run-major differences=").split(";")]).reshape(5, 2)
    result = five_by_two_t(d, form=form)
    assert result.statistic == pytest.approx(float(row["statistic"]), rel=1e-12)
    assert result.pvalue == pytest.approx(float(row["p_value"]), rel=1e-12)
    assert result.df == int(row["df"])


def worst_error(n_inputs, seed, form):
    rng = np.random.default_rng(seed)
    spread = 10 ** rng.uniform(-9, 1, (n_inputs, 1, 1))
    d = rng.normal(size=(n_inputs, 1, 1)) + spread * rng.normal(size=(n_inputs, 5, 2))
    result = five_by_two_t(d, form=form)
    expected = np.array([exact(x, form) for x in d])
    assert (expected[:, 1] > 1e-300).all()
    found = np.stack([result.statistic, result.pvalue], axis=1)
    # Differences of nearly equal numbers: the exact answer is about the same rounded input, so nothing is lost.
    return np.abs(found / expected - 1).max()


@each
def test_twelve_digits(form):
    assert worst_error(500, 0, form) < 1e-12


@pytest.mark.slow
@each
def test_twelve_digits_on_ten_thousand_inputs(form):
    assert worst_error(10_000, 1, form) < 1e-12


@each
@quick
@given(d=ten)
def test_swapping_the_learners_only_flips_the_sign(form, d):
    one, other = five_by_two_t(d, form=form), five_by_two_t(-d, form=form)
    assert other.statistic == -one.statistic
    assert other.estimate == -one.estimate
    assert other.mean_difference == -one.mean_difference
    assert np.array_equal(other.relabelled, -one.relabelled)
    assert other.pvalue == one.pvalue or (np.isnan(one.pvalue) and np.isnan(other.pvalue))
    assert other.flags == one.flags


@each
@quick
@given(d=ten, power=st.integers(-600, 600))
def test_scale_does_not_matter_at_all(form, d, power):
    one, other = five_by_two_t(d, form=form), five_by_two_t(np.ldexp(d, power), form=form)
    assert other.statistic == one.statistic
    assert other.pvalue == one.pvalue or np.isnan(one.pvalue)
    assert other.estimate == np.ldexp(one.estimate, power)
    assert other.standard_error == np.ldexp(one.standard_error, power)
    assert np.array_equal(other.relabelled, one.relabelled)
    assert other.flags == one.flags


@each
@quick
@given(d=ten, runs=st.permutations(range(5)), flips=st.lists(st.booleans(), min_size=5, max_size=5))
def test_relabelling_only_chooses_another_of_the_ten(form, d, runs, flips):
    other = np.stack([d[run][::-1] if flip else d[run] for run, flip in zip(runs, flips, strict=True)])
    assume("zero_variance" not in five_by_two_t(d, form=form).flags)
    one, other = five_by_two_t(d, form=form), five_by_two_t(other, form=form)
    place = (runs[0], int(flips[0]))
    assert other.statistic == pytest.approx(one.relabelled[place], rel=1e-13, abs=1e-13)
    assert np.sort(other.relabelled.ravel()) == pytest.approx(np.sort(one.relabelled.ravel()), rel=1e-13, abs=1e-13)


@quick
@given(d=ten)
def test_the_mean_of_the_ten_squares_is_f(d):
    assume((d[:, 0] != d[:, 1]).any())
    assert np.square(five_by_two_t(d).relabelled).mean() == pytest.approx(five_by_two_f(d).statistic, rel=1e-12)


@each
def test_a_batch_is_many_single_tests_bit_by_bit(form):
    batch = np.random.default_rng(0).normal(size=(3, 4, 5, 2))
    batch[0, 0], batch[1, 1], batch[2, 2] = 0, 0.3, np.arange(5.0)[:, np.newaxis]
    whole = five_by_two_t(batch, form=form)
    names = ("statistic", "pvalue", "estimate", "standard_error", "mean_difference", "relabelled")
    for i in np.ndindex(3, 4):
        one = five_by_two_t(batch[i], form=form)
        assert isinstance(one.pvalue, float)
        for name in names:
            assert np.array_equal(getattr(one, name), getattr(whole, name)[i], equal_nan=True)
        assert one.flags == whole.flags[i]


def test_no_spread_inside_any_run_is_no_variance():
    """Runs differ, folds of a run do not: Dietterich's denominator is zero, the printed one is not."""
    d = np.array([[0.1, 0.1], [0.2, 0.2], [0.3, 0.3], [-0.1, -0.1], [0.0, 0.0]])
    result = five_by_two_t(d)
    assert (result.statistic, result.standard_error) == (np.inf, 0)
    assert np.isnan(result.pvalue)
    assert result.flags == {"zero_variance"}
    assert result.relabelled[:, 0].tolist() == [np.inf, np.inf, np.inf, -np.inf, 0]
    assert np.isnan(result.confidence_interval()).all()
    assert five_by_two_t(d, form="as_printed").flags == set()
    assert five_by_two_t(d, zero_variance="limit").pvalue == 0
    with pytest.raises(ValueError, match="1 of 1 experiments have differences that are not zero and do not vary"):
        five_by_two_t(d, zero_variance="error")


def test_no_variance_and_no_numerator():
    d = np.array([[0.0, 0.0], [0.2, 0.2], [0.3, 0.3], [-0.1, -0.1], [0.0, 0.0]])
    result = five_by_two_t(d)
    assert result.statistic == 0
    assert np.isnan(result.pvalue)
    assert result.flags == {"zero_variance"}
    assert five_by_two_t(d, zero_variance="limit").pvalue == 1


@each
def test_degenerate_members_of_a_batch_are_named(form):
    result = five_by_two_t([np.zeros((5, 2)), np.full((5, 2), -0.04), D], form=form)
    assert result.statistic[:2].tolist() == [0, -np.inf]
    assert result.pvalue[0] == 1
    assert np.isnan(result.pvalue[1])
    assert result.pvalue[2] == five_by_two_t(D, form=form).pvalue
    assert result.relabelled[0].tolist() == [[0, 0]] * 5
    assert result.flags.where("identical_scores").tolist() == [True, False, False]
    assert result.flags.where("zero_variance").tolist() == [False, True, False]


@each
def test_rounding_is_neither_variance_nor_difference(form):
    right = np.array([290, 251, 172, 31, 100])
    d = np.stack([(right + 1) / 300 - right / 300, (right[::-1] + 1) / 300 - right[::-1] / 300], axis=1)
    assert 0 < np.ptp(d) < 1e-15
    assert five_by_two_t(d, form=form).flags == {"zero_variance"}
    assert five_by_two_t(d, form=form, score_magnitude=0.003).flags == set()
    assert five_by_two_t(d, form=form, score_magnitude=0.97).flags == {"zero_variance"}
    noise = five_by_two_t(np.tile([1e-17, -1.1e-16], (5, 1)), form=form, score_magnitude=1)
    assert (noise.statistic, noise.pvalue, noise.flags) == (0, 1, {"identical_scores"})
    assert noise.relabelled.tolist() == [[0, 0]] * 5


def test_one_sided():
    two, greater, less = (five_by_two_t(D, alternative=a).pvalue for a in ("two-sided", "greater", "less"))
    assert greater == pytest.approx(two / 2, rel=1e-15)
    assert less == pytest.approx(1 - two / 2, rel=1e-15)


def test_the_interval_inverts_the_test():
    """t(.975, 5 df) = 2.5705818356363155."""
    half = 2.5705818356363155 * 2.4**0.5
    assert five_by_two_t(D).confidence_interval() == pytest.approx((3 - half, 3 + half), rel=1e-12)


@pytest.mark.parametrize("shape", [(2, 5), (10, 10), (5, 3), (4, 2), (3, 6, 2)])
def test_other_designs_are_refused(shape):
    with pytest.raises(ValueError, match=rf"shape \(5, 2\).*got \({shape[-2]}, {shape[-1]}\) at the end.*corrected"):
        five_by_two_t(np.zeros(shape))


def test_one_dimension_is_refused():
    with pytest.raises(ValueError, match=r"\(n_repeats, n_folds\).*got \(10,\)"):
        five_by_two_t(np.zeros(10))


def test_bad_options_are_refused():
    with pytest.raises(ValueError, match="form must be one of 'dietterich', 'as_printed', got 'alpaydin'"):
        five_by_two_t(D, form="alpaydin")
    with pytest.raises(ValueError, match="got nan at repeat 4, fold 0"):
        five_by_two_t(np.where(np.arange(10).reshape(5, 2) == 8, np.nan, D))


def test_an_empty_batch_gives_empty_results():
    result = five_by_two_t(np.zeros((0, 5, 2)))
    assert result.pvalue.shape == result.mean_difference.shape == (0,)
    assert result.relabelled.shape == (0, 5, 2)
