"""Forecasts by bin, by hand and where the truth is known."""

import os

import numpy as np
import pandas as pd
import pytest
from datalab.forecast_tables import bins, by_bin, draw, gather, markdown, observed_agreement
from datalab.pages import DOCS
from datalab.resampled import interval
from run_forecasts import DESIGNS, PAGE, execute, read

from foldwise.stats import agreement_forecast

needs_data = pytest.mark.skipif("FOLDWISE_DATA" not in os.environ, reason="FOLDWISE_DATA names no folder of data sets")


def test_observed_agreement_is_with_the_others():
    assert observed_agreement(["a", "a", "none", "a"]).tolist() == pytest.approx([2 / 3, 2 / 3, 0, 2 / 3])


def test_bins_by_hand():
    """Two executions forecast .85 and .87 and agree with one of two others; the third has no forecast."""
    executions = pd.DataFrame(
        {"design": "x", "dataset": "d", "pair": "p", "decision": ["a", "a", "b"], "agreement": [0.85, 0.87, np.nan]}
    )
    counted = gather(executions)
    assert counted["bin"].tolist() == ["0.8 to 0.9", "unknown"]
    assert counted["executions"].tolist() == [2, 1]
    assert counted["forecast"].tolist() == pytest.approx([0.86, np.nan], nan_ok=True)
    assert counted["observed"].tolist() == [0.5, 0.0]
    found = bins(counted)
    assert found["comparisons"].tolist() == [1, 1]
    # Of one comparison nothing can be resampled.
    assert found[["low", "high"]].iloc[0].tolist() == [0.5, 0.5]
    assert ".860 | .500 | .500 to .500" in by_bin(counted)


def test_data_sets_that_the_form_was_chosen_on_are_left_out_of_the_second_table():
    """Half of the executions agree on vote, which was looked at, and all of them on labor, which was not."""
    place = {"design": "x", "pair": "p", "bin": "0.8 to 0.9", "executions": 5, "forecast": 0.85}
    counted = pd.DataFrame(
        [place | {"dataset": "vote", "observed": 0.5}, place | {"dataset": "labor", "observed": 1.0}]
    )
    both, others = markdown(counted).split("###")[1:]
    assert "| 10 | 2 | .850 | .750 |" in both
    assert "| 5 | 1 | .850 | 1.000 |" in others


def test_a_forecast_that_is_right_is_found_to_be_so(tmp_path):
    """Statistics of executions are normal around values that are themselves spread evenly, with known errors."""
    rng = np.random.default_rng(1)
    n_comparisons, n_executions, critical = 300, 50, 2.0
    truth = rng.uniform(0, 4, n_comparisons)
    executions = []
    for number, mean in enumerate(truth):
        statistic = rng.normal(mean, 0.3, n_executions)
        agreement = agreement_forecast(statistic - critical, 0.3, n_repeats=10).agreement
        decision = np.where(statistic > critical, "a", "none")
        place = {"design": "normal", "dataset": f"d{number}", "pair": "p"}
        executions.append(pd.DataFrame({"agreement": agreement, "decision": decision}).assign(**place))
    counted = gather(pd.concat(executions))
    found = bins(counted)
    assert found["executions"].sum() == n_comparisons * n_executions
    # Five bins and more, and the interval is one of 95 %.
    assert len(found) > 5
    assert (np.abs(found["observed"] - found["forecast"]) < 1.5 * (found["high"] - found["low"]) + 0.005).all()
    draw(counted, tmp_path / "figure.png")
    assert (tmp_path / "figure.png").stat().st_size > 10_000


def test_intervals_come_from_whole_comparisons():
    """100 executions of each of 50 comparisons, all alike within: as wide as of 50 values, not of 5000."""
    values = np.random.default_rng(1).normal(size=50)
    low, high = interval(np.repeat(values, 100), np.ones(5000), np.repeat(np.arange(50), 100), 50)
    assert high - low == pytest.approx(2 * 1.96 * values.std() / np.sqrt(50), rel=0.1)


def test_page_is_written_from_the_numbers():
    assert markdown(read()) in (DOCS / PAGE).read_text(encoding="utf-8")


@needs_data
@pytest.mark.slow
def test_forecasts_of_a_clear_comparison():
    """C4.5 is better than naive Bayes on vote in all executions: t is about -4.7, the critical value 2."""
    for design in ("10x10", "5x10"):
        rows = execute(design, "uci:vote", 10)
        assert len(rows) == 3 * 10
        clear = gather(rows[rows["pair"] == "NB - C4.5"])
        assert clear["executions"].sum() == 10
        assert clear["observed"].unique().tolist() == [1.0]
        assert np.average(clear["forecast"], weights=clear["executions"]) > 0.95


@needs_data
@pytest.mark.slow
@pytest.mark.parametrize("design", DESIGNS)
def test_every_design_forecasts(design):
    assert execute(design, "uci:labor", 3)["agreement"].between(0.5, 1).all()
