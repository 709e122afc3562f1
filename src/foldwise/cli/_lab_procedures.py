"""Procedures that the command line of the lab lists: a scheme of each kind, with the tests that it feeds."""

from collections.abc import Iterator
from typing import Annotated, Final

import typer

from foldwise.cli._output import hold_stdout, say, say_json, say_table

# One of each kind of scheme, as one would type it.
_SCHEMES: Final = ("10x10", "10", "5x2", "holdout:0.333", "resampled:30:0.333", "disjoint:5:0.5", "distinct:10:0.333")
_SETTLED: Final = {
    "settled": "repeats of ten folds until the verdict is settled",
    "settled:guard": "the same with a more cautious variance",
    "settled:strict": "the same about learners trained on half of the data",
}

_Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead.")]


def list_procedures(json: _Json = False) -> None:
    """List schemes with the tests that they feed."""
    hold_stdout()
    procedures = list(_procedures())
    if json:
        documents = [dict(zip(("procedure", "advised", "label"), each, strict=True)) for each in procedures]
        say_json({"schema": "foldwise.lab-procedures/1", "procedures": documents})
        return
    say_table(
        ("procedure", "advised", "test"), [(text, "yes" if good else "no", label) for text, good, label in procedures]
    )
    say(
        "\nThe numbers of folds, repeats and splits are examples. A scheme alone has the test that comes first here.\n"
        "The card of a test: foldwise tests NAME"
    )


def _procedures() -> Iterator[tuple[str, bool, str]]:
    """Yield every procedure as it is typed, whether it is advised, and what its test is called."""
    from foldwise.runs import as_metric
    from foldwise.splits import as_scheme
    from foldwise.verdicts import NEEDS, usable_tests

    for scheme, words in _SETTLED.items():
        yield scheme, True, words
    for scheme in _SCHEMES:
        assignment = as_scheme(scheme).assign(300, seed=0)
        for test in usable_tests(assignment, "classification", as_metric("accuracy", "classification")):
            yield f"{scheme}/{test}", NEEDS[test].advisable, NEEDS[test].label
