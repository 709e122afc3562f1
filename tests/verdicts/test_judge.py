"""Numbers of a verdict: from a run by hand, and the decision rules."""

import dataclasses

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import ShuffleSplit, TimeSeriesSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from foldwise import IncompleteRunError, SchemeMismatchError, data, stats
from foldwise.data import Dataset
from foldwise.evaluation import evaluate
from foldwise.verdicts import NEEDS, compare, judge


class Memory(ClassifierMixin, BaseEstimator):
    """Predicts class 1 for the rows whose first attribute is in `ones`: right or wrong as the test wants."""

    def __init__(self, ones=(), fail_on=None):
        self.ones = ones
        self.fail_on = fail_on

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        if self.fail_on is not None and self.fail_on in X[:, 0]:
            raise ValueError("asked for the forbidden row")
        return np.isin(X[:, 0], list(self.ones)).astype(int)


N = 20
X = np.column_stack([np.arange(N), np.zeros(N)]).astype(float)
Y = np.arange(N) % 2
ODD = tuple(range(1, N, 2))
FOLDS = [(np.setdiff1d(np.arange(N), np.arange(i, i + 5)), np.arange(i, i + 5)) for i in range(0, N, 5)]


def run_with(a, b, scheme=FOLDS, **options):
    return evaluate({"a": Memory(a, **options), "b": Memory(b)}, X, Y, scheme=scheme, seed=1)


def test_numbers_by_hand():
    """b misses rows 1, 3, 7, 17: fold errors 2, 1, 0, 1 of 5, differences .4, .2, 0, .2, mean .2, s^2 = .08/3.

    t = .2 / sqrt((1/4 + 1/3) * .08/3) = 1.6035674514745464, df 3; p from SciPy's t.sf is in the stats tests.
    """
    run = run_with(ODD, tuple(i for i in ODD if i not in (1, 3, 7, 17)))
    row = judge(run).comparisons[0]
    assert run.scores()[1, 0].tolist() == [0.6, 0.8, 1.0, 0.8]
    assert row.estimate == pytest.approx(0.2)
    assert row.statistic == pytest.approx(1.6035674514745464)
    assert row.df == 3
    assert (row.score_a, row.score_b) == (1.0, pytest.approx(0.8))
    assert row.effect_size == pytest.approx(0.2 / np.sqrt(0.08 / 3))
    assert row.decision == "none"
    assert (row.n_train, row.n_test, row.n_scores) == ((15, 15), (5, 5), 4)
    assert row.pvalue == row.adjusted_pvalue
    assert row.low < 0 < row.high


def test_counting_tests_read_the_same_run():
    """a right and b wrong on 4 examples, never the reverse: exact p = 2/16; McNemar (4-1)^2/4 = 2.25."""
    run = run_with(ODD, tuple(i for i in ODD if i not in (1, 3, 7, 17)))
    exact = judge(run, test="binomial").comparisons[0]
    assert (exact.pvalue, exact.statistic, exact.estimate) == (0.125, 4, 0.2)
    assert exact.effect_size == 0.5
    chi2 = judge(run, test="mcnemar").comparisons[0]
    assert (chi2.statistic, chi2.df) == (2.25, 1)
    assert "small_sample" in {caveat.code for caveat in chi2.caveats}


@pytest.mark.filterwarnings("ignore::foldwise._core.InadvisableWarning")
@pytest.mark.parametrize("test", ["corrected_repeated_kfold_t", "kfold_t"])
def test_each_test_gets_what_stats_would_get(test):
    run = evaluate([GaussianNB(), KNeighborsClassifier(1)], data.load("wine"), scheme="10", seed=1)
    scores = run.scores()
    n_train, n_test = run.sizes()
    d = scores[0] - scores[1]
    direct = (
        stats.kfold_t(d[0])
        if test == "kfold_t"
        else stats.corrected_repeated_kfold_t(d, test_train_ratio=n_test.sum() / n_train.sum())
    )
    row = judge(run, test=test).comparisons[0]
    assert (row.statistic, row.pvalue) == (
        pytest.approx(direct.statistic, rel=1e-12),
        pytest.approx(direct.pvalue, rel=1e-12),
    )
    assert (row.low, row.high) == pytest.approx(direct.confidence_interval())


