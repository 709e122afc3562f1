"""The panel: every applicable test on the same scores, where they differ, and why."""

import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from foldwise import IncompleteRunError, SchemeMismatchError, data
from foldwise.evaluation import evaluate
from foldwise.verdicts import NEEDS, Panel, compare, judge, usable_tests

LEARNERS = {"lda": LinearDiscriminantAnalysis(), "nb": GaussianNB()}


@pytest.fixture(scope="module")
def panel():
    return judge(evaluate(LEARNERS, data.load("wdbc"), scheme="3x5", seed=1), test="all")


def test_a_panel_holds_every_usable_test_the_advised_first(panel):
    run = panel.advised.runs[0]
    assert [verdict.test for verdict in panel.verdicts] == usable_tests(run.assignment, run.data.task, run.metric)
    assert panel.advised.test == "corrected_repeated_kfold_t"
    assert set(panel.not_applicable) | {verdict.test for verdict in panel.verdicts} == set(NEEDS)
    assert panel.not_applicable["five_by_two_t"] == "five times two-fold cross-validation (scheme '5x2')"


def test_each_verdict_of_a_panel_is_the_one_that_judge_gives(panel):
    run = panel.advised.runs[0]
    for verdict in panel.verdicts:
        if NEEDS[verdict.test].advisable:
            assert str(judge(run, test=verdict.test)) == str(verdict)


def test_where_conclusions_differ_the_panel_says_so_and_why(panel):
    """By hand: the uncorrected t rejects (p = .0028), the corrected one does not (p = .12)."""
    decisions = {verdict.test: verdict.comparisons[0].decision for verdict in panel.verdicts}
    assert decisions["uncorrected_repeated_kfold_t"] == "a"
    assert decisions["corrected_repeated_kfold_t"] == "none"
    assert panel.splits_opinion() == [("wdbc", "lda", "nb")]
    text = panel.details()
    assert "Conclusions differ. The advised test, corrected_repeated_kfold_t, widens the variance" in text
    assert "  uncorrected_repeated_kfold_t takes all folds of all repeats for independent" in text
    assert "! uncorrected_repeated_kfold_t" in text
    assert "choosing it afterwards is one more try" in text


def test_agreement_is_said_too():
    panel = judge(evaluate(LEARNERS, data.load("iris"), scheme="holdout:0.5", seed=1), test="all")
    assert panel.splits_opinion() == []
    assert "All tests come to the same conclusion." in panel.details()


def test_the_frame_has_a_row_per_test_and_comparison(panel):
    frame = panel.frame()
    assert list(frame["test"]) == [verdict.test for verdict in panel.verdicts]
    assert frame["pvalue"].tolist() == [verdict.comparisons[0].pvalue for verdict in panel.verdicts]
    assert not frame.loc[frame["test"] == "fisher", "advisable"].item()


def test_compare_makes_a_panel_of_several_pairs_and_datasets():
    learners = {**LEARNERS, "nn": KNeighborsClassifier(1)}
    panel = compare(learners, [data.load("iris"), data.load("wine")], scheme="4", test="all", seed=1)
    assert isinstance(panel, Panel)
    frame = panel.frame()
    assert (frame.groupby("test").size()[["kfold_t", "wilcoxon"]] == [6, 3]).all()
    text = panel.details()
    assert "lda against nn on wine (positive: lda ahead):" in text
    assert "lda against nb on 2 datasets (positive: lda ahead):" in text
    assert "Family: 6 comparisons (3 pairs of learners on 2 datasets), p-values adjusted by Holm's method." in text


def test_a_one_sided_panel_shows_the_tests_that_have_sides():
    run = evaluate(LEARNERS, data.load("iris"), scheme="5x2", seed=1)
    tests = {verdict.test for verdict in judge(run, test="all", alternative="greater").verdicts}
    assert "five_by_two_t" in tests
    assert "five_by_two_f" not in tests
    reasons = judge(run, test="all", alternative="greater").not_applicable
    assert reasons["five_by_two_f"] == "a two-sided question: a ratio of variances has no sides"


def test_a_panel_of_a_partial_run_leaves_out_what_needs_every_fold():
    class Moody(GaussianNB):
        def predict(self, X):
            if float(X.iloc[0, 0]) == SHY:
                raise ValueError("not today")
            return super().predict(X)

    iris = data.load("iris")
    run = evaluate({"lda": LinearDiscriminantAnalysis(), "nb": GaussianNB()}, iris, scheme="2x5", seed=1)
    SHY = float(iris.X.iloc[run.assignment.split(0, 0)[1][0], 0])
    run = evaluate({"lda": LinearDiscriminantAnalysis(), "moody": Moody()}, iris, scheme="2x5", seed=1)
    assert run.failures
    panel = judge(run, test="all", allow_partial=True)
    assert "corrected_repeated_kfold_t" in {verdict.test for verdict in panel.verdicts}
    assert panel.not_applicable["averaged_t"].startswith("averaged_t needs every fold, and ")
    assert "partial_design" in {caveat.code for caveat in panel.caveats}
    with pytest.raises(IncompleteRunError, match="fits failed"):
        judge(run, test="all")


def test_a_panel_says_sides_and_level_and_what_data_and_family_ask_to_beware_of():
    learners = {**LEARNERS, "nn": KNeighborsClassifier(1)}
    panel = judge(evaluate(learners, data.load("iris"), scheme="5", seed=1), test="all", alpha=0.1)
    assert "All tests two-sided, level 0.1." in panel.details()
    assert {"duplicate_rows", "several_comparisons", "panel"} == {caveat.code for caveat in panel.caveats}
    assert "intervals are not" in panel.details()


def test_a_design_without_a_test_has_no_panel():
    run = evaluate([LinearRegression(), KNeighborsRegressor(1)], [[i] for i in range(20)], range(20), scheme="holdout")
    with pytest.raises(SchemeMismatchError, match="One split gives one difference"):
        judge(run, test="all")
