"""Halvings: two halves without a common example, folds in each, classes and groups, and fits by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.tree import DecisionTreeClassifier

from foldwise import evaluate
from foldwise.data import load
from foldwise.learners import C45, NaiveBayes, NearestNeighbor
from foldwise.splits import LEFT_OUT, HalvedKFold


@given(st.lists(st.integers(1, 15), min_size=1, max_size=4), st.integers(2, 4), st.integers(0, 99), st.booleans())
def test_halves_and_their_folds_differ_by_at_most_one_in_every_class(class_sizes, k, seed, stratified):
    classes = np.random.default_rng(seed).permutation(np.repeat(np.arange(len(class_sizes)), class_sizes))
    if len(classes) < 2 * k:
        return
    scheme = HalvedKFold(k, 3, stratified=None if stratified else False)
    first, second = scheme.assign(len(classes), classes=classes, seed=seed).folds.reshape(3, 2, -1).swapaxes(0, 1)
    assert ((first == LEFT_OUT) != (second == LEFT_OUT)).all()
    for row, other in zip(first, second, strict=True):
        strata = [classes == c for c in range(len(class_sizes))] if stratified else []
        for part in [classes >= 0, *strata]:
            counts = np.array([np.bincount(half[part & (half >= 0)], minlength=k) for half in (row, other)])
            assert (np.ptp(counts, axis=1) <= 1).all()
            assert np.ptp(counts.sum(axis=1)) <= 1


def test_a_halving_does_not_depend_on_how_many_there_are():
    groups = np.arange(60) // 2
    for options in ({}, {"classes": np.arange(60) % 3}, {"groups": groups}):
        many = HalvedKFold(5, 20).assign(60, seed=1, **options)
        few = HalvedKFold(5, 4).assign(60, seed=1, **options)
        assert few.repeats_per_execution == few.n_repeats == 8
        assert (many.folds[:8] == few.folds).all()
        again = HalvedKFold(5, 4).assign(60, seed=1, n_executions=5, **options)
        assert (again.folds == many.folds).all()
        assert again.repeats_per_execution == 8


def test_every_half_is_equally_likely():
    """20 halves of six examples, 20,000 halvings: chi-squared with 19 df below its 1 - 1e-6 quantile, 63.6 (SciPy)."""
    folds = HalvedKFold(2, 20_000).assign(6, seed=1).folds[::2]
    counts = np.unique((folds >= 0) @ (2 ** np.arange(6)), return_counts=True)[1]
    assert len(counts) == 20
    assert ((counts - 1000) ** 2 / 1000).sum() < 63.6


def test_sizes_and_words():
    assignment = HalvedKFold(5, 2).assign(50, seed=1)
    n_train, n_test = assignment.sizes()
    assert (n_train == 20).all()
    assert (n_test == 5).all()
    assert assignment.is_irregular
    assert assignment.description == "2 random halvings, 5-fold cross-validation in each half, not stratified"
    assert HalvedKFold(5, 1).assign(50, seed=1).description.startswith("one random halving, 5-fold")


def test_a_small_class_is_spread_as_far_as_it_reaches():
    """Five of a rare class: three in one half, two in the other, each in a fold of its own."""
    classes = np.repeat(["rare", "common"], [5, 55])
    assignment = HalvedKFold(10, 6).assign(60, classes=classes, seed=1)
    assert assignment.flags == {"small_class"}
    rare = [np.bincount(row[:5][row[:5] >= 0], minlength=10) for row in assignment.folds]
    assert {tuple(sorted((a.sum(), b.sum()))) for a, b in zip(rare[::2], rare[1::2], strict=True)} == {(2, 3)}
    assert max(counts.max() for counts in rare) == 1
    assert HalvedKFold(2, 6).assign(60, classes=classes, seed=1).flags == frozenset()
    with pytest.raises(ValueError, match="at least 20 examples of each class, but class rare has 5: use at most 2 fol"):
        HalvedKFold(10, stratified=True).assign(60, classes=classes, seed=1)


def test_the_caveat_says_how_many_members_both_halves_need():
    X, y = np.arange(60.0).reshape(-1, 1), np.repeat([0, 1], [15, 45])
    run = evaluate({"nb": NaiveBayes()}, X, y, scheme=HalvedKFold(10, 1), seed=1)
    (found,) = (caveat for caveat in run.caveats if caveat.code == "small_class")
    assert "fewer than 20 members" in found.message


def test_groups_are_halved_whole_whatever_their_sizes():
    """One group of half of the examples among 25: no fold is empty, and the halves of equal groups are nearly equal."""
    uneven = np.concatenate([np.zeros(48, dtype=int), 1 + np.arange(48) // 2])
    for row in HalvedKFold(10, 20).assign(96, groups=uneven, seed=1).folds:
        assert len({*row[:48]}) == 1
        assert set(row) == {LEFT_OUT, *range(10)}
        assert all(len({*row[uneven == group]}) == 1 for group in range(25))
    even = HalvedKFold(10, 20).assign(100, groups=np.arange(100) // 4, seed=1).folds
    assert set((even >= 0).sum(axis=1)) == {48, 52}
    assert len({(half >= 0).tobytes() for half in even[::2]}) == 20


def test_either_half_may_hold_a_group():
    """In 400 halvings group 0 is in the first half half of the time (within 4 standard errors), and in any fold."""
    rows = HalvedKFold(4, 400).assign(40, groups=np.arange(40) // 4, seed=1).folds[::2, 0]
    assert abs((rows >= 0).mean() - 0.5) < 4 * 0.025
    assert np.bincount(rows[rows >= 0], minlength=4).min() > 25


@pytest.mark.parametrize(
    ("options", "what"), [({}, "20 examples, got 19"), ({"groups": np.arange(19)}, "20 groups, got 19")]
)
def test_too_few_are_refused(options, what):
    with pytest.raises(ValueError, match=rf"HalvedKFold\(10, 50\) needs at least {what}\. Use fewer folds\."):
        HalvedKFold().assign(19, seed=1, **options)


LEARNERS = {
    "c45": C45(),
    "nb": NaiveBayes(),
    "nn": NearestNeighbor(),
    "lda": LinearDiscriminantAnalysis(),
    "tree": DecisionTreeClassifier(random_state=1),
}


@pytest.mark.parametrize("sharing", [True, False])
def test_evaluate_fits_each_half_by_itself(sharing):
    iris = load("iris")
    classes, truth = np.unique(iris.y, return_inverse=True)
    run = evaluate(LEARNERS, iris, scheme=HalvedKFold(5, 2), seed=3, sharing=sharing)
    for learner, answers in zip(LEARNERS.values(), run.predictions, strict=True):
        expected = np.full((4, 150), -1)
        for repeat, _, train, test in run.assignment.splits():
            fitted = clone(learner).fit(iris.X.iloc[train], classes[truth[train]])
            expected[repeat, test] = np.searchsorted(classes, fitted.predict(iris.X.iloc[test]))
        np.testing.assert_array_equal(np.where(run.tested, answers, -1), expected)
