"""Measured and published values as a reader should see them, before any format escapes them."""

from typing import Final

SIGNS: Final = {"same": "=", "near": "~", "far": "\N{NOT EQUAL TO}", "alone": ""}


def value_words(value: float | str | None, digits: int) -> str:
    """Write a value with fixed decimals; words stay as they are, and a dash stands for none.

    >>> value_words(0.7412, 3), value_words(-0.0001, 3), value_words("yes", 3)
    ('0.741', '0.000', 'yes')
    """
    if isinstance(value, str):
        return value
    if value is None or value != value:
        return "\N{EN DASH}"
    # Adding zero turns -0.0 into 0.0.
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "\N{MINUS SIGN}")


def limits_words(low: float | None, high: float | None, digits: int) -> str:
    """Write Monte Carlo limits, or nothing where there are none.

    >>> limits_words(0.7, 0.782, 2), limits_words(None, None, 2)
    ('0.70 to 0.78', '')
    """
    if low is None or high is None:
        return ""
    return f"{value_words(low, digits)} to {value_words(high, digits)}"


def printed_words(printed: float | str | None, digits: int) -> str:
    """Write a published value as it stands beside a measured one, or nothing where nothing was published.

    >>> printed_words(0.737, 3), printed_words(None, 3)
    ('(0.737)', '')
    """
    if printed is None or printed == "" or printed != printed:
        return ""
    return f"({value_words(printed, digits)})"
