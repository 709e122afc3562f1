import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.metrics import mean_absolute_error

from foldwise.displays import ScoresDisplay


def test_by_hand(constant):
    """Always-zero is right on 3 of 5 examples of every fold, always-one on 2 of 5."""
    frame = ScoresDisplay.from_run(constant.runs[0]).frame()
    assert frame["value"].tolist() == pytest.approx([0.6] * 4 + [0.4] * 4)
    assert frame["mean"].tolist() == pytest.approx([0.6] * 4 + [0.4] * 4)
    assert frame["learner"].tolist() == ["zeros"] * 4 + ["ones"] * 4


def test_means_of_repeats_and_of_all(pair):
    run = pair.runs[0]
    display = ScoresDisplay.from_run(run)
    frame = display.frame()
    assert frame["repeat_mean"].to_numpy() == pytest.approx(np.repeat(run.scores().mean(axis=2).ravel(), 4))
    assert frame["mean"].to_numpy() == pytest.approx(np.repeat(run.scores().mean(axis=(1, 2)), 12))
    drawn = {tuple(np.round(line.get_xdata(), 12)) for line in display.plot(Figure().subplots()).lines}
    for learner, rows in frame.groupby("learner", sort=False):
        assert tuple(np.round(rows["value"], 12)) in drawn, learner
        assert tuple(np.round(rows.groupby("repeat")["repeat_mean"].first(), 12)) in drawn, learner


def test_errors_are_shown_as_errors(regression):
    """An error is positive, and less is better."""
    display = ScoresDisplay.from_run(regression.runs[0])
    assert (display.frame()["value"] > 0).all()
    assert "root mean squared error on data (less is better)" in display.plot(Figure().subplots()).get_xlabel()


def test_another_metric(regression):
    run = regression.runs[0]
    frame = ScoresDisplay.from_run(run, metric="neg_mean_absolute_error").frame()
    _, test = run.assignment.split(0, 2)
    expected = mean_absolute_error(run.target.values[test], run.predictions[1, 0, test])
    assert frame.query("learner == 'stump' and fold == 2")["value"].item() == pytest.approx(expected)


def test_a_learner_without_scores_is_said_to_have_none(constant):
    display = ScoresDisplay.from_run(constant.runs[0])
    values = display.values.copy()
    values[1] = np.nan
    holed = ScoresDisplay(dataset="d", learners=display.learners, values=values, metric=display.metric)
    assert [text.get_text() for text in holed.plot(Figure().subplots()).texts] == ["mean 0.6", "no score"]
    assert np.isnan(holed.frame()["mean"]).sum() == 4


def test_a_share_does_not_reach_beyond_one(make):
    """Accuracies of 1 on some folds would draw the axis to 1.05."""
    run = make(["stump", "tree"], scheme="4").runs[0]
    display = ScoresDisplay.from_run(run)
    perfect = ScoresDisplay(dataset="d", learners=("a",), values=np.array([[[0.9, 1.0]]]), metric=display.metric)
    low, high = perfect.plot(Figure().subplots()).get_xlim()
    assert (low < 0.9, high) == (True, 1.0)


def test_an_error_may_be_greater_than_one(regression):
    display = ScoresDisplay.from_run(regression.runs[0])
    errors = ScoresDisplay(dataset="d", learners=("a",), values=np.array([[[0.5, 1.0]]]), metric=display.metric)
    assert errors.plot(Figure().subplots()).get_xlim()[1] > 1


@pytest.mark.parametrize(
    ("scheme", "legend"),
    [
        ("holdout:0.5", []),
        ("4", ["dots: folds; diamond: mean of all"]),
        ("resampled:9:0.2", ["dots: splits; diamond: mean of all"]),
        ("3x4", ["dots: folds, by repeat; ticks: means of the repeats; diamond: mean of all"]),
    ],
)
def test_the_legend_names_what_is_drawn(make, scheme, legend):
    ax = ScoresDisplay.from_run(make(scheme=scheme).runs[0]).plot(Figure().subplots())
    assert ax.get_xlabel().split("\n")[1:] == legend
    dots = [line for line in ax.lines if line.get_alpha() == 0.38]
    assert len(dots) == (0 if scheme == "holdout:0.5" else 2)
