"""Components of variance, against an analysis of variance and against known components."""

import numpy as np
import pytest
from scipy.stats import f_oneway

from foldwise.lab import PartitionNoise, partition_noise, sources


def noise_of(made_trials, values):
    values = np.asarray(values, dtype=float)
    trials = made_trials({"10": np.full(values.shape, 0.5)}, statistic=values, estimate=values / 100 + 7)
    return PartitionNoise(trials=(trials,))


def test_components_of_a_one_way_layout(made_trials):
    rng = np.random.default_rng(0)
    values = rng.normal(size=(30, 1)) * 2 + rng.normal(size=(30, 5))
    statistic, estimate = noise_of(made_trials, values).frame().itertuples()
    inside = values.var(axis=1, ddof=1).mean()
    # F is the ratio of the mean squares: between = (F - 1) inside / 5.
    between = (f_oneway(*values).statistic - 1) * inside / 5
    assert statistic.partition_sd == pytest.approx(np.sqrt(inside))
    assert statistic.between_sd == pytest.approx(np.sqrt(between))
    assert statistic.share == pytest.approx(inside / (inside + between))
    # Another unit and another place change nothing but the unit.
    assert estimate.share == pytest.approx(statistic.share)
    assert estimate.partition_sd == pytest.approx(statistic.partition_sd / 100)


def test_interval_covers_the_true_share(made_trials):
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(40):
        values = rng.normal(size=(50, 1)) + rng.normal(size=(50, 5))
        row = noise_of(made_trials, values).frame().iloc[0]
        covered += row["low"] <= 0.5 <= row["high"]
    # Expected 38 at 95%; the bootstrap covers a little less, and four binomial errors below 93% is 30.
    assert covered >= 31


def test_extremes(made_trials):
    rng = np.random.default_rng(2)
    only_data = noise_of(made_trials, np.repeat(rng.normal(size=(20, 1)), 4, axis=1)).frame().iloc[0]
    assert (only_data["share"], only_data["partition_sd"], only_data["high"]) == (0.0, 0.0, 0.0)
    only_partition = noise_of(made_trials, np.tile([1.0, 2.0, 3.0], (20, 1))).frame().iloc[0]
    assert (only_partition["share"], only_partition["between_sd"], only_partition["low"]) == (1.0, 0.0, 1.0)
    nothing = noise_of(made_trials, np.ones((5, 3))).frame().iloc[0]
    assert np.isnan(nothing["share"])


def test_datasets_without_a_value_are_left_out_and_said(made_trials):
    values = np.random.default_rng(0).normal(size=(10, 3))
    whole = noise_of(made_trials, values).frame()
    holes = np.vstack([values, [[1, np.inf, 2], [np.nan, 0, 0]]])
    result = noise_of(made_trials, holes)
    assert result.frame()["share"].tolist() == pytest.approx(whole["share"].tolist())
    assert result.frame()["n_left_out"].tolist() == [2, 2]
    assert [caveat.code for caveat in result.caveats] == ["infinite_left_out", "few_trials"]
    assert "limits from 10 trials are too narrow" in result.details()
    enough = noise_of(made_trials, np.vstack([np.repeat(values, 10, axis=0), holes[-2:]]))
    assert [caveat.code for caveat in enough.caveats] == ["infinite_left_out"]
    one = noise_of(made_trials, holes[-2:]).frame()
    assert one["share"].isna().all()


def test_repeats_average_the_partition_away():
    found = partition_noise(["5x2/five_by_two_t", "10", "10x10"], sources.ExchangeableBlocks(), n_trials=40)
    shares = found.frame().query("quantity == 'statistic'")["share"].tolist()
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.3 > 0.1 > shares[2]
    assert [caveat.code for caveat in found.caveats] == ["few_trials"]
