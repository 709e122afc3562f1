"""Names for learners, so that each says what sets it apart."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
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
    made = iter(_distinct(_made([learner for learner in given if learner.name is None]), set(counts)))
    return [next(made) if learner.name is None else learner.name for learner in given]


def _made(given: Sequence[GivenLearner]) -> list[str]:
    """Name all by their classes, and by the arguments that not all learners of a class share."""
    paths: defaultdict[str, set[str]] = defaultdict(set)
    siblings: Counter[str] = Counter()
    # How many learners of a class have an argument with this value.
    sharing: Counter[tuple[str, str, str]] = Counter()
    for learner in given:
        paths[learner.class_name].add(learner.path)
        siblings[learner.path] += 1
        sharing.update((learner.path, argument, repr(value)) for argument, value in learner.arguments.items())
    names = []
    for learner in given:
        label = learner.class_name if len(paths[learner.class_name]) == 1 else learner.path
        n_siblings = siblings[learner.path]
        own = [
            f"{argument}={value!r}"
            for argument, value in learner.arguments.items()
            if 1 < n_siblings != sharing[learner.path, argument, repr(value)]
        ]
        names.append(f"{label}({', '.join(own)})" if own else label)
    return names


def _distinct(names: Sequence[str], taken: set[str]) -> Iterator[str]:
    counts: Counter[str] = Counter()
    for name in names:
        chosen = name
        while chosen in taken:
            counts[name] += 1
            chosen = f"{name} ({counts[name] + 1})"
        taken.add(chosen)
        yield chosen
