"""How outcomes look, the same in every figure: each has a colour and a shape of its own."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from foldwise.displays._drawing import BLUE, GREEN, GREY, ORANGE, PURPLE
from foldwise.verdicts import Comparison

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True)
class Look:
    """A colour and a shape.

    Parameters
    ----------
    colour : str
        Of mark, bar and words.
    marker : str
        As matplotlib calls it.
    fill : {'full', 'left', 'none'}
        How much of the mark is filled.
    sign : str
        The mark as a letter, for captions.
    """

    colour: str
    marker: str
    fill: Literal["full", "left", "none"]
    sign: str


# Filled where a learner is better, hollow where none can be told apart, half-filled while it is open: shape says the
# same as colour, for those who see few colours or print in grey.
LOOKS: Final = {
    "a": Look(BLUE, ">", "full", "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"),
    "b": Look(ORANGE, "<", "full", "\N{BLACK LEFT-POINTING SMALL TRIANGLE}"),
    "open": Look(PURPLE, "o", "left", "\N{CIRCLE WITH LEFT HALF BLACK}"),
    "none": Look(GREY, "o", "none", "\N{WHITE CIRCLE}"),
    "equivalent": Look(GREEN, "s", "full", "\N{BLACK SQUARE}"),
    "undetermined": Look(GREY, "X", "full", "\N{MULTIPLICATION X}"),
}


def look_of(row: Comparison) -> Look:
    """Return the look of a comparison: while it is open, whatever the decision so far, that of the open."""
    return LOOKS["open" if row.outcome == "open" else row.decision]


def draw_mark(ax: "Axes", x: Any, y: Any, look: Look, size: float, *, colour: str = "", **mark_kw: Any) -> None:
    """Draw the marks of an outcome; in another colour if one is given."""
    own = colour or look.colour
    kw: dict[str, Any] = {"markersize": size, "color": own, "linestyle": "", "clip_on": False, "zorder": 4}
    kw |= {"fillstyle": "left" if look.fill == "left" else "full", "markerfacecoloralt": "white"}
    kw |= {"markerfacecolor": "white" if look.fill == "none" else own, "markeredgewidth": 0.15 * size}
    # A cross and triangles need no edge, which would make them larger than the rest.
    kw |= {"markeredgewidth": 0.0} if look.fill == "full" else {}
    ax.plot(x, y, look.marker, **{**kw, **mark_kw})


def signs_words(words: dict[str, str]) -> str:
    """Return what marks mean.

    >>> signs_words({"none": "neither", "open": "open"})
    '○ neither, ◐ open'
    """
    return ", ".join(f"{LOOKS[name].sign} {text}" for name, text in words.items())
