"""The step-down of Westfall and Young by flipped signs: against all flips in exact fractions, and by what must hold."""

from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foldwise.stats import holm, max_t, sign_flip

quick = settings(max_examples=30, deadline=None)
ALTERNATIVES = ("two-sided", "greater", "less")


def enumerated(d, alternative):
    """All flips, one after another; squares of sums over sums of squares are compared as exact fractions."""
    sizes = [sum(Fraction(x) ** 2 for x in row) or Fraction(1) for row in d]

    def signed_squares(signs):
        sums = [sum(s * Fraction(x) for s, x in zip(signs, row, strict=True)) for row in d]
        squares = [s * abs(s) / size for s, size in zip(sums, sizes, strict=True)]
        return {"two-sided": [abs(q) for q in squares], "greater": squares, "less": [-q for q in squares]}[alternative]

    n = len(d[0])
    observed = signed_squares([1] * n)
    order = sorted(range(len(d)), key=lambda j: -observed[j])
    flips = [signed_squares(signs) for signs in product((1, -1), repeat=n)]
    adjusted, running = [0.0] * len(d), 0.0
    for place, j in enumerate(order):
        reached = sum(max(flip[k] for k in order[place:]) >= observed[j] for flip in flips)
        running = max(running, reached / len(flips))
        adjusted[j] = running
    return adjusted


def test_by_hand():
    """Two comparisons of three examples: (1, 1, 1) and (1, 1, 0), z = sqrt(3) and sqrt(2).

    Of 8 flips 2 make the first as large, and 2 more make the second sqrt(2), which is below sqrt(3): p = 2/8. The
    second alone reaches sqrt(2) in 4 of 8.
    """
    result = max_t([[1, 1, 1], [1, 1, 0]])
    assert result.statistic == pytest.approx([sqrt(3), sqrt(2)])
    assert result.adjusted_pvalue.tolist() == result.pvalue.tolist() == [0.25, 0.5]


@quick
@given(
    st.integers(1, 4).flatmap(
        lambda m: st.lists(st.lists(st.integers(-2, 2), min_size=6, max_size=6), min_size=m, max_size=m)
    ),
    st.sampled_from(ALTERNATIVES),
)
def test_against_all_flips_in_fractions(d, alternative):
    result = max_t(d, alternative=alternative)
    assert result.exact
    assert result.adjusted_pvalue == pytest.approx(enumerated(d, alternative))
    alone = [sign_flip(row, alternative=alternative).pvalue for row in d]
    assert result.pvalue == pytest.approx(alone)


def test_it_lies_between_each_alone_and_holm():
    """With all flips counted: never above Holm's, which holds under any dependence, never below the single test."""
    rng = np.random.default_rng(0)
    for _ in range(50):
        d = rng.integers(-1, 2, (3, 9)) + rng.integers(0, 2, 9)
        result = max_t(d)
        assert (result.adjusted_pvalue >= result.pvalue).all()
        assert (result.adjusted_pvalue <= holm(result.pvalue) + 1e-12).all()


def test_copies_cost_nothing_and_strangers_cost_almost_what_sidak_says():
    rng = np.random.default_rng(1)
    row = rng.normal(0.5, 1, 60)
    copies = max_t([row] * 10)
    assert copies.adjusted_pvalue.tolist() == copies.pvalue.tolist()
    strangers = max_t(np.vstack([row, rng.normal(size=(9, 60))]), seed=3)
    p = strangers.pvalue[0]
    assert strangers.adjusted_pvalue[0] == pytest.approx(1 - (1 - p) ** 10, rel=0.25)


def test_random_flips_come_close_to_all_of_them():
    d = np.random.default_rng(2).integers(-2, 3, (3, 16))
    d = np.vstack([d[0], d[1], d[0] - d[1]])
    exact = max_t(d)
    more = np.hstack([d, np.full((3, 1), 1e-9)])  # one example more: drawn
    drawn = max_t(more, n_flips=40_000, seed=1)
    assert (exact.exact, drawn.exact) == (True, False)
    error = 4 * np.sqrt(exact.adjusted_pvalue * (1 - exact.adjusted_pvalue) / 40_000)
    assert (np.abs(exact.adjusted_pvalue - drawn.adjusted_pvalue) <= error + 1e-4).all()


def test_scale_and_order_change_nothing():
    d = np.random.default_rng(3).normal(size=(4, 12))
    plain = max_t(d)
    scaled = max_t(d[::-1] * np.array([[1e-200], [3.0], [1e150], [1.0]])[::-1])
    assert scaled.adjusted_pvalue[::-1].tolist() == plain.adjusted_pvalue.tolist()
    assert max_t(-d, alternative="less").adjusted_pvalue.tolist() == (
        max_t(d, alternative="greater").adjusted_pvalue.tolist()
    )


def test_a_batch_is_many_single_families():
    d = np.random.default_rng(4).integers(-1, 2, (2, 3, 4, 30))
    d[0, 0, :, 12:] = 0
    batch = max_t(d, n_flips=199)
    assert batch.exact.tolist() == [[True, False, False], [False, False, False]]
    for place in np.ndindex(2, 3):
        alone = max_t(d[place], n_flips=199)
        assert batch.adjusted_pvalue[place].tolist() == alone.adjusted_pvalue.tolist()


def test_learners_that_are_the_same_are_named():
    result = max_t([[0, 0, 0, 0], [1, 1, 1, 1]])
    assert result.pvalue.tolist() == result.adjusted_pvalue[::1].tolist() == [1.0, 0.125]
    assert set(result.flags) == {"identical_scores"}
    nothing = max_t(np.zeros((2, 5)))
    assert nothing.adjusted_pvalue.tolist() == [1.0, 1.0]
    rounding = max_t([[1e-17, -1e-17, 0, 1e-17]], score_magnitude=1.0)
    assert rounding.pvalue.tolist() == [1.0]


def test_refusals():
    with pytest.raises(ValueError, match=r"\(..., n_comparisons, n_examples\), got \(3,\). For one"):
        max_t([1, 2, 3])
    with pytest.raises(ValueError, match="must be finite"):
        max_t([[1, np.nan]])
    for nothing in ((0, 5), (0, 3, 5)):
        with pytest.raises(ValueError, match=r"at least one comparison, got shape \(0, "):
            max_t(np.zeros(nothing))
    with pytest.raises(ValueError, match="alternative"):
        max_t([[1, 2]], alternative="up")
    with pytest.raises(ValueError, match="n_flips"):
        max_t([[1, 2]], n_flips=0)
