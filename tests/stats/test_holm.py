import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foldwise.stats import holm

families = st.lists(st.floats(0, 1), min_size=1, max_size=12)
quick = settings(max_examples=25, deadline=None)


def test_by_hand_in_the_order_given():
    """Sorted .001*4, .02*3, .5*2, .9*1 -> .004, .06, 1, 1 (not un-sorted by the wrong permutation)."""
    assert holm([0.5, 0.001, 0.02, 0.9]) == pytest.approx([1, 0.004, 0.06, 1], rel=1e-15)


def test_a_later_step_is_never_easier():
    """.01*3 = .03, .02*2 = .04, .021*1 -> .04."""
    assert holm([0.021, 0.01, 0.02]) == pytest.approx([0.04, 0.03, 0.04], rel=1e-15)


def stepwise(pvalues, alpha):
    """Holm's procedure as he states it: go on while p <= alpha / (number left)."""
    rejected = set()
    for step, i in enumerate(sorted(range(len(pvalues)), key=pvalues.__getitem__)):
        if pvalues[i] > alpha / (len(pvalues) - step):
            break
        rejected.add(i)
    return rejected


@quick
@given(p=st.lists(st.integers(0, 1000), min_size=1, max_size=12), alpha=st.integers(1, 999))
def test_adjusted_values_decide_as_the_stepwise_procedure(p, alpha):
    """Sevenths of thousandths never meet alpha / m exactly, so rounding cannot decide."""
    p, alpha = [x / 1000 for x in p], (alpha + 1 / 7) / 1000
    assert set(np.flatnonzero(holm(p) <= alpha)) == stepwise(p, alpha)


@quick
@given(p=families)
def test_between_the_pvalue_and_bonferroni_and_monotone(p):
    adjusted = holm(p)
    assert (adjusted >= p).all()
    assert (adjusted <= np.minimum(1, np.multiply(p, len(p)))).all()
    assert (np.diff(adjusted[np.argsort(p)]) >= 0).all()


@quick
@given(p=families, seed=st.integers(0, 1000))
def test_order_does_not_matter(p, seed):
    order = np.random.default_rng(seed).permutation(len(p))
    assert holm(np.array(p)[order]).tolist() == holm(p)[order].tolist()


def test_families_along_any_axis():
    p = np.random.default_rng(0).random((3, 4, 5))
    for axis in (0, 1, 2, -1):
        expected = np.apply_along_axis(holm, axis, p)
        assert holm(p, axis=axis).tolist() == expected.tolist()


def test_undefined_pvalues_are_refused():
    with pytest.raises(ValueError, match=r"^1 of 3 p-values are undefined \(NaN\).*undefined='count'"):
        holm([0.01, np.nan, 0.5])


def test_undefined_pvalues_can_be_counted():
    """The family still has three members, so .01 is tripled, .02 doubled."""
    assert holm([0.02, np.nan, 0.01], undefined="count") == pytest.approx([0.04, np.nan, 0.03], nan_ok=True)
    assert np.isnan(holm([np.nan, np.nan], undefined="count")).all()


def test_small_families():
    assert holm([0.04]).tolist() == [0.04]
    assert holm([]).tolist() == []
    assert holm(np.ones((0, 3))).shape == (0, 3)


def test_the_input_is_left_alone():
    p = np.array([0.5, 0.001])
    holm(p)
    assert p.tolist() == [0.5, 0.001]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0.5, 1.1],), "between 0 and 1, got 1.1"),
        (([-0.1],), "between 0 and 1, got -0.1"),
        ((0.5,), "at least one axis"),
    ],
)
def test_bad_pvalues_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        holm(*arguments)


def test_bad_option_is_refused():
    with pytest.raises(ValueError, match="undefined must be one of 'error', 'count'"):
        holm([0.5], undefined="drop")
