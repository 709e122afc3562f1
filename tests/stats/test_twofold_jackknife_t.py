import itertools

import numpy as np
import pytest
from scipy.stats import t as student

from foldwise.stats import _departures as inner
from foldwise.stats import twofold_jackknife_t


@pytest.fixture(scope="module")
def oracle(load_oracle):
    return load_oracle("twofold_jackknife")


def draw_halves(rng, n_repeats, n, n_second=None):
    second = np.arange(n) < (n // 2 if n_second is None else n_second)
    halves = rng.permuted(np.tile(second, (n_repeats, 1)), axis=1)
    # Which half is called the second is of no meaning: with n odd, not always the smaller.
    return (halves ^ (rng.random((n_repeats, 1)) < 0.5)).astype(np.int8)


def uneven_halves(rng, n_repeats, n):
    return np.vstack([draw_halves(rng, 1, n, n // 2 + int(rng.integers(-3, 4))) for _ in range(n_repeats)])


def dependent(rng, halves, values=(-1, 0, 1)):
    """Differences that depend on the example and on who else is in its half."""
    n = halves.shape[1]
    pull = np.sign(rng.normal(size=n))
    z = 2.0 * halves - 1
    latent = 0.5 * rng.normal(size=n) + 0.05 * z * (z @ pull)[:, None] + rng.normal(size=halves.shape)
    return np.asarray(values)[np.digitize(latent, [-0.6, 0.6])]


CASES = {
    "even": (30, 20, draw_halves, (-1, 0, 1)),
    "odd": (41, 23, draw_halves, (-1, 0, 1)),
    "uneven halves": (33, 24, uneven_halves, (-1, 0, 1)),
    "other losses": (26, 22, draw_halves, (-2.5, 0.1, 7.3)),
    "few repeats": (2, 21, draw_halves, (-1, 0, 1)),
    "more repeats than examples": (70, 20, draw_halves, (-1, 0, 1)),
    "more repeats, odd": (70, 21, draw_halves, (-1.5, 0.2, 1)),
    "more repeats, uneven": (120, 20, uneven_halves, (-1, 0, 1)),
}


@pytest.mark.parametrize(
    ("case", "adjusted"), [*((c, False) for c in CASES), *((c, True) for c in CASES if "more" in c)]
)
@pytest.mark.parametrize("floor", [True, False])
def test_agrees_with_oracle(oracle, case, adjusted, floor):
    n_repeats, n, draw, values = CASES[case]
    rng = np.random.default_rng(n_repeats)
    halves = draw(rng, n_repeats, n)
    d = dependent(rng, halves, values)
    found = (oracle.regressed if adjusted else oracle.plain)(d.tolist(), halves.tolist())
    result = twofold_jackknife_t(d, halves, adjusted=adjusted, floor=floor)
    least = found["own"] if floor or found["jackknife"] <= 0 else 0.0
    variance = max(found["jackknife"], least)
    assert result.adjusted is adjusted
    assert (result.df, result.n_repeats) == (n - 1, n_repeats)
    assert result.estimate == pytest.approx(found["mean"], rel=1e-12)
    assert result.own_variance == pytest.approx(found["own"], rel=1e-12)
    assert result.jackknife_variance == pytest.approx(found["jackknife"], rel=1e-12, abs=1e-12 * variance)
    assert result.standard_error == pytest.approx(variance**0.5, rel=1e-12)
    assert result.inflation == pytest.approx(variance / found["own"], rel=1e-12)
    t = found["mean"] / variance**0.5
    assert result.statistic == pytest.approx(t, rel=1e-12)
    assert result.pvalue == pytest.approx(2 * student.sf(abs(t), n - 1), rel=1e-11)
    spread = np.sqrt(np.square([found["of_repeats"], found["swings"]]).sum(axis=1) / (n_repeats * (n_repeats - 1)))
    assert result.estimate_error == pytest.approx(spread[0], rel=1e-12)
    assert result.variance_error == pytest.approx(spread[1] / variance, rel=1e-11)
    assert result.resampling_error == pytest.approx(oracle.error_over_partitions(found, variance), rel=1e-10)
    for value in (0.0, 0.2, -1.0):
        expected = oracle.error_over_partitions(found, variance, value)
        assert result.resampling_error_of(value) == pytest.approx(expected, rel=1e-10)
    half = student.ppf(0.95, n - 1) * variance**0.5
    assert result.confidence_interval(0.9) == pytest.approx((found["mean"] - half, found["mean"] + half), rel=1e-10)


def table_of(rng):
    """A learner indifferent to the order of rows, and otherwise arbitrary: one number per training set and example."""
    known = {}
    return lambda train, i: known.setdefault((tuple(sorted(train)), i), rng.normal() + 0.3 * sum(train) - 0.2 * i)


def all_halves(n):
    return np.array([[i in chosen for i in range(n)] for chosen in itertools.combinations(range(n), n // 2)])


@pytest.mark.parametrize("n", [6, 7])
def test_co_tested_examples_give_the_mean_without_an_example(n):
    """All halves, so no noise: by brute force, the mean over all training sets that leave j out, tested on the rest.

    For n = 7 an example is in the half of 4, trained on 3, in 4 of 7 halvings.
    """
    difference = table_of(np.random.default_rng(n))
    second = all_halves(n)
    everyone = set(range(n))
    d = np.array(
        [[difference(everyone - {k for k in everyone if h[k] == h[i]}, i) for i in range(n)] for h in second.tolist()]
    )
    expected = []
    for j in range(n):
        rest = sorted(everyone - {j})
        without = 0.0
        for size, share in ((n // 2, (n - n // 2) / n), (n - n // 2, (n // 2) / n)):
            trained = itertools.combinations(rest, size)
            without += share * np.mean([difference(s, i) for s in trained for i in rest if i not in s])
        expected.append(without)
    expected = np.array(expected) - np.mean(expected)
    experiment = inner.Halved(d, 0, inner.Halves.of(second))
    own, _ = experiment.means()
    jointly = inner.regressed_departures(experiment, own, inner.Regression.on(experiment.halves))
    assert jointly.values == pytest.approx(expected, rel=1e-12, abs=1e-13)
    # One by one, the part of the others is larger by r / (r - 1), as it must be when halves are drawn.
    r = len(second)
    alone = -(own - own.mean()) / (n - 1)
    one_by_one = inner.co_tested_departures(experiment, own).values
    assert alone + (one_by_one - alone) * (r - 1) / r == pytest.approx(expected, rel=1e-12, abs=1e-13)


def test_interactions_of_two_count_twice():
    """The mean of z_i z_k has no first-order part: mean jackknife variance over variance is 2 (n - 1) / (n - 2).

    Its variance is 2 / (n (n - 1)) for z of unit variance. All halves of n = 8; 3,000 data sets, within 4 SE.
    """
    n, rng = 8, np.random.default_rng(1)
    second = all_halves(n)
    halves = inner.Halves.of(second)
    regression = inner.Regression.on(halves)
    found = []
    for _ in range(3000):
        z = rng.normal(size=n)
        of_second = (second * z).sum(axis=1, keepdims=True) / 4
        of_first = (~second * z).sum(axis=1, keepdims=True) / 4
        experiment = inner.Halved(np.where(second, of_first, of_second) * z, 0, halves)
        values = inner.regressed_departures(experiment, experiment.means()[0], regression).values
        found.append((n - 1) / n * np.square(values).sum())
    ratio = np.array(found) * n * (n - 1) / 2
    assert ratio.mean() == pytest.approx(2 * 7 / 6, abs=4 * ratio.std() / 3000**0.5)


@pytest.fixture(scope="module")
def executions():
    """One data set of 24 examples, 1-nearest neighbour on two blocks of attributes: V and t over 400 executions."""
    rng = np.random.default_rng(5)
    n = 24
    y = rng.integers(0, 2, n)
    orders = [
        np.argsort(((x[:, None] - x) ** 2).sum(axis=-1), axis=1)
        for x in rng.normal(size=(2, n, 5)) + np.array([0.5, 0.25])[:, None, None] * (2 * y - 1)[:, None]
    ]

    def differences(halves):
        errors = []
        for order in orders:
            usable = halves[:, order] != halves[:, :, None]
            nearest = order[np.arange(n), usable.argmax(axis=-1)]
            errors.append((y[nearest] != y).astype(np.int8))
        return errors[1] - errors[0]

    def execute(n_executions, n_repeats, adjusted):
        halves = draw_halves(rng, n_executions * n_repeats, n)
        shape = (n_executions, n_repeats, n)
        return twofold_jackknife_t(
            differences(halves).reshape(shape), halves.reshape(shape), floor=False, adjusted=adjusted
        )

    return {
        "truth": execute(1, 60_000, adjusted=False),
        "plain": execute(400, 100, adjusted=False),
        "adjusted": execute(400, 144, adjusted=None),
        "plain as long": execute(400, 144, adjusted=False),
    }


@pytest.mark.parametrize("which", ["plain", "adjusted", "plain as long"])
def test_the_variance_has_no_bias_from_few_repeats(executions, which):
    """Within 4 standard errors of 60,000 repeats, whose own error follows from that of fewer."""
    truth, several = executions["truth"], executions[which]
    spread = several.jackknife_variance.std(ddof=1)
    error = spread * np.sqrt(1 / 400 + several.n_repeats / 60_000)
    assert several.jackknife_variance.mean() == pytest.approx(truth.jackknife_variance.item(), abs=4 * error)
    # With the noise left in, the variance is larger by a tenth, or by a twentieth where effects are joint.
    assert 4 * error < 0.05 * truth.jackknife_variance.item()


def test_the_resampling_error_is_that_of_executions(executions):
    """Within 25 % where effects are estimated jointly; else rather too large than too small."""
    adjusted, plain = executions["adjusted"], executions["plain"]
    assert adjusted.adjusted.all()
    rms = np.sqrt(np.square(adjusted.resampling_error).mean())
    assert adjusted.statistic.std(ddof=1) == pytest.approx(rms, rel=0.25)
    ratio = plain.statistic.std(ddof=1) / np.sqrt(np.square(plain.resampling_error).mean())
    assert 0.5 < ratio < 1.1
    for several in (adjusted, plain):
        assert several.estimate.std(ddof=1) == pytest.approx(several.estimate_error.mean(), rel=0.25)


def test_joint_estimates_leave_less_noise(executions):
    """From 144 repeats of 24 examples; the ratio measured was .55 to .62 at 6 to 10 repeats for each example."""
    adjusted, plain = executions["adjusted"], executions["plain as long"]
    assert adjusted.jackknife_variance.std() < 0.75 * plain.jackknife_variance.std()


@pytest.fixture
def example():
    rng = np.random.default_rng(3)
    halves = draw_halves(rng, 130, 21)
    return dependent(rng, halves, (-1.0, 0.0, 1.0)), halves


NUMBERS = (
    "statistic",
    "estimate",
    "standard_error",
    "jackknife_variance",
    "own_variance",
    "resampling_error",
    "pvalue",
)


def numbers(result):
    return [getattr(result, name) for name in NUMBERS]


@pytest.mark.parametrize("adjusted", [False, True])
def test_exchanging_the_learners_changes_signs_only(example, adjusted):
    d, halves = example
    one, other = (twofold_jackknife_t(x, halves, adjusted=adjusted) for x in (d, -d))
    assert numbers(other) == [-one.statistic, -one.estimate, *numbers(one)[2:]]


@pytest.mark.parametrize("adjusted", [False, True])
def test_the_order_of_examples_and_the_names_of_halves_do_not_matter(example, adjusted):
    d, halves = example
    rng = np.random.default_rng(0)
    examples, repeats = rng.permutation(21), rng.permutation(130)
    expected = numbers(twofold_jackknife_t(d, halves, adjusted=adjusted))
    moved = twofold_jackknife_t(d[repeats][:, examples], halves[repeats][:, examples], adjusted=adjusted)
    assert numbers(moved) == pytest.approx(expected, rel=1e-10)
    renamed = twofold_jackknife_t(d, halves ^ (np.arange(130) % 2 == 0)[:, None], adjusted=adjusted)
    assert numbers(renamed) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("exponent", [-600, 600])
@pytest.mark.parametrize("adjusted", [False, True])
def test_the_scale_of_losses_does_not_matter(example, exponent, adjusted):
    d, halves = example
    one, other = (twofold_jackknife_t(x, halves, adjusted=adjusted) for x in (d, d * 2.0**exponent))
    assert (other.statistic, other.pvalue, other.resampling_error) == (one.statistic, one.pvalue, one.resampling_error)
    assert other.standard_error == one.standard_error * 2.0**exponent
    assert other.resampling_error_of(0.1 * 2.0**exponent) == pytest.approx(one.resampling_error_of(0.1), rel=1e-12)


def test_any_kind_of_number_will_do(example):
    d, halves = example
    expected = numbers(twofold_jackknife_t(d, halves))
    for kind in (np.int8, np.int64, np.float32):
        assert numbers(twofold_jackknife_t(d.astype(kind), halves.astype(bool))) == expected


def test_blocks_do_not_matter(example, monkeypatch):
    d, halves = example
    for adjusted in (False, True):
        expected = numbers(twofold_jackknife_t(d, halves, adjusted=adjusted))
        with monkeypatch.context() as patch:
            patch.setattr(inner, "_BLOCK", 100)
            assert numbers(twofold_jackknife_t(d, halves, adjusted=adjusted)) == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize("n_repeats", [30, 130])
def test_pairs_share_halves(n_repeats):
    rng = np.random.default_rng(4)
    halves = draw_halves(rng, 2 * n_repeats, 20).reshape(2, n_repeats, 20)
    d = rng.integers(-1, 2, (2, 3, n_repeats, 20))
    together = twofold_jackknife_t(d, halves[:, None])
    assert together.statistic.shape == together.adjusted.shape == (2, 3)
    for place in np.ndindex(2, 3):
        alone = twofold_jackknife_t(d[place], halves[place[0]])
        assert [number[place] for number in numbers(together)] == numbers(alone)
        assert together.adjusted[place] == alone.adjusted == (n_repeats >= 100)
    assert numbers(twofold_jackknife_t(d[0], halves[0]))[0].tolist() == together.statistic[0].tolist()


def test_the_floor_holds_the_variance_up():
    """Losses that depend on the example alone: jackknife and own variance are the same but for noise, either way."""
    rng = np.random.default_rng(8)
    halves = draw_halves(rng, 40, 30)
    d = rng.normal(size=(20, 1, 30)) + 0.3 * rng.normal(size=(20, 40, 30))
    held, free = (twofold_jackknife_t(d, halves, floor=floor) for floor in (True, False))
    below = free.jackknife_variance < free.own_variance
    assert 0 < below.sum() < 20
    assert np.square(held.standard_error) == pytest.approx(np.maximum(held.jackknife_variance, held.own_variance))
    assert np.square(free.standard_error) == pytest.approx(free.jackknife_variance)
    assert (free.inflation[below] < 1).all()
    assert (held.inflation >= 1 - 1e-12).all()


def test_without_the_floor_a_negative_variance_is_replaced():
    """Noise only, and two repeats: the variance estimated is often negative."""
    rng = np.random.default_rng(9)
    halves = draw_halves(rng, 2, 20)
    result = twofold_jackknife_t(rng.integers(-1, 2, (50, 2, 20)), halves, floor=False)
    negative = result.jackknife_variance <= 0
    assert negative.any()
    assert np.square(result.standard_error[negative]) == pytest.approx(result.own_variance[negative])


def test_identical_learners():
    halves = draw_halves(np.random.default_rng(0), 120, 20)
    for adjusted in (False, True):
        result = twofold_jackknife_t(np.zeros((120, 20), dtype=np.int8), halves, adjusted=adjusted)
        assert (result.statistic, result.pvalue, result.estimate, result.standard_error) == (0, 1, 0, 0)
        assert (result.resampling_error, result.estimate_error, result.variance_error) == (0, 0, 0)
        assert result.resampling_error_of(0.01) == 0
        assert result.flags == {"identical_scores"}


@pytest.mark.parametrize("value", [1, -0.1, 1e300, 5e-324])
def test_no_variance(value):
    halves = draw_halves(np.random.default_rng(0), 120, 20)
    for adjusted in (False, True):
        d = np.full((120, 20), value)
        result = twofold_jackknife_t(d, halves, adjusted=adjusted)
        assert result.statistic == np.copysign(np.inf, value)
        assert np.isnan([result.pvalue, result.resampling_error, *result.confidence_interval()]).all()
        assert result.standard_error == 0
        assert result.flags == {"zero_variance"}
        assert twofold_jackknife_t(d, halves, adjusted=adjusted, zero_variance="limit").pvalue == 0
        with pytest.raises(ValueError, match="1 of 1 experiments have differences that are not zero and do not vary"):
            twofold_jackknife_t(d, halves, adjusted=adjusted, zero_variance="error")


def test_no_variance_and_no_difference():
    """Every repeat has one difference for all examples, and these cancel."""
    halves = draw_halves(np.random.default_rng(0), 10, 20)
    result = twofold_jackknife_t(np.where(np.arange(10) % 2, 1, -1)[:, None] * np.ones(20), halves)
    assert (result.statistic, result.estimate) == (0, 0)
    assert np.isnan(result.pvalue)
    assert result.flags == {"zero_variance"}


def test_rounding_of_losses_is_no_difference():
    rng = np.random.default_rng(2)
    d = 1e-16 * rng.normal(size=(30, 20))
    halves = draw_halves(rng, 30, 20)
    assert twofold_jackknife_t(d, halves).flags == set()
    assert twofold_jackknife_t(d, halves, score_magnitude=1.0).flags == {"identical_scores"}


def test_sides():
    rng = np.random.default_rng(6)
    halves = draw_halves(rng, 50, 20)
    d = dependent(rng, halves)
    two, up, down = (twofold_jackknife_t(d, halves, alternative=side) for side in ("two-sided", "greater", "less"))
    assert up.pvalue + down.pvalue == pytest.approx(1, rel=1e-12)
    assert two.pvalue == pytest.approx(2 * min(up.pvalue, down.pvalue), rel=1e-12)
    assert (up.pvalue < 0.5) == (up.estimate > 0)


def stratified(rng, n_repeats, sizes):
    return np.hstack([draw_halves(rng, n_repeats, size) for size in sizes])


@pytest.mark.parametrize("sizes", [(10, 10), (15, 5), (11, 9), (12, 6, 2)])
def test_stratified_halves_are_not_adjusted(sizes):
    """What an example does in plain halves cannot be told from the joint slopes of others."""
    rng = np.random.default_rng(7)
    halves = stratified(rng, 200, sizes)
    d = dependent(rng, halves)
    assert twofold_jackknife_t(d, halves).adjusted is False
    with pytest.raises(ValueError, match="plain draws, got halves that are stratified"):
        twofold_jackknife_t(d, halves, adjusted=True)


@pytest.mark.parametrize(("n_repeats", "n"), [(100, 20), (105, 21), (600, 40), (30, 20)])
def test_plain_halves_are_taken_for_plain(n_repeats, n):
    rng = np.random.default_rng(n)
    for _ in range(40):
        assert inner.Regression.on(inner.Halves.of(draw_halves(rng, n_repeats, n) == 1)).is_plain


def test_adjusted_where_it_pays():
    rng = np.random.default_rng(1)
    halves = draw_halves(rng, 100, 20)
    d = dependent(rng, halves)
    assert twofold_jackknife_t(d, halves).adjusted is True
    assert twofold_jackknife_t(d[:99], halves[:99]).adjusted is False
    assert twofold_jackknife_t(d, halves, adjusted=False).adjusted is False
    assert twofold_jackknife_t(d[:30], halves[:30], adjusted=True).adjusted is True
    with pytest.raises(ValueError, match="more repeats than examples, got 20 of 20"):
        twofold_jackknife_t(d[:20], halves[:20], adjusted=True)


def bad(**changes):
    rng = np.random.default_rng(0)
    given = {"differences": rng.normal(size=(4, 20)), "halves": draw_halves(rng, 4, 20)}
    return {**given, **changes}


ALL_ONE = np.tile(np.arange(20) < 1, (4, 1))
REFUSED = {
    "19 examples": ({"differences": np.ones((4, 19))}, ValueError, r"at least 20 examples are needed, got 19 .*Use a"),
    "one repeat": ({"differences": np.ones((1, 20))}, ValueError, "at least 2 repeats are needed, got 1"),
    "one axis": ({"differences": np.ones(20)}, ValueError, r"shape \(n_repeats, n_examples\).*got \(20,\)"),
    "text": ({"differences": np.full((4, 20), "1")}, TypeError, "array of numbers, got dtype <U1"),
    "ragged": ({"differences": [[1.0], [1.0, 2.0]]}, ValueError, "rows of different lengths"),
    "masked": ({"differences": np.ma.masked_equal(np.eye(4, 20), 0)}, ValueError, "must not be masked"),
    "nan": ({"differences": np.where(np.eye(4, 20), np.nan, 1)}, ValueError, r"finite, got nan at index \(0, 0\)"),
    "infinite": ({"differences": np.where(np.eye(4, 20, 3), -np.inf, 1)}, ValueError, r"got -inf at index \(0, 3\)"),
    "other halves": ({"halves": np.full((4, 20), 2)}, ValueError, "halves must be 0 or 1, got 2"),
    "halves of another shape": ({"halves": np.ones((3, 20))}, ValueError, r"shape \(4, 20\), got \(3, 20\)"),
    "too many halves": ({"halves": np.ones((2, 4, 20))}, ValueError, r"shape \(4, 20\), got \(2, 4, 20\)"),
    "one half of one": ({"halves": ALL_ONE}, ValueError, "at least 2 examples each, got one of 1 in repeat 0"),
    "floor": ({"floor": 1}, TypeError, "floor must be True or False"),
    "adjusted": ({"adjusted": "yes"}, TypeError, "adjusted must be True or False"),
    "alternative": ({"alternative": "more"}, ValueError, "alternative must be one of"),
}


@pytest.mark.parametrize(("changes", "error", "words"), REFUSED.values(), ids=REFUSED)
def test_refused(changes, error, words):
    with pytest.raises(error, match=words):
        twofold_jackknife_t(**bad(**changes))


def test_twenty_examples_and_two_repeats_will_do():
    given = bad()
    assert 0 < twofold_jackknife_t(given["differences"][:2], given["halves"][:2]).pvalue < 1
