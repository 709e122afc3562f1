"""Laws of exchangeable blocks against known moments, and the symmetry of the nulls."""

import math

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.naive_bayes import GaussianNB

from foldwise.lab import run_trials
from foldwise.lab.sources import ExchangeableBlocks
from foldwise.learners import NearestNeighbor

LAWS = ["normal", "heavy", "outliers", "chain", "correlated"]


def drawn(source, n_sets=40, seed=0):
    sets = [source.draw(np.random.default_rng([seed, number])) for number in range(n_sets)]
    return map(np.concatenate, zip(*sets, strict=True))


def blocks_of(law, **how):
    source = ExchangeableBlocks(n_examples=1000, n_attributes=3, shift=0.5, law=law, **how)
    X, y = drawn(source, seed=1)
    return X[:, :3], X[:, 3:], y


@pytest.mark.parametrize("law", LAWS)
def test_both_blocks_have_the_same_law_given_the_class(law):
    first, second, y = blocks_of(law)
    assert len(y) == 40_000
    for value in (0, 1):
        # Medians, since Student's distribution with two degrees of freedom has no variance.
        for of in (lambda block: np.median(block, axis=0), lambda block: (block > 1).mean(axis=0)):
            assert of(first[y == value]) == pytest.approx(of(second[y == value]), abs=0.05)


def test_heavy_rows_are_of_students_distribution():
    """With two degrees of freedom, P(T > t) = 1/2 - t / (2 sqrt(2 + t^2))."""
    first, second, y = blocks_of("heavy")
    around = first - 0.5 * (2 * y - 1)[:, None]
    for t in (0.5, 2.0, 6.0):
        expected = 0.5 - t / (2 * math.sqrt(2 + t**2))
        assert (around > t).mean() == pytest.approx(expected, abs=5 * math.sqrt(expected / 40_000))
    # A row is far out as a whole, in one block.
    far = np.abs(around).max(axis=1) > 10
    assert np.median(np.abs(around[far]).min(axis=1)) > 1
    assert np.median(np.abs(second[far] - 0.5 * (2 * y[far] - 1)[:, None])) == pytest.approx(0.816, abs=0.12)


def test_outliers_are_few_and_in_one_of_the_blocks():
    first, second, y = blocks_of("outliers")
    side = (2 * y - 1)[:, None]
    thrown = [(block * side < -4) for block in (first, second)]
    assert (thrown[0] ^ thrown[1]).all(axis=1).mean() == pytest.approx(0.03, abs=0.005)
    assert (thrown[0] & thrown[1]).sum() <= 2
    assert thrown[0].mean() == pytest.approx(0.015, abs=0.003)


def test_correlated_blocks():
    first, second, y = blocks_of("correlated")
    around = np.hstack([first, second]) - 0.5 * (2 * y - 1)[:, None]
    expected = np.kron(np.eye(2), np.full((3, 3), 0.8)) + 0.2 * np.eye(6)
    assert np.cov(around.T) == pytest.approx(expected, abs=0.03)


def test_chains_are_binary_with_the_probabilities_of_their_table():
    first, second, y = blocks_of("chain")
    assert set(np.unique(first)) == {0.0, 1.0}
    # Numbers of a linear congruential generator that begins with 7, stretched from .15 to .85.
    state, table = 7, np.empty((3, 2, 2))
    for place in np.ndindex(table.shape):
        state = (1103515245 * state + 12345) % 2**31
        table[place] = 0.15 + 0.7 * state / 2**31
    for block in (first, second):
        for value in (0, 1):
            assert block[y == value, 0].mean() == pytest.approx(table[0, value, 0], abs=0.02)
            for before in (0, 1):
                chosen = (y == value) & (block[:, 0] == before)
                assert block[chosen, 1].mean() == pytest.approx(table[1, value, before], abs=0.025)
    # Nothing but the class connects the blocks.
    assert abs(np.corrcoef(first[y == 0, 0], second[y == 0, 0])[0, 1]) < 0.03


def test_the_second_class_has_its_prior():
    *_, y = blocks_of("normal", prior=0.3)
    assert y.mean() == pytest.approx(0.3, abs=4 * math.sqrt(0.21 / 40_000))


@pytest.mark.parametrize(
    ("n_classes", "chances"), [(4, [0.25] * 4), (8, [0.225, 0.225, 0.225, 0.225, 0.04, 0.03, 0.02, 0.01])]
)
def test_more_classes_are_at_the_corners_of_a_cube(n_classes, chances):
    first, second, y = blocks_of("normal", n_classes=n_classes)
    assert np.bincount(y) / len(y) == pytest.approx(chances, abs=0.01)
    for value in (0, 1, 3, n_classes - 1):
        bits = [value & 1, value >> 1 & 1, value >> 2 & 1 if n_classes == 8 else value & 1]
        expected = 0.5 * (2 * np.array(bits) - 1)
        for block in (first, second):
            assert block[y == value].mean(axis=0) == pytest.approx(expected, abs=4.5 / math.sqrt((y == value).sum()))


