import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.io import arff as scipy_arff

from foldwise.data import Dataset, as_dataset, read_arff, write_arff

HOSTILE = ["?", "", " ", "it's", 'say "x"', "a,b", "50%", "{x}", "back\\slash", "é☃", "\t", "line\nend", "@data", "% c"]


def round_trip(dataset, folder):
    path = folder / "set.arff"
    write_arff(dataset, path)
    return read_arff(path)


def assert_same(read, written):
    pd.testing.assert_frame_equal(read.frame(), written.frame())
    assert read.fingerprint == written.fingerprint
    assert read.target_names == written.target_names
    assert read.target == written.target


def test_by_hand(tmp_path):
    X = pd.DataFrame({"a b": [1.5, None, -2.0], "c": pd.Categorical(["?", "x", None], categories=["x", "?", "it's"])})
    write_arff(Dataset(X, ["u", "v", "u"], "my set", target_names=("v", "u", "w")), tmp_path / "set.arff")
    assert (tmp_path / "set.arff").read_text().splitlines() == [
        "@relation 'my set'",
        "",
        "@attribute 'a b' numeric",
        r"@attribute c {x,'?','it\'s'}",
        "@attribute class {v,u,w}",
        "",
        "@data",
        "1.5,'?',u",
        "?,x,v",
        "-2,?,u",
    ]


def test_hostile_names_and_labels(tmp_path):
    column = pd.Categorical([*HOSTILE, None], categories=HOSTILE[::-1])
    X = pd.DataFrame(dict.fromkeys(HOSTILE, column))
    written = Dataset(X, ["a", "'"] * 7 + ["?"], "../x\ny", target_names=("never", "?", "'", "a"), target='the "class"')
    assert_same(round_trip(written, tmp_path), written)


names = st.text(st.characters(codec="utf-8"), max_size=6)
numbers = st.floats(allow_nan=True, allow_infinity=False).map(lambda value: value + 0.0)


@st.composite
def datasets(draw):
    n = draw(st.integers(1, 6))
    columns = {}
    for name in draw(st.lists(names, min_size=2, max_size=4, unique=True)):
        labels = draw(st.none() | st.lists(names, min_size=1, max_size=4, unique=True))
        if labels is None:
            columns[name] = np.array(draw(st.lists(numbers, min_size=n, max_size=n)))
        else:
            codes = draw(st.lists(st.integers(-1, len(labels) - 1), min_size=n, max_size=n))
            columns[name] = pd.Categorical.from_codes(codes, categories=pd.Index(labels, dtype="str"))
    frame = pd.DataFrame(columns)
    target = frame.columns[-1]
    return Dataset(frame.drop(columns=target), frame[target], draw(names), target=target)


@given(datasets())
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_written_is_read_back(tmp_path, written):
    assert_same(round_trip(written, tmp_path), written)


def test_gzip_is_smaller_and_the_same_every_time(tmp_path):
    data = as_dataset(np.zeros((500, 3)), np.arange(500))
    for name in ("a.arff.gz", "b.arff.gz", "a.arff"):
        write_arff(data, tmp_path / name)
    first, second, plain = ((tmp_path / name).read_bytes() for name in ("a.arff.gz", "b.arff.gz", "a.arff"))
    assert first == second
    assert len(first) < len(plain)
    assert read_arff(tmp_path / "a.arff.gz").fingerprint == read_arff(tmp_path / "a.arff").fingerprint


def test_arrays_texts_bools_and_integers(tmp_path):
    big = 2**53 - 1
    frame = pd.DataFrame({"t": ["b", None, "a"], "f": [True, False, True], "i": pd.array([big, None, 3], "Int64")})
    read = round_trip(Dataset(frame, [1, 2, 3]), tmp_path)
    assert read.X["t"].cat.categories.tolist() == ["a", "b"]
    assert read.X["f"].tolist() == ["True", "False", "True"]
    assert read.X["i"].tolist()[::2] == [big, 3]
    assert read.n_missing == 2
    assert read.y.tolist() == [1.0, 2.0, 3.0]
    values = np.array([[0.0, 1.0], [2.0, 0.0]])
    assert (
        round_trip(Dataset(sparse.csr_array(values), [True, False]), tmp_path).X.to_numpy().tolist() == values.tolist()
    )


def test_scipy_understands_it(tmp_path):
    X = pd.DataFrame({"n": [1.5, None], "c d": pd.Categorical(["it is", "a,b"])})
    write_arff(Dataset(X, ["u", "v"]), tmp_path / "set.arff")
    theirs, described = scipy_arff.loadarff(tmp_path / "set.arff")
    assert [described[name] for name in ("n", "c d", "class")] == [
        ("numeric", None),
        ("nominal", ("a,b", "it is")),
        ("nominal", ("u", "v")),
    ]
    np.testing.assert_array_equal(theirs["n"], [1.5, np.nan])
    assert (theirs["c d"].tolist(), theirs["class"].tolist()) == ([b"it is", b"a,b"], [b"u", b"v"])


@pytest.mark.parametrize(
    ("column", "error", "match"),
    [
        ([1.0, np.inf], ValueError, "'c' holds infinite numbers"),
        (pd.to_datetime(["2024-01-01", None]), TypeError, "'c' holds datetime64"),
        ([None, None], ValueError, "'c' has no values"),
    ],
)
def test_what_arff_cannot_hold(tmp_path, column, error, match):
    with pytest.raises(error, match=match):
        write_arff(Dataset(pd.DataFrame({"c": column}), [1, 2]), tmp_path / "set.arff")
    assert not (tmp_path / "set.arff").exists()
