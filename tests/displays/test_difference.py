import itertools
import re

import numpy as np
import pytest
from matplotlib.figure import Figure

from foldwise.displays import DifferenceDisplay
from foldwise.verdicts import judge

LONG = "HistGradientBoostingClassifier(max_iter={}, learning_rate=0.03, max_leaf_nodes=31)"


def words(ax):
    return [text.get_text() for text in ax.texts]


def test_by_hand(constant):
    """Always-zero is right on 3 of 5, always-one on 2 of 5: 0.6 - 0.4 on each of the four folds."""
    frame = DifferenceDisplay.from_verdict(constant).frame()
    assert frame["difference"].tolist() == pytest.approx([0.2] * 4)
    assert frame["fold"].tolist() == [0, 1, 2, 3]
    assert (frame["a"] + frame["b"]).unique().tolist() == ["zerosones"]


def test_the_frame_holds_what_is_drawn(pair, drawn):
    display = DifferenceDisplay.from_verdict(pair)
    frame, ax = display.frame(), drawn(pair)
    dots = next(line for line in ax.lines if line.get_alpha() == 0.38)
    bar = next(line for line in ax.lines if line.get_linewidth() == 2.4)
    assert dots.get_xdata() == pytest.approx(frame["difference"].to_numpy())
    assert bar.get_xdata() == pytest.approx(frame.loc[0, ["low", "high"]].tolist())
    scores = pair.runs[0].frame()
    stump, tree = (scores.loc[scores["learner"] == name, "score"].to_numpy() for name in ("stump", "tree"))
    assert frame["difference"].to_numpy() == pytest.approx(stump - tree)


def test_mean_of_the_dots_is_the_estimate(pair):
    """True by definition for the tests that read fold differences."""
    frame = DifferenceDisplay.from_verdict(pair).frame()
    assert frame["difference"].mean() == pytest.approx(frame.loc[0, "estimate"])


def test_one_pair_says_whose_side_is_which(pair, drawn):
    ax = drawn(pair)
    left, right = ax.texts[-2:]
    assert (left.get_text(), right.get_text()) == ("← tree better", "stump better →")
    assert left.get_window_extent().x1 < right.get_window_extent().x0
    assert ax.get_xlabel() == "difference in accuracy\ndots: folds, by repeat; bar: 95% interval"


def test_many_pairs_have_no_names_for_the_sides(make, drawn):
    ax = drawn(make(["a", "b", "c"]))
    assert words(ax)[-2:] == ["← the second better", "the first better →"]
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        "a vs b (noise)",
        "a vs c (noise)",
        "b vs c (noise)",
    ]


def test_an_error_is_named_by_its_natural_quantity(regression, drawn):
    """The difference of negated errors of a and b is error(b) - error(a)."""
    ax = drawn(regression)
    assert ax.get_xlabel().startswith("root mean squared error of stump minus line\n")
    frame = DifferenceDisplay.from_verdict(regression).frame()
    assert (frame["difference"] > 0).all(), "a line fits a line better than a stump"


@pytest.mark.parametrize(
    ("decision", "fields", "expected"),
    [
        ("a", {"adjusted_pvalue": 0.0123}, "stump better\np = 0.012"),
        ("b", {"adjusted_pvalue": 1.23e-9}, "tree better\np = 1.2e-09"),
        ("none", {"adjusted_pvalue": 0.5}, "not told apart\np = 0.50"),
        ("equivalent", {"adjusted_pvalue": 0.5}, "practically\nequivalent\np = 0.50"),
        ("undetermined", {"adjusted_pvalue": np.nan, "low": np.nan, "high": np.nan}, "undetermined\np undefined"),
    ],
)
def test_the_decision_stands_beside_the_band(pair, with_row, decision, fields, expected, drawn):
    ax = drawn(with_row(pair, rope=0.02, decision=decision, **fields))
    assert words(ax)[0] == expected


def test_the_figure_writes_p_as_the_words_do(pair, with_row, drawn):
    """Near the level the words take more digits: 0.0504 is not shown as 0.05."""
    for p in (0.3, 0.0504, 0.04996, 0.0001234, 3.21e-7):
        verdict = with_row(pair, adjusted_pvalue=p, pvalue=p)
        (said,) = re.findall(r"(?<=, )p = [^)]+(?=\))", str(verdict))
        assert words(drawn(verdict))[0].endswith(f"\n{said}")


def test_p_is_called_adjusted_only_if_it_is(make, drawn):
    for adjust, symbol in (("holm", "adjusted p"), ("none", "p")):
        verdict = make(["a", "b", "c"], adjust=adjust)
        assert [text.split("\n")[-1].split(" = ")[0] for text in words(drawn(verdict))[:3]] == [symbol] * 3
    (beside, *_) = words(drawn(judge(make().runs, tries=7)))
    assert "adjusted p" in beside, "one comparison shown, seven tried"


