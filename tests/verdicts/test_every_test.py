"""Every test of the table, end to end on built-in data: `judge` gives what the test gives by hand from the same run."""

import re
import warnings

import numpy as np
import pytest
from scipy.stats import combine_pvalues
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression
from sklearn.metrics import roc_auc_score
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeRegressor

from foldwise import InadvisableWarning, data, splits, stats
from foldwise.evaluation import evaluate
from foldwise.verdicts import NEEDS, card, judge, usable_tests

LEARNERS = {"lda": LinearDiscriminantAnalysis(), "nb": GaussianNB()}
SCHEMES = {
    "repeated": "3x4",
    "single": "6",
    "five_by_two": "5x2",
    "holdout": "holdout:0.3",
    "resampled": "resampled:6:0.25",
    "disjoint": splits.DisjointTraining(3, 0.4),
    "distinct": "distinct:8:0.3",
    "rolling": splits.RollingOrigin(12, 20, step=10),
    "balanced": "balanced:3",
    "nested": "nested:2:4",
    "halves": "split-halves:3:4:0.15",
}


@pytest.fixture(scope="module")
def runs():
    return evaluated(LEARNERS)


@pytest.fixture(scope="module")
def swapped():
    return evaluated(dict(reversed(LEARNERS.items())))


def evaluated(learners):
    wdbc = data.load("wdbc")
    by_name = {name: evaluate(learners, wdbc, scheme=scheme, seed=1) for name, scheme in SCHEMES.items()}
    by_name["auc"] = evaluate(learners, wdbc, scheme="holdout:0.3", metric="roc_auc", seed=1)
    several = [data.load(name) for name in ("wdbc", "iris", "wine")]
    by_name["datasets"] = evaluate(learners, several, scheme="3", seed=1)
    return by_name


def run_for(test, runs):
    """The runs that it is computed by hand from, or the first that feed it."""
    if test in DIRECT:
        return runs[DIRECT[test][0]]
    one_dataset = [run for name, run in runs.items() if name != "datasets"]
    fitting = [run for run in one_dataset if test in usable_tests(run.assignment, run.data.task, run.metric)]
    return fitting[0] if fitting else runs["datasets"]


def row_of(run, test, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InadvisableWarning)
        return judge(run, test=test, **options).comparisons[0]


def words_of(run, test):
    """Return what words say of the test, its statistic and its interval, and who is named first."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InadvisableWarning)
        verdict = judge(run, test=test)
    (statistic,) = re.findall(r"Test: [^.]* \((.*?)\), two-sided", verdict.details())
    return verdict.glance().headline, statistic


def table(run):
    scores = run.scores()
    return scores[0] - scores[1]


def counts(run, repeat=None):
    right = run.correct() & run.tested()
    rows = slice(None) if repeat is None else repeat
    return int((right[0] & ~right[1])[rows].sum()), int((right[1] & ~right[0])[rows].sum())


def ratio(run):
    n_train, n_test = run.sizes()
    return n_test.sum() / n_train.sum()


def losses(run):
    return np.where(run.tested(), run.predictions != run.target.values, np.nan)


def difference_and_folds(run):
    return np.subtract(*losses(run)[::-1]), run.assignment.folds


def repeat_p(run, side):
    return [stats.kfold_t(row, alternative=side).pvalue for row in table(run)]


def fisher_two_sided(run):
    """SciPy's Fisher on the one-sided p-values of the repeats, doubled for the better side."""
    return min(1, 2 * min(combine_pvalues(repeat_p(run, side)).pvalue for side in ("greater", "less")))


def signed_areas(run):
    return [p if p <= 0.5 else -q for p, q in zip(repeat_p(run, "greater"), repeat_p(run, "less"), strict=True)]