def test_the_usual_blocks_are_drawn_as_ever():
    """Numbers are those of before there were other laws."""
    source = ExchangeableBlocks(second_shift=0.2)
    X, y = source.draw(np.random.default_rng([5, 0]))
    rng = np.random.default_rng([5, 0])
    np.testing.assert_array_equal(y, rng.integers(0, 2, 200))
    shifts = np.outer(2 * y - 1, np.repeat([0.35, 0.2], 5))
    np.testing.assert_array_equal(X, rng.normal(size=(200, 10)) + shifts)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("metric", ["accuracy", "roc_auc"])
def test_nulls_are_symmetric(law, metric):
    """The mean difference over trials is zero within its standard error, and either learner is ahead half the time."""
    source = ExchangeableBlocks(GaussianNB(), n_examples=40, n_attributes=3, law=law, metric=metric)
    estimate = run_trials("2", source, n_trials=60, seed=1).found["2"].estimate[:, 0]
    assert abs(estimate.mean()) < 3.5 * estimate.std() / math.sqrt(60)
    assert abs((estimate > 0).sum() - (estimate < 0).sum()) < 3.5 * math.sqrt(60)


def test_the_area_under_the_curve_is_the_one_that_is_possible():
    """Two normal variables, d apart, are ordered rightly with probability Phi(d / sqrt 2); d = 2 * 0.5 * sqrt(4)."""
    source = ExchangeableBlocks(GaussianNB(), 400, 4, 0.5, second_shift=0.0, metric="roc_auc")
    estimate = run_trials("2", source, n_trials=10).found["2"].estimate
    assert estimate.mean() == pytest.approx(norm.cdf(math.sqrt(2)) - 0.5, abs=0.03)


@pytest.mark.parametrize(
    ("how", "name"),
    [
        ({"law": "chain"}, "chain blocks, NearestNeighbor"),
        ({"n_classes": 8}, "blocks shifted 0.35, NearestNeighbor, 8 classes"),
        ({"prior": 0.25, "second_shift": 0.1}, "blocks shifted 0.35 and 0.1, NearestNeighbor, 25% in class 1"),
    ],
)
def test_names_say_what_is_unusual(how, name):
    assert ExchangeableBlocks(**how).name == name


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"law": "cauchy"}, "law must be one of .*'heavy'.* got 'cauchy'"),
        ({"prior": 1.0}, "prior must be strictly between 0 and 1, got 1.0"),
        ({"n_classes": 3}, "n_classes must be 2, 4 or 8, got 3"),
        ({"n_classes": 4, "prior": 0.2}, "prior is for two classes, got 0.2 with 4"),
        ({"law": "chain", "second_shift": 0.1}, "law='chain' has two classes and no shifts"),
        ({"law": "chain", "n_classes": 4}, "law='chain' has two classes and no shifts"),
        ({"metric": "rocauc"}, "rocauc"),
    ],
)
def test_refusals(how, words):
    with pytest.raises(ValueError, match=words):
        ExchangeableBlocks(**how)


def test_learners_see_their_own_block_only():
    source = ExchangeableBlocks(NearestNeighbor(), 30, 2)
    X, y = source.draw(np.random.default_rng(0))
    a, b = source.learners
    fitted = a.fit(X, y)
    changed = X.copy()
    changed[:, 2:] = 0
    np.testing.assert_array_equal(fitted.predict(X), fitted.predict(changed))
    assert (b.fit(X, y).predict(X) != b.predict(changed)).any()


@pytest.mark.parametrize(("n_classes", "noise"), [(2, 0.2), (4, 0.3)])
def test_wrong_labels_know_nothing_of_the_attributes(n_classes, noise):
    """The share that differs from the clean draw is the noise; all other classes are as frequent among them."""
    clean, noisy = (
        ExchangeableBlocks(n_examples=20_000, n_classes=n_classes, label_noise=share) for share in (0.0, noise)
    )
    (X, y), (other_X, other_y) = (source.draw(np.random.default_rng(1)) for source in (clean, noisy))
    np.testing.assert_array_equal(X, other_X)
    wrong = y != other_y
    assert wrong.mean() == pytest.approx(noise, abs=4 * np.sqrt(noise * (1 - noise) / 20_000))
    steps = np.bincount(((other_y - y) % n_classes)[wrong], minlength=n_classes)
    assert steps[0] == 0
    assert steps[1:] / wrong.sum() == pytest.approx(1 / (n_classes - 1), abs=0.03)
    assert noisy.difference == 0.0
    assert noisy.name.endswith(f"{noise:.0%} of labels wrong")


@pytest.mark.parametrize("noise", [1.0, -0.1, "a", None, np.nan])
def test_all_labels_cannot_be_wrong(noise):
    with pytest.raises(ValueError, match=f"label_noise must be from 0 to below 1, got {noise!r}"):
        ExchangeableBlocks(label_noise=noise)
