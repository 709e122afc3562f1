"""Several comparisons: how p-values are adjusted, what counts as the family, and how the verdict says it."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression, OrthogonalMatchingPursuitCV
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from foldwise import data, stats
from foldwise.evaluation import evaluate
from foldwise.verdicts import adjust_pvalues, judge

LEARNERS = {"lda": LinearDiscriminantAnalysis(), "nb": GaussianNB(), "nn": KNeighborsClassifier(1)}


@pytest.fixture(scope="module")
def run():
    return evaluate(LEARNERS, data.load("wdbc"), scheme="10", seed=1)


@pytest.mark.parametrize("adjust", ["holm", "bonferroni", "sidak", "hommel", "benjamini_hochberg"])
def test_the_method_asked_for_is_the_one_used(run, adjust):
    rows = judge(run, adjust=adjust).comparisons
    expected = getattr(stats, adjust)([row.pvalue for row in rows])
    assert [row.adjusted_pvalue for row in rows] == pytest.approx(expected)


def test_holm_is_the_default_and_none_adjusts_nothing(run):
    verdict = judge(run)
    assert (verdict.adjust, verdict.family) == ("holm", 3)
    plain = judge(run, adjust="none")
    assert [row.adjusted_pvalue for row in plain.comparisons] == [row.pvalue for row in plain.comparisons]
    assert "not_adjusted" in {caveat.code for caveat in plain.caveats}
    assert "3 comparisons were made and p-values are not adjusted" in plain.details()
    assert "adjusted p" not in plain.details().replace("not adjusted p", "")


def test_tries_enlarge_the_family_by_hand():
    """Holm with p = .01, .02 and three more tries that count as 1: 5 x .01, then 4 x .02."""
    assert adjust_pvalues([0.01, 0.02], "holm", family=5) == pytest.approx([0.05, 0.08])
    assert adjust_pvalues([0.02, 0.01], "bonferroni", family=10) == pytest.approx([0.2, 0.1])
    assert adjust_pvalues([0.01], "sidak", family=3) == pytest.approx([1 - 0.99**3])
    assert np.isnan(adjust_pvalues([np.nan, 0.01], "holm", family=2)[0])


def test_the_verdict_states_its_family(run):
    assert (
        "Family: 3 comparisons (3 pairs of learners on 1 dataset), p-values adjusted by Holm's method."
        in judge(run).details()
    )
    text = judge(run, tries=20, adjust="bonferroni").details()
    assert (
        "Family: 20 comparisons (3 pairs of learners on 1 dataset, and 17 more that were tried), p-values adjusted by "
        "Bonferroni's method." in text
    )
    one = judge(evaluate(dict(list(LEARNERS.items())[:2]), data.load("iris"), scheme="5", seed=1))
    assert one.family == 1
    assert "Family: this one comparison." in one.details()


def test_unequal_numbers_of_pairs_are_counted_as_they_are():
    first, second = (data.load(name) for name in ("iris", "wine"))
    two = dict(list(LEARNERS.items())[:2])
    runs = [evaluate(two, first, scheme="5", seed=1), evaluate(LEARNERS, second, scheme="5", seed=1)]
    assert "Family: 4 comparisons (4 pairs of learners, on 2 datasets in all)" in judge(runs).details()


def test_intervals_are_not_adjusted_for_tries_either(run):
    two = judge(evaluate(dict(list(LEARNERS.items())[:2]), data.load("iris"), scheme="5", seed=1), tries=9)
    assert (
        "9 comparisons were made; p-values are adjusted for that by Holm's method, intervals are not." in two.details()
    )


def test_fewer_tries_than_comparisons_change_nothing(run):
    assert judge(run, tries=2).family == 3


def test_equivalence_is_stricter_in_a_family(run):
    """For m comparisons the interval of 1 - 2 alpha / m must lie within the rope."""
    row = judge(run).comparisons[0]
    d = run.scores()[0] - run.scores()[1]
    low, high = stats.corrected_repeated_kfold_t(d).confidence_interval(1 - 0.1 / 3)
    edge = max(abs(low), abs(high))
    assert judge(run, rope=edge * 0.999).comparisons[0].decision == row.decision
    assert judge(run, rope=edge * 1.001).comparisons[0].decision == "equivalent"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"adjust": "fdr"}, "adjust must be one of"),
        ({"tries": -1}, "tries must be"),
        ({"tries": "many"}, "tries must be"),
        ({"tries": 10**9}, "tries must be at most 1000000, got 1000000000"),
        ({"test": ["binomial", "mcnemar"]}, "test must be one name, got list. For several use test='all'"),
        ({"rope": 1}, r"accuracy lies between 0 and 1: 1 would call everything equivalent.* pass 0\.01"),
        ({"scheme": "10"}, "scheme, columns and learners describe results from elsewhere"),
    ],
)
def test_bad_options_are_refused(run, options, message):
    with pytest.raises((ValueError, TypeError), match=message):
        judge(run, **options)


def test_a_search_that_does_not_tell_its_tries_is_named():
    X = np.random.default_rng(0).normal(size=(60, 4))
    y = X[:, 0] + np.random.default_rng(1).normal(size=60)
    learners = {"pursuit": OrthogonalMatchingPursuitCV(), "line": LinearRegression()}
    verdict = judge(evaluate(learners, X, y, scheme="5", seed=1))
    assert (
        "pursuit (OrthogonalMatchingPursuitCV) searches without telling how many candidates it tried"
        in verdict.details()
    )
    assert verdict.tries == 0