def test_resampled_runs_use_their_own_sizes():
    run = evaluate([GaussianNB(), KNeighborsClassifier(1)], data.load("wine"), scheme="resampled:15:0.2", seed=1)
    d = (run.scores()[0] - run.scores()[1])[:, 0]
    direct = stats.corrected_resampled_t(d, n_train=142, n_test=36)
    verdict = judge(run)
    assert verdict.test == "corrected_resampled_t"
    assert verdict.comparisons[0].pvalue == pytest.approx(direct.pvalue, rel=1e-12)


def test_swapping_the_learners_mirrors_the_verdict():
    wine = data.load("wine")
    first = compare({"nb": GaussianNB(), "nn": KNeighborsClassifier(1)}, wine, scheme="2x5", seed=1).comparisons[0]
    second = compare({"nn": KNeighborsClassifier(1), "nb": GaussianNB()}, wine, scheme="2x5", seed=1).comparisons[0]
    assert first.winner == second.winner == "nb"
    assert (first.decision, second.decision) == ("a", "b")
    assert first.estimate == -second.estimate
    assert first.pvalue == second.pvalue
    assert (first.low, first.high) == (-second.high, -second.low)


def test_identical_learners_are_no_news():
    verdict = compare({"a": GaussianNB(), "b": GaussianNB()}, data.load("iris"), scheme="2x5", seed=1)
    row = verdict.comparisons[0]
    assert (row.statistic, row.pvalue, row.decision, row.winner) == (0, 1, "none", None)
    assert "identical_scores" in {caveat.code for caveat in row.caveats}
    assert "No difference between a and b was found on iris" in verdict.details()


def test_constant_differences_are_undetermined():
    """b misses one row of every fold of five: every difference is 0.2."""
    run = run_with(ODD, tuple(i for i in ODD if i not in (1, 5, 11, 15)))
    verdict = judge(run)
    row = verdict.comparisons[0]
    assert np.isnan(row.pvalue)
    assert row.decision == "undetermined"
    assert "zero_variance" in {caveat.code for caveat in row.caveats}
    assert "p is undefined" in verdict.details()
    assert judge(run, test="binomial").comparisons[0].pvalue == 0.125


def test_the_rope_decides_equivalence_at_twice_alpha():
    run = evaluate([GaussianNB(), KNeighborsClassifier(5)], data.load("iris"), scheme="5x5", seed=1)
    row = judge(run).comparisons[0]
    low, high = stats.corrected_repeated_kfold_t(run.scores()[0] - run.scores()[1]).confidence_interval(0.9)
    edge = max(abs(low), abs(high))
    assert row.decision == "none"
    assert judge(run, rope=edge * 1.001).comparisons[0].decision == "equivalent"
    assert judge(run, rope=edge * 0.999).comparisons[0].decision == "none"
    assert "practically equivalent" in judge(run, rope=0.5).details()


def test_learners_that_never_differ_prove_no_equivalence():
    twins = {"a": GaussianNB(), "b": GaussianNB()}
    assert compare(twins, data.load("iris"), scheme="2x5", seed=1, rope=0.1).comparisons[0].decision == "none"
    assert compare(twins, X, Y, scheme="holdout:4", seed=1, rope=0.1).comparisons[0].decision == "none"
    assert compare(twins, data.load("iris"), scheme="holdout", seed=1, rope=0.1).comparisons[0].decision == "equivalent"


def test_significant_but_negligible_is_said():
    run = evaluate([GaussianNB(), DummyClassifier()], data.load("iris"), scheme="2x5", seed=1)
    row = judge(run, rope=0.99).comparisons[0]
    assert row.decision == "equivalent"
    assert "significant_but_negligible" in {caveat.code for caveat in row.caveats}
    assert judge(run, rope=0.01).comparisons[0].decision == "a"


