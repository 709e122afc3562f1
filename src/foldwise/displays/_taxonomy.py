"""The tree of questions that lead to a test."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from foldwise.displays._drawing import BLUE, GREY, PLAIN, new_panels
from foldwise.displays._page import WIDTH, refuse_narrow
from foldwise.verdicts import Branch, Question, Recommendation, Taxonomy

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

# In inches: columns of small boxes for answers, then a wide one for the questions, then room for arrows.
_KEYS: Final = ("domains", "about", "goal", "sample")
_BOX: Final = 0.82
_STEP: Final = 1.0
_LEAF: Final = len(_KEYS) * _STEP
_LEAF_WIDTH: Final = WIDTH - _LEAF - 0.42
_LINE: Final = 0.165
_PAD: Final = 0.09
_GAP: Final = 0.11
_HEAD: Final = 0.32
_SIZE: Final = 8.5


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxonomyDisplay:
    r"""Dietterich's taxonomy as a tree: answers from left to right, then the question with its test.

    Parameters
    ----------
    taxonomy : Taxonomy
        The tree.
    page : str, optional
        Address of the page that explains the questions. In an SVG each box then leads to the heading of its question
        there.

    See Also
    --------
    foldwise.verdicts.advise : Walks the tree.

    Examples
    --------
    >>> from foldwise.displays import TaxonomyDisplay
    >>> from foldwise.verdicts import TAXONOMY
    >>> display = TaxonomyDisplay.from_taxonomy(TAXONOMY)
    >>> display.frame()["lines"].iloc[2]
    '3  Two classifiers, large sample\nbinomial, scheme holdout:0.33'
    """

    taxonomy: Taxonomy
    page: str | None = None

    @classmethod
    def from_taxonomy(cls, taxonomy: Taxonomy, page: str | None = None) -> "TaxonomyDisplay":
        """Take the tree and, for links, the address of the page that explains it."""
        return cls(taxonomy=taxonomy, page=page)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return _HEAD + sum(_height(question) + _GAP for _, question in self.taxonomy.paths())

    def frame(self) -> "pd.DataFrame":
        """Return what `plot` writes: one row for each question, with its answers, its lines and its link."""
        import pandas as pd

        rows = [
            {
                "question": question.number,
                **{key: answers.get(key, "") for key in _KEYS},
                "lines": "\n".join(_lines(question)),
                "becomes": question.becomes,
                "link": self._link(question),
            }
            for answers, question in self.taxonomy.paths()
        ]
        return pd.DataFrame(rows).astype({"becomes": "Int64"})

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; about `height` inches high and eight wide, or the words do not fit their boxes.
        """
        refuse_narrow("The taxonomy")
        ax = new_panels([self.height])[0] if ax is None else ax
        ax.set_xlim(-0.03, WIDTH)
        ax.set_ylim(self.height, 0)
        ax.set_axis_off()
        for place, key in enumerate((*_KEYS, "question, and what answers it")):
            x = place * _STEP + (_BOX / 2 if place < len(_KEYS) else 0.1)
            side = "center" if place < len(_KEYS) else "left"
            ax.text(x, _HEAD / 2, key, ha=side, va="center", fontsize=_SIZE, color=GREY, style="italic", **PLAIN)
        middles = self._draw_questions(ax)
        _draw_answers(ax, self.taxonomy.root, 0, middles)
        return ax

    def _draw_questions(self, ax: "Axes") -> dict[int, float]:
        """Draw the questions from top to bottom, arrows to those they become, and return their heights."""
        middles: dict[int, float] = {}
        top = _HEAD
        for _, question in self.taxonomy.paths():
            height = _height(question)
            middles[question.number] = top + height / 2
            _draw_question(ax, question, top, self._link(question))
            top += height + _GAP
        turns = [(each.number, each.becomes) for _, each in self.taxonomy.paths() if each.becomes is not None]
        for place, (number, becomes) in enumerate(turns):
            _draw_turn(ax, middles[number], middles[becomes], room=0.3 - 0.13 * place)
        return middles

    def _link(self, question: Question) -> str | None:
        if self.page is None:
            return None
        heading = re.sub(r"[^\w\- ]", "", f"question {question.number}: {question.title}".lower())
        return f"{self.page}#{heading.replace(' ', '-')}"


