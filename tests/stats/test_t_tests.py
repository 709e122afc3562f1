"""What the t tests have in common: symmetry, scale, batches, degenerate cases, refusals."""

from functools import partial

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import ttest_1samp

from foldwise.stats import (
    corrected_repeated_kfold_t,
    corrected_resampled_t,
    kfold_t,
    resampled_t,
    uncorrected_repeated_kfold_t,
)


def repeated(differences, **options):
    """Three repeats of four folds, so that all tests here take one axis of differences."""
    d = np.asanyarray(differences)
    return corrected_repeated_kfold_t(d.reshape(*d.shape[:-1], 3, 4), **options)


def uncorrected(differences, **options):
    d = np.asanyarray(differences)
    return uncorrected_repeated_kfold_t(d.reshape(*d.shape[:-1], 3, 4), **options)


TESTS = {
    "corrected_repeated_kfold_t": repeated,
    "corrected_resampled_t": partial(corrected_resampled_t, n_train=90, n_test=10),
    "corrected_repeated_kfold_t with df": partial(repeated, df=20.5),
    "kfold_t": kfold_t,
    "resampled_t": resampled_t,
    "uncorrected_repeated_kfold_t": uncorrected,
}
ALWAYS = {
    "corrected_repeated_kfold_t": set(),
    "corrected_repeated_kfold_t with df": set(),
    "corrected_resampled_t": set(),
    "kfold_t": {"elevated_type1"},
    "resampled_t": {"not_recommended"},
    "uncorrected_repeated_kfold_t": {"not_recommended"},
}

each = pytest.mark.parametrize("name", TESTS)
quick = settings(max_examples=30, deadline=None)

# Multiples of 1/1000 with no more than three digits before the point: scores as people have them.
scores = st.integers(-5000, 5000).map(lambda i: i / 1000)
twelve = arrays(np.float64, (12,), elements=scores)


def numbers(result):
    return np.array([result.statistic, result.pvalue, result.estimate, result.standard_error])


@each
@quick
@given(d=twelve)
def test_swapping_the_learners_only_flips_the_sign(name, d):
    test = TESTS[name]
    one, other = test(d), test(-d)
    assert other.statistic == -one.statistic
    assert other.estimate == -one.estimate
    assert other.pvalue == one.pvalue or (np.isnan(one.pvalue) and np.isnan(other.pvalue))
    assert other.flags == one.flags
    low, high = one.confidence_interval()
    assert np.array_equal(other.confidence_interval(), (-high, -low), equal_nan=True)
    less, greater = test(-d, alternative="less").pvalue, test(d, alternative="greater").pvalue
    assert less == greater or (np.isnan(less) and np.isnan(greater))


@each
@quick
@given(d=twelve, order=st.permutations(range(12)))
def test_the_order_of_folds_and_repeats_does_not_matter(name, d, order):
    one, other = TESTS[name](d), TESTS[name](d[order])
    assert numbers(other) == pytest.approx(numbers(one), rel=1e-12, abs=1e-12, nan_ok=True)
    assert other.flags == one.flags


@each
@quick
@given(d=twelve, power=st.integers(-600, 600))
def test_scale_does_not_matter_at_all(name, d, power):
    one, other = TESTS[name](d), TESTS[name](np.ldexp(d, power))
    assert other.statistic == one.statistic
    assert other.pvalue == one.pvalue or np.isnan(one.pvalue)
    assert other.estimate == np.ldexp(one.estimate, power)
    assert other.standard_error == np.ldexp(one.standard_error, power)
    assert other.flags == one.flags


@each
@pytest.mark.parametrize("factor", [1e-320, 1.5e308])
def test_the_ends_of_the_floating_point_range(name, factor):
    d = np.array([1.0, 0.5, 0.25, 1.0, 0.75, 0.5, 0.25, 1.0, 0.5, 0.75, 1.0, 0.25])
    assert TESTS[name](d * factor).statistic == pytest.approx(TESTS[name](d).statistic, rel=1e-3)


@each
@quick
@given(d=twelve, alpha=st.floats(1e-6, 0.5))
def test_the_interval_excludes_zero_exactly_when_the_test_rejects(name, d, alpha):
    result = TESTS[name](d)
    assume(abs(result.pvalue - alpha) > 1e-9 * alpha)
    low, high = result.confidence_interval(1 - alpha)
    assert (low > 0 or high < 0) == (result.pvalue <= alpha)


