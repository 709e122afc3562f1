"""Names for learners, so that each says what sets it apart."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from foldwise._core import listed


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenLearner:
    """What names are made of.

    Parameters
    ----------
    name : str or None
        The name given by the user, if any.
    path : str
        Dotted path of the class.
    arguments : dict
        The arguments that were given, by name.
    """

    name: str | None
    path: str
    arguments: dict[str, Any]

    @property
    def class_name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition(".")[2]


def name_learners(given: Sequence[GivenLearner], *, said: str = "learner") -> list[str]:
    """Name each learner: as given, else by its class and by the arguments in which it differs from its namesakes.

    `said` is what messages call the text that gives a learner.

    Examples
    --------
    >>> given = [{"C": 1, "kernel": "rbf"}, {"C": 10, "kernel": "rbf"}, {"C": 10, "kernel": "rbf"}]
    >>> name_learners([GivenLearner(name=None, path="sklearn.svm.SVC", arguments=arguments) for arguments in given])
    ['SVC(C=1)', 'SVC(C=10)', 'SVC(C=10) (2)']
    """
    counts = Counter(learner.name for learner in given if learner.name is not None)
    repeated = [name for name, count in counts.items() if count > 1]
    if repeated:
        raise ValueError(f"learner name {listed(repeated)} is given twice. Give each {said} NAME=... another name.")
    taken = set(counts)
    names = []
    for learner in given:
        name = learner.name
        if name is None:
            name = _distinct(_made(learner, given), taken)
            taken.add(name)
        names.append(name)
    return names


def _made(learner: GivenLearner, given: Sequence[GivenLearner]) -> str:
    namesakes = [other for other in given if other.name is None and other.class_name == learner.class_name]
    label = learner.class_name if len({other.path for other in namesakes}) == 1 else learner.path
    siblings = [other for other in namesakes if other.path == learner.path]
    if len(siblings) == 1:
        return label
    shared = [
        argument
        for argument, value in learner.arguments.items()
        if all(argument in other.arguments and repr(other.arguments[argument]) == repr(value) for other in siblings)
    ]
    own = [f"{argument}={value!r}" for argument, value in learner.arguments.items() if argument not in shared]
    return f"{label}({', '.join(own)})" if own else label


def _distinct(name: str, taken: set[str]) -> str:
    if name not in taken:
        return name
    count = 2
    while f"{name} ({count})" in taken:
        count += 1
    return f"{name} ({count})"
