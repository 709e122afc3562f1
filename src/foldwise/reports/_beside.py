"""Certificates beside verdicts: each is shown what it says about the verdict it stands next to."""

from typing import Any

from foldwise.lab import Certificate
from foldwise.verdicts import Verdict


def beside(objects: list[Any]) -> list[Any]:
    """Judge the verdict of a list again by its certificates; certificates that were shown one stay as they are.

    Parameters
    ----------
    objects : list
        Results to be reported together.
    """
    verdicts = [item for item in objects if isinstance(item, Verdict)]
    if len(verdicts) != 1:
        return objects
    return [item.readjudge(verdicts[0]) if _is_open(item) else item for item in objects]


def _is_open(item: Any) -> bool:
    return isinstance(item, Certificate) and all(pair.readjudged is None for pair in item.pairs)
