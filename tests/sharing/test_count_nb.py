import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, MultinomialNB

METHODS = ["predict", "predict_proba"]
KINDS = [CategoricalNB, BernoulliNB, MultinomialNB]


@pytest.mark.parametrize("name", ["iris", "wine", "wdbc", "balance", "digits"])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "estimator", [CategoricalNB(min_categories=12), BernoulliNB(binarize=2.5), MultinomialNB()], ids=str
)
def test_real_tables(name, method, estimator, builtin, deal, compare):
    X, y = builtin[name]
    X = np.floor(X) % 12 if isinstance(estimator, CategoricalNB) else X
    assert compare(estimator, X, y, deal(0, len(y)), n_classes=y.max() + 1, method=method) < 0.01


@given(
    seed=st.integers(0, 2**32 - 1),
    kind=st.sampled_from(KINDS),
    method=st.sampled_from(METHODS),
    alpha=st.sampled_from([1.0, 0.5, 1e-10, 1e-300]),
    priors=st.sampled_from(["fitted", "equal", "given"]),
)
@settings(max_examples=40, deadline=None)
def test_hostile_tables(seed, kind, method, alpha, priors, hostile_table, compare):
    X, y, folds, k = hostile_table(seed)
    X = np.abs(np.floor(X) % 5 if kind is CategoricalNB else X)
    given_prior = np.arange(1.0, k + 1) / k if priors == "given" else None
    estimator = kind(alpha=alpha, fit_prior=priors == "fitted", class_prior=given_prior)
    assert compare(estimator, X, y, folds, n_classes=k, method=method) is not None


def test_multinomial_by_hand(share, Examples):
    """Class 0 counts 3 + 1 and 1 + 1, class 1 counts 1 + 1 and 3 + 1: of (1, 0) the odds are 2 to 1."""
    X = np.array([[3.0, 1.0], [1.0, 3.0], [1.0, 0.0]])
    shared = share(MultinomialNB(), Examples(X=X, y=np.array([0, 1, 1]), n_classes=2))
    answers = shared.answers(np.array([[-1, -1, 0]], dtype=np.int32), "predict_proba")
    assert answers.values[0, 2] == pytest.approx([2 / 3, 1 / 3])


def test_bernoulli_by_hand(share, Examples):
    """Of two examples of class 0 both, of class 1 none have the mark: (2 + 1) / (2 + 2) against (0 + 1) / (2 + 2)."""
    X = np.array([[5.0], [5.0], [0.0], [0.0], [5.0]])
    shared = share(BernoulliNB(), Examples(X=X, y=np.array([0, 0, 1, 1, 1]), n_classes=2))
    answers = shared.answers(np.array([[-1, -1, -1, -1, 0]], dtype=np.int32), "predict_proba")
    assert answers.values[0, 4] == pytest.approx([3 / 4, 1 / 4])


def test_categorical_by_hand(share, Examples):
    """Value 2 of three: (1 + 1) / (2 + 3) in class 0, (0 + 1) / (1 + 3) in class 1, priors 2/3 and 1/3."""
    X = np.array([[2.0], [0.0], [1.0], [2.0]])
    shared = share(CategoricalNB(), Examples(X=X, y=np.array([0, 0, 1, 1]), n_classes=2))
    answers = shared.answers(np.array([[-1, -1, -1, 0]], dtype=np.int32), "predict_proba")
    odds = (2 / 5 * 2 / 3) / (1 / 4 * 1 / 3)
    assert answers.values[0, 3] == pytest.approx([odds / (1 + odds), 1 / (1 + odds)])


def test_a_category_above_all_of_training_is_unsure(share, Examples):
    """scikit-learn looks it up beyond the end of its table and fails; min_categories makes room for it."""
    X = np.array([[0.0], [1.0], [0.0], [2.0]])
    examples = Examples(X=X, y=np.array([0, 1, 1, 0]), n_classes=2)
    folds = np.array([[-1, -1, 0, 0]], dtype=np.int32)
    np.testing.assert_array_equal(
        share(CategoricalNB(), examples).answers(folds, "predict").unsure, [[False, False, False, True]]
    )
    roomy = share(CategoricalNB(min_categories=3), examples).answers(folds, "predict_proba")
    assert roomy.values[0, 3] == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize("kind", KINDS)
def test_ties_are_unsure(kind, share, Examples):
    X = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]])
    shared = share(kind(), Examples(X=X, y=np.array([0, 1, 0, 0]), n_classes=2))
    answers = shared.answers(np.array([[-1, -1, 0, 0]], dtype=np.int32), "predict")
    np.testing.assert_array_equal(answers.unsure, [[False, False, True, False]])
    assert answers.values[0, 3] == 0


@pytest.mark.parametrize(
    ("estimator", "X"),
    [
        (MultinomialNB(), [[1.0], [-1.0]]),
        (MultinomialNB(alpha=[1.0]), [[1.0], [1.0]]),
        (MultinomialNB(alpha=0.0), [[1.0], [1.0]]),
        (MultinomialNB(alpha=1e-11, force_alpha=False), [[1.0], [1.0]]),
        (MultinomialNB(class_prior=[1.0]), [[1.0], [1.0]]),
        (MultinomialNB(class_prior=[0.0, 1.0]), [[1.0], [1.0]]),
        (MultinomialNB(fit_prior="no"), [[1.0], [1.0]]),
        (BernoulliNB(binarize=None), [[0.5], [1.0]]),
        (BernoulliNB(binarize=-1.0), [[0.0], [1.0]]),
        (CategoricalNB(), [[0.5], [1.0]]),
        (CategoricalNB(), [[-1.0], [1.0]]),
        (CategoricalNB(), [[1e9], [1.0]]),
        (CategoricalNB(min_categories=[2]), [[0.0], [1.0]]),
        (CategoricalNB(min_categories=0), [[0.0], [1.0]]),
    ],
    ids=str,
)
def test_what_is_not_shared(estimator, X, share, Examples):
    assert share(estimator, Examples(X=np.array(X), y=np.array([0, 1]), n_classes=2)) is None
