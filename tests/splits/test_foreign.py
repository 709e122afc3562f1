"""scikit-learn splitters give the splits they would give themselves."""

import numpy as np
import pytest
from sklearn import model_selection as ms

from foldwise.splits import assign_foreign

Y = np.repeat([0, 1], [18, 12])
GROUPS = np.arange(30) // 3
SPLITTERS = [
    ms.KFold(5),
    ms.StratifiedKFold(4, shuffle=True, random_state=3),
    ms.RepeatedStratifiedKFold(n_splits=3, n_repeats=4, random_state=1),
    ms.ShuffleSplit(6, test_size=0.2, random_state=0),
    ms.TimeSeriesSplit(4),
    ms.GroupKFold(5),
    ms.LeaveOneGroupOut(),
    ms.LeaveOneOut(),
    ms.PredefinedSplit([-1] * 10 + [0] * 10 + [1] * 10),
]


@pytest.mark.parametrize("splitter", SPLITTERS, ids=lambda s: type(s).__name__)
@pytest.mark.filterwarnings("ignore:The groups parameter is ignored")
def test_splits_are_the_splitters_own(splitter):
    assignment = assign_foreign(splitter, 30, y=Y, groups=GROUPS, seed=1)
    expected = [(set(train), set(test)) for train, test in splitter.split(np.zeros((30, 1)), Y, GROUPS)]
    assert [(set(train), set(test)) for _, _, train, test in assignment.splits()] == expected


@pytest.mark.parametrize(
    ("splitter", "n_repeats", "n_folds"),
    [
        (ms.KFold(5), 1, 5),
        (ms.RepeatedKFold(n_splits=3, n_repeats=4), 4, 3),
        (ms.ShuffleSplit(6, test_size=0.2), 6, 1),
        (ms.TimeSeriesSplit(4), 4, 1),
        (ms.ShuffleSplit(2, test_size=1, random_state=1), 2, 1),
        (ms.PredefinedSplit([-1] * 10 + [0] * 10 + [1] * 10), 2, 1),
        (ms.PredefinedSplit([0] * 15 + [1] * 15), 1, 2),
    ],
)
def test_cross_validations_are_recognized(splitter, n_repeats, n_folds):
    assignment = assign_foreign(splitter, 30, y=Y, seed=1)
    assert (assignment.n_repeats, assignment.n_folds) == (n_repeats, n_folds)


def test_an_open_random_state_comes_from_the_seed():
    splitter = ms.KFold(5, shuffle=True)
    first, second, other = (assign_foreign(splitter, 30, seed=seed).fingerprint for seed in (1, 1, 2))
    assert first == second != other
    assert splitter.random_state is None


def test_the_users_generator_is_not_drawn_from():
    splitter = ms.ShuffleSplit(3, random_state=np.random.RandomState(0))
    assert assign_foreign(splitter, 30, seed=1).fingerprint == assign_foreign(splitter, 30, seed=1).fingerprint


class Halves:
    """A splitter without a repr of its own."""

    def split(self, X, y=None, groups=None):
        yield np.arange(15), np.arange(15, 30)


def test_no_address_gets_into_the_record():
    assert " at 0x" not in assign_foreign(Halves(), 30, seed=1).scheme


@pytest.mark.parametrize(
    ("groups", "message"),
    [([1, 2], r"groups must have shape \(30,\)"), ([None, *"a" * 29], "groups must have no missing value, got 1")],
)
@pytest.mark.parametrize("splitter", [ms.KFold(3), [(range(15), range(15, 30))]], ids=["splitter", "list"])
def test_groups_are_checked_here_too(splitter, groups, message):
    with pytest.raises(ValueError, match=message):
        assign_foreign(splitter, 30, groups=groups, seed=1)


def test_ignored_groups_are_flagged():
    assert assign_foreign(ms.KFold(4), 30, groups=GROUPS, seed=1).flags == {"groups_split"}
    assert assign_foreign(ms.GroupKFold(5), 30, groups=GROUPS, seed=1).flags == frozenset()


def test_lists_of_indices_and_masks_will_do():
    mask = np.arange(6) < 4
    assert assign_foreign([(mask, ~mask)], 6, seed=1).folds.tolist() == [[-1, -1, -1, -1, 0, 0]]
    assert assign_foreign([([0, 1], [2]), ([0, 2], [1])], 4, seed=1).folds.tolist() == [
        [-1, -1, 0, -2],
        [-1, 0, -1, -2],
    ]


@pytest.mark.parametrize(
    ("splits", "message"),
    [
        ([], "makes no split"),
        ([([0, 1], [])], "Split 0 of given splits has an empty test set"),
        ([([], [1])], "has an empty training set"),
        ([([0, 1], [1, 2])], "tests on examples that it trains on"),
        ([([0, 1], [7])], "row numbers from 0 to 3"),
        ([([0.5, 1], [2])], "row numbers"),
    ],
)
def test_impossible_splits_are_refused(splits, message):
    with pytest.raises(ValueError, match=message):
        assign_foreign(splits, 4, seed=1)
