"""A literature of significant results: by counting, against normal theory, and where it cannot be."""

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure
from scipy.stats import norm

from foldwise.displays import plot
from foldwise.lab import power, publication_filter, sources
from foldwise.reports import report, summary

BOTH = [sources.ExchangeableBlocks(n_examples=60, second_shift=shift) for shift in (0.35, 0.1)]
PROCEDURES = ["10/kfold_t", "holdout:0.33/mcnemar"]


@pytest.fixture(scope="module")
def found():
    return publication_filter(PROCEDURES, BOTH, n_trials=60, shares=[0.0, 0.5, 0.9], seed=2)


def test_rates_are_counted_from_the_trials_of_power(found):
    same = power(PROCEDURES, BOTH, n_trials=60, seed=2)
    null, other = same.trials
    difference = same.differences[1]
    for row in found.frame().itertuples():
        level = (null.found[row.procedure].pvalue[:, 0] <= 0.05).mean()
        significant = other.found[row.procedure].pvalue[:, 0] <= 0.05
        estimates = other.found[row.procedure].estimate[:, 0][significant]
        assert (row.level, row.power) == (level, significant.mean())
        false, true = row.nulls * level, (1 - row.nulls) * significant.mean()
        assert row.published == pytest.approx(false + true)
        assert row.false_share == pytest.approx(false / (false + true))
        assert row.false_share_low <= row.false_share <= row.false_share_high
        assert row.exaggeration == pytest.approx(np.abs(estimates).mean() / abs(difference))
        assert row.wrong_sign == pytest.approx((np.sign(estimates) != np.sign(difference)).mean())


def test_against_normal_theory(found):
    """Trials replaced by draws of a normal estimate: the factor of Gelman and Carlin, in closed form."""
    rng, delta, error = np.random.default_rng(1), 1.5, 0.02
    z = norm.isf(0.025)
    means = (0.0, delta * error)
    trials = []
    for each, mean in zip(found.trials, means, strict=True):
        estimate = rng.normal(mean, error, (200_000, 1))
        findings = replace(
            each.found["10/kfold_t"],
            estimate=estimate,
            pvalue=2 * norm.sf(np.abs(estimate) / error),
            statistic=estimate / error,
        )
        trials.append(replace(each, found={"z": findings}))
    made = replace(found, trials=tuple(trials), differences=means, shares=(0.8,))
    row = made.frame().iloc[0]
    powerful = norm.sf(z - delta) + norm.cdf(-z - delta)
    sizes = delta * norm.cdf(delta - z) + norm.pdf(z - delta) - delta * norm.cdf(-z - delta) + norm.pdf(z + delta)
    assert row["power"] == pytest.approx(powerful, abs=0.005)
    assert row["false_share"] == pytest.approx(0.8 * 0.05 / (0.8 * 0.05 + 0.2 * powerful), abs=0.01)
    assert row["exaggeration"] == pytest.approx(sizes / powerful / delta, abs=0.01)
    assert row["wrong_sign"] == pytest.approx(norm.cdf(-z - delta) / powerful, abs=0.002)
    assert row["exaggeration_low"] <= sizes / powerful / delta <= row["exaggeration_high"]


def test_more_nulls_leave_more_that_is_false(found):
    table = found.frame().query("procedure == '10/kfold_t'")
    assert table["false_share"].is_monotonic_increasing
    assert table["false_share"].iloc[0] == 0


def test_it_is_drawn_and_reported(found, tmp_path):
    ax = plot(found, ax=Figure().subplots())
    assert [line.get_ydata()[50] for line in ax.lines] == pytest.approx(
        found.frame().query("nulls == 0.5")["false_share"].tolist()
    )
    document = summary(found)
    assert (document["study"], document["settings"]["shares"]) == ("publication_filter", [0.0, 0.5, 0.9])
    page = report(found, tmp_path / "p.html").read_text(encoding="utf-8")
    assert "publication_filter(" in page
    assert "shares=[0.0, 0.5, 0.9]" in page
    assert "is false" in str(found)


def test_where_nothing_is_published_no_share_is_made_up():
    """At level 1e-12 nothing is significant; where all studies are nulls no true difference is published."""
    nothing = publication_filter(PROCEDURES[1], BOTH, n_trials=3, shares=[0.5], alpha=1e-12, seed=2)
    assert "nothing was found significant, so nothing is published.\n" in str(nothing)
    assert "nan" not in str(nothing)
    nulls = publication_filter(PROCEDURES[0], BOTH, n_trials=60, shares=[1.0], seed=2)
    assert str(nulls).splitlines()[0].endswith("100% of what 10/kfold_t calls significant is false.")


def test_refusals():
    with pytest.raises(ValueError, match=r"needs a null and a source with a difference, got differences \[0.0\]"):
        publication_filter("10/kfold_t", BOTH[:1], n_trials=5)
    with pytest.raises(ValueError, match="shares must be numbers from 0 to 1"):
        publication_filter("10/kfold_t", BOTH, shares=[1.5])
