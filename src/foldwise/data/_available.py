"""What can be loaded by name."""

from typing import Any

import pandas as pd

from foldwise.data._builtin import BUILT_IN
from foldwise.data._uci import PAPERS, uci_table


def available() -> pd.DataFrame:
    """List the data sets that `load` knows by name, without loading any.

    Returns
    -------
    DataFrame
        Columns `name`, `rows`, `attributes`, `numeric`, `nominal`, `classes` (that occur), `source` (``built-in``,
        or ``uci``: a file or OpenML is needed) and `note`.

    Examples
    --------
    >>> from foldwise.data import available
    >>> sets = available().set_index("name")
    >>> sets.loc["uci:labor", ["rows", "numeric", "nominal", "classes"]].tolist()
    [57, 8, 8, 2]
    """
    records = [
        (name, s.rows, s.numeric + s.nominal, s.numeric, s.nominal, s.classes, "built-in", s.note)
        for name, s in BUILT_IN.items()
    ]
    records += [
        (f"uci:{name}", s.rows, s.attributes, s.numeric, s.nominal, s.classes_used, "uci", _note(s))
        for name, s in uci_table().iterrows()
    ]
    columns = ["name", "rows", "attributes", "numeric", "nominal", "classes", "source", "note"]
    return pd.DataFrame(records, columns=columns)


def _note(pinned: Any) -> str:
    papers = [f"{title} ({pinned[paper]})" for paper, title in PAPERS.items() if not pd.isna(pinned[paper])]
    online = "needs a file" if pd.isna(pinned.openml_id) else f"OpenML {pinned.openml_id}"
    return "; ".join([*papers, online])