@each
def test_one_sided_pvalues(name):
    d = np.random.default_rng(5).normal(0.3, 1, 12)
    two, greater, less = (TESTS[name](d, alternative=a) for a in ("two-sided", "greater", "less"))
    assert two.statistic > 0
    assert greater.pvalue == pytest.approx(two.pvalue / 2, rel=1e-15)
    assert less.pvalue == pytest.approx(1 - two.pvalue / 2, rel=1e-15)
    assert (greater.alternative, less.alternative) == ("greater", "less")
    assert greater.confidence_interval() == two.confidence_interval()


@pytest.mark.parametrize("test", [kfold_t, resampled_t, uncorrected, partial(repeated, test_train_ratio=0)])
@quick
@given(d=twelve)
def test_without_correction_it_is_the_plain_t_test(test, d):
    assume(np.ptp(d) > 0.01)
    expected = ttest_1samp(d, 0)
    result = test(d)
    assert result.statistic == pytest.approx(expected.statistic, rel=1e-11, abs=1e-13)
    assert result.pvalue == pytest.approx(expected.pvalue, rel=1e-10)
    interval = expected.confidence_interval(0.9)
    assert result.confidence_interval(0.9) == pytest.approx((interval.low, interval.high), rel=1e-10, abs=1e-12)


@each
def test_a_batch_is_many_single_tests_bit_by_bit(name):
    batch = np.random.default_rng(0).normal(size=(5, 7, 12))
    batch[0, 0], batch[1, 1] = 0, 0.3
    whole = TESTS[name](batch)
    low, high = whole.confidence_interval()
    for i in np.ndindex(5, 7):
        one = TESTS[name](batch[i])
        assert isinstance(one.pvalue, float)
        assert numbers(one).tobytes() == numbers(whole)[:, *i].tobytes()
        assert np.array_equal(one.confidence_interval(), (low[i], high[i]), equal_nan=True)
        assert one.flags == whole.flags[i]


@each
def test_degenerate_members_of_a_batch_are_named(name):
    identical, constant, ordinary = np.zeros(12), np.full(12, -0.04), np.linspace(-1, 2, 12)
    result = TESTS[name]([identical, constant, ordinary])
    assert result.statistic[:2].tolist() == [0, -np.inf]
    assert result.pvalue[0] == 1
    assert np.isnan(result.pvalue[1])
    assert result.pvalue[2] == TESTS[name](ordinary).pvalue
    assert result.flags.where("identical_scores").tolist() == [True, False, False]
    assert result.flags.where("zero_variance").tolist() == [False, True, False]
    assert result.flags.names == {"identical_scores", "zero_variance"} | ALWAYS[name]
    low, high = result.confidence_interval()
    assert (low[0], high[0]) == (0, 0)
    assert np.isnan([low[1], high[1]]).all()
    assert low[2] < 0.5 < high[2]


@each
def test_identical_learners_are_not_different(name):
    result = TESTS[name](np.zeros(12, dtype=int))
    assert (result.statistic, result.pvalue, result.estimate, result.standard_error) == (0, 1, 0, 0)
    assert result.flags == {"identical_scores"} | ALWAYS[name]
    assert TESTS[name](np.zeros(12), alternative="greater").pvalue == 0.5
    assert TESTS[name](np.zeros(12), alternative="less").pvalue == 0.5


@each
@pytest.mark.parametrize("value", [0.04, -0.04, 1 / 3, 1e-300, 7e307])
def test_equal_differences_are_never_significant(name, value):
    """The mean of ten times 0.04 need not be 0.04 in floating point."""
    result = TESTS[name](np.full(12, value))
    assert result.statistic == np.copysign(np.inf, value)
    assert np.isnan(result.pvalue)
    assert (result.estimate, result.standard_error) == (value, 0)
    assert result.flags == {"zero_variance"} | ALWAYS[name]


def test_many_equal_differences_are_still_equal():
    for value in (0.04, 0.1, 0.7):
        assert "zero_variance" in kfold_t(np.full(99_991, value)).flags


@each
def test_the_limit_of_vanishing_variance_can_be_asked_for(name):
    limit = partial(TESTS[name], np.full(12, 0.04), zero_variance="limit")
    assert limit().pvalue == 0
    assert limit(alternative="greater").pvalue == 0
    assert limit(alternative="less").pvalue == 1
    assert "zero_variance" in limit().flags
    assert limit().confidence_interval() == (0.04, 0.04)


@each
def test_vanishing_variance_can_be_an_error(name):
    with pytest.raises(ValueError, match=r"^2 of 3 experiments.*zero_variance='undetermined'.*binomial"):
        TESTS[name]([[0.1] * 12, [0.2] * 12, [0] * 12], zero_variance="error")
    assert TESTS[name]([[0.0] * 12, [0, 1] * 6], zero_variance="error").pvalue[0] == 1


