"""Names of learners that were given none: by their classes, and by the arguments that set them apart."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from foldwise._core import listed


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenPart:
    """A class and its arguments: a learner, or a step before it.

    Parameters
    ----------
    label : str
        What it is called: the name of its class, or a short one.
    path : str
        Dotted path of the class.
    arguments : dict
        The arguments that were given, by name.
    """

    label: str
    path: str
    arguments: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenLearner:
    """What names are made of.

    Parameters
    ----------
    name : str or None
        The name given by the user, if any.
    parts : tuple of GivenPart
        One, or the steps of a pipeline.
    """

    name: str | None
    parts: tuple[GivenPart, ...]

    @property
    def label(self) -> str:
        """What the parts are called."""
        return " + ".join(part.label for part in self.parts)

    @property
    def path(self) -> str:
        """Where the classes of the parts are."""
        return " + ".join(part.path for part in self.parts)

    @property
    def arguments(self) -> list[tuple[int, str, str]]:
        """The arguments that were given: number of the part, name, and value as text."""
        return [
            (number, name, repr(value))
            for number, part in enumerate(self.parts)
            for name, value in part.arguments.items()
        ]


def name_learners(learners: Sequence[GivenLearner], *, role: str = "learner") -> list[str]:
    """Return names: as given, else by the class of a learner and the arguments in which it differs from its namesakes.

    `role` is what messages call the text that gives a learner.

    Examples
    --------
    >>> given = [{"C": 1, "kernel": "rbf"}, {"C": 10, "kernel": "rbf"}, {"C": 10, "kernel": "rbf"}]
    >>> parts = [GivenPart(label="SVC", path="sklearn.svm.SVC", arguments=arguments) for arguments in given]
    >>> name_learners([GivenLearner(name=None, parts=(part,)) for part in parts])
    ['SVC(C=1)', 'SVC(C=10)', 'SVC(C=10) (2)']
    """
    counts = Counter(learner.name for learner in learners if learner.name is not None)
    repeated = [name for name, count in counts.items() if count > 1]
    if repeated:
        raise ValueError(f"learner name {listed(repeated)} is given twice. Give each {role} NAME=... another name.")
    made = iter(_distinct(_made([learner for learner in learners if learner.name is None]), set(counts)))
    return [next(made) if learner.name is None else learner.name for learner in learners]


def _made(learners: Sequence[GivenLearner]) -> list[str]:
    """Return names by classes, and by the arguments that not all learners of the same classes share."""
    paths: defaultdict[str, set[str]] = defaultdict(set)
    siblings: Counter[str] = Counter()
    # How many learners of the same classes have an argument with this value.
    sharing: Counter[tuple[str, tuple[int, str, str]]] = Counter()
    for learner in learners:
        paths[learner.label].add(learner.path)
        siblings[learner.path] += 1
        sharing.update((learner.path, argument) for argument in learner.arguments)
    names = []
    for learner in learners:
        own: defaultdict[int, list[str]] = defaultdict(list)
        for argument in learner.arguments:
            number, name, value = argument
            if 1 < siblings[learner.path] != sharing[learner.path, argument]:
                own[number].append(f"{name}={value}")
        in_full = len(paths[learner.label]) > 1
        words = [part.path if in_full else part.label for part in learner.parts]
        names.append(" + ".join(f"{word}({', '.join(own[n])})" if n in own else word for n, word in enumerate(words)))
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
