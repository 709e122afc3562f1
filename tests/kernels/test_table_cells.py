"""The numbers of pairs of value and class against sorting."""

from itertools import pairwise

import numpy as np
import pytest

PER_CELL = ("code", "info", "place", "code_in_turn", "step_in_turn", "rows")


@pytest.fixture(scope="module")
def kernel(kernels):
    return kernels.table_cells


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("table_cells")


def numbered(kernel, codes, columns, n_codes, y, n_classes):
    """All that the kernel says about the columns."""
    room = np.full((n_codes.max() + 1) * n_classes, 7, dtype=np.int32)
    n_cells = np.full(len(columns), 7, dtype=np.int32)
    kernel.count_cells(codes, columns, n_codes, y, n_classes, room, n_cells)
    first = np.append(0, np.cumsum(n_cells)).astype(np.int32)
    by_row = np.full((len(y), len(columns)), 7, dtype=np.int32)
    by_column = np.full((len(columns), len(y)), 7, dtype=np.int32)
    n_known = np.full(len(columns), 7, dtype=np.int32)
    found = {name: np.full(first[-1], 7, dtype=np.int32) for name in PER_CELL}
    kernel.number_cells(codes, columns, n_codes, y, n_classes, room, first, by_row, by_column, n_known, *found.values())
    return first, by_row, by_column, n_known, found


@pytest.mark.parametrize("n", [1, 2, 40])
@pytest.mark.parametrize("n_classes", [1, 2, 5])
def test_agrees_with_oracle(kernel, oracle, n, n_classes):
    rng = np.random.default_rng(n + n_classes)
    n_codes = np.array([1, 3, 9, 4], dtype=np.int32)
    codes = rng.integers(-1, n_codes[:, np.newaxis], (4, n), dtype=np.int32)
    y, columns = rng.integers(0, n_classes, n, dtype=np.int32), np.array([2, 0, 1])
    first, by_row, by_column, n_known, found = numbered(kernel, codes, columns, n_codes, y, n_classes)
    for k, column in enumerate(columns):
        ordered, in_turn, pairs = oracle.cells_of(codes[column].tolist(), int(n_codes[column]), y.tolist())
        own = {name: values[first[k] : first[k + 1]].tolist() for name, values in found.items()}
        assert by_column[k].tolist() == [ordered.index(pair) for pair in pairs]
        assert by_row[:, k].tolist() == [first[k] + in_turn.index(pair) for pair in pairs]
        assert own["code"] == [code for code, _ in ordered]
        ends = [before[0] != after[0] for before, after in pairwise(ordered)] + [True]
        assert own["info"] == [2 * label + end for (_, label), end in zip(ordered, ends, strict=True)]
        assert own["place"] == [in_turn.index(pair) for pair in ordered]
        assert own["code_in_turn"] == [code for code, _ in in_turn]
        assert own["rows"] == [pairs.count(pair) for pair in in_turn]
        known = [label for code, label in in_turn if code < n_codes[column]]
        assert n_known[k] == len(known)
        assert own["step_in_turn"][: len(known)] == [after - before for before, after in pairwise([0, *known])]


def test_no_columns(kernel):
    y = np.zeros(3, dtype=np.int32)
    first, by_row, by_column, _, _ = numbered(
        kernel, np.zeros((1, 3), np.int32), np.empty(0, np.int64), np.ones(1, np.int32), y, 2
    )
    assert (first.tolist(), by_row.shape, by_column.shape) == ([0], (3, 0), (0, 3))