@pytest.mark.parametrize(("alternative", "decision"), [("two-sided", "a"), ("greater", "a"), ("less", "none")])
def test_one_sided_alternatives(alternative, decision):
    run = evaluate([GaussianNB(), DummyClassifier()], data.load("iris"), scheme="2x5", seed=1)
    assert judge(run, alternative=alternative).comparisons[0].decision == decision


def test_p_equal_to_alpha_rejects():
    run = evaluate([GaussianNB(), KNeighborsClassifier(1)], data.load("wine"), scheme="2x5", seed=1)
    p = judge(run).comparisons[0].pvalue
    assert judge(run, alpha=p).comparisons[0].decision == "a"
    assert judge(run, alpha=np.nextafter(p, 0)).comparisons[0].decision == "none"


def test_three_learners_on_two_datasets_are_one_family():
    learners = {"nb": GaussianNB(), "nn": KNeighborsClassifier(1), "guess": DummyClassifier()}
    verdict = compare(learners, [data.load("iris"), data.load("wine")], scheme="2x5", seed=1)
    p = np.array([row.pvalue for row in verdict.comparisons])
    assert len(p) == 6
    assert [row.adjusted_pvalue for row in verdict.comparisons] == pytest.approx(stats.holm(p).tolist())
    assert "several_comparisons" in {caveat.code for caveat in verdict.caveats}
    assert len(verdict.frame()) == 6
    assert len(verdict.runs) == 2


def test_unequal_folds_report_the_pooled_difference_too():
    """Folds of 5 and 15; b misses one row in each: differences 1/5 and 1/15, pooled 2/20."""
    scheme = [(np.arange(5, 20), np.arange(5)), (np.arange(5), np.arange(5, 20))]
    row = judge(run_with(ODD, tuple(i for i in ODD if i not in (1, 7)), scheme)).comparisons[0]
    assert row.estimate == pytest.approx((1 / 5 + 1 / 15) / 2)
    assert row.pooled_estimate == pytest.approx(0.1)


def test_half_a_design_is_refused_unless_asked_for():
    run = run_with(ODD, ODD[2:], fail_on=7)
    with pytest.raises(
        IncompleteRunError, match=r"1 of 8 fits failed on data; the first was a, repeat 0, fold 1"
    ) as caught:
        judge(run)
    assert caught.value.run is run
    assert "asked for the forbidden row" in str(caught.value)
    row = judge(run, allow_partial=True).comparisons[0]
    assert (row.n_scores, row.df) == (3, 2)
    assert "partial_design" in {caveat.code for caveat in row.caveats}
    counted = judge(run, test="binomial", allow_partial=True).comparisons[0]
    assert counted.estimate == pytest.approx(2 / 15)


def test_a_learner_that_never_works_gives_no_verdict():
    broken = evaluate({"a": Memory(fail_on=0.0), "b": Memory()}, X * 0, Y, scheme=FOLDS)
    with pytest.raises(IncompleteRunError, match=r"^No fold is left of a and b on .* Mend what failed first: "):
        judge(broken, allow_partial=True)


def test_undefined_scores_are_named():
    run = run_with(ODD, ODD[2:])

    def odd(y_true, y_pred):
        return np.nan

    with pytest.raises(ValueError, match=r"Metric 'odd' is undefined for a in repeat 0, fold 0 \(8 folds in all\)"):
        judge(run, metric=odd)


@pytest.mark.parametrize(
    ("scheme", "test", "message"),
    [
        (
            "2x5",
            "kfold_t",
            r"kfold_t needs a single k-fold cross-validation; this is RepeatedKFold\(5, 2\) for classif",
        ),
        (
            "2x5",
            "mcnemar",
            r"mcnemar needs accuracy on a run that tests each example once.*Usable here: corrected_rep",
        ),
        ("holdout", "kfold_t", "Usable here: binomial, mcnemar"),
        ("5", "corrected_resampled_t", "needs two or more random splits"),
    ],
)
def test_a_mismatch_names_the_tests_that_would_do(scheme, test, message):
    with pytest.raises(SchemeMismatchError, match=message):
        judge(run_with(ODD, ODD[2:], scheme), test=test)


