import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foldwise.stats import delong

quick = settings(max_examples=25, deadline=None)

# The hardest thing to get right: ties within and between the classes.
samples = st.integers(4, 25).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(0, 6), min_size=n, max_size=n),
        st.lists(st.integers(0, 6), min_size=n, max_size=n),
        st.permutations([1, 1, 0, 0] + [1, 0] * ((n - 4) // 2) + [1] * ((n - 4) % 2)),
    )
)


def pair_by_pair(a, b, labels):
    """The definition: all pairs of a positive and a negative example, in 30 digits."""
    a, b, labels = (np.asarray(x) for x in (a, b, labels))

    def wins(scores):
        above, below = scores[labels == 1][:, None], scores[labels == 0][None]
        return 2 * (above > below).astype(int) + (above == below)

    d = wins(a) - wins(b)
    m, n = d.shape
    with mpmath.workdps(30):

        def variance_of_mean(sums, other):
            shares = [mpmath.mpf(int(s)) / (2 * other) for s in sums]
            mean = mpmath.fsum(shares) / len(shares)
            return mpmath.fsum((x - mean) ** 2 for x in shares) / (len(shares) * (len(shares) - 1))

        error = mpmath.sqrt(variance_of_mean(d.sum(axis=1), n) + variance_of_mean(d.sum(axis=0), m))
        estimate = mpmath.mpf(int(d.sum())) / (2 * m * n)
    return wins(a).mean() / 2, wins(b).mean() / 2, estimate, error


def test_by_hand():
    """Three positive, two negative. a: 1; b: (2 + 1 + 2) / 6.

    Shares that a leads by: 0, 1/2, 0 for the positive (variance 1/12), 1/3, 0 for the negative (variance 1/18);
    1/6 over sqrt(1/36 + 1/36) = 1 / sqrt(2).
    """
    result = delong([0.9, 0.8, 0.4, 0.3, 0.2], [0.6, 0.3, 0.7, 0.5, 0.1], [1, 1, 1, 0, 0])
    assert (result.auc_a, result.auc_b) == (1, pytest.approx(5 / 6, rel=1e-15))
    assert result.estimate == pytest.approx(1 / 6, rel=1e-15)
    assert result.standard_error == pytest.approx(18**-0.5, rel=1e-14)
    assert result.statistic == pytest.approx(0.5**0.5, rel=1e-14)
    assert (result.df, result.alternative, result.flags) == (None, "two-sided", set())


@quick
@given(sample=samples)
def test_agrees_with_the_definition(sample):
    auc_a, auc_b, estimate, error = pair_by_pair(*sample)
    result = delong(*sample)
    assert (result.auc_a, result.auc_b) == pytest.approx((auc_a, auc_b), rel=1e-14)
    assert result.estimate == pytest.approx(float(estimate), rel=1e-14, abs=1e-300)
    assert result.standard_error == pytest.approx(float(error), rel=1e-13, abs=1e-300)
    if error:
        with mpmath.workdps(30):
            exact = mpmath.erfc(abs(estimate / error) / mpmath.sqrt(2))
        assert abs(result.pvalue / exact - 1) < 1e-12


def test_tails_to_twelve_digits():
    """One good, one useless classifier, ever more examples: p-values from 1e-3 down to 1e-300."""
    rng = np.random.default_rng(0)
    smallest = 1.0
    for n in (20, 60, 150, 400, 800):
        labels = np.arange(n) % 2
        a, b = labels + rng.normal(0, 0.6, n), rng.normal(size=n)
        _, _, estimate, error = pair_by_pair(a, b, labels)
        with mpmath.workdps(30):
            exact = mpmath.erfc(abs(estimate / error) / mpmath.sqrt(2))
        smallest = min(smallest, float(exact))
        if exact > 1e-300:
            assert abs(delong(a, b, labels).pvalue / exact - 1) < 1e-12
    assert smallest < 1e-50


@quick
@given(sample=samples, seed=st.integers(0, 99))
def test_invariances(sample, seed):
    a, b, labels = (np.array(x, dtype=float) for x in sample)
    one = delong(a, b, labels, zero_variance="limit")
    other = delong(b, a, labels, zero_variance="limit")
    assert (other.pvalue, other.statistic, other.auc_a) == (one.pvalue, -one.statistic, one.auc_b)
    order = np.random.default_rng(seed).permutation(len(a))
    shuffled = delong(a[order], b[order], labels[order], zero_variance="limit")
    assert (shuffled.estimate, shuffled.auc_a) == (one.estimate, one.auc_a)
    assert shuffled.standard_error == pytest.approx(one.standard_error, rel=1e-13)
    for rescaled in (a * 2.0**600, a * 2.0**-600, np.exp(a), a**3):
        assert delong(rescaled, b, labels, zero_variance="limit").pvalue == one.pvalue
    # Renaming the classes and turning the scores round is the same question.
    turned = delong(-a, -b, 1 - labels, zero_variance="limit")
    assert (turned.auc_a, turned.auc_b) == pytest.approx((one.auc_a, one.auc_b), rel=1e-15)
    assert turned.standard_error == pytest.approx(one.standard_error, rel=1e-13)


def test_one_sided():
    rng = np.random.default_rng(1)
    labels = np.arange(40) % 2
    a, b = labels + rng.normal(size=40), rng.normal(size=40)
    two, greater, less = (delong(a, b, labels, alternative=x).pvalue for x in ("two-sided", "greater", "less"))
    assert greater == pytest.approx(two / 2, rel=1e-15)
    assert greater + less == pytest.approx(1, rel=1e-15)


