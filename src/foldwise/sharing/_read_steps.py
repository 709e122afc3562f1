"""The steps of pipelines that prepare tables: which of them are known, and how they are read for all folds at once."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise.runs._door import as_text, has_open_seeds, take_rows
from foldwise.sharing._coded_columns import Categories, Filled, OneHot, Ordinal, categories
from foldwise.sharing._registry import are_valid
from foldwise.sharing._table_parts import Imputed, Numbers, Part, Rows, Stacked, Transformed, are_small

_NUMBERS: Final = frozenset({np.dtype(np.float64), np.dtype(np.int64)})


class NotKnownError(Exception):
    """It is not known how a step treats these columns."""


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Columns of the table as it came, by position."""

    X: Any
    train: Rows
    positions: npt.NDArray[np.intp]

    @property
    def is_frame(self) -> bool:
        return isinstance(self.X, pd.DataFrame)

    def chosen(self) -> Any:
        return self.X.iloc[:, self.positions] if self.is_frame else self.X[:, self.positions]

    def numbers(self) -> Numbers:
        if not self._dtypes() <= _NUMBERS:
            raise NotKnownError
        rows = take_rows(self.X, self.train)
        # How rows of these columns are laid out in memory when they are taken out of the table.
        laid = np.asarray(rows.iloc[:, self.positions] if self.is_frame else rows[:, self.positions])
        return Numbers(np.asarray(self.chosen(), order="C" if laid.flags.c_contiguous else "F"))

    def categories(self) -> Categories:
        """Columns as an encoder reads them, one by one."""
        chosen = self.chosen()
        n = len(self.positions)
        columns = [np.asarray(chosen.iloc[:, i] if self.is_frame else chosen[:, i]) for i in range(n)]
        return _known(categories(columns))

    def texts(self) -> Categories:
        """Columns as `as_text` makes them."""
        texts = as_text(self.chosen())
        return _known(categories(list(texts.T)))

    def _dtypes(self) -> set[Any]:
        return set(self.X.dtypes.iloc[self.positions]) if self.is_frame else {self.X.dtype}


Source = Columns | Categories | Filled | Part


def _known(coded: Categories | None) -> Categories:
    if coded is None:
        raise NotKnownError
    return coded


def as_known_part(source: Source) -> Part | None:
    """Return what a learner can be given; None for columns as they came, and for codes."""
    return None if isinstance(source, Columns | Categories | Filled) else source


def after(step: Any, source: Source) -> Source:
    """Return what a step makes of what it gets."""
    if step is None or (isinstance(step, str) and step == "passthrough"):
        return source
    kind = f"{type(step).__module__}.{type(step).__qualname__}"
    if hasattr(step, "_sklearn_output_config") or has_open_seeds(step) or not are_valid(step):
        raise NotKnownError
    if kind in _ARRAYS:
        return Transformed(_as_part(source), step)
    if kind not in _STEPS:
        raise NotKnownError
    return _STEPS[kind](step, source)


def _as_part(source: Source) -> Part:
    part = source.numbers() if isinstance(source, Columns) else as_known_part(source)
    if part is None:
        raise NotKnownError
    return part


def is_unusual(pipeline: Any) -> bool:
    """Whether a pipeline keeps what it fits, tells of it, or hands on more than X."""
    return pipeline.memory is not None or pipeline.transform_input is not None or bool(pipeline.verbose)


def _in_turn(pipeline: Any, source: Source) -> Source:
    if is_unusual(pipeline):
        raise NotKnownError
    for _, step in pipeline.steps:
        source = after(step, source)
    return source


def _stacked(transformer: Any, source: Source) -> Part:
    if not isinstance(source, Columns) or transformer.transformer_weights is not None or transformer.verbose:
        raise NotKnownError
    todo, left = [], set(range(len(source.positions)))
    for _, step, wanted in transformer.transformers:
        positions = _positions(wanted, source)
        left -= set(positions.tolist())
        todo.append((step, positions))
    todo.append((transformer.remainder, np.array(sorted(left), dtype=np.intp)))
    parts = [
        _as_part(after(step, Columns(source.X, source.train, source.positions[positions])))
        for step, positions in todo
        if len(positions) and not (isinstance(step, str) and step == "drop")
    ]
    if not parts:
        raise NotKnownError
    return Stacked(parts, transformer.sparse_threshold)


