"""Good files with something hostile in them are read, or refused in one line: nothing unforeseen is raised."""

import random
import sqlite3

import pytest

from foldwise.cli import main
from foldwise.studies import Study, run_study

INTERNAL_ERROR = 70
PIECES = (
    *(b"\0", b"\xff\xfe", b"\x1b[2J", b"'", b'"', b"\\", b"{", b"}", b"[", b"]", b",", b";", b"\t", b"\n", b"\r", b"%"),
    *(
        b"@data",
        b"@attribute",
        b"?",
        b"nan",
        b"inf",
        b"1e999",
        b"-1",
        b"9" * 400,
        b"9" * 5000,
        b"2e-320",
        b"True",
        b"=",
    ),
    *(b".", b"#", b"'''", b'"""', b"1979-05-27", b"\xe2\x80\xae", b"\xed\xa0\x80", b"9223372036854775808", b"a" * 3000),
)
ARFF = b"@relation t\n@attribute a numeric\n@attribute 'b c' {x,'y z'}\n@attribute class {no,yes}\n@data\n" + b"".join(
    b"%d,%s,%s\n" % (i % 5, (b"x", b"'y z'", b"?")[i % 3], (b"no", b"yes")[i % 2]) for i in range(12)
)
CSV = b"size,colour,label\n" + b"".join(
    b"%d.5,%s,%s\n" % (i % 5, (b"red", b"blue", b'"a,b"')[i % 3], (b"no", b"yes")[i % 2]) for i in range(12)
)
SCORES = b"dataset,learner,repeat,fold,accuracy\n" + b"".join(
    b"d,%s,%d,%d,0.%d\n" % (name, repeat, fold, 80 + (repeat * 7 + fold * 3 + len(name)) % 19)
    for name in (b"nb", b"c45")
    for repeat in range(2)
    for fold in range(5)
)
PREDICTIONS = b"learner,fold,instance,actual,predicted\n" + b"".join(
    b"%s,%d,%d,%s,%s\n" % (name, i % 5, i, b"ab"[i % 2 :][:1], b"ab"[i // len(name) % 2 :][:1])
    for name in (b"nb", b"c45")
    for i in range(20)
)
TOML = b"""\
name = "study"
scheme = "2x2"
tests = ["corrected_repeated_kfold_t"]
alpha = 0.05
seed = 1
store = "s.db"
[datasets]
iris = { source = "iris", target = "class" }
[learners]
bayes = "nb"
bag = { class = "sklearn.ensemble.BaggingClassifier", estimator = { class = "nb" }, n_estimators = 3 }
"""


# A few of each kind always, all of them with the slow tests.
SHARES = pytest.mark.parametrize("share", [8, pytest.param(1, marks=pytest.mark.slow)], ids=["some", "all"])


def mutated(content, rng):
    """Put pieces in, take some out, repeat some, turn bytes, cut the end."""
    raw = bytearray(content)
    for _ in range(rng.choice([1, 1, 2, 5])):
        start = rng.randrange(len(raw) + 1)
        end = start + rng.choice([0, 1, 2, 20, 200])
        way = rng.randrange(6)
        if way <= 1:
            raw[start : end if way else start] = rng.choice(PIECES)
        elif way == 2:
            del raw[start:end]
        elif way == 3:
            raw[start:start] = raw[end // 2 : end // 2 + rng.choice([1, 5, 40])]
        elif way == 4 and start < len(raw):
            raw[start] = rng.randrange(256)
        elif rng.random() < 0.2:
            del raw[start:]
    return bytes(raw)


@SHARES
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("t.arff", ARFF, ("evaluate", "-l", "nb", "--scheme", "2", "--seed", "1", "-q")),
        ("t.csv", CSV, ("evaluate", "-l", "nb", "--scheme", "2", "--seed", "1", "-q")),
        ("t.toml", TOML, ("study", "status")),
    ],
)
def test_files(tmp_path, monkeypatch, capsys, name, content, words, share):
    monkeypatch.chdir(tmp_path)
    rng = random.Random(1)
    path = tmp_path / name
    codes = set()
    for _ in range(320 // share):
        path.write_bytes(mutated(content, rng))
        codes.add(main([*words, str(path)]))
        assert INTERNAL_ERROR not in codes, (path.read_bytes(), capsys.readouterr().err)
    # 1 if the classes are such that a fit fails.
    assert {0, 2} <= codes <= {0, 1, 2}


@SHARES
@pytest.mark.parametrize("content", [SCORES, PREDICTIONS], ids=["scores", "predictions"])
def test_results_of_others(tmp_path, capsys, content, share):
    rng = random.Random(1)
    path = tmp_path / "results.csv"
    codes = set()
    for _ in range(80 // share):
        path.write_bytes(mutated(content, rng))
        codes.add(main(["judge", str(path)]))
        assert "internal error" not in capsys.readouterr().err, path.read_bytes()
    assert codes == {0, 2}


@pytest.mark.parametrize("fold", ["9" * 400, "9" * 5000, "-" + "9" * 400, "f" + "9" * 5000])
def test_folds_with_numbers_that_are_no_floats(tmp_path, capsys, fold):
    path = tmp_path / "results.csv"
    path.write_text(SCORES.decode().replace(",4,0.", f",{fold},0."))
    assert main(["judge", str(path)]) == 0
    assert "2 times 5-fold" in capsys.readouterr().err


@SHARES
def test_a_store_with_other_values_in_it(tmp_path, capsys, share):
    (tmp_path / "s.toml").write_text('scheme = "2"\nseed = 1\ndatasets = ["iris"]\nlearners = ["nb", "c45"]\n')
    run_study(Study.read(tmp_path / "s.toml"), progress=False)
    with sqlite3.connect(tmp_path / "s.db") as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    good = (tmp_path / "s.db").read_bytes()
    rng = random.Random(1)
    path = tmp_path / "other.db"
    values = (None, -1, 2**62, 1.5, float("inf"), "", "\x1b[2J", b"", b"i1 999999999999\n", b"\xff", '{"a":' * 5000)
    for number in range(160 // share):
        for old in tmp_path.glob("other.db*"):
            old.unlink()
        path.write_bytes(good if number % 2 else mutated(good, rng))
        if number % 2:
            _change_a_value(path, rng, values)
        for words in (("study", "check"), ("study", "status"), ("study", "export")):
            target = [str(tmp_path / "scores.csv")] if words[1] == "export" else []
            assert main([*words, str(path), *target]) != INTERNAL_ERROR, (number, words, capsys.readouterr().err)


def _change_a_value(path, rng, values):
    connection = sqlite3.connect(path)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    table = rng.choice(sorted(tables))
    column = rng.choice([row[1] for row in connection.execute(f"PRAGMA table_info({table})")])
    try:
        connection.execute(f"UPDATE {table} SET {column} = ?", (rng.choice(values),))
        connection.commit()
    except sqlite3.Error:
        # A constraint of the store's own forbids it.
        connection.rollback()
    finally:
        connection.close()


def test_labels_that_never_meet_take_no_memory(tmp_path, capsys):
    """20,000 repeats of 20,000 folds of two learners would be 800 million cells."""
    path = tmp_path / "results.csv"
    path.write_text("learner,repeat,fold,accuracy\n" + "".join(f"m{i % 2},{i},{i},0.{i % 9}\n" for i in range(20_000)))
    assert main(["judge", str(path)]) == 2
    assert "799980000 of 800000000 results are missing" in capsys.readouterr().err
