import numpy as np
import pytest

from foldwise.splits import LEFT_OUT, Assignment, KFold, Layout


def make(**given):
    words = {"scheme": "s", "description": "d", "each_example_tested_once": False, "repeats_per_execution": 1}
    return Layout(**{"n_repeats": 1, "n_folds": 1, **words, **given})


def test_the_ratio_of_cross_validation_needs_no_sizes():
    assert make(n_folds=10).test_train_ratio == pytest.approx(1 / 9)
    assert make(n_folds=10).sizes() is None


def test_sizes_come_before_the_scheme():
    """Tests 30 + 40 of trainings 60 + 80."""
    layout = make(n_repeats=2, n_train=np.array([[60], [80]]), n_test=np.array([[30], [40]]), ratio=9.0)
    assert layout.test_train_ratio == 0.5
    assert [size.tolist() for size in layout.sizes()] == [[[60], [80]], [[30], [40]]]


def test_what_nobody_says_is_not_known():
    assert make(n_repeats=100).test_train_ratio is None
    assert make(n_repeats=100, ratio=0.25).test_train_ratio == 0.25
    assert make(n_repeats=3, has_folds=False).test_train_ratio is None


def test_an_assignment_answers_the_same_questions():
    assignment = KFold(3).assign(7, seed=1)
    assert assignment.has_folds
    assert not assignment.is_irregular
    assert assignment.test_train_ratio == pytest.approx(1 / 2)
    folds = np.array([[0, 1, LEFT_OUT]], dtype=np.int32)
    words = {"scheme": "s", "description": "d", "stratified": None, "seed": None, "repeats_per_execution": 1}
    assert Assignment(folds=folds, n_folds=2, **words).is_irregular


def test_fingerprints_tell_layouts_apart():
    assert make(n_folds=2).fingerprint != make(n_folds=3).fingerprint == make(n_folds=3).fingerprint
