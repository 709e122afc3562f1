"""Numbers in words: every rule by which a number becomes what a reader sees."""

import math


def counted(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "example"), counted(2, "example")
    ('1 example', '2 examples')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def count_range(low: int, high: int) -> str:
    """Return a smallest and a largest count, or the one that both are.

    >>> count_range(135, 135), count_range(14, 16)
    ('135', '14 to 16')
    """
    return f"{low}" if low == high else f"{low} to {high}"


def about_so_many(number: float, *, most: int) -> str:
    """Return a number of which two digits are known, rounded up; or that it is more than `most`.

    >>> about_so_many(14.0, most=1000), about_so_many(917.0, most=1000), about_so_many(math.inf, most=1000)
    ('14', 'about 920', 'more than 1000')
    """
    if number > most:
        return f"more than {most}"
    unknown = max(0, len(str(int(number))) - 2)
    return f"{number:.0f}" if not unknown else f"about {math.ceil(number / 10**unknown) * 10**unknown}"


def fixed(value: float, places: int) -> str:
    """Return a number with so many decimals; what rounds to zero has no sign.

    >>> fixed(0.7412, 3), fixed(-0.0004, 3), fixed(-2.5, 0)
    ('0.741', '0.000', '-2')
    """
    # Adding zero turns a rounded -0 into 0.
    return f"{round(value, places) + 0.0:.{places}f}"


def compact(value: float, places: int) -> str:
    """Return a number with so many decimals, or four digits where that would be a long row of them.

    >>> compact(-0.0004, 3), compact(1.25e9, 2)
    ('0.000', '1.25e+09')
    """
    return fixed(value, places) if abs(value) < 1e6 and places < 8 else f"{value + 0.0:.4g}"


def significant(value: float, digits: int) -> str:
    """Return a number with so many significant digits, and all those before the decimal point.

    >>> significant(0.1234567, 3), significant(1234567.5, 3), significant(-5.0, 3)
    ('0.123', '1234568', '-5')
    """
    return f"{value:.0f}" if 10**digits <= abs(value) < 1e15 else f"{value:.{digits}g}"


def decimals(scale: float, *, is_share: bool) -> int:
    """Return how many decimals show two significant digits of `scale`, an uncertainty for example.

    Parameters
    ----------
    scale : float
        Above 0; infinite or NaN if unknown.
    is_share : bool
        Whether the numbers to be shown lie between -1 and 1. Shares such as accuracies are read to the tenth of a
        percent.

    Returns
    -------
    int
        From 0 to 12.

    Examples
    --------
    >>> decimals(0.00123, is_share=True), decimals(0.4, is_share=True), decimals(0.4, is_share=False)
    (4, 3, 2)
    """
    places = max(0, min(12, 1 - math.floor(math.log10(scale)))) if math.isfinite(scale) else 3
    return max(places, 3) if is_share else places


def score_text(score: float, digits: int, *, is_share: bool) -> str:
    """Return a score in a table: shares with so many decimals, others with so many significant digits.

    >>> score_text(0.95, 3, is_share=True), score_text(1234.5, 3, is_share=False)
    ('0.950', '1.23e+03')
    """
    return f"{score:.{digits}{'f' if is_share else 'g'}}"


def percent(share: float) -> str:
    """Return a share in percent, with as many digits as it takes up to six.

    >>> percent(0.95), percent(1 - 2 * 0.05 / 3)
    ('95%', '96.6667%')
    """
    return f"{100 * share:g}%"


def pvalue_text(value: float, alpha: float | None = None) -> str:
    """Return a p-value: two digits, and more where it takes them to be on its own side of a level.

    >>> pvalue_text(0.0412, 0.05), pvalue_text(0.04999, 0.05), pvalue_text(0.0501, 0.05), pvalue_text(3e-9)
    ('0.041', '0.050', '0.0501', '3.0e-09')
    >>> pvalue_text(0.0), pvalue_text(math.nan)
    ('< 1e-300', 'undefined')
    """
    if math.isnan(value):
        return "undefined"
    if value == 0:
        return "< 1e-300"
    texts = (f"{value:.{n - 1}e}" if value < 1e-4 else f"{value:#.{n}g}" for n in range(2, 18))
    return next((text for text in texts if alpha is None or (float(text) <= alpha) == (value <= alpha)), repr(value))


def limits_text(low: float, high: float, places: int = 3) -> str:
    """Return both limits of an interval.

    >>> limits_text(0.25, 0.5), limits_text(0.25, 0.5, 2)
    ('0.250 to 0.500', '0.25 to 0.50')
    """
    return f"{fixed(low, places)} to {fixed(high, places)}"


def true_minus(text: str) -> str:
    r"""Return the text of a number as it stands on a page, where a minus sign is longer than a hyphen.

    >>> true_minus("-0.25") == "\N{MINUS SIGN}0.25"
    True
    """
    return text.replace("-", "\N{MINUS SIGN}")


def duration(seconds: float) -> str:
    """Return how long something takes.

    >>> duration(0.3), duration(7), duration(200), duration(7500)
    ('under 1 s', '7 s', '3 min', '2 h 5 min')
    """
    return "under 1 s" if seconds < 0.5 else _time(seconds)


def time_left(seconds: float | None) -> str:
    """Return how long it will take until the end, as far as known.

    >>> time_left(7), time_left(200), time_left(7500), time_left(None)
    ('about 7 s left', 'about 3 min left', 'about 2 h 5 min left', 'time left not known yet')
    """
    return "time left not known yet" if seconds is None else f"about {_time(seconds)} left"


def _time(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"
