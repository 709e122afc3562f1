"""A stream: the mean difference and its limits while examples arrive."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import percent
from foldwise.displays._drawing import GREY, PLAIN, caption, caption_height, fitted, frame_axes, new_panels
from foldwise.displays._looks import LOOKS
from foldwise.displays._page import FONT_SIZE, page_width

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.verdicts import Stream

# Of the limits after the first few examples, which hold nearly everything, this share of the examples is not seen.
_SKIPPED: Final = 0.05


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StreamDisplay:
    """Mean difference and its limits against the number of examples, with the example that decided it.

    Parameters
    ----------
    path : pandas DataFrame
        What was known after so many examples, as `Stream.frame` has it.
    a, b : str
        Names of the learners.
    alpha : float
        The limits hold at all times at once with the probability ``1 - alpha``.
    decision : {'a', 'b', 'undecided'}
        The answer so far.
    decided_at : int or None
        After how many examples it was found.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    Examples
    --------
    >>> from foldwise.displays import StreamDisplay
    >>> from foldwise.verdicts import Stream
    >>> stream = Stream("new", "old")
    >>> stream.update([1, 1, 0, 1], [0, 1, 0, 0])
    >>> StreamDisplay.from_stream(stream).frame()["estimate"].round(2).tolist()
    [1.0, 0.5, 0.33, 0.5]
    """

    path: "pd.DataFrame"
    a: str
    b: str
    alpha: float
    decision: str
    decided_at: int | None

    @classmethod
    def from_stream(cls, stream: "Stream") -> "StreamDisplay":
        """Take a stream as it is; refuses one without examples."""
        if not stream.n:
            raise ValueError("a stream is drawn once it has examples, this one has none. Use update.")
        return cls(
            path=stream.frame(),
            a=stream.terms.a,
            b=stream.terms.b,
            alpha=stream.terms.alpha,
            decision=stream.decision,
            decided_at=stream.decided_at,
        )

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 3.4 + caption_height(*self._caption())

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws."""
        return self.path

    def plot(self, ax: "Axes | None" = None, **line_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **line_kw
            Passed to ``Axes.plot`` for the mean difference, for example ``linewidth=2``.
        """
        ax = new_panels([self.height])[0] if ax is None else ax
        n = self.path["n"].to_numpy()
        low, high = self.path["low"].to_numpy(), self.path["high"].to_numpy()
        look = LOOKS["open" if self.decision == "undecided" else self.decision]
        ax.axhline(0.0, color="0.45", linewidth=1, zorder=1)
        ax.fill_between(n, low, high, color=look.colour, alpha=0.18, linewidth=0, step="post", zorder=2)
        ax.plot(n, self.path["estimate"], **{"color": look.colour, "linewidth": 1.4, "zorder": 3, **line_kw})
        if self.decided_at is not None:
            ax.axvline(self.decided_at, color="0.3", linestyle="--", linewidth=1, zorder=1)
        seen = n >= _SKIPPED * n[-1]
        ends = np.array([0.0, low[seen].min(), high[seen].max()])
        room = 0.05 * np.ptp(ends)
        ax.set_ylim(ends.min() - room, ends.max() + room)
        ax.set_xlim(0, 1.02 * n[-1])
        frame_axes(ax, fitted("{} ahead of {}", [self.a, self.b], self.height - 1))
        ax.set_title(self._title(), fontsize=FONT_SIZE + 1, loc="left", color=GREY, **PLAIN)
        caption(ax, *self._caption())
        return ax

    def _title(self) -> str:
        room, size = page_width() - 1, FONT_SIZE + 1
        if self.decided_at is None:
            return fitted("{} or {}: open", [self.a, self.b], room, size=size)
        names = [self.a, self.b] if self.decision == "a" else [self.b, self.a]
        return fitted(f"{{}} better than {{}}, decided after {self.decided_at:,} examples", names, room, size=size)

    def _caption(self) -> tuple[str, ...]:
        dashed = "" if self.decided_at is None else "dashed: decided"
        return "examples", "line: mean difference", f"band: {percent(1 - self.alpha)} limits at all times", dashed
