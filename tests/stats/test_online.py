"""LOND, e-LOND, LORD 3, LORD++ and SAFFRON: printed levels of other programs, literal recursions, simulated rates."""

import math

import numpy as np
import pytest

from foldwise.stats import e_lond, evalues_of, lond, lord3, lord_plus_plus, saffron

# The p-values of the tests of online-fdr (Hennhoefer), which are checked against R's onlineFDR.
SAMPLE = [
    *(2.90e-14, 0.00143, 0.06514, 0.00174, 0.00171, 3.61e-05, 0.79149, 0.27201, 0.28295, 7.59e-08),
    *(0.69274, 0.30443, 0.000487, 0.72342, 0.54757),
]
# Those of the examples of R's onlineFDR itself.
OF_R = [
    *(2.90e-08, 0.06743, 0.01514, 0.08174, 0.00171, 3.60e-05, 0.79149, 0.27201, 0.28295, 7.59e-08),
    *(0.69274, 0.30443, 0.00136, 0.72342, 0.54757),
]
PROCEDURES = [lond, lord3, lord_plus_plus, saffron]


def places(result):
    """From 1 on, as papers count."""
    return (np.flatnonzero(result.rejected) + 1).tolist()


def test_lond_as_printed():
    levels = [
        *(0.002676, 0.001164, 0.000991, 0.000824, 0.000699, 0.000605, 0.000798, 0.000712, 0.000642, 0.000585),
        *(0.000716, 0.000661, 0.000614, 0.000717, 0.000672),
    ]
    result = lond(SAMPLE)
    np.testing.assert_allclose(result.levels, levels, atol=6e-7)
    assert places(result) == [1, 6, 10, 13]
    assert result.count == 4


def test_lord3_as_printed():
    levels = [
        *(0.001338, 0.002604, 0.003803, 0.000827, 0.000704, 0.000586, 0.004824, 0.001049, 0.000893, 0.000743),
        *(0.00576, 0.001253, 0.001067, 0.006665, 0.00145),
    ]
    result = lord3(SAMPLE, wealth=0.025)
    np.testing.assert_allclose(result.levels, levels, atol=6e-7)
    assert places(result) == [1, 2, 6, 10, 13]


def test_lord_plus_plus_as_printed():
    levels = [
        *(0.001338, 0.001629, 0.003215, 0.001036, 0.000876, 0.000738, 0.003309, 0.001136, 0.000987, 0.000854),
        *(0.003426, 0.001251, 0.0011, 0.003639, 0.001438),
    ]
    result = lord_plus_plus(SAMPLE, wealth=0.025)
    np.testing.assert_allclose(result.levels, levels, atol=6e-7)
    assert places(result) == [1, 2, 6, 10, 13]


def test_lord_plus_plus_as_r_prints_it():
    # The example of the manual page of LORD in onlineFDR, with its default wealth of a tenth of alpha.
    levels = [
        *(0.0002675839, 0.0024664457, 0.0005732818, 0.0004872805, 0.0004059066, 0.0003447286, 0.0029745013),
        *(0.0008450114, 0.0007305648, 0.0006243143, 0.0032185913, 0.0010617227, 0.0009256825, 0.0008019657),
        0.0007059610,
    ]
    result = lord_plus_plus(OF_R)
    np.testing.assert_allclose(result.levels, levels, atol=6e-11)
    assert places(result) == [1, 6, 10]


def test_saffron_as_printed():
    levels = [
        *(0.005469, 0.010937, 0.021875, 0.021875, 0.032812, 0.043749, 0.054686, 0.01804, 0.01804, 0.01804),
        *(0.028977, 0.013037, 0.013037, 0.023975, 0.011445),
    ]
    result = saffron(SAMPLE, wealth=0.025)
    np.testing.assert_allclose(result.levels, levels, atol=6e-7)
    assert places(result) == [1, 2, 4, 5, 6, 10, 13]
    np.testing.assert_array_equal(saffron(SAMPLE).levels, result.levels)  # Half of alpha is the default.


