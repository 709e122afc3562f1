"""The adjustments for several tests: what they share, and each by its definition."""

from itertools import combinations

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foldwise.stats import benjamini_hochberg, bonferroni, hochberg, holm, hommel, sidak

quick = settings(max_examples=25, deadline=None)
families = st.lists(st.floats(0, 1), min_size=1, max_size=12)
ALL = [benjamini_hochberg, bonferroni, hochberg, holm, hommel, sidak]
each = pytest.mark.parametrize("adjust", ALL, ids=lambda f: f.__name__)

# As a library gives them that un-sorts with the wrong permutation: [.06, 1, .004, .9].
P = [0.5, 0.001, 0.02, 0.9]


@pytest.mark.parametrize(
    ("adjust", "expected"),
    [
        (bonferroni, [1, 0.004, 0.08, 1]),
        (holm, [1, 0.004, 0.06, 1]),
        (hochberg, [0.9, 0.004, 0.06, 0.9]),
        (hommel, [0.9, 0.004, 0.06, 0.9]),
        (benjamini_hochberg, [2 / 3, 0.004, 0.04, 0.9]),
        (sidak, [1 - 0.5**4, 1 - 0.999**4, 1 - 0.98**4, 1 - 0.1**4]),
    ],
    ids=lambda f: getattr(f, "__name__", ""),
)
def test_by_hand_in_the_order_given(adjust, expected):
    """Hommel: for .5 the pair (.5, .9) is hardest, min(2 * .5, .9); for .02 the three, min(.06, .75, .9)."""
    assert adjust(P) == pytest.approx(expected, rel=1e-12)


def closed_simes(p):
    """Hommel's procedure by its definition: the hardest of all sets that contain the test."""
    result = []
    for i in range(len(p)):
        others = [j for j in range(len(p)) if j != i]
        hardest = 0.0
        for size in range(len(p)):
            for subset in combinations(others, size):
                members = sorted([p[i], *(p[j] for j in subset)])
                hardest = max(hardest, min(len(members) * q / rank for rank, q in enumerate(members, start=1)))
        result.append(min(hardest, 1.0))
    return result


@quick
@given(p=st.lists(st.floats(0, 1), min_size=1, max_size=7))
def test_hommel_is_closed_testing_with_simes(p):
    assert hommel(p) == pytest.approx(closed_simes(p), rel=1e-13)


def step_up(p, alpha):
    """Benjamini and Hochberg's procedure as they state it: the largest k with p_(k) <= k alpha / m."""
    order = sorted(range(len(p)), key=p.__getitem__)
    k = max((rank for rank, i in enumerate(order, start=1) if p[i] <= rank * alpha / len(p)), default=0)
    return set(order[:k])


@quick
@given(p=st.lists(st.integers(0, 1000), min_size=1, max_size=12), alpha=st.integers(1, 999))
def test_benjamini_hochberg_decides_as_the_step_up_procedure(p, alpha):
    """Sevenths of thousandths never meet k alpha / m exactly for m up to 12 unless 7 divides m: left out there."""
    if len(p) == 7:
        p = p[:6]
    p, alpha = [x / 1000 for x in p], (alpha + 1 / 7) / 1000
    assert set(np.flatnonzero(benjamini_hochberg(p) <= alpha)) == step_up(p, alpha)


@quick
@given(p=families)
def test_from_the_boldest_to_the_most_timid(p):
    bh, ho, hb, hm, bo, si = (f(p) for f in (benjamini_hochberg, hommel, hochberg, holm, bonferroni, sidak))
    tiny = 1 + 1e-14
    assert (p <= bh).all()
    assert (bh <= ho * tiny).all()
    assert (ho <= hb * tiny).all()
    assert (hb <= hm * tiny).all()
    assert (hm <= bo * tiny).all()
    assert (si <= bo * tiny).all()


