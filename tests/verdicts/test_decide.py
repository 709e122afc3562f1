"""From a finding to a decision: p, the rope, and what contradicts itself."""

import numpy as np
import pytest

from foldwise.verdicts.evidence import Finding
from foldwise.verdicts.judging import decide, interval_caveats


def found(p=0.01, estimate=0.1, direction=None, limits=(0.05, 0.15), flags=()):
    return Finding(
        statistic=2.0,
        pvalue=p,
        df=9.0,
        estimate=estimate,
        direction=estimate if direction is None else direction,
        standard_error=0.02,
        interval=None if limits is None else lambda level: limits,
        effect_size=np.nan,
        effect_size_name="",
        n_scores=10,
        flags=frozenset(flags),
    )


def decided(finding, p=None, *, alpha=0.05, rope=None):
    decision, caveats = decide(
        finding, finding.pvalue if p is None else p, alpha=alpha, rope=rope, equivalence_level=0.9
    )
    return decision, [caveat.code for caveat in caveats]


def test_p_decides_and_the_direction_names():
    assert decided(found()) == ("a", [])
    assert decided(found(estimate=-0.1)) == ("b", [])
    assert decided(found(p=0.051)) == ("none", [])


def test_p_at_the_level_rejects():
    assert decided(found(p=0.05)) == ("a", [])


def test_the_adjusted_p_decides_not_the_raw_one():
    assert decided(found(p=0.01), 0.06) == ("none", [])


def test_an_undefined_p_is_undetermined():
    assert decided(found(p=np.nan)) == ("undetermined", [])


def test_equivalence_wins_over_a_small_p_and_says_so():
    assert decided(found(), rope=0.2) == ("equivalent", ["significant_but_negligible"])
    assert decided(found(p=0.3), rope=0.2) == ("equivalent", [])
    assert decided(found(), rope=0.15) == ("equivalent", ["significant_but_negligible"])
    assert decided(found(), rope=0.149) == ("a", [])


def test_a_mean_outside_the_rope_is_not_equivalent_whatever_the_interval():
    """The interval of the 5x2cv t test is centred on its first fold."""
    assert decided(found(p=0.3, estimate=0.3, limits=(-0.01, 0.01)), rope=0.02) == ("none", [])


def test_scores_that_never_differ_prove_no_equivalence():
    assert decided(found(p=1.0, estimate=0.0, limits=(0.0, 0.0), flags=["identical_scores"]), rope=0.1) == ("none", [])


def test_a_test_without_an_interval_cannot_show_equivalence():
    assert decided(found(limits=None), rope=0.2) == ("a", ["no_interval"])
    assert decided(found(limits=None)) == ("a", [])


def test_a_statistic_against_the_mean_decides_nothing():
    assert decided(found(direction=-1.0)) == ("undetermined", ["opposite_signs"])
    assert decided(found(p=0.2, direction=-1.0)) == ("none", [])


@pytest.mark.parametrize(
    ("p", "limits", "alternative", "expected"),
    [
        (0.12, (0.001, 0.05), "two-sided", ["interval_disagrees"]),
        (0.04, (-0.001, 0.05), "two-sided", ["interval_disagrees"]),
        (0.04, (0.001, 0.05), "two-sided", []),
        (0.04, (-0.001, 0.05), "greater", []),
        (0.12, None, "two-sided", []),
        (np.nan, (np.nan, np.nan), "two-sided", []),
    ],
)
def test_an_interval_on_the_other_side_of_zero_is_named(p, limits, alternative, expected):
    caveats = interval_caveats(found(p=p, limits=limits), alpha=0.05, alternative=alternative)
    assert [caveat.code for caveat in caveats] == expected
