"""The figure of a decision tree."""

from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from sklearn.datasets import load_digits, load_iris
from sklearn.exceptions import NotFittedError

from foldwise.displays import TreeDisplay, plot, svg
from foldwise.learners import C45, MansourTree, NearestNeighbor


@pytest.fixture(scope="module")
def iris():
    data = load_iris(as_frame=True)
    return C45().fit(data.data, data.target_names[data.target])


@pytest.fixture(scope="module")
def weather():
    """Three values of five without examples; one example has no value and goes to both of the others."""
    values = ["hail", "clear", "cloudy", "foggy", "a very long name " * 4]
    sky = pd.Categorical(["clear"] * 6 + ["cloudy"] * 4 + [None], categories=values)
    X = pd.DataFrame({"sky": sky, "humidity": [60.0, 65, 70, 85, 90, 95, 70, 80, 90, 95, 90]})
    return C45(pruned=False).fit(X, ["$y$"] * 3 + ["no"] * 3 + ["$y$"] * 5)


@pytest.fixture(scope="module")
def digits():
    return MansourTree(penalty=0).fit(*load_digits(return_X_y=True))


def drawn(learner, **options):
    """Draw at the size the display asks for."""
    display = TreeDisplay.from_learner(learner, **options)
    return display, display.plot(Figure(figsize=(8, display.height)).add_axes((0, 0, 1, 1)))


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_the_numbers_of_iris(iris):
    """As J48 of Weka 3.9.7 prints the tree, with the nodes that are not leaves."""
    frame = TreeDisplay.from_learner(iris).frame()
    width, length = "petal width (cm)", "petal length (cm)"
    assert frame["question"].tolist() == [
        "all examples",
        f"{width} <= 0.6",
        f"{width} > 0.6",
        f"{width} <= 1.7",
        f"{length} <= 4.9",
        f"{length} > 4.9",
        f"{width} <= 1.5",
        f"{width} > 1.5",
        f"{width} > 1.7",
    ]
    assert frame["node"].tolist() == [0, 1, 2, 3, 5, 6, 7, 8, 4]
    assert frame["parent"].tolist() == [pd.NA, 0, 0, 2, 3, 3, 6, 6, 2]
    assert frame["depth"].tolist() == [0, 1, 1, 2, 3, 3, 4, 4, 2]
    assert frame["weight"].tolist() == [150, 50, 100, 54, 48, 6, 3, 3, 46]
    assert frame["errors"].tolist() == [100, 0, 50, 5, 1, 2, 0, 1, 1]
    assert frame["class"].tolist()[-3:] == ["virginica", "versicolor", "virginica"]
    assert frame["share of versicolor"].tolist() == pytest.approx(
        [1 / 3, 0, 0.5, 49 / 54, 47 / 48, 1 / 3, 0, 2 / 3, 1 / 46]
    )
    assert not frame["leaves cut"].any()
    assert (np.diff(frame["y"]) > 0).all()
    assert frame["x"].tolist() == pytest.approx((frame["depth"] * frame["x"][1]).tolist())


def test_everything_is_written(iris):
    display, ax = drawn(iris)
    words = texts(ax)
    assert words[:3] == ["setosa", "versicolor", "virginica"]
    assert set(display.frame()["question"]) <= set(words)
    assert words.count("versicolor") == 1 + 2
    assert "… 3 leaves" not in words
    assert [word for word in words if word.endswith(")") and word[0].isdigit()] == [
        "150 (100)",
        "100 (50)",
        "54 (5)",
        "48 (1)",
        "6 (2)",
        "3 (1)",
        "46 (1)",
    ]


def test_bars_are_the_shares(iris):
    """After three marks of the classes come the parts of the bars, which are 1.3 inches long together."""
    display, ax = drawn(iris)
    frame = display.frame()
    widths = [patch.get_width() for patch in ax.patches[3:]]
    shares = frame.filter(like="share of").to_numpy().ravel()
    assert widths == pytest.approx((1.3 * shares[shares > 0]).tolist())
    colours = {patch.get_facecolor() for patch in ax.patches}
    assert len(colours) == 3


def test_a_tree_is_cut_where_asked(iris):
    display, ax = drawn(iris, max_depth=2)
    frame = display.frame()
    assert frame["leaves cut"].tolist() == [0, 0, 0, 3, 0]
    assert "… 3 leaves" in texts(ax)
    assert TreeDisplay.from_learner(iris, max_depth=0).frame()["leaves cut"].tolist() == [5]
    assert len(TreeDisplay.from_learner(iris, max_depth=99).lines) == 9