def test_counting_tests_judge_accuracy_only():
    with pytest.raises(SchemeMismatchError, match=r"mcnemar needs accuracy .*, scored by f1\. Usable here: corrected"):
        judge(run_with(ODD, ODD[2:]), test="mcnemar", metric="f1")


def test_one_split_of_a_regression_cannot_be_judged():
    learners = [LinearRegression(), KNeighborsRegressor(1)]
    with pytest.raises(SchemeMismatchError, match="One split gives one difference: use cross-validation"):
        compare(learners, X, X[:, 0], scheme="holdout", seed=1)


def test_irregular_training_sets_are_a_caveat():
    some_left_out = ShuffleSplit(4, train_size=0.5, test_size=0.2)
    verdict = compare([GaussianNB(), DummyClassifier()], X, Y, scheme=some_left_out, seed=1)
    assert verdict.test == "corrected_resampled_t"
    assert "irregular_design" in {caveat.code for caveat in verdict.caveats}


def test_splits_in_the_order_of_time_are_tested_as_such():
    verdict = compare([GaussianNB(), DummyClassifier()], X, Y, scheme=TimeSeriesSplit(4), seed=1)
    assert verdict.test == "cosine_t"
    codes = {caveat.code for caveat in verdict.caveats}
    assert "serial_correlation" in codes
    assert not codes & {"irregular_design", "approximate"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alpha": 0}, "alpha must be strictly between 0 and 1, got 0"),
        ({"rope": -0.1}, "rope must be a non-negative number in the metric's units, got -0.1"),
        ({"rope": True}, "rope must be a non-negative number"),
        ({"rope": 0.1, "alpha": 0.5}, "With a rope, alpha must be below 0.5, got 0.5"),
        ({"alternative": "bigger"}, "alternative must be one of 'two-sided', 'greater', 'less', got 'bigger'"),
        (
            {"test": "friedman"},
            "friedman is one test of all learners together .* use test='wilcoxon', or call foldwise",
        ),
        ({"test": "kruskal"}, "Unknown test 'kruskal'. There are: .*corrected_repeated_kfold_t"),
        ({"test": "anova"}, "Unknown test 'anova'. There are: .*corrected_repeated_kfold_t"),
    ],
)
def test_bad_options_are_refused_before_anything_is_fitted(options, message):
    class Untouchable(GaussianNB):
        def fit(self, X, y):
            raise AssertionError("fitted")

    with pytest.raises(ValueError, match=message):
        compare([Untouchable(), Untouchable()], X, Y, **options)


def test_judge_wants_runs():
    with pytest.raises(TypeError, match=r"judge needs a Run, or several.* Got a list of int\."):
        judge([1, 2])
    with pytest.raises(ValueError, match=r"A test compares two learners, but there is only GaussianNB\."):
        judge(evaluate([GaussianNB()], X, Y, scheme="3", seed=1), test="kfold_t")


def test_runs_judged_together_must_fit_together():
    run = run_with(ODD, ODD[2:])
    with pytest.raises(ValueError, match="Each dataset may be judged once, but the runs are on 'data', 'data'"):
        judge([run, run])
    runs = [
        evaluate([GaussianNB(), DummyClassifier()], Dataset(X, Y, name), scheme="4", metric=metric, seed=1)
        for name, metric in (("one", "accuracy"), ("two", "f1"))
    ]
    with pytest.raises(ValueError, match="different metrics: name the one"):
        judge(runs)
    assert len(judge(runs, metric="accuracy").comparisons) == 2


def test_needs_name_functions_of_stats():
    assert all(callable(getattr(stats, name)) for name in NEEDS)


def test_a_verdict_cannot_be_changed():
    verdict = compare([GaussianNB(), DummyClassifier()], X, Y, scheme="3", seed=1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        verdict.alpha = 0.5
