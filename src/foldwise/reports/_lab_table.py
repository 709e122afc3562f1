"""Any table of a study of tests as texts: intervals in one column, numbers of a column with the same decimals."""

import math
from typing import Any, Final

from foldwise._core import one_line
from foldwise.reports._lab_words import about
from foldwise.reports._plain import Document
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
    "calibration": (
        "source",
        "procedure",
        "distance",
        "band",
        "rate_0.01",
        "rate_0.05",
        "rate_0.10",
        "critical",
    ),
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


def lab_table(document: Document, *, short: bool = False) -> tuple[list[dict[str, Any]], list[list[str]]]:
    """Write the table of a study of tests as texts.

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
        found = [name for name in _FIRST[document["study"]] if name in shown]
        shown = [name for name in found if name not in _IF_ANY or any(row[name] for row in table)]
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
            words = {"text": _words(name), "about": about(document["study"], name)}
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
    """Write the name of a column as a heading.

    >>> _words("n_trials"), _words("standard_error"), _words("pvalue")
    ('trials', 'standard error', 'p')
    """
    if name == "pvalue":
        return "p"
    return one_line(name.removeprefix("n_").replace("_", " ")).strip()


def _is_number(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _numbers(values: list[Any], places: int | None = None) -> list[str]:
    """Write the numbers of a column with so many decimals, else the largest of fractions with three significant digits.

    >>> _numbers([0.05, 0.0003, None]), _numbers([0.25, 1.0]), _numbers([7, 12])
    (['0.0500', '0.0003', 'undefined'], ['0.250', '1.000'], ['7', '12'])
    """
    if places is None and all(isinstance(value, int) for value in values):
        return [str(value) for value in values]
    if places is None:
        most = max((abs(value) for value in values if value), default=1.0)
        places = min(max(0, 3 - math.ceil(math.log10(most))), 6)
    return [number(None) if value is None else f"{value:.{places}f}".replace("-", "\N{MINUS SIGN}") for value in values]


def _text(value: Any) -> str:
    return {True: "yes", False: "no", None: "undefined"}.get(value, one_line(value))
