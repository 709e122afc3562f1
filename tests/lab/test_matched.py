"""Matched sources: error rates as aimed at, at every training size, also on training sets that were not tuned on."""

import os
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest
from joblib import parallel_config
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier

from foldwise import FoldwiseError
from foldwise.data import load
from foldwise.lab import (
    BadMetric,
    LearningCurves,
    NoisyAnswers,
    kept_trials,
    learning_curves,
    matched,
    power_sources,
    run_trials,
    training_sizes,
    type_one_error,
)
from foldwise.lab.sources import DataSource, Plane, SubSamples, TwoKinds
from foldwise.learners import C45, NearestNeighbor
from foldwise.verdicts import Settled


class Knows(ClassifierMixin, BaseEstimator):
    """Predicts the class, which is the first column, but errs on the share of the second column below `error`.

    The error rate is then exactly known: `error`, plus `more` below 50 training examples.
    """

    def __init__(self, error, more=0.0):
        self.error, self.more = error, more

    def fit(self, X, y):
        self.classes_ = np.array([0, 1])
        self.error_ = self.error + self.more * (len(y) < 50)
        return self

    def predict(self, X):
        return np.where(X[:, 1] < self.error_, 1 - X[:, 0], X[:, 0]).astype(int)


@dataclass(frozen=True, slots=True)
class Coins(DataSource):
    """Examples whose class is known, and whose second column is uniform."""

    learners: tuple[Any, Any] = field()
    n_examples: int = 100

    def __post_init__(self):
        object.__setattr__(self, "name", "coins")

    @property
    def difference(self):
        return None

    def draw(self, rng):
        y = rng.integers(0, 2, self.n_examples)
        return np.column_stack([y, rng.random(self.n_examples)]), y


@pytest.fixture(scope="module")
def plane():
    return matched(Plane(), BadMetric, sizes=[150, 200], n_sets=40, n_points=400)


def test_error_rates_agree_at_all_sizes(plane):
    frame = plane.curves.frame()
    assert frame["n_train"].tolist() == [150, 200, 300]
    assert frame["gap"].abs().max() <= 0.0005
    assert (frame["error_damaged"] - frame["error_a"]).abs().max() <= 0.0005
    # Three standard errors around what 200 other training sets gave (see Plane): 10.7 and 7.3%.
    assert frame["error_a"].iloc[-1] == pytest.approx(0.107, abs=0.011)
    assert frame["error_b"].iloc[-1] == pytest.approx(0.073, abs=0.008)
    assert plane.difference == 0.0
    assert isinstance(plane.learners[0], C45)
    assert plane.learners[1].level == dict(zip([150, 200, 300], frame["level"], strict=True))


def test_they_agree_on_other_training_sets_too(plane):
    other = learning_curves(plane, sizes=[150, 200], n_sets=80, n_points=400, seed=77)
    gap = other.errors[1] - other.errors[0]
    error = np.hypot(gap.std(axis=1, ddof=1) / np.sqrt(80), plane.curves.frame()["gap_standard_error"])
    assert (np.abs(gap.mean(axis=1)) < 4 * error).all()
    assert error.max() < 0.006
    assert abs(other.difference) < 4 * other.standard_error + 0.012


def test_a_matched_source_is_the_null_of_its_trials(plane):
    found = run_trials(["5x2/five_by_two_t", "holdout:0.3333/mcnemar"], plane, n_trials=60)
    estimates = found.found["5x2/five_by_two_t"].estimate[:, 0]
    # Accuracies of 150 training examples agree: a mean of zero, up to four standard errors over trials and the match.
    error = np.hypot(estimates.std(ddof=1) / np.sqrt(60), plane.curves.frame()["gap_standard_error"].iloc[0])
    assert abs(estimates.mean()) < 4 * error
    # Without damage they are 4.9 points apart (200 training sets: 15.3 and 10.4%), which these trials can tell.
    assert error < 0.049 / 4
    assert type_one_error("10/kfold_t", plane, n_trials=2).frame()["source"].tolist() == ["plane, matched"]


def test_the_same_seed_gives_the_same_levels_on_any_number_of_cores():
    how = {"sizes": [50], "n_sets": 6, "n_points": 200, "seed": 5}
    with parallel_config(backend="threading"):
        one, two = (matched(Plane(n_examples=60), BadMetric, n_jobs=n_jobs, **how) for n_jobs in (1, 2))
    assert one.curves.damaged.levels == two.curves.damaged.levels
    assert (one.curves.errors == two.curves.errors).all()
    other = matched(Plane(n_examples=60), BadMetric, **{**how, "seed": 6})
    assert one.curves.damaged.levels != other.curves.damaged.levels


def test_noise_is_tuned_to_what_arithmetic_says():
    """An error e becomes e + r (1 - 2 e) under noise of rate r with two classes: from .1 to .3 by r = .25."""
    source = Coins((Knows(0.1), Knows(0.3)), n_examples=1000)
    null, half = power_sources(source, NoisyAnswers, fractions=[1, 0.5], sizes=[], n_sets=30)
    assert null.curves.damaged.position == 0
    # 30,000 predictions of each: a standard error below .0027 in each error rate; over .8 for the level.
    assert null.curves.damaged.levels[0] == pytest.approx(0.25, abs=4 * 0.0027 * 1.5 / 0.8)
    assert half.curves.damaged.levels[0] == pytest.approx(0.125, abs=4 * 0.0027 * 1.5 / 0.8)
    assert half.difference == pytest.approx(0.1, abs=4 * 0.0027 * 1.5)
    assert [type(learner) for learner in half.learners] == [NoisyAnswers, Knows]


