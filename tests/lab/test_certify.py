"""Certificates: what is measured, what follows from it, what is refused."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression

from foldwise import FoldwiseError
from foldwise.data import Dataset, load
from foldwise.lab import _equally_good, certify, sources
from foldwise.lab._certified_pair import as_independent, drawn_share
from foldwise.learners import C45, NaiveBayes
from foldwise.splits import Holdout
from foldwise.stats import kfold_t, mcnemar
from foldwise.verdicts import Procedure, compare

LEARNERS = {"nb": NaiveBayes(), "c45": C45()}


@pytest.fixture(scope="module")
def certificate():
    return certify(LEARNERS, load("wine"), procedure="10x10", n_trials=59, seed=1)


@pytest.fixture
def quick(monkeypatch):
    """Make learners equal on fewer training sets, where it does not matter how equal they are."""
    monkeypatch.setattr("foldwise.lab._certify._SETS", 10)


@pytest.fixture(scope="module")
def verdict():
    return compare(LEARNERS, load("wine"), scheme="10x10", seed=1)


def test_rate_interval_and_critical_value_are_those_of_the_trials(certificate):
    (pair,) = certificate.pairs
    p = pair.pvalues
    assert pair.n_trials == 59
    assert pair.n_rejections == (p <= 0.05).sum()
    exact = stats.binomtest(pair.n_rejections, 59).proportion_ci(0.95, "exact")
    assert pair.interval == pytest.approx((exact.low, exact.high))
    # Of 59 trials and the verdict itself, 3 are 5 %: the third lowest p-value is too high already.
    assert pair.critical == np.sort(p)[2]
    below, at = np.nextafter(pair.critical, 0), pair.critical
    assert pair.size_adjusted(below * (1 - 1e-9)) == pytest.approx(3 / 60)
    assert pair.size_adjusted(at) == pytest.approx(4 / 60)
    assert pair.critical_statistic == pytest.approx(np.sort(np.abs(pair.statistics))[-3])
    assert stats.t.sf(pair.critical_statistic, 99) * 2 == pytest.approx(pair.critical)


def test_sub_samples_are_a_third_and_corrected_for(certificate):
    (pair,) = certificate.pairs
    assert (certificate.n_examples, certificate.data.n_examples) == (59, 178)
    raw = pair.trials.found["Procedure(RepeatedKFold(10, 10), 'corrected_repeated_kfold_t')"].statistic[:, 0]
    assert pair.statistics == pytest.approx(raw / np.sqrt(1 - 59 / 178))
    assert pair.pvalues == pytest.approx(2 * stats.t.sf(np.abs(pair.statistics), 99))


def test_the_learners_are_equally_good_in_the_trials(certificate):
    (pair,) = certificate.pairs
    assert pair.damaged == "nb"
    assert pair.errors[0] < pair.errors[1]
    # Three classes: a replaced answer that was wrong is right every other time.
    room = 1 - 1.5 * pair.errors[0]
    assert pair.damage == pytest.approx((pair.errors[1] - pair.errors[0]) / room)
    assert abs(pair.gap) < 4 * pair.gap_error
    assert pair.gap_error < 0.01


def test_damage_at_every_size_goes_to_the_learner_that_is_better_there(monkeypatch):
    measured = {20: (0.3, 0.2, 3), 45: (0.1, 0.15, 3)}
    monkeypatch.setattr(_equally_good, "_error_rates", lambda source, names, size, n_sets, seed: measured[size])
    source = sources.SubSamples(load("wine"), 50, (NaiveBayes(), C45()))
    equal = _equally_good.equally_good(source, "ab", [20, 45], n_sets=30, seed=1)
    first, second = (learner.level for learner in equal.learners)
    # Of three classes: an answer that is replaced becomes wrong if it was right, and right every other time else.
    assert first == {20: 0.0, 45: pytest.approx(0.05 / 0.85)}
    assert second == {20: pytest.approx(0.1 / 0.7), 45: 0.0}
    assert equal.damage == (first[45], second[20])
    measured[45] = (0.7, 0.6, 2)
    with pytest.raises(FoldwiseError, match="b cannot be made as bad as a by random errors"):
        _equally_good.equally_good(source, "ab", [45], n_sets=30, seed=1)


@pytest.mark.usefixtures("quick")
def test_a_generator_makes_datasets_of_the_full_size():
    found = certify(LEARNERS, load("iris"), procedure="5x2", null="generator", n_trials=20, seed=1)
    (pair,) = found.pairs
    assert found.n_examples == 150
    raw = next(iter(pair.trials.found.values()))
    assert np.array_equal(pair.pvalues, raw.pvalue[:, 0])
    assert found.caveats[0].code == "certificate_generator"
    assert "fitted to the data" in found.details()


@pytest.mark.usefixtures("quick")
def test_random_learners_give_the_same_numbers_again():
    learners = [DummyClassifier(strategy="uniform"), DummyClassifier(strategy="stratified")]
    data = Dataset(np.arange(120.0).reshape(-1, 1), np.repeat([0, 1], [90, 30]))
    first, again = (certify(learners, data, procedure="5x2", n_trials=20, seed=4) for _ in range(2))
    # One errs in half of the cases, the other in 2 * 3/4 * 1/4 of them; ten training sets with 80 cases each.
    assert first.pairs[0].errors == pytest.approx((0.5, 0.375), abs=0.06)
    pd.testing.assert_frame_equal(first.frame(), again.frame())


@pytest.mark.usefixtures("quick")
def test_settled_is_the_default():
    found = certify(LEARNERS, load("iris"), n_trials=19, seed=1)
    assert found.procedure_name == "Settled()"
    assert found.readjudge(compare(LEARNERS, load("iris"), seed=1)).pairs[0].readjudged is not None


@pytest.mark.usefixtures("quick")
def test_every_pair_has_a_row():
    learners = {**LEARNERS, "coarse": C45(min_leaf=20)}
    found = certify(learners, load("iris"), procedure="5x2", n_trials=20, n_examples=60, seed=1)
    assert found.frame()[["a", "b"]].values.tolist() == [["nb", "c45"], ["nb", "coarse"], ["c45", "coarse"]]
    # With 20 of 30 examples in every leaf no tree tells three classes apart.
    assert [pair.damage > 0.1 for pair in found.pairs] == [False, True, True]
    assert [caveat.code for caveat in found.caveats].count("certificate_much_damage") == 2


def test_a_verdict_is_judged_again(certificate, verdict):
    (pair,) = certificate.readjudge(verdict).pairs
    (row,) = verdict.comparisons
    own = pair.readjudged
    assert own.pvalue == row.pvalue
    assert own.size_adjusted_pvalue == (1 + (pair.pvalues <= row.pvalue).sum()) / 60
    assert own.was_significant == (row.pvalue <= 0.05)
    assert own.is_significant == (own.size_adjusted_pvalue <= 0.05 and own.was_significant)


def test_a_certificate_gives_no_significance(certificate, verdict):
    low = replace(certificate.pairs[0], pvalues=np.full(59, 0.9), statistics=np.zeros(59))
    row = replace(verdict.comparisons[0], pvalue=0.2, adjusted_pvalue=0.2)
    shown = replace(certificate, pairs=(low,)).readjudge(replace(verdict, comparisons=(row,)))
    own = shown.pairs[0].readjudged
    assert own.size_adjusted_pvalue == pytest.approx(1 / 60)
    assert not own.is_significant
    high = replace(low, pvalues=np.full(59, 0.001))
    taken = replace(certificate, pairs=(high,)).readjudge(
        replace(verdict, comparisons=(replace(row, adjusted_pvalue=0.04),))
    )
    assert taken.pairs[0].readjudged.was_significant
    assert not taken.pairs[0].readjudged.is_significant
    assert taken.pairs[0].judgement == "above"
    assert "rejects too often" in taken.details()
    assert "no longer significant" in taken.details()


def test_a_verdict_of_another_procedure_is_refused(certificate, verdict):
    for other in (compare(LEARNERS, load("wine"), seed=1), compare(LEARNERS, load("wine"), scheme="5x2", seed=1)):
        with pytest.raises(ValueError, match="Certify the procedure of the verdict"):
            certificate.readjudge(other)
    swapped = compare({"c45": C45(), "nb": NaiveBayes()}, load("wine"), scheme="10x10", seed=1)
    with pytest.raises(ValueError, match="has no comparison nb vs c45"):
        certificate.readjudge(swapped)
    with pytest.raises(TypeError, match="takes a Verdict"):
        certificate.readjudge(verdict.runs[0])


def test_limits_are_always_told(certificate):
    words, codes = certificate.details(), [caveat.code for caveat in certificate.caveats]
    assert codes[:2] == ["certificate_subsamples", "certificate_damage"]
    for told in ("59 of the 178 examples", "Monte Carlo error only", "random errors", "exact 95% interval"):
        assert told in words


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"null": "bootstrap"}, "null"),
        ({"n_trials": 10}, "n_trials must be .*19"),
        ({"n_examples": 20}, "30 examples or more, got 20 of 178"),
        ({"n_examples": 170}, "must leave 10 of the 178"),
        ({"procedure": Procedure(rope=0.01)}, "rope"),
        ({"procedure": Procedure(alternative="greater")}, "two-sided"),
        ({"alpha": 2}, "alpha"),
        ({"procedure": "5x2/kfold_t"}, "kfold_t"),
    ],
)
def test_what_cannot_be_certified_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        certify(LEARNERS, load("wine"), **given)


def test_regressors_several_datasets_and_single_learners_are_refused():
    with pytest.raises(ValueError, match="accuracy of classifiers"):
        certify([LinearRegression(), LinearRegression()], np.arange(60.0).reshape(-1, 1), np.linspace(0, 1, 60))
    with pytest.raises(ValueError, match="about one dataset, got 2"):
        certify(LEARNERS, [load("iris"), load("wine")])
    with pytest.raises(ValueError, match="two or more learners"):
        certify([C45()], load("iris"))
    with pytest.raises(ValueError, match="Use null='generator'"):
        certify(LEARNERS, Dataset(load("wine").X[:60], load("wine").y[:60]))


def test_sub_samples_of_a_finite_population_need_the_correction():
    # The mean of 100 of 200 numbers: half the variance, so a nominal 5 % test rejects when |t| > 1.98 * sqrt(2).
    rng = np.random.default_rng(0)
    population = rng.normal(size=200)
    population -= population.mean()
    draws = np.array([rng.permutation(population)[:100] for _ in range(2000)])
    result = kfold_t(draws)
    raw = np.mean(result.pvalue <= 0.05)
    _, corrected = as_independent(result.statistic, result.pvalue, 0.5)
    # The normal tail beyond 1.98 * sqrt(2) is .005; four standard errors at .05 are .0195.
    assert raw < 0.015
    assert np.mean(corrected <= 0.05) == pytest.approx(0.05, abs=0.0195)


def test_squares_and_unknown_distributions_are_corrected_in_their_own_way():
    result = mcnemar([10, 3, 8], [2, 9, 7])
    enlarged, p = as_independent(np.asarray(result.statistic), np.asarray(result.pvalue), 0.75)
    assert enlarged == pytest.approx(4 * np.asarray(result.statistic))
    assert p == pytest.approx(stats.chi2.sf(enlarged, 1))
    given = np.array([0.01, 0.3, np.nan])
    same, p = as_independent(np.array([7.0, 3.0, 2.0]), given, 0.75)
    assert same.tolist() == [7.0, 3.0, 2.0]
    assert p[:2] == pytest.approx(2 * stats.norm.sf(2 * stats.norm.isf(given[:2] / 2)))
    assert np.isnan(p[2])


def test_only_examples_behind_the_numerator_count():
    assert drawn_share(Procedure("10x10", "corrected_repeated_kfold_t"), 50, 150) == pytest.approx(1 / 3)
    assert drawn_share(Procedure("5x2", "five_by_two_t"), 50, 150) == pytest.approx(1 / 6)
    assert drawn_share(Procedure(Holdout(0.3), "mcnemar"), 100, 200) == pytest.approx(0.15)