def _positions(wanted: Any, source: Columns) -> npt.NDArray[np.intp]:
    """Resolve the columns of a ColumnTransformer; one that is not in a list would be handed on as a vector."""
    chosen = source.chosen()
    if callable(wanted):
        wanted = wanted(chosen)
    n = len(source.positions)
    if isinstance(wanted, slice) and all(end is None or isinstance(end, int) for end in (wanted.start, wanted.stop)):
        return np.arange(n)[wanted]
    if not isinstance(wanted, list | tuple | np.ndarray | pd.Index):
        raise NotKnownError
    names = list(wanted)
    if names and all(isinstance(name, str) for name in names) and source.is_frame and chosen.columns.is_unique:
        return np.array([chosen.columns.get_loc(name) for name in names], dtype=np.intp)
    if len(names) == n and all(isinstance(name, bool | np.bool_) for name in names):
        return np.flatnonzero(names)
    if all(isinstance(name, int | np.integer) and not isinstance(name, bool) for name in names):
        return np.arange(n)[np.array(names, dtype=np.intp)]
    raise NotKnownError


def _imputed(imputer: Any, source: Source) -> Source:
    plain = isinstance(imputer.missing_values, float) and np.isnan(imputer.missing_values)
    if not plain or imputer.add_indicator or not isinstance(source, Columns):
        raise NotKnownError
    if imputer.strategy == "most_frequent":
        texts = source.categories()
        if not texts.are_texts:
            raise NotKnownError
        return Filled(texts)
    if imputer.strategy not in ("mean", "median"):
        raise NotKnownError
    numbers = source.numbers()
    if not are_small(numbers.values.astype(np.float64)):
        raise NotKnownError
    return Imputed(Numbers(numbers.values.astype(np.float64, order="K")), imputer.strategy, imputer.keep_empty_features)


def _one_hot(encoder: Any, source: Source) -> Part:
    drop = encoder.drop
    if (
        _is_special(encoder)
        or encoder.handle_unknown not in ("error", "ignore")
        or not (drop is None or (isinstance(drop, str) and drop in ("first", "if_binary")))
    ):
        raise NotKnownError
    return OneHot(
        source=_coded(source),
        drop=drop,
        ignores_unknown=encoder.handle_unknown == "ignore",
        is_sparse=bool(encoder.sparse_output),
    )


def _ordinal(encoder: Any, source: Source) -> Part:
    missing = encoder.encoded_missing_value
    if _is_special(encoder) or not (isinstance(missing, float) and np.isnan(missing)):
        raise NotKnownError
    unknown = None if encoder.handle_unknown == "error" else float(encoder.unknown_value)
    return Ordinal(source=_coded(source), unknown=unknown)


def _is_special(encoder: Any) -> bool:
    return (
        not (isinstance(encoder.categories, str) and encoder.categories == "auto")
        or encoder.dtype is not np.float64
        or encoder.min_frequency is not None
        or encoder.max_categories is not None
    )


def _coded(source: Source) -> Any:
    coded = source.categories() if isinstance(source, Columns) else source
    if not isinstance(coded, Categories | Filled):
        raise NotKnownError
    return coded


def _as_texts(transformer: Any, source: Source) -> Source:
    # The one that `prepare` puts before an encoder.
    if transformer.func is not as_text or not isinstance(source, Columns):
        raise NotKnownError
    return source.texts()


_STEPS: Final[dict[str, Callable[[Any, Source], Source]]] = {
    "sklearn.compose._column_transformer.ColumnTransformer": _stacked,
    "sklearn.impute._base.SimpleImputer": _imputed,
    "sklearn.pipeline.Pipeline": _in_turn,
    "sklearn.preprocessing._encoders.OneHotEncoder": _one_hot,
    "sklearn.preprocessing._encoders.OrdinalEncoder": _ordinal,
    "sklearn.preprocessing._function_transformer.FunctionTransformer": _as_texts,
}
_ARRAYS: Final = frozenset(
    f"sklearn.preprocessing._data.{name}"
    for name in ("MaxAbsScaler", "MinMaxScaler", "Normalizer", "PowerTransformer", "RobustScaler", "StandardScaler")
)
