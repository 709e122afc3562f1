"""Populations of datasets: their laws against known moments, exact nulls, folds behind the means, refusals."""

import math
import pickle

import numpy as np
import pytest
from scipy.stats import gamma, kstest

from foldwise.lab import type_one_error
from foldwise.lab.sources import DatasetPopulation
from foldwise.stats import corrected_repeated_kfold_t

# A log-normal factor of the noise, whose logarithm has standard deviation .5, has a mean square of exp(.5).
MEAN_SQUARE = math.exp(0.5)


def drawn(population, n_tables=200, seed=1):
    return population.draw(range(n_tables), seed)


def true_differences(population, n_tables=2000):
    truth = drawn(population, n_tables).truth
    return (truth[..., 0] - truth[..., -1]).ravel()


@pytest.mark.parametrize("law", ["normal", "heavy", "skewed"])
def test_true_differences_have_the_spread_that_was_asked_for(law):
    d = true_differences(DatasetPopulation((0, 0, 0), 20, law=law, center="mean", spread=0.04))
    assert len(d) == 40_000
    # Student's law with three degrees of freedom has no fourth moment: its variance is nearly hopeless to measure.
    assert d.std() == pytest.approx(0.04, rel=0.15 if law == "heavy" else 0.03)
    assert d.mean() == pytest.approx(0, abs=4 * 0.04 / 200)


def test_laws_have_their_quantiles():
    """Quartiles of the difference: .6745 of a normal's spread; of two Students with three degrees, by simulation."""
    normal = true_differences(DatasetPopulation(spread=0.04))
    assert np.quantile(normal, 0.75) == pytest.approx(0.6745 * 0.04, rel=0.03)
    two = np.random.default_rng(0).standard_t(3, size=(400_000, 2)) / math.sqrt(3) / math.sqrt(2)
    heavy = true_differences(DatasetPopulation(spread=0.04, law="heavy")) / 0.04
    for share in (0.75, 0.99):
        assert np.quantile(heavy, share) == pytest.approx(np.quantile(two[:, 0] - two[:, 1], share), rel=0.1)


@pytest.mark.parametrize(("center", "number"), [("median", math.log(2)), ("mean", 1.0), ("pseudo-median", 0.8392)])
def test_skewed_differences_are_centred_where_it_was_said(center, number):
    """Those of the first and the last are spread * (G - c), G exponential; the mean of two G has Gamma's law."""
    population = DatasetPopulation((0.01, 0.0, 0.01), 20, law="skewed", center=center, spread=0.04)
    d = true_differences(population)
    assert d.min() == pytest.approx(-0.04 * number, abs=1e-5)
    assert np.median(d) == pytest.approx(0.04 * (math.log(2) - number), abs=0.0009)
    pairs = d.reshape(-1, 2).mean(axis=1)
    expected = 0.04 * (gamma(2).median() / 2 - number)
    assert np.median(pairs) == pytest.approx(expected, abs=0.0009)
    assert population.pseudo_medians[0, 2] == pytest.approx(expected, abs=1e-5)
    assert population.pseudo_medians[0, 1] == pytest.approx(0.01 + expected / 2, abs=1e-5)


def test_spreads_of_learners_may_differ():
    truth = drawn(DatasetPopulation((0, 0, 0), spread=(0.0, 0.03, 0.06)), 2000).truth
    a, b, c = np.moveaxis(truth, -1, 0)
    # Halves of the squares add up: (0 + .03^2) / 2 and (0 + .06^2) / 2.
    assert (b - a).std() == pytest.approx(0.03 / math.sqrt(2), rel=0.02)
    assert (c - a).std() == pytest.approx(0.06 / math.sqrt(2), rel=0.02)


@pytest.mark.parametrize("correlation", [None, 0.0, 0.4])
def test_scores_on_folds_have_the_noise_and_the_correlation_of_the_model(correlation):
    population = DatasetPopulation(noise=0.08, correlation=correlation, n_repeats=2, n_folds=5)
    rho = 0.2 if correlation is None else correlation
    tables, folds = drawn(population), population.draw_folds(range(200), 1)
    assert folds.shape == (200, 20, 2, 2, 5)
    np.testing.assert_allclose(folds.mean(axis=(-2, -1)), tables.scores, rtol=0, atol=1e-13)
    errors = (folds - tables.truth[..., np.newaxis, np.newaxis]).reshape(200, 20, 2, 10)
    d = errors[..., 0, :] - errors[..., 1, :]
    variance = 0.08**2 * MEAN_SQUARE
    # 4000 datasets; squares of noise vary by a factor of exp(.5) or so.
    assert np.square(d).mean() == pytest.approx(variance, rel=0.12)
    assert d.var(axis=-1, ddof=1).mean() == pytest.approx(variance * (1 - rho), rel=0.12)
    mean_square = np.square(d.mean(axis=-1)).mean()
    assert mean_square == pytest.approx(variance * (rho + (1 - rho) / 10), rel=0.15)


