"""The forecast beside a verdict: its numbers by a slow loop, its boundaries by hand, its truth by simulation."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats as reference

from foldwise.verdicts import NEEDS, judge

pytestmark = pytest.mark.filterwarnings("ignore::foldwise.InadvisableWarning")


def table(differences, others_of=()):
    """Scores of learners a, b (and c, ...) whose differences from a are given, of shape (n_repeats, n_folds)."""
    d = np.asarray(differences, dtype=float)
    scores = {"a": np.full(d.shape, 0.7) + d, "b": np.full(d.shape, 0.7)}
    scores |= {chr(ord("c") + i): np.full(d.shape, 0.7) + np.asarray(each) for i, each in enumerate(others_of)}
    rows = [
        ("toy", name, repeat, fold, value)
        for name, values in scores.items()
        for (repeat, fold), value in np.ndenumerate(values)
    ]
    return pd.DataFrame(rows, columns=["dataset", "learner", "repeat", "fold", "accuracy"])


def judged(differences, others_of=(), **options):
    shape = np.shape(differences)
    options.setdefault("test", "corrected_repeated_kfold_t")
    return judge(table(differences, others_of), scheme=f"{shape[0]}x{shape[1]}", **options)


def corrected_t(d):
    """Bouckaert and Frank's statistic with the factor of ten folds and `n` differences in all, written out."""
    return d.mean() / np.sqrt(d.var(ddof=1))


def slow_error(d, statistic):
    left_out = np.array([statistic(np.delete(d, q, axis=0)) for q in range(len(d))])
    return np.sqrt((len(d) - 1) / len(d) * ((left_out - left_out.mean()) ** 2).sum())


@pytest.fixture
def differences():
    rng = np.random.default_rng(5)
    return (0.02 + 0.03 * rng.normal(size=(10, 10)) + 0.006 * rng.normal(size=(10, 1))).round(4)


def test_agreement_error_and_repeats_by_a_slow_loop(differences):
    row = judged(differences).comparisons[0]
    factor = np.sqrt(1 / 100 + 1 / 9)
    t = corrected_t(differences) / factor
    # The decision changes where the lower limit passes zero, so that it is the error of the limit that counts.
    limit = differences.mean() - reference.t.ppf(0.975, 99) * factor * differences.std(ddof=1)
    error = slow_error(differences, lambda d: corrected_t(d - limit) / factor)
    distance = abs(abs(t) - reference.t.ppf(0.975, 99))
    assert row.statistic == pytest.approx(t)
    assert row.forecast.resampling_error == pytest.approx(error, rel=1e-9)
    assert row.forecast.distance == pytest.approx(distance, rel=1e-9)
    assert row.forecast.agreement == pytest.approx(reference.t.cdf(distance / (np.sqrt(2) * error), 9))
    assert row.forecast.risk == pytest.approx(1 - row.forecast.agreement)
    # Another number of repeats shrinks the error by the root of their ratio: there the agreement is as asked.
    for level, repeats in ((0.95, row.forecast.repeats_for_95), (0.99, row.forecast.repeats_for_99)):
        shrunk = error * np.sqrt(10 / repeats)
        assert reference.t.cdf(distance / (np.sqrt(2) * shrunk), repeats - 1) >= level
        shrunk = error * np.sqrt(10 / (repeats - 1))
        assert reference.t.cdf(distance / (np.sqrt(2) * shrunk), repeats - 2) < level
    assert row.forecast.n_repeats == 10
    assert row.forecast.unknown == ""


def test_one_side_has_one_boundary(differences):
    plus = judged(differences, alternative="greater").comparisons[0]
    minus = judged(-differences, alternative="less").comparisons[0]
    away = judged(differences, alternative="less").comparisons[0]
    assert plus.forecast.distance == pytest.approx(abs(plus.statistic - reference.t.ppf(0.95, 99)))
    assert minus.forecast == plus.forecast
    # On the wrong side the way to the boundary is longer than on two sides.
    assert away.forecast.distance == pytest.approx(away.statistic + reference.t.ppf(0.95, 99))


@pytest.mark.parametrize("adjust", ["none", "bonferroni", "holm"])
def test_the_boundary_is_that_of_the_family(differences, adjust):
    """Three pairs; the third learner is far behind both, so by Holm two pairs step down before the close one."""
    verdict = judged(differences, [np.full(differences.shape, -0.5) + differences / 3], adjust=adjust)
    close = next(row for row in verdict.comparisons if (row.a, row.b) == ("a", "b"))
    level = {"none": 0.05, "bonferroni": 0.05 / 3, "holm": 0.05}[adjust]
    assert close.forecast.distance == pytest.approx(abs(abs(close.statistic) - reference.t.ppf(1 - level / 2, 99)))


