from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib.figure import Figure
from scipy.stats import binomtest

from foldwise.displays import EstimatesDisplay, plot
from foldwise.runs import as_metric


def test_by_hand(estimates):
    """Seven of twenty right on the only test set, with the interval of Clopper and Pearson as SciPy has it."""
    frame = EstimatesDisplay.from_estimates(estimates).frame()
    limits = binomtest(7, 20).proportion_ci(0.95, "exact")
    assert frame[["value", "mean", "low", "high"]].to_numpy() == pytest.approx(
        np.array([[0.35, 0.35, limits.low, limits.high]])
    )


def test_an_interval_is_a_bar(estimates):
    ax = plot(estimates, ax=Figure().subplots())
    row = estimates.rows[0]
    (bar,) = (line for line in ax.lines if line.get_linewidth() == 2.4)
    assert list(bar.get_xdata()) == [row.low, row.high]
    assert "95% interval" in ax.texts[0].get_text()
    assert "spread" not in ax.get_xlabel()


def test_a_spread_is_no_bar_and_says_so(spread):
    """Errors on their natural scale: mean plus and minus the standard deviation of the fold errors."""
    ax = plot(spread, ax=Figure().subplots())
    errors = -spread.runs[0].scores()[0]
    assert not [line for line in ax.lines if line.get_linewidth() == 2.4]
    (dotted,) = (line for line in ax.lines if line.get_linestyle() == ":")
    mean, sd = errors.mean(), errors.std(ddof=1)
    assert dotted.get_xdata() == pytest.approx([mean - sd, mean + sd])
    assert ax.texts[0].get_text().endswith(f"\nspread ±{sd:.2g}")
    assert "dotted: ± one standard deviation of the folds, not an interval" in ax.get_xlabel()
    assert "less is better" in ax.get_xlabel()
    frame = EstimatesDisplay.from_estimates(spread).frame()
    assert frame["value"].to_numpy() == pytest.approx(errors.ravel())
    assert frame[["low", "high"]].isna().to_numpy().all()


def test_one_test_set_has_no_dots(estimates):
    ax = plot(estimates, ax=Figure().subplots())
    assert not [line for line in ax.lines if line.get_alpha() == 0.38]
    assert ax.get_xlabel() == "accuracy (more is better)\nbar: 95% interval"
    assert ax.texts[0].get_text().startswith("0.35\n95% interval")


def test_the_legend_has_no_dotted_line_where_none_is(estimates):
    """One test set and no interval: a mark and nothing else."""
    bare = replace(estimates.rows[0], interval_name="", low=np.nan, high=np.nan, sd_over_folds=np.nan)
    ax = plot(replace(estimates, rows=(bare,)), ax=Figure().subplots())
    assert ax.get_xlabel() == "accuracy (more is better)"
    assert not [line for line in ax.lines if line.get_linestyle() == ":"]


def test_a_spread_that_reaches_beyond_one_ends_at_the_axis():
    """Accuracies 0.8 and 1.0: mean 0.9, standard deviation 0.141, so the spread would end at 1.04."""
    display = EstimatesDisplay(
        rows=(
            SimpleNamespace(
                learner="a", dataset="d", score=0.9, low=np.nan, high=np.nan, interval_name="", sd_over_folds=0.02**0.5
            ),
        ),
        values=(np.array([[0.8, 1.0]]),),
        metric=as_metric("accuracy", "classification"),
        alpha=0.05,
    )
    assert display.plot(Figure().subplots()).get_xlim()[1] == 1.0
