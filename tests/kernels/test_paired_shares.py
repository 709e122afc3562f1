"""The kernel of shares of pairs against the double sum in fractions."""

import numpy as np
import pytest


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("paired_shares")


@pytest.fixture(scope="module")
def shares(kernels):
    """Call the kernel with places that are counted one by one."""

    def call(weights, numbers, low, high):
        order = np.argsort(numbers, kind="stable").astype(np.int64)
        sums = np.add.outer(numbers[order], numbers)
        ends = np.stack(
            [(sums < low).sum(1), (sums <= low).sum(1), (sums < high).sum(1), (sums <= high).sum(1)], axis=1
        )
        out = np.full((len(weights), 3), np.nan)
        kernels.paired_shares.shares(weights, order, ends, np.empty(len(numbers) + 1), out)
        return out

    return call


@pytest.mark.parametrize(("n_draws", "n"), [(0, 3), (1, 1), (1, 2), (4, 5), (3, 12)])
@pytest.mark.parametrize(("low", "high"), [(0, 0), (-2, 2), (-1, 3), (50, 60)])
def test_agrees_with_oracle(shares, oracle, n_draws, n, low, high):
    """Small whole numbers: many equal ones, and many sums at a limit."""
    rng = np.random.default_rng([n_draws, n])
    weights, numbers = rng.exponential(size=(n_draws, n)), rng.integers(-3, 4, n).astype(np.float64)
    expected = np.reshape(oracle.shares(weights, numbers, low, high), (n_draws, 3))
    assert shares(weights, numbers, low, high) == pytest.approx(expected, abs=1e-14)


def test_by_hand(shares):
    """Weights 1/4 and 3/4 on -1 and 1: sums -2, 0 and 2 of weight 1/16, 6/16 and 9/16; the last is at the limit."""
    assert shares(np.array([[1.0, 3.0]]), np.array([-1.0, 1.0]), -1.0, 2.0).tolist() == [[1 / 16, 10.5 / 16, 4.5 / 16]]
