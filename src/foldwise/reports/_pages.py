"""What every page shows: the document of each result, and around it what a reader needs to understand it."""

from collections.abc import Callable
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from foldwise._core import one_line, shortened
from foldwise.reports import _text
from foldwise.reports._beside import beside
from foldwise.reports._kind import Kind
from foldwise.reports._kinds import kind_of
from foldwise.reports._plain import Document


def pages(obj: Any) -> list[dict[str, Any]]:
    """One page for each result: its document, and what its kind adds to that."""
    found = []
    for item in beside(list(obj)) if isinstance(obj, list | tuple) else [obj]:
        kind = kind_of(item, "report takes")
        found.append(_page(kind, item, kind.document(item)))
    return found


def _page(kind: Kind, item: Any, document: Document) -> dict[str, Any]:
    inner = zip(getattr(item, kind.parts), document[kind.parts], strict=True) if kind.parts else ()
    return {
        "object": item,
        "document": document,
        "kind": kind.name,
        "heading": kind.heading,
        "parts": [_page(kind_of(part, "report takes"), part, made) for part, made in inner],
        **kind.page(document),
    }


def environment(**options: Any) -> Environment:
    """Make a Jinja environment that reads the templates of this room and refuses unknown names."""
    # The formats that are not HTML hand in an escape of their own, as `finalize`.
    made = Environment(  # noqa: S701
        loader=FunctionLoader(_source),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        **options,
    )
    filters: dict[str, Callable[..., Any]] = {
        "one_line": one_line,
        "shortened": shortened,
        "number": _text.number,
        "difference": _text.difference,
        "interval": _text.interval,
        "probability": _text.probability,
        "span": _text.span,
        "mean_scores": _text.mean_scores,
        "scores_of": _text.scores_of,
        "natural_interval": _text.natural_interval,
        "share": _text.share,
        "known": _text.known,
        "shape": _text.shape,
        "lacking": _text.lacking,
        "tried": _text.tried,
        "choices": _text.choices,
        "effect": _text.effect,
        "agrees": _text.agrees,
        "decision": _text.decision,
    }
    made.filters.update(filters)
    return made


def _source(name: str) -> str:
    return files("foldwise.reports").joinpath("templates", *name.split("/")).read_text(encoding="utf-8")
