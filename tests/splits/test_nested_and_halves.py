"""Nested cross-validation and splits of halves: who is tested, trained on and left out."""

from itertools import combinations

import numpy as np
import pytest

from foldwise.runs import as_metric
from foldwise.splits import (
    LEFT_OUT,
    TRAIN_ONLY,
    DisjointTraining,
    HalvedKFold,
    NestedKFold,
    RepeatedKFold,
    Resampled,
    RollingOrigin,
    SplitHalves,
    parse_scheme,
)
from foldwise.verdicts import usable_tests

GROUPS = np.repeat(np.arange(20), [1, 2, 3, 4] * 5)


def test_nested_rows_are_the_folds_and_all_pairs_of_a_cross_validation():
    y = np.tile([0, 1, 1], 10)
    plain = RepeatedKFold(4, 2).assign(30, classes=y, seed=3).folds
    nested = NestedKFold(4, 2).assign(30, classes=y, seed=3)
    rows = nested.folds.reshape(2, 10, 30)
    for codes, partition in zip(plain, rows, strict=True):
        out = [{k} for k in range(4)] + [set(pair) for pair in combinations(range(4), 2)]
        for row, folds in zip(partition, out, strict=True):
            assert (row == np.where(np.isin(codes, list(folds)), 0, TRAIN_ONLY)).all()
    assert nested.stratified


def test_more_repeats_of_nested_folds_leave_the_first_as_they_were():
    few, many = (NestedKFold(3, r).assign(20, seed=5).folds for r in (2, 4))
    assert (many[: len(few)] == few).all()
    twice = NestedKFold(3, 2).assign(20, seed=5, n_executions=2)
    assert (twice.folds == many).all()
    assert twice.repeats_per_execution == 12


def test_halves_share_no_example_and_their_splits_are_as_large():
    design = SplitHalves(3, 4, 0.2).assign(41, seed=2)
    assert design.n_repeats == 3 * 9
    whole, halves = design.folds[:3], design.folds[3:].reshape(4, 2, 3, 41)
    assert (whole == Resampled(3, 8).assign(41, seed=2).folds).all()
    assert ((design.folds >= 0).sum(axis=1) == 8).all()
    for first, second in halves:
        inside = first[0] != LEFT_OUT
        assert ((first != LEFT_OUT) == inside).all()
        assert ((second != LEFT_OUT) == ~inside).all()
        assert inside.sum() in (20, 21)
    # Different halvings, and different splits of a half.
    assert len({row.tobytes() for row in design.folds}) == 27


def test_more_halvings_leave_the_first_as_they_were():
    few, many = (SplitHalves(2, m, 0.2).assign(30, seed=5).folds for m in (2, 5))
    assert (many[: len(few)] == few).all()


@pytest.mark.parametrize("scheme", [NestedKFold(3, 2), SplitHalves(2, 3, 0.15)])
def test_groups_stay_whole(scheme):
    for row in scheme.assign(50, groups=GROUPS, seed=1).folds:
        assert all(len(set(row[group == GROUPS])) == 1 for group in range(20))


def test_designs_are_told_from_others():
    """By who is tested, trained on and left out alone: what a store or another program keeps."""
    for scheme in (RepeatedKFold(3, 2), Resampled(6), HalvedKFold(2, 3), RollingOrigin(6, 2), DisjointTraining(3)):
        assert {"nested_cv_z", "conservative_z"}.isdisjoint(usable(scheme))
    assert usable(NestedKFold(3, 2)) == ("nested_cv_z",)
    assert usable(SplitHalves(2, 3, 0.2)) == ("conservative_z",)


def usable(scheme):
    return tuple(usable_tests(scheme.assign(30, seed=1), "classification", as_metric("accuracy", "classification")))


def test_names_are_read_back():
    for scheme in (
        NestedKFold(5, 3),
        NestedKFold(4, 2, stratified=False),
        SplitHalves(5, 10, 0.1),
        SplitHalves(2, 3, 7),
    ):
        assert parse_scheme(scheme.short_name) == scheme


def test_what_cannot_be_split_is_refused():
    with pytest.raises(ValueError, match="n_folds must be at least 3, got 2"):
        NestedKFold(2)
    with pytest.raises(ValueError, match=r"SplitHalves\(5, 10, 0.5\) tests on 10 of 20 examples"):
        SplitHalves(5, 10, 0.5).assign(20, seed=1)
    with pytest.raises(ValueError, match=r"'balanced:3', 'nested:3:5', 'split-halves:5:10:0.1'"):
        parse_scheme("nested:5")
