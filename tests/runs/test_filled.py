"""Large arrays live in a file."""

import mmap

import numpy as np

from foldwise.runs import _filled
from foldwise.runs._filled import filled


def behind(array):
    while isinstance(array, np.ndarray):
        array = array.base
    return array


def test_a_large_array_lives_in_a_file(monkeypatch):
    monkeypatch.setattr(_filled, "_LARGE", 100)
    large, small = (filled(shape, np.nan, np.dtype(np.float64)) for shape in ((4, 5), (3, 4)))
    assert isinstance(behind(large), mmap.mmap)
    assert behind(small) is None
    assert type(large) is np.ndarray
    assert np.isnan(large).all()
    large[1] = 2.0
    assert large.sum(axis=1, where=~np.isnan(large)).tolist() == [0, 10, 0, 0]
