"""The kernel of naive Bayes against its oracle and, for the normal distribution, SciPy."""

import threading

import numpy as np
import pytest
from scipy.special import ndtr


@pytest.fixture(scope="module")
def kernel(kernels):
    return kernels.naive_bayes


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("naive_bayes")


@pytest.fixture(scope="module")
def fit(kernel, add, finish):
    def fit(X, y, weight, n_values, n_classes):
        X, n_values = np.array(X, dtype=np.float64), np.array(n_values, dtype=np.int32)
        n_attributes = len(n_values)
        ends = np.cumsum(n_classes * n_values.astype(np.int64))
        model = {
            "n_values": n_values,
            "start": ends - n_classes * n_values,
            "step": np.ones(n_attributes),
            "origin": np.zeros(n_attributes),
            "n_bins": np.zeros(n_attributes, dtype=np.int64),
        }
        numeric = np.flatnonzero(n_values == 0).astype(np.int32)
        columns = np.sort(X.T[numeric], axis=1)
        kernel.steps(columns, numeric, model["step"], model["origin"], model["n_bins"])
        sums = np.zeros(n_classes), np.zeros((n_attributes, n_classes, 3)), np.zeros(ends[-1] + 1)
        add(model, sums, X, y, weight)
        return finish(model, sums) | {"sums": sums}

    return fit


@pytest.fixture(scope="module")
def add(kernel):
    def add(model, sums, X, y, weight):
        y, weight = np.array(y, dtype=np.int32), np.array(weight, dtype=np.float64)
        where = (model[name] for name in ("n_values", "start", "step", "origin"))
        kernel.add(np.array(X, dtype=np.float64), y, weight, *where, *sums)

    return add


@pytest.fixture(scope="module")
def finish(kernel):
    def finish(model, sums):
        where = (model[name] for name in ("n_values", "start", "step", "origin"))
        prior, chance = np.full_like(sums[0], -7), np.full_like(sums[2], -7)
        mean, sd = np.full((2, *sums[1].shape[:2]), -7.0)
        kernel.finish(*sums, *where, prior, mean, sd, chance)
        return model | {"prior": prior, "mean": mean, "sd": sd, "chance": chance}

    return finish


@pytest.fixture(scope="module")
def predict(kernel):
    def predict(model, X):
        X = np.array(X, dtype=np.float64)
        k = len(model["prior"])
        names = ("n_values", "start", "step", "origin", "n_bins", "prior", "mean", "sd", "chance")
        room = model["n_bins"][model["n_bins"] <= 2 * len(X)].max(initial=1) * k
        out = np.full((len(X), k), -7.0)
        kernel.predict(
            X, *(model[name] for name in names), np.full(room, -7.0), np.full((len(X), k), 77, np.int32), out
        )
        return out

    return predict


def random_table(rng):
    n, k = int(rng.integers(1, 40)), int(rng.integers(1, 5))
    y = rng.integers(0, k, n)
    n_values, columns = [], []
    for _ in range(int(rng.integers(1, 7))):
        kind = rng.integers(0, 5)
        column = [
            lambda: rng.integers(0, 3, n).astype(float),
            lambda: rng.normal(y, 1, n),
            lambda: np.round(rng.normal(y, 1, n), 1),
            lambda: np.full(n, 1.3),
            lambda: 1e4 + rng.integers(0, 9, n),
        ][kind]()
        columns.append(np.where(rng.random(n) < rng.choice([0, 0.3, 1], p=[0.5, 0.4, 0.1]), np.nan, column))
        n_values.append(0 if kind else 3)
    weight = rng.choice([1.0, 2.0, 0.5, 0.1], n) if rng.random() < 0.5 else np.ones(n)
    return np.column_stack(columns), y, weight, n_values, k