@each
@quick
@given(p=families, seed=st.integers(0, 1000))
def test_order_does_not_matter_and_larger_stays_larger(adjust, p, seed):
    adjusted = adjust(p)
    order = np.random.default_rng(seed).permutation(len(p))
    assert adjust(np.array(p)[order]).tolist() == adjusted[order].tolist()
    assert (np.diff(adjusted[np.argsort(p)]) >= 0).all()
    assert ((adjusted >= p) & (adjusted <= 1)).all()


@each
def test_families_along_any_axis(adjust):
    p = np.random.default_rng(0).random((3, 4, 5))
    for axis in (0, 1, 2, -1):
        assert adjust(p, axis=axis).tolist() == np.apply_along_axis(adjust, axis, p).tolist()


@each
@quick
@given(p=families, n_missing=st.integers(1, 3), instead=st.floats(0, 1))
def test_undefined_pvalues_count_but_never_help(adjust, p, n_missing, instead):
    """With NaN counted no other p-value is more significant than with any number in its place."""
    counted = adjust(p + [np.nan] * n_missing, undefined="count")
    assert np.isnan(counted[len(p) :]).all()
    assert (counted[: len(p)] >= adjust(p + [instead] * n_missing)[: len(p)] * (1 - 1e-14)).all()
    assert counted[: len(p)].tolist() == adjust(p + [1.0] * n_missing)[: len(p)].tolist()


@each
def test_small_families(adjust):
    assert adjust([0.04]).tolist() == [0.04]
    assert adjust([]).tolist() == []
    assert adjust(np.ones((0, 3))).shape == (0, 3)
    assert adjust([0.0, 1.0]).tolist() == [0.0, 1.0]


@each
def test_the_input_is_left_alone(adjust):
    p = np.array([0.5, 0.001, np.nan])
    adjust(p, undefined="count")
    assert p[:2].tolist() == [0.5, 0.001]


@each
@pytest.mark.parametrize(
    ("p", "options", "message"),
    [
        ([0.5, 1.1], {}, "between 0 and 1, got 1.1"),
        ([-0.1], {}, "between 0 and 1, got -0.1"),
        (0.5, {}, "at least one axis"),
        ([0.1, np.nan], {}, "1 of 2 p-values are undefined"),
        ([0.5], {"undefined": "drop"}, "undefined must be one of 'error', 'count'"),
    ],
)
def test_refusals(adjust, p, options, message):
    with pytest.raises(ValueError, match=message):
        adjust(p, **options)


def test_sidak_to_twelve_digits():
    """1 - (1 - p)^m would be zero for p below 1e-16."""
    rng = np.random.default_rng(0)
    p = 10 ** -rng.uniform(0, 300, 1000)
    adjusted = sidak(p)
    with mpmath.workdps(400):
        exact = [float(1 - (1 - mpmath.mpf(x)) ** 1000) for x in p[:200].tolist()]
    assert adjusted[:200] == pytest.approx(exact, rel=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("adjust", "name"),
    [(bonferroni, "bonferroni"), (holm, "holm"), (hommel, "hommel"), (benjamini_hochberg, "fdr_bh"), (sidak, "sidak")],
    ids=lambda f: getattr(f, "__name__", ""),
)
def test_agrees_with_statsmodels(adjust, name):
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    rng = np.random.default_rng(1)
    for _ in range(100):
        p = rng.random(rng.integers(1, 40)) ** rng.choice([1, 4])
        assert adjust(p) == pytest.approx(multitest.multipletests(p, method=name)[1], rel=1e-11, abs=1e-15)


@each
def test_the_family_wise_error_or_false_discovery_rate_under_the_null(adjust):
    """All of 8 nulls true, independent: any rejection is an error; at most .05 + 4 standard errors of 20,000."""
    p = np.random.default_rng(2).random((20_000, 8))
    assert (adjust(p).min(axis=-1) <= 0.05).mean() < 0.05 + 4 * (0.05 * 0.95 / 20_000) ** 0.5


def test_step_down_stops_at_the_first_failure():
    """Some plots give every p-value its own threshold: .03 <= .05 / 1 would pass though .026 > .05 / 2 failed."""
    assert (holm([0.001, 0.026, 0.03]) <= 0.05).tolist() == [True, False, False]
