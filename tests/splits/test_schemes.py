"""What every scheme promises: balance, strata, groups, prefixes, and nothing but (seed, dataset, scheme) inside."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.splits import (
    DisjointTraining,
    DistinctSamples,
    FiveByTwo,
    HalvedKFold,
    Holdout,
    KFold,
    RepeatedKFold,
    Resampled,
)

SCHEMES = [
    KFold(3),
    RepeatedKFold(4, 3),
    FiveByTwo(),
    Holdout(0.3),
    Resampled(4, 0.25),
    DisjointTraining(3, 0.4),
    DistinctSamples(3, 0.4),
    HalvedKFold(3, 4),
    KFold(3, stratified=False),
    HalvedKFold(2, 3, stratified=False),
    HalvedKFold(3, 2, stratified=True),
    Holdout(0.3, stratified=True),
    Resampled(4, 5, stratified=True),
    DisjointTraining(3, 10, stratified=True),
    DistinctSamples(2, 0.4, stratified=True),
]
CLASSES = np.repeat(["a", "b", "c"], [20, 13, 7])


@pytest.mark.parametrize("scheme", SCHEMES, ids=str)
def test_same_input_same_folds(scheme):
    first, second = (scheme.assign(40, classes=CLASSES, seed=5, dataset="x") for _ in range(2))
    assert (first.folds == second.folds).all()
    assert first.fingerprint == second.fingerprint


@pytest.mark.parametrize("scheme", SCHEMES, ids=str)
@pytest.mark.parametrize("change", [{"seed": 6}, {"dataset": "y"}], ids=["seed", "dataset"])
def test_another_seed_or_dataset_gives_other_folds(scheme, change):
    options = {"seed": 5, "dataset": "x"}
    first = scheme.assign(40, classes=CLASSES, **options)
    second = scheme.assign(40, classes=CLASSES, **(options | change))
    assert (first.folds != second.folds).any()


@pytest.mark.parametrize("scheme", SCHEMES, ids=str)
@pytest.mark.parametrize("grouped", [False, True])
def test_one_execution_is_a_prefix_of_three(scheme, grouped):
    grouped = grouped and (isinstance(scheme, KFold | HalvedKFold) or not scheme.stratified)
    groups = np.arange(40) // 2 if grouped else None
    short = scheme.assign(40, classes=CLASSES, groups=groups, seed=1)
    long = scheme.assign(40, classes=CLASSES, groups=groups, seed=1, n_executions=3)
    assert long.n_repeats == 3 * short.n_repeats
    assert long.repeats_per_execution == short.n_repeats
    assert (long.folds[: short.n_repeats] == short.folds).all()
    assert len(set(long.fingerprints())) == long.n_repeats


def test_a_repeat_does_not_depend_on_how_many_there_are():
    many = RepeatedKFold(10, 30).assign(100, seed=1)
    assert (many.folds[:10] == RepeatedKFold(10, 10).assign(100, seed=1).folds).all()
    assert (many.folds[:1] == KFold(10).assign(100, seed=1).folds).all()
    assert (Resampled(9, 0.2).assign(50, seed=1).folds[:1] == Holdout(0.2).assign(50, seed=1).folds).all()


@given(n=st.integers(2, 60), k=st.integers(2, 12), seed=st.integers(0, 2**70))
def test_fold_sizes_differ_by_at_most_one(n, k, seed):
    if k > n:
        return
    n_train, n_test = RepeatedKFold(k, 3).assign(n, seed=seed).sizes()
    assert n_test.max() - n_test.min() <= 1
    assert (n_train + n_test == n).all()
    assert (n_test.sum(axis=1) == n).all()


@given(st.lists(st.integers(3, 15), min_size=2, max_size=5), st.integers(2, 3), st.integers(0, 99))
def test_strata_differ_by_at_most_one_as_well(class_sizes, k, seed):
    classes = np.random.default_rng(seed).permutation(np.repeat(np.arange(len(class_sizes)), class_sizes))
    folds = RepeatedKFold(k, 2).assign(len(classes), classes=classes, seed=seed).folds
    for row in folds:
        table = np.array([np.bincount(row[classes == c], minlength=k) for c in range(len(class_sizes))])
        assert (np.ptp(table, axis=1) <= 1).all()
        assert np.ptp(table.sum(axis=0)) <= 1


def test_folds_are_exchangeable():
    """n = 7 in 2 folds: fold 0 has the larger half as often as fold 1 (400 draws, within 4 standard errors)."""
    n_test = RepeatedKFold(2, 400).assign(7, seed=1).sizes()[1]
    assert abs((n_test[:, 0] == 4).mean() - 0.5) < 4 * 0.025


def test_random_splits_have_the_size_asked_for():
    assert (Resampled(5, 0.25).assign(40, seed=1).sizes()[1] == 10).all()
    assert (Resampled(5, 7).assign(40, seed=1).sizes()[1] == 7).all()
    assert Holdout().assign(100, seed=1).sizes()[1].tolist() == [[33]]


def test_stratified_random_splits_share_the_test_set_among_classes():
    """Test 10 of 40 with classes of 20, 13, 7: exact shares 5, 3.25, 1.75, largest remainder 5, 3, 2."""
    folds = Resampled(6, 10, stratified=True).assign(40, classes=CLASSES, seed=1).folds
    assert [[int((row[c == CLASSES] == 0).sum()) for c in "abc"] for row in folds] == [[5, 3, 2]] * 6


def test_disjoint_training_sets_share_one_test_set():
    folds = DisjointTraining(3, 10).assign(40, seed=1).folds
    assert (folds == 0).sum(axis=1).tolist() == [10, 10, 10]
    assert (folds[0] == 0).tolist() == (folds[2] == 0).tolist()
    assert ((folds == -1).sum(axis=0) <= 1).all()
    assert (folds == -1).sum(axis=1).tolist() == [10, 10, 10]


def test_distinct_samples_share_neither_training_nor_test_examples():
    """41 examples in 4 samples of 10, each with 3 to test: one example is left over."""
    folds = DistinctSamples(4, 1 / 3).assign(41, seed=1).folds
    assert [(row == 0).sum() for row in folds] == [3] * 4
    assert [(row == -1).sum() for row in folds] == [7] * 4
    assert sorted((folds != -2).sum(axis=0)) == [0] + [1] * 40


def test_stratified_samples_share_every_class():
    """20, 13 and 7 in two samples of 20 with 8 to test: of 16 test examples 8, 5 and 3 are of each class."""
    folds = DistinctSamples(2, 0.4, stratified=True).assign(40, classes=CLASSES, seed=1).folds
    assert [[int((row[c == CLASSES] == 0).sum()) for c in "abc"] for row in folds] == [[4, 3, 1], [4, 2, 2]]


@pytest.mark.parametrize("scheme", [DistinctSamples(10, 1), DistinctSamples(10, 4), DisjointTraining(9, 0.2)], ids=str)
def test_no_class_is_rounded_up_in_every_sample(scheme):
    """Three classes of 50: each sample has a third of each class, less than one off, and all samples together too."""
    classes = np.repeat(["a", "b", "c"], 50)
    folds = replace(scheme, stratified=True).assign(150, classes=classes, seed=1).folds
    for part in (0, -1) if isinstance(scheme, DistinctSamples) else (-1,):
        assert len(set((folds == part).sum(axis=1))) == 1
        of_class = np.array([[np.sum(row[classes == c] == part) for c in "abc"] for row in folds])
        assert np.abs(of_class - of_class.sum(axis=1, keepdims=True) / 3).max() < 1
        assert np.ptp(of_class.sum(axis=0)) <= 1


@pytest.mark.parametrize("scheme", SCHEMES, ids=str)
def test_groups_stay_together(scheme):
    groups = np.random.default_rng(0).integers(0, 15, 40)
    if scheme.stratified and not isinstance(scheme, KFold | HalvedKFold):
        with pytest.raises(ValueError, match="cannot keep groups together and stratify at once"):
            scheme.assign(40, classes=CLASSES, groups=groups, seed=3)
        return
    assignment = scheme.assign(40, classes=CLASSES, groups=groups, seed=3)
    for _, _, train, test in assignment.splits():
        assert not set(groups[train]) & set(groups[test])
        assert len(train) > 0
        assert len(test) > 0
    assert "by group" in assignment.description


def test_group_folds_are_balanced_and_stratified_as_far_as_groups_allow():
    """60 groups of 5, one class each, half and half, 5 folds of 60: every fold within 2 groups of the ideal."""
    groups = np.repeat(np.arange(60), 5)
    classes = np.repeat(["a", "b"], 150)
    folds = RepeatedKFold(5, 10).assign(300, classes=classes, groups=groups, seed=1).folds
    for row in folds:
        assert abs(np.bincount(row) - 60).max() <= 10
        assert abs(np.bincount(row[classes == "a"], minlength=5) - 30).max() <= 5
    assert len({row.tobytes() for row in folds}) == 10


def test_stratified_by_default_only_where_it_should_be():
    assert KFold(3).assign(40, classes=CLASSES, seed=1).stratified
    assert not KFold(3).assign(40, seed=1).stratified
    assert not FiveByTwo().assign(40, classes=CLASSES, seed=1).stratified
    assert not Resampled(3).assign(40, classes=CLASSES, seed=1).stratified


@pytest.mark.parametrize(
    ("scheme", "n", "options", "message"),
    [
        (KFold(10), 9, {}, r"KFold\(10\) needs at least 10 examples, got 9"),
        (KFold(8, stratified=True), 40, {"classes": CLASSES}, r"but class c has 7: use at most 7 folds, drop"),
        (KFold(2, stratified=True), 3, {"classes": list("aab")}, r"but class b has 1: drop the class, or leave out"),
        (KFold(3, stratified=True), 9, {}, "needs class labels to stratify by"),
        (KFold(3), 9, {"groups": [0, 0, 0, 1, 1, 1, 1, 1, 1]}, "needs at least 3 groups, got 2"),
        (KFold(3), 9, {"groups": [0, 1]}, r"groups must have shape \(9,\)"),
        (KFold(3), 3, {"groups": [0.0, 1.0, np.nan]}, "groups must have no missing value, got 1, the first in row 2"),
        (Holdout(10), 10, {}, "leaves 0 for training"),
        (Holdout(0.99), 10, {}, "Use a smaller test_size"),
        (DisjointTraining(5, 0.8), 20, {}, "at least 5 are needed"),
        (Holdout(0.5), 4, {"groups": [1, 1, 1, 1]}, "needs at least 2 groups, got 1"),
    ],
)
def test_impossible_requests_are_refused(scheme, n, options, message):
    with pytest.raises(ValueError, match=message):
        scheme.assign(n, seed=1, **options)


def test_mixed_group_labels_are_refused():
    with pytest.raises(TypeError, match="groups must be of one type, got int, str"):
        KFold(2).assign(4, groups=np.array([1, "1", 2, "2"], dtype=object), seed=1)


@pytest.mark.parametrize(
    "make",
    [
        lambda: KFold(1),
        lambda: RepeatedKFold(2, 0),
        lambda: Holdout(0.0),
        lambda: Holdout(1.5),
        lambda: Resampled(0),
        lambda: HalvedKFold(1),
        lambda: HalvedKFold(2, 0),
    ],
)
def test_impossible_schemes_are_refused(make):
    with pytest.raises(ValueError, match="must be"):
        make()


@pytest.mark.parametrize("stratified", [None, False])
def test_a_class_smaller_than_the_folds_is_flagged_unless_strata_were_asked_for(stratified):
    assert KFold(8, stratified=stratified).assign(40, classes=CLASSES, seed=1).flags == {"small_class"}
    assert KFold(7, stratified=stratified).assign(40, classes=CLASSES, seed=1).flags == frozenset()


def test_by_default_a_small_class_is_spread_as_far_as_it_reaches():
    """Seven examples of c in ten folds: seven folds with one, three with none, in every repeat; sizes stay equal."""
    assignment = RepeatedKFold(10, 5).assign(40, classes=CLASSES, seed=1)
    assert assignment.stratified
    for row in assignment.folds:
        assert np.bincount(row).tolist() == [4] * 10
        assert sorted(np.bincount(row[CLASSES == "c"], minlength=10)) == [0] * 3 + [1] * 7
        assert sorted(np.bincount(row[CLASSES == "a"], minlength=10)) == [2] * 10


def test_one_example_of_a_class_is_tested_once_in_every_repeat():
    classes = ["rare"] + ["common"] * 19
    folds = RepeatedKFold(10, 3).assign(20, classes=classes, seed=1).folds
    assert [np.bincount(row).tolist() for row in folds] == [[2] * 10] * 3


def test_a_class_in_fewer_groups_than_folds_is_flagged():
    groups = np.repeat(np.arange(10), 4)
    classes = np.where(groups == 3, "rare", "common")
    assert KFold(3).assign(40, classes=classes, groups=groups, seed=1).flags == {"small_class", "by_group"}
    assert KFold(3).assign(40, classes=CLASSES, groups=np.arange(40), seed=1).flags == {"by_group"}


def test_an_assignment_cannot_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        KFold(3).assign(9, seed=1).folds[0, 0] = 5


@pytest.mark.parametrize(
    ("groups", "error", "match"),
    [
        ([1, "1", 2, "2", 3, 3], TypeError, "groups must be of one type, got int, str"),
        ([float("nan"), "a", "b", "c", "a", "b"], ValueError, "no missing value, got 1, the first in row 0"),
    ],
)
def test_groups_in_a_list_are_not_made_texts(groups, error, match):
    """NumPy would: 1 and '1' would be one group, and what is missing a group called 'nan'."""
    with pytest.raises(error, match=match):
        KFold(3).assign(6, groups=groups, seed=1)
