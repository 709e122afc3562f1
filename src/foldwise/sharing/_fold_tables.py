"""Pipelines whose first steps prepare the table: what these steps make of every fold, without fitting them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Final
from warnings import catch_warnings

import numpy as np
from scipy import sparse
from sklearn import get_config
from sklearn.base import clone
from sklearn.pipeline import Pipeline

from foldwise.runs._door import Job, Pair, all_parameters, take_rows
from foldwise.sharing._read_steps import Columns, NotKnownError, Source, after, as_known_part, is_unusual
from foldwise.sharing._table_parts import Part, Rows

_TRIALS: Final = 5
# Values of tables that are read as a whole, and of those that need no preparation: what is saved there is a fixed time
# in each fold, not worth a copy of a large table.
_LARGEST: Final = 1 << 24
_LARGEST_UNPREPARED: Final = 1 << 17


@dataclass(frozen=True, slots=True, eq=False)
class FoldTables:
    """What the first steps of a pipeline make of the rows of any fold.

    Parameters
    ----------
    part : Part
        What they make.
    n_steps : int
        How many steps that are; 0 if a learner gets the numbers of a DataFrame.
    """

    part: Part
    n_steps: int

    def make(self, train: Rows, test: Rows) -> tuple[Any, Any] | None:
        """Return the tables to fit and to predict; None if the steps have to be fitted to this fold."""
        try:
            return self.part.make(train, test)
        except Exception:
            # Not foreseen, or failed: in either case it is for the steps themselves to say what is wrong.
            return None

    def rest(self, learner: Any) -> Any:
        """Return what follows these steps, in a learner or a clone of it."""
        if not self.n_steps:
            return learner
        steps = learner.steps[self.n_steps :]
        return steps[0][1] if len(steps) == 1 else Pipeline(steps)


def fold_tables(job: Job, pairs: Sequence[Pair]) -> FoldTables | None:
    """Read a table once for the first steps of a pipeline; None if they are not known, or nothing would be gained.

    In one fold these steps are also fitted: what they give has to be the same to the last bit.

    Parameters
    ----------
    job : Job
        Whose learner may be a pipeline.
    pairs : sequence of pairs (repeat, fold)
        Folds that are to be fitted. The two are compared in the first of a few in which nothing is unforeseen.
    """
    tables = read_tables(job, pairs[0])
    try:
        return tables if tables is not None and _is_same(tables, job, pairs[:_TRIALS]) else None
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException:
        # Whatever is wrong is for the steps themselves to say, fold by fold.
        return None


def read_tables(job: Job, pair: Pair) -> FoldTables | None:
    """Read a table on the occasion of one fold, and compare with nothing."""
    if job.fit_time_metric is not None or _is_unusual_setting() or getattr(job.X, "ndim", 0) != 2:
        return None
    if prod(job.X.shape) > (_LARGEST if type(job.estimator) is Pipeline else _LARGEST_UNPREPARED):
        return None
    try:
        return _read(job.estimator, Columns(job.X, job.assignment.split(*pair)[0], np.arange(job.X.shape[1])))
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException:
        return None


def _is_unusual_setting() -> bool:
    config = get_config()
    return config["transform_output"] != "default" or bool(config["enable_metadata_routing"])


def _read(estimator: Any, columns: "Columns") -> FoldTables | None:
    if type(estimator) is not Pipeline:
        return FoldTables(columns.numbers(), 0) if columns.is_frame and _takes_arrays(estimator) else None
    if is_unusual(estimator):
        return None
    known: FoldTables | None = None
    source: Source = columns
    for number, (_, step) in enumerate(estimator.steps[:-1], start=1):
        try:
            source = after(step, source)
        except NotKnownError:
            break
        part = as_known_part(source)
        known = known if part is None else FoldTables(part, number)
    return known


# Learners that read a DataFrame of numbers as an array, and nothing of it but the numbers.
_OF_NUMBERS: Final = (
    "sklearn.discriminant_analysis",
    "sklearn.ensemble._forest",
    "sklearn.ensemble._gb",
    "sklearn.linear_model.",
    "sklearn.naive_bayes",
    "sklearn.neighbors.",
    "sklearn.neural_network.",
    "sklearn.svm.",
    "sklearn.tree.",
)


def _takes_arrays(learner: Any) -> bool:
    parts = [learner, *(part for part in all_parameters(learner).values() if hasattr(part, "fit"))]
    return all(type(part).__module__.startswith(_OF_NUMBERS) for part in parts)


def _is_same(tables: FoldTables, job: Job, pairs: Sequence[Pair]) -> bool:
    """Whether the steps themselves give the very same tables for one fold."""
    for pair in pairs:
        train, test = job.assignment.split(*pair)
        made = tables.make(train, test)
        if made is None:
            continue
        X_train, X_test = take_rows(job.X, train), take_rows(job.X, test)
        if not tables.n_steps:
            return all(map(_are_equal, made, (np.asarray(X_train), np.asarray(X_test))))
        steps = clone(Pipeline(job.estimator.steps[: tables.n_steps]))
        with catch_warnings(action="ignore"):
            return _are_equal(made[0], steps.fit_transform(X_train)) and _are_equal(made[1], steps.transform(X_test))
    return False


def _are_equal(a: Any, b: Any) -> bool:
    """Whether two tables are the same to the last bit, and lie in memory in the same way."""
    if sparse.issparse(a) or sparse.issparse(b):
        parts = ("data", "indices", "indptr")
        return type(a) is type(b) and all(_are_equal(getattr(a, part), getattr(b, part)) for part in parts)
    alike = type(b) is np.ndarray and a.dtype == b.dtype and a.shape == b.shape
    return alike and a.flags.c_contiguous == b.flags.c_contiguous and a.tobytes() == b.tobytes()
