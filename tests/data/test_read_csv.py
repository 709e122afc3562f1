import gzip

import numpy as np
import pytest

from foldwise import DataFormatError
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
        ("01 02 01", ["01", "02", "01"], object, ("01", "02")),
        ("1e3 2 3", ["1e3", "2", "3"], object, ("1e3", "2", "3")),
        ("1.50 1.5 2", [1.5, 1.5, 2.0], np.float64, None),
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
        ("a\n1\n2,3\n", r"t.csv, line 3: expected 1 value as in the header, got 2\."),
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


@pytest.mark.parametrize(
    "text",
    [
        "5.1,3.5,setosa\n4.9,3.0,setosa\n7.0,3.2,virginica\n",
        "5.1,?,setosa\n4.9,3.0,setosa\n7.0,3.2,virginica\n",
        "5.1,5.1,setosa\n4.9,3.0,setosa\n",
    ],
)
def test_a_file_without_a_header_is_noticed(write, text):
    with pytest.raises(DataFormatError, match=r"line 1: the header looks like data \('5.1', .*\). Add a line of names"):
        read_csv(write("t.csv", text))


def test_years_are_names(write):
    assert read_csv(write("t.csv", "2019,2020,country\n1,2,it\n3,4,fr\n")).feature_names == ("2019", "2020")


def test_unknown_target(write):
    with pytest.raises(DataFormatError, match=r"toy.csv has no column 'clas'. Did you mean 'class'\?"):
        read_csv(write("toy.csv", TOY), target="clas")


@pytest.mark.parametrize("two", [("1", "01"), ("1.0", "1"), ("1000", "1e3"), ("+1", "1")])
def test_a_label_written_in_two_ways_is_not_merged(write, two):
    with pytest.raises(
        DataFormatError,
        match=rf"t.csv: the target is written as '{two[0]}'.* '{two[1]}': one number".replace("+", r"\+"),
    ):
        read_csv(write("t.csv", f"x,y\n1,{two[0]}\n2,{two[1]}\n3,2\n"))


def test_blanks_around_a_cell_do_not_count_but_in_quotes(write):
    data = read_csv(write("t.csv", 'x,y\n1 ,yes\nNA ,yes \n 3,\tyes\n4,"yes "\n5,\u00a0yes\n'))
    assert data.y.tolist() == ["yes", "yes", "yes", "yes ", "yes"]
    assert data.X["x"].tolist()[::2] == [1, 3, 5]
    assert data.n_missing == 1


def test_a_word_in_quotes_is_a_label_and_among_numbers_missing(write):
    data = read_csv(write("t.csv", 'x,z,y\n"1","NA","NA"\n"NA","b","b"\n"3",NA,"b"\n'))
    assert data.y.tolist() == ["NA", "b", "b"]
    assert data.X["z"].cat.categories.tolist() == ["NA", "b"]
    assert data.X["x"].dtype == np.float64
    assert data.n_missing == 2


def test_a_header_of_thousands_of_names(write):
    """190,000 characters: more than the csv module allows in a cell, which it was for the wrong separators."""
    names = [f"gene_{i:05}_expression" for i in range(9000)]
    rows = "".join(",".join(["1.5"] * 9000) + f",{label}\n" for label in "aba")
    data = read_csv(write("t.csv", ",".join([*names, "class"]) + "\n" + rows))
    assert (data.n_attributes, data.feature_names[-1]) == (9000, "gene_08999_expression")


def test_a_long_cell(write):
    assert len(read_csv(write("t.csv", f"x,y\n{'a' * 200_000},1\nb,2\n")).X["x"].tolist()[0]) == 200_000


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ('x,y\n"a""b",1\nc"d,2\n', ['a"b', 'c"d']),
        ('x,y\n"a"b,1\n "c" ,2\n', ["ab", "c"]),
        ('x,y\r"a\rb",1\r"c,d",2\r', ["a\rb", "c,d"]),
        ('x;y\n"a;b";1\n"c\n\nd";2', ["a;b", "c\n\nd"]),
    ],
)
def test_quotes(write, text, cells):
    assert read_csv(write("t.csv", text)).X["x"].tolist() == cells


def test_lines_are_counted_through_cells_of_several(write):
    with pytest.raises(DataFormatError, match=r"t.csv, line 5: expected 2 values as in the header, got 1\."):
        read_csv(write("t.csv", 'x,y\n"a\nb\nc",1\nd\n'))
    with pytest.raises(DataFormatError, match=r"t.csv, line 2: a quote is opened and never closed\."):
        read_csv(write("t.csv", 'x,y\n"a\nb\nc,1\nd\n'))


def test_decimal_points_in_one_column_and_commas_in_another(write):
    data = read_csv(write("t.csv", "a;b;y\n1,5;1.5;u\n2,5;2.5;v\n3;3;u\n"))
    assert data.X.to_numpy().tolist() == [[1.5, 1.5], [2.5, 2.5], [3, 3]]
