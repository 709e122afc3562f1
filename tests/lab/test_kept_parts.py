"""What is kept of matching: nothing is computed twice, and nothing is taken for something else."""

import os

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

from foldwise.lab import BadMetric, learning_curves, power_sources
from foldwise.lab.sources import Plane

SOURCE = Plane(n_examples=40)
SMALL = {"sizes": [20], "n_sets": 3, "n_points": 50, "seed": 1}


@pytest.fixture
def drawn(monkeypatch):
    """Datasets that were drawn to make training sets from them; all sets of a size are drawn together."""
    datasets = []
    draw = Plane.draw_with_calibration

    def noted(self, rng):
        datasets.append(draw(self, rng))
        return datasets[-1]

    monkeypatch.setattr(Plane, "draw_with_calibration", noted)
    return datasets


def found(**how):
    made = power_sources(SOURCE, BadMetric, fractions=[1, 0.5], **{**SMALL, **how})
    levels = [each.curves.damaged.levels for each in made]
    return np.concatenate([np.ravel(levels), *(each.curves.damaged.errors.ravel() for each in made)])


def test_matching_is_done_once(tmp_path, drawn):
    plain = found()
    # Three sets of two training sizes, for the curves and for the levels.
    assert len(drawn) == 12
    drawn.clear()
    kept = found(store=tmp_path / "lab.db")
    assert len(drawn) == 12
    drawn.clear()
    again = found(store=tmp_path / "lab.db")
    assert drawn == []
    assert np.array_equal(plain, kept)
    assert np.array_equal(kept, again)


def test_another_question_is_not_taken_for_the_same(tmp_path, drawn):
    path = tmp_path / "lab.db"
    found(store=path)
    drawn.clear()
    # Other curves, so other levels, twice two sizes each; another tolerance keeps the curves.
    for other, n_drawn in [({"seed": 2}, 12), ({"n_sets": 4}, 16), ({"tolerance": 0.01}, 6)]:
        again = found(store=path, **other)
        assert len(drawn) == n_drawn, other
        assert np.array_equal(again, found(**other))
        drawn.clear()


def test_a_further_size_computes_only_what_it_adds(tmp_path, drawn):
    path = tmp_path / "lab.db"
    first = learning_curves(SOURCE, **SMALL, store=path)
    drawn.clear()
    more = learning_curves(SOURCE, **{**SMALL, "sizes": [20, 30]}, store=path)
    assert len(drawn) == 3
    assert np.array_equal(more.errors[:, [0, 2]], first.errors)


class Interrupted(ClassifierMixin, BaseEstimator):
    """Always says 0; fails on more than twenty examples while there is no file."""

    def __init__(self, file):
        self.file = file

    def fit(self, X, y):
        if len(y) > 20 and not os.path.exists(self.file):
            raise RuntimeError("as if interrupted")
        return self

    def predict(self, X):
        return np.zeros(len(X), dtype=int)


def test_what_was_done_before_an_interruption_is_kept(tmp_path, drawn):
    file = tmp_path / "go on"
    source = Plane((Interrupted(str(file)), Interrupted(str(file))), 40)
    with pytest.raises(RuntimeError, match="interrupted"):
        learning_curves(source, **SMALL, store=tmp_path / "lab.db")
    drawn.clear()
    file.touch()
    curves = learning_curves(source, **SMALL, store=tmp_path / "lab.db")
    assert len(drawn) == 3
    assert (curves.errors[0] == curves.errors[1]).all()