@pytest.mark.parametrize("seed", range(60))
def test_agrees_with_oracle(fit, predict, oracle, seed):
    rng = np.random.default_rng(seed)
    X, y, weight, n_values, k = random_table(rng)
    queries = X.copy()
    # Numbers that were never seen, inside the range and far from it.
    queries += np.where(n_values, 0, rng.choice([0, 0.3, -2, 40, -1e6], queries.shape))
    model = fit(X, y, weight, n_values, k)
    expected = oracle.probabilities(X.tolist(), y.tolist(), weight.tolist(), n_values, k, queries.tolist())
    np.testing.assert_allclose(predict(model, queries), expected, rtol=1e-7, atol=1e-11)
    np.testing.assert_allclose(model["prior"], oracle.prior(y.tolist(), weight.tolist(), k), rtol=1e-14)
    for a, n in enumerate(n_values):
        if n:
            expected = oracle.nominal(X[:, a].tolist(), y.tolist(), weight.tolist(), n, k)
            start = model["start"][a]
            np.testing.assert_allclose(model["chance"][start : start + k * n].reshape(k, n), expected, rtol=1e-14)
        else:
            step = oracle.precision(X[:, a].tolist())
            assert model["step"][a] == step
            expected = np.array(oracle.normal(X[:, a].tolist(), y.tolist(), weight.tolist(), k))
            np.testing.assert_allclose((model["origin"][a] + model["mean"][a]) * step, expected[:, 0], atol=1e-11)
            np.testing.assert_allclose(model["sd"][a] * step, expected[:, 1], rtol=1e-12)


def test_one_row_at_a_time_gives_the_same_bits(fit, predict):
    """A single row is worked out directly, many by a table of bins."""
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(300, 4)), rng.integers(0, 3, 300)
    model = fit(X, y, np.ones(300), [0] * 4, 3)
    assert predict(model, X).tobytes() == b"".join(predict(model, X[[i]]).tobytes() for i in range(300))


def test_order_of_rows_does_not_matter_to_the_last_bit(fit):
    rng = np.random.default_rng(5)
    X, y = np.round(rng.normal(1e6, 1, size=(200, 3)), 2), rng.integers(0, 3, 200)
    order = rng.permutation(200)
    one, other = fit(X, y, np.ones(200), [0] * 3, 3), fit(X[order], y[order], np.ones(200), [0] * 3, 3)
    for name in ("prior", "mean", "sd", "step"):
        assert one[name].tobytes() == other[name].tobytes()


def test_sums_can_be_taken_apart(fit, add, finish):
    """What a fold adds can be subtracted again, exactly."""
    rng = np.random.default_rng(6)
    X = np.column_stack([rng.normal(size=90), rng.integers(0, 4, 90)])
    y, weight = rng.integers(0, 2, 90), np.ones(90)
    model = fit(X, y, weight, [0, 4], 2)
    for part, sign in ((slice(0, 30), -1.0), (slice(0, 30), 1.0)):
        add(model, model["sums"], X[part], y[part], sign * weight[part])
        if sign < 0:
            rest = tuple(np.zeros_like(s) for s in model["sums"])
            add(model, rest, X[30:], y[30:], weight[30:])
            for one, other in zip(model["sums"], rest, strict=True):
                assert one.tobytes() == (other + 0.0).tobytes()
    again = finish(model, model["sums"])
    assert again["mean"].tobytes() == model["mean"].tobytes()
    assert again["sd"].tobytes() == model["sd"].tobytes()


def numeric_model(mean, sd):
    """Model of two equally probable classes; the bins are those around whole numbers."""
    n = len(mean)
    return {
        "n_values": np.zeros(n, dtype=np.int32),
        "start": np.zeros(n, dtype=np.int64),
        "step": np.ones(n),
        "origin": np.zeros(n),
        "n_bins": np.ones(n, dtype=np.int64),
        "prior": np.array([0.5, 0.5]),
        "mean": np.array(mean, dtype=np.float64),
        "sd": np.full((n, 2), sd),
        "chance": np.zeros(1),
    }


@pytest.fixture(scope="module")
def bin_probability(predict):
    """Probability of a bin at `z` over that of the bin in the middle."""

    def bin_probability(z, width):
        first, second = predict(numeric_model([[-z / width, 0.0]], 1.0 / width), [[0.0]])[0]
        return first / second

    return bin_probability


