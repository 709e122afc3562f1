"""What a shell offers when the tab key is pressed, and how it is told to."""

import time

import pytest

from foldwise.verdicts import cards


def asked(*words):
    """What bash puts into the environment to ask for the last of the words."""
    return {
        "COMP_WORDS": "\n".join(["foldwise", *words]),
        "COMP_CWORD": str(len(words)),
        "_FOLDWISE_COMPLETE": "complete_bash",
    }


@pytest.fixture
def offered(run, monkeypatch):
    """Ask as the completion of bash does for the last of the words."""

    def call(*words):
        for name, value in asked(*words).items():
            monkeypatch.setenv(name, value)
        done = run()
        assert done.code == 0, done.err
        return done.out.splitlines()

    return call


def test_a_process_of_its_own_answers(shell):
    assert shell(**asked("compare", "iris", "-l", "m")) == (0, "mansour\nminmax\n", "")


def test_learners(offered):
    assert offered("compare", "iris", "--learner", "") == [
        *("nb", "c45", "nn", "dnb", "mansour"),
        *("scale", "minmax", "robust", "impute", "onehot", "poly", "pca", "select"),
    ]
    assert offered("compare", "iris", "-l", "m") == ["mansour", "minmax"]


def test_tests(offered):
    names = [card.name for card in cards()]
    assert offered("tests", "f") == [name for name in names if name.startswith("f")]
    assert "friedman" in offered("tests", "f")
    assert "friedman" not in offered("compare", "iris", "--test", "f")
    assert offered("compare", "iris", "--test", "a") == ["averaged_t", "all"]
    assert "all" not in offered("replicate", "iris", "--test", "")


def test_data_and_files(offered, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("wide.csv", "wide.arff.gz", "wide.txt"):
        (tmp_path / name).touch()
    (tmp_path / "wider").mkdir()
    assert offered("compare", "wd") == ["wdbc"]
    assert offered("data", "show", "wi") == ["wine", "wide.arff.gz", "wide.csv", "wider/"]


def test_schemes_and_metrics(offered):
    assert offered("compare", "iris", "--scheme", "s") == [
        "settled",
        "settled:strict",
        "settled:guard",
        "split-halves:5:10:0.1",
    ]
    assert offered("evaluate", "iris", "--scheme", "1") == ["10x10", "10"]
    assert offered("compare", "iris", "--metric", "roc_auc_ovr") == ["roc_auc_ovr", "roc_auc_ovr_weighted"]


def test_it_can_be_installed(run):
    assert "--install-completion" in run("--help").out
    assert "--show-completion" in run("--help").out


def test_help_is_quick(shell):
    """No room of statistics is imported for it; half a second is what Python and typer take on a slow machine."""
    shell("--help")
    begun = time.perf_counter()
    assert shell("--help").code == 0
    assert time.perf_counter() - begun < 2