def _runs(plan: Recommendation) -> str:
    """Return how often each learner is run; of a settled verdict, how often at least."""
    if plan.scheme == "settled":
        return f"over {plan.fits - 1} runs"
    return f"{plan.fits} runs" if plan.fits > 1 else "one run"


def _lines(question: Question) -> list[str]:
    """Return what stands in the box of a question."""
    title = f"{question.number}  {question.title}"
    if question.becomes is not None:
        return [title, f"becomes question {question.becomes}"]
    if len(question.plans) == 1:
        plan = question.plans[0]
        return [title, f"{plan.tests[0] if plan.tests else 'an estimate, no test'}, scheme {plan.scheme}"]
    runs = [_runs(plan) for plan in question.plans]
    return [
        title,
        *(f"{run}: {plan.tests[0]}, {plan.scheme}" for run, plan in zip(runs, question.plans, strict=True)),
    ]


def _height(question: Question) -> float:
    return len(_lines(question)) * _LINE + 2 * _PAD


def _draw_question(ax: "Axes", question: Question, top: float, link: str | None) -> None:
    title, *rest = _lines(question)
    colour = GREY if question.becomes is not None else BLUE
    _draw_box(ax, _LEAF, top, _LEAF_WIDTH, _height(question), colour, link)
    kw: dict[str, Any] = {"va": "center", "fontsize": _SIZE, "url": link, **PLAIN}
    ax.text(_LEAF + 0.1, top + _PAD + _LINE / 2, title, color=colour, weight="bold", **kw)
    for place, line in enumerate(rest, 1):
        ax.text(_LEAF + 0.1, top + _PAD + (place + 0.5) * _LINE, line, color="0.15", **kw)


def _draw_answers(ax: "Axes", branch: Branch, depth: int, middles: dict[int, float]) -> float:
    """Draw the answers to a branch and all that follows from them; return the height of its middle."""
    heights = []
    for answer in branch.answers:
        height = (
            middles[answer.then.number]
            if isinstance(answer.then, Question)
            else _draw_answers(ax, answer.then, depth + 1, middles)
        )
        heights.append(height)
        left = depth * _STEP
        _draw_box(ax, left, height - 0.14, _BOX, 0.28, "0.55", None)
        ax.text(left + _BOX / 2, height, answer.value, ha="center", va="center", fontsize=_SIZE, color="0.1", **PLAIN)
        if isinstance(answer.then, Question):
            ax.plot([left + _BOX, _LEAF], [height, height], color="0.55", linewidth=1, zorder=1)
    middle = (heights[0] + heights[-1]) / 2
    if depth:
        fork = (depth - 1) * _STEP + _BOX
        bend = fork + (_STEP - _BOX) / 2
        ax.plot([fork, bend], [middle, middle], color="0.55", linewidth=1, zorder=1)
        ax.plot([bend, bend], [heights[0], heights[-1]], color="0.55", linewidth=1, zorder=1)
        for height in heights:
            ax.plot([bend, depth * _STEP], [height, height], color="0.55", linewidth=1, zorder=1)
    return middle


def _draw_turn(ax: "Axes", start: float, end: float, room: float) -> None:
    """Draw an arrow, `room` outside at the right, from a question to the one it becomes."""
    right = _LEAF + _LEAF_WIDTH
    bend = right + room
    ax.plot([right, bend, bend], [start, start, end], color=GREY, linewidth=1, linestyle=(0, (4, 2)), zorder=1)
    arrow = {"arrowstyle": "-|>", "color": GREY, "linewidth": 1, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", xy=(right, end), xytext=(bend, end), arrowprops=arrow)


def _draw_box(ax: "Axes", left: float, top: float, width: float, height: float, colour: str, link: str | None) -> None:
    from matplotlib.patches import FancyBboxPatch

    box = FancyBboxPatch(
        (left, top),
        width,
        height,
        boxstyle="round,pad=0,rounding_size=0.06",
        facecolor="white",
        edgecolor=colour,
        linewidth=1,
        zorder=2,
    )
    box.set_url(link)
    ax.add_patch(box)
