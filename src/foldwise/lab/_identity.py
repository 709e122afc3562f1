"""What determines a block of trials, as a key under which it is kept."""

from dataclasses import fields
from functools import cache
from importlib.metadata import version
from typing import Any

from foldwise._core import digest
from foldwise.lab.sources import Source
from foldwise.store._door import content_key


def block_key(source: str, question: str, trials: range, seed: int) -> str:
    """Key of what a question found in a block of trials.

    Parameters
    ----------
    source, question : str
        Their keys.
    trials : range
        The block.
    seed : int
        Of the study.
    """
    return digest("block of trials", source, question, trials.start, trials.stop, str(seed))


def source_key(source: Source) -> str:
    """Key of a source: its class and all that its fields hold, but not its name, which changes no number."""
    return content_key(source.name, _versions(), type(source), _parts(source))


def question_key(what: str, *parts: Any) -> str:
    """Key of what is asked of every trial; of a dataclass all fields count but its name."""
    told = [[type(part), _parts(part)] if hasattr(part, "__dataclass_fields__") else part for part in parts]
    called = next((part.name for part in parts if getattr(part, "name", "")), what)
    return content_key(called, what, *told)


def _parts(thing: Any) -> list[tuple[str, Any]]:
    return [(part.name, getattr(thing, part.name)) for part in fields(thing) if part.name != "name"]


@cache
def _versions() -> tuple[tuple[str, str], ...]:
    """Versions of what every trial rests on; those of learners come with them."""
    return tuple((name, version(name)) for name in ("foldwise", "numpy", "scipy"))
