"""The first failure of each learner is told when it happens, whoever does the work."""

import logging

import pytest

from foldwise.evaluation import evaluate
from foldwise.verdicts import compare

WORKERS = [{}, {"n_jobs": 2}, {"isolate": True}]


@pytest.mark.parametrize("how", WORKERS)
def test_once_for_each_learner_with_its_first_error(xy, odd, caplog, how):
    learners = {"broken": odd("raise"), "fine": odd(), "short": odd("short")}
    run = evaluate(learners, *xy, scheme="4x5", seed=1, **how)
    assert len(run.failures) == 40
    told = sorted(record.getMessage() for record in caplog.records)
    assert len(told) == 2
    assert told[0].startswith("broken failed on data, repeat ")
    assert ": RuntimeError: no luck. The run goes on" in told[0]
    assert ": ValueError: predict returned shape (7,) for 8 examples. The run goes on" in told[1]


def test_at_once_and_not_in_the_end(xy, odd, caplog):
    """The second learner is asked to fit only when the failure of the first was told."""
    told = []

    class Looks(odd):
        def fit(self, X, y):
            told.append(len(caplog.records))
            return super().fit(X, y)

    evaluate({"broken": odd("raise"), "looks": Looks()}, *xy, scheme="3", seed=1)
    assert told == [1, 1, 1]


def test_of_a_settled_comparison_once_although_it_looks_again_and_again(xy, odd, caplog):
    with caplog.at_level(logging.WARNING, "foldwise"):
        compare({"a": odd("raise sometimes"), "b": odd("random")}, *xy, seed=1, allow_partial=True)
    assert len(caplog.records) == 1
