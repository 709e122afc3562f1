"""A question of the papers: who asks it, how it is answered from what there is, and what to ask the authors instead."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from foldwise._core import listed, one_line
from foldwise.auditing._material import Material

Reply = Literal["yes", "no", "cannot be seen"]

REPLIES: Final[tuple[Reply, ...]] = ("yes", "no", "cannot be seen")


@dataclass(frozen=True, slots=True)
class Seen:
    """What was found: the reply, and what it rests on, in sentences."""

    reply: Reply
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question; yes is always the good answer.

    Parameters
    ----------
    code : str
        Its name, which stays from version to version.
    words : str
        The question.
    asked_by : str
        Paper and section.
    look : callable
        Answers it from the material; a str says why it does not arise.
    ask : str
        What to ask the authors where the answer is not yes.
    """

    code: str
    words: str
    asked_by: str
    look: Callable[[Material], Seen | str]
    ask: str


def yes(*evidence: str) -> Seen:
    """Return that it is so."""
    return Seen("yes", evidence)


def no(*evidence: str) -> Seen:
    """Return that it is not so."""
    return Seen("no", evidence)


def unseen(*evidence: str) -> Seen:
    """Return that nothing here says it."""
    return Seen("cannot be seen", evidence)


def together(parts: Sequence[Seen]) -> Seen:
    """Return the answer for all parts: yes if it is for each, no if it is for any.

    >>> together([yes("iris has 10 repeats."), no("wine has one.")])
    Seen(reply='no', evidence=('wine has one.', 'iris has 10 repeats.'))
    """
    order: tuple[Reply, ...] = ("no", "cannot be seen", "yes")
    ranked = sorted(parts, key=lambda part: order.index(part.reply))
    evidence = dict.fromkeys(words for part in ranked for words in part.evidence)
    return Seen(ranked[0].reply, tuple(evidence))


def names(items: Sequence[object], *, most: int = 6) -> str:
    """Return names as they are shown in evidence."""
    return listed([one_line(item) for item in items], most=most, quote=False)
