"""Sources on which real learners are trained: their laws, exact nulls, the user's own function, refusals."""

import math
import pickle
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyClassifier, DummyRegressor

from foldwise import FoldwiseError
from foldwise.lab import run_trials
from foldwise.lab.sources import (
    CoinFlips,
    CrossingCurves,
    Design,
    ExchangeableBlocks,
    Generated,
    MirrorImages,
    Waveform,
    random_network,
    table_five_sources,
)
from foldwise.learners import C45, NaiveBayes, NearestNeighbor
from foldwise.splits import KFold
from foldwise.verdicts import Settled


def noisy_step(rng):
    X = rng.normal(size=(60, 2))
    return X, (X[:, 0] + rng.normal(size=60) > 0).astype(int)


SOURCES = [
    CoinFlips(n_examples=40),
    CrossingCurves(n_examples=40, n_attributes=6),
    ExchangeableBlocks(n_examples=40),
    ExchangeableBlocks(C45(), 40, 6, law="chain", prior=0.4),
    ExchangeableBlocks(n_examples=60, n_classes=4, law="outliers"),
    MirrorImages(n_examples=40, metric="accuracy"),
    Generated(noisy_step, (NaiveBayes(), C45()), 60),
    Waveform(n_examples=60),
    random_network(seed=1, n_examples=40),
    table_five_sources()[1],
]


def drawn(source, n_sets, seed=0):
    return [source.draw(np.random.default_rng([seed, number])) for number in range(n_sets)]


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_a_trial_is_a_pure_function_of_source_seed_and_number(source):
    design = Design(KFold(5), 2)
    first, again = (source.answer(range(2, 4), [design], 7)[0] for _ in range(2))
    later = pickle.loads(pickle.dumps(source)).answer(range(3, 4), [design], 7)[0]
    np.testing.assert_array_equal(first.predicted, again.predicted)
    np.testing.assert_array_equal(first.predicted[1:], later.predicted)
    np.testing.assert_array_equal(first.folds[1:], later.folds)
    assert first.truth.shape == (2, source.n_examples)
    assert (first.folds[0] != first.folds[1]).any()
    assert (source.answer(range(3, 4), [design], 8)[0].folds != later.folds).any()


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_a_dataset_has_the_size_that_the_source_says(source):
    (X, y), (other, _) = drawn(source, 2)
    assert X.shape[0] == y.shape[0] == source.n_examples
    assert not np.array_equal(np.asarray(X), np.asarray(other))


def test_coins_are_fair_and_know_nothing_of_the_attributes():
    tables, labels = map(np.concatenate, zip(*drawn(CoinFlips(n_examples=1000, n_attributes=3), 50), strict=True))
    assert tables.shape == (50_000, 3)
    assert labels.mean() == pytest.approx(0.5, abs=4 * 0.5 / math.sqrt(50_000))
    shifts = tables[labels == 1].mean(axis=0) - tables[labels == 0].mean(axis=0)
    assert abs(shifts).max() < 4.5 * 2 / math.sqrt(50_000)
    assert tables.std(axis=0) == pytest.approx(1, abs=0.02)


def test_coin_flips_are_an_exact_null_for_different_learners():
    """Plain folds: every answer is right with probability 1/2, so the mean difference is zero."""
    source = CoinFlips((LinearDiscriminantAnalysis(), NearestNeighbor()), n_examples=30, n_attributes=2)
    assert source.difference == 0.0
    answers = source.answer(range(100), [Design(KFold(5, stratified=False))], 5)[0]
    rates = answers.right.mean(axis=(-2, -1))[:, :, 0]
    assert rates.mean(axis=0) == pytest.approx(0.5, abs=4 * rates.std(axis=0).max() / 10)


def test_the_majority_is_a_learner_of_coins():
    """Plain folds: it is right with probability 1/2, as everybody is."""
    source = CoinFlips((DummyClassifier(strategy="most_frequent"), LinearDiscriminantAnalysis()), n_examples=60)
    answers = source.answer(range(60), [Design(KFold(10, stratified=False))], 5)[0]
    rates = answers.right.mean(axis=(-2, -1))[:, :, 0]
    assert rates.mean(axis=0) == pytest.approx(0.5, abs=4 * rates.std(axis=0).max() / math.sqrt(60))


def test_blocks_have_the_same_law_given_the_class():
    source = ExchangeableBlocks(n_examples=1000, n_attributes=2, shift=0.5)
    tables, labels = map(np.concatenate, zip(*drawn(source, 40), strict=True))
    assert labels.mean() == pytest.approx(0.5, abs=4 * 0.5 / 200)
    for value, sign in ((1, 1), (0, -1)):
        assert tables[labels == value].mean(axis=0) == pytest.approx(0.5 * sign, abs=4.5 / math.sqrt(20_000) * 1.01)
    within = tables - np.outer(2 * labels - 1, np.full(4, 0.5))
    assert np.cov(within.T) == pytest.approx(np.eye(4), abs=0.03)
    other = ExchangeableBlocks(n_examples=1000, n_attributes=2, shift=0.5, second_shift=0.1)
    X, y = map(np.concatenate, zip(*drawn(other, 40), strict=True))
    assert X[y == 1].mean(axis=0) == pytest.approx([0.5, 0.5, 0.1, 0.1], abs=0.04)
    assert other.difference is None
    assert other.name == "blocks shifted 0.5 and 0.1, NearestNeighbor"