DIRECT = {
    "five_by_two_t": ("five_by_two", lambda run: stats.five_by_two_t(table(run)).pvalue),
    "corrected_repeated_kfold_t": (
        "repeated",
        lambda run: stats.corrected_repeated_kfold_t(table(run), test_train_ratio=ratio(run)).pvalue,
    ),
    "delve_quasi_f": (
        "disjoint",
        lambda run: stats.delve_quasi_f(losses(run)[:, :, run.assignment.folds[0] == 0]).pvalue,
    ),
    "corrected_resampled_t": (
        "resampled",
        lambda run: stats.corrected_resampled_t(table(run)[:, 0], n_train=427, n_test=142).pvalue,
    ),
    "repeated_measures_anova": (
        "distinct",
        lambda run: stats.repeated_measures_anova(run.scores()[..., 0].T).pvalue,
    ),
    "one_way_anova": (
        "distinct",
        # By the order of names, lda has the samples 0, 2, 4 and 6.
        lambda run: stats.one_way_anova(run.scores()[0, ::2, 0], run.scores()[1, 1::2, 0]).pvalue,
    ),
    "cosine_t": ("rolling", lambda run: stats.cosine_t(table(run)[:, 0]).pvalue),
    "hac_t": ("rolling", lambda run: stats.hac_t(table(run)[:, 0]).pvalue),
    "diebold_mariano": ("rolling", lambda run: stats.diebold_mariano(table(run)[:, 0], horizon=2).pvalue),
    "balanced_two_fold_t": ("balanced", lambda run: stats.balanced_two_fold_t(table(run)).pvalue),
    "nested_cv_z": (
        "nested",
        lambda run: stats.nested_cv_z(*(each.reshape(2, 10, 569) for each in difference_and_folds(run))).pvalue,
    ),
    "conservative_z": (
        "halves",
        lambda run: stats.conservative_z(table(run)[:3, 0], table(run)[3:, 0].reshape(4, 2, 3).mean(axis=2)).pvalue,
    ),
    "cross_validation_z": (
        "single",
        lambda run: stats.cross_validation_z(*(each[0] for each in difference_and_folds(run))).pvalue,
    ),
    "binomial": ("holdout", lambda run: stats.binomial(*counts(run)).pvalue),
    "mcnemar": ("single", lambda run: stats.mcnemar(*counts(run)).pvalue),
    "corrected_difference_of_proportions": (
        "holdout",
        lambda run: stats.corrected_difference_of_proportions(*counts(run)).pvalue,
    ),
    "delong": ("auc", lambda run: stats.delong(*responses(run)).pvalue),
    "sign_flip": ("single", lambda run: stats.sign_flip(np.subtract(*losses(run)[::-1, 0]), seed=1).pvalue),
    "five_by_two_f": ("five_by_two", lambda run: stats.five_by_two_f(table(run)).pvalue),
    "twofold_jackknife_t": (
        "five_by_two",
        lambda run: stats.twofold_jackknife_t(np.subtract(*losses(run)[::-1]), run.assignment.folds).pvalue,
    ),
    "averaged_t": (
        "repeated",
        lambda run: stats.averaged_t([stats.kfold_t(row).statistic for row in table(run)], df=3).pvalue,
    ),
    "running_twice_the_mean": (
        "repeated",
        lambda run: min(1, 2 * min(np.cumsum(repeat_p(run, "two-sided")) / np.arange(1, 4))),
    ),
    "twice_the_mean": ("repeated", lambda run: min(1, 2 * np.mean(repeat_p(run, "two-sided")))),
    "twice_the_median": (
        "resampled",
        # Rueger's rule for six p-values: 6/3 times the third smallest.
        lambda run: min(1, 2 * sorted(stats.binomial(*counts(run, i)).pvalue for i in range(6))[2]),
    ),
    "wilcoxon": ("datasets", lambda runs: stats.wilcoxon([table(run).mean() for run in runs]).pvalue),
    "sign_test": ("datasets", lambda runs: stats.sign_test([table(run).mean() for run in runs]).pvalue),
    "kfold_t": ("single", lambda run: stats.kfold_t(table(run)[0]).pvalue),
    "resampled_t": ("resampled", lambda run: stats.resampled_t(table(run)[:, 0]).pvalue),
    "uncorrected_repeated_kfold_t": (
        "repeated",
        lambda run: stats.uncorrected_repeated_kfold_t(table(run)).pvalue,
    ),
    "five_by_two_plain_t": ("five_by_two", lambda run: stats.five_by_two_plain_t(table(run)).pvalue),
    "difference_of_proportions": (
        "holdout",
        lambda run: (
            stats.difference_of_proportions(
                *(int(row.sum()) for row in run.correct()), n_examples=int(run.tested()[0].sum())
            ).pvalue
        ),
    ),
    "fisher": ("repeated", fisher_two_sided),
    "wilcoxon_significances": (
        "repeated",
        lambda run: stats.wilcoxon_significances(signed_areas(run)).pvalue,
    ),
}


