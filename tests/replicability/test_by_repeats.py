"""What would have been said after fewer repeats."""

import numpy as np
import pytest

from foldwise import SchemeMismatchError
from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.learners import C45, NaiveBayes
from foldwise.replicability import by_repeats
from foldwise.verdicts import Procedure, judge


@pytest.fixture(scope="module")
def run():
    return evaluate({"nb": NaiveBayes(), "c45": C45()}, load("wine"), scheme="12x10", seed=3, progress=False)


def test_each_step_is_the_verdict_on_a_prefix(run):
    steps = by_repeats(run)
    assert steps.n_repeats.tolist() == list(range(1, 13))
    for n in (1, 2, 7):
        # Repeats have seeds of their own: fewer of them are the first ones.
        fewer = evaluate({"nb": NaiveBayes(), "c45": C45()}, load("wine"), scheme=f"{n}x10", seed=3, progress=False)
        row = judge(fewer, test="corrected_repeated_kfold_t").comparisons[0]
        assert row.pvalue == steps.pvalues[0, n - 1]
    assert steps.frame()["decision"].tolist() == steps.decisions[0].tolist()


def test_changes_are_counted(run):
    """With seed 3 p falls below .05 at the eighth repeat and stays there."""
    steps = by_repeats(run)
    assert (steps.pvalues[0] <= 0.05).tolist() == [False] * 7 + [True] * 5
    assert steps.n_changes == (1,)
    assert steps.details().startswith("nb vs c45 on wine: the decision changed 1 time from 1 to 12 repeats")
    strict = by_repeats(run, procedure=Procedure(alpha=1e-9))
    assert "the decision never changed" in strict.details()


def test_a_test_over_repeats_begins_with_two(run):
    steps = by_repeats(run, procedure=Procedure(test="averaged_t"))
    assert steps.n_repeats[0] == 2
    assert steps.test == "averaged_t"
    assert np.isfinite(steps.pvalues).all()


def test_the_test_is_that_of_the_whole_run():
    """A run of 5x2 is judged by the test of 5x2, which has nothing to say about fewer repeats."""
    five = evaluate({"nb": NaiveBayes(), "c45": C45()}, load("iris"), scheme="5x2", seed=1, progress=False)
    steps = by_repeats(five)
    assert (steps.test, steps.n_repeats.tolist()) == ("five_by_two_t", [5])


def test_refusals():
    one = evaluate({"nb": NaiveBayes(), "c45": C45()}, load("iris"), scheme="3", seed=1, progress=False)
    with pytest.raises(SchemeMismatchError, match="by_repeats needs 2 repeats or more"):
        by_repeats(one)
    two = evaluate({"nb": NaiveBayes(), "c45": C45()}, load("iris"), scheme="2x3", seed=1, progress=False)
    with pytest.raises(SchemeMismatchError, match="mcnemar needs"):
        by_repeats(two, procedure=Procedure("10", "mcnemar"))
