"""Designs of single procedures: the splits that they stand for, no empty fold, executions one after the other."""

import numpy as np
import pytest
from ranklab.designs import InTurn, Joined, NestedKFold, ReversedKFold, SplitHalves

from foldwise.splits import HalvedKFold, KFold, RepeatedKFold

DESIGNS = [
    Joined((RepeatedKFold(4, 2), HalvedKFold(4, 3))),
    Joined((InTurn(RepeatedKFold(4, 2)), RepeatedKFold(2, 5, stratified=False), InTurn(HalvedKFold(4, 2)))),
    ReversedKFold(3, 4),
    NestedKFold(4, 2),
    SplitHalves(3, 2, 0.1),
]
CLASSES = np.arange(40) % 2


def splits(assignment):
    return [(tuple(train), tuple(test)) for _, _, train, test in assignment.splits()]


@pytest.mark.parametrize("design", DESIGNS, ids=str)
def test_no_fold_is_empty_and_one_execution_is_the_first_of_three(design):
    one, three = (design.assign(40, classes=CLASSES, seed=1, dataset="x", n_executions=n) for n in (1, 3))
    assert three.sizes()[1].min() > 0
    assert three.sizes()[0].min() > 0
    assert one.n_repeats == one.repeats_per_execution == three.repeats_per_execution == three.n_repeats // 3
    assert (three.folds[: one.n_repeats] == one.folds).all()
    assert len({row.tobytes() for row in three.folds}) == three.n_repeats
    assert hash(design) == hash(type(design)(*([design.parts] if isinstance(design, Joined) else design._parameters())))


def test_parts_are_drawn_as_they_would_be_alone():
    """So that a procedure and the corrected test of ten repeats see the same partitions."""
    joined = DESIGNS[0].assign(40, classes=CLASSES, seed=1, n_executions=2).folds.reshape(2, 8, 40)
    for part, rows in zip(DESIGNS[0].parts, (joined[:, :2], joined[:, 2:]), strict=True):
        alone = part.assign(40, classes=CLASSES, seed=1, n_executions=2).folds
        assert (rows.reshape(alone.shape) == alone).all()


@pytest.mark.parametrize("whole", [RepeatedKFold(4, 2), HalvedKFold(4, 2)], ids=str)
def test_folds_in_turn_are_the_same_splits(whole):
    in_turn = InTurn(whole).assign(40, classes=CLASSES, seed=1)
    assert in_turn.n_folds == 2
    assert splits(in_turn) == splits(whole.assign(40, classes=CLASSES, seed=1))


def test_reversed_folds_train_on_what_is_tested_otherwise():
    here, usual = ReversedKFold(3, 4), RepeatedKFold(3, 4, stratified=False)
    assert splits(here.assign(40, seed=1)) == [(test, train) for train, test in splits(usual.assign(40, seed=1))]


def test_nested_rows_test_each_fold_and_each_pair():
    folds = KFold(4, stratified=False).assign(40, seed=1).folds[0]
    tested = [{*folds[list(test)]} for _, test in splits(NestedKFold(4, 1).assign(40, seed=1))]
    assert tested == [{0}, {1}, {2}, {3}, {0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}]


def test_split_halves_share_no_example_and_test_as_many():
    """Three splits of all 41 examples, then three of each half in two halvings; 4 of 41 are tested everywhere."""
    assignment = SplitHalves(3, 2, 0.1).assign(41, seed=1)
    n_train, n_test = assignment.sizes()
    assert (n_test == 4).all()
    assert (n_train[:3] == 37).all()
    assert {*n_train[3:].ravel()} == {16, 17}
    used = (assignment.folds[3:] >= -1).reshape(2, 2, 3, 41)
    assert (used == used[:, :, :1]).all()
    assert (used[:, 0, 0] != used[:, 1, 0]).all()
