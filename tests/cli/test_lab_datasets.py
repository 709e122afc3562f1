"""`foldwise lab datasets`: methods over many datasets on the command line."""

import json
from dataclasses import replace

import pytest

from foldwise.lab import over_datasets
from foldwise.lab.sources import DatasetPopulation

SMALL = ("--trials", "40", "--datasets", "8", "--seed", "3")


def test_what_is_printed_is_what_python_finds(run):
    words = (
        "-e",
        "0.02",
        "-e",
        "0",
        "-e",
        "0",
        "--step",
        "0.01",
        "--copies",
        "2",
        "--missing",
        "0.1",
        "--law",
        "heavy",
    )
    population = DatasetPopulation((0.02, 0, 0), 8, "heavy", step=0.01, n_copies=2, missing=0.1)
    result = over_datasets(["wilcoxon/holm", "quade"], population, n_trials=40, alpha=0.1, seed=3)
    methods = ("-m", "wilcoxon/holm", "-m", "quade", "--alpha", "0.1")
    outcome = run("lab", "datasets", *SMALL, *words, *methods)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == replace(result.glance(), call="--details").text() + "\n"
    assert run("lab", "datasets", *SMALL, *words, *methods, "--details").out == result.details() + "\n"
    document = json.loads(run("lab", "datasets", *SMALL, *words, *methods, "--json").out)
    assert document["schema"] == "foldwise.lab-datasets/1"
    assert (document["alpha"], document["seed"], document["n_trials"]) == (0.1, 3, 40)
    assert [row["rate"] for row in document["table"]] == result.frame()["rate"].tolist()
    assert [row["promised"] for row in document["table"]] == [0.1, 0.1, None, None]


def test_by_default_five_learners_are_equally_good(run, tmp_path):
    store = str(tmp_path / "lab.db")
    first = run("lab", "datasets", *SMALL, "--json", "--store", store)
    table = json.loads(first.out)["table"]
    assert {row["n_learners"] for row in table} == {5}
    assert "power" not in {row["measure"] for row in table}
    assert run("lab", "datasets", *SMALL, "--json", "--store", store).out == first.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-m", "wilcoxon"), "--method must be one of"),
        (("-e", "0.1"), "effects must be of two learners at least, got 1"),
        (("--law", "cauchy"), "law must be one of 'normal', 'heavy', 'skewed', got 'cauchy'"),
        (("--missing", "1"), "missing must be from 0 to below 1, got 1"),
        (("--trials", "0"), "--trials must be at least 1, got 0"),
        (("--jobs", "0"), "--jobs must be at least 1"),
    ],
)
def test_refusals(run, words, message):
    outcome = run("lab", "datasets", *words)
    assert outcome.code == 2
    assert message in outcome.err
