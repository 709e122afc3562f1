"""scikit-learn splitters give the splits they would give themselves."""

from copy import deepcopy

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
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
    shuffled = ms.KFold(4, shuffle=True)
    assert assign_foreign(shuffled, 30, groups=GROUPS, seed=1).flags == {"groups_split"}
    assert assign_foreign(ms.GroupShuffleSplit(5), 30, groups=GROUPS, seed=1).flags == {"by_group"}


@pytest.mark.parametrize(
    ("splitter", "flags"),
    [
        (ms.ShuffleSplit(3), set()),
        (ms.RepeatedKFold(n_splits=3, n_repeats=2), set()),
        (ms.ShuffleSplit(3, random_state=0), {"fixed_splits"}),
        (ms.RepeatedKFold(n_splits=3, n_repeats=2, random_state=np.random.RandomState(1)), {"fixed_splits"}),
        (ms.KFold(3), {"not_drawn"}),
        (ms.TimeSeriesSplit(3), {"not_drawn"}),
        (ms.LeaveOneOut(), {"not_drawn"}),
        ([(range(15), range(15, 30))], {"not_drawn"}),
    ],
    ids=lambda given: type(given).__name__,
)
def test_whether_a_seed_would_draw_other_splits_is_flagged(splitter, flags):
    """Another seed does, for those without a flag, and for no other."""
    one, other = (assign_foreign(splitter, 30, seed=seed) for seed in (1, 2))
    assert one.flags == flags
    assert (one.fingerprints() == other.fingerprints()) == bool(flags)


def test_several_partitions_in_a_list_were_drawn_by_somebody():
    splits = list(ms.RepeatedKFold(n_splits=3, n_repeats=2, random_state=1).split(np.zeros(30)))
    assert assign_foreign(splits, 30, seed=1).flags == frozenset()
    assert assign_foreign(splits[:3], 30, seed=1).flags == {"not_drawn"}


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
        ([([-1, 0], [2])], "row numbers from 0 to 3"),
        ([([True, False], [2])], r"masks of shape \(4,\)"),
        ([([[0, 1]], [2])], "row numbers"),
    ],
)
def test_impossible_splits_are_refused(splits, message):
    with pytest.raises(ValueError, match=message):
        assign_foreign(splits, 4, seed=1)


class Watching:
    """Keeps what it is shown, and writes into it."""

    def __init__(self):
        self.seen = []

    def __deepcopy__(self, memo):
        return self

    def split(self, X, y=None, groups=None):
        self.seen.append([deepcopy(part) for part in (X, y, groups)])
        for part in (X, y, groups):
            if isinstance(part, pd.DataFrame | pd.Series):
                part.iloc[:] = 0
            elif isinstance(part, np.ndarray | list):
                part[0] = part[1]
        yield np.arange(15), np.arange(15, 30)


@pytest.mark.parametrize(
    "X",
    [
        pd.DataFrame({"time": np.arange(30.0)}, index=pd.date_range("2020-01-01", periods=30)),
        np.arange(60.0).reshape(30, 2),
        sparse.csr_array(np.eye(30)),
        np.eye(30).tolist(),
    ],
    ids=["frame", "array", "sparse", "list"],
)
def test_splitters_see_copies_of_what_was_given(X):
    y, groups = pd.Series(Y, index=range(100, 130)), GROUPS.copy()
    before = deepcopy((X, y, groups))
    splitter = Watching()
    assign_foreign(splitter, 30, X=X, y=y, groups=groups, seed=1)
    for given, seen, kept in zip((X, y, groups), splitter.seen[0], before, strict=True):
        assert type(seen) is type(given)
        for part in (given, seen):
            if isinstance(part, pd.DataFrame | pd.Series):
                assert part.equals(kept)
                assert part.index.equals(kept.index)
            else:
                assert (part != kept).sum() == 0 if sparse.issparse(part) else np.array_equal(part, kept)


class Bootstrap:
    """Trains on rows drawn with replacement, tests the others."""

    def split(self, X, y=None, groups=None):
        drawn = np.random.default_rng(0).integers(0, 30, 30)
        yield drawn, np.setdiff1d(np.arange(30), drawn)

    def __repr__(self):
        return "Bootstrap()"


def test_rows_that_are_trained_on_twice_are_refused():
    drawn = np.random.default_rng(0).integers(0, 30, 30)
    twice = int((np.bincount(drawn) > 1).sum())
    with pytest.raises(ValueError, match=rf"Split 0 of Bootstrap\(\) trains on {twice} rows more than once \(row "):
        assign_foreign(Bootstrap(), 30, seed=1)


def test_rows_that_are_tested_twice_are_refused():
    with pytest.raises(ValueError, match=r"Split 1 of given splits tests 1 row more than once \(row 3, 2 times\)"):
        assign_foreign([([0], [1]), ([0, 1], [3, 3, 2])], 4, seed=1)


def test_a_lost_order_of_rows_is_said():
    """A learner that depends on the order of its rows gets another one than from scikit-learn."""
    lost, kept = (assign_foreign([(rows, [3])], 4, seed=1).description for rows in ([2, 0, 1], [0, 1, 2]))
    assert lost == "given splits: 1 split, rows in the order of the table"
    assert kept == "given splits: 1 split"


def test_a_splitter_that_fails_is_named_with_its_reason():
    class NeedsTime:
        def split(self, X, y=None, groups=None):
            return X["time"]

        def __repr__(self):
            return "NeedsTime()"

    with pytest.raises(ValueError, match=r"NeedsTime\(\) cannot split these 30 examples: KeyError: 'time'"):
        assign_foreign(NeedsTime(), 30, X=pd.DataFrame({"a": np.arange(30)}), seed=1)


def test_a_splitter_cannot_end_the_program():
    class Leaves:
        def split(self, X, y=None, groups=None):
            raise SystemExit(3)

    with pytest.raises(ValueError, match=r"Leaves\(\) cannot split these 30 examples: SystemExit: 3"):
        assign_foreign(Leaves(), 30, seed=1)
