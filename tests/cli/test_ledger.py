"""`foldwise ledger`: shown, declared, verified; bad input is one line, and ends with 2."""

import json
import shutil
import sqlite3

import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

from foldwise.data import load
from foldwise.store import Store
from foldwise.tuning import Tuned
from foldwise.verdicts import compare


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    path = tmp_path_factory.mktemp("ledger") / "runs.db"
    grid = {"var_smoothing": [10.0**-power for power in range(1, 16)]}
    learners = {"bayes": Tuned(GaussianNB(), grid), "guess": DummyClassifier()}
    compare(learners, load("iris"), scheme="2x5", seed=1, store=path)
    return path


@pytest.fixture
def store(template, tmp_path):
    path = tmp_path / "runs.db"
    shutil.copy(template, path)
    return path


def test_show(run, store):
    code, out, _ = run("ledger", "show", store)
    lines = out.splitlines()
    assert code == 0
    # It is certain that bayes is better than guessing: p is far below .05 / 16.
    assert lines[0] == (
        "iris: 16 tries (1 comparison, 15 candidates of tuning). Of 1 p-value, 1 at most 0.05; surviving: 1."
    )
    assert lines[1].split() == ["when", "what", "tries", "p", "p", "for", "all", "tries", "survives"]
    assert "bayes and guess by accuracy, corrected_repeated_kfold_t" in lines[2]
    assert lines[2].endswith("yes")
    # Twelve candidates, and a row for three more.
    assert lines[15].split()[-1] == "3"
    assert "Survival by Holm's method at 0.05" in out
    assert "Not known are tries that were made without this store" in out
    assert "level  survives" in run("ledger", "show", store, "--procedure", "saffron").out


def test_show_as_json_and_as_a_figure(run, store, tmp_path):
    figure = tmp_path / "tries.svg"
    code, out, err = run("ledger", "show", store, "--json", "--plot", figure, "--data", "iris")
    document = json.loads(out)
    assert (code, document["schema"], document["procedure"]) == (0, "foldwise.ledger/1", "holm")
    (data,) = document["datasets"]
    assert (data["dataset"], data["n_tries"], data["n_surviving"]) == ("iris", 16, 1)
    assert {entry["kind"] for entry in data["entries"]} == {"score", "comparison", "candidate"}
    assert err.strip() == f"plot: {figure}"
    assert figure.read_text(encoding="utf-8").lstrip().startswith("<?xml")


def test_declare(run, store):
    words = ("ledger", "declare", store, "iris", "--tries", 40, "--note", "by hand")
    assert run(*words).out == "40 new tries declared on iris; 56 in all.\n"
    assert run(*words).out == "0 new tries declared on iris: they were declared before; 56 in all.\n"
    assert run("ledger", "declare", store, "iris", "--name", "svm").out == "1 new try declared on iris; 57 in all.\n"


def test_verify(run, store):
    code, out, _ = run("ledger", "verify", store)
    first, second = out.splitlines()
    assert code == 0
    assert first.startswith(f"{store}: 18 entries, as they were written. Link: ")
    assert "rewritten as a whole would not be noticed" in second
    link = first.rpartition(" ")[2]
    run("ledger", "declare", store, "iris", "--tries", 3)
    assert run("ledger", "verify", store, "--link", link).code == 0
    assert json.loads(run("ledger", "verify", store, "--json").out)["breaks"] == []
    connection = sqlite3.connect(store)
    connection.execute("DELETE FROM entry WHERE id = 3")
    connection.commit()
    connection.close()
    code, _, err = run("ledger", "verify", store)
    assert code == 1
    assert err == "not as it was written: entry 3 of the ledger: removed, or moved to another place\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("declare", "STORE", "iris", "--tries", -3), "--tries must be at least 1, got -3"),
        (("declare", "STORE", "iris", "--tries", 0), "--tries must be at least 1, got 0"),
        (("declare", "STORE", "iris", "--tries", 10**9), "must be at most 1000000"),
        (("declare", "STORE", "iris"), "say how many tries there were"),
        (("declare", "STORE", "iris", "--tries", 3, "--name", "a"), "One of the two"),
        (("declare", "STORE", "iris", "--name", " "), "must not be empty"),
        (("declare", "STORE", "mars", "--tries", 3), "there is no dataset 'mars' in this store. It has: 'iris'."),
        (("declare", "nowhere.db", "iris", "--tries", 3), "nowhere.db: there is no such store"),
        (("show", "nowhere.db"), "nowhere.db: there is no such store"),
        (("verify", "nowhere.db"), "nowhere.db: there is no such store"),
        (("show", __file__), "is not a store"),
        (("show", "STORE", "--data", "mars"), "there is no dataset 'mars'"),
        (("show", "STORE", "--procedure", "best"), "procedure must be one of"),
        (("show", "STORE", "--alpha", 0), "--alpha must be strictly between 0 and 1"),
        (("show", "STORE", "--plot", "tries.doc"), "ending of 'tries.doc'"),
    ],
)
def test_bad_input_is_one_line(run, store, words, message):
    outcome = run("ledger", *(store if word == "STORE" else word for word in words))
    assert outcome.code == 2
    assert message in outcome.error


def test_no_store_is_made(run, tmp_path):
    assert run("ledger", "declare", tmp_path / "new.db", "iris", "--tries", 3).code == 2
    assert not (tmp_path / "new.db").exists()


def test_a_store_in_which_nothing_was_tried(run, tmp_path):
    path = tmp_path / "new.db"
    Store(path).close()
    code, out, _ = run("ledger", "show", path)
    assert code == 0
    assert out.startswith(f"{path}: nothing has been tried yet.")
    assert "0 entries, as they were written. Link: none yet" in run("ledger", "verify", path).out
