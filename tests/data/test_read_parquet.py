import sys
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from foldwise import DataFormatError, MissingDependencyError
from foldwise.data import read_parquet


@pytest.fixture
def path(tmp_path):
    pytest.importorskip("pyarrow")
    frame = pd.DataFrame(
        {
            "n": [1.5, None, 3.5],
            "t": ["b", "a", None],
            "c": pd.Categorical(["u", "v", "u"], categories=["w", "v", "u"]),
            "d": [Decimal("0.5"), Decimal("1.5"), None],
            "class": ["y", "n", "y"],
        },
        index=[7, 8, 9],
    )
    frame.to_parquet(tmp_path / "toy.parquet")
    return tmp_path / "toy.parquet"


def test_by_hand(path):
    data = read_parquet(path)
    assert data.name == "toy"
    assert data.y.tolist() == ["y", "n", "y"]
    assert data.target_names == ("n", "y")
    assert data.nominal == ("t", "c")
    assert data.X["t"].cat.categories.tolist() == ["a", "b"]
    assert data.X["c"].cat.categories.tolist() == ["w", "v", "u"]
    assert data.X["d"].tolist()[:2] == [0.5, 1.5]
    assert data.n_missing == 3
    assert data.X.index.tolist() == [0, 1, 2]


def test_another_target(path):
    data = read_parquet(path, target="c")
    assert data.target_names == ("w", "v", "u")
    with pytest.raises(DataFormatError, match="has no column 'zzz'"):
        read_parquet(path, target="zzz")


def test_what_is_not_parquet(write, tmp_path):
    pytest.importorskip("pyarrow")
    with pytest.raises(DataFormatError, match=r"t.parquet cannot be read as Parquet") as caught:
        read_parquet(write("t.parquet", "a,b\n1,2\n"))
    assert "\n" not in str(caught.value)
    pd.DataFrame({"a": [], "b": []}).to_parquet(tmp_path / "empty.parquet")
    with pytest.raises(DataFormatError, match="no rows"):
        read_parquet(tmp_path / "empty.parquet")


def test_without_pyarrow(path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingDependencyError, match=r"reading Parquet files needs .* 'foldwise\[parquet\]'"):
        read_parquet(path)


def test_a_table_far_larger_than_its_file_is_refused(tmp_path):
    """Two columns of 50 million zeros, 800 MB, take less than 100 kB."""
    pq = pytest.importorskip("pyarrow.parquet")
    import pyarrow as pa

    path = tmp_path / "bomb.parquet"
    zeros = np.zeros(1_000_000)
    table = pa.table({"a": zeros, "class": zeros})
    with pq.ParquetWriter(path, table.schema, compression="zstd") as writer:
        for _ in range(50):
            writer.write_table(table)
    with pytest.raises(DataFormatError, match="holds 50,000,000 rows of 2 values, 800 MB"):
        read_parquet(path)


def test_a_text_that_occurs_often_is_counted_as_often(tmp_path):
    """1,000 times a text of 1 MB are 1 GB; the file keeps it once, packed."""
    pq = pytest.importorskip("pyarrow.parquet")
    import pyarrow as pa

    path = tmp_path / "bomb.parquet"
    first = pa.array([{"x": 1, "y": 2}] * 100)
    table = pa.table({"nested": first, "a": ["x" * 1_000_000] * 100, "class": ["a", "b"] * 50})
    with pq.ParquetWriter(path, table.schema, compression="zstd", dictionary_pagesize_limit=2**25) as writer:
        for _ in range(10):
            writer.write_table(table)
    with pytest.raises(DataFormatError, match=r"^bomb\.parquet of \d+ kB holds texts of 1,000 MB\. If it is meant"):
        read_parquet(path)


def test_a_reader_that_cannot_be_used_says_why(tmp_path, monkeypatch):
    """The newest pyarrow refuses NumPy 1.26, which is allowed."""
    (tmp_path / "pyarrow.py").write_text("raise ImportError('pyarrow requires NumPy 2.0 or newer')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "pyarrow", raising=False)
    (tmp_path / "a.parquet").write_bytes(b"PAR1")
    with pytest.raises(MissingDependencyError, match=r"cannot be used: pyarrow requires NumPy 2.0 or newer. Install"):
        read_parquet(tmp_path / "a.parquet")
