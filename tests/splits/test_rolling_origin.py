"""Rolling origins: by hand, against scikit-learn, and what they refuse."""

import numpy as np
import pytest
from sklearn.model_selection import TimeSeriesSplit

from foldwise.splits import KFold, Resampled, RollingOrigin, assign_foreign, parse_scheme


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (RollingOrigin(4, 5), TimeSeriesSplit(4, test_size=5)),
        (RollingOrigin(3, 2, gap=4), TimeSeriesSplit(3, test_size=2, gap=4)),
        (RollingOrigin(5, 1, max_train_size=7), TimeSeriesSplit(5, test_size=1, max_train_size=7)),
    ],
    ids=str,
)
def test_the_splits_are_those_of_scikit_learn(ours, theirs):
    own, foreign = ours.assign(30, seed=1), assign_foreign(theirs, 30, seed=1)
    assert own.folds.tolist() == foreign.folds.tolist()
    assert own.is_time_ordered
    assert foreign.is_time_ordered


def test_training_is_before_testing_whatever_the_options():
    for scheme in (RollingOrigin(6, 4, step=1), RollingOrigin(3, 2, gap=3, step=5, max_train_size=4)):
        for _, _, train, test in scheme.assign(40, seed=1).splits():
            assert train.max() + scheme.gap < test.min()
            assert len(test) == scheme.test_size


def test_the_last_origin_tests_the_last_rows_and_the_seed_does_not_matter():
    one, two = (RollingOrigin(3, 4).assign(20, seed=seed) for seed in (1, 2))
    assert one.folds.tolist() == two.folds.tolist()
    assert one.split(0, 0)[1].tolist() == [8, 9, 10, 11]
    assert one.split(2, 0)[1].tolist() == [16, 17, 18, 19]


@pytest.mark.parametrize(("step", "horizon"), [(None, 1), (5, 1), (4, 2), (2, 3), (1, 5)])
def test_horizon_is_how_many_origins_in_a_row_test_a_row(step, horizon):
    """Five rows tested, `step` from one origin to the next: ceil(5 / step)."""
    assert RollingOrigin(6, 5, step=step).assign(40, seed=1).horizon == horizon


def test_random_splits_are_not_in_the_order_of_time():
    assert not Resampled(3, 0.3).assign(20, seed=1).is_time_ordered
    assert not KFold(3).assign(20, seed=1).is_time_ordered
    assert not assign_foreign([(range(5, 9), range(5)), (range(5), range(5, 9))], 9, seed=1).is_time_ordered


@pytest.mark.parametrize("name", ["rolling:10:24", "rolling:5:1:gap=2", "rolling:5:4:step=1:last=100"])
def test_short_names_are_read_back(name):
    assert parse_scheme(name).short_name == name


def test_the_name_is_how_to_type_it():
    scheme = RollingOrigin(5, 2, gap=3, max_train_size=50)
    assert eval(str(scheme)) == scheme


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: RollingOrigin(5, 4).assign(20, seed=1), r"needs at least 21 rows, of which one to train on, got 20"),
        (lambda: RollingOrigin(1, 4), "n_origins must be .* 2"),
        (lambda: RollingOrigin(5, 4, stratified=True), "cannot stratify"),
        (lambda: RollingOrigin(3, 2).assign(20, seed=1, groups=np.arange(20)), "leave out groups"),
        (lambda: RollingOrigin(3, 2).assign(20, seed=1, n_executions=2), "one order of time"),
        (lambda: parse_scheme("rolling:10"), "'rolling:10:24'"),
        (lambda: parse_scheme("rolling:10:24:hop=2"), "come gap=, step= and last= with whole numbers, not 'hop=2'"),
    ],
)
def test_refusals(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_what_others_call_it_is_hinted_at():
    with pytest.raises(ValueError, match=r"Did you mean 'rolling:10:24'\?"):
        parse_scheme("TimeSeriesSplit")
