"""The datasets of a study file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from foldwise.data import find_source
from foldwise.studies._placed_error import placed
from foldwise.studies._source import KEYS, DataSource, DistinctSources, check_name, name_sources
from foldwise.studies._toml_values import kind_of, texts_of, unknown_key


def read_datasets(value: Any, *, folder: Path, where: Callable[[str | int], str]) -> dict[str, DataSource]:
    """Find the data that a table of names, or an array, asks for.

    Parameters
    ----------
    value : dict or list
        As tomllib reads it.
    folder : Path
        Where relative paths start.
    where : callable
        Takes the key in the table, or the number in the array, and says where that is.
    """
    given: list[tuple[str | int, str, Any]]
    if isinstance(value, dict):
        given = [(name, name, item) for name, item in value.items()]
    elif isinstance(value, list):
        texts = texts_of(value, "datasets")
        given = list(zip(range(len(texts)), name_sources(texts), texts, strict=True))
    else:
        raise TypeError(f'datasets must be a table or an array such as ["iris", "wine"], got {kind_of(value)}.')
    if not given:
        raise ValueError("there are no datasets. Name at least one.")
    sources = DistinctSources()
    for key, name, item in given:
        with placed(key):
            arguments = _arguments(name, item, folder)
            sources.add(DataSource(name=name, where=where(key), **arguments))
    return sources.named


def _arguments(name: str, item: Any, folder: Path) -> dict[str, Any]:
    table = {"source": item} if isinstance(item, str) else item
    if not isinstance(table, dict):
        raise TypeError(f"dataset {name!r} must be a text or a table with source, got {kind_of(item)}.")
    for key, value in table.items():
        with placed(key):
            if key not in KEYS:
                raise ValueError(f"dataset {name!r}: {unknown_key(key, KEYS)}")
            check_name(value, f"{key} of dataset {name!r}")
    if "source" not in table:
        raise ValueError(f"dataset {name!r} has no source: give a name or the path of a file.")
    with placed("source"):
        return {**table, "source": find_source(table["source"], folder=folder)}
