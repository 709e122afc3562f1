import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from foldwise.data import Dataset

VALUES = np.array([[0.0, 1.5, np.nan], [2.0, 0.0, -3.0], [0.0, 0.0, 4.0], [1.0, 1.0, 1.0]])
Y = np.array(["a", "b", "a", "b"], dtype=object)


def frame():
    return pd.DataFrame(
        {
            "number": [1.0, 2.0, np.nan, 4.0],
            "count": pd.array([1, None, 3, 4], dtype="Int64"),
            "nominal": pd.Categorical(["x", "y", None, "x"], categories=["x", "y", "unused"]),
            "text": ["p", "q", None, "p"],
            "mixed": np.array([1, "a", None, 2.5], dtype=object),
            "day": pd.to_datetime(["2024-01-01", None, "2024-01-02", "2024-01-01"]),
        }
    )


def of(X, y=Y):
    return Dataset(X, y).fingerprint


def test_memory_layout_does_not_matter():
    wide = np.zeros((4, 6))
    wide[:, ::2] = VALUES
    others = [np.asfortranarray(VALUES), wide[:, ::2], VALUES.astype(">f8"), VALUES.copy()]
    assert {of(X) for X in others} == {of(VALUES)}


def test_storage_of_a_sparse_matrix_does_not_matter():
    X = sparse.csr_array(VALUES)
    coo = sparse.coo_array(VALUES)
    unsorted = sparse.csr_array((X.data[::-1].copy(), X.indices[::-1].copy(), X.indptr), shape=X.shape)
    stored_zero = X.copy()
    stored_zero.data[0] = 0.0
    before = stored_zero.nnz
    assert of(X) == of(sparse.csc_matrix(VALUES)) == of(coo)
    assert of(unsorted) != of(X)
    assert of(stored_zero) != of(X)
    assert stored_zero.nnz == before


def test_columns_are_the_same_without_the_short_cut(monkeypatch):
    """pandas does not promise the arrays of all columns at once."""
    X = pd.concat([frame(), frame()], ignore_index=True)
    y = np.concatenate([Y, Y])
    quick = Dataset(X, y)
    assert quick.duplicates().tolist() == [0, 1, 2, 3] * 2
    before = quick.fingerprint
    monkeypatch.setattr(pd.DataFrame, "_iter_column_arrays", None)
    assert of(X, y) == before
    assert Dataset(X, y).duplicates().tolist() == [0, 1, 2, 3] * 2


def test_two_zeros_and_two_nans_are_the_same():
    other = VALUES.copy()
    other[0, 0] = -0.0
    other.view(np.uint64)[0, 2] |= np.uint64(1)
    assert np.isnan(other[0, 2])
    assert of(other) == of(VALUES)


@pytest.mark.parametrize("column", ["number", "count", "nominal", "text", "mixed", "day"])
def test_every_value_of_every_kind_counts(column):
    changed = frame()
    changed[column] = changed[column].iloc[[1, 0, 2, 3]].array
    assert of(changed) != of(frame())
    moved = frame()
    moved[column] = moved[column].iloc[[0, 2, 1, 3]].array
    assert of(moved) != of(frame())


def test_names_types_categories_and_target_count():
    base = frame()
    variants = [
        base.rename(columns={"number": "Number"}),
        base.astype({"number": "float32"}),
        base.assign(nominal=base["nominal"].cat.set_categories(["y", "x", "unused"])),
        base.assign(nominal=base["nominal"].cat.set_categories(["x", "y"])),
        base.assign(nominal=base["nominal"].cat.as_ordered()),
        base.assign(mixed=np.array(["1", "1", None, 2.5], dtype=object)),
        base.assign(mixed=np.array([True, "1", None, 2.5], dtype=object)),
        base[["count", "number", "nominal", "text", "mixed", "day"]],
    ]
    prints = [of(base), *map(of, variants), of(base, Y[::-1]), of(base, np.arange(4)), of(VALUES), of(VALUES[:, :2])]
    assert len(set(prints)) == len(prints)


def test_the_index_the_name_and_the_width_of_integer_labels_do_not_count():
    labels = np.arange(4)
    assert of(frame().set_axis(list("wxyz"))) == of(frame())
    assert Dataset(VALUES, labels, "other").fingerprint == of(VALUES, labels.astype(np.int32))


def test_text_is_text_whatever_pandas_calls_it():
    objects = frame().astype({"text": object})
    assert of(objects) == of(frame()) == of(frame().astype({"text": "string"}))


def test_object_arrays():
    texts = np.array([["a", "b"], ["c", None], ["a", "b"], ["a", 1]], dtype=object)
    changed = texts.copy()
    changed[3, 1] = "1"
    assert of(texts) == of(np.asfortranarray(texts))
    assert of(texts) != of(changed)


def test_the_same_in_another_process():
    code = (
        "import numpy as np, pandas as pd; from foldwise.data import Dataset;"
        "X = pd.DataFrame({'t': ['é', None, 'ü'], 'c': pd.Categorical(['u', 'v', 'u'])});"
        "print(Dataset(X, ['p', 'q', 'p']).fingerprint)"
    )
    run = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(2)]
    X = pd.DataFrame({"t": ["é", None, "ü"], "c": pd.Categorical(["u", "v", "u"])})
    assert {one.stdout.strip() for one in run} == {Dataset(X, ["p", "q", "p"]).fingerprint}