def test_the_corrected_t_test_is_exact_where_learners_are_truly_equal():
    population = DatasetPopulation(spread=0)
    folds = population.draw_folds(range(200), 3)
    p = corrected_repeated_kfold_t(folds[:, :, 0] - folds[:, :, 1], alternative="greater").pvalue
    assert kstest(p.ravel(), "uniform").pvalue > 0.001
    # With more correlation than the test corrects for it is too bold: .05 becomes several times as much.
    folds = DatasetPopulation(spread=0, correlation=0.4).draw_folds(range(200), 3)
    bold = corrected_repeated_kfold_t(folds[:, :, 0] - folds[:, :, 1], alternative="greater").pvalue
    assert (bold <= 0.05).mean() > 0.15


@pytest.mark.parametrize("law", ["normal", "heavy"])
def test_equal_effects_are_an_exact_null(law):
    """Every order of learners is equally probable, and differences are symmetric."""
    scores = drawn(DatasetPopulation((0, 0, 0), law=law), 1000).scores.reshape(-1, 3)
    orders = np.unique(scores.argsort(axis=1), axis=0, return_counts=True)[1]
    assert len(orders) == 6
    # 20,000 datasets, each order with 1/6.
    assert np.abs(orders - 20_000 / 6).max() < 4 * math.sqrt(20_000 * 5 / 36)
    d = scores[:, 0] - scores[:, 1]
    assert kstest(d, -d).pvalue > 0.001


def test_effects_say_who_is_better():
    population = DatasetPopulation((0.02, 0.0, 0.02, -0.01), 5)
    d = true_differences(population, 4000)
    assert d.mean() == pytest.approx(0.03, abs=4 * 0.03 / math.sqrt(20_000))
    low, high = population.true_ranks
    assert (low.tolist(), high.tolist()) == ([1, 3, 1, 4], [2, 3, 2, 4])
    assert population.pseudo_medians[0].tolist() == [0.0, 0.02, 0.0, 0.03]


def test_learners_may_be_equal_or_identical_on_some_datasets():
    population = DatasetPopulation((0.02, 0, 0), equal=0.3, identical=0.2, n_repeats=1)
    tables, folds = drawn(population), population.draw_folds(range(200), 1)
    same_truth = np.ptp(tables.truth, axis=-1) == 0
    same_score = np.ptp(tables.scores, axis=-1) == 0
    # 4000 datasets: identical are .2, equal or identical 1 - .7 * .8 = .44.
    assert same_score.mean() == pytest.approx(0.2, abs=4 * math.sqrt(0.16 / 4000))
    assert same_truth.mean() == pytest.approx(0.44, abs=4 * math.sqrt(0.25 / 4000))
    assert (same_truth[same_score]).all()
    assert (np.ptp(folds, axis=2)[same_score] == 0).all()
    assert (np.ptp(folds, axis=2)[~same_score] > 0).all()
    assert (np.ptp(folds[same_score][:, 0, 0], axis=-1) > 0).all()
    # A mixture of laws has no formula for its pseudo-median, unless it is symmetric about zero.
    assert population.pseudo_medians is None
    assert not DatasetPopulation(equal=0.3).pseudo_medians.any()
    assert DatasetPopulation(equal=0.3, law="skewed").pseudo_medians is None


def test_rounded_scores_tie():
    scores = drawn(DatasetPopulation(step=0.01)).scores
    np.testing.assert_allclose(scores * 100, np.round(scores * 100), rtol=0, atol=1e-9)
    ties = (scores[..., 0] == scores[..., 1]).mean()
    # Near zero the density of differences, of standard deviation about .036, is .4 / .036: about .11 in 0.01.
    assert 0.07 < ties < 0.16
    assert (drawn(DatasetPopulation()).scores != scores).all()


