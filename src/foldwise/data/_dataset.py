"""The noun that every loader makes and every run takes."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import infer_dtype

from foldwise._core import counted, listed
from foldwise.data._column_kind import ColumnKind, kind_of, typed_columns
from foldwise.data._content import content_digest, duplicate_groups, is_sparse, without_missing
from foldwise.data._documents import are_documents, as_documents
from foldwise.data._other_targets import refuse_other_targets

# What pandas calls the content of an object array, and what it becomes if nothing is missing.
_KINDS = {
    "string": object,
    "boolean": bool,
    "integer": np.int64,
    "floating": np.float64,
    "mixed-integer-float": np.float64,
    "decimal": np.float64,
    "empty": object,
}


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """Examples with their target, under a name.

    Parameters
    ----------
    X : DataFrame, ndarray or SciPy sparse matrix of shape (n_examples, n_attributes), or one text for each example
        Kept as given and never modified. Texts may be a list, an array or a Series; they are documents, of which the
        first step of a pipeline makes attributes. In a DataFrame the dtypes say what is nominal (`category`, or text)
        and what is numeric; NaN is missing. Only columns of objects are read anew, once for all learners: numbers of
        any kind (Decimal, bool, None among them) are numbers, numbers beside texts are texts.
    y : array_like of shape (n_examples,)
        Labels (texts, integers, bools) or numbers; a Series, a Categorical, a list or a single column becomes an array.
    name : str, default 'data'
        What tables and messages call it. Not part of the content.
    target_names : sequence of str, optional
        Class labels in declared order; labels that never occur may be among them. By default the categories of a
        categorical `y`, or the sorted labels if `y` holds texts or bools; None where `y` may be a number to predict.
    target : str, default 'class'
        What the source calls the target.

    Examples
    --------
    >>> import pandas as pd
    >>> from foldwise.data import Dataset
    >>> X = pd.DataFrame({"size": [1.0, 2.0, None], "colour": pd.Categorical(["red", "blue", "red"])})
    >>> Dataset(X, ["yes", "no", "no"], "toy")
    Dataset('toy': 3 examples, 2 attributes (1 numeric, 1 nominal), 1 missing value, classes no, yes)
    >>> Dataset(["a good film", "a poor plot", "good actors"], ["yes", "no", "yes"], "reviews")
    Dataset('reviews': 3 documents, classes no, yes)
    """

    X: Any
    y: np.ndarray
    name: str = "data"
    target_names: tuple[str, ...] | None = field(default=None, kw_only=True)
    target: str = field(default="class", kw_only=True)

    def __post_init__(self) -> None:
        declared: Any = self.target_names
        dtype: Any = getattr(self.y, "dtype", None)
        if declared is None and isinstance(dtype, pd.CategoricalDtype):
            declared = dtype.categories
        y = as_target(self.y)
        if declared is None and y.dtype.kind in "Ob":
            declared = tuple(sorted(set(y[~pd.isna(y)])))
        if isinstance(self.X, pd.DataFrame):
            object.__setattr__(self, "X", typed_columns(self.X))
        elif (documents := as_documents(self.X)) is not None:
            object.__setattr__(self, "X", documents)
        object.__setattr__(self, "y", y)
        # A file whose name is not UTF-8 brings halves of pairs along, which no table and no file can hold.
        object.__setattr__(self, "name", str(self.name).encode("utf-8", "replace").decode())
        object.__setattr__(self, "target_names", None if declared is None else _labels(declared, y))

    @property
    def n_examples(self) -> int:
        """Number of rows."""
        return int(self.X.shape[0])

    @property
    def n_attributes(self) -> int:
        """Number of columns, the target not counted; 0 if the examples are documents."""
        return 0 if self.holds_documents else int(self.X.shape[1])

    @property
    def holds_documents(self) -> bool:
        """Whether the examples are texts, one document each, and no rows of a table."""
        return are_documents(self.X)

    @property
    def feature_names(self) -> tuple[str, ...]:
        """Names of the attributes; ``x0, x1, ...`` for an array, none for documents."""
        if isinstance(self.X, pd.DataFrame):
            return tuple(map(str, self.X.columns))
        return tuple(f"x{position}" for position in range(self.n_attributes))

    @property
    def nominal(self) -> tuple[str, ...]:
        """Names of the columns that hold categories or texts; empty for an array."""
        return tuple(name for name, kind in zip(self.feature_names, self._kinds(), strict=True) if kind == "nominal")

    @cached_property
    def n_missing(self) -> int:
        """Number of missing values in `X`."""
        values = self.X.data if is_sparse(self.X) else self.X
        return int(np.asarray(pd.isna(values)).sum())

    @cached_property
    def fingerprint(self) -> str:
        """Digest of the content: attribute names, types, categories and values, and the target; not the name."""
        return content_digest(self.X, self.y)

    def duplicates(self) -> np.ndarray:
        """Group ids of rows of `X` that occur more than once; -1 where a row is unique.

        Rows are the same if every value is equal, or missing in both. A copy of a training example in
        the test fold is remembered, not predicted.

        Returns
        -------
        ndarray of int, shape (n_examples,)
            Groups are numbered from 0 in order of first appearance.

        Examples
        --------
        >>> from foldwise.data import as_dataset
        >>> as_dataset([[1.0, 2.0], [3.0, 4.0], [1.0, 2.0]], [0, 1, 1]).duplicates()
        array([ 0, -1,  0])
        """
        return duplicate_groups(self.X)

    def frame(self) -> pd.DataFrame:
        """All of it as one DataFrame, the target last (with underscores added if its name is taken)."""
        if isinstance(self.X, pd.DataFrame):
            frame = self.X.reset_index(drop=True)
        elif is_sparse(self.X):
            accessor: Any = pd.DataFrame.sparse
            frame = accessor.from_spmatrix(self.X, columns=list(self.feature_names))
        elif self.holds_documents:
            frame = pd.DataFrame({"document": np.asarray(self.X, dtype=object)})
        else:
            frame = pd.DataFrame(np.asarray(self.X), columns=list(self.feature_names))
        target = self.target
        while target in frame.columns:
            target += "_"
        textual = self.target_names is not None and self.y.dtype == object
        labels = pd.Categorical(self.y, categories=list(self.target_names or ())) if textual else self.y
        return pd.concat([frame, pd.Series(labels, name=target)], axis=1)

    def _kinds(self) -> list[ColumnKind]:
        if isinstance(self.X, pd.DataFrame):
            return list(map(kind_of, self.X.dtypes))
        return ["numeric"] * self.n_attributes

    def __repr__(self) -> str:
        kinds = self._kinds()
        counts = f"{kinds.count('numeric')} numeric, {kinds.count('nominal')} nominal"
        counts += f", {counted(kinds.count('date'), 'date')}" if "date" in kinds else ""
        sizes = f"{counted(self.n_examples, 'example')}, {counted(self.n_attributes, 'attribute')} ({counts})"
        sizes += f", {counted(self.n_missing, 'missing value')}"
        if self.holds_documents:
            sizes = counted(self.n_examples, "document")
        aim = "integer target" if self.y.dtype.kind in "iu" else "numeric target"
        if self.target_names is not None:
            aim = f"classes {listed(self.target_names, quote=False)}"
        return f"Dataset({self.name!r}: {sizes}, {aim})"


def _labels(declared: Any, y: np.ndarray) -> tuple[str, ...]:
    names = tuple(map(str, declared))
    if len(set(names)) < len(names):
        raise ValueError(f"target_names must not repeat a label, got {listed(names)}.")
    unknown = sorted({str(label) for label in pd.unique(y[~pd.isna(y)])}.difference(names))
    if unknown:
        raise ValueError(f"y has labels that are not in target_names: {listed(unknown)}.")
    return names


def as_target(y: Any) -> np.ndarray:
    """Return `y` as a 1-D array of bools, integers, floats, or (as objects) texts; anything else is refused."""
    refuse_other_targets(y)
    if is_sparse(y):
        raise TypeError("y must be a 1-D array, got a sparse matrix. Pass y.toarray().ravel().")
    if isinstance(y, pd.DataFrame):
        y = _single_column(y.shape, y.iloc[:, 0] if y.shape[1] == 1 else y)
    if isinstance(y, (str, bytes, dict, set)) or not hasattr(y, "__iter__") or getattr(y, "shape", None) == ():
        raise TypeError(f"y must be a 1-D array of labels or numbers, got {type(y).__name__}.")
    values = y if hasattr(y, "dtype") else _objects(y)
    array = _single_column(values.shape, values)
    if isinstance(array.dtype, np.dtype) and array.dtype.kind in "biuf":
        return np.asarray(array)
    if array.dtype.kind in "mMcV":
        raise TypeError(f"y must hold labels or numbers, got {array.dtype}. Convert it to numbers first.")
    return _plain(np.asarray(array, dtype=object))


def _objects(y: Any) -> np.ndarray:
    # np.asarray would turn the mixture [1, 'a'] into two texts without a word.
    try:
        return np.array(list(y), dtype=object)
    except ValueError as error:
        raise ValueError("y must be 1-D, got a nested sequence of unequal lengths.") from error


def _single_column(shape: tuple[int, ...], y: Any) -> Any:
    if len(shape) == 1:
        return y
    if len(shape) == 2 and shape[1] == 1:
        return y.ravel() if isinstance(y, np.ndarray) else y
    raise ValueError(f"y must be one column, got shape {shape}. Compare learners on one target at a time.")


def _plain(objects: np.ndarray) -> np.ndarray:
    missing = pd.isna(objects)
    # NaT among bools is a missing bool, and yet pandas would call the whole a mixture.
    kind = infer_dtype(objects[~missing])
    if kind not in _KINDS:
        types = sorted({type(value).__name__ for value in objects[~missing]})
        if len(types) > 1:
            raise TypeError(f"y mixes values of types {', '.join(types)}. Convert them to one, e.g. with str.")
        raise TypeError(f"y must hold labels or numbers, got values of type {types[0]}. Convert them first.")
    if missing.any():
        # None becomes NaN among floats.
        return without_missing(objects).astype(np.float64 if _KINDS[kind] is np.float64 else object)
    return _whole(objects) if kind == "integer" else objects.astype(_KINDS[kind])


def _whole(objects: np.ndarray) -> np.ndarray:
    """Return whole numbers as 64 bits hold them; from 2**63 on without a sign."""
    least, greatest = min(objects), max(objects)
    for dtype in (np.int64, np.uint64):
        if np.iinfo(dtype).min <= least and greatest <= np.iinfo(dtype).max:
            return objects.astype(dtype)
    raise ValueError("y holds whole numbers that 64 bits cannot hold. Pass labels as texts, and quantities as floats.")