def test_within_a_rope_only_its_edge_counts(differences):
    rope = 0.1
    row = judged(differences, rope=rope).comparisons[0]
    assert row.decision == "equivalent"
    factor = np.sqrt(1 / 100 + 1 / 9)
    edge = (rope - abs(row.estimate)) / row.standard_error - reference.t.ppf(0.95, 99)
    assert row.forecast.distance == pytest.approx(edge)
    limit = row.estimate + reference.t.ppf(0.95, 99) * row.standard_error
    error = slow_error(differences, lambda d: (d.mean() - limit) / (factor * d.std(ddof=1)))
    assert row.forecast.resampling_error == pytest.approx(error, rel=1e-9)
    assert np.isnan(row.forecast.breakdown_correlation)


def test_outside_a_rope_the_riskier_boundary_counts(differences):
    plain = judged(differences).comparisons[0]
    half = abs(plain.estimate) + reference.t.ppf(0.95, 99) * plain.standard_error
    just_out = judged(differences, rope=0.999 * half).comparisons[0]
    assert just_out.decision == plain.decision
    assert just_out.forecast.agreement < 0.55 < plain.forecast.agreement
    no_matter = judged(differences, rope=0.0).comparisons[0]
    assert no_matter.forecast.agreement == pytest.approx(plain.forecast.agreement)


@pytest.mark.parametrize("test", [*(name for name, need in NEEDS.items() if need.reads == "partitions")])
def test_other_statistics_by_leaving_out_repeats_of_the_run(test, differences):
    """The error equals that of the same test on runs that really lack a repeat."""
    row = judged(differences, test=test).comparisons[0]
    if test in ("running_twice_the_mean", "twice_the_median"):
        assert "order" in row.forecast.unknown or "median" in row.forecast.unknown
        return
    found = [judged(np.delete(differences, out, axis=0), test=test).comparisons[0] for out in range(10)]
    is_t = test == "averaged_t"
    scores = [each.statistic if is_t else -reference.norm.ppf(each.pvalue / 2) for each in found]
    error = np.sqrt(0.9 * ((np.array(scores) - np.mean(scores)) ** 2).sum())
    assert row.forecast.resampling_error == pytest.approx(error, rel=1e-9)
    at, edge = (
        (abs(row.statistic), reference.t.ppf(0.975, 9))
        if is_t
        else (-reference.norm.ppf(row.pvalue / 2), reference.norm.ppf(0.975))
    )
    assert row.forecast.distance == pytest.approx(abs(at - edge), rel=1e-9)


def test_five_by_two_t_varies_by_its_numerator_and_denominator():
    d = np.array([[0.04, 0.02], [-0.01, 0.03], [0.05, 0.0], [0.02, -0.02], [0.06, 0.01]])
    row = judged(d, test="five_by_two_t").comparisons[0]
    error = np.sqrt(((d - d.mean(axis=1, keepdims=True)) ** 2).sum(axis=1).mean())
    # Beside the numerators the denominator varies: half the relative error of the mean of five variances.
    variances = (d[:, 0] - d[:, 1]) ** 2 / 2
    denominator = 0.04 / error / 2 * variances.std(ddof=1) / np.sqrt(5) / variances.mean()
    assert row.forecast.resampling_error == pytest.approx(np.hypot(np.std(d / error, ddof=1), denominator))
    assert row.forecast.distance == pytest.approx(reference.t.ppf(0.975, 5) - 0.04 / error)
    # Five repeats are what the test is made for; there is no number that would make it better.
    assert np.isnan(row.forecast.repeats_for_99)


def test_five_by_two_f_by_a_slow_loop():
    d = np.array([[0.04, 0.02], [-0.01, 0.03], [0.05, 0.0], [0.02, -0.02], [0.06, 0.01]])
    row = judged(d, test="five_by_two_f").comparisons[0]

    def score(x):
        f = (x**2).mean() / ((x - x.mean(axis=1, keepdims=True)) ** 2).sum(axis=1).mean()
        return -reference.norm.ppf(reference.f.sf(f, 10, 5) / 2)

    assert row.forecast.resampling_error == pytest.approx(slow_error(d, score))
    assert row.forecast.distance == pytest.approx(abs(score(d) - reference.norm.ppf(0.975)))


def test_breakdown_of_a_corrected_test(differences):
    """The t test on 100 differences is significant up to the correlation rho with 1/n + rho/(1 - rho) in its factor."""
    seen = judged(differences).comparisons[0].forecast
    rho = seen.breakdown_correlation
    t = corrected_t(differences) / np.sqrt(1 / 100 + rho / (1 - rho))
    assert t == pytest.approx(reference.t.ppf(0.975, 99))
    assert seen.assumed_correlation == pytest.approx(0.1)
    assert np.isnan(judged(differences, test="averaged_t").comparisons[0].forecast.breakdown_correlation)


