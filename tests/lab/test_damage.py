"""Damage: as much as asked, the same fold by fold as all at once, independent where it should be."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from foldwise.data import Dataset
from foldwise.evaluation import evaluate
from foldwise.lab import BadMetric, Damage, NoisyAnswers
from foldwise.learners import C45, NearestNeighbor
from foldwise.splits import Holdout, RepeatedKFold, as_scheme


@pytest.fixture(scope="module")
def blobs():
    rng = np.random.default_rng(3)
    y = rng.integers(0, 4, 120)
    return rng.normal(size=(120, 3)) + np.outer(y, [1.0, 0.5, 0.2]), np.array(["a", "b", "c", "d"])[y]


def fold_by_fold(learner, X, y, folds):
    """What fitting and predicting every fold by itself answers; '' where an example is not tested."""
    said = np.full(folds.shape, "", dtype=object)
    for repeat, row in enumerate(folds):
        for fold in range(row.max() + 1):
            train, test = (row >= -1) & (row != fold), row == fold
            if test.any():
                said[repeat, test] = clone(learner).fit(X[train], y[train]).predict(X[test])
    return said


LEVELS = {60: 0.7, 80: 0.2, 110: 0.4}


@pytest.mark.parametrize(
    "learner", [NoisyAnswers(C45(), LEVELS), NoisyAnswers(GaussianNB(), 0.5), BadMetric(NearestNeighbor(), LEVELS)]
)
@pytest.mark.parametrize("scheme", ["3x10", "5x2", "holdout:0.3333"])
def test_all_folds_at_once_are_those_fold_by_fold(learner, scheme, blobs):
    X, y = blobs
    folds = as_scheme(scheme).assign(len(y), classes=y, seed=1, dataset="blobs").folds
    together, apart = learner.predict_folds(X, y, folds), fold_by_fold(learner, X, y, folds)
    assert (together[folds >= 0] == apart[folds >= 0]).all()


def test_folds_that_lack_a_class_are_not_given_it(blobs):
    X, y = blobs
    rare = np.where(np.arange(len(y)) < 3, "rare", y)
    folds = np.where(rare == "rare", 0, 1 + np.arange(len(y)) % 3).astype(np.int32)[np.newaxis]
    learner = NoisyAnswers(C45(), 0.9)
    together = learner.predict_folds(X, rare, folds)
    assert (together == fold_by_fold(learner, X, rare, folds)).all()
    # Trained without it, no answer can be "rare", not even a noisy one.
    assert "rare" not in together[folds == 0]
    assert "rare" in together[folds > 0]


def test_left_out_examples_are_not_trained_on(blobs):
    X, y = blobs
    folds = np.array([np.arange(120) % 4 - 2], dtype=np.int32)
    for learner in (NoisyAnswers(C45(), 0.3), BadMetric(NearestNeighbor(), 0.3)):
        together, apart = learner.predict_folds(X, y, folds), fold_by_fold(learner, X, y, folds)
        assert (together[folds >= 0] == apart[folds >= 0]).all()


def test_runs_ask_for_all_folds_at_once(blobs):
    """What a study does: codes of the sorted labels, -1 where nothing is tested."""
    X, y = blobs
    for learner in (NoisyAnswers(C45(), 0.4), BadMetric(NearestNeighbor(), 0.4)):
        run = evaluate([learner], Dataset(X, y), scheme=Holdout(0.25), seed=2, progress=False)
        labels = np.append(np.unique(y), "")[run.predictions[0]]
        assert (labels == fold_by_fold(learner, X, y, run.assignment.folds)).all()


def test_noise_hits_as_often_as_asked_and_all_other_classes_alike():
    X = np.arange(20_000.0)[:, np.newaxis]
    y = (X[:, 0] // 5000).astype(int)
    quiet, noisy = (NoisyAnswers(C45(), level).fit(X, y).predict(X) for level in (0, 0.3))
    assert (quiet == y).all()
    hit = noisy != quiet
    # Four binomial standard errors of .3 in 20,000: .013; of 1/3 in 6000: .024.
    assert hit.mean() == pytest.approx(0.3, abs=0.013)
    shares = np.bincount((noisy - y)[hit] % 4, minlength=4) / hit.sum()
    assert shares == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3], abs=0.024)


def test_what_is_hit_at_a_level_is_hit_at_all_higher_ones(blobs):
    X, y = blobs
    hits = [NoisyAnswers(C45(), level).fit(X, y).predict(X) != C45().fit(X, y).predict(X) for level in (0.1, 0.2, 0.6)]
    assert (hits[0] <= hits[1]).all()
    assert (hits[1] <= hits[2]).all()
    assert hits[0].sum() < hits[1].sum() < hits[2].sum()


def test_noise_is_another_in_every_repeat_fold_and_dataset(blobs):
    X, y = blobs

    def hits(X, random_state=0):
        folds = RepeatedKFold(3, 30).assign(len(y), seed=4, dataset="blobs").folds
        learner = NoisyAnswers(C45(), 0.5, random_state=random_state)
        return learner.predict_folds(X, y, folds) != C45().predict_folds(X, y, folds)

    one = hits(X)
    assert (one == hits(X)).all()
    # Hits that have nothing to do with each other agree half the time; the standard error of 3600 pairs is .008, and
    # for 435 pairs of repeats on the same 120 examples smaller than .004.
    for other in (hits(X, random_state=1), hits(X + 1e-6)):
        assert (one == other).mean() == pytest.approx(0.5, abs=0.033)
    agree = [(one[i] == one[j]).mean() for i in range(30) for j in range(i)]
    assert np.mean(agree) == pytest.approx(0.5, abs=0.016)


def test_noise_is_another_if_only_the_labels_are(blobs):
    X, _ = blobs
    labels = np.random.default_rng(0).integers(0, 2, (2, len(X)))
    hits = [
        NoisyAnswers(C45(), 0.5).fit(X, y).predict(X) != NoisyAnswers(C45(), 0.0).fit(X, y).predict(X) for y in labels
    ]
    # Binomial standard error of one half in 120: .046.
    assert (hits[0] == hits[1]).mean() == pytest.approx(0.5, abs=0.19)


def test_tables_with_nominal_columns_can_be_noisy():
    data = pd.DataFrame({"size": [1.0, 2.0, 3.0, 4.0] * 10, "kind": pd.Categorical(["p", "q"] * 20)})
    y = np.array(["no", "yes"] * 20)
    folds = (np.arange(40) % 5).astype(np.int32)[np.newaxis]
    learner = NoisyAnswers(C45(), 0.5)
    together = learner.predict_folds(data, y, folds)[0]
    for fold in range(5):
        train, test = folds[0] != fold, folds[0] == fold
        assert (together[test] == clone(learner).fit(data[train], y[train]).predict(data[test])).all()
    assert 0.2 < (together != y).mean() < 0.8


def test_with_one_class_there_is_no_other_answer():
    X, y = np.arange(10.0)[:, np.newaxis], np.zeros(10, dtype=int)
    assert (NoisyAnswers(C45(), 1.0).fit(X, y).predict(X) == 0).all()


def test_without_bad_weights_the_metric_is_that_of_nearest_neighbor():
    rng = np.random.default_rng(1)
    # Whole numbers, so that many examples are equally near, and a column that is constant in training.
    X = np.column_stack([rng.integers(0, 4, (300, 4)), np.zeros(300)]).astype(float)
    y = rng.integers(0, 5, 300)
    asked = rng.integers(0, 4, (2000, 5)).astype(float)
    assert (BadMetric(NearestNeighbor()).fit(X, y).predict(asked) == NearestNeighbor().fit(X, y).predict(asked)).all()
    folds = RepeatedKFold(10, 2).assign(300, seed=1, dataset="whole").folds
    assert (
        BadMetric(NearestNeighbor()).predict_folds(X, y, folds) == NearestNeighbor().predict_folds(X, y, folds)
    ).all()


@pytest.mark.parametrize("level", [0.3, 0.9, 1.0])
def test_bad_weights_are_those_of_the_formula(level):
    rng = np.random.default_rng(2)
    X, asked, y = rng.normal(size=(80, 3)) * [1, 5, 20], rng.normal(size=(200, 3)) * [1, 5, 20], rng.integers(0, 3, 80)
    weight = np.array([1.0, (1 - level) ** 0.5, 1 - level])
    scaled = [(table - X.min(axis=0)) / (X.max(axis=0) - X.min(axis=0)) * weight for table in (X, asked)]
    expected = KNeighborsClassifier(1).fit(scaled[0], y).predict(scaled[1])
    assert (BadMetric(NearestNeighbor(), level).fit(X, y).predict(asked) == expected).all()


def test_one_column_has_no_bad_weights():
    X, y = np.array([[0.0], [1.0]]), [0, 1]
    assert BadMetric(NearestNeighbor(), 0.9).fit(X, y).predict([[0.2], [0.8]]).tolist() == [0, 1]


def test_the_level_is_that_of_the_nearest_size():
    learner = NoisyAnswers(C45(), {100: 0.1, 200: 0.2, 300: 0.3})
    assert [learner.level_for(size) for size in (1, 149, 150, 151, 260, 999)] == [0.1, 0.1, 0.1, 0.2, 0.3, 0.3]
    assert NoisyAnswers(C45(), 0.4).level_for(7) == 0.4


@pytest.mark.parametrize("level", [-0.1, 1.1, {10: 2.0}])
def test_levels_outside_zero_and_one_are_refused(level):
    with pytest.raises(ValueError, match=r"level must be from 0 \(no damage\) to 1, got"):
        NoisyAnswers(C45(), level).fit([[0.0], [1.0]], [0, 1])


def test_no_level_at_all_is_refused():
    with pytest.raises(ValueError, match="got no size"):
        NoisyAnswers(C45(), {}).fit([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize("learner", [C45(), NearestNeighbor(n_neighbors=3), NearestNeighbor(widen_ranges=True)])
def test_only_plain_nearest_neighbor_has_a_metric_to_spoil(learner):
    with pytest.raises(TypeError, match=r"BadMetric damages NearestNeighbor\(\) only, got"):
        BadMetric(learner, 0.5).fit([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize("X", [[[0.0], [np.nan]], pd.DataFrame({"kind": ["p", "q"]})])
def test_a_bad_metric_needs_known_numbers(X):
    with pytest.raises(ValueError, match="needs columns of numbers, none of them missing"):
        BadMetric(NearestNeighbor(), 0.5).fit(X, [0, 1])


def test_damage_itself_is_no_learner():
    with pytest.raises(TypeError, match="abstract"):
        Damage(C45())
