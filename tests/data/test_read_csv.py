import gzip

import numpy as np
import pytest

from foldwise._core import DataFormatError
from foldwise.data import read_csv

TOY = "size,colour,ok,class\n1.5,red,True,yes\n?,blue,False,no\n3,,True,no\n"


def test_by_hand(write):
    data = read_csv(write("toy.csv", TOY))
    assert (data.name, data.target, data.target_names) == ("toy", "class", ("no", "yes"))
    assert data.y.tolist() == ["yes", "no", "no"]
    assert data.X["size"].tolist()[::2] == [1.5, 3.0]
    assert data.X["colour"].cat.categories.tolist() == ["blue", "red"]
    assert data.X["ok"].tolist() == [True, False, True]
    assert data.X["ok"].dtype == bool
    assert data.n_missing == 2


@pytest.mark.parametrize(
    "content",
    [
        TOY.replace(",", ";").encode(),
        TOY.replace(",", "\t").encode(),
        TOY.replace(",", ", ").encode(),
        TOY.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + TOY.encode(),
        TOY.replace("1.5", "1,5").replace(",", ";").replace("1;5", "1,5").encode(),
        TOY.replace("red", '"red"').replace("size", '"size"').encode(),
        TOY.replace("?", "NA").encode(),
        TOY.replace("?", "nan").encode(),
    ],
    ids=["semicolon", "tab", "space", "CRLF", "BOM", "decimal comma", "quoted", "NA", "nan"],
)
def test_dialects_of_the_same_table(write, content):
    assert read_csv(write("other.csv", content)).fingerprint == read_csv(write("toy.csv", TOY)).fingerprint


def test_gzip(write):
    packed = write("toy.csv.gz", gzip.compress(TOY.encode()))
    assert read_csv(packed).name == "toy"
    assert read_csv(packed).fingerprint == read_csv(write("toy.csv", TOY)).fingerprint


@pytest.mark.parametrize(
    ("column", "labels", "dtype", "names"),
    [
        ("0 1 0", [0, 1, 0], np.int64, None),
        ("True False True", [True, False, True], np.bool_, ("False", "True")),
        ("1.5 2.5 3.0", [1.5, 2.5, 3.0], np.float64, None),
        ("01a 1 2", ["01a", "1", "2"], object, ("01a", "1", "2")),
        ("None none null", ["None", "none", "null"], object, ("None", "none", "null")),
    ],
)
def test_targets_stay_what_they_are(write, column, labels, dtype, names):
    rows = "".join(f"{i},{value}\n" for i, value in enumerate(column.split()))
    data = read_csv(write("t.csv", "x,y\n" + rows))
    assert data.y.tolist() == labels
    assert data.y.dtype == dtype
    assert data.target_names == names


def test_a_chosen_target_and_an_identifier_that_stays(write):
    data = read_csv(write("t.csv", "id,class,x\nk1,a,1\nk2,b,2\nk3,a,3\n"), target="class")
    assert data.y.tolist() == ["a", "b", "a"]
    assert data.feature_names == ("id", "x")
    assert data.X["id"].tolist() == ["k1", "k2", "k3"]


def test_hostile_names_and_cells(write):
    data = read_csv(write("t.csv", 'self,"a,b",☃,"x""y"\n"p\nq","r,s",1,u\n"ü",t,2,v\n'))
    assert data.feature_names == ("self", "a,b", "☃")
    assert data.target == 'x"y'
    assert data.X["self"].tolist() == ["p\nq", "ü"]


def test_latin_1(write):
    assert read_csv(write("t.csv", "größe,y\né,1\nü,2\n".encode("latin-1"))).X["größe"].tolist() == ["é", "ü"]


def test_bools_with_a_gap_become_categories(write):
    column = read_csv(write("t.csv", "b,y\nTrue,1\n,2\nFalse,3\n")).X["b"]
    assert column.cat.categories.tolist() == ["False", "True"]
    assert column.cat.codes.tolist() == [1, -1, 0]


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("", "t.csv is empty"),
        ("\n \n", "t.csv is empty"),
        ("a,b\n", "t.csv has a header and no rows"),
        ("a,b\n1,2\n3\n", r"t.csv, line 3: expected 2 values as in the header, got 1\."),
        ("a,b\n1,2\n\n3,4,5\n", r"t.csv, line 4: expected 2 values as in the header, got 3\."),
        ("a,b\n1,2,3\n4,5,6\n", r"t.csv, line 2: expected 2 values as in the header, got 3\."),
        ("5.1,3.5,0\n4.9,3.0,1\n", r"line 1: the header looks like data \('5.1', '3.5', '0'\). Add a line of names"),
        (",a,b\n0,1,2\n1,3,4\n", "line 1: column 1 has no name"),
        ("a,b,a\n1,2,3\n", "line 1: column names must be distinct, got 'a' twice"),
        ("a\n1\n2\n", "t.csv has the one column 'a'"),
        (b"PAR1\0\0", "t.csv is not a text file"),
        ('a,b\n"1,2\n', "t.csv"),
    ],
)
def test_bad_files(write, text, match):
    with pytest.raises(DataFormatError, match=match) as caught:
        read_csv(write("t.csv", text))
    assert "\n" not in str(caught.value)


def test_unknown_target(write):
    with pytest.raises(DataFormatError, match=r"toy.csv has no column 'clas'. Did you mean 'class'\?"):
        read_csv(write("toy.csv", TOY), target="clas")
