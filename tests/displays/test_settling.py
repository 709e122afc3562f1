"""The figure of how a verdict was settled."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from foldwise.data import load
from foldwise.displays import DifferenceDisplay, SettlingDisplay, plot, svg
from foldwise.evaluation import evaluate
from foldwise.verdicts import Look, Settled, Settlement, judge

REPEATS = (10, 15, 23)


@pytest.fixture(scope="module")
def fixed():
    learners = {"nb": GaussianNB(), "nn": KNeighborsClassifier(1), "5nn": KNeighborsClassifier(5)}
    return judge(evaluate(learners, load("iris"), scheme="5x5", seed=1))


@pytest.fixture(scope="module")
def settled(fixed):
    """The verdict as if each pair had been looked at three times, the error shrinking with the root of the repeats."""

    def settlement(center):
        looks = tuple(
            Look(n_repeats=n, statistic=center + 1 / n, pvalue=0.1, resampling_error=1 / np.sqrt(n), critical=2.4,
                 risk=0.1, decision="none")
            for n in REPEATS
        )  # fmt: skip
        return Settlement(form="ten-fold", settled=True, n_repeats=23, n_fits=230, ended_by="", looks=looks)

    rows = tuple(
        replace(row, settlement=settlement(center)) for row, center in zip(fixed.comparisons, (-3, 0, 1), strict=True)
    )
    return replace(fixed, comparisons=rows, settled=Settled())


def test_the_frame_holds_what_is_drawn(settled):
    display = SettlingDisplay.from_verdict(settled)
    frame, ax = display.frame(), display.plot(Figure().subplots())
    assert frame["n_repeats"].tolist() == [*REPEATS] * 3
    lines = [line for line in ax.lines if line.get_linewidth() == 1.4]
    drawn = np.concatenate([line.get_ydata() for line in lines])
    assert drawn == pytest.approx(frame["statistic"].to_numpy())
    assert np.concatenate([line.get_xdata() for line in lines]) == pytest.approx(frame["n_repeats"].to_numpy())
    assert ax.get_xscale() == "log"
    for band, (_, looks) in zip(ax.collections, frame.groupby(["a", "b"], sort=False), strict=True):
        corners = band.get_paths()[0].vertices[:, 1]
        assert corners.max() == pytest.approx((looks["statistic"] + looks["resampling_error"]).max())
        assert corners.min() == pytest.approx((looks["statistic"] - looks["resampling_error"]).min())


def test_critical_values_are_dashed_on_both_sides_or_on_one(settled):
    def dashed(verdict):
        ax = SettlingDisplay.from_verdict(verdict).plot(Figure().subplots())
        return sorted({float(line.get_ydata()[0]) for line in ax.lines if line.get_linestyle() == "--"})

    assert dashed(settled) == [-2.4, 2.4]
    assert dashed(replace(settled, alternative="greater")) == [2.4]
    assert dashed(replace(settled, alternative="less")) == [-2.4]


def test_pairs_are_named_in_the_order_of_their_lines(settled):
    ax = SettlingDisplay.from_verdict(settled).plot(Figure().subplots())
    assert [text.get_text() for text in ax.texts] == ["nb vs nn", "nb vs 5nn", "nn vs 5nn"]


def test_one_look_is_nothing_to_draw(settled, fixed):
    """Of three pairs it is enough that one was looked at twice; a fixed number of repeats has no looks."""
    first, *others = settled.comparisons

    def cut(row):
        return replace(row, settlement=replace(row.settlement, looks=row.settlement.looks[:1]))

    assert SettlingDisplay.shows(settled)
    assert SettlingDisplay.shows(replace(settled, comparisons=(first, *map(cut, others))))
    assert not SettlingDisplay.shows(replace(settled, comparisons=tuple(map(cut, settled.comparisons))))
    assert not SettlingDisplay.shows(fixed)


def test_names_beside_lines_that_end_together_do_not_meet(settled, drawn):
    near = tuple(replace(row, settlement=settled.comparisons[0].settlement) for row in settled.comparisons)
    texts = drawn(SettlingDisplay.from_verdict(replace(settled, comparisons=near))).texts
    boxes = [text.get_window_extent() for text in texts]
    assert len(boxes) == 3
    assert all(lower.y1 <= upper.y0 for lower, upper in itertools.pairwise(boxes))


def test_a_verdict_with_a_fixed_number_of_repeats_is_refused(fixed):
    with pytest.raises(ValueError, match="got one with a fixed scheme"):
        SettlingDisplay.from_verdict(fixed)


def test_a_display_is_drawn_as_it_is(settled):
    display = SettlingDisplay.from_verdict(settled)
    assert plot(display, ax=Figure().subplots()).get_ylabel() == "t"
    assert svg(display) == svg(display)


def test_bands_of_differences_say_how_probably_another_execution_agrees(fixed):
    ax = DifferenceDisplay.from_verdict(fixed).plot(Figure().subplots())
    beside = [text.get_text() for text in ax.texts if "adjusted p" in text.get_text()]
    known = [row.forecast.agreement for row in fixed.comparisons]
    shown = [">99%" if agreement > 0.99 else f"{100 * agreement:.0f}%" for agreement in known]
    assert [words.splitlines()[-1] for words in beside] == [f"{words} of splits agree" for words in shown]
    one = judge(evaluate({"nb": GaussianNB(), "nn": KNeighborsClassifier(1)}, load("iris"), scheme="5", seed=1))
    ax = DifferenceDisplay.from_verdict(one).plot(Figure().subplots())
    assert "agree" not in "".join(text.get_text() for text in ax.texts)