def test_blocks_are_exchangeable_for_any_learner_and_reach_what_is_possible():
    source = ExchangeableBlocks(LinearDiscriminantAnalysis(), n_examples=100, shift=0.5, n_attributes=4)
    answers = source.answer(range(60), [Design(KFold(10))], 3)[0]
    rates = answers.right.mean(axis=(-2, -1))[:, :, 0]
    difference = rates[:, 0] - rates[:, 1]
    assert difference.mean() == pytest.approx(0, abs=4 * difference.std() / math.sqrt(60))
    # The best rule errs where a normal variable exceeds shift * sqrt(4) = 1; 90 examples come within three points.
    assert norm.cdf(1) - 0.03 < rates.mean() < norm.cdf(1)


def test_waveforms_are_those_of_the_data_room():
    X, y = map(np.concatenate, zip(*drawn(Waveform(n_examples=500), 8), strict=True))
    counts = np.unique(y, return_counts=True)[1]
    assert counts == pytest.approx([4000 / 3] * 3, abs=4 * math.sqrt(4000 * 2 / 9))
    # Class 0 mixes the waves around 7 and 15, each half of the time on average: 3 at their tops, and 0 + 1 noise at 1.
    assert X[y == "0"].mean(axis=0)[[6, 14, 0]] == pytest.approx([3, 3, 0], abs=0.25)
    assert Waveform(difference=0.02).difference == 0.02
    assert Waveform().difference is None


def test_a_function_of_ones_own_may_return_tables_and_lists():
    def nominal(rng):
        codes = rng.integers(0, 3, 30)
        return pd.DataFrame({"size": pd.Categorical.from_codes(codes, ["s", "m", "l"])}), ["a", "b"] * 15

    source = Generated(nominal, (NaiveBayes(), C45()), 30, difference=0.0)
    X, y = source.draw(np.random.default_rng(0))
    assert X["size"].cat.categories.tolist() == ["s", "m", "l"]
    assert y.tolist() == ["a", "b"] * 15
    assert source.name == "nominal, NaiveBayes and C45"
    assert source.answer(range(2), [Design(KFold(3))], 1)[0].predicted.shape == (2, 2, 1, 1, 30)
    rows = Generated(lambda rng: ([[0.0], [1.0]] * 10, [0, 1] * 10), (NaiveBayes(), C45()), 20)
    assert rows.draw(np.random.default_rng(0))[0].shape == (20, 1)


PAIR = NaiveBayes(), NearestNeighbor()


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        (lambda: CoinFlips(C45()), TypeError, "learners must be a pair of classifiers.* got C45"),
        (lambda: CoinFlips((C45(), "c45")), TypeError, "got C45, str"),
        (lambda: CoinFlips(n_attributes=0), ValueError, "n_attributes must be at least 1, got 0"),
        (lambda: Waveform((C45(),)), TypeError, "pair of classifiers"),
        (lambda: Waveform(n_examples=5), ValueError, "n_examples must be at least 10, got 5"),
        (lambda: ExchangeableBlocks("1nn"), TypeError, "learner must be a classifier, got str"),
        (lambda: ExchangeableBlocks(DummyRegressor()), TypeError, "must be a classifier, got DummyRegressor"),
        (lambda: ExchangeableBlocks(shift=math.nan), ValueError, "shift must be a number, such as 0.35, got nan"),
        (lambda: ExchangeableBlocks(shift="inf"), ValueError, "shift must be a number, such as 0.35, got 'inf'"),
        (lambda: ExchangeableBlocks(n_classes=4.0), TypeError, "n_classes must be an integer, got 4.0"),
        (lambda: ExchangeableBlocks(shift=None), ValueError, "shift must be a number, such as 0.35, got None"),
        (lambda: Generated(3, PAIR, 30), TypeError, "function must take a random generator .* got int"),
        (lambda: Generated(noisy_step, PAIR, 50).draw(np.random.default_rng(0)), ValueError, r"50 rows .* \(60, 2\)"),
        (lambda: Generated(lambda rng: 1, PAIR, 5).draw(None), ValueError, "must return X and y, got int"),
        (lambda: Generated(lambda rng: ([1] * 5, [0] * 5), PAIR, 5).draw(None), ValueError, r"two dim.* \(5,\)"),
        (
            lambda: Generated(noisy_step, PAIR, 60, difference="zero"),
            TypeError,
            "from -1 to 1.* got 'zero' of type str",
        ),
        (lambda: Generated(noisy_step, PAIR, 60, difference=True), TypeError, "got True of type bool"),
        (
            lambda: Generated(noisy_step, PAIR, 60, difference=5),
            ValueError,
            "difference must be from -1 to 1, got 5. Five",
        ),
        (lambda: Waveform(difference=math.nan), ValueError, "difference must be from -1 to 1, got nan"),
        (lambda: replace(table_five_sources()[0], difference=-2.8), ValueError, "from -1 to 1, got -2.8"),
    ],
)
def test_refusals(wrong, error, words):
    with pytest.raises(error, match=words):
        wrong()


def test_a_source_that_draws_something_else_is_named_once():
    source = Generated(lambda rng: (rng.normal(size=60), np.arange(60) % 2), PAIR, 60, name="flat")
    with pytest.raises(FoldwiseError) as told:
        source.answer(range(1), [Design(KFold(5))], 7)
    assert str(told.value) == (
        "flat, trial 0 of seed 7: the function must return X with two dimensions, rows and attributes, got the shape "
        "(60,). For a single attribute use X.reshape(-1, 1)."
    )


def test_a_function_that_ends_the_program_fails():
    def leaves(rng):
        raise SystemExit(0)

    source = Generated(leaves, (C45(), NaiveBayes()), 60, name="mine")
    for procedure in ("10x10", Settled()):
        with pytest.raises(FoldwiseError, match=r"^mine, trial 0 of seed 1: SystemExit: 0$"):
            run_trials(procedure, source, n_trials=1, seed=1)
