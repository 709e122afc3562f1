"""Labels of bands: who, and on which data."""

from foldwise.displays import DifferenceDisplay, EstimatesDisplay
from foldwise.evaluation import evaluate
from foldwise.learners import C45, NaiveBayes
from foldwise.verdicts import judge

X, Y = [[0.0], [1.0], [2.0], [3.0]] * 10, [0, 1] * 20


def test_data_without_a_name_are_not_named(drawn):
    """`as_dataset` calls them data; nothing is said by that."""
    two, one = {"nb": NaiveBayes(), "c45": C45()}, {"nb": NaiveBayes()}
    pair = drawn(DifferenceDisplay.from_verdict(judge(evaluate(two, X, Y, scheme="2x5", seed=1))))
    alone = drawn(EstimatesDisplay.from_estimates(judge(evaluate(one, X, Y, scheme="2x5", seed=1))))
    assert [text.get_text() for text in pair.get_yticklabels()] == ["nb vs c45"]
    assert [text.get_text() for text in alone.get_yticklabels()] == ["nb"]
