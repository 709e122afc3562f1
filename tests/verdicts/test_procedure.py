"""A procedure: checked when it is made, and deciding as `judge` does."""

from dataclasses import replace

import pytest

from foldwise import IncompleteRunError, SchemeMismatchError, splits
from foldwise.runs import Failure, as_metric
from foldwise.verdicts import Procedure, Settled, judge


@pytest.fixture(scope="module")
def run(make):
    return make().runs[0]


def test_it_decides_as_judge_does(run):
    options = {"alpha": 0.3, "rope": 0.01, "alternative": "greater", "adjust": "bonferroni"}
    verdict = Procedure("3x4", "corrected_repeated_kfold_t", **options).decide(run)
    expected = judge(run, test="corrected_repeated_kfold_t", **options)
    assert verdict.comparisons == expected.comparisons
    assert (verdict.alpha, verdict.rope, verdict.adjust) == (0.3, 0.01, "bonferroni")


def test_schemes_have_one_form():
    assert Procedure("5x2") == Procedure(splits.FiveByTwo())
    assert Procedure() == Procedure(splits.RepeatedKFold(10, 10))
    assert Procedure("settled:strict").settled == Settled(strict=True)
    assert Procedure().settled is None
    assert hash(Procedure("5x2")) == hash(Procedure(splits.FiveByTwo()))


def test_words():
    assert str(Procedure("10", "kfold_t", rope=0.01)) == "Procedure(KFold(10), 'kfold_t', rope=0.01)"
    assert str(Procedure(Settled(guard=True))) == "Procedure(Settled(guard=True))"


def test_the_test_is_found_before_anything_is_fitted():
    assignment = splits.FiveByTwo().assign(20, seed=1)
    metric = as_metric(None, "classification")
    assert Procedure("5x2").test_for(assignment, "classification", metric) == "five_by_two_t"
    with pytest.raises(SchemeMismatchError, match="kfold_t needs"):
        Procedure("5x2", "kfold_t").test_for(assignment, "classification", metric)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("10x",), {}, "scheme must be one of"),
        (("10", "all"), {}, "A procedure has one test, got 'all'"),
        (("10", "kfold"), {}, "Unknown test 'kfold'"),
        ((), {"alpha": 2}, "alpha must be strictly between 0 and 1"),
        ((), {"adjust": "holms"}, "adjust must be one of"),
        (("settled", "kfold_t"), {}, "A settled verdict has a test of its own"),
    ],
)
def test_refusals(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        Procedure(*arguments, **options)


def test_a_settled_procedure_decides_while_it_runs(run):
    with pytest.raises(ValueError, match="decides while repeats are added"):
        Procedure("settled").decide(run)


def test_partial_designs_are_judged_only_if_allowed(run):
    broken = replace(run, failures=(Failure(learner="tree", repeat=0, fold=0, error="ValueError: no"),))
    with pytest.raises(IncompleteRunError):
        Procedure("3x4").decide(broken)
    assert Procedure("3x4", allow_partial=True).decide(broken).comparisons[0].n_scores == 11


def test_the_words_make_the_same_procedure_again():
    known = {"Procedure": Procedure, "RepeatedKFold": splits.RepeatedKFold}
    made = eval(str(Procedure("3x4", alpha=0.1)), known)
    assert made == Procedure("3x4", alpha=0.1)