def test_first_levels_by_hand():
    # gamma_1 = .07720838 ln 2 = .0535168; e^sqrt(ln 2) = 2.299184, so that gamma_2 = .0535168 / (2 x 2.299184).
    first, second = 0.0535168, 0.0535168 / 4.598368
    np.testing.assert_allclose(lond([1, 1]).levels, [0.05 * first, 0.05 * second], rtol=1e-5)
    np.testing.assert_allclose(lond([1, 1], dependence="any").levels, [0.05 * first, 0.05 * second / 1.5], rtol=1e-5)
    np.testing.assert_allclose(
        lord_plus_plus([0, 1]).levels, [0.005 * first, 0.005 * second + 0.045 * first], rtol=1e-5
    )
    np.testing.assert_allclose(lord3([0, 1]).levels[1], first * (0.005 - 0.005 * first + 0.045), rtol=1e-5)
    # 1 / zeta(1.6) = .4374902; a p-value above 1/2 is no candidate, and moves the sequence on.
    np.testing.assert_allclose(saffron([0.6, 0.4, 1]).levels, 0.0125 * 0.4374902 * np.array([1, 2**-1.6, 2**-1.6]))


def slow(t):
    return 0.07720838 * math.log(max(t, 2)) / (t * math.exp(math.sqrt(math.log(t))))


def power(t):
    return t**-1.6 / 2.285765665680


def literal_lond(p, alpha, *, harmonic):
    levels, found = [], []
    for t in range(1, len(p) + 1):
        beta = alpha * slow(t) / (sum(1 / i for i in range(1, t + 1)) if harmonic else 1)
        levels.append(beta * (len(found) + 1))
        if p[t - 1] <= levels[-1]:
            found.append(t)
    return levels


def literal_lord_plus_plus(p, alpha, w0):
    levels, found = [], []
    for t in range(1, len(p) + 1):
        level = w0 * slow(t)
        for number, tau in enumerate(found):
            level += (alpha - w0 if number == 0 else alpha) * slow(t - tau)
        levels.append(level)
        if p[t - 1] <= level:
            found.append(t)
    return levels


def literal_lord3(p, alpha, w0):
    levels, wealth, last = [], {0: w0}, 0
    for t in range(1, len(p) + 1):
        levels.append(slow(t - last) * wealth[last])
        is_found = p[t - 1] <= levels[-1]
        wealth[t] = wealth[t - 1] - levels[-1] + (alpha - w0) * is_found
        last = t if is_found else last
    return levels


def literal_saffron(p, alpha, w0, bound):
    levels, found = [], []
    for t in range(1, len(p) + 1):
        level = 0.0
        for number, tau in enumerate([0, *found]):
            candidates = sum(p[i - 1] <= bound for i in range(tau + 1, t))
            level += (w0, alpha - w0, alpha)[min(number, 2)] * power(t - tau - candidates)
        levels.append(min(bound, (1 - bound) * level))
        if p[t - 1] <= levels[-1]:
            found.append(t)
    return levels


@pytest.mark.parametrize("seed", range(3))
def test_as_the_published_recursions_say(seed):
    rng = np.random.default_rng(seed)
    p = np.where(rng.random(60) < 0.4, rng.random(60) ** 8, rng.random(60))
    pairs = [
        (lond(p, alpha=0.1), literal_lond(p, 0.1, harmonic=False)),
        (lond(p, alpha=0.1, dependence="any"), literal_lond(p, 0.1, harmonic=True)),
        (lord_plus_plus(p, alpha=0.1, wealth=0.03), literal_lord_plus_plus(p, 0.1, 0.03)),
        (lord3(p, alpha=0.1, wealth=0.03), literal_lord3(p, 0.1, 0.03)),
        (saffron(p, alpha=0.1, wealth=0.03, candidate=0.3), literal_saffron(p, 0.1, 0.03, 0.3)),
        # Discoveries by e-values are those by their inverses.
        (e_lond(1 / p, alpha=0.1), literal_lond(p, 0.1, harmonic=False)),
    ]
    for result, levels in pairs:
        np.testing.assert_allclose(result.levels, levels, rtol=1e-9)
        np.testing.assert_array_equal(result.rejected, p <= np.array(levels))
        assert result.count > 1


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_a_batch_is_its_members(procedure):
    rng = np.random.default_rng(5)
    p = rng.random((2, 3, 40)) ** 4
    whole = procedure(p)
    assert whole.count.shape == (2, 3)
    for place in np.ndindex(2, 3):
        alone = procedure(p[place])
        np.testing.assert_allclose(whole.levels[place], alone.levels, rtol=1e-12)
        np.testing.assert_array_equal(whole.rejected[place], alone.rejected)


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_what_comes_later_changes_nothing(procedure):
    p = np.random.default_rng(8).random(50) ** 5
    whole, part = procedure(p), procedure(p[:20])
    np.testing.assert_allclose(whole.levels[:20], part.levels, rtol=1e-12)
    np.testing.assert_array_equal(whole.rejected[:20], part.rejected)


