"""Procedures by name, and those that no trial could honour."""

import pytest
from sklearn.model_selection import KFold

from foldwise.lab import OwnProcedure, run_trials, sources, type_one_error
from foldwise.learners import NaiveBayes
from foldwise.splits import DisjointTraining, Holdout, Resampled
from foldwise.verdicts import Procedure, Settled


@pytest.mark.parametrize(
    ("procedure", "name"),
    [
        (Procedure("10:plain", "kfold_t"), "10:plain/kfold_t"),
        (Procedure("5x2"), "5x2"),
        (Procedure(Holdout(1000)), "holdout:1000"),
        (Procedure(Resampled(30, 1 / 3), "resampled_t"), "resampled:30:0.333/resampled_t"),
        (Procedure(DisjointTraining(5, 0.5)), "disjoint:5:0.5"),
    ],
)
def test_labels(procedure, name):
    assert names_of(procedure) == [name]


def names_of(procedures):
    return list(run_trials(procedures, sources.TwoKinds(n_examples=1100), n_trials=1).found)


def test_every_way_of_giving_them():
    assert names_of(["10x10", OwnProcedure("10", lambda d: 0.5, name="mine")]) == ["10x10", "mine"]
    assert names_of({"first": "10", "second": "10"}) == ["first", "second"]


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        (["10", "10"], ValueError, "must differ in scheme or test"),
        ([], ValueError, "a procedure at least"),
        (3.5, TypeError, "a text such as"),
        (Procedure("10", rope=0.01), ValueError, "which a rope does not change, got rope=0.01"),
        (Settled(max_seconds=5), ValueError, "a budget of time, got max_seconds=5: what"),
        (Procedure(KFold(5)), ValueError, "a scheme of foldwise.splits, got KFold"),
        (OwnProcedure(KFold(5), min), ValueError, "a scheme of foldwise.splits, got KFold"),
        (Procedure("10", "wilcoxon"), ValueError, "wilcoxon reads one mean difference from each of several datasets"),
        (Procedure("holdout:0.3", "delong"), ValueError, "delong reads probabilities or decision values"),
    ],
)
def test_what_is_refused(given, error, words):
    with pytest.raises(error, match=words):
        run_trials(given, sources.TwoKinds(), n_trials=1)


def test_a_study_has_one_level():
    several = {"ten": "10x10", "settled": Settled(max_repeats=5), "own": Procedure("5x2", alpha=0.01)}
    source = sources.ExchangeableBlocks(NaiveBayes(), n_examples=40)
    (trials,) = type_one_error(several, source, n_trials=1, alpha=0.01).trials
    assert {procedure.alpha for procedure in trials.procedures.values()} == {0.01}
    with pytest.raises(ValueError, match=r"^5x2 rejects at 0.1, this study at 0.01. Pass alpha=0.1.$"):
        type_one_error(Procedure("5x2", alpha=0.1), source, n_trials=1, alpha=0.01)
    with pytest.raises(ValueError, match="alpha"):
        type_one_error("10x10", source, n_trials=1, alpha=1.5)
