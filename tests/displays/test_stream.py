"""The figure of a stream, and the path that it draws."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from foldwise.displays import StreamDisplay, plot
from foldwise.stats import betting_confidence_sequence
from foldwise.verdicts import Stream


def scores(n, ahead):
    rng = np.random.default_rng(3)
    return (rng.random(n) < 0.5 + ahead).astype(float), (rng.random(n) < 0.5).astype(float)


def filled(n, ahead, step=None, names=("new", "old")):
    stream, (a, b) = Stream(*names), scores(n, ahead)
    for start in range(0, n, step or n):
        stream.update(a[start : start + (step or n)], b[start : start + (step or n)])
    return stream


def test_the_path_is_that_of_the_confidence_sequence():
    """Beside it the means by hand; after 200 examples only some are kept, and always the last."""
    frame, (a, b) = filled(1003, 0.1).frame(), scores(1003, 0.1)
    known = betting_confidence_sequence(a - b)
    at = frame["n"].to_numpy() - 1
    assert frame["n"].tolist()[:200] == list(range(1, 201))
    assert frame["n"].iloc[-1] == 1003
    assert len(frame) < 550
    assert np.diff(at).max() <= 1 + 0.005 * 1003
    np.testing.assert_array_equal(frame["low"], known.low[at])
    np.testing.assert_array_equal(frame["high"], known.high[at])
    np.testing.assert_allclose(frame["estimate"], (np.cumsum(a - b) / np.arange(1, 1004))[at], atol=1e-12)


def test_the_last_row_is_what_is_known_now():
    stream = filled(500, 0.1)
    last = stream.frame().iloc[-1]
    assert (last["low"], last["high"]) == stream.interval
    assert last["e_value"] == pytest.approx(stream.e_value)
    assert last["estimate"] == pytest.approx(stream.estimate)


def test_parcels_do_not_matter():
    assert filled(700, 0.1).frame().equals(filled(700, 0.1, step=7).frame())


def test_scales_and_losses():
    """Twice the scores, low ones good: the differences are twice as large, and the other way round."""
    a, b = scores(50, 0.2)
    plain, turned = Stream(), Stream(high=2, lower_is_better=True)
    plain.update(a, b)
    turned.update(2 * b, 2 * a)
    names = ["estimate", "low", "high"]
    np.testing.assert_allclose(turned.frame()[names], 2 * plain.frame()[names], atol=1e-12)


def test_the_decision_is_marked():
    stream = filled(400, 0.3)
    ax = plot(stream, ax=Figure().subplots())
    assert ax.get_title(loc="left") == f"new better than old, decided after {stream.decided_at} examples"
    assert [line.get_xdata()[0] for line in ax.lines if line.get_linestyle() == "--"] == [stream.decided_at]


def test_an_open_stream_has_no_mark():
    ax = plot(filled(100, 0.0), ax=Figure().subplots())
    assert ax.get_title(loc="left") == "new or old: open"
    assert not [line for line in ax.lines if line.get_linestyle() == "--"]


@pytest.mark.parametrize("width", [None, "column"])
def test_long_names_stay_inside(drawn, assert_apart, width):
    ax = drawn(StreamDisplay.from_stream(filled(300, 0.3, names=("n" * 80, "o" * 80))), width=width)
    assert_apart(ax)
    assert ax.title.get_window_extent().x1 <= ax.figure.canvas.get_width_height()[0]


def test_nothing_is_nothing_to_draw():
    assert Stream().frame().empty
    with pytest.raises(ValueError, match="this one has none"):
        plot(Stream())
