"""Plain tables read together: rows of one table, or a table for each learner."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from foldwise._core import DataFormatError
from foldwise.results._columns import Columns
from foldwise.results._how import how_learners
from foldwise.results._item_rows import SHARES
from foldwise.results._quantity import is_generic, known_scale
from foldwise.results._reading import ReadingOptions
from foldwise.results.harness._given import Given, as_table, joined_tables
from foldwise.results.harness._names import names_of_files

_LEARNER = "learner"
_PLACES = ("instance", "fold", "repeat", "dataset")


def joined(sources: Sequence[Given], options: ReadingOptions) -> tuple[pd.DataFrame, str]:
    """Return the rows of all tables, and what to call the data; tables that name no learner are of one learner each."""
    tables = tuple(map(as_table, sources))
    if len(tables) == 1 or not all(_is_of_one(table.frame, options) for table in tables):
        return joined_tables(tables)
    paths = [table.path for table in tables if table.path is not None]
    if len(paths) == len(tables):
        names = names_of_files(paths, options.learners)
    elif options.learners is not None and len(options.learners) == len(tables):
        names = list(options.learners)
    else:
        raise DataFormatError(
            f"No column of the {len(tables)} tables says which is the learner. Name those of the tables in their order:"
            f" {how_learners(['NAME1', 'NAME2'])}."
        )
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise DataFormatError(f"Two tables are of {twice!r}. Give each learner one table.")
    frame, _ = joined_tables(tables)
    lengths = [len(table.frame) for table in tables if table.frame is not None]
    return frame.assign(
        **{_LEARNER: [n for n, count in zip(names, lengths, strict=True) for _ in range(count)]}
    ), "data"


def _is_of_one(frame: pd.DataFrame | None, options: ReadingOptions) -> bool:
    """Whether a table has one column of scores, of which nothing says whose they are."""
    assert frame is not None
    given: dict[str, Any] = dict(options.columns or {})
    if _LEARNER in given or "predicted" in given:
        return False
    known = Columns.of(frame, None)
    places = {*known.likely(_PLACES), *given.values()}
    free = [name for name in frame if name not in places]
    scores = [name for name in free if is_generic(name) or known_scale(name) or str(name).lower() in SHARES]
    named = "score" in given or options.score_name() in free or len(scores) == 1
    is_prediction = known.of_predictions and not known.likely([_LEARNER])
    return not known.likely([_LEARNER]) and bool(places) and (named or is_prediction)
