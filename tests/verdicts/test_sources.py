"""The four sources of variation, and which of them each design covers."""

import pytest
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsRegressor
from sklearn.tree import DecisionTreeClassifier

from foldwise import data, splits
from foldwise.evaluation import evaluate
from foldwise.verdicts import judge

LEARNERS = {"nb": GaussianNB(), "tree": DecisionTreeClassifier()}


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [
        ("holdout:0.5", ["covered", "not covered", "not covered", "not covered"]),
        ("5", ["covered", "partly", "covered", "not covered"]),
        ("2x3", ["covered", "partly", "covered", "not covered"]),
        ("resampled:3:0.3", ["covered", "partly", "covered", "not covered"]),
        (splits.DisjointTraining(3, 0.4), ["covered", "covered", "covered", "not covered"]),
    ],
)
def test_each_design_covers_its_own(scheme, expected):
    verdict = judge(evaluate(LEARNERS, data.load("iris"), scheme=scheme, seed=1))
    assert [source.status for source in verdict.sources] == expected
    assert [source.name for source in verdict.sources] == [
        "test set",
        "training set",
        "randomness of the learners",
        "errors in the labels",
    ]


def test_tests_that_count_examples_do_not_count_training_sets():
    run = evaluate(LEARNERS, data.load("iris"), scheme="5", seed=1)
    source = judge(run, test="binomial").sources[1]
    assert (source.status, source.why) == ("not covered", "5 that overlap, taken as one")


def test_over_datasets_everything_is_drawn_anew():
    runs = evaluate(LEARNERS, [data.load("iris"), data.load("wine")], scheme="5", seed=1)
    assert [source.status for source in judge(runs, test="sign_test").sources] == ["covered"] * 3 + ["not covered"]


def test_where_designs_differ_the_one_that_covers_least_speaks():
    runs = [
        evaluate(LEARNERS, data.load("iris"), scheme=splits.DisjointTraining(3, 0.4), seed=1),
        evaluate(LEARNERS, data.load("wine"), scheme="resampled:4:0.4", seed=1),
    ]
    assert judge(runs, test="corrected_resampled_t").sources[1].why == "4 that overlap"
    assert judge(runs[:1], test="corrected_resampled_t").sources[1].status == "covered"


def test_a_fixed_random_state_is_never_averaged():
    learners = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(random_state=1)}
    verdict = judge(evaluate(learners, data.load("iris"), scheme="5", seed=1))
    source = verdict.sources[2]
    assert (source.status, source.why) == ("not covered", "fixed random_state of tree")
    assert "not covered: randomness of the learners (fixed random_state of tree)" in verdict.details()


def test_numbers_have_no_labels():
    X = [[float(i)] for i in range(20)]
    run = evaluate([LinearRegression(), KNeighborsRegressor(1)], X, [row[0] ** 2 for row in X], scheme="5", seed=1)
    assert judge(run).sources[3].name == "errors in the target values"
