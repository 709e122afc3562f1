import json

import pandas as pd
import pytest

from foldwise.data import load, write_arff


def test_list_names_what_load_knows(run):
    outcome = run("data", "list")
    lines = outcome.out.splitlines()
    assert outcome.code == 0
    assert lines[0].split() == ["name", "rows", "attributes", "numeric", "nominal", "classes", "missing", "note"]
    assert next(line for line in lines if line.startswith("iris ")).split()[:6] == ["iris", "150", "4", "4", "0", "3"]
    assert all(line == line.rstrip() for line in lines)


def names(outcome):
    return [line.split()[0] for line in outcome.out.splitlines()[1:]]


def test_list_by_what_a_method_claims(run):
    """Few examples and many attributes: of all sets sonar, whose 208 rows have 60; audiology has 226 and 69."""
    few = names(run("data", "list", "--rows", ":226", "--columns", "60:"))
    assert few == ["uci:audiology", "uci:sonar"]
    assert names(run("data", "list", "--classes", "10", "--numeric", "64", "--missing", "0")) == ["digits"]
    gaps = json.loads(run("data", "list", "--missing", "1:", "--nominal", "5:", "--json").out)["datasets"]
    assert {"uci:vote", "uci:audiology"} <= {row["name"] for row in gaps}
    assert all(row["missing"] >= 1 and row["nominal"] >= 5 for row in gaps)
    assert run("data", "list", "--rows", "7").out == "No data that foldwise knows by name are so.\n"


@pytest.mark.parametrize("words", ["few", ":", "9:3", "-2:4", "1.5"])
def test_a_range_that_is_none_is_refused(run, words):
    outcome = run("data", "list", "--rows", words)
    assert outcome.code == 2
    assert outcome.err == f"error: --rows needs a range such as 100:1000, 100:, :1000 or 3, got {words!r}.\n"


def test_list_as_json(run):
    document = json.loads(run("data", "list", "--json").out)
    assert document["schema"] == "foldwise.data-list/1"
    (wine,) = [row for row in document["datasets"] if row["name"] == "wine"]
    assert (wine["rows"], wine["numeric"], wine["classes"], wine["source"]) == (178, 13, 3, "built-in")


def test_show_counts_by_hand(run, table):
    """Three rows: one size and one colour missing, two of one class."""
    path = table("size,colour,label", ["1.5,red,yes", "?,blue,no", "4,?,no"])
    outcome = run("data", "show", path)
    assert outcome.code == 0
    words = [line.split() for line in outcome.out.splitlines()]
    assert ["table:", "3", "examples,", "2", "attributes,", "2", "missing", "values"] in words
    assert ["size", "numeric", "1", "2", "1.5", "to", "4"] in words
    assert ["colour", "nominal", "1", "2", "blue,", "red"] in words
    assert ["'no'", "2"] in words
    assert ["'yes'", "1"] in words


def test_show_puts_labels_in_quotes(run, table):
    """Blanks outside of quotes are gone, those inside are part of the label."""
    path = table("size,label", ["1.5,yes ", "2,no", '4,"yes "'])
    assert [line.split("  ")[0] for line in run("data", "show", path).out.splitlines()[-5:-2]] == [
        "'no'",
        "'yes'",
        "'yes '",
    ]


def test_show_as_json(run, table):
    path = table("size,colour,label", ["1.5,red,yes", "?,blue,no", "4,?,no"])
    document = json.loads(run("data", "show", path, "--json").out)
    assert document["schema"] == "foldwise.data/1"
    both = {"n_missing": 1, "n_distinct": 2, "looks_like": None}
    assert document["attributes"] == [
        both | {"name": "size", "type": "numeric", "least": 1.5, "greatest": 4.0},
        both | {"name": "colour", "type": "nominal", "categories": ["blue", "red"]},
    ]
    assert document["target"]["name"] == "label"
    assert document["target"]["classes"] == [{"label": "no", "n_examples": 2}, {"label": "yes", "n_examples": 1}]


