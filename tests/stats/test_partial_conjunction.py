from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from foldwise.stats import fisher, holm, partial_conjunction

quick = settings(max_examples=25, deadline=None)
families = st.lists(st.floats(1e-6, 1), min_size=1, max_size=7)
METHODS = ("bonferroni", "fisher")

# Dror et al. 2017, the six tests of their example of parsers.
DROR = [0.168, 0.297, 0.357, 0.019, 0.218, 0.001]


def by_all_subsets(p, u, method):
    """Benjamini and Heller's definition: the largest combined p-value of any n - u + 1 of the hypotheses."""
    size = len(p) - u + 1
    subsets = [np.array(s) for s in combinations(p, size)]
    if method == "bonferroni":
        return max(min(1.0, size * s.min()) for s in subsets)
    return max(scipy_stats.combine_pvalues(s, "fisher").pvalue for s in subsets)


def test_the_example_of_dror():
    """They find 1 data set with Bonferroni and 2 with Fisher; Holm names the sixth."""
    bonferroni, combined = (partial_conjunction(DROR, method=method) for method in METHODS)
    assert (bonferroni.count(0.05), combined.count(0.05)) == (1, 2)
    assert bonferroni.pvalues == pytest.approx([0.006, 0.095, 0.672, 0.672, 0.672, 0.672])
    assert combined.pvalues == pytest.approx([0.0010, 0.0399, 0.1960, 0.2742, 0.3440, 0.357], abs=5e-5)
    assert np.flatnonzero(holm(DROR) <= 0.05).tolist() == [5]


@quick
@given(p=families, method=st.sampled_from(METHODS))
def test_it_is_the_largest_over_all_subsets(p, method):
    expected = np.maximum.accumulate([by_all_subsets(p, u, method) for u in range(1, len(p) + 1)])
    assert partial_conjunction(p, method=method).pvalues == pytest.approx(expected, rel=1e-12)


@quick
@given(p=families)
def test_relations_to_holm_and_fisher(p):
    assert partial_conjunction(p).pvalues.tolist() == sorted(holm(p))
    assert partial_conjunction(p, method="fisher").pvalues[0] == pytest.approx(fisher(p).pvalue, rel=1e-12)
    assert partial_conjunction(p, method="fisher").pvalues[-1] >= max(p) * (1 - 1e-12)
    for method in METHODS:
        assert (np.diff(partial_conjunction(p, method=method).pvalues) >= 0).all()


def test_the_bound_is_one():
    """Eight independent data sets, three with an effect: the number claimed exceeds 3 in at most 5%."""
    rng = np.random.default_rng(0)
    p = scipy_stats.norm.sf(rng.normal([4, 3, 3, 0, 0, 0, 0, 0], size=(20_000, 8)))
    for method in METHODS:
        counts = partial_conjunction(p, method=method).count(0.05)
        assert (counts > 3).mean() < 0.05 + 3 * np.sqrt(0.05 * 0.95 / 20_000)
        assert counts.mean() > 1


@pytest.mark.parametrize("method", METHODS)
def test_a_batch_is_many_single_calls(method):
    p = np.random.default_rng(1).random((3, 4, 6)) ** 3
    batch = partial_conjunction(p, method=method)
    for i in np.ndindex(3, 4):
        one = partial_conjunction(p[i], method=method)
        assert one.pvalues.tolist() == batch.pvalues[i].tolist()
        assert one.count(0.1) == batch.count(0.1)[i]
    assert isinstance(one.count(), int)
    assert partial_conjunction(np.ones((0, 3)), method=method).count().shape == (0,)


@pytest.mark.parametrize("method", METHODS)
def test_at_the_edges(method):
    assert partial_conjunction([0.03], method=method).pvalues == pytest.approx([0.03], rel=1e-14)
    assert partial_conjunction([1.0, 1.0], method=method).pvalues.tolist() == [1, 1]
    assert partial_conjunction([0.0, 0.0], method=method).count(1e-300) == 2
    assert partial_conjunction([0.0, 0.5], method=method).pvalues == pytest.approx([0, 0.5], rel=1e-14, abs=0)
    tiny = partial_conjunction([1e-170, 1e-100, 0.9], method=method)
    assert tiny.count() == 2
    assert (tiny.pvalues > 0).all()


@pytest.mark.parametrize("method", METHODS)
def test_undefined_pvalues_are_refused_or_count_as_nothing_shown(method):
    with pytest.raises(ValueError, match=r"1 of 2 p-values are undefined \(NaN\)"):
        partial_conjunction([0.01, np.nan], method=method)
    counted = partial_conjunction([0.01, np.nan], method=method, undefined="count")
    assert counted.pvalues.tolist() == partial_conjunction([0.01, 1.0], method=method).pvalues.tolist()


@pytest.mark.parametrize(
    ("p", "options", "message"),
    [
        ([], {}, "at least 1 p-value is needed, one for each data set, got 0"),
        ([0.5, 1.5], {}, "between 0 and 1, got 1.5"),
        (0.5, {}, "at least one axis"),
        ([0.5], {"method": "simes"}, "method must be one of 'bonferroni', 'fisher'"),
    ],
)
def test_refusals(p, options, message):
    with pytest.raises(ValueError, match=message):
        partial_conjunction(p, **options)


@pytest.mark.parametrize("alpha", [0, 1, -0.1])
def test_alpha_is_a_fraction(alpha):
    with pytest.raises(ValueError, match="alpha"):
        partial_conjunction(DROR).count(alpha)
