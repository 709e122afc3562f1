"""What the papers print, tables that come with foldwise; and shares written as papers do."""

from functools import cache
from importlib.resources import files
from io import StringIO

import pandas as pd


@cache
def _text(name: str) -> str:
    tables = {each.name.removesuffix(".csv"): each for each in files("foldwise.papers").joinpath("tables").iterdir()}
    if name not in tables:
        raise ValueError(f"There is no printed table {name!r}. There are: {', '.join(sorted(tables))}.")
    return tables[name].read_text(encoding="utf-8")


def printed(name: str) -> pd.DataFrame:
    """Read numbers as a paper prints them, errors included.

    Parameters
    ----------
    name : str
        Such as ``'bouckaert_frank_2004_table3'``; ``'worked_examples'`` are numbers in running text.

    Returns
    -------
    DataFrame
        A copy of one's own.

    Examples
    --------
    >>> from foldwise.papers import printed
    >>> table = printed("bouckaert_frank_2004_table3")
    >>> table[(table.pair == "nb_c45") & (table.measure == "consistent")]["value"].tolist()
    [16.0, 20.0, 21.0, 24.0]
    """
    # A word such as 'null' or 'none' is a word here.
    return pd.read_csv(StringIO(_text(name)), keep_default_na=False, na_values=[""])


def share(value: float) -> str:
    """Return a share as papers do.

    >>> share(0.0334), share(-0.002), share(-0.0002), share(1.0)
    ('.033', '-.002', '.000', '1.000')
    """
    # Adding zero turns -0.0 into 0.0.
    text = f"{round(value, 3) + 0.0:.3f}"
    return text.replace("0.", ".", 1) if abs(value) < 1 else text


def within(value: float, low: float, high: float) -> str:
    """Return a share with its limits.

    >>> within(0.104, 0.0858, 0.1246)
    '.104 (.086 to .125)'
    """
    return f"{share(value)} ({share(low)} to {share(high)})"
