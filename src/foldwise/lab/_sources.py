"""The sources of a study, whatever way they were given."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from foldwise.lab.sources import Source


def as_sources(sources: Any) -> tuple[Source, ...]:
    """Return sources with different names.

    Parameters
    ----------
    sources : Source, or a list or mapping of them
        The keys of a mapping are their names.
    """
    if isinstance(sources, Mapping):
        several = [replace(source, name=str(name)) for name, source in sources.items()]
    else:
        several = list(sources) if isinstance(sources, list | tuple) else [sources]
    for source in several:
        if not isinstance(source, Source):
            raise TypeError(f"A source must be one of foldwise.lab.sources, got {type(source).__name__}.")
    names = [source.name for source in several]
    if not names or len(set(names)) < len(names):
        raise ValueError("There must be a source at least, and all with different names. Pass a mapping of names.")
    return tuple(several)
