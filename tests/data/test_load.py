import gzip
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import foldwise.data
from foldwise import DataFormatError, FoldwiseError
from foldwise.data import available, load, read_csv, write_arff

TOY = "x,class\n1,a\n2,b\n3,a\n"


def refused(error, match, source, **options):
    with pytest.raises(error, match=match) as caught:
        load(source, **options)
    assert "\n" not in str(caught.value)


def test_by_ending(write, tmp_path):
    path = write("toy.csv", TOY)
    data = read_csv(path)
    write_arff(data, tmp_path / "toy.arff")
    write_arff(data, tmp_path / "toy.arff.gz")
    write("toy.csv.gz", gzip.compress(TOY.encode()))
    write("TOY.CSV", TOY)
    for name in ("toy.csv", "toy.csv.gz", "TOY.CSV", "toy.arff", "toy.arff.gz"):
        assert load(tmp_path / name).y.tolist() == load(str(tmp_path / name)).y.tolist() == ["a", "b", "a"]
        assert load(tmp_path / name).X["x"].tolist() == [1, 2, 3]


def test_parquet(tmp_path):
    pytest.importorskip("pyarrow")
    pd.DataFrame({"x": [1, 2, 3], "class": ["a", "b", "a"]}).to_parquet(tmp_path / "toy.parquet")
    assert load(tmp_path / "toy.parquet", target="x").y.tolist() == [1, 2, 3]


def test_a_built_in_name_always_means_the_built_in_set(write, tmp_path, monkeypatch):
    write("iris", TOY)
    monkeypatch.chdir(tmp_path)
    assert load("iris").n_examples == 150


def test_a_dataset_passes_and_may_change_its_target():
    data = load("balance-scale")
    assert load(data) is data
    assert load(data, target="class") is data
    other = load("balance-scale", target="left-weight")
    assert other.target == "left-weight"
    assert other.feature_names == ("left-distance", "right-weight", "right-distance", "class")
    assert sorted(set(other.y)) == [1, 2, 3, 4, 5]
    refused(DataFormatError, r"balance-scale has no column 'left'.", "balance-scale", target="left")


def test_unknown_names_get_close_matches():
    refused(ValueError, "Did you mean 'iris'", "irsi")
    refused(ValueError, "'uci:labor'", "labor")
    refused(ValueError, r"Did you mean 'uci:labor'\?", "uci:labour")
    refused(ValueError, "'uci:credit-a'", "uci:crx")
    refused(ValueError, r"foldwise data list .*available\(\)", "uci:zzzzzz")
    refused(ValueError, r"neither a known data set nor a file .*foldwise data list .*available\(\)", "qqqqqqqqqqqq")
    refused(ValueError, "neither a known data set nor a file", "data.xlsx")
    refused(ValueError, "neither a known data set nor a file", "data.parquet.gz")
    refused(ValueError, "neither a known data set nor a file", "")
    refused(ValueError, "number of a data set, got 'iris'", "openml:iris")
    refused(TypeError, "got list", ["iris"])


def test_files_that_are_not_there(tmp_path):
    for name in (
        "none.csv",
        "none.arff",
        "none.arff.gz",
        "none.parquet",
        "☃/\u202e.csv",
        "a\0b.csv",
        "x" * 300 + ".csv",
    ):
        refused((FoldwiseError, FileNotFoundError), r"file .* (does not exist|is not a path)", str(tmp_path / name))
    (tmp_path / "folder.csv").mkdir()
    refused(FileNotFoundError, "is a folder", Path(tmp_path / "folder.csv"))


def test_available_needs_nothing():
    table = available()
    described = ["name", "rows", "attributes", "numeric", "nominal", "classes", "missing", "source", "note"]
    assert list(table.columns) == described
    assert table["source"].value_counts().to_dict() == {"uci": 43, "built-in": 10}
    assert table["name"].is_unique
    assert (table["numeric"] + table["nominal"] == table["attributes"]).all()
    labor = table.set_index("name").loc["uci:labor"]
    assert labor["note"] == "Bouckaert & Frank 2004 (labor); Bradford & Brodley 2001 (labor-neg); OpenML 4"


def test_all_is_sorted_and_there():
    assert foldwise.data.__all__ == sorted(foldwise.data.__all__)
    assert all(hasattr(foldwise.data, name) for name in foldwise.data.__all__)


def test_importing_is_lazy():
    code = (
        "import sys, foldwise.data; foldwise.data.available(); print({'sklearn', 'arff', 'scipy'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"


@pytest.mark.parametrize("name", ["iris.xlsx", "results.xls", "wine.ods"])
def test_a_spreadsheet_is_no_data_set(name):
    with pytest.raises(ValueError, match=r"Save it from the spreadsheet program as CSV\.$"):
        load(name)