def test_scores_that_never_differ_agree_for_certain():
    seen = judged(np.zeros((6, 5))).comparisons[0].forecast
    assert (seen.agreement, seen.resampling_error) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("shape", "reason"),
    [
        ((1, 10), "unknown (one partition); 5 repeats would tell, for 40 more fits of each learner"),
        ((4, 10), "unknown (fewer than 5 repeats); 5 repeats would tell, for 10 more fits of each learner"),
    ],
)
def test_few_repeats_say_what_it_would_cost(shape, reason):
    seen = judged(0.01 + 0.02 * np.random.default_rng(1).normal(size=shape)).comparisons[0].forecast
    assert seen.unknown == reason
    assert not seen.is_known
    assert np.isnan([seen.agreement, seen.risk, seen.resampling_error, seen.distance, seen.repeats_for_95]).all()


def test_an_undefined_p_has_no_forecast():
    d = np.full((6, 5), 0.1)
    assert judged(d).comparisons[0].forecast.unknown == "unknown (p is undefined)"


def test_a_statistic_that_one_repeat_holds_up_has_no_forecast():
    """Without the first repeat nothing varies, and t is infinite."""
    d = np.full((6, 5), 0.1)
    d[0, 0] = 0.2
    seen = judged(d).comparisons[0].forecast
    assert seen.unknown == "unknown (the statistic is undefined where a repeat is left out)"


def test_what_reads_95_percent_already_needs_no_repeats_for_it():
    verdict = judge(Path(__file__).parents[2] / "docs" / "examples" / "folds.csv")
    forecast = verdict.comparisons[0].forecast
    assert 0.945 < forecast.agreement < 0.95
    assert forecast.repeats_for_95 == 11
    assert "in 95% of cases\n" in str(verdict)


def test_over_datasets_there_is_none():
    frames = [table(np.full((2, 2), 0.01 * i)).assign(dataset=f"d{i}") for i in range(1, 8)]
    verdict = judge(pd.concat(frames), test="sign_test")
    assert verdict.comparisons[0].forecast is None
    assert np.isnan(verdict.frame().loc[0, "agreement"])


def test_missing_folds_count_repeat_by_repeat(differences):
    """Two folds failed; the loop leaves out whole repeats of what is left."""
    kept = np.ones(differences.shape, dtype=bool)
    kept[0, 3] = kept[4, 9] = False
    scores = table(differences)
    lost = (scores.learner == "a") & ~kept[scores.repeat, scores.fold]
    row = judge(scores[~lost], scheme="10x10", allow_partial=True).comparisons[0]
    d = differences[kept]
    factor = row.standard_error / d.std(ddof=1)
    limit = d.mean() - reference.t.ppf(0.975, row.df) * row.standard_error
    left = [np.delete(differences, q, axis=0)[np.delete(kept, q, axis=0)] for q in range(10)]
    t = np.array([(each.mean() - limit) / (factor * each.std(ddof=1)) for each in left])
    assert row.forecast.resampling_error == pytest.approx(np.sqrt(0.9 * ((t - t.mean()) ** 2).sum()))


def test_forecasts_are_right_on_average_where_the_model_holds():
    """Mean differences of repeats are normal around the one of all partitions: 240 pairs of executions.

    Given its statistic, an execution forecasts how probably the next one decides the same. Forecasts and agreements are
    compared in two bins; four standard errors of a share over so many pairs are allowed, and .03 for the jackknife.
    """
    rng = np.random.default_rng(8)
    centers = rng.uniform(0.0, 0.02, size=240)

    template = judged(0.02 * rng.normal(size=(10, 10))).runs[0]

    def execution():
        folds = rng.normal(size=(240, 10, 10))
        folds -= folds.mean(axis=2, keepdims=True)
        d = centers[:, np.newaxis, np.newaxis] + 0.02 * folds + 0.004 * rng.normal(size=(240, 10, 1))
        scores = np.stack([0.7 + d, np.full(d.shape, 0.7)], axis=1)
        return [judge(replace(template, fitted_scores=each)).comparisons[0] for each in scores]

    first, second = execution(), execution()
    forecast = np.array([row.forecast.agreement for row in first])
    agrees = np.array([row.decision == other.decision for row, other in zip(first, second, strict=True)])
    for low, high in ((0.5, 0.9), (0.9, 1.001)):
        inside = (forecast >= low) & (forecast < high)
        assert inside.sum() >= 30
        share, expected = agrees[inside].mean(), forecast[inside].mean()
        assert abs(share - expected) <= 4 * np.sqrt(expected * (1 - expected) / inside.sum()) + 0.03
