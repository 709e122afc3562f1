"""The contents of a dataset as a document, for `foldwise data show`."""

from typing import TYPE_CHECKING, Any

from foldwise._core import listed

if TYPE_CHECKING:
    import pandas as pd

    from foldwise.data import Dataset

Document = dict[str, Any]


def describe(dataset: "Dataset") -> Document:
    """Count what a dataset holds; the keys are described in ``docs/cli.md``.

    Examples
    --------
    >>> from foldwise.data import load
    >>> document = describe(load("iris"))
    >>> document["attributes"][0]["least"], document["target"]["classes"][2]
    (4.3, {'label': 'virginica', 'n_examples': 50})
    """
    from foldwise.data import doubtful_columns

    frame = dataset.frame()
    columns = [_column(frame.iloc[:, position]) for position in range(frame.shape[1])]
    target = columns.pop()
    doubts = doubtful_columns(dataset)
    return {
        "schema": "foldwise.data/1",
        "name": dataset.name,
        "n_examples": dataset.n_examples,
        "n_attributes": dataset.n_attributes,
        "n_missing": dataset.n_missing,
        "fingerprint": dataset.fingerprint,
        "attributes": [{**column, "looks_like": doubts.get(column["name"])} for column in columns],
        "target": {**target, "name": dataset.target, "classes": _classes(dataset)},
    }


def values_in_words(column: Document) -> str:
    """Say which values a column has.

    >>> values_in_words({"type": "nominal", "categories": ["red", "blue"]})
    'red, blue'
    >>> values_in_words({"type": "numeric", "least": 0.5, "greatest": 12.0})
    '0.5 to 12'
    """
    if column["type"] == "nominal":
        return listed(column["categories"], most=6, quote=False)
    if column["least"] is None:
        return "none"
    if column["type"] == "date":
        return f"{column['least']} to {column['greatest']}"
    return f"{column['least']:g} to {column['greatest']:g}"


def _column(values: "pd.Series[Any]") -> Document:
    import numpy as np

    from foldwise.data import column_kind

    present = values.dropna()
    document: Document = {
        "name": str(values.name),
        "type": column_kind(values),
        "n_missing": len(values) - len(present),
        "n_distinct": int(present.nunique()),
    }
    if document["type"] == "nominal":
        declared = values.cat.categories if hasattr(values, "cat") else sorted(present.astype(str).unique())
        return {**document, "categories": [str(label) for label in declared]}
    written: type = str
    if document["type"] == "numeric":
        written, present = float, present[np.isfinite(present.to_numpy(dtype=np.float64))]
    least, greatest = (written(present.min()), written(present.max())) if len(present) else (None, None)
    return {**document, "least": least, "greatest": greatest}


def _classes(dataset: "Dataset") -> list[Document] | None:
    """Class labels with their counts; None if the target is a number with fractions."""
    import numpy as np
    import pandas as pd

    present = dataset.y[~pd.isna(dataset.y)]
    if dataset.target_names is None and present.dtype.kind == "f" and not np.all(present == np.floor(present)):
        return None
    counts = {str(label): int(count) for label, count in pd.Series(present).value_counts(sort=False).items()}
    labels = dataset.target_names or tuple(str(label) for label in np.unique(present))
    return [{"label": label, "n_examples": counts.get(label, 0)} for label in labels]
