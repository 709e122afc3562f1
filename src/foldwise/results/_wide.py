"""Tables with a column for each learner, or for each dataset: which columns these are."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import pandas as pd

from foldwise._core import DataFormatError, listed
from foldwise.results._columns import ALL
from foldwise.results._how import how_columns
from foldwise.results._missing import holds_scores
from foldwise.results._quantity import is_generic, known_scale
from foldwise.runs._door import is_about_a_score, is_spread

# What tables of results have beside the scores: times, sizes, averages.
_TIMES: Final = ("time", "times", "seconds", "secs", "sec", "ms", "duration")
_SIZES: Final = ("n", "size", "rows", "instances", "examples", "samples", "features", "attributes", "classes")
_AVERAGES: Final = ("mean", "avg", "average", "median", "best", "winner", "rank", "ranks")
_SPLITS: Final = ("fold", "split", "run", "repeat", "seed")
_BESIDE: Final = frozenset((*_TIMES, *_SIZES, *_AVERAGES, *_SPLITS))
_MOST_NAMED: Final = 12
_MOST_PERCENT: Final = 100


def unnamed_column(frame: pd.DataFrame) -> Any:
    """Return the column of row labels that has no name, if it holds texts; numbers only count rows."""
    first = next(iter(frame), None)
    return first if str(first).startswith("Unnamed: ") and not holds_scores(frame[first]) else None


def columns_of_each(frame: pd.DataFrame, roles: Mapping[str, Any], chosen: Any) -> list[Any]:
    """Return the columns of scores as the user names them; for ``'*'`` all that play no other role."""
    if chosen != ALL:
        return list(chosen)
    columns = _score_columns(frame, roles)
    if not columns:
        raise DataFormatError(
            f"No column holds scores but those of {listed(roles, quote=False)}: {listed(frame, most=12)}. Name them "
            f"one by one: {how_columns({'learner': ['nb', 'svm']})}."
        )
    return columns


def guessed_learners(frame: pd.DataFrame, roles: Mapping[str, Any]) -> list[Any] | None:
    """Return the columns of the learners, if nothing else can be meant; else None.

    That is so if there is a column of the datasets, two or more others hold numbers, and none of these is called after
    a metric, an average, a time or a number of something.

    >>> table = pd.DataFrame({"data": ["a", "b"], "nb": [0.5, 0.6], "svm": ["NA", "0.5"]})
    >>> guessed_learners(table, {"dataset": "data"})
    ['nb', 'svm']
    >>> guessed_learners(table.rename(columns={"nb": "acc"}), {"dataset": "data"}) is None
    True
    """
    columns = _score_columns(frame, roles)
    if "dataset" not in roles or len(columns) < 2 or any(map(_is_no_learner, columns)):
        return None
    counts, others = _counts_and_others(frame, columns)
    if counts and others:
        named = others if len(others) <= _MOST_NAMED else ["nb", "svm"]
        raise DataFormatError(
            f"Some columns hold only whole numbers ({listed(counts, most=3)}), others do not ({listed(others, most=3)})"
            f": which of them are learners? Name these: {how_columns({'learner': named})}."
        )
    return columns


def _score_columns(frame: pd.DataFrame, roles: Mapping[str, Any]) -> list[Any]:
    taken = list(roles.values())
    return [
        name
        for name in frame
        if name not in taken and not str(name).startswith("Unnamed: ") and holds_scores(frame[name])
    ]


def is_average(name: Any) -> bool:
    """Whether a column of this name sums up others, and is none of a learner.

    >>> is_average("Avg. rank"), is_average("mean shift")
    (True, True)
    """
    return bool(frozenset(_AVERAGES) & set(re.findall(r"[^\W\d_]+", str(name).lower())))


def _is_no_learner(name: Any) -> bool:
    words = re.findall(r"[^\W\d_]+", str(name).lower())
    about = known_scale(name) is not None or is_generic(name) or is_spread(name) or is_about_a_score(name)
    return about or not words or bool(_BESIDE & set(words))


def _counts_and_others(frame: pd.DataFrame, columns: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """Tell columns of whole numbers that may be sizes from the others: percent are whole by chance, shares are not."""
    numbers = {name: pd.to_numeric(frame[name].astype(object), errors="coerce").dropna() for name in columns}
    whole = [name for name in columns if len(numbers[name]) and bool((numbers[name] % 1 == 0).all())]
    others = [name for name in columns if name not in whole]
    most = _MOST_PERCENT if any((numbers[name].abs() > 1).any() for name in others) else 1
    return [name for name in whole if (numbers[name].abs() > most).any()], others


def likely_dataset(frame: pd.DataFrame, free: Sequence[Any]) -> Any:
    """Return the column that may name the datasets of a table with a column for each learner, if there is one.

    >>> likely_dataset(pd.DataFrame({"db": ["a", "b"], "nb": [0.5, 0.6], "svm": [0.4, 0.5]}), ["db", "nb", "svm"])
    'db'
    """
    texts = [name for name in free if not holds_scores(frame[name]) and not str(name).startswith("Unnamed: ")]
    columns = [name for name in free if name not in texts]
    if len(texts) != 1 or len(columns) < 2 or any(map(_is_no_learner, columns)):
        return None
    return texts[0]
