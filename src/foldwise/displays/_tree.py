"""A decision tree, one line for each node."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from foldwise._core import check_integer, one_line, shortened
from foldwise.displays._drawing import BLUE, GREEN, GREY, ORANGE, PLAIN, fitted, new_panels, width_of
from foldwise.displays._page import WIDTH, refuse_narrow
from foldwise.displays._tree_lines import TreeLine, shown, tree_lines
from foldwise.learners import C45, MansourTree

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

# In inches.
_LINE: Final = 0.225
_HEAD: Final = 0.3
_STEP: Final = 0.24
_BAR: Final = 1.3
_BAR_LEFT: Final = WIDTH - _BAR - 1.12
_SIZE: Final = 8.5
_MARK: Final = 0.16
# Axes of a new figure are a little narrower than it.
_FULL: Final = 0.96 * WIDTH
# A larger tree is cut below the greatest depth with no more lines; it then fits a page.
_MOST_LINES: Final = 60
# The most frequent classes; all others are grey. Dark enough for white words on them.
_COLOURS: Final = (BLUE, ORANGE, GREEN, "#7a3b8f", "#8a6d00", "#a3123f", "#3b6fd4")
_OTHER: Final = "0.5"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TreeDisplay:
    """A decision tree from top to bottom: questions and answers, what the leaves say, and the shares of the classes.

    Parameters
    ----------
    lines : tuple of TreeLine
        What stands in each line; see `frame`.
    classes : tuple of str
        Labels of the classes, in the order of the shares.
    ranks : tuple of int
        Place of each class when they are sorted by their weight, which gives it its colour.

    See Also
    --------
    foldwise.learners.export_text : The whole tree as text.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from foldwise.displays import TreeDisplay
    >>> from foldwise.learners import C45
    >>> learner = C45().fit(*load_iris(return_X_y=True, as_frame=True))
    >>> display = TreeDisplay.from_learner(learner, max_depth=2)
    >>> display.frame()[["question", "class", "weight", "errors", "leaves cut"]]
                      question class  weight  errors  leaves cut
    0             all examples     0   150.0   100.0           0
    1  petal width (cm) <= 0.6     0    50.0     0.0           0
    2   petal width (cm) > 0.6     1   100.0    50.0           0
    3  petal width (cm) <= 1.7     1    54.0     5.0           3
    4   petal width (cm) > 1.7     2    46.0     1.0           0
    """

    lines: tuple[TreeLine, ...]
    classes: tuple[str, ...]
    ranks: tuple[int, ...]

    @classmethod
    def from_learner(cls, learner: C45 | MansourTree, max_depth: int | None = None) -> "TreeDisplay":
        """Take the tree of a fitted learner.

        Parameters
        ----------
        learner : C45 or MansourTree
            Fitted.
        max_depth : int, optional
            Number of questions after which the tree is cut: a line ends in "..." and the number of leaves below it. By
            default as many as give no more than 60 lines, and at least one.
        """
        if not isinstance(learner, C45 | MansourTree):
            raise TypeError(f"TreeDisplay takes a fitted C45 or MansourTree, got {type(learner).__name__}.")
        nodes = tree_lines(learner)
        deepest = max(node.depth for node in nodes)
        if max_depth is None:
            n_lines = [sum(1 for _ in shown(nodes, depth)) for depth in range(1, deepest + 1)]
            depth = max([1, *(place for place, n in enumerate(n_lines, start=1) if n <= _MOST_LINES)])
        else:
            depth = check_integer(max_depth, "max_depth", least=0)
        order = sorted(range(len(learner.declared_classes_)), key=lambda code: -learner.tree_.counts[0, code])
        return cls(
            lines=tuple(shown(nodes, depth)),
            classes=tuple(one_line(label) for label in learner.declared_classes_),
            ranks=tuple(order.index(code) for code in range(len(order))),
        )

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return self._top() + (len(self.lines) + 0.5) * _LINE

    def frame(self) -> "pd.DataFrame":
        """Return what `plot` draws: one row for each line.

        Its node, its parent and depth, what is asked and answered on the way to it, the class, the training weight and
        the part of it that has another class, how many leaves were cut, the place in inches from the left and from the
        top, and the share of each class. Branches without training examples are one line, under the first of them, and
        so are the lightest of more than 20 branches.
        """
        import pandas as pd

        rows = [
            {
                "node": line.node,
                "parent": line.parent,
                "depth": line.depth,
                "question": f"{line.question} {line.answer}".strip(),
                "class": line.label,
                "weight": line.weight,
                "errors": line.errors,
                "leaves cut": line.n_cut,
                "x": x,
                "y": y,
                **{f"share of {label}": share for label, share in zip(self.classes, line.shares, strict=True)},
            }
            for line, (x, y) in zip(self.lines, self._places(), strict=True)
        ]
        return pd.DataFrame(rows).astype({"parent": "Int64"})

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; about `height` inches high and eight wide, or the words do not fit.
        """
        refuse_narrow("A decision tree")
        ax = new_panels([self.height])[0] if ax is None else ax
        ax.set_xlim(0, WIDTH)
        ax.set_ylim(self.height, 0)
        ax.set_axis_off()
        self._draw_classes(ax)
        places = self._places()
        kw: dict[str, Any] = {"va": "center", "fontsize": _SIZE, "color": GREY, "style": "italic", **PLAIN}
        head = places[0][1] - (_LINE + _HEAD) / 2
        ax.text(_BAR_LEFT, head, "share of each class", **kw)
        ax.text(WIDTH, head, "weight (errors)", ha="right", **kw)
        self._draw_branches(ax, places)
        for line, (x, y) in zip(self.lines, places, strict=True):
            self._draw_words(ax, line, x, y)
            self._draw_shares(ax, line, y)
        return ax

    def _top(self) -> float:
        """Where the lines begin, below the classes and the heads of the columns."""
        return self._legend()[-1][1] + 1.5 * _HEAD

    def _places(self) -> list[tuple[float, float]]:
        """Left end and height of each line."""
        top, step = self._top(), self._step
        return [(line.depth * step, top + (place + 0.5) * _LINE) for place, line in enumerate(self.lines)]

    @property
    def _step(self) -> float:
        """Indentation of a level: less for deep trees, so that words keep their room."""
        return min(_STEP, 0.4 * _BAR_LEFT / max(1, *(line.depth for line in self.lines)))

    def _colour(self, code: int) -> str:
        rank = self.ranks[code]
        return _COLOURS[rank] if rank < len(_COLOURS) else _OTHER

    def _legend(self) -> list[tuple[float, float, str, str]]:
        """Place, colour and name of the classes that have a colour of their own, the most frequent first."""
        order = sorted(range(len(self.classes)), key=lambda code: self.ranks[code])
        words = [(self._colour(code), shortened(self.classes[code], 24)) for code in order[: len(_COLOURS)]]
        others = len(order) - len(words)
        if others:
            words.append((_OTHER, "1 more class" if others == 1 else f"{others} more classes"))
        placed, x, y = [], 0.0, _HEAD / 2
        for colour, word in words:
            width = _MARK + width_of(word, size=_SIZE)
            if x and x + width > _FULL:
                x, y = 0.0, y + _LINE
            placed.append((x, y, colour, word))
            x += width + _MARK
        return placed

    def _draw_classes(self, ax: "Axes") -> None:
        from matplotlib.patches import Rectangle

        for x, y, colour, word in self._legend():
            ax.add_patch(Rectangle((x, y - 0.055), 0.11, 0.11, facecolor=colour, edgecolor="none"))
            ax.text(x + _MARK, y, word, va="center", fontsize=_SIZE, color="0.1", **PLAIN)

    def _draw_branches(self, ax: "Axes", places: list[tuple[float, float]]) -> None:
        """Draw a line down from each node and across to each of its branches."""
        look: dict[str, Any] = {"color": "0.65", "linewidth": 0.9, "zorder": 1}
        step = self._step
        height = {line.node: y for line, (_, y) in zip(self.lines, places, strict=True)}
        lowest = {line.parent: y for line, (_, y) in zip(self.lines, places, strict=True)}
        for line, (x, y) in zip(self.lines, places, strict=True):
            if line.parent is None:
                continue
            stem = x - 0.62 * step
            ax.plot([stem, x - 0.12 * step], [y, y], **look)
            if lowest[line.parent] == y:
                ax.plot([stem, stem], [height[line.parent] + 0.45 * _LINE, y], **look)

    def _draw_words(self, ax: "Axes", line: TreeLine, x: float, y: float) -> None:
        """Draw question and answer, and in a box beside them what a leaf says."""
        room = _FULL * (_BAR_LEFT - x) / WIDTH - 0.3
        kw: dict[str, Any] = {"va": "center", "fontsize": _SIZE, **PLAIN}
        look: dict[str, Any] = {"color": GREY}
        ending = ""
        font: dict[str, Any] = {"size": _SIZE}
        if line.is_leaf and line.weight > 0:
            box = {"boxstyle": "round,pad=0.15", "facecolor": self._colour(line.code), "edgecolor": "none"}
            look, font = {"color": "white", "weight": "bold", "bbox": box}, {"size": _SIZE, "weight": "bold"}
            ending = fitted("{}", [line.label], 0.45 * room, **font)
        elif line.is_leaf:
            ending = fitted("as above: {}", [line.label], 0.45 * room, **font)
        elif line.n_cut:
            ending = f"… {line.n_cut} leaves"
        words = fitted("{} {}", [line.question, line.answer], room - width_of(ending, **font), size=_SIZE).strip()
        text = ax.text(x, y, words, color="0.1" if line.weight > 0 else GREY, **kw)
        if ending:
            # Beside the words as they are drawn, whatever the font makes of them.
            ax.annotate(ending, (1, 0.5), xycoords=text, xytext=(7, 0), textcoords="offset points", **kw, **look)

    def _draw_shares(self, ax: "Axes", line: TreeLine, y: float) -> None:
        """Draw a bar of the classes, the most frequent of all first, and write the weight beside it."""
        from matplotlib.patches import Rectangle

        left = _BAR_LEFT
        for code in sorted(range(len(self.classes)), key=lambda code: self.ranks[code]):
            width = line.shares[code] * _BAR
            if width > 0:
                colour = self._colour(code)
                ax.add_patch(
                    Rectangle((left, y - 0.32 * _LINE), width, 0.64 * _LINE, facecolor=colour, edgecolor="none")
                )
                left += width
        words = _weight_words(line.weight) + (f" ({_weight_words(line.errors)})" if line.errors >= 0.005 else "")
        ax.text(WIDTH, y, words, ha="right", va="center", fontsize=_SIZE, color="0.1", **PLAIN)


def _weight_words(weight: float) -> str:
    """Return a weight in few letters.

    >>> [_weight_words(weight) for weight in (50.0, 3.256, 48842.5, 1.23e8)]
    ['50', '3.26', '48842', '1.23e+08']
    """
    if weight >= 1e3:
        return f"{weight:.0f}" if weight < 1e6 else f"{weight:.3g}"
    return f"{weight:.2f}".rstrip("0").rstrip(".")
