"""Which pairs of learners are compared: all of them, or each learner with one, and the words for that."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from foldwise._core import check_choice, counted, listed, one_line

_MOST_NAMES: Final = 5


def pair_numbers(names: Sequence[str], against: str | None) -> list[tuple[int, int]]:
    """Return the numbers of the learners of every pair that is compared; of a difference the first minus the second.

    Against one learner that learner comes second, so that a positive difference means that the other is ahead of it.

    >>> pair_numbers(["nb", "tree", "nn"], None), pair_numbers(["nb", "tree", "nn"], "tree")
    ([(0, 1), (0, 2), (1, 2)], [(0, 1), (2, 1)])
    """
    if against is None:
        return list(combinations(range(len(names)), 2))
    if against not in names:
        return []
    second = list(names).index(against)
    return [(first, second) for first in range(len(names)) if first != second]


def check_against(against: str | None, names: Iterable[str]) -> None:
    """Refuse a learner that is not there, and one that stands alone.

    >>> check_against("tree", ["nb", "tree"])
    """
    if against is None:
        return
    known = list(dict.fromkeys(names))
    check_choice(against, "against", known)
    if len(known) < 2:
        raise ValueError(f"against={against!r} compares the other learners with {against}, but there are no others.")


def against_question(against: str, alternative: str) -> str:
    """Return what a one-sided test asks of the learner that all were compared with.

    >>> against_question("nb", "greater"), against_question("nb", "less")
    ('is it better than nb?', 'is nb better?')
    """
    name = one_line(against)
    return f"is it better than {name}?" if alternative == "greater" else f"is {name} better?"


def against_words(n_learners: int, against: str) -> str:
    """Return how many other learners are compared with the one.

    >>> against_words(4, "bayes"), against_words(2, "bayes")
    ('3 learners against bayes', '1 learner against bayes')
    """
    return f"{counted(n_learners - 1, 'learner')} against {one_line(against)}"


def standing_beside(outcome: str, winner: str | None, against: str, alternative: str) -> str:
    """Return how another learner stands beside the one that all were compared with.

    >>> standing_beside("better", "tree", "nb", "two-sided"), standing_beside("none", None, "nb", "less")
    ('better', 'not worse')
    """
    if outcome == "better":
        return "worse" if winner == against else "better"
    if outcome == "none" and alternative != "two-sided":
        return "not better" if alternative == "greater" else "not worse"
    return outcome


def against_clauses(beside: Mapping[str, Sequence[str]], against: str) -> str:
    """Return a clause for each standing that some learners have beside the one that all were compared with.

    >>> against_clauses({"none": ["svm"], "worse": ["nn", "tree"], "better": ["forest"]}, "nb")
    'forest is better; nb is better than nn and tree; svm cannot be told from it'
    >>> against_clauses({"better": ["nn", "tree"]}, "nb"), against_clauses({"worse": ["nn", "tree"]}, "nb")
    ('all of them are better', 'nb is better than all of them')
    """
    there = {standing: names for standing, names in beside.items() if names}
    if len(there) == 1 and len(next(iter(there.values()))) > 1:
        return _OF_ALL[next(iter(there))].format(against)
    return "; ".join(
        words.format(_named(names), "is" if len(names) == 1 else "are", against)
        for standing, words in _AGAINST.items()
        if (names := there.get(standing))
    )


# Who they are, the verb, and the one that they were compared with, which the opening has named.
_AGAINST: Final = {
    "better": "{0} {1} better",
    "worse": "{2} is better than {0}",
    "not better": "that {0} {1} better is not shown",
    "not worse": "that it is better than {0} is not shown",
    "none": "{0} cannot be told from it",
    "equivalent": "{0} {1} practically equivalent to it",
    "open": "whether {0} {1} better or worse is open",
    "undetermined": "the test cannot decide between it and {0}",
}

_OF_ALL: Final = {
    "better": "all of them are better",
    "worse": "{0} is better than all of them",
    "not better": "that any of them is better is not shown",
    "not worse": "that {0} is better than any of them is not shown",
    "none": "none of them can be told from it",
    "equivalent": "all of them are practically equivalent to it",
    "open": "whether they are better or worse is open",
    "undetermined": "the test cannot decide between it and any of them",
}


def _named(names: Sequence[str]) -> str:
    """Return names as a sentence lists them."""
    return " and ".join(names) if len(names) == 2 else listed(names, most=_MOST_NAMES, quote=False)
