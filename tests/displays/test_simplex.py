"""Draws of three shares in a triangle, and the probabilities at its corners."""

from types import SimpleNamespace

import numpy as np
import pytest

from foldwise.displays import SimplexDisplay, plot

DRAWS = np.random.default_rng(1).dirichlet([3, 5, 9], size=2000)


def make(**changes):
    given = {"draws": DRAWS, "left": 0.05, "inside": 0.1501, "right": 0.7999, "a": "forest", "b": "tree"}
    return SimplexDisplay(**{**given, **changes})


def test_corners_have_their_probabilities():
    ax = plot(make())
    words = {text.get_text(): text.xy for text in ax.texts}
    assert words["tree better\n0.050"] == (0.0, 0.0)
    assert words["forest better\n0.800"] == (1.0, 0.0)
    assert words["no difference that matters\n0.150"] == pytest.approx((0.5, np.sqrt(0.75)))
    assert "2000 draws" in ax.get_xlabel()


def test_draws_are_where_their_shares_say():
    """Ten draws at each corner and one in the middle of the triangle."""
    draws = np.vstack([np.repeat(np.eye(3), 10, axis=0), np.full((1, 3), 1 / 3)])
    (cells,) = plot(make(draws=draws)).collections
    counts = dict(zip(map(tuple, np.round(cells.get_offsets(), 1).tolist()), cells.get_array().tolist(), strict=True))
    assert counts == {(0.0, 0.0): 10, (1.0, 0.0): 10, (0.5, 0.9): 10, (0.5, 0.3): 1}


def test_what_is_not_quite_certain_is_not_called_certain():
    words = "".join(text.get_text() for text in plot(make(left=0.0, inside=0.00001, right=0.99999)).texts)
    assert "0.000" in words
    assert "<0.001" in words
    assert ">0.999" in words


def test_a_result_is_taken_by_what_it_offers():
    result = SimpleNamespace(draws=lambda: DRAWS, left=0.1, inside=0.2, right=0.7)
    shown = SimplexDisplay.from_result(result, a="forest", b="tree")
    assert (shown.left, shown.inside, shown.right) == (0.1, 0.2, 0.7)
    assert shown.frame().to_numpy() == pytest.approx(DRAWS)
    many = SimpleNamespace(draws=lambda: np.stack([DRAWS, DRAWS]), left=0.1, inside=0.2, right=0.7)
    with pytest.raises(ValueError, match=r"shows one pair of learners, got a result of 2\. Test them one by one"):
        SimplexDisplay.from_result(many)


def test_refusals():
    with pytest.raises(ValueError, match=r"draws of shape \(n, 3\), got \(2000, 2\)"):
        make(draws=DRAWS[:, :2])
    with pytest.raises(ValueError, match="three shares that sum to 1"):
        make(draws=2 * DRAWS)


@pytest.mark.parametrize("width", ["screen", "column"])
def test_nothing_meets(width, assert_apart):
    ax = plot(make(a="a very long name of a learner", b="$x_1$"), width=width)
    ax.figure.draw_without_rendering()
    assert_apart(ax)
    caption = ax.xaxis.label.get_window_extent()
    assert not any(text.get_window_extent().overlaps(caption) for text in ax.texts)
