"""`foldwise replicate`: executions and partitions on the command line."""

import json
from dataclasses import replace

import pytest

from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.learners import C45, NaiveBayes
from foldwise.replicability import partition_analysis, replicate
from foldwise.verdicts import Procedure

LEARNERS = {"NaiveBayes": NaiveBayes(), "C45": C45()}
BOTH = ("-l", "nb", "-l", "c45")


def document(outcome, schema):
    assert (outcome.code, outcome.err) == (0, "")
    found = json.loads(outcome.out)
    assert found["schema"] == schema
    return found


def test_what_is_printed_is_what_python_says(run):
    outcome = run("replicate", "wine", *BOTH, "--scheme", "5x2", "--seed", "1")
    assert (outcome.code, outcome.err) == (0, "")
    expected = replicate(LEARNERS, load("wine"), procedure=Procedure("5x2"), seed=1, progress=False)
    assert outcome.out == replace(expected.glance(), call="--details").text() + "\n"
    details = run("replicate", "wine", *BOTH, "--scheme", "5x2", "--seed", "1", "--details")
    assert details.out == f"{expected.details()}\n"


def test_options_reach_the_procedure(run):
    words = ("--executions", "3", "--test", "sign_flip", "--alpha", "0.2", "--rope", "0.01", "--adjust", "holm")
    found = document(
        run("replicate", "iris", *BOTH, "--scheme", "4", *words, "--json", "-q"), "foldwise.replicability/1"
    )
    assert (found["n_executions"], found["test"], found["alpha"]) == (3, "sign_flip", 0.2)
    assert (found["rope"], found["adjust"], found["scheme"]) == (0.01, "holm", "KFold(4)")


def test_a_test_without_a_scheme_has_ten_times_ten_folds(run):
    words = ("--test", "corrected_repeated_kfold_t", "--executions", "2", "--json")
    found = document(run("replicate", "iris", *BOTH, *words), "foldwise.replicability/1")
    assert found["scheme"] == "RepeatedKFold(10, 10)"


def test_settled_is_the_default(run):
    found = document(
        run("replicate", "iris", *BOTH, "--executions", "2", "--max-repeats", "12", "--json"),
        "foldwise.replicability/1",
    )
    assert found["scheme"] == "Settled(max_repeats=12)"
    assert found["agreements"][0]["mean_repeats"] >= 5


def test_partitions(run):
    words = ("--partitions", "6", "--scheme", "10:plain", "--seed", "1", "--alpha", "0.1", "--json")
    found = document(run("replicate", "wine", *BOTH, *words), "foldwise.partitions/1")
    expected = partition_analysis(evaluate(LEARNERS, load("wine"), scheme="6x10:plain", seed=1), alpha=0.1)
    assert found["comparisons"][0]["statistics"] == expected.rows[0].statistics.tolist()
    assert (found["alpha"], found["test"]) == (0.1, "kfold_t")


def test_partitions_of_five_by_two(run):
    """Three partitions are fifteen halvings; the test is that of 5x2 unless another is named."""
    words = ("--partitions", "3", "--scheme", "5x2", "--seed", "1", "--json")
    found = document(run("replicate", "iris", *BOTH, *words), "foldwise.partitions/1")
    assert (found["test"], found["df"], found["comparisons"][0]["n_partitions"]) == ("five_by_two_t", 5.0, 3)
    assert found["runs"][0]["design"]["scheme"] == "RepeatedKFold(2, 15, stratified=False)"
    plain = document(run("replicate", "iris", *BOTH, *words, "--test", "five_by_two_plain_t"), "foldwise.partitions/1")
    assert plain["df"] == 9.0


def test_files(run, tmp_path):
    page, figure = tmp_path / "out.html", tmp_path / "out.png"
    outcome = run(
        "replicate", "iris", *BOTH, "--scheme", "2x3", "--executions", "2", "--report", page, "--plot", figure
    )
    assert outcome.code == 0
    assert outcome.out.endswith(f"plot: {figure}\nreport: {page}\n")
    assert "Replicability" in page.read_text(encoding="utf-8")
    assert figure.read_bytes().startswith(b"\x89PNG")


def test_groups_and_a_store(run, table, tmp_path):
    path = table(rows=[f"{i},{'abcdefghij'[i % 10]},{('no', 'yes')[i // 10]}" for i in range(20)])
    words = ("--target", "label", "--groups", "colour", "--scheme", "2x5:plain", "--executions", "2")
    store = tmp_path / "study.db"
    found = document(run("replicate", path, *BOTH, *words, "--store", store, "--json"), "foldwise.replicability/1")
    assert found["runs"][0]["design"]["description"].endswith(", by group")
    assert store.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-l", "nb"), "replicate needs two or more learners, got 1"),
        ((*BOTH, "--executions", "1"), "--executions must be at least 2, got 1"),
        ((*BOTH, "--partitions", "1"), "--partitions must be at least 2, got 1"),
        ((*BOTH, "--partitions", "5", "--executions", "5"), "--partitions and --executions exclude each other"),
        ((*BOTH, "--partitions", "5", "--rope", "0.1"), "--rope has no meaning with --partitions"),
        ((*BOTH, "--partitions", "5", "--allow-partial"), "--allow-partial has no meaning with --partitions"),
        ((*BOTH, "--partitions", "5", "--scheme", "10x10"), "--partitions needs a scheme of one partition"),
        ((*BOTH, "--partitions", "5", "--scheme", "settled"), "--partitions needs a scheme of one partition"),
        ((*BOTH, "--partitions", "5", "--max-fits", "500"), "--partitions needs a scheme of one partition"),
        ((*BOTH, "--partitions", "5", "--test", "mcnemar"), "test must be one of 'kfold_t'"),
        ((*BOTH, "--test", "kfold"), "Unknown test 'kfold'"),
        ((*BOTH, "--scheme", "settled", "--test", "kfold_t"), "A settled verdict has a test of its own"),
        ((*BOTH, "--scheme", "10", "--test", "five_by_two_t"), "five_by_two_t needs"),
    ],
)
def test_refusals(run, words, message):
    outcome = run("replicate", "iris", *words)
    assert outcome.code == 2
    assert message in outcome.error
