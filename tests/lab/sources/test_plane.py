"""The six classes of the plane."""

import numpy as np
import pytest

from foldwise.lab.sources import Plane
from foldwise.learners import C45, NaiveBayes, NearestNeighbor


def test_points_are_of_the_class_that_the_table_says():
    X, y = Plane(n_examples=5000).draw(np.random.default_rng(1))
    assert X.min() >= 0
    assert X.max() <= 15
    for (a, b), label in zip(X[:300], y[:300], strict=True):
        if (a - 4.5) ** 2 + (b - 10.5) ** 2 < 9:
            expected = 1
        elif b < 4 + 1.5 * np.sin(0.8 * a):
            expected = 2 if a < 7 else 3
        elif a + b > 20:
            expected = 4
        else:
            expected = 5 if a > 9 else 0
        assert label == expected
    # Areas: the disc has 9 pi of 225; the others as tabled, four standard errors of 5000 draws being .025 at most.
    shares = np.bincount(y, minlength=6) / 5000
    assert shares == pytest.approx([0.278, 9 * np.pi / 225, 0.126, 0.142, 0.222, 0.107], abs=0.025)


def test_the_grid_has_all_points_at_multiples_of_a_tenth():
    grid, classes = Plane().draw_with_calibration(np.random.default_rng(0))[2:]
    assert grid.shape == (22_801, 2)
    assert len(np.unique(grid.round(6), axis=0)) == 22_801
    assert (grid * 10).round() == pytest.approx(grid * 10, abs=1e-9)
    assert grid.min() == 0
    assert grid.max() == 15
    assert np.bincount(classes) / 22_801 == pytest.approx([0.278, 0.123, 0.126, 0.143, 0.221, 0.108], abs=0.001)


def test_the_grid_comes_with_the_same_draw():
    plain, calibrated = (draw(np.random.default_rng(3)) for draw in (Plane().draw, Plane().draw_with_calibration))
    assert (plain[0] == calibrated[0]).all()
    assert (plain[1] == calibrated[1]).all()


def test_learners_and_size_are_the_users():
    assert [type(learner) for learner in Plane().learners] == [C45, NearestNeighbor]
    source = Plane([NaiveBayes(), C45()], 50)
    assert [type(learner) for learner in source.learners] == [NaiveBayes, C45]
    assert len(source.draw(np.random.default_rng(0))[1]) == source.n_examples == 50
    assert source.difference is None
    with pytest.raises(ValueError, match="n_examples must be at least 10"):
        Plane(n_examples=5)
