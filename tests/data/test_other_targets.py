"""Multi-label and survival targets are refused by name, in one line, in every door; ordinary ones are not."""

import re

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.dummy import DummyClassifier
from sklearn.tree import DecisionTreeClassifier

import foldwise as fw
from foldwise.cli import main
from foldwise.data import Dataset, as_dataset, load, read_arff

RNG = np.random.default_rng(0)
N = 30
X = pd.DataFrame(RNG.normal(size=(N, 3)), columns=["x", "y", "z"])
LABELS = (RNG.random((N, 3)) < 0.5).astype(int)
EVENT, TIME = RNG.random(N) < 0.5, RNG.random(N) * 10
# As scikit-survival has it.
SURVIVAL = np.array(list(zip(EVENT, TIME, strict=True)), dtype=[("event", bool), ("time", float)])
LEARNERS = {"a": DummyClassifier(), "b": DecisionTreeClassifier()}
SEVERAL = [["abc"[k] for k in range(3) if row[k]] for row in LABELS]

MULTI_LABEL = {
    "indicators": LABELS,
    "indicators as floats": LABELS.astype(float),
    "indicators as bools": LABELS.astype(bool).tolist(),
    "frame": pd.DataFrame(LABELS, columns=list("abc")),
    "sparse": sparse.csr_array(LABELS),
    "lists": SEVERAL,
    "tuples": [tuple(each) for each in SEVERAL],
    "sets": [set(each) for each in SEVERAL],
    "two labels each": [["a", "b"], ["b", "c"]] * 15,
    "series": pd.Series(SEVERAL),
    "arrays": pd.Series([np.array(each) for each in SEVERAL]),
    "objects": np.array([frozenset(each) for each in SEVERAL], dtype=object),
    "some with several": ["a", "b", ["a", "b"]] * 10,
}
CENSORED = {
    "structured": SURVIVAL,
    "records": SURVIVAL.view(np.recarray),
    "other names": SURVIVAL.astype([("Status", bool), ("Survival_in_days", float)]),
    "frame": pd.DataFrame({"time": TIME, "event": EVENT}),
    "frame of integers": pd.DataFrame({"days": (100 * TIME).astype(int), "status": EVENT.astype(int)}),
    "columns": np.column_stack([TIME, EVENT]),
    "pairs": list(zip(EVENT.tolist(), TIME.tolist(), strict=True)),
}


def doors(y):
    yield lambda: Dataset(X, y)
    yield lambda: as_dataset(X.to_numpy(), y)
    yield lambda: fw.compare(LEARNERS, X, y, scheme="2", seed=1)
    yield lambda: fw.evaluate(LEARNERS, X, y, scheme="2", seed=1)
    yield lambda: fw.replicate(LEARNERS, X, y, n=2, procedure=fw.Procedure("2"), seed=1)
    yield lambda: fw.label_randomization(LEARNERS, X, y, seed=1)
    yield lambda: fw.salzberg(LEARNERS, X, y, seed=1)


def refused(call, *words):
    with pytest.raises(ValueError) as caught:
        call()
    text = str(caught.value)
    assert "\n" not in text
    assert all(word in text for word in words), text


@pytest.mark.parametrize("y", MULTI_LABEL.values(), ids=MULTI_LABEL)
def test_several_labels(y):
    for door in doors(y):
        refused(
            door, "y must be one label or number per example, got ", "(multi-label data). Compare on one label at a"
        )


@pytest.mark.parametrize("y", CENSORED.values(), ids=CENSORED)
def test_times_with_events(y):
    for door in doors(y):
        refused(door, "an event (0 or 1) and a time, as survival data have. There is no test here for censored times.")


def test_several_numbers():
    refused(lambda: Dataset(X, RNG.normal(size=(N, 2))), "got 2 columns: '0', '1'. Compare learners on one target")
    y = pd.DataFrame({"height": RNG.normal(size=N), "kind": ["u", "v"] * 15})
    refused(lambda: Dataset(X, y), "got 2 columns: 'height', 'kind'.")
    y = SURVIVAL[["time"]]
    refused(lambda: Dataset(X, y), "got 1 field: 'time'.")


def test_one_column_for_each_class_says_how_to_make_one_of_them():
    y = np.eye(3)[RNG.integers(0, 3, N)]
    refused(lambda: Dataset(X, y), "3 columns with a single 1 in each row. Pass y.argmax(axis=1).")
    assert set(Dataset(X, y.argmax(axis=1)).y) == {0, 1, 2}


@pytest.mark.parametrize(
    "y",
    [
        LABELS[:, 0],
        LABELS[:, :1],
        [[each] for each in LABELS[:, 0].tolist()],
        EVENT,
        TIME.tolist(),
        ["a|b", "a"] * 15,
        pd.Series(["u", "v"] * 15, dtype=object),
        np.array(["u", "v"] * 15, dtype=object),
    ],
)
def test_ordinary_targets_are_taken(y):
    assert as_dataset(X, y).n_examples == N


@pytest.mark.parametrize("y", [["u", "v"], ("u", "v"), ["u"]])
def test_names_of_several_columns(y, tmp_path):
    table = X.assign(u=LABELS[:, 0], v=LABELS[:, 1])
    words = (f"y must name one column, got a list of {len(y)}: 'u'", "multi-label and survival data are not compared")
    refused(lambda: fw.compare(LEARNERS, table, y, scheme="2"), *words)
    table.to_csv(tmp_path / "table.csv", index=False)
    refused(lambda: fw.evaluate(LEARNERS, tmp_path / "table.csv", y, scheme="2"), *words)
    with pytest.raises(TypeError, match="target must be the name of one column, got"):
        load(tmp_path / "table.csv", target=y)


def test_labels_that_are_also_names_of_columns_are_labels():
    table = pd.DataFrame({"u": np.arange(4.0), "v": np.ones(4)})
    assert as_dataset(*fw.data.with_named_columns(table, ["u", "v", "u", "v"])[:2]).y.tolist() == ["u", "v", "u", "v"]


@pytest.mark.parametrize("command", ["compare", "replicate", "data show"])
def test_the_command_line_takes_one_target(command, capsys, tmp_path):
    path = tmp_path / "table.csv"
    X.assign(u=LABELS[:, 0], v=LABELS[:, 1]).to_csv(path, index=False)
    learners = [] if command == "data show" else ["-l", "nb", "-l", "c45"]
    assert main([*command.split(), str(path), *learners, "--target", "u", "--target", "v"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("error: --target must be given once, got 'u', 'v'. Compare on one target at a time; multi-")


def test_files_of_meka(tmp_path):
    """Its relation has the number of labels, which come first, or last if it is negative."""
    text = "@relation 'Music: -C 2'\n@attribute a {0,1}\n@attribute b {0,1}\n@attribute x real\n@data\n0,1,1\n1,1,2\n"
    path = tmp_path / "music.arff"
    for relation in ("'Music: -C 2'", '"Music: -V -C -2"'):
        path.write_text(text.replace("'Music: -C 2'", relation))
        refused(
            lambda: read_arff(path), "music.arff says that 2 attributes are labels. Compare on one target at a time"
        )
        assert read_arff(path, target="a").target == "a"
    for relation in ("'Music: -C 1'", "music", "'-C 2'"):
        path.write_text(re.sub("'Music: -C 2'", relation, text))
        assert read_arff(path).target == "x"
