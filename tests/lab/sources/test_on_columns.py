"""A learner on some columns answers as it would on a table of these columns, for all folds at once too."""

import numpy as np
import pytest
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.linear_model import Lasso, LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.svm import SVC

import foldwise as fw
from foldwise.lab.sources import ExchangeableBlocks, ExchangeableLines
from foldwise.learners import C45, NaiveBayes, NearestNeighbor

CLASSIFIERS = [
    LinearDiscriminantAnalysis(),
    QuadraticDiscriminantAnalysis(),
    GaussianNB(),
    C45(),
    NaiveBayes(),
    NearestNeighbor(),
    KNeighborsClassifier(3),
    LogisticRegression(random_state=0),
    SVC(random_state=0),
]
REGRESSORS = [Ridge(random_state=0), KNeighborsRegressor(5), Lasso(0.1, random_state=0)]


def on_second_block(learner):
    """Return the learner on the columns 3 to 5."""
    kind = ExchangeableBlocks if is_classifier(learner) else ExchangeableLines
    return kind(learner, n_attributes=3).learners[1]


def table(n_classes=2):
    rng = np.random.default_rng(3)
    y = np.arange(60) % n_classes
    X = rng.normal(size=(60, 6)) + y[:, None] * [0.5, 0.8, 0, 0.3, 0.9, 0.2]
    folds = np.stack([rng.permutation(np.arange(60) % 5) for _ in range(3)]).astype(np.int32)
    return X, np.array(["no", "yes", "well"])[y], folds


def fold_by_fold(learner, X, y, folds, method):
    answers = None
    for repeat, row in enumerate(folds):
        for fold in range(row.max() + 1):
            fitted = clone(learner).fit(X[row != fold], y[row != fold])
            values = np.asarray(getattr(fitted, method)(X[row == fold]))
            if answers is None:
                answers = np.empty((*folds.shape, *values.shape[1:]), dtype=values.dtype)
            answers[repeat, row == fold] = values
    return answers


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("learner", CLASSIFIERS, ids=lambda learner: type(learner).__name__)
@pytest.mark.parametrize("method", ["predict", "predict_proba", "decision_function"])
def test_classifiers(learner, method, n_classes):
    X, y, folds = table(n_classes)
    seeing = on_second_block(learner)
    assert is_classifier(seeing)
    assert hasattr(seeing, method) == hasattr(learner, method)
    if not hasattr(learner, method):
        return
    given = seeing.predict_folds(X, y, folds, method=method)
    expected = fold_by_fold(learner, np.ascontiguousarray(X[:, 3:]), y, folds, method)
    if method == "predict":
        np.testing.assert_array_equal(given, expected)
    else:
        # Of two classes the value of the second, as a run keeps it.
        expected = expected[..., 1] if n_classes == 2 and expected.ndim == 3 else expected
        np.testing.assert_allclose(given, expected, rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize("learner", REGRESSORS, ids=lambda learner: type(learner).__name__)
def test_regressors(learner):
    X, _, folds = table()
    y = X @ np.arange(6.0) + np.random.default_rng(1).normal(size=60)
    seeing = on_second_block(learner)
    assert is_regressor(seeing)
    expected = fold_by_fold(learner, np.ascontiguousarray(X[:, 3:]), y, folds, "predict")
    np.testing.assert_allclose(seeing.predict_folds(X, y, folds), expected, rtol=1e-9)
    np.testing.assert_allclose(seeing.fit(X, y).predict(X), clone(learner).fit(X[:, 3:], y).predict(X[:, 3:]))


@pytest.mark.parametrize(
    ("learner", "metric"),
    [
        (LinearDiscriminantAnalysis(), "roc_auc"),
        (LinearDiscriminantAnalysis(), "neg_log_loss"),
        (GaussianNB(), "neg_log_loss"),
        (C45(), "roc_auc"),
        (NearestNeighbor(), "f1"),
        (Ridge(random_state=0), "neg_mean_squared_error"),
        (KNeighborsRegressor(), "neg_mean_absolute_error"),
    ],
    ids=str,
)
def test_runs_share_its_folds(monkeypatch, learner, metric):
    """Nothing is fitted, and the scores are those of fits."""
    fits = []
    # Where it is defined: a class that has changed it since does not share folds.
    owner = next(part for part in type(learner).__mro__ if "fit" in vars(part))
    fit = owner.fit

    def noted(self, *given, **options):
        fits.append(self)
        return fit(self, *given, **options)

    monkeypatch.setattr(owner, "fit", noted)
    X, y, _ = table()
    y = (y == "yes").astype(int) if is_classifier(learner) else X @ np.arange(6.0)
    how = {"scheme": "2x5", "metric": metric, "seed": 1, "progress": False}
    shared = fw.evaluate([on_second_block(learner)], X, y, **how)
    assert not fits
    alone = fw.evaluate([on_second_block(learner)], X, y, sharing=False, **how)
    assert len(fits) == 10
    np.testing.assert_allclose(shared.scores(), alone.scores(), rtol=1e-7, atol=1e-9)
