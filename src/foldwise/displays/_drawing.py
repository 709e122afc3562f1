"""What all displays share: names fit to be drawn, the places of dots in a band, new axes and the words around them."""

import textwrap
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import one_line, shortened
from foldwise.displays._page import FONT_SIZE, is_narrow, page_width
from foldwise.runs import Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    Floats = np.ndarray[tuple[Any, ...], np.dtype[np.float64]]

# Letters of a line of a label.
_LABEL: Final = 30
_NARROW_LABEL: Final = 17

# Names are text, never formulas: a learner called "$" must not start one.
PLAIN: Final[dict[str, Any]] = {"parse_math": False, "usetex": False}

# Apart for the colour-blind, and dark enough to be read as text on white. On dark pages figures are drawn lighter.
BLUE: Final = "#0060a0"
ORANGE: Final = "#b04a00"
GREEN: Final = "#00735c"
PURPLE: Final = "#a03c78"
GREY: Final = "#444444"

POINTS_PER_INCH: Final = 72.0
# No name is cut to fewer letters, and none of more letters fits anywhere.
_LEAST: Final = 5
_MOST: Final = 120

# Where p is less, nobody asks by how much.
LEAST_P: Final = 1e-4

# Below the dots of its band stands what was made of them.
BAR_LEVEL: Final = 0.27


def on_data(name: str) -> str:
    """Return a dataset as the last part of a label; nothing for data without a name, which are called so.

    >>> on_data("iris"), on_data("data")
    ('(iris)', '')
    """
    return "" if name == "data" else f"({shortened(name, 28)})"


def label(*parts: str) -> str:
    r"""Return the parts of a label on one line if they fit, else each on lines of its own.

    >>> label("forest", "vs logit", "(iris)")
    'forest vs logit (iris)'
    >>> label("forest", "vs logistic regression", "(breast-cancer)")
    'forest\nvs logistic regression\n(breast-cancer)'
    """
    parts = tuple(filter(None, parts))
    whole, most = " ".join(parts), label_width()
    if len(whole) <= most:
        return whole
    lines = (line for part in parts for line in textwrap.wrap(part, most, break_on_hyphens=False))
    return "\n".join(lines)


def label_width() -> int:
    """Letters that a line of a label may have."""
    return _NARROW_LABEL if is_narrow() else _LABEL


def band_height(labels: Sequence[str], least: float) -> float:
    """Inches that each band needs for the label with the most lines."""
    return max([least, *(0.1 + 0.16 * (1 + text.count("\n")) for text in labels)])


def spread(n_repeats: int, n_folds: int) -> "Floats":
    """Heights in [-1/2, 1/2] for the dots of one band: each repeat has its own strip, folds climb inside it.

    No random numbers: the same scores always give the same picture.

    >>> spread(2, 2).tolist()
    [[-0.4, -0.1], [0.1, 0.4]]
    """
    strips = (np.arange(n_repeats) + 0.5) / n_repeats - 0.5
    steps = (np.arange(n_folds) + 0.5) / n_folds - 0.5 if n_folds == 1 else np.linspace(-0.3, 0.3, n_folds)
    return np.round(strips[:, np.newaxis] + steps / n_repeats, 12)


def draw_dots(ax: "Axes", index: int, values: "Floats", **dot_kw: Any) -> None:
    """Draw one dot for each fold (an array of repeats by folds) in the upper part of a band."""
    look = {"marker": "o", "markersize": 3.6, "color": GREY, "alpha": 0.38, "markeredgewidth": 0, "linestyle": ""}
    # A share of exactly 1 lies on the edge of the axes, and is to be seen whole.
    look["clip_on"] = False
    heights = index - 0.13 + 0.44 * spread(*values.shape)
    ax.plot(values.ravel(), heights.ravel(), **{**look, "zorder": 2, **dot_kw})


def write_beside(ax: "Axes", index: int, words: str, colour: str) -> None:
    """Put text at the right of a band, outside the axes."""
    kw: dict[str, Any] = {"transform": ax.get_yaxis_transform(), "verticalalignment": "center", **PLAIN}
    ax.text(1.02, index, words, fontsize=FONT_SIZE, color=colour, linespacing=1.15, **kw)


def unit_of(run: Run) -> str:
    """Return what one score of a run belongs to."""
    if not run.assignment.has_folds:
        return "repeat"
    return "fold" if run.assignment.n_folds > 1 else "split"


def dots_words(unit: str, n_repeats: int) -> str:
    """Return what the dots of a band are.

    >>> dots_words("fold", 10), dots_words("fold", 1), dots_words("split", 100)
    ('dots: folds, by repeat', 'dots: folds', 'dots: splits')
    """
    return f"dots: {unit}s, by repeat" if unit == "fold" and n_repeats > 1 else f"dots: {unit}s"


def draw_interval(ax: "Axes", level: float, low: float, high: float, colour: str, width: float = 2.4) -> None:
    """Draw the bar of an interval."""
    ax.plot([low, high], [level, level], color=colour, linewidth=width, solid_capstyle="butt", zorder=3)


def panels(figure: "Figure", heights: Sequence[float]) -> list["Axes"]:
    """Axes below each other, as high as asked (in inches of figure height)."""
    figure.set_size_inches(page_width(), sum(heights))
    figure.set_layout_engine("constrained", w_pad=0.1, h_pad=0.1)
    grid = figure.subplots(len(heights), 1, squeeze=False, height_ratios=list(heights))
    return list(grid[:, 0])


