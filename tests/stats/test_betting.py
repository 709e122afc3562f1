"""Betting on new examples: by hand, by the list of all sequences of coins, and by bets against every mean of a grid."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from foldwise.stats import betting_confidence_sequence, betting_e_process

SHARES = [Fraction(2 * k + 1, 32) ** 2 for k in range(16)]


def by_hand(differences, mean=Fraction(0)):
    """E-values of the docstring's formula in fractions: bets on higher and on lower, one after the other."""
    up, down = [Fraction(1)] * 16, [Fraction(1)] * 16
    for d in differences:
        up = [capital * (1 + f * (d - mean) / (1 + mean)) for capital, f in zip(up, SHARES, strict=True)]
        down = [capital * (1 - f * (d - mean) / (1 - mean)) for capital, f in zip(down, SHARES, strict=True)]
        yield sum(up) / 16, sum(down) / 16


def sequences(values, n):
    return np.array(list(product(values, repeat=n)), dtype=float)


@pytest.mark.parametrize("mean", [Fraction(0), Fraction(1, 4), Fraction(-3, 5)])
def test_e_values_are_those_of_the_formula_in_fractions(mean):
    d = [Fraction(1), Fraction(-1, 2), Fraction(0), Fraction(3, 4), Fraction(1), Fraction(-1)]
    up, down = zip(*by_hand(d, mean), strict=True)
    numbers = [float(each) for each in d]
    for alternative, expected in (
        ("greater", up),
        ("less", down),
        ("two-sided", [(a + b) / 2 for a, b in zip(up, down, strict=True)]),
    ):
        found = betting_e_process(numbers, mean=float(mean), alternative=alternative)
        assert found.e_values == pytest.approx([float(each) for each in expected], rel=1e-12)
        least = [float(min(1, *(1 / each for each in expected[: t + 1]))) for t in range(len(d))]
        assert found.pvalues == pytest.approx(least, rel=1e-12)


def test_two_wins_by_hand():
    """((1 + f)^2 + (1 - f)^2) / 2 = 1 + f^2, averaged over f = ((2k + 1) / 32)^2."""
    fourth = sum((2 * k + 1) ** 4 for k in range(16)) / 16 / 32**4
    assert betting_e_process([1, 1]).e_values == pytest.approx([1, 1 + fourth], rel=1e-12)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("mean", [0.0, 0.3])
def test_under_the_null_each_step_is_fair(alternative, mean):
    """Over all sequences of ten coins: the mean of what follows a sequence is the capital before, hence always 1."""
    coins = sequences([-1, 1], 10)
    e = betting_e_process(coins, mean=mean, alternative=alternative).e_values
    win = (1 + mean) / 2
    probability = np.where(coins > 0, win, 1 - win).prod(axis=1)
    assert probability @ e == pytest.approx(np.ones(10), rel=1e-12)
    before, after = e[::2, -2], (1 - win) * e[::2, -1] + win * e[1::2, -1]
    assert after == pytest.approx(before, rel=1e-12)


def test_one_sided_bets_lose_where_the_mean_is_on_the_other_side():
    coins = sequences([-1, 1], 8)
    probability = np.where(coins > 0, 0.4, 0.6).prod(axis=1)
    e = probability @ betting_e_process(coins, alternative="greater").e_values
    assert (np.diff(e) < 0).all()
    assert e[0] == pytest.approx(1 - 0.2 * float(sum(SHARES)) / 16)


@pytest.mark.parametrize(("values", "weights", "n"), [([-1, 1], [0.5, 0.5], 14), ([-1, 0, 0.5], [0.1, 0.7, 0.2], 9)])
def test_villes_inequality_over_all_sequences(values, weights, n):
    """However long one waits, up to n: the share of streams that ever reach 1 / alpha is at most alpha."""
    d = sequences(values, n)
    chance = dict(zip(values, weights, strict=True))
    probability = np.vectorize(chance.get)(d).prod(axis=1)
    assert probability.sum() == pytest.approx(1)
    p = betting_e_process(d).pvalues
    for alpha in (0.5, 0.3, 0.2, 0.1, 0.05):
        wrong = probability[p[:, -1] <= alpha].sum()
        assert wrong <= alpha
        assert (p[:, -1] <= alpha).any()


def test_looking_at_a_t_test_after_every_coin_is_not_safe():
    """What the test above would find of an ordinary test: at least a tenth of all fair sequences reject somewhere."""
    coins = sequences([-1, 1], 14)
    n = np.arange(1, 15)
    mean = coins.cumsum(axis=1) / n
    z = np.abs(mean) * np.sqrt(n)
    assert (z[:, 4:] >= 1.96).any(axis=1).mean() > 0.1


