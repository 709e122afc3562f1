import gzip
import time
import tracemalloc
from contextlib import suppress

import numpy as np
import pandas as pd
import pytest
from scipy.io import arff as scipy_arff

from foldwise import DataFormatError
from foldwise.data import load, read_arff

LABOR = """% A comment, and a blank line

@RELATION labor
@attribute duration REAL
@Attribute\t'wage increase'\tinteger   % a comment
@attribute pension { yes , no, 'not sure' }
@attribute city string
@attribute class {bad,good,never}

@DATA
1,2,yes,Turin,good
% between rows
?,5.5,'not sure','New York',bad

3,?,?,?,good
"""


def test_by_hand(write):
    data = read_arff(write("labor.arff", LABOR))
    assert data.name == "labor"
    assert data.target == "class"
    assert data.y.tolist() == ["good", "bad", "good"]
    assert data.target_names == ("bad", "good", "never")
    assert data.X["duration"].tolist()[::2] == [1.0, 3.0]
    assert data.X["wage increase"].tolist()[:2] == [2.0, 5.5]
    assert data.X["pension"].cat.categories.tolist() == ["yes", "no", "not sure"]
    assert data.X["pension"].cat.codes.tolist() == [0, 2, -1]
    assert data.X["city"].cat.categories.tolist() == ["New York", "Turin"]
    assert data.n_missing == 4
    assert data.nominal == ("pension", "city")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("labor.arff", LABOR.replace("\n", "\r\n").encode()),
        ("labor.arff", LABOR.replace("\n", "\r").encode()),
        ("labor.arff", b"\xef\xbb\xbf" + LABOR.encode()),
        ("labor.ARFF.gz", gzip.compress(LABOR.encode())),
    ],
    ids=["CRLF", "CR", "BOM", "gzip"],
)
def test_line_ends_and_packing_do_not_matter(write, name, content):
    expected = read_arff(write("labor.arff", LABOR)).fingerprint
    assert read_arff(write(name, content)).fingerprint == expected


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_both_encodings(write, encoding):
    text = "@relation r\n@attribute größe {é,ü}\n@attribute class {a,b}\n@data\né,a\nü,b\n"
    data = read_arff(write("r.arff", text.encode(encoding)))
    assert data.feature_names == ("größe",)
    assert data.X["größe"].tolist() == ["é", "ü"]


def test_a_quoted_question_mark_is_a_value(write):
    text = "@relation r\n@attribute a {'?',x}\n@attribute b {\"?\",y}\n@attribute class {u,v}\n@data\n"
    data = read_arff(write("r.arff", text + "'?',y,u\n?,\"?\",v\nx,?,u\n"))
    assert data.X["a"].cat.codes.tolist() == [0, -1, 1]
    assert data.X["b"].cat.codes.tolist() == [1, 0, -1]
    assert data.n_missing == 2


def test_sparse_rows_hold_zero_and_the_first_label(write):
    text = (
        "@relation r\n@attribute n numeric\n@attribute c {p,q}\n@attribute m numeric\n@attribute class {u,v}\n@data\n"
    )
    data = read_arff(write("r.arff", text + "{0 5, 3 v}\n{}\n{1 q,2 ?}\n{ 1 'q', 2 -1.5 }\n"))
    assert data.X["n"].tolist() == [5, 0, 0, 0]
    assert data.X["c"].tolist() == ["p", "p", "q", "q"]
    assert data.X["m"].tolist()[:2] == [0, 0]
    assert np.isnan(data.X["m"][2])
    assert data.X["m"][3] == -1.5
    assert data.y.tolist() == ["v", "u", "u", "u"]


