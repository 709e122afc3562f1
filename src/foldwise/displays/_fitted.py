"""Names as long as there is room for them."""

from collections.abc import Sequence
from typing import Any, Final

from foldwise._core import one_line, shortened
from foldwise.displays._drawing import FONT_SIZE

POINTS_PER_INCH: Final = 72.0
# No name is cut to fewer letters, and none of more letters fits anywhere.
_LEAST: Final = 5
_MOST: Final = 120


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
    while True:
        text = pattern.format(*(shortened(name, n) for name, n in zip(names, most, strict=True)))
        if max(most) <= _LEAST or width_of(text, **font) <= inches:
            return text
        most[most.index(max(most))] -= 1
