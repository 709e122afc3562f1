"""Analyses of variance on samples that share nothing: what they read of a run, what they say, what they refuse."""

import numpy as np
import pytest
from scipy.stats import f_oneway, ttest_1samp, ttest_ind, ttest_rel
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from foldwise import SchemeMismatchError, data, stats
from foldwise.evaluation import evaluate
from foldwise.reports import summary, verify
from foldwise.splits import RollingOrigin
from foldwise.verdicts import judge, usable_tests

LEARNERS = {"nn": KNeighborsClassifier(1), "lda": LinearDiscriminantAnalysis(), "nb": GaussianNB()}


@pytest.fixture(scope="module")
def run():
    return evaluate(LEARNERS, data.load("wdbc"), scheme="distinct:12:0.33", seed=1)


def test_pairs_are_the_paired_t_test_over_samples(run):
    nn, lda, _ = run.scores()[..., 0]
    row = judge(run, adjust="none").comparisons[0]
    theirs = ttest_rel(nn, lda)
    assert (row.a, row.b) == ("nn", "lda")
    assert (row.statistic, row.pvalue) == pytest.approx((theirs.statistic**2, theirs.pvalue), rel=1e-10)
    assert row.df == (1, 11)
    assert (row.low, row.high) == pytest.approx(tuple(theirs.confidence_interval()), rel=1e-10)
    assert row.effect_size == pytest.approx((nn - lda).mean() / (nn - lda).std(ddof=1))
    assert row.n_scores == 12


def test_one_way_gives_every_learner_samples_of_its_own(run):
    """By the order of names: lda has samples 0, 3, 6 and 9, nb those after them, nn the rest."""
    scores = dict(zip(LEARNERS, run.scores()[..., 0], strict=True))
    own = {"lda": scores["lda"][0::3], "nb": scores["nb"][1::3], "nn": scores["nn"][2::3]}
    verdict = judge(run, test="one_way_anova", adjust="none")
    for row in verdict.comparisons:
        theirs = ttest_ind(own[row.a], own[row.b])
        assert row.pvalue == pytest.approx(theirs.pvalue, rel=1e-10)
        assert (row.score_a, row.score_b) == pytest.approx((own[row.a].mean(), own[row.b].mean()))
        assert row.estimate == pytest.approx(row.score_a - row.score_b)
        assert row.n_scores == 8
        assert np.isnan(row.pooled_estimate)
    (alike,) = verdict.all_alike
    assert (alike.statistic, alike.pvalue) == pytest.approx(tuple(f_oneway(*own.values())), rel=1e-10)
    assert alike.df == (2, 9)


def test_all_learners_together_in_numbers_words_and_documents(run):
    verdict = judge(run)
    (alike,) = verdict.all_alike
    result = stats.repeated_measures_anova(run.scores()[..., 0].T)
    assert (alike.statistic, alike.pvalue, alike.df) == (result.statistic, result.pvalue, result.df)
    assert f"That all 3 learners are alike has p = {alike.pvalue:.2g} (F = {alike.statistic:.4g}" in verdict.details()
    assert "that all are alike has p = " in str(verdict)
    (document,) = summary(verdict)["all_alike"]
    assert (document["test"], document["n_learners"], document["pvalue"]) == (alike.test, 3, alike.pvalue)


def test_delve_says_it_of_all_learners_too_and_other_tests_do_not():
    wdbc = data.load("wdbc")
    shared = evaluate(LEARNERS, wdbc, scheme="disjoint:4:0.4", seed=1)
    losses = np.where(shared.tested(), shared.predictions != shared.target.values, np.nan)
    result = stats.delve_quasi_f(losses[:, :, shared.assignment.folds[0] == 0])
    assert judge(shared).all_alike[0].pvalue == pytest.approx(result.pvalue, rel=1e-12)
    assert judge(evaluate(LEARNERS, wdbc, scheme="5", seed=1)).all_alike == ()
    two = evaluate(dict(list(LEARNERS.items())[:2]), wdbc, scheme="distinct:6:0.3", seed=1)
    assert judge(two).all_alike == ()


def test_who_comes_first_does_not_matter(run):
    other = evaluate(dict(reversed(LEARNERS.items())), data.load("wdbc"), scheme="distinct:12:0.33", seed=1)
    for test in ("one_way_anova", "repeated_measures_anova"):
        one, two = judge(run, test=test), judge(other, test=test)
        assert one.all_alike[0].pvalue == pytest.approx(two.all_alike[0].pvalue, rel=1e-12)
        pvalues = [{frozenset((row.a, row.b)): row.pvalue for row in verdict.comparisons} for verdict in (one, two)]
        assert pvalues[0] == pytest.approx(pvalues[1], rel=1e-12)