def streams(rng, n_streams, n, share, correlation):
    """One-sided z tests, a share of them with a mean of 3; equicorrelated within a stream."""
    common = rng.normal(size=(n_streams, 1))
    z = math.sqrt(correlation) * common + math.sqrt(1 - correlation) * rng.normal(size=(n_streams, n))
    is_false = rng.random((n_streams, n)) < share
    from scipy.stats import norm

    return norm.sf(z + 3 * is_false), is_false


def false_discovery_rate(result, is_false):
    shares = (result.rejected & ~is_false).sum(axis=-1) / np.maximum(result.rejected.sum(axis=-1), 1)
    return shares.mean(), shares.std() / math.sqrt(len(shares))


def test_false_discovery_rates_where_each_procedure_is_valid():
    rng = np.random.default_rng(11)
    independent, truth = streams(rng, 600, 150, 0.2, 0.0)
    found = {}
    for procedure in PROCEDURES:
        result = procedure(independent, alpha=0.1)
        rate, error = false_discovery_rate(result, truth)
        assert rate <= 0.1 + 3 * error
        found[procedure] = (result.rejected & truth).sum() / truth.sum()
    # Ramdas et al. (2018): SAFFRON finds more than LORD++, and Ramdas et al. (2017): that more than LOND.
    assert found[saffron] > found[lord_plus_plus] > found[lond] > 0.1
    dependent, truth = streams(rng, 600, 150, 0.2, 0.8)
    for result in (lond(dependent, alpha=0.1), lond(dependent, alpha=0.1, dependence="any")):
        rate, error = false_discovery_rate(result, truth)
        assert rate <= 0.1 + 3 * error
    result = e_lond(evalues_of(dependent), alpha=0.1)
    rate, error = false_discovery_rate(result, truth)
    assert rate <= 0.1 + 3 * error
    assert result.rejected.any()


def test_evalues_have_mean_one_at_most():
    # The integral of 1 / (2 sqrt p) from 0 to 1 is 1; in the middles of 10^6 cells it comes out a little smaller.
    middles = (np.arange(10**6) + 0.5) / 10**6
    assert 0.999 < evalues_of(middles).mean() <= 1
    assert evalues_of([0.0]).tolist() == [math.inf]
    assert e_lond(evalues_of([0.0])).rejected.tolist() == [True]


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_undefined_pvalues(procedure):
    with pytest.raises(ValueError, match="undefined"):
        procedure([0.1, math.nan])
    counted = procedure([0.00001, math.nan, 0.2], undefined="count")
    np.testing.assert_allclose(counted.levels, procedure([0.00001, 1, 0.2]).levels)
    assert counted.rejected.tolist() == [True, False, False]


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_none_and_hostile_input(procedure):
    assert procedure([]).count == 0
    for wrong in ([1.2], [-0.1], 0.3):
        with pytest.raises(ValueError, match="pvalues must"):
            procedure(wrong)
    with pytest.raises(ValueError, match="alpha"):
        procedure([0.1], alpha=0)
    with pytest.raises(ValueError, match="a term for each of 2"):
        procedure([0.1, 0.2], gamma=[0.5])
    with pytest.raises(ValueError, match="at most 1"):
        procedure([0.1, 0.2], gamma=[0.9, 0.2])
    with pytest.raises(ValueError, match="non-negative"):
        procedure([0.1], gamma=[-0.1])


@pytest.mark.parametrize("procedure", [lord3, lord_plus_plus, saffron])
def test_wealth_and_falling_sequences(procedure):
    with pytest.raises(ValueError, match="at most alpha"):
        procedure([0.1], wealth=0.2)
    with pytest.raises(ValueError, match="must not rise"):
        procedure([0.1, 0.2], gamma=[0.2, 0.4])
    # The whole sum at the first place: then it is alpha itself, or what of it is there.
    assert lord_plus_plus([0.2], wealth=0.05, gamma=[1]).levels.tolist() == [0.05]


def test_evalues_that_are_none():
    with pytest.raises(ValueError, match="must not be negative"):
        e_lond([-1])
    with pytest.raises(ValueError, match="undefined"):
        e_lond([math.nan])
    with pytest.raises(ValueError, match="one axis"):
        e_lond(3.0)
    assert e_lond([math.nan, 1e9], undefined="count").rejected.tolist() == [False, True]
    with pytest.raises(ValueError, match="dependence"):
        lond([0.1], dependence="some")