@pytest.mark.parametrize("z", [*np.linspace(-12, 5, 103), -4.25, -3.75, 3.75, -30, -36])
def test_normal_distribution(bin_probability, z):
    """Bins of width 1/2 against SciPy; where `ndtr` of the upper end rounds, both lose the same digits."""
    exact = (ndtr(z + 0.25) - ndtr(z - 0.25)) / (ndtr(0.25) - ndtr(-0.25))
    if exact > 1e-75:
        assert bin_probability(z, 0.5) == pytest.approx(exact, rel=3e-14, abs=2e-15)
    else:
        assert bin_probability(z, 0.5) == pytest.approx(1e-75 / (ndtr(0.25) - ndtr(-0.25)), rel=1e-14)


def test_far_upper_tail_is_lost_and_the_lower_one_is_not(bin_probability):
    """Weka's distribution function is 1 from 8.3 on; there the factor is the floor of 1e-75."""
    assert bin_probability(-9.0, 0.5) == pytest.approx(ndtr(-8.75) / (ndtr(0.25) - ndtr(-0.25)), rel=2e-2)
    assert bin_probability(9.0, 0.5) == pytest.approx(1e-75 / (ndtr(0.25) - ndtr(-0.25)), rel=1e-14)


def test_steps(kernel):
    columns = np.sort([[4, 1, np.nan, 2, 2.0], [7] * 5, [np.nan] * 5, [0.1, 0.2, 0.3, 0.4, 0.5]], axis=1)
    step, origin, n_bins = np.full(4, -7.0), np.full(4, -7.0), np.full(4, -7)
    kernel.steps(columns, np.array([3, 1, 0, 2], dtype=np.int32), step, origin, n_bins)
    # 1, 2, 4: gaps 1 and 2. Bins rint(1 / 1.5) = 1 to rint(4 / 1.5) = 3. The constant 7 is bin 700.
    assert step[[3, 1, 0]].tolist() == [1.5, 0.01, 0.01]
    assert step[2] == pytest.approx(0.1, rel=1e-15)
    assert origin.tolist() == [0, 700, 1, 1]
    assert n_bins.tolist() == [0, 1, 5, 3]


def test_underflow_does_not_decide(predict):
    """Forty floors of 1e-75 for class 0, then forty-one for class 1: doubles end at 1e-323."""
    model = numeric_model([[0.0, 1000.0]] * 81, 1.0)
    against_0 = np.where(np.arange(81) < 40, 1000.0, 0.0)
    assert predict(model, [against_0, 1000 - against_0, against_0[::-1]]).argmax(axis=1).tolist() == [0, 1, 0]


@pytest.mark.parametrize("scale", [1e-300, 1e-150, 1e-20, 1e20, 1e150, 1e300])
def test_any_scale_gives_probabilities(predict, fit, scale):
    rng = np.random.default_rng(7)
    X, y = scale * rng.normal(size=(30, 5)), rng.integers(0, 3, 30)
    out = predict(fit(X, y, np.ones(30), [0] * 5, 3), np.vstack([X, np.full((1, 5), 1e308), np.full((1, 5), -1e308)]))
    assert np.isfinite(out).all()
    np.testing.assert_allclose(out.sum(axis=1), 1, rtol=1e-14)


def test_ends_of_the_range(fit, predict):
    """The gap between the ends overflows, and so does a huge constant over 0.01."""
    top = np.finfo(float).max
    X = [[-top, top], [top, top], [0.0, top], [top, top]]
    model = fit(X, [0, 1, 0, 1], np.ones(4), [0, 0], 2)
    out = predict(model, X)
    assert out.argmax(axis=1).tolist() == [0, 1, 0, 1]
    np.testing.assert_allclose(out.sum(axis=1), 1)


def test_the_lock_is_released(predict, fit):
    rng = np.random.default_rng(8)
    tables = [(rng.normal(size=(2000, 5)), rng.integers(0, 3, 2000)) for _ in range(4)]

    def run(i):
        X, y = tables[i]
        return predict(fit(X, y, np.ones(2000), [0] * 5, 3), X).tobytes()

    expected, found = [run(i) for i in range(4)], [None] * 4

    def work(i):
        found[i] = run(i)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected
