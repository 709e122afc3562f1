import time

import pytest

from foldwise import DataFormatError
from foldwise.data import read_table


def write(tmp_path, text, name="t.csv"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_the_content_says_what_it_is(tmp_path):
    """An ARFF file under the name of a text file, after comments."""
    path = write(tmp_path, "% a\n% b\n@RELATION r\n@attribute a numeric\n@data\n1\n2\n", "results.txt")
    frame, name = read_table(path)
    assert (name, frame["a"].tolist()) == ("results", [1, 2])


@pytest.mark.parametrize("first", [",fold,acc", '"","fold","acc"', ";fold;acc"])
def test_an_index_without_a_name(tmp_path, first):
    """As pandas and R (in quotes) write them."""
    rows = "\n0,1,0.5\n1,2,0.75\n".replace(",", ";" if ";" in first else ",")
    frame, _ = read_table(write(tmp_path, first + rows))
    assert frame.columns.tolist() == ["Unnamed: 0", "fold", "acc"]
    assert frame["acc"].tolist() == [0.5, 0.75]


def test_weka_quotes_with_apostrophes(tmp_path):
    text = "Key_Dataset,Key_Scheme_options\niris,'-W \"a, b\" -P \\'x\\''\n"
    frame, _ = read_table(write(tmp_path, text))
    assert frame["Key_Scheme_options"].tolist() == ["-W \"a, b\" -P 'x'"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (["01", "1"], ["01", "1"]),
        (["1.0", "1"], ["1.0", "1"]),
        (["1e3", "1000"], ["1e3", "1000"]),
        (["1.1", "1.10"], ["1.1", "1.10"]),
        (["007", "008"], ["007", "008"]),
        (["1", '"NA"'], ["1", "NA"]),
        (["0.50", "1"], [0.5, 1.0]),
        (["-1", "1"], [-1, 1]),
    ],
)
def test_labels_are_texts_where_numbers_would_merge_them(tmp_path, written, read):
    frame, _ = read_table(write(tmp_path, f"a,b\n{written[0]},x\n{written[1]},y\n"))
    assert frame["a"].tolist() == read


def test_a_decimal_comma_in_texts_is_a_point(tmp_path):
    frame, _ = read_table(write(tmp_path, "a;b\n1,0;0,5\n1;0,25\n"))
    assert frame["a"].tolist() == ["1.0", "1"]
    assert frame["b"].tolist() == [0.5, 0.25]


def test_rows_of_another_length_are_refused(tmp_path):
    with pytest.raises(DataFormatError, match=r"t\.csv, line 3: expected 2 values"):
        read_table(write(tmp_path, "a,b\n1,2\n3\n"))


@pytest.mark.parametrize(("content", "match"), [(b"", "empty"), (b"\x00\x01\x02", "not a text file")])
def test_no_table(tmp_path, content, match):
    path = tmp_path / "t.csv"
    path.write_bytes(content)
    with pytest.raises(DataFormatError, match=match):
        read_table(path)


def test_far_too_many_columns_are_refused_at_once(tmp_path):
    """A table to learn from, such as one of genes, read as results."""
    names = ",".join(f"g{i}" for i in range(100_000))
    path = write(tmp_path, f"{names}\n" + "1," * 99_999 + "1\n")
    begun = time.perf_counter()
    with pytest.raises(DataFormatError, match=r"^t\.csv has 100,000 columns, and results have 10,000 at most\. Keep"):
        read_table(path)
    assert time.perf_counter() - begun < 5
