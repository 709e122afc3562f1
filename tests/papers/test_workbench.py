from pathlib import Path
from time import sleep

import pytest
from sklearn.dummy import DummyClassifier

import foldwise as fw
from foldwise.papers import Experiment, Workbench
from foldwise.papers.workbench import NotAtHandError

TWO = {"Iris": "iris", "Monks": "monk2"}


def test_an_experiment_is_run_once_and_the_watcher_is_told():
    told, calls = [], []

    def run(bench):
        calls.append(bench.size(100, 3))
        return "found"

    work = Experiment(run, "words", 5.0)
    bench = Workbench(quick=True, watch=lambda event: told.append((event.of, event.what)))
    assert [bench.once(work), bench.once(work)] == ["found", "found"]
    assert calls == [3]
    assert told == [(work, "begun"), (work, "done")]


def test_seconds_of_an_experiment_are_without_those_of_others_that_it_begins():
    inner = Experiment(lambda _: sleep(0.06), "inner", 1.0)

    def both(bench):
        bench.once(inner)
        sleep(0.02)

    outer = Experiment(both, "outer", 1.0)
    bench = Workbench()
    bench.once(outer)
    assert bench.seconds[inner] >= 0.06
    assert 0.02 <= bench.seconds[outer] < 0.06


def test_an_experiment_that_failed_is_not_tried_again():
    told, calls = [], []

    def run(_):
        calls.append(1)
        raise ZeroDivisionError("by zero")

    work = Experiment(run, "words", 5.0)
    bench = Workbench(watch=lambda event: told.append(event.what))
    for _ in range(2):
        with pytest.raises(ZeroDivisionError, match="by zero"):
            bench.once(work)
    assert calls == [1]
    assert told == ["begun", "failed"]


@pytest.mark.parametrize("seed", [-1, 1.5, True])
def test_refuses_a_seed(seed):
    with pytest.raises(ValueError, match="seed must be a non-negative integer"):
        Workbench(seed=seed)


@pytest.mark.parametrize("n_jobs", [0, -2, 1.5])
def test_refuses_a_number_of_jobs(n_jobs):
    with pytest.raises(ValueError, match="n_jobs must be a positive integer, or -1"):
        Workbench(n_jobs=n_jobs)


def test_a_quick_look_takes_the_smallest_sets_and_says_that_it_judges_nothing():
    sets = Workbench(quick=True).sets({**TWO, "Game": "tic-tac-toe"}, quick=2)
    # 150, 432 and 958 rows.
    assert list(sets.datasets) == ["Iris", "Monks"]
    assert "2 of 3 datasets" in sets.incomplete
    assert "quick" in sets.incomplete


def test_full_size_takes_all_that_are_at_hand_and_says_which_are_not(monkeypatch, tmp_path):
    monkeypatch.delenv("FOLDWISE_DATA", raising=False)
    monkeypatch.setenv("FOLDWISE_CACHE", str(tmp_path))
    bench = Workbench()
    assert bench.sets(TWO, quick=1).incomplete == ""
    some = bench.sets({**TWO, "Labor": "uci:labor"}, quick=1)
    assert list(some.datasets) == ["Iris", "Monks"]
    assert some.incomplete.startswith("Only 2 of 3 datasets are at hand. Set FOLDWISE_DATA")
    with pytest.raises(NotAtHandError, match=r"No dataset of 1 is at hand\. Set FOLDWISE_DATA"):
        bench.sets({"Labor": "uci:labor"}, quick=1)


def test_runs_are_those_of_evaluate_by_the_names_of_the_paper(tmp_path):
    bench = Workbench(seed=7, store=Path(tmp_path), progress=False)
    learners = {"nb": fw.learners.NaiveBayes()}
    runs = bench.evaluate(learners, bench.sets(TWO, quick=2), "2")
    again = fw.evaluate(learners, fw.data.load("monk2"), scheme="2", seed=7)
    assert list(runs) == ["Iris", "Monks"]
    assert runs["Monks"].scores().tolist() == again.scores().tolist()
    assert (tmp_path / "runs.db").is_file()


class Failing(DummyClassifier):
    """Cannot be fitted."""

    def fit(self, X, y):
        raise ZeroDivisionError("no weights")


def test_fits_that_failed_are_no_scores():
    bench = Workbench(quick=True, progress=False)
    with pytest.raises(
        fw.FoldwiseError, match=r"2 fits failed on Iris; the first, of bad: ZeroDivisionError: no weights"
    ):
        bench.evaluate({"bad": Failing()}, bench.sets(TWO, quick=1), "2")


def test_studies_of_the_lab_share_settings_and_a_store(tmp_path):
    how = Workbench(seed=3, n_jobs=2, store=tmp_path, progress=False).how
    assert how == {"seed": 3, "n_jobs": 2, "store": tmp_path / "trials.db", "progress": False}
    assert Workbench().how["store"] is None
