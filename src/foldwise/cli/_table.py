"""Data as the command line names them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from foldwise.cli._output import note

if TYPE_CHECKING:
    import pandas as pd

    from foldwise.data import Dataset


def load_tables(
    sources: Sequence[str], *, target: str | None, groups: str | None
) -> "tuple[Dataset | list[Dataset], pd.Series[Any] | None]":
    """Load one dataset, with its groups, or several under names that differ; say which columns look doubtful.

    Examples
    --------
    >>> datasets, _ = load_tables(["iris", "wine"], target=None, groups=None)
    >>> [dataset.name for dataset in datasets]
    ['iris', 'wine']
    """
    from foldwise.data import load_with_groups

    repeated = [source for source, count in Counter(sources).items() if count > 1]
    if repeated:
        raise ValueError(f"{repeated[0]} is given twice. Name each dataset once.")
    if groups is not None and len(sources) > 1:
        raise ValueError(f"--groups goes with one dataset, got {len(sources)}. Give them one by one.")
    loaded = [load_with_groups(source, target=target, groups=groups, dashes="--") for source in sources]
    # Files in different folders may have the same name; their paths differ.
    names = Counter(dataset.name for dataset, _ in loaded)
    datasets = [
        dataset if names[dataset.name] == 1 else replace(dataset, name=source)
        for source, (dataset, _) in zip(sources, loaded, strict=True)
    ]
    for dataset in datasets:
        warn_of_doubtful_columns(dataset)
    return (datasets[0], loaded[0][1]) if len(datasets) == 1 else (datasets, None)


def warn_of_doubtful_columns(dataset: "Dataset") -> None:
    """Say on stderr, in one line, which columns are taken as categories and perhaps should not be."""
    from foldwise.data import doubts_in_words

    if doubts := doubts_in_words(dataset):
        note(f"warning: {doubts}")