def new_panels(heights: Sequence[float]) -> list["Axes"]:
    """Axes on a new pyplot figure, which shows itself in notebooks and is closed with ``pyplot.close``."""
    from matplotlib import pyplot

    return panels(pyplot.figure(), heights)


def bare(ax: "Axes") -> None:
    """Leave only the horizontal axis: the bands are told apart by their labels."""
    ax.spines[["top", "left", "right"]].set_visible(False)
    ax.tick_params(axis="both", labelsize=FONT_SIZE)
    ax.tick_params(axis="y", length=0)


def frame_axes(ax: "Axes", ylabel: str) -> None:
    """Leave the left and the lower axis, and say what the left one shows."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(labelsize=FONT_SIZE)
    ax.set_ylabel(ylabel, fontsize=FONT_SIZE, **PLAIN)


def caption(ax: "Axes", quantity: str, *parts: str) -> None:
    """Say below the axes what they show and, on one more line, what is drawn; on more where the room is narrow."""
    ax.set_xlabel("\n".join(caption_lines(quantity, *parts)), fontsize=FONT_SIZE, linespacing=1.4, **PLAIN)


def caption_lines(quantity: str, *parts: str) -> list[str]:
    """Return the lines of a caption."""
    # Letters are about as wide as half their height; in the font that is used here a little wider. In a narrow figure
    # axes are seldom in the middle, where captions stand.
    room = 0.8 * page_width() if is_narrow() else page_width() - 0.2
    most = int(room * POINTS_PER_INCH / (0.56 * FONT_SIZE))
    texts = [quantity, "; ".join(filter(None, parts))]
    return [line for text in texts for line in textwrap.wrap(text, most, break_on_hyphens=False)]


def caption_height(quantity: str, *parts: str) -> float:
    """Inches that a caption takes beyond its two lines."""
    return 0.18 * max(0, len(caption_lines(quantity, *parts)) - 2)


def write_title_and_key(ax: "Axes", pattern: str, name: str) -> None:
    """Write above the axes what they are about and, between, what is what; below each other in a narrow figure."""
    n_lines = len(ax.get_legend_handles_labels()[1]) if is_narrow() else 1
    words = fitted(pattern, [name], page_width() - 0.8, size=FONT_SIZE + 1)
    pad = 10 + 14 * n_lines
    ax.set_title(words, fontsize=FONT_SIZE + 1, loc="left", color=GREY, pad=pad, **PLAIN)
    place: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (-0.01, 1.0), "borderaxespad": 0.2}
    look: dict[str, Any] = {"frameon": False, "fontsize": FONT_SIZE, "handlelength": 1.6, "columnspacing": 1.4}
    ax.legend(**place, ncols=1 if is_narrow() else 3, labelspacing=0.3, **look)


def name_bands(ax: "Axes", labels: Sequence[str]) -> None:
    """Draw the labels of the bands, the first on top, with a thin line between neighbours."""
    ax.set_yticks(range(len(labels)), labels, **PLAIN)
    ax.set_ylim(len(labels) - 0.5, -0.5)
    for boundary in range(1, len(labels)):
        ax.axhline(boundary - 0.5, color="0.9", linewidth=0.8, zorder=0)


def width_of(text: str, **font: Any) -> float:
    """Inches that a text takes in the size of all words, or in another font (``size``, ``weight``, ``family``)."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    look = FontProperties(**{"size": FONT_SIZE, **font})
    return float(text_to_path.get_text_width_height_descent(text, look, False)[0]) / POINTS_PER_INCH


def fitted(pattern: str, names: Sequence[str], inches: float, **font: Any) -> str:
    """Fill names into a pattern, cutting the longest of them only as far as the room demands.

    >>> fitted("{} vs {}", ["forest", "logistic regression"], 4.0)
    'forest vs logistic regression'
    >>> fitted("{} vs {}", ["forest", "logistic regression"], 1.2)
    'forest vs logi…sion'
    """
    most = [min(len(one_line(name)), _MOST) for name in names]
    ems = 2 * font.get("size", FONT_SIZE) / POINTS_PER_INCH
    while True:
        text = pattern.format(*(shortened(name, n) for name, n in zip(names, most, strict=True)))
        excess = 0.0 if max(most) <= _LEAST else width_of(text, **font) - inches
        if excess <= 0:
            return text
        # Measuring takes long. No letter is wider than two ems, so that fewer cuts than these are not enough.
        for _ in range(max(1, int(excess / ems))):
            most[most.index(max(most))] -= max(most) > _LEAST


def fitted_apart(names: Sequence[str], inches: float, **font: Any) -> list[str]:
    """Cut names as the room demands, at places that leave different names different.

    >>> fitted_apart(["forest", "boosted trees (rate=0.01, depth=3)", "boosted trees (rate=0.03, depth=3)"], 1.2)
    ['forest', '…1, depth=3)', '…3, depth=3)']
    """
    short = [fitted("{}", [name], inches, **font) for name in names]
    counts = Counter(short)
    for text in [text for text, count in counts.items() if count > 1]:
        alike = [place for place, each in enumerate(short) if each == text]
        whole = [one_line(names[place]) for place in alike]
        start = sum(1 for _ in takewhile(lambda letters: len(set(letters)) == 1, zip(*whole, strict=False)))
        for place, name in zip(alike, whole, strict=True):
            short[place] = fitted("\N{HORIZONTAL ELLIPSIS}{}", [name[start:]], inches, **font)
        if len({short[place] for place in alike}) < len(alike):
            for number, (place, name) in enumerate(zip(alike, whole, strict=True), start=1):
                short[place] = fitted(f"{number}: {{}}", [name], inches, **font)
    return short
