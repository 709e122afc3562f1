"""Gates: the gain of a candidate, its limits, and the loss that is still allowed."""

from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import percent, shortened
from foldwise.displays._drawing import (
    band_height,
    bare,
    caption,
    caption_height,
    draw_interval,
    label,
    name_bands,
    new_panels,
    on_data,
    write_beside,
)
from foldwise.displays._looks import LOOKS, draw_mark
from foldwise.displays._page import is_narrow
from foldwise.displays._sides import limits

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.verdicts import Gate

_LOOKS: Final = {"not worse": LOOKS["equivalent"], "worse": LOOKS["b"], "undecided": LOOKS["open"]}

# Letters that a line of words beside a band may have, and points of the mark.
_LINE: Final = 20
_MARK: Final = 8.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GateDisplay:
    """The gain of each candidate with its limits, and the losses that are too large: one band for each gate.

    Parameters
    ----------
    gates : tuple of Gate
        All of one metric and one level.

    See Also
    --------
    foldwise.displays.DifferenceDisplay : Which of two learners is better.

    Examples
    --------
    >>> import pandas as pd
    >>> from foldwise.displays import GateDisplay
    >>> from foldwise.verdicts import gate
    >>> old = pd.DataFrame({"item": range(400), "accuracy": [1, 1, 1, 0] * 100})
    >>> new = pd.DataFrame({"item": range(400), "accuracy": [1, 1, 1, 0] * 99 + [1, 1, 0, 1]})
    >>> GateDisplay.from_gate(gate(old, new, worse_by=0.02)).frame()["outcome"].tolist()
    ['not worse']
    """

    gates: tuple["Gate", ...]

    @classmethod
    def from_gate(cls, gate: "Gate") -> "GateDisplay":
        """Take one gate."""
        return cls(gates=(gate,))

    @classmethod
    def from_gates(cls, gates: Iterable["Gate"]) -> "GateDisplay":
        """Take several, to be drawn on one axis; they must share metric and level."""
        found = tuple(gates)
        for what in ("metric", "lower_is_better", "alpha"):
            values = list(dict.fromkeys(getattr(gate, what) for gate in found))
            if len(values) != 1:
                raise ValueError(
                    f"gates on one axis must be of one {what}, got {', '.join(map(str, values)) or 'no gate'}."
                )
        return cls(gates=found)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        bands = len(self.gates) * band_height(self._labels(), least=0.7)
        return 0.9 + bands + caption_height(*self._caption())

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row per gate."""
        import pandas as pd

        drawn = ("dataset", "baseline", "candidate", "estimate", "low", "high", "margin", "n", "n_needed", "outcome")
        return pd.DataFrame([{name: getattr(gate, name) for name in drawn} for gate in self.gates])

    def plot(self, ax: "Axes | None" = None, **bar_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw. The words at the right of the bands need room beside it; the figure made when `ax` is not
            given has it.
        **bar_kw
            Passed to ``Axes.plot`` for the marks, for example ``markersize=6``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        ends = [end for gate in self.gates for end in (gate.estimate, gate.low, gate.high, -gate.margin, gate.margin)]
        left, right = limits(ends, None)
        ax.axvline(0.0, color="0.45", linewidth=1, zorder=1)
        for index, gate in enumerate(self.gates):
            look = _LOOKS[gate.outcome]
            band = [index - 0.5, index + 0.5]
            ax.fill_betweenx(band, left, -gate.margin, color="0.92", linewidth=0, zorder=0)
            ax.plot([-gate.margin] * 2, band, color="0.3", linestyle="--", linewidth=1, zorder=1)
            if np.isfinite([gate.low, gate.high]).all():
                draw_interval(ax, index, gate.low, gate.high, look.colour)
            draw_mark(ax, gate.estimate, index, look, **{"size": _MARK, **bar_kw})
            write_beside(ax, index, "\n".join(_words(gate)), look.colour)
        name_bands(ax, self._labels())
        ax.set_xlim(left, right)
        ax.locator_params(axis="x", nbins=4 if is_narrow() else 8)
        bare(ax)
        caption(ax, *self._caption())
        return ax

    def _labels(self) -> list[str]:
        return [
            label(shortened(gate.candidate), f"vs {shortened(gate.baseline)}", on_data(gate.dataset))
            for gate in self.gates
        ]

    def _caption(self) -> tuple[str, ...]:
        first = self.gates[0]
        order = "baseline minus candidate" if first.lower_is_better else "candidate minus baseline"
        level = percent(1 - first.alpha)
        return (
            f"gain in {shortened(first.metric)}, {order}",
            f"bar: one-sided {level} limits",
            "shaded: worse by more than is allowed",
        )


def _words(gate: "Gate") -> list[str]:
    """Return the outcome and how much it rests on or, if it is open, how much it would take."""
    there = f"{gate.n:,} {gate.unit}s"
    needed = f"about {gate.n_needed:,} needed" if gate.outcome == "undecided" and gate.n_needed is not None else ""
    return [line for text in (gate.outcome, there, needed) for line in wrap(text, _LINE)]