def responses(run):
    tested = run.assignment.folds[0] == 0
    return run.responses[0, 0, tested], run.responses[1, 0, tested], run.target.values[tested]


every = pytest.mark.parametrize("test", NEEDS)


@every
def test_judge_feeds_the_test_what_it_reads(runs, test):
    row = row_of(run_for(test, runs), test)
    if test in DIRECT:
        which, direct = DIRECT[test]
        assert row.pvalue == pytest.approx(direct(runs[which]), rel=1e-12)
    assert row.adjusted_pvalue == row.pvalue
    assert row.decision == ("none" if row.pvalue > 0.05 else "a" if row.estimate > 0 else "b")


@every
def test_swapping_the_learners_mirrors_every_test(runs, swapped, test):
    """The estimate and the interval change sign, the p-value stays: but the first fold of 5x2cv is the first fold."""
    first, second = (row_of(run_for(test, each), test) for each in (runs, swapped))
    assert second.pvalue == pytest.approx(first.pvalue, rel=1e-9)
    assert second.estimate == pytest.approx(-first.estimate, abs=1e-15)
    assert (second.low, second.high) == pytest.approx((-first.high, -first.low), nan_ok=True)
    assert second.winner == first.winner


@pytest.mark.parametrize("test", NEEDS)
def test_words_are_the_same_in_whichever_order_the_learners_came(runs, swapped, test):
    """The statistic has the sign of the pair as it is named: the learner that is ahead comes first."""
    assert words_of(run_for(test, runs), test) == words_of(run_for(test, swapped), test)
    assert NEEDS[test].swapped != "unknown"


def test_of_a_test_of_ones_own_words_say_for_which_order_the_statistic_is(runs, swapped):
    """Nobody knows whether it has a sign. Of one that is computed in the order named, there is nothing to say."""

    def total(differences):
        return float(differences.sum()), 0.5

    sums = [float(table(each["repeated"]).sum()) for each in (runs, swapped)]
    texts = [words_of(each["repeated"], total)[1] for each in (runs, swapped)]
    ahead = sums.index(max(sums))
    first, second = list(LEARNERS)[:: 1 if ahead == 0 else -1]
    assert texts[ahead] == f"statistic = {max(sums):.4g}"
    assert texts[1 - ahead] == f"statistic = {min(sums):.4g} for {second} - {first}"


@every
def test_every_test_has_its_methods_their_papers_and_a_checklist(runs, test):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InadvisableWarning)
        verdict = judge(run_for(test, runs), test=test)
    methods, bibtex, checklist = verdict.methods(), verdict.bibtex(), verdict.checklist()
    assert NEEDS[test].label in methods
    assert f"{NEEDS[test].differs}. There was one comparison" in methods
    brackets = [each for part in re.findall(r"\(([^()]*, \d{4})\)", methods) for each in part.split("; ")]
    keys = re.findall(r"^@\w+\{(\w+),$", bibtex, flags=re.MULTILINE)
    assert keys[-1] == "foldwise"
    surnames = [re.split(r" and | et al\.|, ", each)[0].lower().replace("-", "") for each in brackets]
    assert sorted(keys[:-1]) == sorted(f"{name}{each[-4:]}" for name, each in zip(surnames, brackets, strict=True))
    # Nothing is lost on the way from the docstring, whose references the card shows.
    words = {word for paper in card(test).references for word in re.findall(r"\w+", paper)}
    assert words <= set(re.findall(r"\w+", bibtex))
    assert words
    labels = [line.partition(":")[0] for line in checklist.splitlines()]
    assert labels == ["Significance", "What varies", "Test", "Intervals", "Assumptions", "Limits"]
    assert NEEDS[test].assumes in checklist
    assert "nan" not in f"{methods}{checklist}".lower()


@every
def test_every_verdict_has_its_words_and_its_numbers(runs, test):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InadvisableWarning)
        text = judge(run_for(test, runs), test=test).details()
    assert NEEDS[test].label in text
    assert "Of the four sources of variation covered: " in text
    assert "nan" not in text.lower()
    assert "Family: this one comparison" in text


@pytest.mark.parametrize("test", [name for name, need in NEEDS.items() if not need.advisable])
def test_inadvisable_tests_warn_when_asked_for_by_name(runs, test):
    with pytest.warns(InadvisableWarning, match=f"{test} .*use "):
        judge(run_for(test, runs), test=test)


