"""Shaffer's and Bergmann and Hommel's adjustments of the p-values of all pairs."""

from itertools import combinations
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm

from foldwise.stats import bergmann_hommel, holm, shaffer

quick = settings(max_examples=25, deadline=None)
BOTH = pytest.mark.parametrize("adjust", [shaffer, bergmann_hommel])


def partitions(items):
    """All divisions into groups."""
    if not items:
        yield []
        return
    first, *rest = items
    for smaller in partitions(rest):
        yield [[first], *smaller]
        for place, group in enumerate(smaller):
            yield [*smaller[:place], [first, *group], *smaller[place + 1 :]]


def exhaustive_sets(k):
    """Sets of pairs such that exactly these can be equal."""
    for groups in partitions(list(range(k))):
        pairs = {tuple(sorted(pair)) for group in groups for pair in combinations(group, 2)}
        if pairs:
            yield pairs


def by_exhaustive_sets(p, k):
    of = dict(zip(combinations(range(k), 2), p, strict=True))
    sets = [(pairs, len(pairs) * min(of[pair] for pair in pairs)) for pairs in exhaustive_sets(k)]
    return [min(1, max(value for pairs, value in sets if pair in pairs)) for pair in of]


def by_counting(p, k):
    """Shaffer's static procedure: how many equalities can be true, of those not more than are left."""
    possible = {len(pairs) for pairs in exhaustive_sets(k)}
    order, largest, out = np.argsort(p, kind="stable"), 0.0, np.empty(len(p))
    for step, i in enumerate(order):
        largest = max(largest, max(n for n in possible if n <= len(p) - step) * p[i])
        out[i] = min(1, largest)
    return out


def families(k):
    return st.lists(st.floats(0, 1), min_size=k * (k - 1) // 2, max_size=k * (k - 1) // 2)


@quick
@given(data=st.data(), k=st.integers(2, 6))
def test_by_definition(data, k):
    p = data.draw(families(k))
    assert bergmann_hommel(p) == pytest.approx(by_exhaustive_sets(p, k), rel=1e-14)
    assert shaffer(p) == pytest.approx(by_counting(p, k), rel=1e-14)


@quick
@given(data=st.data(), k=st.integers(2, 7))
def test_from_the_boldest_to_the_most_timid(data, k):
    p = data.draw(families(k))
    tiny = 1 + 1e-14
    assert (bergmann_hommel(p) >= p).all()
    assert (bergmann_hommel(p) <= shaffer(p) * tiny).all()
    assert (shaffer(p) <= holm(p) * tiny).all()


def test_factors_of_shaffer_as_garcia_and_herrera_print_them():
    """Five learners: ten pairs; at most 6 can be true once one is false, then 6 5 and so on: 10 6 6 6 6 4 4 3 2 1."""
    p = np.linspace(0.001, 0.01, 10)
    factors = np.round(shaffer(p) / p, 6)
    expected = np.maximum.accumulate([10, 6, 6, 6, 6, 4, 4, 3, 2, 1] * p) / p
    assert factors == pytest.approx(expected)


def test_three_learners_by_hand():
    """After one rejection only one equality can be true: factors 3, 1, 1."""
    for adjust in (shaffer, bergmann_hommel):
        assert adjust([0.01, 0.04, 0.035]) == pytest.approx([0.03, 0.04, 0.035], rel=1e-14)
        assert adjust([0.02]) == pytest.approx([0.02])


@quick
@given(data=st.data(), seed=st.integers(0, 999))
def test_names_of_learners_do_not_matter(data, seed):
    k = 5
    p = np.array(data.draw(families(k)))
    order = np.random.default_rng(seed).permutation(k)
    pairs = {frozenset(pair): place for place, pair in enumerate(combinations(range(k), 2))}
    moved = [pairs[frozenset((order[i], order[j]))] for i, j in combinations(range(k), 2)]
    for adjust in (shaffer, bergmann_hommel):
        assert adjust(p[moved]).tolist() == adjust(p)[moved].tolist()


@BOTH
def test_families_along_any_axis(adjust):
    p = np.random.default_rng(0).random((6, 3, 10))
    assert adjust(p).tolist() == np.apply_along_axis(adjust, -1, p).tolist()
    assert adjust(p, axis=0).tolist() == np.apply_along_axis(adjust, 0, p).tolist()
    assert adjust(np.ones((0, 3))).shape == (0, 3)


@BOTH
def test_undefined_pvalues_are_refused_or_count_but_never_help(adjust):
    with pytest.raises(ValueError, match="1 of 3 p-values are undefined"):
        adjust([0.1, np.nan, 0.2])
    counted = adjust([0.01, np.nan, 0.02], undefined="count")
    assert counted == pytest.approx([*adjust([0.01, 1, 0.02])[[0]], np.nan, adjust([0.01, 1, 0.02])[2]], nan_ok=True)


@BOTH
@pytest.mark.parametrize(
    ("p", "message"),
    [
        ([0.1, 0.2], "p-values of all pairs are 1, 3, 6, 10, ... of 2, 3, 4, 5, ... learners, got 2"),
        ([], "learners, got 0"),
        ([0.1, 0.2, 1.5], "between 0 and 1"),
        (0.5, "at least one axis"),
    ],
)
def test_refusals(adjust, p, message):
    with pytest.raises(ValueError, match=message):
        adjust(p)


def test_more_than_nine_learners_are_for_shaffer():
    with pytest.raises(ValueError, match=r"takes at most 9 learners, got 10\. Use shaffer\."):
        bergmann_hommel(np.full(45, 0.5))
    assert shaffer(np.full(190, 1e-4)) == pytest.approx(np.full(190, 0.019))


def test_nine_learners_take_no_time():
    """Within a second also on a slow machine: the 21146 sets are made once."""
    p = np.random.default_rng(1).random((20, 36)) ** 4
    began = perf_counter()
    adjusted = bergmann_hommel(p)
    assert perf_counter() - began < 2
    assert (adjusted <= shaffer(p) * (1 + 1e-14)).all()


def test_the_family_wise_error_is_held():
    """Two groups of three equal learners, far apart: some true equality is rejected in at most 5%."""
    rng = np.random.default_rng(2)
    merit = np.array([0, 0, 0, 9, 9, 9.0])
    x = rng.normal(size=(4000, 6)) + merit
    i, j = np.triu_indices(6, 1)
    z = np.abs(x[:, i] - x[:, j]) / np.sqrt(2)
    p = 2 * norm.sf(z)
    equal = merit[i] == merit[j]
    for adjust in (shaffer, bergmann_hommel):
        assert (adjust(p)[:, equal] <= 0.05).any(axis=1).mean() < 0.06
