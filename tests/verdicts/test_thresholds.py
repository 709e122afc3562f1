"""At which p-value the decision on one comparison of a family changes."""

import numpy as np
import pytest

from foldwise.verdicts import ADJUST_WORDS, adjust_pvalues
from foldwise.verdicts.judging import decision_thresholds

# Max-T follows from the examples, not from p-values.
METHODS = (*(method for method in ADJUST_WORDS if method != "max_t"), "none")


def bisected(pvalues: list[float], i: int, adjust: str, family: int, alpha: float) -> float:
    """The largest p-value of comparison i that is significant after the adjustment, found by halving."""

    def is_significant(p: float) -> bool:
        return adjust_pvalues([*pvalues[:i], p, *pvalues[i + 1 :]], adjust, family=family)[i] <= alpha

    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if is_significant(middle) else (low, middle)
    return low


@pytest.mark.parametrize("adjust", METHODS)
@pytest.mark.parametrize("seed", range(25))
def test_equal_what_halving_finds_through_the_adjustment(adjust: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 7))
    family = n + int(rng.choice([0, 0, 1, 4]))
    # Cubed, so that many are near the levels; rounded in half of the families, so that there are ties.
    p = rng.random(n) ** 3 * 0.3
    p = p.round(2) if seed % 2 else p
    alpha = float(rng.choice([0.05, 0.1, 0.3]))
    pvalues = [float(value) for value in p]
    expected = [bisected(pvalues, i, adjust, family, alpha) for i in range(n)]
    assert decision_thresholds(pvalues, adjust, family, alpha) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("adjust", METHODS)
def test_undefined_pvalues_count_as_not_significant(adjust: str) -> None:
    with_nan = decision_thresholds([0.01, float("nan"), 0.02], adjust, 4, 0.05)
    assert with_nan == decision_thresholds([0.01, 1.0, 0.02], adjust, 4, 0.05)
    assert all(np.isfinite(with_nan))


def test_max_t_is_never_stricter_than_the_level_of_bonferroni() -> None:
    assert decision_thresholds([0.001, 0.02, 0.9], "max_t", 3, 0.05) == pytest.approx([0.05 / 3] * 3)


def test_numbers_by_hand() -> None:
    # Holm: 0.02 does not pass 0.05/3 as the smallest; 0.001 does, which leaves 0.05/2, and 0.02 passes that: 0.05.
    assert decision_thresholds([0.001, 0.02, 0.9], "holm", 3, 0.05) == pytest.approx([0.05 / 3, 0.05 / 2, 0.05])
    # Benjamini and Hochberg: with two others below 3 * 0.05 / 4 the third level holds.
    assert decision_thresholds([0.03, 0.03, 0.5, 0.6], "benjamini_hochberg", 4, 0.05)[2] == pytest.approx(0.0375)
