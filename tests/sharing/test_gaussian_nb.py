import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.metrics import roc_auc_score
from sklearn.naive_bayes import GaussianNB, MultinomialNB

METHODS = ["predict", "predict_proba"]


@pytest.mark.parametrize("name", ["iris", "wine", "wdbc", "balance", "digits"])
@pytest.mark.parametrize("method", METHODS)
def test_real_tables(name, method, builtin, deal, compare):
    X, y = builtin[name]
    assert compare(GaussianNB(), X, y, deal(0, len(y)), n_classes=y.max() + 1, method=method) < 0.01


@given(
    seed=st.integers(0, 2**32 - 1),
    smoothing=st.sampled_from([1e-9, 0.0, 0.1]),
    method=st.sampled_from(METHODS),
    with_priors=st.booleans(),
)
@settings(max_examples=40, deadline=None)
def test_hostile_tables(seed, smoothing, method, with_priors, hostile_table, compare):
    X, y, folds, k = hostile_table(seed)
    priors = np.arange(1, k + 1) / (k * (k + 1) / 2) if with_priors else None
    estimator = GaussianNB(var_smoothing=smoothing, priors=priors)
    assert compare(estimator, X, y, folds, n_classes=k, method=method) is not None


def test_by_hand(share, Examples):
    """Class 0 is -1, 1 and class 1 is 9, 11: unit variances, floors of 1e-9 * 26; 4.9 is nearer to the first."""
    X = np.array([[-1.0], [1.0], [9.0], [11.0], [4.9], [5.1]])
    shared = share(GaussianNB(), Examples(X=X, y=np.array([0, 0, 1, 1, 1, 0]), n_classes=2))
    folds = np.array([[-1, -1, -1, -1, 0, 0]], dtype=np.int32)
    answers = shared.answers(folds, "predict")
    np.testing.assert_array_equal(answers.values[0, 4:], [0, 1])
    assert not answers.unsure.any()
    # Squared distances 4.9**2 and 5.1**2 differ by 2: the log of the odds is 1 (and 26e-9 of it less).
    chances = shared.answers(folds, "predict_proba").values[0, 4]
    assert np.log(chances[0] / chances[1]) == pytest.approx(1.0, rel=1e-6)


@pytest.mark.parametrize("estimator", [GaussianNB(), MultinomialNB()], ids=str)
def test_ranks_of_examples_are_the_same(estimator, builtin, deal, share, Examples):
    """Logarithms of -1000 leave probabilities 13 digits: near 1 many are equal, and have to be so here, too."""
    X, y = builtin["digits"]
    y, row = (y == 8).astype(int), deal(0, len(y), 1)[0]
    probabilities = share(estimator, Examples(X=X, y=y, n_classes=2)).answers(row[np.newaxis], "predict_proba").values
    for fold in range(10):
        train, test = row != fold, row == fold
        expected = clone(estimator).fit(X[train], y[train]).predict_proba(X[test])[:, 1]
        given = probabilities[0, test, 1]
        assert roc_auc_score(y[test], given) == pytest.approx(roc_auc_score(y[test], expected), abs=1e-12)


def test_a_tie_is_unsure(share, Examples):
    X = np.array([[-1.0], [1.0], [9.0], [11.0], [5.0]])
    shared = share(GaussianNB(), Examples(X=X, y=np.array([0, 0, 1, 1, 0]), n_classes=2))
    answers = shared.answers(np.array([[-1, -1, -1, -1, 0]], dtype=np.int32), "predict")
    np.testing.assert_array_equal(answers.unsure, [[False, False, False, False, True]])


def test_classes_constant_at_different_values(compare, deal):
    """Sums of squares cancel wherever the origin lies, so differences are taken one by one."""
    rng = np.random.default_rng(0)
    y = np.arange(90) % 3
    X = np.column_stack([y * 1.7, rng.normal(size=90), np.where(rng.random(90) < 0.03, 5.0, y)])
    for method in METHODS:
        assert compare(GaussianNB(), X, y, deal(1, 90), n_classes=3, method=method) == 0


def test_far_from_zero_next_to_a_small_spread(compare, deal):
    X = 1e7 + np.random.default_rng(0).normal(size=(100, 2))
    y = (X.sum(axis=1) > 2e7).astype(int)
    assert compare(GaussianNB(), X, y, deal(0, 100), n_classes=2) < 0.05


def test_a_class_that_training_lacks_has_no_chance(share, Examples):
    X = np.array([[0.0], [1.0], [5.0], [7.0], [20.0]])
    shared = share(GaussianNB(), Examples(X=X, y=np.array([0, 0, 1, 1, 2]), n_classes=3))
    answers = shared.answers(np.array([[-1, -1, -1, -1, 0]], dtype=np.int32), "predict_proba")
    assert answers.values[0, 4, 2] == 0
    assert not answers.unsure.any()


def test_small_blocks_change_nothing(builtin, deal, monkeypatch, share, Examples):
    X, y = builtin["wine"]
    shared = share(GaussianNB(), Examples(X=X, y=y, n_classes=3))
    folds = deal(0, len(y), n_repeats=5)
    folds[1, :7] = -2
    folds[2, :7] = -1
    whole = shared.answers(folds, "predict_proba")
    for bytes_at_once in (100_000, 1):
        monkeypatch.setattr("foldwise.sharing._blocks._BLOCK_BYTES", bytes_at_once)
        parts = shared.answers(folds, "predict_proba")
        tested = folds >= 0
        np.testing.assert_allclose(parts.values[tested], whole.values[tested], rtol=1e-9, atol=1e-12)
        np.testing.assert_array_equal(parts.unsure, whole.unsure)


@pytest.mark.parametrize(
    "estimator",
    [
        GaussianNB(var_smoothing=-1.0),
        GaussianNB(var_smoothing="much"),
        GaussianNB(priors=[0.5, 0.4]),
        GaussianNB(priors=[0.0, 1.0]),
        GaussianNB(priors=[0.2, 0.3, 0.5]),
    ],
)
def test_what_is_not_shared(estimator, share, Examples):
    assert share(estimator, Examples(X=np.eye(4), y=np.array([0, 1, 0, 1]), n_classes=2)) is None


def test_squares_that_overflow_are_not_shared(share, Examples):
    assert share(GaussianNB(), Examples(X=1e200 * np.eye(4), y=np.array([0, 1, 0, 1]), n_classes=2)) is None
