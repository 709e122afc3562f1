"""What single partitions say: against the functions of `foldwise.stats`, and by hand."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats as scipy_stats

from foldwise import IncompleteRunError, SchemeMismatchError, stats
from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.learners import C45, NaiveBayes
from foldwise.replicability import partition_analysis
from foldwise.runs import Failure

LEARNERS = {"nb": NaiveBayes(), "c45": C45()}

# Three folds, df 2: t = mean * sqrt(3) / sd. Rows: mean 2, sd 1: t = 2 sqrt(3) = 3.464; the same turned around; no
# difference at all; mean 20, sd 1: t = 34.64, the only one past the critical value 4.303.
BY_HAND = 0.01 * np.array([[1.0, 2.0, 3.0], [-1.0, -2.0, -3.0], [0.0, 0.0, 0.0], [19.0, 20.0, 21.0]])


@pytest.fixture(scope="module")
def wine():
    run = evaluate(LEARNERS, load("wine"), scheme="12x10:plain", seed=1, progress=False)
    return run, partition_analysis(run)


def test_by_hand(run_of):
    (row,) = partition_analysis(run_of(BY_HAND)).rows
    root = np.sqrt(12)
    assert row.statistics == pytest.approx([root, -root, 0, 10 * root])
    # With two degrees of freedom F(t) = 1/2 + t / (2 sqrt(2 + t^2)).
    t = np.array([root, -root, 0, 10 * root])
    assert row.figure_values == pytest.approx(0.5 + t / 2 / np.sqrt(2 + t**2))
    assert row.pvalues == pytest.approx(1 - np.abs(t) / np.sqrt(2 + t**2))
    assert (row.n_b, row.n_none, row.n_a, row.n_undefined) == (0, 3, 1, 0)
    assert row.group is stats.PartitionGroup.SIGNIFICANCE_CHANGES
    assert row.averaged_t == pytest.approx(10 * root / 4)
    assert row.averaged_pvalue == pytest.approx(1 - row.averaged_t / np.sqrt(2 + row.averaged_t**2))
    assert row.signed_area == pytest.approx(row.averaged_pvalue / 2)
    # Averaged t = 8.66 is past the critical value, so that three of four partitions say otherwise.
    assert (row.conclusion, row.n_wrong) == ("a", 3)


def test_each_partition_is_the_test_of_its_repeat(wine):
    run, analysis = wine
    scores = run.scores()
    for repeat, (t, p) in enumerate(zip(analysis.rows[0].statistics, analysis.rows[0].pvalues, strict=True)):
        alone = stats.kfold_t(scores[0, repeat] - scores[1, repeat], score_magnitude=1.0)
        assert (t, p) == pytest.approx((alone.statistic, alone.pvalue))


def test_measures_are_those_of_the_room_of_statistics(wine):
    _, analysis = wine
    (row,) = analysis.rows
    averaged = stats.averaged_t(row.statistics, df=9)
    assert (row.averaged_t, row.averaged_pvalue) == (averaged.statistic, averaged.pvalue)
    assert row.standard_error == averaged.standard_error
    enough = stats.enough_partitions(row.statistics, df=9)
    assert (row.enough, row.n_needed) == (enough.decision, enough.n_needed)
    assert row.n_more == max(0, enough.n_needed - 12)
    found = scipy_stats.shapiro(row.statistics)
    assert (row.normality_of_t.statistic, row.normality_of_t.pvalue) == (found.statistic, found.pvalue)
    assert row.normality_of_p.skewness == scipy_stats.skew(row.figure_values)
    assert (analysis.df, analysis.tally.n_conclusions) == (9, 12)


def test_five_repeats_are_a_partition_of_the_5x2_tests():
    run = evaluate(LEARNERS, load("iris"), scheme="15x2:plain", seed=1, progress=False)
    differences = np.subtract(*run.scores()).reshape(3, 5, 2)
    for name in ("five_by_two_t", "five_by_two_plain_t"):
        analysis = partition_analysis(run, test=name)
        expected = getattr(stats, name)(differences, score_magnitude=1.0)
        assert analysis.rows[0].statistics == pytest.approx(expected.statistic)
        assert analysis.df == expected.df


def test_the_tally_over_datasets(run_of):
    """The second run is the first with learners exchanged: its conclusion is b, its counts are turned around."""
    first, second = run_of(BY_HAND), run_of(-BY_HAND, name="turned")
    analysis = partition_analysis([first, second])
    assert [(row.n_b, row.n_none, row.n_a) for row in analysis.rows] == [(0, 3, 1), (1, 3, 0)]
    assert [row.conclusion for row in analysis.rows] == ["a", "b"]
    tally = analysis.tally
    counts = tally.correct_accept, tally.correct_reject, tally.type_one, tally.type_two
    assert counts == (0, 2, 0, 6)
    assert "6 of 8 conclusions from single partitions are wrong (75.0%)" in analysis.details()


def test_three_learners_have_three_pairs(run_of):
    analysis = partition_analysis(run_of(BY_HAND, 2 * BY_HAND))
    assert [(row.a, row.b) for row in analysis.rows] == [("l0", "l1"), ("l0", "l2"), ("l1", "l2")]
    # Twice the differences have the same t; their difference to one another has the opposite sign.
    assert analysis.rows[1].statistics == pytest.approx(analysis.rows[2].statistics)
    assert analysis.rows[0].averaged_t == pytest.approx(-analysis.rows[1].averaged_t)


def test_partitions_without_variance_leave_the_mean_undefined(run_of):
    table = np.array([[0.25, 0.25, 0.25], [0.0, 0.25, 0.5]])
    analysis = partition_analysis(run_of(table))
    (row,) = analysis.rows
    assert (row.conclusion, row.enough, row.n_wrong, row.n_undefined) == ("undetermined", "undetermined", None, 1)
    assert np.isnan([row.averaged_t, row.averaged_pvalue, row.n_needed, row.normality_of_t.pvalue]).all()
    assert analysis.tally is None
    assert {caveat.code for caveat in analysis.caveats} == {"not_calibrated", "zero_variance", "undetermined_counted"}
    assert "The averaged t is undefined" in analysis.details()


def test_equal_learners_are_group_four(run_of):
    analysis = partition_analysis(run_of(np.zeros((3, 4))))
    (row,) = analysis.rows
    assert row.group is stats.PartitionGroup.NO_DIFFERENCE
    assert (row.averaged_t, row.averaged_pvalue, row.conclusion, row.n_wrong) == (0, 1, "none", 0)
    assert row.figure_values.tolist() == [0.5] * 3
    assert "Too few different statistics" in analysis.details()


def test_another_metric_and_level(wine):
    run, analysis = wine
    other = partition_analysis(run, metric="balanced_accuracy", alpha=0.2)
    assert other.metric.name == "balanced_accuracy"
    assert other.rows[0].averaged_t != analysis.rows[0].averaged_t
    strict = partition_analysis(run, alpha=1e-6)
    assert (strict.rows[0].n_a, strict.rows[0].n_b) == (0, 0)


def test_frames(wine):
    _, analysis = wine
    (row,) = analysis.frame().to_dict("records")
    assert row["n_partitions"] == row["n_b"] + row["n_none"] + row["n_a"] == 12
    assert row["group"] == 2
    each = analysis.partition_frame()
    assert each["partition"].tolist() == list(range(12))
    assert each["statistic"].to_numpy() == pytest.approx(analysis.rows[0].statistics)
    assert repr(analysis).startswith("<PartitionAnalysis by kfold_t: 1 comparison, ")


def test_refusals(run_of, wine):
    run, _ = wine
    with pytest.raises(TypeError, match="partition_analysis needs a Run"):
        partition_analysis([3])
    with pytest.raises(ValueError, match="test must be one of 'kfold_t'"):
        partition_analysis(run, test="mcnemar")
    with pytest.raises(SchemeMismatchError, match="five_by_two_t on partitions needs 10 repeats or more"):
        partition_analysis(run, test="five_by_two_t")
    with pytest.raises(SchemeMismatchError, match="kfold_t on partitions needs 2 repeats or more"):
        partition_analysis(run_of(BY_HAND[:1]))
    with pytest.raises(SchemeMismatchError, match=r"as many folds, got \[3, 10\]"):
        partition_analysis([run, run_of(BY_HAND)])
    failure = Failure(learner="nb", repeat=0, fold=0, error="ValueError: no")
    with pytest.raises(IncompleteRunError, match="1 fit failed on wine"):
        partition_analysis(replace(run, failures=(failure,)))
    with pytest.raises(ValueError, match="Two learners are needed"):
        partition_analysis(evaluate({"nb": NaiveBayes()}, load("iris"), scheme="2x3", seed=1, progress=False))
