"""The experiment with streams: its populations, its t test against SciPy's, and what its table must show."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import run_streams
from scipy.stats import ttest_1samp

TABLE = pd.read_csv(Path(__file__).parents[3] / "docs" / "streams-levels.csv")


@pytest.mark.parametrize("name", run_streams.POPULATIONS)
def test_populations_have_the_mean_they_say_and_stay_in_range(name):
    draw, difference = run_streams.POPULATIONS[name]
    for mean in (0.0, difference):
        d = draw(np.random.default_rng(1), (40, 5000), mean)
        assert d.shape == (40, 5000)
        assert np.abs(d).max() <= 1
        # Clusters of five are a fifth as many independent draws.
        error = d.std() * np.sqrt((5 if "clusters" in name else 1) / d.size)
        assert d.mean() == pytest.approx(mean, abs=4 * error)


def test_the_t_test_is_that_of_scipy():
    d = np.random.default_rng(2).normal(0.3, 1, (5, 40)).clip(-1, 1)
    rejects = run_streams.t_rejections(d)
    for n in (2, 10, 25, 40):
        assert np.array_equal(rejects[:, n - 1], ttest_1samp(d[:, :n], 0, axis=1).pvalue <= 0.05)
    assert not run_streams.t_rejections(np.full((1, 20), 0.5)).any()


def test_procedures_look_when_they_say():
    d = np.random.default_rng(3).normal(0, 0.1, (20, 300))
    looks = {name: np.flatnonzero(rejects.any(axis=0)) + 1 for name, rejects in run_streams.procedures(d)}
    assert looks["t test, after every example"].min() >= 10
    assert set(looks["t test, after every 100"]) <= {100, 200, 300}
    assert set(looks["t test, once at the end"]) <= {300}


def test_the_table_shows_an_error_within_the_level_and_limits_that_hold():
    bets = TABLE[TABLE["procedure"].str.startswith("bets") & ~TABLE["population"].str.contains("clusters")]
    assert len(bets) == 10
    assert (bets.loc[bets["mean"] == 0, "by_5000"] <= 0.05).all()
    assert (bets["covered"] >= 0.95).all()
    peeking = TABLE[(TABLE["procedure"] == "t test, after every example") & (TABLE["mean"] == 0)]
    assert (peeking["by_5000"] > 0.3).all()
