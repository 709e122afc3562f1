import itertools
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from foldwise.displays import StudyDisplay, plot, svg
from foldwise.runs import as_metric
from foldwise.studies import Gap, ScoreTable


def made(datasets, learners, *, metric="accuracy", task="classification", scale=1.0, gaps=()):
    """A display of made-up scores, with gaps in these places."""
    scores = np.random.default_rng(0).uniform(0.4, 0.9, size=(len(datasets), len(learners))) * scale
    for place in gaps:
        scores[place] = np.nan
    table = ScoreTable(
        metric=as_metric(metric, task),
        datasets=tuple(datasets),
        learners=tuple(learners),
        scores=scores,
        gaps={place: Gap(label="12 not run", reason="12 of 100 folds not run") for place in gaps},
    )
    return StudyDisplay(table=table)


def words(ax):
    return [text.get_text() for text in ax.texts]


def colours(ax):
    """Shade of each cell, NaN where there is none."""
    return ax.collections[0].get_array().filled(np.nan)


def test_frame_by_hand(moods):
    """Differences to the mean of the row: 0.6, 0.4, 0.6 have the mean 1.6 / 3; 0.4 and 0.6 alone have 0.5."""
    frame = StudyDisplay.from_results(moods).frame()
    assert frame["value"].to_numpy() == pytest.approx([0.6, 0.4, 0.6, 0.4, 0.6, np.nan, 0.8, 0.2, np.nan], nan_ok=True)
    assert frame["difference"].to_numpy()[:5] == pytest.approx([0.2 / 3, -0.4 / 3, 0.2 / 3, -0.1, 0.1])
    assert frame["is_best"].tolist() == [True, False, True, False, True, False, True, False, False]
    assert frame["rank"].tolist()[:3] == [1.5, 3.0, 1.5]
    assert frame["average_rank"].tolist() == [1.5, 3.0, 1.5] * 3
    assert frame["gap"].tolist()[5] == "8 of 8 folds failed: ValueError: three columns"
    assert (frame["gap"] != "").sum() == 2


def test_what_is_written_is_in_the_frame(moods, drawn):
    said = words(drawn(StudyDisplay.from_results(moods)))
    assert said[:7] == ["0.600★", "0.400", "0.600★", "0.400", "0.600★", "0.800★", "0.200"]
    assert said[7:] == ["failed", "not run", "1.50", "3.00", "1.50"]


def test_rows_and_columns_have_their_names(moods, drawn):
    ax = drawn(StudyDisplay.from_results(moods))
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["plain", "odd", "late", "average rank (1 of 3)"]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["zeros", "ones", "moody"]
    tops = [tick.get_window_extent().y0 for tick in ax.get_yticklabels()]
    assert tops == sorted(tops, reverse=True), "the first dataset on top"


def test_better_is_deeper_and_gaps_are_hatched(moods, drawn):
    ax = drawn(StudyDisplay.from_results(moods))
    shades = colours(ax)
    # The largest difference of all is 0.3, on the last row: 0.8 and 0.2 around 0.5.
    assert shades[2, :2] == pytest.approx([0.55, 0.0])
    assert shades[0, 0] == pytest.approx(0.55 * (0.5 + 0.2 / 3 / 0.3 / 2))
    assert np.isnan(shades).tolist() == [[False] * 3, [False, False, True], [False, False, True]]
    assert [tuple(patch.get_xy()) for patch in ax.patches] == [(1.5, 0.5), (1.5, 1.5)]
    assert all(patch.get_hatch() for patch in ax.patches)
    assert "hatched: no score" in ax.get_xlabel()
    assert 'fill="#' not in svg(StudyDisplay.from_results(moods)), "the ground of hatches is that of the page"


def luminance(rgb):
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


PAGES = [("#ffffff", "#000000", "#0060a0"), ("#121212", "#e8e8e8", "#46a5e6")]


@pytest.mark.parametrize(("page", "words", "blue"), PAGES)
def test_words_stand_out_from_their_cells(page, words, blue):
    """Contrast of at least 4.5 to 1, as WCAG asks of text; and grey tells as much as colour on light and dark pages."""
    shades = np.linspace(0, 0.55, 50)[:, np.newaxis]
    grounds = luminance(shades * np.array(to_rgb(blue)) + (1 - shades) * np.array(to_rgb(page)))
    lightness = luminance(np.array(to_rgb(words)))
    contrast = (np.maximum(grounds, lightness) + 0.05) / (np.minimum(grounds, lightness) + 0.05)
    assert contrast.min() > 4.5
    assert (np.diff(contrast) < 0).all()


