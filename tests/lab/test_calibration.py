"""Distances from uniformity and reference distributions, against scipy."""

import numpy as np
import pytest
from scipy import stats

from foldwise.lab import Calibration, OwnProcedure, calibration, sources

TESTS = {
    "10/kfold_t": "t, 9 df",
    "resampled:30:0.333/resampled_t": "t, 29 df",
    "resampled:30:0.333/corrected_resampled_t": "t, 29 df",
    "3x10": "t, 29 df",
    "5x2/five_by_two_t": "t, 5 df",
    "5x2/five_by_two_f": "F, 10 and 5 df",
    "holdout:0.333/mcnemar": "chi-square, 1 df",
    "holdout:0.333/difference_of_proportions": "normal",
    "holdout:0.333/binomial": "",
}


@pytest.fixture(scope="module")
def nine():
    return calibration(list(TESTS), sources.TwoKinds(0.3), n_trials=200)


@pytest.fixture
def skewed(made_trials):
    p = np.random.default_rng(0).random(500) ** 1.2
    return Calibration(trials=(made_trials({"10": p[:, np.newaxis]}),), alpha=0.05), p


def test_every_test_tells_its_distribution(nine):
    assert dict(zip(*nine.frame()[["procedure", "reference"]].to_numpy().T, strict=True)) == TESTS


def test_kolmogorov_distance(skewed):
    result, p = skewed
    (row,) = result.frame().itertuples()
    both, above = stats.kstest(p, "uniform"), stats.kstest(p, "uniform", alternative="greater")
    assert row.distance == pytest.approx(both.statistic)
    assert row.excess == pytest.approx(above.statistic)
    assert row.pvalue == pytest.approx(both.pvalue, rel=2e-3)
    # Twice a tail is a bound, and here as good as exact.
    assert row.band == pytest.approx(stats.kstwo.ppf(0.95, 500), rel=2e-3)


def test_tails_have_exact_limits(skewed):
    result, p = skewed
    tails = result.tails()
    assert tails["level"].tolist() == [0.01, 0.05, 0.1]
    for row in tails.itertuples():
        count = int((p <= row.level).sum())
        limits = stats.binomtest(count, 500).proportion_ci()
        assert (row.rate, row.low, row.high) == pytest.approx((count / 500, limits.low, limits.high), abs=1e-9)
    assert result.frame()["rate_0.05"].tolist() == [tails["rate"][1]]


def test_points_of_both_plots(nine):
    expected, observed = nine.pvalues("10/kfold_t")
    assert expected[[0, 199]].tolist() == [0.5 / 200, 199.5 / 200]
    assert observed.tolist() == sorted(nine.trials[0].found["10/kfold_t"].pvalue[:, 0])
    quantiles, statistics, reference = nine.statistics("10/kfold_t")
    assert quantiles == pytest.approx(stats.t.ppf(expected, 9))
    assert statistics.tolist() == sorted(nine.trials[0].found["10/kfold_t"].statistic[:, 0])
    assert reference.name == "t, 9 df"
    quantiles, *_ = nine.statistics("5x2/five_by_two_f")
    assert quantiles == pytest.approx(stats.f.ppf(expected, 10, 5))
    quantiles, *_ = nine.statistics("holdout:0.333/mcnemar")
    assert quantiles == pytest.approx(stats.chi2.ppf(expected, 1))


def test_what_is_undefined_rejects_nothing_and_is_counted(made_trials):
    p = np.array([[0.2], [np.nan], [0.6], [0.01]])
    result = Calibration(trials=(made_trials({"10": p}, statistic=[[1.4], [np.inf], [0.5], [np.nan]]),), alpha=0.05)
    assert result.pvalues("10")[1].tolist() == [0.01, 0.2, 0.6, 1.0]
    assert result.frame()["n_undefined"].tolist() == [1]
    assert [caveat.code for caveat in result.caveats] == ["undefined_counted"]


def test_a_statistic_of_its_own_kind_is_refused(nine):
    with pytest.raises(ValueError, match=r"The statistic of holdout:0\.333/binomial is referred to no distribution"):
        nine.statistics("holdout:0.333/binomial")
    with pytest.raises(ValueError, match=r"procedure must be one of '10/kfold_t', .* got '9'"):
        nine.pvalues("9")
    with pytest.raises(ValueError, match=r"source must be one of 'two kinds, error 0\.3', got 'here'"):
        nine.pvalues("10/kfold_t", "here")


def test_five_by_two_t_is_cautious_in_the_tails():
    """Dietterich's Q-Q plot: quantiles of the statistic lie inside those of t with five degrees of freedom."""
    found = calibration("5x2/five_by_two_t", sources.TwoKinds(0.4), n_trials=2000)
    expected, observed, _ = found.statistics("5x2/five_by_two_t")
    assert np.abs(observed[[20, -21]]).max() < expected[-21]
    (row,) = found.frame().itertuples()
    assert row.critical > 0.05


def test_an_exact_test_that_counts_has_no_excess():
    """P-values in steps are never uniform: only the one-sided distance is about the test."""
    found = calibration("holdout:0.333/binomial", sources.TwoKinds(0.3), n_trials=1000)
    (row,) = found.frame().itertuples()
    assert row.distance > 3 * row.band
    assert row.pvalue < 1e-9
    assert row.excess_pvalue > 0.2
    (caveat,) = found.caveats
    assert caveat.code == "discrete_pvalues"
    assert "holdout:0.333/binomial come in steps" in caveat.message


def test_excess_has_a_one_sided_pvalue(skewed):
    result, p = skewed
    (row,) = result.frame().itertuples()
    assert row.excess_pvalue == pytest.approx(stats.kstest(p, "uniform", alternative="greater", method="exact").pvalue)
    assert result.caveats == ()


def test_without_a_critical_value_there_is_none_in_the_table(made_trials):
    result = Calibration(trials=(made_trials({"10": np.full((100, 1), 0.03)}),), alpha=0.05)
    row = result.frame().iloc[0]
    assert np.isnan(row["critical"])
    assert (row["critical_low"], row["critical_high"]) == (0, 0.03)


def test_a_test_of_ones_own_without_sign_is_drawn_from_zero():
    def size(differences):
        t, p = stats.ttest_1samp(differences.ravel(), 0)
        return abs(t), p

    found = calibration(OwnProcedure("10", size), sources.TwoKinds(0.4), n_trials=100)
    expected, observed, reference = found.statistics("size")
    assert reference.name == "absolute t, 9 df"
    assert expected == pytest.approx(stats.t.ppf((1 + (np.arange(100) + 0.5) / 100) / 2, 9))
    assert observed.min() >= 0


def test_many_middling_pvalues_are_no_false_alarms(made_trials):
    """All between .3 and .7: .3 from uniform, and not one that is small."""
    p = np.linspace(0.3, 0.7, 100)
    (row,) = Calibration(trials=(made_trials({"10": p[:, np.newaxis]}),), alpha=0.05).frame().itertuples()
    assert row.distance == pytest.approx(0.3)
    assert row.excess == 0
    assert row.excess_pvalue == 1
