"""What a study of tests found, and how to read it, in sentences."""

from typing import Final

from foldwise.reports._plain import Document

_CHANCE: Final = (
    "The intervals are about chance in this study: where the true value may lie, given so many trials. Four times as "
    "many trials make them half as wide. They say nothing about data of another kind than the sources."
)
_READINGS: Final = {
    "type_one_error": "Each rate is the share of the datasets on which the procedure declared a difference, although "
    "there is none. A procedure whose interval lies above the level cries wolf; one whose interval lies below it is "
    "cautious, and pays with power.",
    "power": "Each rate is the share of the datasets on which the procedure declared a difference: false alarms where "
    "there is none, power where there is one. Compare only procedures that keep their level: the others buy power with "
    "false alarms.",
    "replications": "R is the share of the pairs of executions on the same dataset that agree on whether one learner "
    "is better. Executions differ only in their random partitions. A procedure can be replicable and wrong.",
    "fold_correlation": "Correlations are over datasets, between the differences of two learners on two folds. The "
    "k-fold t test takes folds for independent, corrected t tests assume the value in the column of that name.",
    "partition_noise": "Another random partition of the same data changes a result, and so would other data. The share "
    "is the part of the variance that is due to the partition: more repeats can take it away, other noise they cannot.",
    "ranking": "First come the procedures that keep their level, the most powerful ones first; then those that are "
    "above it. Adjusted power is that at the critical value at which a procedure would keep its level.",
    "replication_count": "Each rate is the share of the datasets on which the test declared a difference, although "
    "there is none. A test that is sound stays at its level, however often the data are split.",
    "calibration": "Where the null hypothesis is true, p-values should be uniform: the share of them below any level "
    "should be that level. Above the diagonal a procedure rejects too often.",
}
# What stands in columns whose headings do not say it.
_COLUMNS: Final = {
    "calibration": {
        "distance": "how far the p-values are from uniform ones, at the level where that is most, either way",
        "excess": "the same towards too many p-values up to 0.2 only, which make false alarms",
        "band": "what distance stays below in 95 of 100 studies of so many trials, if p-values are uniform",
        "critical": "the p-value at which to reject instead of the level, for as many false alarms as the level says",
        "reference": "the distribution to which the statistic of the test is referred, if it is known",
    },
}


def about(study: str, column: str) -> str:
    """Say what a column of a study holds, if its heading does not.

    >>> about("calibration", "band"), about("calibration", "procedure")
    ('what distance stays below in 95 of 100 studies of so many trials, if p-values are uniform', '')
    """
    return _COLUMNS.get(study, {}).get(column, "")


def reading(study: str) -> list[str]:
    """Say how to read the table of a study.

    >>> reading("power")[0][:20], len(reading("power")), len(reading("a study of one's own"))
    ('Each rate is the sha', 2, 1)
    """
    told = [f"{name}: {words}." for name, words in _COLUMNS.get(study, {}).items()]
    return [*([_READINGS[study]] if study in _READINGS else []), *told, _CHANCE]


def findings(study: str, table: list[Document], alpha: float | None) -> list[str]:
    """Say which procedures reject too often, where that is what was measured.

    >>> row = {"source": "coin", "procedure": "10/kfold_t", "rate": 0.1, "low": 0.08}
    >>> other = {**row, "source": "plane", "rate": 0.06, "low": 0.04}
    >>> findings("type_one_error", [row, other], 0.05)
    ['Above the level with all of its interval: 10/kfold_t (0.1, on 1 of 2 sources).']
    >>> findings("type_one_error", [other], 0.05)
    ['Nothing lies above the level with all of its interval.']
    """
    if study == "type_one_error" and alpha is not None:
        above = [row for row in table if row["low"] > alpha]
        words, none = (
            "Above the level with all of its interval",
            "Nothing lies above the level with all of its interval.",
        )
    elif study == "calibration":
        above = [row for row in table if row["excess"] > row["band"]]
        words, none = (
            "More small p-values than chance explains",
            "Nothing has more small p-values than chance explains.",
        )
    else:
        return []
    if not above:
        return [none]
    n_sources = len({row["source"] for row in table})
    told = []
    for procedure in dict.fromkeys(row["procedure"] for row in above):
        rates = [row["rate" if "rate" in row else "rate_0.05"] for row in above if row["procedure"] == procedure]
        where = f", on {len(rates)} of {n_sources} sources" if n_sources > 1 else ""
        told.append(f"{procedure} ({max(rates):.3g}{where})")
    return [f"{words}: {'; '.join(told)}."]