def test_nothing_inadvisable_is_ever_the_default(runs):
    for name, run in runs.items():
        verdict = judge(run)
        assert NEEDS[verdict.test].advisable, name


def test_the_advised_test_of_each_design(runs):
    assert {name: judge(run).test for name, run in runs.items()} == {
        "repeated": "corrected_repeated_kfold_t",
        "single": "corrected_repeated_kfold_t",
        "five_by_two": "five_by_two_t",
        "holdout": "binomial",
        "resampled": "corrected_resampled_t",
        "disjoint": "delve_quasi_f",
        "distinct": "repeated_measures_anova",
        "rolling": "cosine_t",
        "balanced": "corrected_repeated_kfold_t",
        "nested": "nested_cv_z",
        "halves": "conservative_z",
        "auc": "delong",
        "datasets": "corrected_repeated_kfold_t",
    }


def test_usable_tests_are_those_that_judge(runs):
    run = runs["holdout"]
    usable = usable_tests(run.assignment, run.data.task, run.metric)
    assert usable == [
        "binomial",
        "mcnemar",
        "corrected_difference_of_proportions",
        "sign_flip",
        "difference_of_proportions",
    ]
    assert "wilcoxon" in usable_tests(run.assignment, run.data.task, run.metric, n_datasets=2)


def test_5x2_reports_the_mean_of_ten_and_tests_the_first(runs):
    run = runs["five_by_two"]
    row = row_of(run, "five_by_two_t")
    d = table(run)
    assert row.estimate == pytest.approx(d.mean())
    assert row.statistic == pytest.approx(d[0, 0] / np.sqrt(((d[:, 0] - d[:, 1]) ** 2 / 2).sum() / 5))
    assert (row.low + row.high) / 2 == pytest.approx(d[0, 0])
    assert "first_fold" in {caveat.code for caveat in judge(run).caveats}


def test_delong_judges_the_areas_that_the_metric_shows(runs):
    row = row_of(runs["auc"], "delong")
    a, b, labels = responses(runs["auc"])
    assert row.estimate == pytest.approx(roc_auc_score(labels, a) - roc_auc_score(labels, b), abs=1e-12)
    assert row.score_a == pytest.approx(roc_auc_score(labels, a))


def test_the_quasi_f_estimates_the_difference_in_accuracy(runs):
    row = row_of(runs["disjoint"], "delve_quasi_f")
    assert row.estimate == pytest.approx(table(runs["disjoint"]).mean())
    assert row.low < row.estimate < row.high
    assert isinstance(row.df, tuple)


def test_mean_losses_of_regressions_can_be_flipped():
    X = np.random.default_rng(0).normal(size=(60, 2))
    y = X[:, 0] + np.random.default_rng(1).normal(size=60)
    learners = {"line": LinearRegression(), "tree": DecisionTreeRegressor()}
    run = evaluate(learners, X, y, scheme="holdout:0.5", metric="neg_mean_squared_error", seed=1)
    verdict = judge(run)
    assert verdict.test == "sign_flip"
    tested = run.assignment.folds[0] == 0
    gap = (run.predictions[:, 0, tested] - run.target.values[tested]) ** 2
    assert verdict.comparisons[0].estimate == pytest.approx((gap[1] - gap[0]).mean())
    assert verdict.comparisons[0].winner == "line"


@pytest.mark.parametrize(("which", "test"), [("five_by_two", "five_by_two_f"), ("disjoint", "delve_quasi_f")])
def test_a_ratio_of_variances_has_no_sides(runs, which, test):
    with pytest.raises(ValueError, match="no sides, got alternative='greater'"):
        judge(runs[which], test=test, alternative="greater")


@pytest.mark.parametrize("test", [name for name, need in NEEDS.items() if need.has_sides])
def test_one_sided_p_values_of_both_sides_belong_together(runs, test):
    """The side that the estimate favours has the smaller p, at most the two-sided one."""
    run = run_for(test, runs)
    two, up, down = (row_of(run, test, alternative=side) for side in ("two-sided", "greater", "less"))
    if NEEDS[test].reads == "partitions":
        assert min(up.pvalue, down.pvalue) <= two.pvalue + 1e-12
    else:
        assert min(up.pvalue, down.pvalue) <= two.pvalue <= 1
        assert up.pvalue + down.pvalue >= 1 - 1e-12
    assert (up.pvalue < down.pvalue) == (up.estimate > 0) or run is runs["five_by_two"]
