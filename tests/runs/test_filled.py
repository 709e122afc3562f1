"""Runs that may be larger than memory live in a file."""

import mmap

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier

from foldwise.data import load
from foldwise.evaluation import evaluate


def behind(array):
    while isinstance(array, np.ndarray):
        array = array.base
    return array


@pytest.mark.parametrize(("largest", "is_in_file"), [(100, True), (10**6, False)])
def test_a_large_array_lives_in_a_file(monkeypatch, largest, is_in_file):
    monkeypatch.setattr("foldwise.runs._collector._LARGE", largest)
    run = evaluate([DummyClassifier()], load("iris"), scheme="3", seed=1)
    assert isinstance(behind(run.predictions), mmap.mmap) is is_in_file
    assert type(run.predictions) is np.ndarray
    assert ((run.predictions >= 0) & (run.predictions < 3)).all()
