"""Threads and processes: the same results as without, warnings and prints at the right door, nobody waits too long."""

from operator import itemgetter
from threading import Event

import numpy as np
import pandas as pd
import pytest
from sklearn import config_context
from sklearn.datasets import make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_info, threadpool_limits

from foldwise.data import Dataset, load
from foldwise.evaluation import evaluate
from foldwise.learners import C45, NaiveBayes
from foldwise.workers._side_by_side import Threads, in_threads


@pytest.fixture(scope="module")
def large():
    X, y = make_classification(1500, 15, random_state=0)
    return Dataset(X, y, "large")


def test_several_datasets_and_all_kinds_of_learners_share_the_workers(large):
    """Together, in threads and in processes; the forest is fitted in threads on the large table only."""
    entrants = {
        "bayes": NaiveBayes(),
        "tree": C45(),
        "forest": RandomForestClassifier(3),
        "logit": LogisticRegression(max_iter=2),
    }
    datasets = [load("iris"), large, load("wine")]
    one = evaluate(entrants, datasets, scheme="2x3", seed=1)
    two = evaluate(entrants, datasets, scheme="2x3", seed=1, n_jobs=2)
    for alone, together in zip(one, two, strict=True):
        assert together.data == alone.data
        assert together.learners == alone.learners
        assert together.failures == ()
        np.testing.assert_array_equal(together.predictions, alone.predictions)
        assert np.isfinite(together.fit_seconds).all()
    assert [learner.shared for learner in two[1].learners] == [1.0, 1.0, 0.0, 0.0]
    assert [caveat.code for caveat in two[1].learners[3].caveats] == ["learner_warnings"]


@pytest.mark.parametrize("learner", [DecisionTreeClassifier(random_state=0), LogisticRegression()], ids=str)
def test_settings_of_scikit_learn_reach_the_workers(large, learner):
    """Threads for the tree, processes for the other; without names of columns both would fail."""
    X = pd.DataFrame(large.X).add_prefix("x")
    pipeline = make_pipeline(StandardScaler(), FunctionTransformer(itemgetter(["x0", "x1"])), learner)
    with config_context(transform_output="pandas"):
        one, two = (evaluate([pipeline], X, large.y, scheme="1x4", seed=1, n_jobs=n_jobs) for n_jobs in (1, 2))
    assert one.failures == two.failures == ()
    np.testing.assert_array_equal(one.predictions, two.predictions)


def test_progress_adds_up(large, capsys):
    """Also where folds that were computed together have to be fitted again."""
    learners = [NaiveBayes(), DecisionTreeClassifier()]
    for n_jobs in (1, 2):
        evaluate(learners, large, scheme="7x3", seed=1, n_jobs=n_jobs, progress=True)
        assert capsys.readouterr().err.endswith(": 2 learners 42/42\n")


def test_large_tables_reach_processes_without_a_copy():
    """joblib writes arrays of a megabyte or more to a file that all processes map."""
    X = np.random.default_rng(0).normal(size=(10_000, 14))
    y = X[:, 0] > 0

    def make():
        class Look(DecisionTreeClassifier):
            def fit(self, X, y):
                import gc

                print(any(isinstance(item, np.memmap) and item.size == 140_000 for item in gc.get_objects()))
                return super().fit(X[:100], y[:100])

        return Look

    for kind in (np.asarray, pd.DataFrame):
        run = evaluate([make()(random_state=1)], kind(X), y, scheme="2", seed=1, n_jobs=2)
        assert run.learners[0].output == "True\n"


@pytest.mark.parametrize(
    ("learner", "n", "expected"),
    [
        (DecisionTreeClassifier(), 2000, True),
        (make_pipeline(StandardScaler(), RandomForestClassifier(5)), 2000, True),
        (DecisionTreeClassifier(), 150, False),
        (LogisticRegression(), 2000, False),
        (type("Mine", (DecisionTreeClassifier,), {})(), 2000, False),
    ],
)
def test_who_is_fitted_in_threads(monkeypatch, learner, n, expected):
    in_processes = []

    def noting(sources, n_workers):
        for source in sources:
            for task in iter(source.next_task, None):
                in_processes.append(task)
                yield source, source.take(task())

    monkeypatch.setattr("foldwise.workers._work_off.in_processes", noting)
    X = np.zeros((n, 20))
    X[: n // 2, 0] = 1
    evaluate([learner], X, X[:, 0], scheme="1x2", seed=1, n_jobs=2, sharing=False)
    assert (not in_processes) is expected


def test_threads_return_what_they_computed_and_raise_what_they_raised():
    with Threads(2, 1) as threads:
        for number in range(5):
            threads.start(number, lambda number=number: number**2)
        assert sorted(threads.wait() for _ in range(5)) == [(n, n * n) for n in range(5)]
        threads.start("bad", lambda: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            threads.wait()


def test_nobody_waits_for_a_thread_when_it_is_over():
    """One task has been begun and is ended, in vain; the other, behind it, is never begun."""
    begun, over, ended, second = Event(), Event(), Event(), Event()

    def first():
        begun.set()
        assert over.wait(10)
        ended.set()

    def begin_and_stop():
        with Threads(1, 1) as threads:
            threads.start("first", first)
            threads.start("second", second.set)
            assert begun.wait(10)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        begin_and_stop()
    assert not ended.is_set()
    over.set()
    assert ended.wait(10)
    assert not second.wait(0.2)


def test_inner_threads_are_kept_in_check(monkeypatch):
    """Four cores for two workers: two inner threads each, and as many as before when all is done."""
    monkeypatch.setattr("foldwise.workers._side_by_side._inner", lambda n_workers: 4 // n_workers)

    class Ask:
        def __init__(self):
            self.tasks = [threadpool_info]

        def next_task(self):
            return self.tasks.pop() if self.tasks else None

        def take(self, result):
            return result

    with threadpool_limits(4):
        ((_, inside),) = in_threads([Ask()], 2)
        assert {item["num_threads"] for item in inside} == {2}
        assert {item["num_threads"] for item in threadpool_info()} == {4}
    with threadpool_limits(1):
        ((_, inside),) = in_threads([Ask()], 2)
    assert {item["num_threads"] for item in inside} == {1}


def test_overlapping_limits_are_lifted_by_the_last():
    """Linear algebra has one number for the whole process: each would put back what it found, the other's limit."""
    with threadpool_limits(4):
        first, second = Threads(2, 2), Threads(2, 1)
        first.__enter__()
        second.__enter__()
        assert {item["num_threads"] for item in threadpool_info() if item["user_api"] == "blas"} == {1}
        first.__exit__(None, None, None)
        second.__exit__(None, None, None)
        assert {item["num_threads"] for item in threadpool_info()} == {4}


def test_the_number_of_jobs_is_checked(xy):
    with pytest.raises(ValueError, match="n_jobs"):
        evaluate([NaiveBayes()], *xy, scheme="3", n_jobs=0)


def test_no_more_than_four_workers_per_core(monkeypatch, large):
    """A million would take all memory; the result does not depend on it."""
    monkeypatch.setattr("joblib.cpu_count", lambda: 2)
    started = []
    monkeypatch.setattr(Threads, "__init__", _noting(started, Threads.__init__))
    one, *more = (evaluate({"bayes": NaiveBayes()}, large, scheme="2x5", seed=1, n_jobs=n) for n in (1, -1, 9, 10**6))
    assert started == [2, 8, 8]
    for many in more:
        np.testing.assert_array_equal(one.predictions, many.predictions)


def _noting(started, init):
    def noted(self, n_workers, *rest):
        started.append(n_workers)
        init(self, n_workers, *rest)

    return noted
