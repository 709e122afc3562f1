"""The paragraph: every number in it is the verdict's, and the reader is told who, by how much and how sure."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from foldwise import SchemeMismatchError, data
from foldwise.verdicts import compare, judge, probability_words


def test_a_winner_is_named_with_scores_interval_p_test_and_design():
    verdict = compare({"nb": GaussianNB(), "guess": DummyClassifier()}, data.load("iris"), scheme="2x5", seed=1)
    row = verdict.comparisons[0]
    text = verdict.details()
    assert text.startswith(
        f"nb is better than guess on iris: mean accuracy {row.score_a:.3f} against {row.score_b:.3f}, "
    )
    assert f"(95% interval {row.low:.3f} to {row.high:.3f}, p = {row.pvalue:.1e})" in text
    assert f"corrected repeated k-fold t test (t = {row.statistic:.4g}, df = 9), two-sided, level 0.05" in text
    assert (
        "2 times 5-fold cross-validation, stratified, of 150 examples (120 for training, 30 for testing), seed 1"
        in text
    )
    assert "the conclusion is about learners trained on that many examples, not on all" in text
    assert "Beware: " in text
    assert "\n" not in text


def test_the_leader_comes_first_whatever_the_order():
    text = compare({"guess": DummyClassifier(), "nb": GaussianNB()}, data.load("iris"), scheme="2x5", seed=1).details()
    assert text.startswith("nb is better than guess on iris: mean accuracy 0.95")
    assert "95% interval 0.5" in text
    assert "(t = -" not in text


def test_errors_are_told_on_their_natural_scale():
    X = np.linspace(0, 1, 40).reshape(-1, 1)
    y = 100 * X[:, 0] + np.random.default_rng(0).normal(size=40)
    verdict = compare({"line": LinearRegression(), "mean": DummyRegressor()}, X, y, scheme="5", seed=1)
    assert "line is better than mean on data: mean root mean squared error " in verdict.details()
    assert " lower (95% interval " in verdict.details()
    assert verdict.comparisons[0].score_a < 0


def test_no_difference_is_not_called_equality():
    learners = {"one": KNeighborsClassifier(1), "three": KNeighborsClassifier(3)}
    text = compare(learners, data.load("iris"), scheme="2x5", seed=1).details()
    assert "is established on iris" in text
    assert "equality is not shown either" in text


@pytest.mark.parametrize(("alternative", "first", "second"), [("greater", "guess", "nb"), ("less", "nb", "guess")])
def test_a_one_sided_question_is_answered_as_it_was_asked(alternative, first, second):
    learners = {"guess": DummyClassifier(), "nb": GaussianNB()}
    verdict = compare(learners, data.load("iris"), scheme="2x5", alternative=alternative, seed=1)
    row, text = verdict.comparisons[0], verdict.details()
    assert f"one-sided (is {first} better than {second}?)" in text
    if alternative == "greater":
        assert text.startswith("That guess is better than nb is not established on iris: mean accuracy 0.33")
        assert f"{abs(row.estimate):.3f} lower (95% interval {row.low:.3f} to {row.high:.3f}, p = 1.0)" in text
        assert f"(t = {row.statistic:.4g}, df = 9)" in text
    else:
        assert text.startswith("nb is better than guess on iris: ")
        assert f"(t = {-row.statistic:.4g}, df = 9)" in text


def test_limits_of_an_error_say_which_way():
    X = np.linspace(0, 1, 40).reshape(-1, 1)
    y = 100 * X[:, 0] + np.random.default_rng(0).normal(size=40)
    verdict = compare({"line": LinearRegression(), "mean": DummyRegressor()}, X, y, metric="neg_mean_absolute_error",
                      scheme="5", seed=1)  # fmt: skip
    row = verdict.comparisons[0]
    assert f"lower (95% interval {row.high:.0f} lower to {row.low:.0f} lower, " in verdict.details()
    assert "line is better than mean on data: mean absolute error " in verdict.details()


def test_caveats_of_some_comparisons_name_them():
    learners = {"nb": GaussianNB(), "twin": GaussianNB(), "guess": DummyClassifier()}
    text = compare(learners, data.load("iris"), scheme="2x5", seed=1).details()
    assert "nb and twin on iris: The two learners scored the same throughout." in text


def test_means_that_contradict_the_typical_difference_are_a_caveat():
    """a is ahead by .01 on eight datasets and behind by .9 on the ninth."""
    rows = [(f"d{i}", name, fold, 0.9 + 0.01 * (name == "a") - 0.9 * (name == "a" and i == 8))
            for i in range(9) for name in "ab" for fold in (0, 1)]  # fmt: skip
    verdict = judge(pd.DataFrame(rows, columns=["dataset", "learner", "fold", "accuracy"]), test="sign_test")
    assert verdict.comparisons[0].decision == "a"
    assert "opposite_means" in {caveat.code for caveat in verdict.comparisons[0].caveats}
    assert "a is better than b on 9 datasets: typically 0.010 higher (" in verdict.details()
    assert "mean accuracy 0.810 against 0.900" in verdict.details()


def test_ties_are_not_wins():
    """Seven wins, two ties: the sign test reads seven."""
    rows = [(f"d{i}", name, fold, 0.8 + 0.01 * i * (name == "a") * (i < 8))
            for i in range(9) for name in "ab" for fold in (0, 1)]  # fmt: skip
    verdict = judge(pd.DataFrame(rows, columns=["dataset", "learner", "fold", "accuracy"]), test="sign_test")
    assert "(wins = 7 of 7)" in verdict.details()
    assert verdict.comparisons[0].pvalue == pytest.approx(2 / 2**7)


def test_several_comparisons_have_a_line_each():
    learners = {"nb": GaussianNB(), "nn": KNeighborsClassifier(1), "guess": DummyClassifier()}
    lines = compare(learners, data.load("iris"), scheme="2x5", seed=1).details().splitlines()
    assert len(lines) == 4
    assert all("adjusted p = " in line for line in lines[:3])


@pytest.mark.parametrize("scale", [1e-9, 1e9])
def test_numbers_of_any_size_stay_readable(scale):
    X = np.linspace(0, 1, 40).reshape(-1, 1)
    y = scale * (100 * X[:, 0] + np.random.default_rng(0).normal(size=40))
    text = compare({"line": LinearRegression(), "mean": DummyRegressor()}, X, y, scheme="5", seed=1).details()
    assert "line is better than mean" in text
    assert "0.0000000000" not in text
    assert max(len(word) for word in text.split()) < 25


def test_the_counting_test_tells_wins():
    verdict = compare({"nb": GaussianNB(), "guess": DummyClassifier()}, data.load("iris"), scheme="holdout", seed=1)
    row = verdict.comparisons[0]
    assert f"(wins = {row.statistic:g} of {row.n_scores})" in verdict.details()


def test_one_sided_questions_name_the_learners():
    learners = {"guess": DummyClassifier(), "nb": GaussianNB()}
    verdict = compare(learners, data.load("iris"), scheme="2x5", seed=1, alternative="greater")
    assert "one-sided (is guess better than nb?)" in verdict.details()
    verdict = compare(learners, data.load("iris"), scheme="2x5", seed=1, alternative="less")
    assert "one-sided (is nb better than guess?)" in verdict.details()


def test_p_is_never_rounded_across_the_level():
    learners = {"nb": GaussianNB(), "nn": KNeighborsClassifier(1)}
    verdict = compare(learners, data.load("wine"), scheme="2x5", seed=1)
    p = verdict.comparisons[0].pvalue
    for alpha in (p * (1 - 1e-5), p * (1 + 1e-5)):
        text = judge(verdict.runs, alpha=alpha).details()
        shown = float(re.search(r"p = ([0-9.e-]+)\)", text)[1])
        assert (shown <= alpha) == (p <= alpha)


def test_zero_has_no_sign():
    X = np.linspace(0, 1, 40).reshape(-1, 1)
    learners = {"line": LinearRegression(), "line too": LinearRegression(copy_X=False)}
    assert "-0.0" not in compare(learners, X, X[:, 0], scheme="5", seed=1).details()


def test_a_verdict_is_short_at_the_prompt():
    verdict = compare({"nb": GaussianNB(), "guess": DummyClassifier()}, data.load("iris"), scheme="2x5", seed=1)
    assert repr(verdict) == "<Verdict by corrected_repeated_kfold_t: nb vs guess on iris: a>"


def test_the_frame_keeps_none_for_no_winner():
    verdict = compare({"a": GaussianNB(), "b": GaussianNB()}, data.load("iris"), scheme="2x5", seed=1)
    assert verdict.frame()["winner"].tolist() == [None]


def test_the_html_table_is_escaped():
    learners = {"<b>": GaussianNB(), "&": DummyClassifier()}
    html = compare(learners, data.load("iris"), scheme="2x5", seed=1)._repr_html_()
    assert "&lt;b&gt;" in html
    assert "<b>" not in html


def test_few_datasets_cannot_reject_and_the_verdict_says_so():
    """Five datasets, all won: two-sided p = 2/32, one-sided 1/32."""
    rows = [(f"d{i}", name, fold, 0.8 + 0.01 * (name == "a")) for i in range(5) for name in "ab" for fold in (0, 1)]
    table = pd.DataFrame(rows, columns=["dataset", "learner", "fold", "accuracy"])
    two_sided = judge(table, test="wilcoxon")
    assert two_sided.comparisons[0].pvalue == 0.0625
    assert "no outcome could be significant at this level" in two_sided.details()
    one_sided = judge(table, test="wilcoxon", alternative="greater")
    assert one_sided.comparisons[0].decision == "a"
    assert "few_datasets" not in {caveat.code for caveat in one_sided.comparisons[0].caveats}


def test_percent_says_what_a_rope_is():
    rows = [("a", 0, 75.0), ("a", 1, 79.0), ("b", 0, 71.0), ("b", 1, 76.0)]
    verdict = judge(pd.DataFrame(rows, columns=["learner", "fold", "percent_correct"]), rope=0.01)
    assert "one percentage point is 0.01, also in a rope" in verdict.details()


def test_results_are_judged_in_the_order_asked_for():
    rows = [
        (name, fold, 0.8 + 0.05 * (name == "b") + 0.001 * fold * (name == "b")) for name in "ab" for fold in range(5)
    ]
    table = pd.DataFrame(rows, columns=["learner", "fold", "accuracy"])
    assert judge(table, alternative="greater").comparisons[0].decision == "none"
    assert judge(table, alternative="greater", learners=["b", "a"]).comparisons[0].winner == "b"


@pytest.mark.parametrize(("p", "alpha"), [(1.04e-5, 1e-5), (5.04e-8, 5e-8), (0.0501, 0.05), (9.999e-5, 1e-4)])
def test_a_p_value_is_shown_on_its_own_side_of_the_level(p, alpha):
    shown = float(probability_words(p, alpha).removeprefix("p = "))
    assert (shown <= alpha) == (p <= alpha)


def test_scores_without_predictions_cannot_be_counted_and_the_message_says_so():
    rows = [(name, fold, 0.8 + 0.01 * fold) for name in "ab" for fold in range(5)]
    table = pd.DataFrame(rows, columns=["learner", "fold", "accuracy"])
    with pytest.raises(
        SchemeMismatchError, match=r"binomial needs .*this is KFold\(5\) \(scores without predictions\)"
    ):
        judge(table, test="binomial")
