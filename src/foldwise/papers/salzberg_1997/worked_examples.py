"""The numbers in the text, computed."""

import math
import re
from collections.abc import Callable
from typing import Final

import foldwise as fw
from foldwise.papers.printed_numbers import printed
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, ComparedValue, Exhibit, SideBySide

N_VARIANTS: Final = 14
N_DATASETS: Final = 11
N_TESTS: Final = N_VARIANTS * N_DATASETS
# A misprint in the last digits is near.
_NEAR: Final = 5e-4


def _one_sided(right: int, n: int) -> float:
    return float(fw.stats.binomial(right, n - right, alternative="greater").pvalue)


# What is computed, and the decimals that are printed.
_COMPUTED: Final[dict[str, tuple[Callable[[], float], int]]] = {
    "salz_study_size": (lambda: float(N_TESTS), 0),
    "salz_expected_false_positives": (lambda: float(fw.stats.expected_false_positives(0.05, N_TESTS)), 1),
    "salz_fwer_154": (lambda: float(fw.stats.family_wise_error(0.05, N_TESTS)), 4),
    "salz_alpha_star_154": (lambda: float(fw.stats.sidak_level(0.05, N_TESTS)), 4),
    "salz_bonferroni_154": (lambda: float(fw.stats.bonferroni_level(0.05, N_TESTS)), 6),
    "salz_stringency_154": (lambda: 0.05 / float(fw.stats.sidak_level(0.05, N_TESTS)), 0),
    "salz_binom_35_50_one": (lambda: _one_sided(35, 50), 4),
    "salz_binom_35_50_two": (lambda: float(fw.stats.binomial(35, 15).pvalue), 4),
    "salz_binom_30_50_one": (lambda: _one_sided(30, 50), 4),
    "salz_mcnemar_35_15": (lambda: float(fw.stats.mcnemar(35, 15).statistic), 2),
    "salz_community_05": (lambda: float(fw.stats.expected_false_positives(0.05, 100)), 0),
    "salz_community_01": (lambda: float(fw.stats.expected_false_positives(0.01, 100)), 0),
    "salz_tuning_10": (lambda: float(fw.stats.bonferroni_level(0.05, 10)), 3),
}


def printed_number(name: str) -> float:
    """Take the first number of what is printed; NaN if nothing is.

    >>> printed_number("salz_stringency_154"), printed_number("salz_fwer_154")
    (150.0, 0.9996)
    """
    match = re.search(r"\d+(\.\d+)?", _examples()[name]["published_value"])
    return math.nan if match is None else float(match.group())


def _examples() -> dict[str, dict[str, str]]:
    rows = printed("worked_examples").fillna("").astype(str)
    return {
        str(row["id"]): {str(column): str(value) for column, value in row.items()} for row in rows.to_dict("records")
    }


def make(bench: Workbench) -> Exhibit:  # noqa: ARG001
    """Make the exhibit; it is the same at any size."""
    table = _examples()
    values = {name: compute() for name, (compute, _) in _COMPUTED.items()}
    cells = tuple(
        (ComparedValue(measured=value, printed=printed_number(name), near=_NEAR, digits=_COMPUTED[name][1]),)
        for name, value in values.items()
    )
    wrong = {
        name: abs(value - float(table[name]["expected_value"])) > max(float(table[name]["tolerance"]), 1e-12)
        for name, value in values.items()
    }
    off = [cell[0] for cell in cells if cell[0].agreement not in ("same", "alone")]
    one, two = printed_number("salz_binom_35_50_one"), printed_number("salz_binom_35_50_two")
    return Exhibit(
        paper="salzberg_1997",
        name="worked-examples",
        title="Worked examples in the text",
        about="Every number that the text computes, by the functions of foldwise.stats: exact, nothing is simulated.",
        tables=(
            SideBySide(
                title="Numbers in the text",
                index="what",
                rows=tuple(
                    f"{row['description']}: {row['input'].replace(';', ', ')} (section {row['section']})"
                    for row in map(table.__getitem__, values)
                ),
                columns=("value",),
                cells=cells,
                note="To as many decimals as are printed; near: a misprint in the last of them.",
            ),
        ),
        checks=(
            Check(
                asked="Every value agrees with one computed at 60 digits, to 12 of them",
                found=f"{len(wrong) - sum(wrong.values())} of {len(wrong)} do",
                met=not any(wrong.values()),
            ),
            Check(
                asked="The two printed values for 35 of 50 belong together: the second is twice the first",
                found=f"{two:g} and {one:g}",
                met=math.isclose(two, 2 * one),
            ),
        ),
        because=f"{len(off)} binomial tails are misprinted in the last digit or two: "
        + ", ".join(f"{cell.printed:g} for {cell.measured:.4f}" for cell in off)
        + ". No conclusion depends on it.",
    )
