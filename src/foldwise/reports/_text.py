"""Numbers and names as a reader should see them, before any format escapes them."""

from typing import Any, Final

from foldwise._core import one_line

DECISIONS: Final = {
    "none": "no difference shown",
    "equivalent": "practically equivalent",
    "undetermined": "undetermined",
}


def number(value: float | None, *, digits: int = 4) -> str:
    """Write a number with `digits` significant digits.

    >>> number(0.95333), number(None)
    ('0.9533', 'undefined')
    """
    if value is None:
        return "undefined"
    return f"{value:.{digits}g}".replace("-", "\N{MINUS SIGN}")


def difference(value: float | None) -> str:
    """Write a difference with its sign.

    >>> difference(0.01234), difference(0.0)
    ('+0.0123', '0')
    """
    return f"+{number(value, digits=3)}" if value is not None and value > 0 else number(value, digits=3)


def interval(low: float | None, high: float | None) -> str:
    """Write both ends of an interval.

    >>> interval(0.01, 0.02)
    '[0.01, 0.02]'
    """
    if low is None or high is None:
        return "undefined"
    return f"[{number(low, digits=3)}, {number(high, digits=3)}]"


def probability(value: float | None) -> str:
    """Write a p-value; three significant digits, so that 0.0496 is not shown as 0.05.

    >>> probability(0.0496), probability(1e-9)
    ('0.0496', '< 0.0001')
    """
    return "< 0.0001" if value is not None and value < 1e-4 else number(value, digits=3)


def span(ends: list[int]) -> str:
    """Write a smallest and a largest count.

    >>> span([135, 135]), span([14, 16])
    ('135', '14 to 16')
    """
    low, high = ends
    return str(low) if low == high else f"{low} to {high}"


def natural(score: float | None, metric: dict[str, Any]) -> str:
    """Write a mean score on the natural scale of its metric: an error as an error.

    >>> natural(-2.5, {"lower_is_better": True})
    '2.5'
    """
    return number(-score if score is not None and metric["lower_is_better"] else score)


def decision(row: dict[str, Any]) -> str:
    """Say the decision of a comparison in words."""
    return DECISIONS.get(row["decision"]) or f"{one_line(row['winner'])} better"