def test_one_split_has_no_dots(make, drawn):
    ax = drawn(make(["stump", "tree"], scheme="holdout:0.5"))
    assert not [line for line in ax.lines if line.get_alpha() == 0.38]
    assert ax.get_xlabel().split("\n")[1:] == ["bar: 95% interval"]


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [("4", "dots: folds;"), ("3x4", "dots: folds, by repeat;"), ("resampled:9:0.2", "dots: splits;")],
)
def test_the_legend_names_what_a_dot_is(make, scheme, expected, drawn):
    assert drawn(make(["stump", "tree"], scheme=scheme)).get_xlabel().split("\n")[1].startswith(expected)


def test_rope_is_shaded_and_explained(pair, with_row, drawn):
    assert not drawn(pair).patches
    ax = drawn(with_row(pair, rope=0.02))
    (shade,) = ax.patches
    assert (shade.get_x(), shade.get_width()) == pytest.approx((-0.02, 0.04))
    assert "±0.02 counts as equivalent" in ax.get_xlabel()


@pytest.mark.parametrize(
    "fields",
    [
        {"estimate": 0.3, "low": 0.25, "high": 0.35},
        {"estimate": -0.3, "low": -0.35, "high": -0.25},
        {"estimate": np.nan, "low": np.nan, "high": np.nan},
        {"estimate": 0.0, "low": -np.inf, "high": np.inf},
    ],
)
def test_zero_is_always_inside(pair, with_row, fields, drawn):
    low, high = drawn(with_row(pair, **fields)).get_xlim()
    assert low < 0 < high
    assert min(-low, high) > 0.1 * (high - low)


@pytest.mark.parametrize("test", ["mcnemar", "binomial"])
def test_disagreements_are_still_drawn_by_fold(make, test):
    verdict = make(["stump", "tree"], scheme="4", test=test)
    frame = DifferenceDisplay.from_verdict(verdict).frame()
    scores = verdict.runs[0].scores(verdict.metric)
    assert frame["difference"].to_numpy() == pytest.approx((scores[0] - scores[1]).ravel())


@pytest.mark.parametrize(
    "names",
    [
        ["stump", "tree"],
        ["stump", "tree", "a deeper tree"],
        ["one", "two", "three", "four", "five"],
        [LONG.format(100), LONG.format(500)],
        [LONG.format(100), "short", "W" * 80],
        ["Wälder ½ Ω", "наивный байес", "$x_1$", "$\\frac{", "line\nbreak"],
    ],
)
def test_no_words_overlap_or_leave_the_figure(make, names, drawn):
    """Boxes of all texts, as laid out: apart from each other and inside the figure."""
    ax = drawn(make(names, datasets=["a dataset whose name is longer than any label should be"], rope=0.01))
    texts = [*ax.texts, *ax.get_yticklabels(), *ax.get_xticklabels(), ax.xaxis.label]
    low, high = ax.get_xlim()
    outside = {label for label, at in zip(ax.get_xticklabels(), ax.get_xticks(), strict=True) if not low <= at <= high}
    boxes = [(text.get_text(), text.get_window_extent()) for text in texts if text not in outside]
    for (first, box), (second, other) in itertools.combinations(boxes, 2):
        assert not box.overlaps(other), f"{first!r} meets {second!r}"
    width, height = ax.figure.canvas.get_width_height()
    for text, box in boxes:
        assert box.x0 >= 0 <= box.y0, text
        assert box.x1 <= width, text
        assert box.y1 <= height, text
    assert ax.get_window_extent().width > 0.3 * width


def test_names_that_look_alike_when_cut_are_not_used(make, drawn):
    ax = drawn(make([LONG.format(100), LONG.format(500)]))
    assert words(ax)[-2:] == ["← the second better", "the first better →"]


def test_options_reach_the_dots(pair):
    ax = DifferenceDisplay.from_verdict(pair).plot(Figure().subplots(), markersize=1.25)
    assert [line.get_markersize() for line in ax.lines].count(1.25) == 1


def test_a_failed_fold_has_no_dot(pair):
    display = DifferenceDisplay.from_verdict(pair)
    holed = display.differences[0].copy()
    holed[0, 0] = np.nan
    ax = DifferenceDisplay(
        comparisons=display.comparisons, differences=(holed,), metric=display.metric, alpha=0.05, rope=None
    ).plot(Figure().subplots())
    dots = next(line for line in ax.lines if line.get_alpha() == 0.38)
    assert np.isnan(dots.get_xdata()).sum() == 1
    assert np.isfinite(ax.get_xlim()).all()


def test_without_an_interval_only_the_point_is_drawn(pair, with_row, drawn):
    ax = drawn(with_row(pair, low=np.nan, high=np.nan))
    assert not [line for line in ax.lines if line.get_linewidth() == 2.4]
    (point,) = (line for line in ax.lines if line.get_markersize() == 8)
    assert point.get_xdata() == pytest.approx(pair.comparisons[0].estimate)
    assert "mark: the estimate, no interval" in ax.get_xlabel()


def test_over_datasets_each_dot_is_a_dataset(make, drawn):
    verdict = make(["stump", "tree"], datasets=["one", "two"], test="sign_test")
    display = DifferenceDisplay.from_verdict(verdict)
    means = [(run.scores()[0] - run.scores()[1]).mean() for run in verdict.runs]
    assert display.differences[0] == pytest.approx(np.array([means]))
    assert "dots: datasets" in drawn(verdict).get_xlabel()
