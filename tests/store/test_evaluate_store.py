"""A run by way of a store is the run itself, and is not computed twice."""

import importlib
import sys
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn import config_context
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import fbeta_score, make_scorer
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn.utils.metaestimators import available_if

from foldwise.data import Dataset, load
from foldwise.evaluation import evaluate
from foldwise.learners import C45
from foldwise.store import Store
from foldwise.tuning import Tuned


def assert_same(a, b):
    """All of two runs but timings."""
    assert a.data == b.data
    assert a.learners == b.learners
    assert a.failures == b.failures
    assert a.caveats == b.caveats
    assert a.ledger == b.ledger
    assert a.response_methods == b.response_methods
    assert a.metric.name == b.metric.name
    for name in ("scheme", "description", "stratified", "seed", "n_folds", "repeats_per_execution", "flags"):
        assert getattr(a.assignment, name) == getattr(b.assignment, name)
    np.testing.assert_array_equal(a.assignment.folds, b.assignment.folds)
    assert a.predictions.dtype == b.predictions.dtype
    np.testing.assert_array_equal(a.predictions, b.predictions)
    np.testing.assert_array_equal(a.target.labels, b.target.labels)
    assert a.target.labels.dtype == b.target.labels.dtype
    assert (a.responses is None) == (b.responses is None)
    if a.responses is not None:
        np.testing.assert_array_equal(a.responses, b.responses)
    np.testing.assert_array_equal(a.scores(), b.scores())


class Fickle(ClassifierMixin, BaseEstimator):
    """Fails on training sets of more than `most` examples, prints and warns; counts its fits in a file."""

    def __init__(self, log=None, most=10**9, bias=0):
        self.log, self.most, self.bias = log, most, bias

    def fit(self, X, y):
        if self.log is not None:
            with open(self.log, "a") as file:
                file.write(f"{len(X)}\n")
        if len(X) > self.most:
            raise ValueError("too many examples")
        self.classes_, counts = np.unique(y, return_counts=True)
        self.label_ = self.classes_[(counts.argmax() + self.bias) % len(self.classes_)]
        print("fitted")
        return self

    def predict(self, X):
        return np.full(len(X), self.label_)


def fits(log):
    return len(log.read_text().splitlines()) if log.exists() else 0


@pytest.mark.parametrize(("metric", "n_jobs"), [(None, 1), (None, 2), ("roc_auc_ovr", 1), ("neg_log_loss", 2)])
def test_a_stored_run_is_the_run(path, entrants, iris, n_jobs, metric):
    learners = {**entrants, "logit": LogisticRegression(max_iter=3)}
    options = {"scheme": "3x4", "seed": 5, "n_jobs": n_jobs, "metric": metric}
    plain = evaluate(learners, iris, **options)
    assert_same(evaluate(learners, iris, store=path, **options), plain)
    with Store(path, writes=False) as store:
        (loaded,) = store.runs()
        assert store.check() == []
    assert_same(loaded, plain)
    assert [caveat.code for caveat in loaded.learners[3].caveats] == ["learner_warnings"]
    assert loaded.learners[0].shared == 1.0


class Moody(ClassifierMixin, BaseEstimator):
    """Fails, warns, has decision values or has probabilities: that depends on which examples it is trained on."""

    def fit(self, X, y):
        self.classes_, self.mood_ = np.unique(y), int(X.sum()) // 2 % 4
        if self.mood_ == 0:
            raise ValueError("not today")
        if self.mood_ == 1:
            warnings.warn("if you insist", UserWarning, stacklevel=1)
        return self

    def predict(self, X):
        return self.classes_[X[:, 0].astype(int) % 2]

    @available_if(lambda self: self.mood_ == 2)
    def decision_function(self, X):
        return X[:, 0] - 20.0

    @available_if(lambda self: self.mood_ != 2)
    def predict_proba(self, X):
        second = X[:, 0] / 60.0
        return np.column_stack([1 - second, second])


