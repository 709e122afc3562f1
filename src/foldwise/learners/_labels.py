"""Class labels as users have them, and as codes."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import column_or_1d

Array = npt.NDArray[Any]


def as_labels(y: Any) -> Any:
    """Return `y` as a 1-D array or, where it declares its classes, as a Categorical; nothing is missing in it."""
    if type(y) is np.ndarray and y.ndim == 1 and y.dtype.kind in "biuU":
        return y
    values = y.array if isinstance(y, pd.Series | pd.Index) else y
    if isinstance(values, pd.Categorical):
        missing = values.codes < 0
        labels: Any = values
    else:
        # By column_or_1d alone a nullable column would become real numbers.
        array = values.to_numpy() if isinstance(values, pd.api.extensions.ExtensionArray) else y
        if _are_plain_texts(array):
            return array
        labels = column_or_1d(array, warn=True)
        missing = np.asarray(pd.isna(labels))
    if missing.any():
        raise ValueError(
            f"y must have a label for every example, got a missing one (NaN) in row {int(missing.argmax())} (from 0). "
            "Drop such rows."
        )
    if isinstance(labels, np.ndarray):
        labels = pd.Series(labels).infer_objects().to_numpy() if labels.dtype == object else labels
        _check_kind(labels)
    return labels


def _are_plain_texts(y: Any) -> bool:
    """Whether labels are an array of texts, few of them, with which scikit-learn finds nothing wrong, but slowly."""
    if type(y) is not np.ndarray or y.ndim != 1 or y.dtype != object:
        return False
    values = y.tolist()
    return set(map(type, values)) == {str} and 2 * len(set(values)) <= len(values)


def _check_kind(labels: Array) -> None:
    if labels.dtype.kind == "f" and not np.isfinite(labels).all():
        raise ValueError("y must be finite, got infinity. Drop such rows.")
    try:
        check_classification_targets(labels)
    except TypeError as error:
        raise ValueError(
            f"y must hold labels of one type, got labels that cannot be sorted ({error}). Convert them with str."
        ) from error


def sorting(labels: Array) -> npt.NDArray[np.intp]:
    """Return the order that sorts distinct labels."""
    try:
        return np.argsort(labels)
    except TypeError as error:
        raise ValueError(
            f"y must hold labels of one type, got labels that cannot be sorted ({error}). Convert them with str."
        ) from error


def encode_labels(labels: Any) -> tuple[Array, npt.NDArray[np.int32]]:
    """Return the classes, declared or sorted, and the code of each label.

    >>> import pandas as pd
    >>> encode_labels(pd.Categorical(["no", "no"], categories=["yes", "no"]))
    (array(['yes', 'no'], dtype='<U3'), array([1, 1], dtype=int32))
    """
    if isinstance(labels, pd.Categorical):
        declared = labels.categories
        classes = declared.to_numpy(dtype=str if declared.inferred_type == "string" else None)
        codes = np.asarray(labels.codes)
    elif _are_plain_texts(labels):
        # To sort all of them, not only those that differ, takes ten times as long.
        values = labels.tolist()
        known = sorted(set(values))
        places = dict(zip(known, range(len(known)), strict=True))
        classes, codes = np.array(known, dtype=object), np.array([places[value] for value in values])
    else:
        classes, codes = np.unique(labels, return_inverse=True)
    return classes, codes.astype(np.int32)