def test_values_are_read_as_they_are_quoted(write):
    text = "@relation r\n@attribute a string\n@attribute n numeric\n@attribute class {u,'v, w'}\n@data\n"
    rows = [r"'it\'s 5\%',1,u", r'"a\tb", 2 ,"v, w"', r"'\u00e9\101\\n',3,u", r"'',,u", r"C:\x,'5',u"]
    data = read_arff(write("r.arff", text + "\n".join(rows)))
    assert data.X["a"].tolist() == ["it's 5%", "a\tb", r"éA\n", "", r"C:\x"]
    np.testing.assert_array_equal(data.X["n"], [1, 2, 3, np.nan, 5])
    assert data.y.tolist() == ["u", "v, w", "u", "u", "u"]


def test_a_sparse_row_may_quote_commas(write):
    text = "@relation r\n@attribute c {p,'q, {r}'}\n@attribute class {u,v}\n@data\n{0 'q, {r}',1 v}\n{0 p}\n"
    data = read_arff(write("r.arff", text))
    assert (data.X["c"].tolist(), data.y.tolist()) == (["q, {r}", "p"], ["v", "u"])


def test_another_target(write):
    data = read_arff(write("labor.arff", LABOR), target="duration")
    assert data.target_names is None
    assert data.feature_names == ("wage increase", "pension", "city", "class")
    assert data.X["class"].cat.categories.tolist() == ["bad", "good", "never"]


def test_agrees_with_scipy_on_plain_files(write):
    # SciPy's reader knows no strings and no missing labels.
    text = "@relation r\n@attribute 'a b' real\n@attribute c {x,yz}\n@attribute class {u,v}\n@data\n"
    path = write("r.arff", text + "1.5,x,u\n-2e3,yz,v\n?,x,u\n")
    theirs, described = scipy_arff.loadarff(path)
    ours = read_arff(path).frame()
    assert described.names() == list(ours.columns)
    np.testing.assert_array_equal(ours["a b"], theirs["a b"])
    for name in ("c", "class"):
        assert ours[name].tolist() == np.char.decode(theirs[name]).tolist()


HEADER = "@relation r\n@attribute n numeric\n@attribute pension {yes,no}\n@attribute class {a,b}\n@data\n1,yes,a\n"


