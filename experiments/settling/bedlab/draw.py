"""Data sets of a bed: two blocks of columns and what is to be predicted."""

from functools import cache, partial

import numpy as np

OUTLIERS, OUTLYING = 0.03, 8
LEVERAGE, FARTHER = 0.02, 10
CORRELATION = 0.8
RARE = (0.04, 0.03, 0.02, 0.01)


def draw(bed, rng):
    """Return the blocks of the first and the second learner, each of shape (n, p), and the target."""
    return GENERATORS[bed.generator](bed, rng)


@cache
def chain_table(p):
    """Probabilities of a one, by column, class and value of the column before; the same for everybody."""
    state, table = 7, np.empty((p, 2, 2))
    for place in np.ndindex(table.shape):
        state = (1103515245 * state + 12345) % 2**31
        table[place] = 0.15 + 0.7 * state / 2**31
    return table


def _signs(bed, rng):
    y = (rng.random(bed.n) < bed.prior).astype(np.int64)
    return y, (2 * y - 1)[:, None]


def _gauss(bed, rng):
    y, sign = _signs(bed, rng)
    return *(rng.normal(size=(bed.n, bed.p)) + shift * sign for shift in (bed.shift_u, bed.shift_v)), y


def _chain(bed, rng):
    y, _ = _signs(bed, rng)
    blocks = []
    for _ in range(2):
        x, before = np.empty((bed.n, bed.p)), np.zeros(bed.n, dtype=np.int64)
        for q, table in enumerate(chain_table(bed.p)):
            before = (rng.random(bed.n) < table[y, before]).astype(np.int64)
            x[:, q] = before
        blocks.append(x)
    return *blocks, y


def _heavy(bed, rng):
    y, sign = _signs(bed, rng)
    return *(_heavy_noise(bed, rng) + shift * sign for shift in (bed.shift_u, bed.shift_v)), y


def _heavy_noise(bed, rng):
    return rng.normal(size=(bed.n, bed.p)) / np.sqrt(rng.exponential(size=(bed.n, 1)))


def _outliers(bed, rng):
    u, v, y = _gauss(bed, rng)
    hit = rng.random((bed.n, 1)) < OUTLIERS
    first = rng.random((bed.n, bed.p)) < 0.5
    away = OUTLYING * (2 * y - 1)[:, None]
    return u - away * (hit & first), v - away * (hit & ~first), y


def _twice(bed, rng):
    u, v, y = (np.repeat(array[: bed.n // 2], 2, axis=0) for array in _gauss(bed, rng))
    return u, v, y


def _correlated(bed, rng):
    y, sign = _signs(bed, rng)
    own, common = np.sqrt(1 - CORRELATION), np.sqrt(CORRELATION)
    noise = [own * rng.normal(size=(bed.n, bed.p)) + common * rng.normal(size=(bed.n, 1)) for _ in range(2)]
    return noise[0] + bed.shift_u * sign, noise[1] + bed.shift_v * sign, y


def class_probabilities(n_bits, prior):
    """Four equal classes, or four of `prior` and four rare ones."""
    return np.array([prior] * 4 if n_bits == 2 else [prior] * 4 + list(RARE))


def _corners(bed, rng, *, n_bits):
    """Class c is centred on the corner of a cube whose signs are the bits of c, over and over along the columns."""
    chances = class_probabilities(n_bits, bed.prior)
    y = rng.choice(len(chances), size=bed.n, p=chances)
    signs = 2 * (y[:, None] >> (np.arange(bed.p) % n_bits) & 1) - 1
    return *(rng.normal(size=(bed.n, bed.p)) + shift * signs for shift in (bed.shift_u, bed.shift_v)), y


def _line(bed, rng, *, df=np.inf, block="plain"):
    """Target: the sum of all columns, each times the shift of its block, and noise."""
    blocks = []
    for _ in range(2):
        x = _heavy_noise(bed, rng) if block == "heavy" else rng.normal(size=(bed.n, bed.p))
        if block == "leverage":
            x *= np.where(rng.random((bed.n, 1)) < LEVERAGE, FARTHER, 1)
        blocks.append(x)
    noise = rng.normal(size=bed.n) if np.isinf(df) else rng.standard_t(df, size=bed.n)
    return *blocks, bed.shift_u * blocks[0].sum(axis=1) + bed.shift_v * blocks[1].sum(axis=1) + noise


GENERATORS = {
    "gauss": _gauss,
    "chain": _chain,
    "t2": _heavy,
    "outliers": _outliers,
    "twice": _twice,
    "correlated": _correlated,
    "four classes": partial(_corners, n_bits=2),
    "eight classes": partial(_corners, n_bits=3),
    "line": _line,
    "line t3": partial(_line, df=3),
    "line t2": partial(_line, df=2),
    "line t1.5": partial(_line, df=1.5),
    "line heavy": partial(_line, block="heavy"),
    "line leverage": partial(_line, block="leverage"),
}