def test_folds_of_every_mood_side_by_side(path):
    """Rows that only predict are read many at a time, others one by one; the last response names that of the run."""
    data = Dataset(np.arange(60.0)[:, np.newaxis], np.arange(60) % 2, "moods")
    options = {"scheme": "20x5", "seed": 5, "metric": "roc_auc"}
    plain = evaluate({"moody": Moody()}, data, **options)
    assert {int(data.X[train].sum()) // 2 % 4 for _, _, train, _ in plain.assignment.splits()} == {0, 1, 2, 3}
    assert plain.response_methods == ("decision_function",)
    assert_same(evaluate({"moody": Moody()}, data, store=path, **options), plain)
    with Store(path, writes=False) as store:
        assert_same(store.runs()[0], plain)


def test_regression_and_its_real_numbers(path):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    data = Dataset(X, X @ [1.0, 2.0, 0.0] + rng.normal(size=60), "line")
    learners = {"line": LinearRegression(), "tree": DecisionTreeRegressor()}
    assert_same(
        evaluate(learners, data, scheme="2x5", seed=1, store=path), evaluate(learners, data, scheme="2x5", seed=1)
    )


@pytest.mark.parametrize(
    "labels",
    [[0, 1], [False, True], ["no", "yés\n"], [-5, 2**40], ["", "\ud800"]],
    ids=["int", "bool", "text", "large", "surrogate"],
)
def test_labels_of_any_type_come_back(path, labels):
    y = np.array(labels * 15)
    data = Dataset(np.arange(30.0)[:, np.newaxis], y, "labels")
    run = evaluate({"tree": DecisionTreeClassifier()}, data, scheme="3", seed=1, store=path)
    with Store(path, writes=False) as store:
        assert_same(store.runs()[0], run)


def test_tables_with_categories_and_a_search(path):
    """What was tried goes with the folds; the encoder is part of the learner."""
    X = pd.DataFrame({"size": [1.0, 2.0, None, 4.0] * 10, "colour": pd.Categorical(["red", "blue"] * 20)})
    data = Dataset(X, ["a", "b", "a", "b"] * 10, "toy")
    learners = {"tuned": Tuned(DecisionTreeClassifier(), {"max_depth": [1, 2]}), "c45": C45()}
    plain = evaluate(learners, data, scheme="2x3", seed=1)
    assert plain.ledger.tries("tuned") == 2
    assert_same(evaluate(learners, data, scheme="2x3", seed=1, store=path), plain)


def test_a_scorer_that_needs_the_learner(path, iris):
    def leaves(estimator, X, y):
        return float(estimator.get_n_leaves())

    run = evaluate([DecisionTreeClassifier()], iris, scheme="3", seed=1, metric=leaves, store=path)
    assert (run.scores() >= 3).all()
    with Store(path, writes=False) as store:
        loaded = store.runs()[0]
    np.testing.assert_array_equal(loaded.scores(), run.scores())
    assert loaded.scores("accuracy").mean() > 0.8


def test_a_scorer_of_another_code_is_another(path, iris):
    """Two functions of one name, of which only one counts the leaves."""

    def scorer(factor):
        def leaves(estimator, X, y):
            return float(factor * estimator.get_n_leaves())

        return leaves

    one, two = (
        evaluate([DecisionTreeClassifier()], iris, scheme="3", seed=1, metric=scorer(factor), store=path)
        for factor in (1, 2)
    )
    np.testing.assert_array_equal(two.scores(), 2 * one.scores())


def test_own_metrics_are_known_by_name_only(path, iris):
    """Their function is gone in another program."""
    metric = make_scorer(fbeta_score, beta=2, average="macro")
    evaluate([DecisionTreeClassifier()], iris, scheme="3", seed=1, metric=metric, store=path)
    with Store(path, writes=False) as store:
        (run,) = store.runs()
    with pytest.raises(ValueError, match="a function of your own, which a store does not keep"):
        run.scores()
    assert run.scores("accuracy").mean() > 0.8


def test_nothing_is_computed_twice(path, iris, tmp_path):
    log = tmp_path / "log"
    evaluate([Fickle(str(log))], iris, scheme="2x5", seed=1, store=path)
    assert fits(log) == 10
    evaluate([Fickle(str(log))], iris, scheme="2x5", seed=1, store=path)
    assert fits(log) == 10


def test_a_change_in_a_module_that_the_learner_imports_is_computed(path, iris, tmp_path, monkeypatch):
    """The learner's own file stays as it is; which class it answers stands in a module beside it."""
    monkeypatch.syspath_prepend(tmp_path)
    learner = "from sklearn.dummy import DummyClassifier\nimport answers\n"
    learner += "class Says(DummyClassifier):\n    def predict(self, X): return [answers.ANSWER] * len(X)\n"
    (tmp_path / "says.py").write_text(learner)
    said = []
    for answer in ("setosa", "virginica"):
        (tmp_path / "answers.py").write_text(f"ANSWER = {answer!r}  # {'-' * len(said)}")
        for name in ("says", "answers"):
            monkeypatch.delitem(sys.modules, name, raising=False)
        importlib.invalidate_caches()
        run = evaluate({"says": importlib.import_module("says").Says()}, iris, scheme="2x10", seed=1, store=path)
        said.append(run.target.classes[run.predictions[0, 0, 0]])
    assert said == ["setosa", "virginica"]


def test_folds_of_an_older_derivation_are_computed_again(path, iris, tmp_path, monkeypatch):
    log = tmp_path / "log"
    monkeypatch.setattr("foldwise.store._register._DERIVATION", 1)
    evaluate({"fickle": Fickle(log)}, iris, scheme="10", seed=1, store=path)
    monkeypatch.undo()
    evaluate({"fickle": Fickle(log)}, iris, scheme="10", seed=1, store=path)
    assert fits(log) == 20
    with Store(path, writes=False) as store:
        assert store.check() == []


def test_a_longer_run_begins_with_the_shorter_one(path, iris, tmp_path):
    log = tmp_path / "log"
    evaluate([Fickle(str(log))], iris, scheme="2x5", seed=1, store=path)
    longer = evaluate([Fickle(str(log))], iris, scheme="4x5", seed=1, store=path)
    assert fits(log) == 20
    assert_same(longer, evaluate([Fickle(str(log))], iris, scheme="4x5", seed=1))


def test_other_learners_leave_the_stored_ones_alone(path, iris, tmp_path):
    log = tmp_path / "log"
    evaluate({"a": Fickle(str(log))}, iris, scheme="2x5", seed=1, store=path)
    evaluate({"b": Fickle(str(log)), "c": Fickle(str(log), bias=1)}, iris, scheme="2x5", seed=1, store=path)
    assert fits(log) == 20  # 10 for a, which b is under another name, and 10 for c


def test_a_learner_with_open_seeds_is_another_under_another_name(path, iris):
    """Its seeds are derived from its name and the repeat."""
    a, b = (
        evaluate({name: DecisionTreeClassifier(splitter="random")}, iris, scheme="3x5", seed=1, store=path)
        for name in ("a", "b")
    )
    assert (a.predictions != b.predictions).any()
    plain = evaluate({"b": DecisionTreeClassifier(splitter="random")}, iris, scheme="3x5", seed=1)
    np.testing.assert_array_equal(b.predictions, plain.predictions)


def leaves(estimator, X, y):
    return 0.123


@pytest.mark.parametrize("more", [{"probabilities": True}, {"metric": leaves}], ids=["probabilities", "scorer"])
def test_who_was_fitted_for_more_is_not_fitted_again_for_predictions(path, iris, tmp_path, more):
    """And what is then computed for less is no part of the more."""
    learners = {"logit": LogisticRegression(solver="newton-cholesky"), "tree": DecisionTreeClassifier()}
    rich = evaluate(learners, iris, scheme="1x3", seed=1, store=path, **more)
    plain = evaluate(learners, iris, scheme="2x3", seed=1, store=path)
    assert_same(plain, evaluate(learners, iris, scheme="2x3", seed=1))
    np.testing.assert_array_equal(plain.fit_seconds[:, 0], rich.fit_seconds[:, 0])
    both = evaluate(learners, iris, scheme="2x3", seed=1, store=path, **more)
    assert_same(both, evaluate(learners, iris, scheme="2x3", seed=1, **more))


def test_probabilities_of_some_learners_are_none_of_the_run(path, iris):
    """One learner was stored with more than is asked for now, the other was not."""
    evaluate([LogisticRegression(solver="newton-cholesky")], iris, scheme="3", seed=1, probabilities=True, store=path)
    learners = [LogisticRegression(solver="newton-cholesky"), DecisionTreeClassifier()]
    assert_same(evaluate(learners, iris, scheme="3", seed=1, store=path), evaluate(learners, iris, scheme="3", seed=1))


def test_repeats_that_are_the_same_partition(path):
    """Of six examples there are few halves: they are stored once and count as often as they occur."""
    data = Dataset(np.arange(6.0)[:, np.newaxis], [0, 1] * 3, "few")
    run = evaluate([DummyClassifier()], data, scheme="30x2", seed=1, store=path)
    assert len(set(run.assignment.fingerprints())) < 30
    assert_same(run, evaluate([DummyClassifier()], data, scheme="30x2", seed=1))
    with Store(path, writes=False) as store:
        assert [(cell.n_folds, cell.n_done, cell.n_missing) for cell in store.status()] == [(60, 60, 0)]


def test_columns_called_0_and_those_called_zero_as_text(path):
    from sklearn.compose import ColumnTransformer
    from sklearn.pipeline import make_pipeline

    frame = pd.DataFrame(np.random.default_rng(0).normal(size=(30, 3)))
    chosen = make_pipeline(ColumnTransformer([("one", "passthrough", ["1"])]), DecisionTreeClassifier())
    texts = Dataset(frame.set_axis(["0", "1", "2"], axis=1), [0, 1] * 15, "x")
    assert evaluate([chosen], texts, scheme="3", seed=1, store=path).failures == ()
    assert len(evaluate([chosen], Dataset(frame, [0, 1] * 15, "x"), scheme="3", seed=1, store=path).failures) == 3


def test_settings_of_scikit_learn_are_part_of_the_learner(path, iris):
    from operator import itemgetter

    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer, StandardScaler

    column = itemgetter(list(iris.X.columns[:2]))
    learner = make_pipeline(StandardScaler(), FunctionTransformer(column), DecisionTreeClassifier())
    assert len(evaluate([learner], iris, scheme="3", seed=1, store=path).failures) == 3
    with config_context(transform_output="pandas"):
        assert evaluate([learner], iris, scheme="3", seed=1, store=path).failures == ()


def test_two_names_for_one_learner_are_fitted_once(path, iris, tmp_path):
    log = tmp_path / "log"
    learners = {"a": Fickle(str(log)), "b": Fickle(str(log))}
    run = evaluate(learners, iris, scheme="2x3", seed=1, store=path)
    assert fits(log) == 6
    np.testing.assert_array_equal(run.predictions[0], run.predictions[1])


def test_failures_are_kept_with_their_reason(path, iris, tmp_path):
    log = tmp_path / "log"
    runs = [evaluate([Fickle(str(log), most=0)], iris, scheme="3", seed=1, store=path) for _ in range(2)]
    assert fits(log) == 3
    assert [failure.error for failure in runs[1].failures] == ["ValueError: too many examples"] * 3
    with Store(path, writes=False) as store:
        (cell,) = store.status()
    assert (cell.n_folds, cell.n_done, cell.n_failed, cell.n_missing) == (3, 3, 3, 0)
    assert cell.error == "ValueError: too many examples"


def test_the_order_of_declared_classes_is_part_of_the_data(path):
    """C45 settles ties by it, though the fingerprint does not know it."""
    X = pd.DataFrame({"x": [1.0, 1.0, 2.0, 2.0] * 6})
    y = ["a", "b"] * 12
    one, two = (
        evaluate([C45()], Dataset(X, y, "ties", target_names=names), scheme="4:plain", seed=1, store=path)
        for names in (("a", "b"), ("b", "a"))
    )
    plain = evaluate([C45()], Dataset(X, y, "ties", target_names=("b", "a")), scheme="4:plain", seed=1)
    np.testing.assert_array_equal(two.predictions, plain.predictions)
    assert one.data.fingerprint == two.data.fingerprint


class Failing(DecisionTreeClassifier):
    """Predicts all folds itself, and fails when asked again."""

    def fit(self, X, y):
        return super().fit(X, y)

    def predict_folds(self, X, y, folds):
        if Failing.calls:
            raise RuntimeError("no more")
        Failing.calls += 1
        return np.stack([np.asarray(y)] * len(folds))


def test_what_was_shared_is_dropped_when_sharing_fails(path, iris):
    Failing.calls = 0
    run = evaluate({"own": Failing(random_state=0)}, iris, scheme="5x3", seed=1, store=path)
    assert [caveat.code for caveat in run.learners[0].caveats] == ["fixed_seed", "sharing_failed"]
    plain = evaluate({"own": DecisionTreeClassifier(random_state=0)}, iris, scheme="5x3", seed=1)
    np.testing.assert_array_equal(run.predictions, plain.predictions)


class Meddling(DummyClassifier):
    """While it is fitted, somebody else asks for another scheme on the same data in the same store."""

    def __init__(self, path=""):
        super().__init__()
        self.path = path

    def fit(self, X, y):
        evaluate({"other": DummyClassifier()}, load("iris"), scheme="2x3", seed=1, store=self.path)
        return super().fit(X, y)


def test_a_run_is_what_was_asked_for_whatever_others_ask_for_meanwhile(path, iris):
    run = evaluate({"own": Meddling(str(path))}, iris, scheme="1x5", seed=1, store=path)
    assert run.learner_names == ("own",)
    assert run.scores().shape == (1, 1, 5)
    assert run.failures == ()


def test_several_datasets_in_one_store(path, entrants):
    data = [load("iris"), load("wine")]
    stored = evaluate(entrants, data, scheme="2x3", seed=1, n_jobs=2, store=path)
    for a, b in zip(stored, evaluate(entrants, data, scheme="2x3", seed=1), strict=True):
        assert_same(a, b)
    with Store(path, writes=False) as store:
        assert store.studies() == ["run of iris, wine"]
        assert [(cell.dataset, cell.learner) for cell in store.status()][:2] == [("iris", "c45"), ("iris", "bayes")]
