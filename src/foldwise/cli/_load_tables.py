"""The tables that several subcommands take: loaded, and said what was predicted and which columns look doubtful."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from foldwise._core import listed
from foldwise.cli._output import note

if TYPE_CHECKING:
    import pandas as pd

    from foldwise.data import Dataset


def one_target(target: Sequence[str] | None) -> str | None:
    """Return the one target that was named, if one was.

    >>> one_target(["outcome"])
    'outcome'
    """
    if target and len(target) > 1:
        raise ValueError(
            f"--target must be given once, got {listed(target)}. Compare on one target at a time; multi-label and "
            "survival data are not compared here."
        )
    return target[0] if target else None


def load_tables(
    sources: Sequence[str],
    *,
    target: Sequence[str] | None,
    groups: str | None,
    learners: Mapping[str, Any] | None = None,
) -> "tuple[Dataset | list[Dataset], pd.Series[Any] | None]":
    """Load one dataset, with its groups, or several under names that differ; say which columns look doubtful.

    A file of one column of texts is documents to `learners` that begin with a vectorizer.

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
    column = one_target(target)
    loaded = [load_with_groups(source, target=column, groups=groups, dashes="--") for source in sources]
    # Files in different folders may have the same name; their paths differ.
    names = Counter(dataset.name for dataset, _ in loaded)
    datasets = [
        dataset if names[dataset.name] == 1 else replace(dataset, name=source)
        for source, (dataset, _) in zip(sources, loaded, strict=True)
    ]
    if learners is not None:
        from foldwise.runs._door import as_documents_for

        datasets = [as_documents_for(learners, dataset) for dataset in datasets]
    for dataset in datasets:
        warn_of_doubtful_columns(dataset)
    return (datasets[0], loaded[0][1]) if len(datasets) == 1 else (datasets, None)


def say_what_was_predicted(
    sources: Sequence[str], datasets: "Dataset | Sequence[Dataset]", *, target: Sequence[str] | None, quiet: bool
) -> None:
    """Print on stderr which column of each table was predicted where nobody named one: the last may not be meant.

    It is said beside an answer, since a refusal is one line.
    """
    from foldwise.data import Dataset, find_source

    if quiet or target is not None:
        return

    of_each = [datasets] if isinstance(datasets, Dataset) else datasets
    for source, dataset in zip(sources, of_each, strict=True):
        path = find_source(source)
        # ARFF files, and what is known by name, say themselves what their class is.
        if isinstance(path, Path) and ".arff" not in path.name.lower():
            note(f"{dataset.name}: predicted is {dataset.target!r}, the last column. --target COLUMN takes another.")


def warn_of_doubtful_columns(dataset: "Dataset") -> None:
    """Print on stderr, in one line, which columns are taken as categories and perhaps should not be."""
    from foldwise.data import doubts_in_words

    if doubts := doubts_in_words(dataset):
        note(f"warning: {doubts}")
