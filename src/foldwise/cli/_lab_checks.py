"""What numbers, procedures and learners on a command line of the lab must be, in the words of its options."""

from collections.abc import Iterable, Sequence
from typing import Any

import typer

from foldwise._core import check_integer, shortened, written


def whole_number(text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"must be a whole number, got {text!r}") from None


def check_numbers(*, jobs: int, seed: int | None) -> None:
    """Refuse numbers that nothing can be done with."""
    if jobs != -1 and jobs < 1:
        raise ValueError(f"--jobs must be at least 1, or -1 for all cores, got {jobs}.")
    if seed is not None:
        check_integer(seed, "--seed", least=0)


def check_procedures(texts: Sequence[str]) -> None:
    """Refuse what is neither a scheme, with a test or without, nor settled.

    >>> check_procedures(["10x10", "5x2/five_by_two_t", "settled:guard"])
    """
    from foldwise.splits import as_scheme

    for text in texts:
        scheme, slash, test = text.partition("/")
        if slash and not test:
            raise ValueError(f"--procedure must have a test after the slash, or no slash, got {text!r}.")
        if not is_settled(text):
            try:
                as_scheme(scheme)
            except ValueError as error:
                raise ValueError(f"--procedure is 'settled' or begins with a scheme: {error}") from None


def is_settled(text: str) -> bool:
    """Whether a procedure adds repeats of cross-validation as it needs them.

    >>> is_settled("settled:strict"), is_settled("10x10")
    (True, False)
    """
    return text.partition("/")[0].partition(":")[0] == "settled"


def check_unlike(learners: Iterable[Any]) -> None:
    """Refuse a learner that is to be compared with itself."""
    texts = [written(learner) for learner in learners]
    repeated = [text for text in texts if texts.count(text) > 1]
    if repeated:
        words = "the two" if len(texts) == len(repeated) == 2 else "two of the"
        raise ValueError(
            f"{words} learners are the same, {shortened(repeated[0], 200)}. Give --learner different ones."
        )