def test_fractions_lie_between_the_curves():
    made = power_sources(Plane(), BadMetric, fractions=[1, 0.5, 0], sizes=[150], n_sets=20, n_points=400)
    frames = [each.curves.frame() for each in made]
    for frame, fraction in zip(frames, (1, 0.5, 0), strict=True):
        aim = frame["error_b"] + fraction * (frame["error_a"] - frame["error_b"])
        assert (frame["error_damaged"] - aim).abs().max() <= 0.0005
    assert frames[2]["level"].tolist() == [0, 0]
    assert frames[2]["error_damaged"].tolist() == pytest.approx(frames[2]["error_b"].tolist())
    differences = [each.difference for each in made]
    assert differences[0] == 0.0
    # The nearest neighbour is the second learner and the better one: a less b is negative.
    assert differences[1] == pytest.approx(differences[2] / 2, abs=0.0005)
    last = frames[2].iloc[-1]
    assert differences[2] == pytest.approx(last["error_b"] - last["error_a"])
    assert differences[2] < -0.02


def test_no_damage_is_done_to_learners_that_are_equal():
    null = matched(Coins((Knows(0.2), Knows(0.2))), NoisyAnswers, sizes=[40], n_sets=5)
    assert null.curves.damaged.levels == (0.0, 0.0)
    assert null.curves.difference == 0.0


def test_curves_that_cross_are_refused():
    with pytest.raises(FoldwiseError, match=r"cross: Knows \(a\) errs less with 100 .*, and more with 40"):
        matched(Coins((Knows(0.2, 0.3), Knows(0.3))), NoisyAnswers, sizes=[40], n_sets=20)


def test_damage_that_does_not_suffice_is_refused():
    with pytest.raises(FoldwiseError, match=r"cannot bring the error rate to 0\.\d+ with 60 .* Use another kind"):
        matched(Plane((DummyClassifier(), NearestNeighbor()), 60), BadMetric, sizes=[], n_sets=5)


def test_what_cannot_be_matched_is_refused():
    with pytest.raises(TypeError, match="must be a DataSource, whose learners are trained, got TwoKinds"):
        matched(TwoKinds(), NoisyAnswers)
    with pytest.raises(ValueError, match=r"fraction must be from 0 \(no damage\) to 1 \(a null\), got 1.5"):
        matched(Plane(), BadMetric, fraction=1.5)
    with pytest.raises(ValueError, match="sizes must be at most 300, the size of a dataset of plane, got 301"):
        matched(Plane(), BadMetric, sizes=[301])
    with pytest.raises(ValueError, match="tolerance must be above 0"):
        matched(Plane(), BadMetric, tolerance=0)
    with pytest.raises(ValueError, match="n_sets must be at least 2"):
        learning_curves(Plane(), n_sets=1)


def test_curves_tell_the_difference_and_its_error():
    source = Coins((Knows(0.1), Knows(0.3)), n_examples=50)
    curves = learning_curves(source, n_sets=400, sizes=[10])
    # On the same examples one errs whenever the other does, and on .2 more of them.
    assert curves.difference == pytest.approx(0.2, abs=4 * curves.standard_error)
    assert curves.standard_error == pytest.approx(np.sqrt(0.2 * 0.8 / 50 / 400), rel=0.15)
    assert curves.sizes == (10, 50)
    assert curves.n_sets == 400
    assert "coins: error rates of a (Knows (a)) and b (Knows (b)) over 400 training sets\n" in curves.details()
    assert learning_curves(source, n_sets=2).sizes == (25, 33, 45, 50)


def test_at_most_so_many_examples_are_predicted():
    curves = learning_curves(Coins((Knows(0.1), Knows(0.3))), sizes=[], n_sets=50, n_points=4)
    assert set(np.unique(curves.errors * 4)) <= {0, 1, 2, 3, 4}


def test_training_sizes_are_those_of_the_schemes():
    every = ["holdout:0.3333/mcnemar", "10/kfold_t", "5x2/five_by_two_t", "10x10", "resampled:30:0.3333/resampled_t"]
    assert training_sizes(every, 300) == (150, 200, 270, 300)
    assert training_sizes("10", 178) == (160, 178)
    assert training_sizes(Settled(), 300) == (270, 300)
    assert training_sizes(Settled(strict=True), 300) == (150, 300)
    assert training_sizes(Settled(guard=True), 300) == (150, 270, 300)


def test_a_store_tells_matched_sources_apart(plane, tmp_path):
    how = {"n_trials": 1, "store": tmp_path / "lab.db"}
    run_trials("2", plane, **how)
    worse = replace(plane, learners=(plane.learners[0], BadMetric(NearestNeighbor(), 0.5)))
    assert [kept_trials("2", source, **how) for source in (replace(plane), worse)] == [1, 0]
    assert isinstance(plane.curves, LearningCurves)


@pytest.mark.skipif(not os.environ.get("FOLDWISE_DATA"), reason="needs the UCI sets in FOLDWISE_DATA")
def test_c45_is_the_better_one_on_pima():
    null = matched(SubSamples(load("uci:pima-diabetes"), 300), NoisyAnswers, sizes=[], n_sets=50)
    frame = null.curves.frame()
    # 200 other training sets: 27.6% and 31.0%, standard errors .15 and .12.
    assert frame["error_a"].iloc[0] == pytest.approx(0.276, abs=0.015)
    assert frame["error_b"].iloc[0] == pytest.approx(0.310, abs=0.012)
    assert null.curves.damaged.name == "NoisyAnswers(C45)"
    assert null.curves.damaged.levels[0] == pytest.approx(0.075, abs=0.04)
