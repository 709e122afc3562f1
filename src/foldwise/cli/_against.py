"""``--against NAME``: each other learner with one, and no others with each other."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

Against = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Compare each other learner with this one, and no others with each other; p-values are adjusted for so "
        "many. Default: all pairs.",
    ),
]


def read_against(against: str | None, specs: Sequence[str], learners: Mapping[str, Any]) -> str | None:
    """Return the name of the learner to compare with, which may be given as its --learner was.

    >>> read_against("nb", ["nb", "c45"], {"NaiveBayes": 0, "C45": 1})
    'NaiveBayes'
    """
    if against is None or against in learners or against not in specs:
        return against
    return [*learners][specs.index(against)]
