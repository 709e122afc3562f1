"""What every page shows: the summary of each object, and around it what a reader needs to understand it."""

from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any, Final

from jinja2 import Environment, FunctionLoader, StrictUndefined

from foldwise._core import one_line
from foldwise.reports import _text
from foldwise.reports._explain import explain
from foldwise.reports._reproduce import reproduce
from foldwise.reports._summary import Document, summary


def pages(obj: Any) -> list[dict[str, Any]]:
    """One page for each object: its document, its title, how to read its test, how to repeat it."""
    objects = list(obj) if isinstance(obj, list | tuple) else [obj]
    found = []
    for item in objects:
        document = summary(item)
        is_verdict = document["schema"].startswith("foldwise.verdict")
        found.append(
            {
                "object": item,
                "document": document,
                "is_verdict": is_verdict,
                "title": _title(document),
                "level": f"{100 * (1 - document['alpha']):g}%" if is_verdict else "",
                "caveats": _caveats(document),
                "effect_words": _effect_words(document),
                "explanation": explain(document["test"]) if is_verdict else None,
                "code": reproduce(document),
            }
        )
    return found


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
    filters: dict[str, Callable[..., str]] = {
        "one_line": one_line,
        "number": _text.number,
        "difference": _text.difference,
        "interval": _text.interval,
        "probability": _text.probability,
        "span": _text.span,
        "natural": _text.natural,
        "decision": _text.decision,
    }
    made.filters.update(filters)
    return made


def _source(name: str) -> str:
    return files("foldwise.reports").joinpath("templates", name).read_text(encoding="utf-8")


_EFFECTS: Final = {
    "d": "Effect size d is the mean difference over the standard deviation of the fold differences.",
    "g": "Effect size g is the share of the disagreements won by a, minus one half.",
}


def _effect_words(document: Document) -> str:
    names = dict.fromkeys(row["effect_size_name"] for row in document.get("comparisons", ()))
    return " ".join(_EFFECTS[name] for name in names if name in _EFFECTS)


def _caveats(document: Document) -> list[dict[str, Any]]:
    """Collect all caveats of a document, each once, with what it is about when that is not everything."""
    found: dict[tuple[str, str], list[str]] = {}
    for caveat, about in _all_caveats(document):
        places = found.setdefault((caveat["code"], caveat["message"]), [])
        if about and about not in places:
            places.append(about)
    return [{"code": code, "message": message, "about": about} for (code, message), about in found.items()]


def _all_caveats(document: Document) -> Iterator[tuple[dict[str, str], str]]:
    for caveat in document.get("caveats", ()):
        yield caveat, ""
    for row in document.get("comparisons", ()):
        about = f"{one_line(row['a'])} vs {one_line(row['b'])} on {one_line(row['dataset'])}"
        for caveat in row["caveats"]:
            yield caveat, about if len(document["comparisons"]) > 1 else ""
    # A verdict has already chosen those of its runs that matter to it.
    for run in () if "comparisons" in document else document["runs"]:
        for caveat in run["caveats"]:
            yield caveat, ""
        for learner in run["learners"]:
            for caveat in learner["caveats"]:
                yield caveat, one_line(learner["name"])


def _title(document: Document) -> str:
    """Name who is compared on what."""
    names = list(dict.fromkeys(learner["name"] for run in document["runs"] for learner in run["learners"]))
    datasets = [run["dataset"]["name"] for run in document["runs"]]
    who = " vs ".join(one_line(name) for name in names) if len(names) <= 2 else f"{len(names)} learners"
    where = one_line(datasets[0]) if len(datasets) == 1 else f"{len(datasets)} datasets"
    return f"{who} on {where}"
