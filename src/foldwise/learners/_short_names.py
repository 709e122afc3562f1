"""What a short name of a learner stands for, and what others call the same learner."""

from typing import Final

from foldwise._core import SHORT_NAMES

# What others call them.
_ALSO: Final = {
    "bayes": "nb",
    "ibk": "nn",
    "j48": "c45",
    "knn": "nn",
    "tddt1": "mansour",
    "tddt2": "c45(raising=False)",
}


def in_full(path: tuple[str, ...]) -> tuple[str, ...]:
    """Write a short name as the dotted path that it stands for; leave any other path as it is.

    >>> in_full(("c45",)), in_full(("sklearn", "svm", "SVC"))
    (('foldwise', 'learners', 'C45'), ('sklearn', 'svm', 'SVC'))
    """
    return ("foldwise", "learners", SHORT_NAMES[path[0]]) if len(path) == 1 and path[0] in SHORT_NAMES else path


def meant(wrong: str) -> str | None:
    """Guess the short name that someone wanted who has typed another name of the same learner.

    >>> meant("J48"), meant("C4.5"), meant("naive bayes"), meant("SVC")
    ('c45', 'c45', 'nb', None)
    """
    names = {**_ALSO, **{name.lower(): short for short, name in SHORT_NAMES.items()}, **{x: x for x in SHORT_NAMES}}
    return names.get("".join(char for char in wrong.lower() if char.isalnum()))