def test_errors_are_written_as_errors_and_rows_have_their_own_scale(drawn):
    names = ["thousands", "ones"]
    display = made(names, "ab", metric="neg_root_mean_squared_error", task="regression", scale=-1.0)
    display.table.scores[0] *= 1000
    ax = drawn(display)
    assert (display.frame()["value"] > 0).all()
    assert "less is better" in ax.get_xlabel()
    assert "each row on a scale of its own" in ax.get_xlabel()
    assert np.sort(colours(ax), axis=1) == pytest.approx(np.array([[0.0, 0.55], [0.0, 0.55]]))
    least = display.table.scores.argmax(axis=1)
    assert [f"{-display.table.scores[i, j]:.3g}★" for i, j in enumerate(least)] == [
        text for text in words(ax) if text.endswith("★")
    ]


def test_an_error_of_zero_has_no_sign(drawn):
    display = made(["d"], "ab", metric="neg_mean_absolute_error", task="regression", scale=-1.0)
    display.table.scores[0] = [0.0, -1.0]
    assert words(drawn(display))[:2] == ["0★", "1"]


@pytest.mark.parametrize(
    ("datasets", "learners"),
    [
        ([f"dataset-{i}" for i in range(40)], [f"a learner of the kind {j}" for j in range(10)]),
        (["W" * 300, "a dataset whose name is longer than any label", "x"], ["W" * 200, "$\\frac{", "c\nd"]),
        (["iris", "wine"], ["nb", "c45"]),
        ([f"d{i}" for i in range(5)], [f"learner {j}" for j in range(24)]),
    ],
    ids=["large", "long", "small", "wide"],
)
def test_no_words_overlap_or_leave_the_figure(datasets, learners, drawn):
    places = [(i, i % len(learners)) for i in range(0, len(datasets), 2)]
    ax = drawn(made(datasets, learners, gaps=places))
    written = [*ax.texts, *ax.get_yticklabels(), *ax.get_xticklabels(), ax.xaxis.label]
    boxes = [(text.get_text(), text.get_window_extent()) for text in written]
    for (first, box), (second, other) in itertools.combinations(boxes, 2):
        assert not box.overlaps(other), f"{first!r} meets {second!r}"
    width, height = ax.figure.canvas.get_width_height()
    for text, box in boxes:
        assert box.x0 >= 0 <= box.y0, text
        assert box.x1 <= width, text
        assert box.y1 <= height, text


def test_forty_by_ten_can_be_read(drawn):
    """On a page of eight inches, no number is smaller than six points."""
    ax = drawn(made([f"dataset-{i}" for i in range(40)], [f"learner {j}" for j in range(10)]))
    numbers = [text for text in ax.texts if text.get_text().startswith("0.")]
    assert len(numbers) == 400
    assert min(text.get_fontsize() for text in numbers) >= 6


def test_where_numbers_do_not_fit_the_best_is_still_marked(drawn):
    ax = drawn(made(["d0", "d1"], [f"learner {j}" for j in range(40)]))
    assert words(ax) == ["★", "★"]


def test_one_learner_has_neither_best_nor_rank(drawn):
    ax = drawn(made(["d0", "d1"], ["a"]))
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["d0", "d1"]
    assert not any("★" in text for text in words(ax))
    assert "best" not in ax.get_xlabel()


def test_nothing_but_gaps(drawn):
    ax = drawn(made(["d0"], "ab", gaps=[(0, 0), (0, 1)]))
    assert words(ax) == ["12 not run", "12 not run", "none", "none"]


def test_a_metric_is_chosen_by_name(moods):
    assert StudyDisplay.from_results(moods, metric="accuracy").table.metric.name == "accuracy"
    with pytest.raises(ValueError, match="judged by, accuracy, got 'f1'"):
        StudyDisplay.from_results(moods, metric="f1")


def test_plot_and_svg_know_it(moods):
    assert "★: best of its row" in plot(moods, ax=Figure().subplots()).get_xlabel()
    assert "average rank (1 of 3)" in "".join(ElementTree.fromstring(svg(moods)).itertext())
