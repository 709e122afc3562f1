"""The fold kernel against the published generator and an oracle in plain Python."""

import numpy as np
import pytest

KEYS = [0, 1, 2**63 + 12345, 2**64 - 1]


@pytest.fixture(scope="module")
def kernel(kernels):
    return kernels.fold_codes


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("fold_codes")


@pytest.mark.parametrize(
    ("counter", "key", "expected"),
    [
        ([0] * 4, [0] * 2, "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ([2**32 - 1] * 4, [2**32 - 1] * 2, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        (
            [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344],
            [0xA4093822, 0x299F31D0],
            "d16cfe09 94fdcceb 5001e420 24126ea1",
        ),
    ],
)
def test_oracle_gives_the_published_words(oracle, counter, key, expected):
    """Known answers of Random123 (Salmon et al.) for philox4x32-10."""
    assert " ".join(f"{word:08x}" for word in oracle.philox(key, counter)) == expected


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("repeat", [0, 7, 2**32, 2**64 - 1])
def test_words_agree_with_oracle(kernel, oracle, key, repeat):
    # More than are made at once, twice over.
    out = np.empty(75, dtype=np.uint32)
    kernel.words(key, repeat, out)
    assert out.tolist() == oracle.words(key, repeat, 75)


@pytest.mark.parametrize("n", [0, 1, 2, 3, 17])
def test_permutations_agree_with_oracle(kernel, oracle, n):
    out = np.empty((3, n), dtype=np.int32)
    kernel.permutations(99, 5, out)
    assert out.tolist() == [oracle.Stream(99, 5 + r).shuffled(range(n)) for r in range(3)]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("strata", "n_folds"),
    [
        ([[0, 1, 2, 3, 4]], 2),
        ([[4, 0], [1, 2, 3]], 3),
        ([[0], [], [2, 1]], 2),
        ([list(range(23)), list(range(23, 40))], 10),
    ],
)
def test_deal_agrees_with_oracle(kernel, oracle, key, strata, n_folds):
    members = np.array([example for stratum in strata for example in stratum], dtype=np.int32)
    starts = np.cumsum([0, *map(len, strata)]).astype(np.int32)
    out = np.empty((3, len(members)), dtype=np.int32)
    kernel.deal(members, starts, key, 2, np.empty(n_folds, np.int32), np.empty(len(members), np.int32), out)
    assert out.tolist() == [oracle.deal(strata, n_folds, key, 2 + r) for r in range(3)]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("strata", "n_folds"), [([[0, 1, 2, 3, 4]], 2), ([[4, 0, 5], [], [1, 2, 3]], 3), ([list(range(40))], 5)]
)
def test_deal_halves_agrees_with_oracle(kernel, oracle, key, strata, n_folds):
    members = np.array([example for stratum in strata for example in stratum], dtype=np.int32)
    starts = np.cumsum([0, *map(len, strata)]).astype(np.int32)
    out = np.empty((6, len(members)), dtype=np.int32)
    room = np.empty((2, n_folds), np.int32), np.empty(len(members), np.int32)
    kernel.deal_halves(members, starts, key, 2, -2, *room, out)
    assert out.tolist() == [row for h in range(3) for row in oracle.deal_halves(strata, n_folds, -2, key, 2 + h)]


@pytest.mark.parametrize("counts", [[[1, 2], [0, 1]], [[0, 0], [0, 0]], [[3, 2], [2, 2]]])
def test_draw_agrees_with_oracle(kernel, oracle, counts):
    strata = [[8, 0, 3, 4, 5], [1, 2, 6, 7]]
    members = np.array([*strata[0], *strata[1]], dtype=np.int32)
    starts = np.array([0, 5, 9], dtype=np.int32)
    codes = np.array([0, 1], dtype=np.int32)
    out = np.empty((3, 9), dtype=np.int32)
    kernel.draw(members, starts, np.array(counts, np.int32), codes, -2, 77, 0, np.empty(9, np.int32), out)
    assert out.tolist() == [oracle.draw(strata, counts, [0, 1], -2, 77, r) for r in range(3)]


@pytest.mark.parametrize(("n_groups", "n_strata", "n_folds"), [(2, 1, 2), (9, 1, 3), (30, 3, 4), (50, 2, 10)])
def test_deal_groups_agrees_with_oracle(kernel, oracle, n_groups, n_strata, n_folds):
    rng = np.random.default_rng(n_groups)
    table = rng.integers(0, 6, (n_groups, n_strata)) + 1
    shares = table / table.sum(axis=0)
    orders, labels = (np.stack([rng.permutation(n) for _ in range(3)]).astype(np.int32) for n in (n_groups, n_folds))
    out = np.empty((3, n_groups), dtype=np.int32)
    kernel.deal_groups(shares, orders, labels, np.empty((n_folds, n_strata)), out)
    expected = [
        oracle.deal_groups(shares.tolist(), *rows) for rows in zip(orders.tolist(), labels.tolist(), strict=True)
    ]
    assert out.tolist() == expected


def test_every_order_of_four_is_equally_likely(kernel):
    """24 orders, 24,000 draws: chi-squared with 23 df stays below its 1 - 1e-6 quantile, 70.5 (SciPy)."""
    out = np.empty((24_000, 4), dtype=np.int32)
    kernel.permutations(2024, 0, out)
    counts = np.unique(out @ [64, 16, 4, 1], return_counts=True)[1]
    assert len(counts) == 24
    assert ((counts - 1000) ** 2 / 1000).sum() < 70.5
