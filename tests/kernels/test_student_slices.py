"""The kernel of slices against one that asks scipy for every density."""

import numpy as np
import pytest

POINTS = np.linspace(-3.0, 4.0, 71)


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("student_slices")


def moved(kernels, position, squares, limits, log_prior, lines, uniforms):
    position = position.copy()
    step = POINTS[1] - POINTS[0]
    kernels.student_slices.move(position, squares, limits, log_prior, POINTS[0], step, lines, uniforms)
    return position


@pytest.mark.parametrize(("n_chains", "n", "n_tries"), [(0, 3, 9), (1, 1, 30), (3, 2, 30), (4, 7, 30), (5, 40, 3)])
def test_agrees_with_oracle(kernels, oracle, n_chains, n, n_tries):
    """Limits of the scale are near; with one point to try, some chains stay where they are."""
    rng = np.random.default_rng([n_chains, n])
    position = np.column_stack([rng.uniform(-3, 4, n_chains), rng.uniform(-1, 0.5, n_chains)])
    squares, limits = rng.standard_t(3, (n_chains, n)) ** 2, np.tile([-1.0, 0.5], (n_chains, 1))
    lines = np.tile([(1.0, 0.0, 4.0), (0.0, 1.0, 1.5), (1.0, 0.3, 9.0)], (n_chains, 1, 1))
    uniforms, log_prior = rng.random((n_chains, 3, n_tries)), -(POINTS**2) / 5
    found = moved(kernels, position, squares, limits, log_prior, lines, uniforms)
    for chain in range(n_chains):
        expected = oracle.move(
            position[chain], squares[chain], limits[chain], POINTS, log_prior, lines[chain], uniforms[chain]
        )
        assert found[chain] == pytest.approx(expected, abs=1e-12)
    if n_tries == 3:
        assert 0 < (found == position).all(axis=1).sum() < n_chains


def test_it_stays_within_the_prior(kernels):
    """A thousand moves along a line that leaves the table of the prior, and the limits of the scale."""
    rng = np.random.default_rng(0)
    position = np.array([[3.9, 0.4]])
    for _ in range(1000):
        position = moved(
            kernels,
            position,
            np.ones((1, 2)),
            np.array([[-3.0, 0.5]]),
            np.zeros_like(POINTS),
            np.array([[(1.0, 1.0, 20.0), (1.0, 0.0, 20.0)]]),
            rng.random((1, 2, 50)),
        )
        assert POINTS[0] <= position[0, 0] <= POINTS[-1]
        assert -3.0 <= position[0, 1] <= 0.5
