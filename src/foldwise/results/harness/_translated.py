"""A table of another program with the names that tables of results have here, to be read like any other."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from foldwise.results._reading import ReadingOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class Translated:
    """A table, how to read it, what it was before, and what its columns were called there (None: it was no column)."""

    frame: pd.DataFrame
    options: ReadingOptions
    kind: str
    columns: Mapping[str, Any] = field(default_factory=dict)
