import numpy as np
import pytest

from foldwise.data import load, make_waveform


def test_class_means_are_the_mixed_waves():
    """Mean of u h_a + (1 - u) h_b is (h_a + h_b) / 2; the variance is var(u) (h_a - h_b)^2 + 1, var(u) = 1/12."""
    data = make_waveform(6000, seed=3)
    position = np.arange(1, 22)
    triangle = {centre: np.maximum(6 - abs(position - centre), 0) for centre in (7, 11, 15)}
    for label, (a, b) in {"0": (7, 15), "1": (7, 11), "2": (11, 15)}.items():
        rows = data.X.to_numpy()[data.y == label]
        expected = (triangle[a] + triangle[b]) / 2
        spread = (triangle[a] - triangle[b]) ** 2 / 12 + 1
        assert abs(len(rows) - 2000) < 4 * np.sqrt(6000 * 2 / 9)
        assert abs(rows.mean(axis=0) - expected).max() < 4.5 * np.sqrt(spread / len(rows)).max()
        assert rows.var(axis=0) == pytest.approx(spread, rel=0.15)


def test_fewer_examples_are_a_prefix_and_seeds_differ():
    long, short = make_waveform(20, seed=5), make_waveform(8, seed=5)
    assert short.X.equals(long.X.iloc[:8])
    assert short.y.tolist() == long.y[:8].tolist()
    assert not make_waveform(8, seed=6).X.equals(short.X)


def test_the_built_in_set_is_pinned():
    """Recorded once: runs are compared over years by this fingerprint."""
    assert load("waveform-21").fingerprint == "490f3f34f07a041ea4b44fd6d23d803c"


def test_like_the_uci_file(uci_folder):
    """Both are samples of 5000: class means differ by sampling noise, of order 0.03 to 0.05."""
    ours, file = load("waveform-21"), load(uci_folder / "waveform-21.arff.gz")
    assert ours.feature_names == file.feature_names
    assert ours.target_names == file.target_names
    for label in "012":
        gap = ours.X[ours.y == label].mean() - file.X[file.y == label].mean()
        assert gap.abs().max() < 0.25


@pytest.mark.parametrize(("n", "seed", "error"), [(0, 1, ValueError), (1.5, 1, TypeError), (5, -1, ValueError)])
def test_bad_arguments(n, seed, error):
    with pytest.raises(error):
        make_waveform(n, seed=seed)