def test_show_another_target_that_is_a_number(run, table):
    outcome = run("data", "show", table("size,label", ["1.5,yes", "2,no", "4,no"]), "--target", "size")
    assert outcome.out.splitlines()[-1] == "target size: 1.5 to 4"


def test_show_marks_identifiers_and_dates(run, table):
    path = table("patient,day,size,label", [f"p{i},2024-02-{i + 1:02},{i},{'ab'[i % 2]}" for i in range(12)])
    words = [line.split()[:3] for line in run("data", "show", path).out.splitlines()]
    assert ["patient", "nominal", "(identifier?)"] in words
    assert ["day", "nominal", "(dates?)"] in words
    assert ["size", "numeric", "0"] in words
    document = json.loads(run("data", "show", path, "--json").out)
    assert [column["looks_like"] for column in document["attributes"]] == ["identifier", "dates", None]


def test_show_bools_and_dates_by_their_kind(run, tmp_path):
    """Bools are the numbers 0 and 1 to a learner; dates have an earliest and a latest."""
    days = pd.to_datetime(["2024-02-29", None, "2023-01-01"])
    frame = pd.DataFrame({"flag": [True, False, True], "day": days, "label": ["a", "b", "a"]})
    frame.to_parquet(tmp_path / "kinds.parquet")
    lines = [line.split() for line in run("data", "show", tmp_path / "kinds.parquet").out.splitlines()]
    assert ["flag", "numeric", "0", "2", "0", "to", "1"] in lines
    assert ["day", "date", "1", "2", "2023-01-01", "00:00:00", "to", "2024-02-29", "00:00:00"] in lines


def test_fingerprint_does_not_depend_on_the_name_of_the_file(run, table):
    first, second = (json.loads(run("data", "show", table(name=name), "--json").out) for name in ("one.csv", "two.csv"))
    assert first["fingerprint"] == second["fingerprint"]


def test_fetch_says_what_came_and_where_it_is_kept(run, tmp_path, monkeypatch):
    """A folder of ARFF files comes before the network: all 958 end boards, written by us."""
    write_arff(load("tic-tac-toe"), tmp_path / "tic-tac-toe.arff")
    monkeypatch.setenv("FOLDWISE_DATA", str(tmp_path))
    monkeypatch.setenv("FOLDWISE_CACHE", str(tmp_path / "cache"))
    outcome = run("data", "fetch", "uci:tic-tac-toe")
    assert outcome.code == 0
    first, second = outcome.out.splitlines()
    assert first == f"uci:tic-tac-toe: 958 examples, 9 attributes, fingerprint {load('tic-tac-toe').fingerprint}"
    assert str(tmp_path) in second
    assert str(tmp_path / "cache") in second


def test_show_says_how_hard_the_data_are(run):
    """Of monk2, 290 of 432 examples are of one class; Bradford and Brodley's Table 1 has the rest."""
    outcome = run("data", "show", "monk2")
    assert outcome.err == ""
    lines = [line.split() for line in outcome.out.splitlines()]
    assert ["most", "frequent", "class", "0.671"] in lines
    assert "no plane separates some two classes" in outcome.out
    assert ["TDDT-1", "0.665", "0.659"] in lines
    document = json.loads(run("data", "show", "monk2", "--json").out)
    assert document["difficulty"]["majority"] == pytest.approx(290 / 432)
    assert [row["accuracy"] for row in document["printed"]] == [0.665, 0.659, 0.671, 0.661, 0.661, 0.623]


def test_show_says_why_difficulty_is_not_measured(run, table):
    path = table("size,label", ["1.5,yes", "2,no", "4,no"])
    outcome = run("data", "show", path)
    assert outcome.code == 0
    assert "not measured: difficulty needs an attribute, 10 examples" in outcome.out
    document = json.loads(run("data", "show", path, "--json").out)
    assert (document["difficulty"], document["printed"]) == (None, [])
