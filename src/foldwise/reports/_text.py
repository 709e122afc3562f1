"""Numbers of a document, which may be None, and its comparisons as a reader should see them."""

import math
from typing import Any

from foldwise._core import compact, one_line, pvalue_text, true_minus
from foldwise.verdicts import agreement_words, decision_words


def number(value: float | None, *, digits: int = 4) -> str:
    """Return a number with `digits` significant digits.

    >>> number(0.95333), number(None)
    ('0.9533', 'undefined')
    """
    if value is None:
        return "undefined"
    return true_minus(f"{value:.{digits}g}")


def difference(value: float | None) -> str:
    """Return a difference with its sign.

    >>> difference(0.01234), difference(0.0)
    ('+0.0123', '0')
    """
    return f"+{number(value, digits=3)}" if value is not None and value > 0 else number(value, digits=3)


def interval(low: float | None, high: float | None) -> str:
    """Return both ends of an interval, or that the test has none.

    >>> interval(0.01, 0.02), interval(None, None)
    ('[0.01, 0.02]', 'none')
    """
    if low is None or high is None:
        return "none"
    return f"[{number(low, digits=3)}, {number(high, digits=3)}]"


def decimal(value: float | None, digits: int) -> str:
    """Return a number with so many decimals.

    >>> decimal(0.25, 3), decimal(None, 3)
    ('0.250', 'undefined')
    """
    return number(None) if value is None else true_minus(compact(value, digits))


def signed(value: float | None, digits: int) -> str:
    """Return a difference with its sign and so many decimals.

    >>> signed(0.0123, 3), signed(-0.0004, 3)
    ('+0.012', '0.000')
    """
    text = decimal(value, digits)
    return f"+{text}" if value is not None and value > 0 and text.strip("0.") else text


def limits_of(low: float | None, high: float | None, digits: int) -> str:
    """Return both ends of an interval with so many decimals, or that the test has none.

    >>> limits_of(0.01, 0.02, 3), limits_of(None, None, 3)
    ('0.010 to 0.020', 'none')
    """
    if low is None or high is None:
        return "none"
    return f"{decimal(low, digits)} to {decimal(high, digits)}"


def probability(value: float | None, alpha: float | None = None) -> str:
    """Return a p-value as the words of a verdict do, without its symbol.

    >>> probability(0.0412, 0.05), probability(0.0501, 0.05), probability(3e-9, 0.05), probability(0.0)
    ('0.041', '0.0501', '3.0e-09', '< 1e-300')
    """
    return number(None) if value is None else pvalue_text(value, alpha)


def natural(score: float | None, metric: dict[str, Any], digits: int | None = None) -> str:
    """Return a mean score on the natural scale of its metric, an error as an error: four digits, or so many decimals.

    >>> natural(-2.5, {"lower_is_better": True}), natural(0.5, {"lower_is_better": False}, 3)
    ('2.5', '0.500')
    """
    value = -score if score is not None and metric["lower_is_better"] else score
    return number(value) if digits is None else decimal(value, digits)


def aligned(rows: list[list[float | None]], *, digits: int = 4) -> list[list[str]]:
    """Return the numbers of a table, those of a row with the same number of decimals.

    The largest of a row gets `digits` significant digits, the smallest at least two; zeros in which all numbers of the
    table end are left out.

    >>> aligned([[0.7, 0.688], [0.95333, 1.0]])
    [['0.7000', '0.6880'], ['0.9533', '1.0000']]
    >>> aligned([[0.7, 0.688], [0.9, None]]), aligned([[12.5, 8.0], [2000.0, 0.256]])
    ([['0.700', '0.688'], ['0.900', 'undefined']], [['12.50', '8.00'], ['2000.00', '0.26']])
    """
    most = [_places(row, digits) for row in rows]
    needed = 0
    for row, places in zip(rows, most, strict=True):
        written = [f"{value:.{places}f}" for value in row if value is not None and places is not None]
        needed = max([needed, *(len(text.rstrip("0").partition(".")[2]) for text in written)])
    return [
        [
            number(value, digits=digits)
            if value is None or places is None
            else true_minus(f"{value:.{min(places, needed)}f}")
            for value in row
        ]
        for row, places in zip(rows, most, strict=True)
    ]


