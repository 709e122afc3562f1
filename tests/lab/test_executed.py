"""Trials that are scored by something else than right and wrong answers: one by one, with the numbers of the verbs."""

from dataclasses import dataclass, replace
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB

import foldwise as fw
from foldwise import FoldwiseError
from foldwise.lab import OwnProcedure, kept_trials, learning_curves, power, run_trials, sources, type_one_error
from foldwise.verdicts import Procedure, Settled

BY_AUC = sources.ExchangeableBlocks(GaussianNB(), 40, 2, metric="roc_auc")


@dataclass(frozen=True, slots=True)
class Line(sources.DataSource):
    """Two regressors on a line."""

    n_examples: int = 40
    metric: str = "neg_mean_squared_error"
    learners: tuple = (Ridge(1.0, random_state=0), Ridge(50.0, random_state=0))
    name: str = "line"

    def draw(self, rng):
        X = rng.normal(size=(self.n_examples, 2))
        return X, X @ [1.0, 0.5] + rng.normal(size=self.n_examples)


def drawn(source, seed):
    X, y = source.draw(np.random.default_rng([seed, 0]))
    return dict(zip("ab", source.learners, strict=True)), X, y


@pytest.mark.parametrize("source", [BY_AUC, Line()], ids=["classes", "numbers"])
@pytest.mark.parametrize("scheme", ["2x5", "5x2", "resampled:5:0.3"])
def test_fixed_procedures_find_what_evaluate_and_judge_say(source, scheme, trial_seed):
    found = run_trials(scheme, source, n_trials=2, seed=4).found[scheme]
    assert found.pvalue.shape == (2, 1)
    for trial in range(2):
        seed = trial_seed(4, trial)
        run = fw.evaluate(*drawn(source, seed), scheme=scheme, metric=source.metric, seed=seed, progress=False)
        row = fw.judge(run).comparisons[0]
        assert (found.statistic[trial, 0], found.pvalue[trial, 0]) == (row.statistic, row.pvalue)
        assert found.estimate[trial, 0] == found.direction[trial, 0] == row.estimate


@pytest.mark.parametrize("source", [BY_AUC, Line()], ids=["classes", "numbers"])
def test_settled_procedures_use_the_metric_of_the_source(source, trial_seed):
    procedure = Procedure(Settled(max_repeats=10))
    (found,) = run_trials(procedure, source, n_trials=2, seed=4).found.values()
    for trial in range(2):
        seed = trial_seed(4, trial)
        row = fw.compare(
            *drawn(source, seed), scheme=procedure.settled, metric=source.metric, seed=seed, progress=False
        ).comparisons[0]
        assert (found.statistic[trial, 0], found.pvalue[trial, 0]) == (row.statistic, row.pvalue)


def test_executions_have_partitions_of_their_own():
    found = run_trials("5", BY_AUC, n_trials=2, n_executions=3, seed=1).found["5"]
    assert found.estimate.shape == (2, 3)
    assert all(len(set(row)) > 1 for row in found.estimate.tolist())


def test_accuracy_is_found_as_it_always_was():
    """The same source, scored one by one through a function that is accuracy, finds about the same."""
    usual = sources.ExchangeableBlocks(LinearDiscriminantAnalysis(), 40)
    assert usual.metric == "accuracy"
    one_by_one = replace(usual, metric=right_share)
    a, b = (run_trials("10", source, n_trials=15).found["10"].estimate for source in (usual, one_by_one))
    # Other partitions of the same datasets.
    assert np.corrcoef(a[:, 0], b[:, 0])[0, 1] > 0.7


def right_share(y_true, y_pred):
    return float(np.mean(y_true == y_pred))


def test_tests_of_ones_own_read_differences_sizes_and_runs():
    seen = {}

    def by_differences(differences, n_train, n_test):
        seen["differences"] = differences
        seen["sizes"] = n_train, n_test
        return 0.25

    def by_run(run):
        seen["run"] = run
        return 2.0, 0.125

    found = run_trials(
        [OwnProcedure("2x5", by_differences), OwnProcedure("2x5", by_run, reads="run", signed=True)],
        Line(),
        n_trials=1,
    ).found
    assert seen["run"].metric.name == "neg_mean_squared_error"
    np.testing.assert_array_equal(seen["differences"], np.subtract(*seen["run"].scores()))
    assert seen["differences"].shape == (2, 5)
    assert (seen["sizes"][0] == 32).all()
    assert (seen["sizes"][1] == 8).all()
    assert found["by_differences"].pvalue[0, 0] == 0.25
    assert (found["by_run"].statistic[0, 0], found["by_run"].direction[0, 0]) == (2.0, 2.0)
    assert found["by_run"].estimate[0, 0] == pytest.approx(seen["differences"].mean())


def test_what_reads_right_and_wrong_answers_is_refused():
    own = OwnProcedure("5", lambda losses: 0.5, name="mine", reads="losses")
    words = "line is scored by neg_mean_squared_error, and mine reads right and wrong answers"
    with pytest.raises(ValueError, match=words) as told:
        run_trials(own, Line(), n_trials=1)
    assert "\n" not in str(told.value)
    for refused in (
        lambda: run_trials("10/mcnemar", Line(), n_trials=1),
        lambda: learning_curves(BY_AUC, n_sets=2),
        lambda: BY_AUC.answer(range(1), [sources.Design(fw.splits.KFold(5))], 0),
        lambda: power("5", [Line(name="one"), Line(n_examples=50, name="two")], n_trials=1),
    ):
        with pytest.raises(ValueError, match=r"right and wrong|Pass differences|mcnemar"):
            refused()


def test_it_is_kept_as_others_are(tmp_path):
    how = {"n_trials": 3, "store": tmp_path / "lab.db"}
    first = type_one_error("5", BY_AUC, **how)
    assert kept_trials("5", BY_AUC, **how) == 3
    assert kept_trials("5", replace(BY_AUC, metric="f1"), **how) == 0
    again = type_one_error("5", BY_AUC, **how)
    np.testing.assert_array_equal(first.trials[0].found["5"].pvalue, again.trials[0].found["5"].pvalue)


def test_a_learner_that_fails_is_placed():
    failing = Line(learners=(Ridge(-1.0, random_state=0), Ridge()))
    with pytest.raises(FoldwiseError, match=r"^line, trial 0 of seed 2: a failed in repeat 0, fold 0: InvalidParam"):
        run_trials("5", failing, n_trials=1, seed=2)


@pytest.mark.parametrize(
    ("pvalue", "decision", "expected", "sign"),
    [
        (0.01, "a", 0.01, 1),
        (0.01, "none", 1.0, 1),
        (0.2, "none", 0.2, 1),
        (0.01, "undetermined", 0.01, -1),
    ],
)
def test_what_a_verdict_says_counts(monkeypatch, pvalue, decision, expected, sign):
    """A small p with which nobody is called better is no rejection; a statistic that contradicts the mean is none."""
    row = SimpleNamespace(statistic=3.0, pvalue=pvalue, estimate=0.1, decision=decision)
    monkeypatch.setattr(Procedure, "settle", lambda *_, **__: [SimpleNamespace(comparisons=[row])])
    (found,) = run_trials(Settled(), BY_AUC, n_trials=1).found.values()
    assert (found.statistic[0, 0], found.pvalue[0, 0], found.estimate[0, 0]) == (3.0, expected, 0.1)
    assert found.direction[0, 0] == sign * 0.1
    assert found.decisions(0.05)[0, 0] == (decision == "a")
