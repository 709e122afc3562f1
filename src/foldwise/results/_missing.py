"""Scores that are not there: how tables write that, and which learner lacks them on which dataset."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from foldwise._core import Caveat, DataFormatError, listed, one_line
from foldwise.data._door import as_numbers
from foldwise.results._how import how_columns, how_learners, how_to_write

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
# Beyond these, and with so many cells for each result, a table is misread: all would be named as missing.
_MOST_CELLS: Final = 100_000
_MOST_EMPTY: Final = 100
_MOST_NAMED: Final = 12
_COMMA: Final = re.compile(r"[+-]?\d+,\d+", re.ASCII)
_THOUSANDS: Final = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}", re.ASCII)
NO_VALUE: Final = "no value"
_LEAVE_OUT: Final = "Where there is no score, leave the cell empty, or write NA, timeout or failed."
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
    scores = _numbers(column)
    reasons: pd.Series[Any] = pd.Series([NO_VALUE] * len(column), index=column.index).where(scores.isna())
    words = column[(scores.isna() & column.notna()).to_numpy()]
    said = [reason_in(cell) if isinstance(cell, str) else None for cell in words]
    if None in said:
        place = said.index(None)
        raise DataFormatError(
            f"The column {str(name)!r} must hold numbers, got {words.iloc[place]!r} in row {words.index[place] + 1}. "
            + (how_to_write(words.iloc[place]) or _LEAVE_OUT)
        )
    reasons.loc[words.index] = said
    return scores, reasons


def _numbers(column: "pd.Series[Any]") -> "pd.Series[float]":
    """Return a column as numbers, NaN where a cell is none.

    A comma is a decimal one, in a column of texts that has no points, unless it may separate thousands.

    >>> _numbers(pd.Series(["0,5", "timeout"])).tolist(), _numbers(pd.Series(["1,234", "failed"])).tolist()
    ([0.5, nan], [nan, nan])
    """
    cells = column.astype(object).where(column.notna(), np.nan)
    numbers = as_numbers(cells).astype(np.float64)
    if numbers.notna().any():
        return numbers
    texts = [cell if isinstance(cell, str) and _COMMA.fullmatch(cell) else "" for cell in cells]
    if not any(texts) or any(_THOUSANDS.fullmatch(text) for text in texts):
        return numbers
    return as_numbers(pd.Series([text.replace(",", ".") or None for text in texts], index=cells.index)).astype(float)


def holds_scores(column: "pd.Series[Any]") -> bool:
    """Whether a column has numbers, or nothing but words for missing ones.

    >>> holds_scores(pd.Series([0.5, "timeout"])), holds_scores(pd.Series(["failed"] * 2)), holds_scores(pd.Series("a"))
    (True, True, False)
    """
    if pd.api.types.is_bool_dtype(column) or pd.api.types.is_datetime64_any_dtype(column):
        return False
    known = column.dropna()
    return bool(_numbers(known).notna().any()) or all(
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
    n_cells = len(learners) * len(datasets)
    if n_cells > max(_MOST_CELLS, _MOST_EMPTY * len(table)):
        raise DataFormatError(
            f"The table has {len(learners):,} learners and {len(datasets):,} datasets, but only {len(table):,} results:"
            f" its columns are hardly what they were read as. Name them: {how_columns({'learner': 'NAME'})}."
        )
    counts = table.groupby(["learner", "dataset"], sort=False)[role].count()
    there = set(counts.index[counts > 0])
    said: dict[Any, str] = dict.fromkeys(counts.index, NO_VALUE)
    told = table[table["reason"].notna() & (table["reason"] != NO_VALUE)] if "reason" in table else table[:0]
    # The first words that say more than that there is nothing.
    for learner, dataset, reason in zip(told["learner"], told["dataset"], told.get("reason", ()), strict=True):
        if said[learner, dataset] == NO_VALUE:
            said[learner, dataset] = reason
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
    where = f"any dataset (on {datasets[0]}: {why})" if len(datasets) > 1 else f"{datasets[0]} ({why})"
    others = [name for name in learners if name not in empty]
    if not others:
        raise DataFormatError(f"No learner has a result on {where}. Results need numbers.")
    how = how_learners(others) if len(others) <= _MOST_NAMED else "learners= (--learner) names the others"
    raise DataFormatError(f"{empty[0]} has no result on {where}, so nothing can be said about it. Leave it out: {how}.")


def lacking_words(lacking: Mapping[tuple[str, str], str], *, most: int = 4) -> str:
    """Return missing results in words.

    >>> lacking_words({("svm", "iris"): "timeout", ("nb", "zoo"): "no row"})
    'svm on iris (timeout), nb on zoo (no row)'
    """
    return listed([f"{a} on {b} ({why})" for (a, b), why in lacking.items()], most=most, quote=False)


def lacking_learners(
    lacking: Mapping[tuple[str, str], str], learners: Sequence[str], dataset: str
) -> tuple[Caveat, ...]:
    """Return what to beware of on a dataset where learners lack results.

    >>> lacking_learners({("svm", "iris"): "timeout"}, ["nb", "svm"], "iris")[0].message
    'On iris there is no result of svm (timeout); only nb has one.'
    """
    absent = [f"{name} ({lacking[name, dataset]})" for name in learners if (name, dataset) in lacking]
    there = [name for name in learners if (name, dataset) not in lacking]
    if not absent:
        return ()
    alone = f"; only {there[0]} has one" if len(there) == 1 else ""
    message = f"On {dataset} there is no result of {listed(absent, quote=False)}{alone}."
    return (Caveat(code="partial_design", message=message),)


def empty_datasets(names: Sequence[str]) -> tuple[Caveat, ...]:
    """Return what to beware of where no learner has a result on a dataset.

    >>> empty_datasets(["iris"])[0].message
    'Datasets are left out, on which no learner has a result: iris.'
    """
    message = f"Datasets are left out, on which no learner has a result: {listed(names, quote=False)}."
    return (Caveat(code="partial_design", message=message),) if names else ()


def lacking_caveats(
    lacking: Mapping[tuple[str, str], str], learners: Sequence[str], datasets: Sequence[str]
) -> tuple[Caveat, ...]:
    """Return what to beware of where learners lack results on some datasets."""
    if not lacking:
        return ()
    n_cells = len(learners) * len(datasets)
    are = "is" if len(lacking) == 1 else "are"
    message = f"{len(lacking)} of {n_cells} results {are} missing: {lacking_words(lacking)}; none was filled in."
    for number, words in ((1, "only one learner has a result"), (0, "no learner has a result")):
        few = [name for name in datasets if sum((who, name) not in lacking for who in learners) == number]
        if few and len(learners) > 1:
            message += f" On {listed(few, most=4, quote=False)} {words}."
    return (Caveat(code="partial_design", message=message),)
