"""Procedures by name, and those that no trial could honour."""

import pytest
from sklearn.model_selection import KFold

from foldwise.lab import OwnProcedure
from foldwise.lab._procedures import as_procedures, at_level, label
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
        (Procedure("settled"), "Settled()"),
    ],
)
def test_labels(procedure, name):
    assert label(procedure) == name
    assert list(as_procedures(procedure)) == [name]


def test_every_way_of_giving_them():
    named = as_procedures(["10x10", Settled(strict=True), OwnProcedure("10", min, name="mine")])
    assert list(named) == ["10x10", "Settled(strict=True)", "mine"]
    assert list(as_procedures({"first": "10", "second": "10"})) == ["first", "second"]


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
        as_procedures(given)


def test_a_study_has_one_level():
    named = at_level({"ten": "10x10", "settled": Settled(), "own": Procedure("5x2", alpha=0.01)}, 0.01)
    assert {procedure.alpha for procedure in named.values()} == {0.01}
    with pytest.raises(ValueError, match=r"^5x2 rejects at 0.1, this study at 0.01. Pass alpha=0.1.$"):
        at_level(Procedure("5x2", alpha=0.1), 0.01)
    with pytest.raises(ValueError, match="alpha"):
        at_level("10x10", 1.5)