@pytest.mark.parametrize(
    ("text", "match"),
    [
        (HEADER + "2,'yes ',b\n", r"f.arff, line 7: value 'yes ' is not among {yes, no} declared for 'pension'\.$"),
        (HEADER + "% x\n\n2,no,c\n", r"f.arff, line 9: value 'c' is not among {a, b} declared for 'class'\.$"),
        (HEADER + "two,no,b\n", r"f.arff, line 7: value 'two' of 'n' is not a number\.$"),
        (HEADER + "2,no\n", r"f.arff, line 7: expected 3 values, got 2\.$"),
        (HEADER + "2,no,b,4\n", r"f.arff, line 7: expected 3 values, got 4\.$"),
        (HEADER + "2,no,b,\n", r"f.arff, line 7: expected 3 values, got 4\.$"),
        (HEADER + "2,no sir,b\n", "f.arff, line 7: not a row of values. Quote"),
        (HEADER + "2,'no,b\n", "f.arff, line 7: not a row of values. Quote"),
        (HEADER + "2,'C:\\\\x\\y',b\n", "f.arff, line 7: not a row of values. Quote"),
        (HEADER + "{1 maybe}\n", "f.arff, line 7: value 'maybe' is not among"),
        (HEADER + "{0 x}\n", "f.arff, line 7: value 'x' of 'n' is not a number"),
        (HEADER + "{0 1, 1 'no}\n", "f.arff, line 7: not a row of values. Quote"),
        (HEADER + "{0 1\n", "f.arff, line 7: not a row of values. Quote"),
        (HEADER + "{0 1,}\n", "f.arff, line 7: not a row of values. Quote"),
        (HEADER + "{x 1}\n", "f.arff, line 7: not a row of values. Quote"),
        (HEADER + "{" + 5000 * "9" + " 1}\n", "f.arff, line 7: not a row of values. Quote"),
        (HEADER + "{7 1}\n", "f.arff, line 7: the row does not fit the 3 declared"),
        (HEADER.replace("numeric", "date 'yyyy'"), "f.arff, line 2: attribute 'n' is a date"),
        (HEADER.replace("numeric", "complex"), "f.arff, line 2: attribute 'n' must be numeric, string or"),
        (HEADER.replace("n numeric", "n"), "f.arff, line 2: attribute 'n' must be"),
        (HEADER.replace("n numeric", ""), "f.arff, line 2: expected @attribute NAME TYPE"),
        (HEADER.replace("@attribute n", "attribute n"), "f.arff, line 2: expected @attribute or @data"),
        (HEADER.replace("@attribute n", "@attribute pension"), "f.arff, line 3: attribute 'pension' is declared twice"),
        (HEADER.replace("{yes,no}", "{yes,yes}"), "f.arff, line 3: label 'yes' of 'pension' is declared twice"),
        (HEADER.replace("{yes,no}", "{yes,?}"), "f.arff, line 3: the unquoted [?]"),
        (HEADER.replace("{yes,no}", "{yes,no sir}"), "f.arff, line 3: label 'no sir' of 'pension' must be quoted"),
        (HEADER.replace("{yes,no}", "{}"), "f.arff, line 3: label '' of 'pension' must be quoted"),
        (HEADER.replace("@data", "@relation x"), "f.arff, line 6: expected @attribute or @data"),
        ("@relation r\n@attribute n numeric\n", "f.arff is not an ARFF file: there is no @data"),
        ("", "f.arff is not an ARFF file"),
        ("@relation r\n@data\n1\n", "f.arff, line 2: @data comes before any @attribute"),
        (HEADER.removesuffix("1,yes,a\n"), "f.arff has no rows after @data"),
        ("@relation r\n@attribute n numeric\n@data\n1\n", "f.arff has the one column 'n'"),
        (b"@relation\0", "f.arff is not a text file"),
        (HEADER.replace("numeric", "string") + "{0 x}\n", "line 7: sparse rows with string attributes"),
    ],
)
def test_errors_name_the_file_and_the_line(write, text, match):
    with pytest.raises(DataFormatError, match=match) as caught:
        read_arff(write("f.arff", text))
    assert "\n" not in str(caught.value)


def test_files_that_are_not_there_or_broken(tmp_path, write):
    with pytest.raises(FileNotFoundError, match="does not exist"):
        read_arff(tmp_path / "none.arff")
    with pytest.raises(DataFormatError, match="not a whole gzip file"):
        read_arff(write("f.arff.gz", b"@relation r"))
    with pytest.raises(DataFormatError, match="not a whole gzip file"):
        read_arff(write("f.arff.gz", gzip.compress(HEADER.encode())[:-9]))


def test_unknown_target(write):
    with pytest.raises(DataFormatError, match=r"f.arff has no column 'pensoin'. Did you mean 'pension'\?"):
        read_arff(write("f.arff", HEADER), target="pensoin")
    with pytest.raises(DataFormatError, match="It has: 'n', 'pension', 'class'"):
        read_arff(write("f.arff", HEADER), target="zzz")


def test_every_uci_file_is_what_its_index_says(uci_folder):
    index = pd.read_csv(uci_folder / "index.csv", index_col="name")
    assert len(index) == 43
    for name, row in index.iterrows():
        data = read_arff(uci_folder / row["file"])
        found = (
            data.n_examples,
            data.n_attributes,
            data.n_attributes - len(data.nominal),
            len(data.nominal),
            len(set(data.y)),
            len(data.target_names),
            data.n_missing,
        )
        columns = ["rows", "attributes", "numeric", "nominal", "classes_used", "classes_declared", "missing_values"]
        assert found == tuple(row[columns]), name


def test_anneal_has_question_marks_and_nothing_missing(uci_folder):
    """The 22175 values are those that OpenML's copy of the original file counts as missing."""
    data = load(uci_folder / "anneal.arff")
    assert data.n_missing == 0
    assert sum(int((data.X[column] == "?").sum()) for column in data.nominal) == 22175
    assert data.target_names == ("1", "2", "3", "4", "5", "U")