def test_near_copies_share_their_truth_and_most_of_their_error():
    population = DatasetPopulation(n_datasets=8, n_copies=3)
    tables = drawn(population, 2000)
    truth, error = tables.truth, tables.scores - tables.truth
    assert (truth[:, 0] == truth[:, 2]).all()
    assert (truth[:, 2] != truth[:, 3]).all()
    assert (truth[:, 6] == truth[:, 7]).all()
    alike, other = (np.corrcoef(error[:, 0, 0], error[:, place, 0])[0, 1] for place in (1, 3))
    assert alike == pytest.approx(0.9, abs=0.04)
    assert other == pytest.approx(0.0, abs=4 / math.sqrt(2000))
    alone = drawn(DatasetPopulation(n_datasets=8), 2000)
    assert error.std() == pytest.approx((alone.scores - alone.truth).std(), rel=0.05)


def test_cells_are_missing_by_chance():
    population = DatasetPopulation((0, 0, 0), missing=0.1)
    tables, folds = drawn(population), population.draw_folds(range(200), 1)
    assert (~tables.present).mean() == pytest.approx(0.1, abs=4 * math.sqrt(0.09 / 12_000))
    np.testing.assert_array_equal(np.isnan(folds).all(axis=(-2, -1)), ~tables.present)
    np.testing.assert_array_equal(np.isnan(folds).any(axis=(-2, -1)), ~tables.present)
    complete = drawn(DatasetPopulation((0, 0, 0)))
    np.testing.assert_array_equal(tables.scores[tables.present], complete.scores[tables.present])


@pytest.mark.parametrize(
    "population",
    [
        DatasetPopulation(),
        DatasetPopulation((0, 0, 0), law="heavy", step=0.01, missing=0.1, identical=0.1),
        DatasetPopulation((0.1, 0), law="skewed", n_copies=2, equal=0.5),
    ],
    ids=lambda population: population.name,
)
def test_tables_are_a_pure_function_of_population_seed_and_number(population):
    whole, part = drawn(population, 200), drawn(pickle.loads(pickle.dumps(population)), 20)
    np.testing.assert_array_equal(whole.scores[:20], part.scores)
    np.testing.assert_array_equal(whole.truth[:20], part.truth)
    np.testing.assert_array_equal(population.draw_folds(range(200), 1)[:20], population.draw_folds(range(20), 1))
    assert (whole.truth != drawn(population, 200, seed=2).truth).any()
    assert (whole.truth != population.draw(range(200, 400), 1).truth).any()
    assert len({table.tobytes() for table in whole.truth}) == 200


def test_names_tell_what_is_not_usual():
    assert DatasetPopulation().name == "2 learners, 20 datasets"
    unusual = DatasetPopulation(
        [0.02, 0], 10, "skewed", spread=[0.01, 0.02], equal=0.3, identical=0.1, step=0.01, n_copies=2, missing=0.05,
        correlation=0.3,
    )  # fmt: skip
    assert unusual.name == (
        "2 learners (0.02, 0), 10 datasets, skewed about the median, unequal spreads, 30% with equal learners, "
        "10% with identical scores, rounded to 0.01, near copies by 2, 5% missing, folds correlated 0.3"
    )
    assert DatasetPopulation(name="mine").name == "mine"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"effects": (0,)}, "effects must be of two learners at least, got 1"),
        ({"effects": (0, math.nan)}, "effects must be a finite number, such as 0.02, got nan"),
        ({"n_datasets": 1}, "n_datasets must be at least 2, got 1"),
        ({"law": "cauchy"}, "law must be one of 'normal', 'heavy', 'skewed', got 'cauchy'"),
        ({"spread": (1, 2, 3)}, "spread must be one number, or one for each of 2 learners, got 3"),
        ({"spread": (0.1, -0.1)}, r"spread must not be negative, got -0\.1"),
        ({"missing": 1.0}, "missing must be from 0 to below 1, got 1.0"),
        ({"correlation": -0.1}, "correlation must be from 0 to below 1, got -0.1"),
        ({"noise": -1}, "noise must not be negative, got -1"),
    ],
)
def test_refusals(wrong, words):
    with pytest.raises(ValueError, match=words):
        DatasetPopulation(**wrong)


def test_studies_of_one_dataset_say_where_it_belongs():
    with pytest.raises(
        TypeError, match=r"2 learners, 20 datasets draws tables of many datasets.*Pass it to over_datasets"
    ):
        type_one_error("10x10", DatasetPopulation(), n_trials=2)
