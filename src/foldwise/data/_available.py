"""What can be loaded by name, and without the network."""

from typing import Any

import pandas as pd

from foldwise._core import check_choice
from foldwise.data._builtin import BUILT_IN
from foldwise.data._openml import cache_folder
from foldwise.data._uci import PAPERS, local_file, uci_table


def available() -> pd.DataFrame:
    """List the data sets that `load` knows by name, without loading any.

    Returns
    -------
    DataFrame
        Columns `name`, `rows`, `attributes`, `numeric`, `nominal`, `classes` (that occur), `missing` (values), `source`
        (``built-in``, or ``uci``: a file or OpenML is needed) and `note`.

    Examples
    --------
    >>> from foldwise.data import available
    >>> sets = available().set_index("name")
    >>> sets.loc["uci:labor", ["rows", "numeric", "nominal", "classes"]].tolist()
    [57, 8, 8, 2]
    """
    records = [
        (name, s.rows, s.numeric + s.nominal, s.numeric, s.nominal, s.classes, 0, "built-in", s.note)
        for name, s in BUILT_IN.items()
    ]
    records += [
        (f"uci:{name}", s.rows, s.attributes, s.numeric, s.nominal, s.classes_used, s.missing_values, "uci", _note(s))
        for name, s in uci_table().iterrows()
    ]
    columns = ["name", "rows", "attributes", "numeric", "nominal", "classes", "missing", "source", "note"]
    return pd.DataFrame(records, columns=columns)


def _note(pinned: Any) -> str:
    papers = [f"{title} ({pinned[paper]})" for paper, title in PAPERS.items() if not pd.isna(pinned[paper])]
    online = "needs a file" if pd.isna(pinned.openml_id) else f"OpenML {pinned.openml_id}"
    return "; ".join([*papers, online])


def sets_of(paper: str) -> dict[str, str]:
    """List the datasets of a paper.

    Parameters
    ----------
    paper : {'bouckaert_frank_2004', 'bradford_brodley_2001'}
        Which.

    Returns
    -------
    dict of str to str
        By the name in the paper, what `load` takes: ``uci:NAME``, or the name of a built-in set if that has the same
        data and no file or download of the former is there.

    See Also
    --------
    foldwise.data.is_at_hand : Whether a set can be loaded without the network.

    Examples
    --------
    >>> from foldwise.data import sets_of
    >>> len(sets_of("bouckaert_frank_2004")), sets_of("bradford_brodley_2001")["crx"]
    (27, 'uci:credit-a')
    """
    check_choice(paper, "paper", PAPERS)
    names = uci_table()[paper].dropna()
    return {str(alias): _source(str(name)) for name, alias in names.items()}


def is_at_hand(name: str) -> bool:
    """Whether a set can be loaded without the network.

    Parameters
    ----------
    name : str
        As `load` takes it: built-in, or ``uci:NAME``.

    Returns
    -------
    bool
        True for built-in sets, for files in the folder ``FOLDWISE_DATA`` and for what was downloaded before.

    Examples
    --------
    >>> from foldwise.data import is_at_hand
    >>> is_at_hand("iris")
    True
    """
    kind, _, uci = name.rpartition(":")
    if not kind:
        return name in BUILT_IN
    if local_file(uci) is not None:
        return True
    number: Any = uci_table().loc[uci, "openml_id"]
    # A file that was cut short is found out, and fetched again, by whoever loads it.
    return not pd.isna(number) and any((cache_folder() / f"openml-{number}").rglob("*.gz"))


def _source(name: str) -> str:
    return name if name in BUILT_IN and not is_at_hand(f"uci:{name}") else f"uci:{name}"