def _hostile(size):
    """Texts that made parts of a pattern take turns in matching the same characters."""
    marks = ["'", '"', "\\", "{", "}", ",", " ", "%", "\t", "a ", "\\'", '"\\', "', ", "'a' ", "} ", "{1 ", "?,"]
    return [before + mark * (size // len(mark)) + after for mark in marks for before in "'a" for after in "x'"]


@pytest.mark.parametrize(
    "file",
    [
        "@relation r\n@attribute a {TEXT}\n@data\n1\n",
        "@relation r\n@attribute TEXT numeric\n@data\n1\n",
        "@relation r\n@attribute a TEXT\n@data\n1\n",
        "@relation r\n@attribute a {x}\n@attribute b numeric\n@data\nx,TEXT\n",
        "@relation r\n@attribute a {x}\n@attribute b numeric\n@data\n{TEXT}\n",
        "TEXT\n@relation r\n@attribute a {x}\n@data\nx\n",
    ],
    ids=["labels", "name", "type", "row", "sparse row", "beginning"],
)
def test_a_file_takes_time_in_proportion_to_its_length(write, file):
    """100 kB take a few ms; where the time is the square of the length, they take a minute."""
    begun = time.perf_counter()
    for text in _hostile(100_000):
        with suppress(DataFormatError):
            read_arff(write("r.arff", file.replace("TEXT", text)))
        assert time.perf_counter() - begun < 20


def test_sparse_rows_far_larger_than_their_file_are_refused(write):
    """8 bytes times 9,000 attributes times 9,000 rows are 648 MB, from 280 kB."""
    declared = "".join(f"@attribute a{i} numeric\n" for i in range(9_000))
    with pytest.raises(DataFormatError, match=r"^b\.arff of 0\.3 MB holds 9,000 rows of 9,000 values, 648 MB\. If"):
        read_arff(write("b.arff", f"@relation b\n{declared}@data\n" + "{}\n" * 9_000))


@pytest.mark.parametrize("name", ["bomb.arff.gz", "bomb.csv.gz"])
def test_a_gzip_bomb_is_refused_before_it_is_unpacked(write, name):
    # A file may have several parts, which are unpacked one after the other.
    path = write(name, gzip.compress(b"\n" * 20_000_000) * 30)
    tracemalloc.start()
    with pytest.raises(
        DataFormatError, match=f"^{name} unpacks to over 269 MB, more than 100 times its size. If it is"
    ):
        load(str(path))
    assert tracemalloc.get_traced_memory()[1] < 290_000_000
    tracemalloc.stop()


def test_a_gzipped_table_of_zeros_is_read(write):
    """200 MB that gzip packs to less than a 200th: such are tables with a column for each of many words."""
    packed = gzip.compress(b"%") + gzip.compress(b"0," * 10_000_000) * 10 + gzip.compress(f"\n{LABOR}".encode())
    assert len(packed) < 1_000_000
    assert read_arff(write("zeros.arff.gz", packed)).n_examples == 3


@pytest.mark.parametrize("comment", ["", " % see {c}", "% '{' or '}'", " %}"])
def test_comments_after_labels_may_have_braces(write, comment):
    text = f"@relation r\n@attribute a {{x,'y}}'}}{comment}\n@attribute b numeric\n@data\n'y}}',1\n"
    assert read_arff(write("r.arff", text)).X["a"].cat.categories.tolist() == ["x", "y}"]


def test_the_label_declared_twice_is_found_among_many(write):
    """200,000 labels, the last one twice: counting each among all would take hours."""
    labels = ",".join(f"v{i}" for i in range(200_000))
    with pytest.raises(DataFormatError, match="label 'v199999' of 'a' is declared twice"):
        read_arff(write("r.arff", f"@relation r\n@attribute a {{{labels},v199999}}\n@data\nv1\n"))