def test_a_large_tree_is_cut_by_itself(digits):
    assert digits.n_leaves_ > 90
    display = TreeDisplay.from_learner(digits)
    assert 10 < len(display.lines) <= 60
    deeper = TreeDisplay.from_learner(digits, max_depth=max(line.depth for line in display.lines) + 1)
    assert len(deeper.lines) > 60
    frame = display.frame()
    leaves = frame["leaves cut"].sum() + (frame["node"].map(lambda node: digits.tree_.attribute[node]) < 0).sum()
    assert leaves == digits.n_leaves_
    assert "3 more classes" in texts(drawn(digits)[1])


def test_empty_branches_share_a_line(weather):
    display, ax = drawn(weather)
    frame = display.frame()
    empty = frame[frame["weight"] == 0]
    assert empty["question"].tolist() == ["sky = 3 other values"]
    assert "as above: $y$" in texts(ax)
    assert frame["weight"][frame["question"] == "sky = clear"].tolist() == pytest.approx([6.6])
    assert "6.6 (3)" in texts(ax)


@pytest.mark.parametrize("name", ["iris", "weather", "digits"])
def test_words_do_not_meet(request, name):
    """Nothing is written over anything else, into a bar, or beyond the edge."""
    _, ax = drawn(request.getfixturevalue(name))
    renderer = FigureCanvasAgg(ax.figure).get_renderer()
    boxes = [text.get_window_extent(renderer) for text in ax.texts]
    bars = [patch.get_window_extent(renderer) for patch in ax.patches]
    for place, box in enumerate(boxes):
        assert box.x0 >= -1
        assert box.x1 <= ax.figure.bbox.x1 + 1
        for other in boxes[:place]:
            wide = min(box.x1, other.x1) - max(box.x0, other.x0)
            high = min(box.y1, other.y1) - max(box.y0, other.y0)
            # Lines stand close: letters that reach down and up may touch.
            assert wide <= 0 or high <= 3
        assert not any(box.overlaps(bar) for bar in bars)


def test_long_and_odd_words_are_cut_and_stay_words():
    X = pd.DataFrame({"$a_1$ <script> " + "x" * 300: [0.0, 1, 2, 3] * 5})
    learner = C45().fit(X, ["$y$" + "z" * 200, "b"] * 10)
    root = ElementTree.fromstring(svg(C45(min_leaf=1, pruned=False, collapse=False).fit(X, [0, 0, 1, 1] * 5)))
    assert not list(root.iter("{http://www.w3.org/2000/svg}script"))
    display, ax = drawn(learner)
    assert all(len(word) < 90 for word in texts(ax))
    assert len(display.frame()["class"][0]) > 90


def test_plot_takes_fitted_trees(iris, digits):
    assert "setosa" in texts(plot(iris, ax=Figure().subplots()))
    assert len(plot([iris, digits], ax=Figure().subplots(2, 1))) == 2
    assert svg(iris) == svg(iris)


def test_refusals(iris):
    with pytest.raises(NotFittedError):
        plot(C45())
    with pytest.raises(TypeError, match=r"TreeDisplay takes a fitted C45 or MansourTree, got NearestNeighbor\."):
        TreeDisplay.from_learner(NearestNeighbor())
    with pytest.raises(ValueError, match=r"max_depth must be at least 0, got -1\."):
        TreeDisplay.from_learner(iris, max_depth=-1)


def test_of_very_many_branches_the_heaviest_are_drawn():
    """Forty values, of which the k-th occurs k times: 19 lines for the most frequent, one for the 21 others."""
    values = np.repeat(np.arange(40), np.arange(1, 41))
    X = pd.DataFrame({"id": pd.Categorical(values.astype(str))})
    learner = C45(pruned=False, min_leaf=1, collapse=False).fit(X, values % 3)
    frame = TreeDisplay.from_learner(learner).frame()
    assert len(frame) == 1 + 20
    last = frame.iloc[-1]
    assert last["question"] == "id = 21 other values"
    assert last["weight"] == sum(range(1, 22))
    assert last["leaves cut"] == 21
    assert sum(last[f"share of {label}"] for label in range(3)) == pytest.approx(1)
    assert frame["weight"][1:].sum() == len(values)
