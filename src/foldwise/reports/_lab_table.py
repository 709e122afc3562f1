"""Any table of a study of tests as texts, and what it found and how to read it, in sentences."""

import math
from typing import Any, Final

from foldwise._core import one_line, true_minus
from foldwise.reports._document import Document
from foldwise.reports._text import number, probability

_RATE: Final = ("rate", "low", "high")
# Shares and differences of shares: three decimals, whatever their size.
_SHARES: Final = frozenset(
    {"rate", "difference", "consistent", "replicability", "rejection_rate", "distance", "excess", "band"}
    | {"level", "power", "adjusted_power", "rate_0.01", "rate_0.05", "rate_0.10"}
)
# Left out of a short table where nothing is to be told.
_IF_ANY: Final = ("n_undefined", "n_reversed")
_FIRST: Final = {
    "type_one_error": ("source", "procedure", *_RATE, "n_rejections", "n_undefined"),
    "power": ("source", "procedure", "difference", *_RATE),
    "replications": (
        "source",
        "procedure",
        "consistent",
        "consistent_low",
        "consistent_high",
        "replicability",
        "low",
        "high",
        "n_reversed",
        "rejection_rate",
    ),
    "calibration": ("source", "procedure", "distance", "band", "rate_0.01", "rate_0.05", "rate_0.10", "critical"),
    "replication_count": ("source", "test", "number", *_RATE, "n_undefined"),
    "ranking": (
        "rank",
        "procedure",
        "holds",
        "level",
        "level_low",
        "level_high",
        "power",
        "adjusted_power",
        "replicability",
        "n_fits",
    ),
}
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
    }
}


def lab_table(document: Document, *, short: bool = False) -> tuple[list[dict[str, Any]], list[list[str]]]:
    """Return the table of a study of tests as texts.

    Parameters
    ----------
    document : dict
        Made by `summary`.
    short : bool, default False
        Only the columns that one looks at first, without undefined and reversed ones if there are none.

    Returns
    -------
    headings : list of dict
        The ``'text'`` of each, whether its column ``'is_number'``, and what it is ``'about'`` where that needs words.
        Both ends of an interval make one column.
    rows : list of list of str

    See Also
    --------
    foldwise.reports.summary : The numbers.

    Examples
    --------
    >>> from foldwise.lab import sources, type_one_error
    >>> from foldwise.reports import lab_table, summary
    >>> document = summary(type_one_error("10/kfold_t", sources.TwoKinds(), n_trials=100))
    >>> headings, rows = lab_table(document, short=True)
    >>> [heading["text"] for heading in headings]
    ['source', 'procedure', 'rate', '95% interval', 'rejections']
    >>> rows[0][:2]
    ['two kinds, error 0.1', '10/kfold_t']
    """
    table = document["table"]
    shown = document["columns"]
    if short and document["study"] in _FIRST:
        names = [name for name in _FIRST[document["study"]] if name in shown]
        shown = [name for name in names if name not in _IF_ANY or any(row[name] for row in table)]
    headings, cells = [], []
    places = None
    for name in shown:
        values = [row[name] for row in table]
        start = name.removesuffix("low")
        if name.endswith("low") and f"{start}high" in shown:
            ends = [row[f"{start}high"] for row in table]
            # As the number before it, whose interval it is.
            both = _numbers([*values, *ends], places)
            texts = [f"[{low}, {high}]" for low, high in zip(both[: len(values)], both[len(values) :], strict=True)]
            headings.append({"text": f"{_words(start)} 95% interval".strip(), "is_number": True, "about": ""})
        elif name.endswith("high") and f"{name.removesuffix('high')}low" in shown:
            continue
        else:
            is_number = all(_is_number(value) for value in values)
            places = 3 if name in _SHARES else None
            texts = _column(name, values, places) if is_number else [_text(value) for value in values]
            words = {"text": _words(name), "about": _about(document["study"], name)}
            headings.append({**words, "is_number": is_number})
        cells.append(texts)
    return headings, [list(row) for row in zip(*cells, strict=True)]


def _column(name: str, values: list[Any], places: int | None) -> list[str]:
    if name == "pvalue":
        return [probability(value) for value in values]
    if name.startswith("n_"):
        return [number(None) if value is None else f"{value:.0f}" for value in values]
    return _numbers(values, places)


def _words(name: str) -> str:
    """Return the name of a column as a heading.

    >>> _words("n_trials"), _words("standard_error"), _words("pvalue")
    ('trials', 'standard error', 'p')
    """
    if name == "pvalue":
        return "p"
    return one_line(name.removeprefix("n_").replace("_", " ")).strip()


def _is_number(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _numbers(values: list[Any], places: int | None = None) -> list[str]:
    """Format numbers of a column with so many decimals, else the largest of fractions with three significant digits.

    >>> _numbers([0.05, 0.0003, None]), _numbers([0.25, 1.0]), _numbers([7, 12])
    (['0.0500', '0.0003', 'undefined'], ['0.250', '1.000'], ['7', '12'])
    """
    if places is None and all(isinstance(value, int) for value in values):
        return [str(value) for value in values]
    if places is None:
        most = max((abs(value) for value in values if value), default=1.0)
        places = min(max(0, 3 - math.ceil(math.log10(most))), 6)
    return [number(None) if value is None else true_minus(f"{value:.{places}f}") for value in values]


def _text(value: Any) -> str:
    return {True: "yes", False: "no", None: "undefined"}.get(value, one_line(value))


def _about(study: str, column: str) -> str:
    """Return what a column of a study holds, if its heading does not.

    >>> _about("calibration", "band"), _about("calibration", "procedure")
    ('what distance stays below in 95 of 100 studies of so many trials, if p-values are uniform', '')
    """
    return _COLUMNS.get(study, {}).get(column, "")


def reading(study: str) -> list[str]:
    """Return how to read the table of a study.

    >>> reading("power")[0][:20], len(reading("power")), len(reading("a study of one's own"))
    ('Each rate is the sha', 2, 1)
    """
    sentences = [f"{name}: {words}." for name, words in _COLUMNS.get(study, {}).items()]
    return [*([_READINGS[study]] if study in _READINGS else []), *sentences, _CHANCE]


def findings(study: str, table: list[Document], alpha: float | None) -> list[str]:
    """Return which procedures reject too often, where that is what was measured.

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
    sentences = []
    for procedure in dict.fromkeys(row["procedure"] for row in above):
        rates = [row["rate" if "rate" in row else "rate_0.05"] for row in above if row["procedure"] == procedure]
        where = f", on {len(rates)} of {n_sources} sources" if n_sources > 1 else ""
        sentences.append(f"{procedure} ({max(rates):.3g}{where})")
    return [f"{words}: {'; '.join(sentences)}."]
