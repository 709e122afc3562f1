"""The four numbers of a pair: both right, only one of them, neither."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.neighbors import KNeighborsClassifier

from foldwise import compare, judge
from foldwise.results import ItemScores
from foldwise.runs import as_metric
from foldwise.verdicts import AnswerCounts

RNG = np.random.default_rng(5)
X = RNG.normal(size=(120, 2))
Y = np.where(X[:, 0] + RNG.normal(size=120) > 0, "up", "down")
LEARNERS = {"near": KNeighborsClassifier(5), "most": DummyClassifier()}


def by_hand(run):
    near, most = run.correct()[:, 0]
    tested = run.assignment.folds[0] >= 0
    pairs = list(zip(near[tested], most[tested], strict=True))
    return AnswerCounts(
        both_right=pairs.count((True, True)),
        only_a=pairs.count((True, False)),
        only_b=pairs.count((False, True)),
        both_wrong=pairs.count((False, False)),
    )


@pytest.mark.filterwarnings("ignore::foldwise.InadvisableWarning")
@pytest.mark.parametrize("test", ["binomial", "mcnemar", "difference_of_proportions"])
def test_of_a_hold_out(test):
    verdict = compare(LEARNERS, X, Y, scheme="holdout:0.5", seed=2, test=test)
    row = verdict.comparisons[0]
    assert row.answers == by_hand(verdict.runs[0])
    assert row.answers.n == 60
    assert (row.answers.only_a - row.answers.only_b) / 60 == pytest.approx(row.score_a - row.score_b)
    assert row.answers.words(row.a, row.b) in verdict.details() or row.answers.turned().words(row.b, row.a) in (
        verdict.details()
    )


def test_other_tests_count_nothing():
    row = compare(LEARNERS, X, Y, scheme="2x5", seed=2).comparisons[0]
    assert row.answers is None


@pytest.mark.parametrize("right", [1, 0])
def test_of_items(right):
    """900 both right, 35 and 15 only one of them, 50 neither: the docstring's example, as successes and as errors."""
    a = np.repeat([right, right, 1 - right, 1 - right], [900, 35, 15, 50])
    b = np.repeat([right, 1 - right, right, 1 - right], [900, 35, 15, 50])
    accuracy = as_metric("accuracy", "classification")
    items = ItemScores(
        dataset="quiz",
        learners=("a", "b"),
        items=range(1000),
        metric=accuracy if right else replace(accuracy, label="error rate", lower_is_better=True),
        scores=[a[:, np.newaxis], b[:, np.newaxis]],
    )
    row = judge(items).comparisons[0]
    assert row.answers == AnswerCounts(both_right=900, only_a=35, only_b=15, both_wrong=50)
    # 35 of 50 heads: .0066 in Salzberg's text, exactly .006600 (SPEC 8, S1).
    assert row.pvalue == pytest.approx(0.0066, abs=5e-6)
    (caveat,) = [caveat for caveat in row.caveats if caveat.code == "mostly_agree"]
    assert "the 50 answers that only one learner has right; of all 1,000 answers 95% are alike" in caveat.message


@pytest.mark.parametrize(
    ("counts", "warned"), [((90, 6, 4, 0), True), ((89, 6, 5, 0), False), ((10, 0, 0, 0), False), ((0, 1, 0, 9), True)]
)
def test_who_is_warned(counts, warned):
    """From nine answers of ten that are alike; where all are, there is another caveat."""
    both_right, only_a, only_b, both_wrong = counts
    answers = AnswerCounts(both_right=both_right, only_a=only_a, only_b=only_b, both_wrong=both_wrong)
    assert bool(answers.caveats()) is warned
