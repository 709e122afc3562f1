"""Scores that are not there: how tables write that, and which learner lacks them on which dataset."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from foldwise._core import Caveat, DataFormatError, counted, listed, one_line
from foldwise.results._how import how_learners

# Whole cells that only say that there is nothing.
_NOTHING: Final = frozenset(
    ("", "na", "n/a", "n.a.", "nan", "none", "null", "?", "-", "--", "\u2013", "\u2014", ".", "missing")
)
# How cells begin that say what came instead of a score.
_FAILED: Final = re.compile(
    r"(time[- _]?d?[- _]?out|time[- _]?limit|tle|fail(ed|ure|s)?|error(ed)?|crash(ed)?|oom|out[- _]of[- _]memory|"
    r"mem(ory)?[- _]?(error|out|limit)|mle|kill(ed)?|abort(ed)?|diverged|dnf|did[- _]not[- _](finish|run)|"
    r"not[- _](run|finished|available|applicable)|skipped)(?![^\W_])",
    re.IGNORECASE,
)
NO_VALUE: Final = "no value"
NO_ROW: Final = "no row"


def reason_in(cell: str) -> str | None:
    """Return why a score is missing, as a cell says it; None if the cell does not speak of that.

    >>> reason_in("?"), reason_in("Timeout after 3600 s"), reason_in("OOM"), reason_in("good")
    ('no value', 'Timeout after 3600 s', 'OOM', None)
    """
    text = one_line(cell)
    if text.lower() in _NOTHING:
        return NO_VALUE
    return text if _FAILED.match(text) else None


def scores_and_reasons(column: "pd.Series[Any]", name: object) -> "tuple[pd.Series[float], pd.Series[Any]]":
    """Return a column as numbers, NaN where they are missing, and why they are; name the first cell that is neither.

    >>> scores, reasons = scores_and_reasons(pd.Series([0.5, "timeout", None]), "acc")
    >>> scores.tolist(), reasons.tolist()
    ([0.5, nan, nan], [nan, 'timeout', 'no value'])
    """
    scores = pd.to_numeric(column.astype(object).where(column.notna(), np.nan), errors="coerce").astype(np.float64)
    reasons: pd.Series[Any] = pd.Series([NO_VALUE] * len(column), index=column.index).where(scores.isna())
    for row in column.index[(scores.isna() & column.notna()).to_numpy()]:
        cell = column.loc[row]
        reason = reason_in(cell) if isinstance(cell, str) else None
        if reason is None:
            raise DataFormatError(
                f"The column {str(name)!r} must hold numbers, got {cell!r} in row {row + 1}. Where there is no score, "
                "leave the cell empty, or write NA, timeout or failed."
            )
        reasons.loc[row] = reason
    return scores, reasons


def holds_scores(column: "pd.Series[Any]") -> bool:
    """Whether a column has numbers, or nothing but words for missing ones.

    >>> holds_scores(pd.Series([0.5, "timeout"])), holds_scores(pd.Series(["failed"] * 2)), holds_scores(pd.Series("a"))
    (True, True, False)
    """
    if pd.api.types.is_bool_dtype(column) or pd.api.types.is_datetime64_any_dtype(column):
        return False
    known = column.dropna().astype(object)
    return bool(pd.to_numeric(known, errors="coerce").notna().any()) or all(
        isinstance(cell, str) and reason_in(cell) is not None for cell in known
    )


def lacking_cells(
    table: pd.DataFrame, role: str, learners: Sequence[str], datasets: Sequence[str]
) -> dict[tuple[str, str], str]:
    """Find the learners that have no result at all on a dataset, with what the table says about it.

    Parameters
    ----------
    table : DataFrame
        With the columns dataset and learner; a column reason says what stood in place of a result.
    role : str
        Column of the results: empty where one is missing.
    learners, datasets : sequence of str
        All of them.
    """
    cells = pd.MultiIndex.from_arrays([table["learner"], table["dataset"]])
    there = set(cells[table[role].notna().to_numpy()])
    said: dict[Any, str] = dict.fromkeys(cells, NO_VALUE)
    if "reason" in table:
        # The first words that say more than that there is nothing.
        told = [(cell, text) for cell, text in zip(cells, table["reason"], strict=True) if isinstance(text, str)]
        said |= {cell: text for cell, text in reversed(told) if text != NO_VALUE}
    return {
        (learner, dataset): said.get((learner, dataset), NO_ROW)
        for dataset in datasets
        for learner in learners
        if (learner, dataset) not in there
    }


def check_learners_have_some(
    lacking: Mapping[tuple[str, str], str], learners: Sequence[str], datasets: Sequence[str]
) -> None:
    """Refuse learners without a result on any dataset: nothing can be said about them."""
    empty = [name for name in learners if all((name, dataset) in lacking for dataset in datasets)]
    if not empty:
        return
    why = lacking[empty[0], datasets[0]]
    others = [name for name in learners if name not in empty]
    instead = f"Leave it out: {how_learners(others)}." if others else "Results need numbers."
    raise DataFormatError(
        f"{empty[0]} has no result on any dataset (on {datasets[0]}: {why}), so nothing can be said about it. {instead}"
    )


def lacking_words(lacking: Mapping[tuple[str, str], str], *, most: int = 4) -> str:
    """Return missing results in words.

    >>> lacking_words({("svm", "iris"): "timeout", ("nb", "zoo"): "no row"})
    'svm on iris (timeout), nb on zoo (no row)'
    """
    return listed([f"{a} on {b} ({why})" for (a, b), why in lacking.items()], most=most, quote=False)


def lacking_caveats(
    lacking: Mapping[tuple[str, str], str], learners: Sequence[str], datasets: Sequence[str]
) -> tuple[Caveat, ...]:
    """Return what to beware of where learners lack results on some datasets."""
    if not lacking:
        return ()
    n_cells = len(learners) * len(datasets)
    message = f"{counted(len(lacking), 'result')} of {n_cells} missing: {lacking_words(lacking)}; none was filled in."
    for number, words in ((1, "only one learner has a result"), (0, "no learner has a result")):
        few = [name for name in datasets if sum((who, name) not in lacking for who in learners) == number]
        if few and len(learners) > 1:
            message += f" On {listed(few, most=4, quote=False)} {words}."
    return (Caveat(code="partial_design", message=message),)
