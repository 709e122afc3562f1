"""The kernel of entropy cuts against the book."""

import math
import threading

import numpy as np
import pytest


@pytest.fixture(scope="module")
def kernel(kernels):
    return kernels.mdl_cuts


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("mdl_cuts")


@pytest.fixture(scope="module")
def run(kernel):
    def run(values, y, weight=None, n_classes=None):
        values, y = np.array(values, dtype=np.float64), np.array(y, dtype=np.int32)
        order = np.argsort(values, kind="stable")
        values, y = values[order], y[order]
        weight = np.ones(len(y)) if weight is None else np.array(weight, dtype=np.float64)[order]
        k = n_classes or y.max() + 1
        whole = np.arange(len(y) + 1.0)
        mark, cuts = np.full(len(y), 77, dtype=np.uint8), np.full(len(y), -7.0)
        kernel.mark_candidates(values, y, mark)
        room = np.full(2 * k, -7.0), np.full(2 * k, -7, dtype=np.int64)
        n = kernel.mdl_cuts(values, y, weight, whole * np.log(np.maximum(whole, 1)), mark, *room, cuts)
        return cuts[:n].tolist()

    return run


def test_two_pure_halves(run):
    """Ten and ten: gain 1 bit against (log2(19) + log2(7) - 2) / 20 = 0.253."""
    assert run(range(20), [0] * 10 + [1] * 10) == [9.5]


def test_too_few_examples(run):
    """One and one: gain 1 bit, which must exceed (log2(1) + log2(7) - 2) / 2 = 0.404. Two equal values: no cut."""
    assert run([1, 2], [0, 1]) == [1.5]
    assert run([1, 1], [0, 1]) == []


def test_gain_just_below_and_above_the_threshold(run):
    """By hand, n rows of class 0 and then one of class 1, cut before the last.

    The gain is all of E = -(n log2(n/(n+1)) + log2(1/(n+1))) / (n+1), delta is log2(7) - 2 E: 0.650 against 0.638 at
    n = 5, and 0.592 against 0.601 at n = 6.
    """
    accepted = []
    for n in range(1, 8):
        e = -(n * math.log2(n / (n + 1)) + math.log2(1 / (n + 1))) / (n + 1)
        threshold = (math.log2(n) + math.log2(7) - 2 * e) / (n + 1)
        accepted.append(bool(run(range(n + 1), [0] * n + [1])))
        assert accepted[-1] == (e > threshold)
    assert accepted == [True] * 5 + [False] * 2


def test_recursion(run):
    """Three blocks of twenty: whichever side is cut off first, the rest is cut again."""
    assert run(np.repeat([0.0, 1.0, 2.0], 20), np.repeat([0, 1, 0], 20)) == [0.5, 1.5]


def test_classes_in_another_order_give_the_same_cuts(run):
    """Counts (1 6 0 0) against (2 0 4 2) and (2 6 0 0) against (1 0 4 2) leave the same entropy: the first cut wins."""
    y = [1] * 3 + [0] + [1] * 3 + [0] + [2] * 4 + [3] * 2 + [0]
    for codes in ([0, 1, 2, 3], [3, 1, 0, 2], [2, 3, 1, 0], [1, 2, 3, 0]):
        assert run(range(15), np.array(codes)[y], n_classes=4) == [6.5]


def test_candidates_lie_between_different_classes(kernel):
    values = np.array([1, 1, 2, 3, 3, 4, 5, 6.0])
    y = np.array([0, 0, 0, 0, 1, 1, 1, 0], dtype=np.int32)
    mark = np.full(8, 77, dtype=np.uint8)
    kernel.mark_candidates(values, y, mark)
    # 1|2 is inside class 0, 4|5 inside class 1; the mixed value 3 has candidates on both sides.
    assert mark.tolist() == [0, 0, 1, 0, 1, 0, 1, 0]


@pytest.mark.parametrize("n_classes", [2, 3, 5])
@pytest.mark.parametrize("digits", [0, 1, 9])
def test_agrees_with_oracle(run, oracle, n_classes, digits):
    rng = np.random.default_rng(10 * n_classes + digits)
    n_found = 0
    for _ in range(40):
        n = int(rng.integers(2, 60))
        y = rng.integers(0, n_classes, n)
        values = np.round(rng.normal(y * rng.choice([0, 1, 3]), 1), digits)
        weight = rng.choice([1.0, 2.0, 0.5, 0.3], n) if rng.random() < 0.5 else np.ones(n)
        expected = oracle.cuts(values.tolist(), y.tolist(), weight.tolist())
        assert run(values, y, weight, n_classes) == pytest.approx(expected, rel=1e-15, abs=1e-15)
        n_found += len(expected)
    assert n_found > 10


def test_whole_weights_are_copies(run):
    rng = np.random.default_rng(3)
    for _ in range(30):
        y = rng.integers(0, 3, 40)
        values = rng.normal(y, 0.7)
        times = rng.integers(1, 4, 40)
        assert run(values, y, times) == run(np.repeat(values, times), np.repeat(y, times))


def test_little_weight_is_little_evidence(run):
    """The same clean cut with a hundredth of the weight: 0.2 examples in all."""
    assert run(range(20), [0] * 10 + [1] * 10, weight=[0.01] * 20) == []


def test_ends_of_the_range(run):
    top, least = np.finfo(float).max, 5e-324
    y = [0] * 10 + [1] * 10
    assert run([top / 2] * 10 + [top] * 10, y) == [top / 2]
    assert run([0.0] * 10 + [least] * 10, y) == [0.0]
    assert run([1.0] * 10 + [np.nextafter(1, 2)] * 10, y) == [1.0]
    assert run([-top] * 10 + [top] * 10, y) == [0.0]


def test_many_classes_do_not_overflow(run):
    """3**1400 exceeds the range of doubles. By hand: 1 bit > (log2(1399) + 1400 log2(3) - 1400) / 1400 = 0.592."""
    assert run([0] * 700 + [1] * 700, range(1400)) == [0.5]
    # 70 copies of 1000 classes at either value: nothing is gained.
    assert run([0] * 1000 + [1] * 1000, [*range(1000)] * 2, weight=[70] * 2000) == []


def test_place(kernel):
    X = np.array([[0.0, 3.0], [1.0, 2.0], [1.5, np.nan], [2.0, 0.0], [2.5, 1.0], [np.nan, 1.0], [9.0, 1.0]])
    out = np.full(X.shape, -7.0)
    kernel.place(X, np.array([1.0, 2.0]), np.array([0, -1]), np.array([2, 2]), out)
    np.testing.assert_array_equal(out[:, 0], [0, 0, 1, 1, 2, np.nan, 2])
    np.testing.assert_array_equal(out[:, 1], X[:, 1])


def test_the_lock_is_released(run):
    rng = np.random.default_rng(1)
    tables = [(rng.normal(size=3000), rng.integers(0, 3, 3000)) for _ in range(4)]
    expected = [run(*table) for table in tables]
    found = [None] * 4

    def work(i):
        found[i] = run(*tables[i])

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected
