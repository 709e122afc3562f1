"""Tables as learners get them: rows that they may write into, and complete numbers for those that need them.

Encoding and imputing are fitted inside the training fold, so nothing leaks from the test examples.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pandas as pd
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.utils import get_tags

from foldwise._core import column_arrays, counted, listed
from foldwise.data._door import kind_of
from foldwise.runs._seeding import all_parameters
from foldwise.runs._vectorizers import check_reads_documents, check_reads_tables, first_step


@dataclass(frozen=True, slots=True)
class Contents:
    """What in X a learner may choke on; columns by position, since names may be numbers or repeat."""

    nominal: tuple[int, ...]
    are_categories: bool
    dates: tuple[str, ...]
    has_missing_numbers: bool
    are_documents: bool = False
    columns: tuple[str, ...] = ()


def look_at(X: Any) -> Contents:
    """Find nominal columns, dates, and missing values among the numbers."""
    if isinstance(X, pd.DataFrame):
        columns = column_arrays(X)
        dtypes = [values.dtype for values in columns]
        are_categories = [isinstance(dtype, pd.CategoricalDtype) for dtype in dtypes]
        kinds = list(map(kind_of, dtypes))
        nominal = tuple(position for position, kind in enumerate(kinds) if kind == "nominal")
        numeric = [position for position, kind in enumerate(kinds) if kind == "numeric"]
        return Contents(
            nominal,
            all(are_categories[position] for position in nominal),
            tuple(str(name) for name, kind in zip(X.columns, kinds, strict=True) if kind == "date"),
            any(bool(pd.isna(columns[position]).any()) for position in numeric),
            columns=tuple(map(str, X.columns)),
        )
    if X.ndim == 1:
        return Contents((), True, (), False, are_documents=True)
    values: Any = X.data if hasattr(X, "tocsr") else X
    return Contents((), True, (), values.dtype.kind == "f" and bool(np.isnan(values).any()))


def prepare(name: str, learner: Any, contents: Contents) -> tuple[Any, str]:
    """Put an encoder and an imputer before a learner that needs them.

    Returns
    -------
    learner : estimator
        The learner itself, or a pipeline ending in it.
    words : str
        What was done, for the reader; empty if nothing.

    Notes
    -----
    Pipelines are left alone, also inside a search or an ensemble: who builds one has decided how to prepare the data.
    Only one that begins with a step which takes nothing but numbers, as a scaler does, gets an encoder before it, for
    it could not be fitted. Whether another learner takes missing values is read from its scikit-learn tags. It takes
    categories and texts if its tags say so (all of `foldwise.learners`), and categories alone if its parameter is
    ``categorical_features='from_dtype'`` (the histogram-based boosters, whose tags are silent).
    """
    encoded = f"{counted(len(contents.nominal), 'nominal column')} one-hot encoded"
    parts = all_parameters(learner).values()
    has_pipeline = any(isinstance(part, Pipeline) for part in (learner, *parts))
    if contents.are_documents:
        # A pipeline inside a search, or an ensemble of pipelines, is asked by nobody: it fails where it cannot.
        if isinstance(learner, Pipeline) or not has_pipeline:
            check_reads_documents(name, learner, only_numbers=_takes_only_numbers(first_step(learner)))
        return learner, ""
    if contents.columns:
        texts = [contents.columns[position] for position in contents.nominal]
        check_reads_tables(name, learner, list(contents.columns), texts)
    if has_pipeline:
        if contents.nominal and isinstance(learner, Pipeline) and _takes_only_numbers(_first_step(learner)):
            return _pipeline(learner, contents.nominal, impute=False), encoded
        return learner, ""
    # What a search or an ensemble hands X on to decides what X may contain.
    inner = [part for part in parts if hasattr(part, "fit") and hasattr(part, "predict")] or [learner]
    try:
        tags = [get_tags(part).input_tags for part in inner]
    except (AttributeError, TypeError):
        # Not derived from scikit-learn's BaseEstimator: it says nothing about its input, so it gets X as it is.
        return learner, ""
    takes_nominal = all(
        (part_tags.categorical and part_tags.string)
        or (contents.are_categories and _is_from_dtype(getattr(part, "categorical_features", None)))
        for part, part_tags in zip(inner, tags, strict=True)
    )
    encode = bool(contents.nominal) and not takes_nominal
    impute = contents.has_missing_numbers and not all(part_tags.allow_nan for part_tags in tags)
    if contents.dates:
        raise ValueError(
            f"{name} cannot use the dates in columns {listed(contents.dates)}. Turn them into numbers or drop them."
        )
    if not (encode or impute):
        return learner, ""
    words = []
    if encode:
        words.append(encoded)
    if impute:
        words.append("missing numbers replaced by the median of the training fold")
    return _pipeline(learner, contents.nominal if encode else (), impute=impute), ", ".join(words)


# Modules of scikit-learn whose transformers compute with what they get.
_OF_NUMBERS: Final = (
    "sklearn.preprocessing._data",
    "sklearn.preprocessing._polynomial",
    "sklearn.decomposition.",
    "sklearn.feature_selection._univariate_selection",
    "sklearn.feature_selection._variance_threshold",
)


def _first_step(pipeline: Pipeline) -> Any:
    return pipeline.steps[0][1] if pipeline.steps else None


def _takes_only_numbers(step: Any) -> bool:
    """Whether a step of a pipeline is known to fail on texts.

    >>> from sklearn.impute import SimpleImputer
    >>> _takes_only_numbers(SimpleImputer()), _takes_only_numbers(SimpleImputer(strategy="most_frequent"))
    (True, False)
    """
    if type(step).__module__ == "sklearn.impute._base":
        return getattr(step, "strategy", "") in ("mean", "median")
    return type(step).__module__.startswith(_OF_NUMBERS)


def _is_from_dtype(categorical_features: Any) -> bool:
    # A list or an array of columns must not be compared with a text.
    return isinstance(categorical_features, str) and categorical_features == "from_dtype"


def _pipeline(learner: Any, nominal: tuple[int, ...], *, impute: bool) -> Pipeline:
    # Most data need none of this, and importing it takes longer than a small verdict.
    from sklearn.compose import ColumnTransformer
    from sklearn.impute import SimpleImputer
    from sklearn.preprocessing import FunctionTransformer, OneHotEncoder

    numbers = SimpleImputer(strategy="median", keep_empty_features=True) if impute else "passthrough"
    if not nominal:
        return make_pipeline(numbers, learner)
    categories = make_pipeline(
        FunctionTransformer(_as_text), OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    )
    encoder = ColumnTransformer([("nominal", categories, list(nominal))], remainder=numbers)
    return make_pipeline(encoder, learner)


def _as_text(X: pd.DataFrame) -> npt.NDArray[np.object_]:
    """Return categories as text, missing ones as NaN: the encoder makes them a category of their own."""
    # The table as a whole: column by column, pandas takes longer than most learners.
    values, known = X.astype(object).to_numpy(), X.notna().to_numpy()
    texts = np.full(X.shape, np.nan, dtype=object)
    texts[known] = [str(value) for value in values[known]]
    return texts


def take_rows(X: Any, rows: npt.NDArray[np.intp]) -> Any:
    """Copy the given rows of an array, a DataFrame, a sparse matrix or a Series of documents.

    >>> take_rows(np.eye(3), np.array([2, 0])).tolist()
    [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    """
    if not isinstance(X, pd.DataFrame | pd.Series):
        return X[rows]
    taken = X.iloc[rows]
    # Asked for all rows in their order, pandas hands out the same memory, into which scikit-learn writes all the same.
    return taken.copy() if len(rows) == len(X) else taken


def copy_table(X: Any) -> Any:
    """Copy a whole table; what a worker process reads from a file becomes an ordinary array that can be written to."""
    return np.array(X) if isinstance(X, np.ndarray) else X.copy()