def test_the_order_does_not_matter_to_the_last_e_value_and_directions_are_symmetric():
    d = np.random.default_rng(0).uniform(-0.5, 1, 50)
    e = betting_e_process(d).e_values
    assert betting_e_process(np.sort(d)).e_values[-1] == pytest.approx(e[-1], rel=1e-9)
    assert betting_e_process(-d).e_values == pytest.approx(e, rel=1e-9)
    assert betting_e_process(-d, alternative="less").pvalues == pytest.approx(
        betting_e_process(d, alternative="greater").pvalues, rel=1e-9
    )


def test_a_batch_is_its_members_and_nothing_overflows():
    d = np.random.default_rng(1).choice([-1.0, 0, 1], size=(3, 2, 20))
    together = betting_e_process(d)
    assert together.e_values.shape == (3, 2, 20)
    assert np.array_equal(together.e_values[2, 1], betting_e_process(d[2, 1]).e_values)
    limits = betting_confidence_sequence(d)
    assert np.array_equal(limits.high[2, 1], betting_confidence_sequence(d[2, 1]).high)
    long = betting_e_process(np.ones(5000))
    assert np.isfinite(long.e_values).all()
    assert long.pvalues[-1] > 0
    assert betting_e_process(np.zeros(9)).e_values == pytest.approx(1)


STREAMS = {
    "right and wrong": np.random.default_rng(2).choice([-1.0, 0, 1], p=[0.05, 0.8, 0.15], size=300),
    "continuous": np.random.default_rng(3).normal(0.05, 0.2, 300).clip(-1, 1),
    "the same": np.full(300, -0.25),
    "never different": np.zeros(300),
    "always won": np.ones(300),
}


@pytest.mark.parametrize("d", STREAMS.values(), ids=STREAMS)
def test_limits_enclose_what_was_never_rejected_and_little_more(d):
    limits = betting_confidence_sequence(d)
    assert (np.diff(limits.low) >= 0).all()
    assert (np.diff(limits.high) <= 0).all()
    grid = np.linspace(-0.999, 0.999, 667)
    rejected = np.array([betting_e_process(d, mean=mean).pvalues <= 0.05 for mean in grid])
    for t in (1, 5, 40, 299):
        kept = grid[~rejected[:, t]]
        assert limits.low[t] <= kept[0]
        assert limits.high[t] >= kept[-1]
        mean = d[: t + 1].mean()
        assert kept[0] - limits.low[t] <= 0.003 + 0.03 * (mean + 1)
        assert limits.high[t] - kept[-1] <= 0.003 + 0.03 * (1 - mean)
    assert limits.low[-1] == pytest.approx(kept[0], abs=0.003 + 0.03 * (d.mean() - limits.low[-1]))


@pytest.mark.parametrize("seed", range(6))
def test_zero_is_outside_just_if_the_test_rejects(seed):
    d = np.random.default_rng(seed).choice([-1.0, 0, 1], p=[0.1, 0.7, 0.2], size=200)
    limits, p = betting_confidence_sequence(d), betting_e_process(d).pvalues
    assert np.array_equal(p <= 0.05, (limits.low >= 0) | (limits.high <= 0))


@pytest.mark.parametrize("mean", [0.0, 0.4])
def test_limits_hold_at_all_times_over_all_sequences(mean):
    coins = sequences([-1, 1], 9)
    probability = np.where(coins > 0, (1 + mean) / 2, (1 - mean) / 2).prod(axis=1)
    limits = betting_confidence_sequence(coins, alpha=0.2)
    outside = ((limits.low >= mean) | (limits.high <= mean)).any(axis=1)
    assert 0 < probability[outside].sum() <= 0.2


@pytest.mark.parametrize(
    ("d", "options", "words"),
    [
        ([0.5, 1.5], {}, "differences must be from -1 to 1, got 1.5. Divide them by the range of the scores."),
        ([], {}, "differences must hold at least 1 values along n_examples, got 0."),
        ([0.5, np.nan], {}, "differences must be finite, got nan at index 1"),
        ([0.5], {"mean": 1}, "mean must be a number between -1 and 1, got 1."),
        ([0.5], {"alternative": "more"}, "alternative must be"),
    ],
)
def test_refusals(d, options, words):
    with pytest.raises(ValueError, match=r"^" + words.replace(".", r"\.")):
        betting_e_process(d, **options)


def test_limits_refuse_a_level_that_is_none():
    with pytest.raises(ValueError, match="alpha must"):
        betting_confidence_sequence([0.5], alpha=1.5)