def _places(row: list[float | None], digits: int) -> int | None:
    """Count the decimals that the numbers of a row need; None if some are too large or too small for decimals."""
    values = [abs(value) for value in row if value] or [1.0]
    if not 1e-5 <= min(values) <= max(values) < 1e7:
        return None
    return max(0, digits - math.ceil(math.log10(max(values))), 2 - math.ceil(math.log10(min(values))))


def natural_rows(rows: list[list[float | None]], metric: dict[str, Any]) -> list[list[str]]:
    """Return a table of mean scores on the natural scale of their metric.

    >>> natural_rows([[-2.5, -2.25]], {"lower_is_better": True})
    [['2.50', '2.25']]
    """
    sign = -1 if metric["lower_is_better"] else 1
    return aligned([[None if score is None else sign * score for score in row] for row in rows])


def scores_of(items: list[dict[str, Any]], metric: dict[str, Any], *keys: str) -> list[list[str]]:
    """Return the scores that comparisons or estimates have under these keys.

    >>> scores_of([{"score": 0.7}, {"score": 0.688}], {"lower_is_better": False}, "score")
    [['0.700'], ['0.688']]
    """
    return natural_rows([[item[key] for key in keys] for item in items], metric)


def natural_interval(low: float | None, high: float | None, metric: dict[str, Any]) -> str:
    """Return an interval of a score on the natural scale of its metric, the lower end first.

    >>> natural_interval(-2.5, -1.5, {"lower_is_better": True})
    '[1.5, 2.5]'
    """
    if low is None or high is None or not metric["lower_is_better"]:
        return interval(low, high)
    return interval(-high, -low)


def agrees(row: dict[str, Any]) -> str:
    """Return how probably another random split agrees with a comparison.

    >>> agrees({"forecast": {"agreement": 0.97}}), agrees({"forecast": {"agreement": None}}), agrees({"forecast": None})
    ('0.97', 'unknown', '')
    """
    forecast = row["forecast"]
    if forecast is None:
        return ""
    return agreement_words(math.nan if forecast["agreement"] is None else forecast["agreement"])


def share(value: float | None) -> str:
    """Return a probability that is not a p-value.

    >>> share(0.25), share(None)
    ('0.250', 'unknown')
    """
    return known(None if value is None else f"{value:.3f}")


def known(value: Any) -> str:
    """Return a value, or that it is not known.

    >>> known(7), known(None)
    ('7', 'unknown')
    """
    return "unknown" if value is None else str(value)


def decision(row: dict[str, Any]) -> str:
    """Return the decision of a comparison in words."""
    is_unsettled = not (row.get("settlement") or {"settled": True})["settled"]
    return decision_words(row["decision"], row.get(row["decision"], row["winner"]), is_unsettled=is_unsettled)


def pairing(row: dict[str, Any]) -> str:
    """Return what a comparison compares, and on what.

    >>> pairing({"a": "forest", "b": "logit", "dataset": "iris"})
    'forest vs logit on iris'
    """
    return f"{one_line(row['a'])} vs {one_line(row['b'])} on {one_line(row['dataset'])}"


def paragraphs(words: str) -> list[str]:
    r"""Return the lines of a text that say something; tables in it are left out, pages have them as such.

    >>> paragraphs("One.\n\nTwo.\n\nScores:\ndata  tree\niris  0.95\n\nThree.")
    ['One.', 'Two.', 'Three.']
    """
    blocks = (block.splitlines() for block in words.split("\n\n"))
    # Columns are set apart by spaces, and a line above them announces them.
    return [line for block in blocks if "  " not in "".join(block[1:2]) for line in block if line.strip()]


def enumerated(opening: str, rows: list[str], most: int = 6) -> str:
    """Return the first rows after an opening, and how many more there are.

    >>> enumerated("Means.", ["a: 1.", "b: 2.", "c: 3."], most=2)
    'Means. a: 1. b: 2. And 1 more.'
    """
    more = [f"And {len(rows) - most} more."] if len(rows) > most else []
    return " ".join([opening, *rows[:most], *more])
