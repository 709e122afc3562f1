"""The kernel of moments against rational arithmetic."""

import threading

import numpy as np
import pytest


@pytest.fixture(scope="module")
def kernel(kernels):
    return kernels.moments


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("moments")


@pytest.fixture(scope="module")
def run(kernel):
    def run(rows):
        rows = np.ascontiguousarray(rows, dtype=np.float64)
        largest, mean, squares, spread = np.full((4, len(rows)), -7.0)
        exponent = np.full(len(rows), -7, dtype=np.int32)
        kernel.moments(rows, largest, exponent, mean, squares, spread)
        return largest, exponent, mean, squares, spread

    return run


@pytest.fixture(scope="module")
def agrees(run):
    def agrees(oracle, rows, *, squares_rel=1e-14):
        for row, largest, exponent, mean, squares, spread in zip(rows, *run(rows), strict=True):
            expected = oracle.moments(row.tolist())
            assert (largest, exponent) == expected[:2]
            assert mean == pytest.approx(float(expected[2]), rel=0, abs=1.2e-16)
            assert squares == pytest.approx(float(expected[3]), rel=squares_rel, abs=1e-31 * len(row))
            assert spread == pytest.approx(float(expected[4]), rel=1e-15, abs=2.5e-16)

    return agrees


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 7, 8, 9, 12, 100, 1001])
def test_agrees_with_oracle(agrees, oracle, n):
    rng = np.random.default_rng(n)
    agrees(oracle, rng.normal(0.1, 1, (20, n)))
    agrees(oracle, rng.integers(-3, 4, (20, n)) / 7)


@pytest.mark.parametrize("offset", [1e3, 1e7, -1e10])
def test_a_mean_far_larger_than_the_spread_costs_no_digits(agrees, oracle, offset):
    """The rounding that numbers near the offset already have is in the oracle too: it reads the same doubles."""
    rows = offset + np.random.default_rng(1).normal(size=(20, 1001))
    agrees(oracle, rows, squares_rel=1e-13)


@pytest.mark.parametrize("power", [-1070, -1022, -600, 600, 899, 1021])
def test_any_scale(agrees, run, oracle, power):
    rows = np.random.default_rng(2).uniform(-1, 1, (20, 13))
    rows[:, 3] = 1.0
    agrees(oracle, np.ldexp(rows, power))
    if power >= -600:
        for one, other in zip(run(rows)[2:], run(np.ldexp(rows, power))[2:], strict=True):
            assert one.tobytes() == other.tobytes()


def test_the_ends_of_the_range(run):
    top, least = np.finfo(float).max, 5e-324
    largest, exponent, mean, squares, spread = run([[top] * 6, [least] * 6, [0.0] * 6, [-0.0] * 6])
    assert largest.tolist() == [top, least, 0, 0]
    assert exponent.tolist() == [1024, -1022, 0, 0]
    assert np.ldexp(mean, exponent).tolist() == [top, least, 0, 0]
    assert squares.tolist() == spread.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("value", [0.04, 0.1, 1 / 3, -0.7])
def test_equal_numbers_have_no_spread(run, value):
    for n in (3, 10, 101, 99_991):
        _, exponent, mean, squares, spread = run([[value] * n])
        assert np.ldexp(mean, exponent) == value
        assert spread[0] == 0
        assert abs(squares[0]) < 1e-25


def test_mirrored_rows_give_mirrored_bits(run):
    rows = np.random.default_rng(3).normal(size=(50, 37))
    one, other = run(rows), run(-rows)
    assert (one[2] == -other[2]).all()
    for i in (0, 1, 3, 4):
        assert one[i].tobytes() == other[i].tobytes()


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("place", [0, 3, 4, 9])
def test_a_row_that_is_not_finite_is_announced(run, bad, place):
    rows = np.ones((3, 10))
    rows[1, place] = bad
    assert np.isfinite(run(rows)[0]).tolist() == [True, False, True]
    rows[1, 5] = -bad
    assert np.isfinite(run(rows)[0]).tolist() == [True, False, True]


def test_no_rows_will_do(run):
    assert [part.size for part in run(np.empty((0, 5)))] == [0] * 5


def test_threads_do_not_disturb_each_other(run):
    rows = np.random.default_rng(4).normal(size=(2000, 100))
    expected, found = run(rows), []
    threads = [threading.Thread(target=lambda: found.append(run(rows))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert all(a.tobytes() == b.tobytes() for parts in found for a, b in zip(parts, expected, strict=True))
