"""The two learners of a source."""

from typing import Any


def as_pair(learners: Any) -> tuple[Any, Any]:
    """Return two classifiers as a tuple, else raise.

    >>> from foldwise.learners import C45, NaiveBayes
    >>> as_pair([NaiveBayes(), C45()])
    (NaiveBayes(), C45())
    """
    pair = tuple(learners) if isinstance(learners, list | tuple) else (learners,)
    if len(pair) != 2 or not all(hasattr(learner, "fit") and hasattr(learner, "predict") for learner in pair):
        given = ", ".join(type(learner).__name__ for learner in pair)
        raise TypeError(f"learners must be a pair of classifiers, such as (NaiveBayes(), C45()), got {given}.")
    return pair


def names_of(pair: tuple[Any, Any]) -> str:
    """Name both learners by their classes.

    >>> from foldwise.learners import C45, NaiveBayes
    >>> names_of((NaiveBayes(), C45()))
    'NaiveBayes and C45'
    """
    return " and ".join(type(learner).__name__ for learner in pair)
