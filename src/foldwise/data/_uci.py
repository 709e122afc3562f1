"""The UCI sets of the papers, by pinned description: from a folder of ARFF files, or from OpenML."""

import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from foldwise._core import DataFormatError, FoldwiseError, close_names, listed
from foldwise.data._builtin import BUILT_IN
from foldwise.data._dataset import Dataset
from foldwise.data._openml import fetch_openml
from foldwise.data._read_arff import read_arff

PAPERS = {
    "bouckaert_frank_2004": "Bouckaert & Frank 2004",
    "bradford_brodley_2001": "Bradford & Brodley 2001",
}

LISTING = "All names: foldwise data list or, in Python, foldwise.data.available()."


@cache
def uci_table() -> pd.DataFrame:
    """Pinned description of each set: sizes, names in the papers, OpenML id (missing where OpenML has other data)."""
    return pd.read_csv(Path(__file__).with_name("uci.csv"), index_col="name", dtype={"openml_id": "Int64"})


def check_uci(name: str) -> None:
    """Refuse the name of a set that is not among them."""
    if name not in uci_table().index:
        raise ValueError(f"There is no UCI set {name!r}. {_suggestion(name)}")


def load_uci(name: str) -> Dataset:
    """Load the set `name` and check that it is what the papers used."""
    check_uci(name)
    pinned: Any = uci_table().loc[name]
    path = local_file(name)
    if path is not None:
        dataset, where = read_arff(path), path.name
    elif pd.isna(pinned.openml_id):
        raise FoldwiseError(f"uci:{name} is not on OpenML in this form. {_folder_way(name)}{_built_in_way(name)}")
    else:
        where = f"OpenML data set {pinned.openml_id}"
        try:
            dataset = fetch_openml(int(pinned.openml_id))
        except FoldwiseError as error:
            reason = f"uci:{name} needs a file or the network. {error} {_folder_way(name)}{_built_in_way(name)}"
            raise FoldwiseError(reason) from error
    return _checked(dataset, name, pinned, where)


def local_file(name: str) -> Path | None:
    """Find the file of a set in the folder that FOLDWISE_DATA names."""
    folder = os.environ.get("FOLDWISE_DATA")
    if not folder:
        return None
    paths = [Path(folder).expanduser() / f"{name}.arff{ending}" for ending in ("", ".gz")]
    return next((path for path in paths if path.is_file()), None)


def _checked(dataset: Dataset, name: str, pinned: Any, where: str) -> Dataset:
    declared = dataset.target_names or ()
    used = set(dataset.y.astype(str))
    if len(declared) > pinned.classes_declared == pinned.classes_used:
        # The collections differ in labels that no example has; the number pinned here is what the papers' tools saw.
        declared = tuple(label for label in declared if label in used)
    counts = {
        "rows": dataset.n_examples,
        "attributes": dataset.n_attributes,
        "nominal": len(dataset.nominal),
        "classes_used": len(used),
        "classes_declared": len(declared),
        "missing_values": dataset.n_missing,
    }
    wrong = [f"{number} {what} instead of {pinned[what]}" for what, number in counts.items() if number != pinned[what]]
    if wrong:
        raise DataFormatError(f"{where} is not the set uci:{name}: it has {', '.join(wrong).replace('_', ' ')}.")
    return Dataset(dataset.X, np.asarray(dataset.y), name, target_names=declared, target=dataset.target)


def _folder_way(name: str) -> str:
    return f"Set FOLDWISE_DATA to a folder that holds {name}.arff or {name}.arff.gz."


def _built_in_way(name: str) -> str:
    return f" Or use the built-in set {name!r}." if name in BUILT_IN else ""


def _suggestion(name: str) -> str:
    table = uci_table()
    known_as = {str(alias): own for paper in PAPERS for own, alias in table[paper].dropna().items()}
    known_as |= {own: own for own in table.index}
    close = close_names(name, known_as)
    if close:
        return f"Did you mean {listed(dict.fromkeys(f'uci:{known_as[alias]}' for alias in close))}?"
    return LISTING