@each
def test_rounding_of_the_scores_is_not_variance(name):
    """One right answer more of 300, at several heights: not the same in the last bits."""
    right = np.array([290, 251, 172, 31])
    d = np.tile((right + 1) / 300 - right / 300, 3)
    assert 0 < np.ptp(d) < 1e-15
    assert TESTS[name](d).flags == {"zero_variance"} | ALWAYS[name]
    assert TESTS[name](d, score_magnitude=0.97).flags == {"zero_variance"} | ALWAYS[name]
    batch = TESTS[name]([d, d], score_magnitude=[0.003, 0.97])
    assert batch.flags.where("zero_variance").tolist() == [False, True]


@each
@pytest.mark.parametrize("difference", [0.1, 0.01, 0.001, 1e-5])
def test_scores_a_constant_apart_have_no_variance_whatever_is_known_of_them(name, difference):
    """Scores with two digits, and `difference` more: their differences vary in the last bits of the scores only."""
    scores = np.array([0.07, 0.31, 0.64, 0.9, 0.12, 0.48, 0.77, 0.26, 0.55, 0.83, 0.02, 0.39])
    d = np.round(scores + difference, 8) - scores
    assert 0 < np.ptp(d) < 1e-15
    result = TESTS[name](d)
    assert np.isnan(result.pvalue)
    assert "zero_variance" in result.flags


@each
def test_a_spread_of_a_billionth_of_the_differences_is_variance(name):
    d = 0.01 + 1e-11 * np.tile([1, -1, 0], 4)
    assert 0 < TESTS[name](d).pvalue < 1e-40
    assert "zero_variance" not in TESTS[name](d).flags


@each
def test_rounding_around_zero_is_no_difference(name):
    result = TESTS[name](np.tile([1e-17, -1e-17, 0, 1.1e-16], 3), score_magnitude=1)
    assert (result.statistic, result.pvalue, result.estimate) == (0, 1, 0)
    assert "identical_scores" in result.flags


@each
def test_an_empty_batch_gives_empty_results(name):
    result = TESTS[name](np.zeros((0, 12)))
    assert result.pvalue.shape == result.statistic.shape == result.flags.where("zero_variance").shape == (0,)
    assert [limit.shape for limit in result.confidence_interval()] == [(0,), (0,)]


@each
def test_any_kind_of_number_and_layout_will_do(name):
    d = np.arange(24).reshape(2, 12) % 7
    expected = TESTS[name](d.astype(float)).pvalue.tolist()
    frozen = d.astype(float)
    frozen.flags.writeable = False
    for version in (d, d.astype(np.float32), d.astype(np.uint8), d.tolist(), frozen, np.asfortranarray(frozen)):
        assert TESTS[name](version).pvalue.tolist() == expected
    assert TESTS[name](frozen[:, ::-1]).pvalue == pytest.approx(expected, rel=1e-13)


@each
def test_the_input_is_left_alone(name):
    d = np.linspace(0, 1, 12)
    TESTS[name](d)
    assert d.tolist() == np.linspace(0, 1, 12).tolist()


@each
@pytest.mark.parametrize(
    ("values", "message"),
    [(["a"] * 12, "numbers"), ([True] * 12, "numbers"), ([1j] * 12, "numbers"), ([None] * 12, "numbers")],
)
def test_only_numbers_are_accepted(name, values, message):
    with pytest.raises(TypeError, match=message):
        TESTS[name](values)


@each
def test_masked_values_are_refused(name):
    d = np.ma.masked_array(np.arange(12.0), mask=[True] + [False] * 11)
    with pytest.raises(ValueError, match="masked"):
        TESTS[name](d)


@each
@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"alternative": "bigger"}, "alternative must be one of 'two-sided', 'greater', 'less', got 'bigger'"),
        ({"zero_variance": "ignore"}, "zero_variance must be one of 'undetermined', 'limit', 'error', got 'ignore'"),
        ({"score_magnitude": -1}, "score_magnitude must be finite and not negative, got -1"),
        ({"score_magnitude": np.nan}, "score_magnitude must be finite"),
        ({"score_magnitude": [1, 2]}, r"score_magnitude .* shape \(\), got shape \(2,\)"),
    ],
)
def test_bad_options_are_refused(name, option, message):
    with pytest.raises(ValueError, match=message):
        TESTS[name](np.arange(12.0), **option)


@each
@pytest.mark.parametrize("level", [0, 1, 95, np.nan])
def test_bad_levels_are_refused(name, level):
    with pytest.raises(ValueError, match="level"):
        TESTS[name](np.arange(12.0)).confidence_interval(level)