def test_the_interval_agrees_with_the_test():
    rng = np.random.default_rng(2)
    labels = np.arange(60) % 2
    a = labels + rng.normal(size=(200, 60))
    result = delong(a, rng.normal(size=(200, 60)), labels)
    low, high = result.confidence_interval(0.99)
    assert (((low > 0) | (high < 0)) == (result.pvalue <= 0.01)).all()
    assert ((low < result.estimate) & (result.estimate < high)).all()


def test_the_same_ranking_is_no_difference():
    result = delong([1, 2, 3, 4], [10, 20, 30, 40], [0, 1, 0, 1])
    assert (result.statistic, result.pvalue, result.estimate, result.standard_error) == (0, 1, 0, 0)
    assert result.flags == {"identical_scores"}
    assert delong([1, 2, 3, 4], [1, 2, 3, 4], [0, 1, 0, 1], alternative="less").pvalue == 0.5


def test_two_perfect_rankings_are_no_difference():
    """All areas 1: variance zero, difference zero."""
    result = delong([1, 2, 3, 4], [2, 1, 5, 3], [0, 0, 1, 1])
    assert (result.auc_a, result.auc_b, result.pvalue, result.flags) == (1, 1, 1, {"identical_scores"})


def test_a_difference_without_variance_is_named_not_guessed():
    """One ranking perfect, the other perfectly wrong."""
    scores = [1, 2, 3, 4], [4, 3, 2, 1], [0, 0, 1, 1]
    result = delong(*scores)
    assert (result.statistic, result.estimate, result.flags) == (np.inf, 1, {"zero_variance"})
    assert np.isnan(result.pvalue)
    assert np.isnan(result.confidence_interval()).all()
    assert delong(*scores, zero_variance="limit").pvalue == 0
    assert delong(*scores, zero_variance="limit", alternative="less").pvalue == 1
    with pytest.raises(ValueError, match="1 of 1 experiments have areas that differ without variance"):
        delong(*scores, zero_variance="error")


def test_a_batch_is_many_single_tests_bit_by_bit():
    """Also with labels of their own, and with degenerate members."""
    rng = np.random.default_rng(3)
    a, b = rng.integers(0, 9, (2, 2, 6, 20)).astype(float)
    labels = rng.permuted(np.broadcast_to(np.arange(20) % 3 == 0, (2, 6, 20)), axis=-1)
    a[0, 0] = b[0, 0]
    a[0, 1], b[0, 1] = labels[0, 1], -1.0 * labels[0, 1]
    batch = delong(a, b, labels)
    low, _ = batch.confidence_interval()
    for i in np.ndindex(2, 6):
        one = delong(a[i], b[i], labels[i])
        assert np.array_equal([one.statistic, one.pvalue], [batch.statistic[i], batch.pvalue[i]], equal_nan=True)
        assert np.array_equal(one.confidence_interval()[0], low[i], equal_nan=True)
        assert (one.auc_a, one.flags) == (batch.auc_a[i], batch.flags[i])
    assert batch.flags[0, 0] == {"identical_scores"}
    assert batch.flags[0, 1] == {"zero_variance"}
    assert isinstance(one.auc_a, float)
    shared = delong(a, b, labels[0, 0])
    assert shared.pvalue[1, 2] == delong(a[1, 2], b[1, 2], labels[0, 0]).pvalue


@pytest.mark.slow
def test_the_level_is_nearly_held():
    """Two equally good noisy scores of the same 200 examples: within .05 +- .01 in 20,000 experiments."""
    rng = np.random.default_rng(4)
    labels = np.arange(200) % 2
    common = labels + rng.normal(size=(20_000, 200))
    a, b = (common + rng.normal(size=common.shape) for _ in range(2))
    assert (delong(a, b, labels).pvalue <= 0.05).mean() == pytest.approx(0.05, abs=0.01)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1, 2, 3, 4], [1, 2, 3], [0, 1, 0, 1]), r"one shape, got \(4,\) and \(3,\)"),
        (([1, 2, 3, np.nan], [1, 2, 3, 4], [0, 1, 0, 1]), "scores_a must be finite, got nan at index 3"),
        (([1, 2, 3, 4], [1, 2, 3, 4], [0, 1, 2, 1]), "labels must hold booleans or 0 and 1"),
        (([1, 2, 3, 4], [1, 2, 3, 4], ["a", "b", "a", "b"]), "labels must hold booleans or 0 and 1"),
        (([1, 2, 3, 4], [1, 2, 3, 4], [0, 1, 0]), r"labels must have shape \(4,\).*got \(3,\)"),
        (([1, 2, 3, 4], [1, 2, 3, 4], [0, 0, 0, 1]), "at least 2 positive and 2 negative.*got 1 of one kind"),
    ],
)
def test_refusals(arguments, message):
    with pytest.raises(ValueError, match=message):
        delong(*arguments)


def test_bad_options_are_refused():
    scores = [1, 2, 3, 4], [1, 3, 2, 4], [0, 1, 0, 1]
    with pytest.raises(ValueError, match="alternative must be one of"):
        delong(*scores, alternative="larger")
    with pytest.raises(ValueError, match="zero_variance must be one of"):
        delong(*scores, zero_variance="ignore")
