"""Numbers in the running text of the paper."""

import re
from typing import Final

import pandas as pd

import foldwise as fw
from foldwise.papers.bradford_brodley_2001.printed_values import (
    COLUMNS,
    N_PARTITIONS,
    printed_accuracies,
    printed_tally,
)
from foldwise.papers.paper import Part
from foldwise.papers.printed_numbers import printed
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, ComparedValue, Exhibit, SideBySide

_N_DATASETS: Final = 23
_QUARTER: Final = 0.25
# Of the t on ten folds.
_DF: Final = 9


def worked_numbers() -> dict[str, float]:
    """Compute each number of the text that can be computed, by its name in the table of worked examples."""
    weak, strong = fw.stats.fisher([0.85, 0.90, 0.90]), fw.stats.fisher([0.15, 0.10, 0.10])
    many = fw.stats.fisher([_QUARTER] * N_PARTITIONS)
    ranks = fw.stats.wilcoxon_significances([-0.20, 0.30, 0.05])
    table, counts = printed_accuracies(), list(printed_tally().values())
    wrong, total = sum(sum(each[2:]) for each in counts), sum(map(sum, counts))
    return {
        "bb_tests_total": float(total),
        "bb_incorrect_total": float(wrong),
        "bb_incorrect_rate": wrong / total,
        "bb_fisher_a": float(strong.statistic),
        "bb_fisher_a_p": float(strong.pvalue),
        "bb_fisher_b": float(weak.statistic),
        "bb_fisher_b_p": float(weak.pvalue),
        "bb_fisher_55": float(many.statistic),
        "bb_fisher_55_p": float(many.pvalue),
        "bb_wilcoxon_Wplus": float(ranks.rank_sum_a),
        "bb_wilcoxon_Wminus": float(ranks.rank_sum_b),
        "bb_wilcoxon_p": float(ranks.pvalue),
        "bb_wilcoxon_n05": float(partitions_until(0.05, "wilcoxon")),
        "bb_wilcoxon_n01": float(partitions_until(0.01, "wilcoxon")),
        "bb_fwer_23": float(fw.stats.family_wise_error(0.05, _N_DATASETS)),
        "bb_expected_23": float(fw.stats.expected_false_positives(0.05, _N_DATASETS)),
        "bb_overlap_10fold": _overlap(),
        "bb_monk1_drop_tddt2": _drop(table, "tddt2"),
        "bb_monk1_drop_tddt1": _drop(table, "tddt1"),
        "bb_5x2_higher": float(sum((table[f"{each}_5x2cv"] > table[f"{each}_1x10cv"]).sum() for each in COLUMNS)),
    }


def combined(method: str, n_partitions: int, significance: float = _QUARTER) -> float:
    """Combine the same one-sided significance of several partitions, by 'fisher', 'wilcoxon' or the 'averaged t'.

    Fisher's p-value is one-sided as its parts are, Wilcoxon's two-sided, that of the averaged t one-sided.
    """
    if method == "fisher":
        return float(fw.stats.fisher([significance] * n_partitions).pvalue)
    if method == "wilcoxon":
        # One alone has either sign with equal chance.
        if n_partitions == 1:
            return 1.0
        return float(fw.stats.wilcoxon_significances([significance] * n_partitions, method="exact").pvalue)
    # Any t will do; this one has the significance of a single partition by construction.
    t = _t_of(significance)
    return float(fw.stats.averaged_t([t] * n_partitions, df=_DF, alternative="greater").pvalue)


def partitions_until(level: float, method: str) -> int:
    """Count the partitions, each with a significance of one quarter, until they are significant together."""
    return next(n for n in range(1, 1001) if combined(method, n) < level)


def _t_of(significance: float) -> float:
    """Find Student's t with this one-tailed area, by halving."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if fw.stats.signed_area(middle, _DF) > significance else (low, middle)
    return low


def _overlap() -> float:
    """Find the share of a training set that it has in common with another of the same ten folds, by drawing them."""
    folds = fw.splits.KFold(10, stratified=False).assign(100, seed=1)
    (first, _), (second, _) = (folds.split(0, fold) for fold in (0, 1))
    return len(set(first) & set(second)) / len(first)


def _drop(table: pd.DataFrame, learner: str) -> float:
    return float(table[f"{learner}_1x10cv"]["monk1-full"] - table[f"{learner}_5x2cv"]["monk1-full"])


def _cell(measured: float, published: object) -> ComparedValue:
    """Read what the text prints: a number, perhaps in percent, perhaps with words."""
    match = re.match(r"(\d+(?:\.(\d+))?)(%?)", str(published))
    if match is None:
        return ComparedValue(measured=measured)
    decimals = len(match[2] or "")
    if match[3]:
        return ComparedValue(measured=100 * measured, printed=float(match[1]), digits=decimals)
    return ComparedValue(measured=measured, printed=float(match[1]), digits=decimals)


def _make(bench: Workbench) -> Exhibit:  # noqa: ARG001 - nothing here has a size
    ours = worked_numbers()
    table = printed("worked_examples").set_index("id").loc[list(ours)]
    right = [
        abs(value - float(table["expected_value"][name])) <= float(table["tolerance"][name])
        for name, value in ours.items()
    ]
    steady = {round(combined("averaged t", n), 12) for n in range(1, N_PARTITIONS + 1)}
    return Exhibit(
        paper="bradford_brodley_2001",
        name="text",
        title="Numbers in the text: Fisher, Wilcoxon, averaged t, several tests",
        about="The worked examples of section 4 by the functions of foldwise.stats, and what the text says of "
        "the tables.",
        tables=(
            SideBySide(
                title="Worked examples",
                index="what",
                rows=tuple(
                    f"{words} ({inputs})" if isinstance(inputs, str) else words
                    for words, inputs in zip(table["description"], table["input"], strict=True)
                ),
                columns=("value",),
                cells=tuple((_cell(value, table["published_value"][name]),) for name, value in ours.items()),
                note="Exact: no interval. The same: all printed digits; percentages where the paper has them.",
            ),
        ),
        checks=(
            Check(
                asked="Every number is the value that follows from its formula, to the last digits",
                found=f"{sum(right)} of {len(right)}",
                met=all(right),
            ),
            Check(
                asked=f"The average over 1 to {N_PARTITIONS} partitions of significance {_QUARTER:g} stays there",
                found=", ".join(f"{each:g}" for each in sorted(steady)),
                met=steady == {_QUARTER},
            ),
        ),
        because="In Fisher's examples the paper adds rounded logarithms, and gives for a tail the tabled level that it "
        f"passes: the statistics are {ours['bb_fisher_a']:.4f} and {ours['bb_fisher_b']:.4f}, the first tail "
        f"{ours['bb_fisher_a_p']:.4f}.",
    )


TEXT: Final = Part(name="text", title="Numbers in the text: Fisher, Wilcoxon, averaged t, several tests", make=_make)