def test_what_samples_that_share_nothing_are_good_for(run):
    usable = usable_tests(run.assignment, "classification", run.metric)
    assert usable[:2] == ["repeated_measures_anova", "one_way_anova"]
    # What corrects for examples in common has nothing to correct.
    assert not {"corrected_resampled_t", "resampled_t", "delve_quasi_f"} & set(usable)
    verdict = judge(run)
    status = {source.name: source.status for source in verdict.sources}
    assert (status["test set"], status["training set"]) == ("covered", "covered")
    assert "normal_scores" in {caveat.code for caveat in verdict.caveats}
    assert "irregular_design" not in {caveat.code for caveat in verdict.caveats}


def test_too_few_samples_for_one_each_are_refused():
    run = evaluate(LEARNERS, data.load("wdbc"), scheme="distinct:5:0.33", seed=1)
    with pytest.raises(SchemeMismatchError, match="two at least, and 5 samples do not suffice"):
        judge(run, test="one_way_anova")
    assert judge(run).test == "repeated_measures_anova"
    with pytest.raises(ValueError, match="two-sided"):
        judge(run, alternative="greater")


def test_a_document_is_verified_by_its_store(tmp_path):
    run = evaluate(LEARNERS, data.load("wdbc"), scheme="distinct:6:0.33", seed=1, store=tmp_path / "s.db")
    document = summary(judge(run))
    assert "which examples no two samples share" in str(verify(document))
    assert verify(document, store=tmp_path / "s.db").agrees
    document["all_alike"][0]["pvalue"] = 0.5
    assert "all_alike" in str(verify(document, store=tmp_path / "s.db"))


@pytest.fixture(scope="module")
def of_one():
    return evaluate({"nb": GaussianNB()}, data.load("wdbc"), scheme="distinct:5:0.33", seed=1)


@pytest.mark.parametrize("metric", ["accuracy", "f1_macro"])
def test_one_learner_has_the_interval_of_student(of_one, metric):
    """SciPy's interval for the mean of five independent scores, by a metric that is a mean over examples or not."""
    found = judge(of_one, metric=metric, alpha=0.1)
    (row,) = found.rows
    scores = found.runs[0].scores(metric)[0, :, 0]
    theirs = ttest_1samp(scores, 0).confidence_interval(0.9)
    assert (row.question, row.interval_name, row.n_scores) == (5, "Student", 5)
    assert row.score == pytest.approx(scores.mean(), rel=1e-14)
    assert (row.low, row.high) == pytest.approx((theirs.low, min(theirs.high, 1.0)), rel=1e-10)
    assert "90% interval" in str(found)
    assert "samples share none, so that scores are independent" in str(found)
    assert "over 5 samples; 90% confidence interval" in found.details()
    assert "exact for normal scores" in found.details()
    assert not {caveat.code for caveat in row.caveats} & {"few_training_sets", "one_partition"}
    assert summary(found)["estimates"][0]["question"] == 5


def test_one_learner_without_an_interval_says_why(of_one):
    found = judge(of_one, interval="none")
    assert np.isnan(found.rows[0].low)
    assert "the mean of 5 samples" in str(found)
    assert "none was asked for, or the scores do not vary" in found.details()
    with pytest.raises(SchemeMismatchError, match="'corrected_t' is not for samples without a common example"):
        judge(of_one, interval="corrected_t")


def test_scores_that_do_not_vary_have_no_interval_of_no_width():
    X, y = np.repeat([[0.0], [9.0]], 30, axis=0), np.repeat([0, 1], 30)
    X = X + np.random.default_rng(0).random((60, 1))
    (row,) = judge(evaluate([GaussianNB()], X, y, scheme="distinct:3:0.5", seed=1)).rows
    assert (row.score, row.interval_name) == (1.0, "")
    assert np.isnan(row.low)


def test_periods_without_a_common_row_are_no_samples():
    """Of every 100 rows 80 are used, and none twice: nothing is shared, but what is near in time is alike."""
    two = dict(list(LEARNERS.items())[:2])
    scheme = RollingOrigin(5, 20, step=100, max_train_size=60)
    found = judge(evaluate(two, data.load("wdbc"), scheme=scheme, seed=1))
    assert found.test == "cosine_t"
    assert np.isnan(judge(evaluate({"nb": GaussianNB()}, data.load("wdbc"), scheme=scheme, seed=1)).rows[0].low)
