"""Small panels side by side and below each other, inside one axes."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from foldwise.displays._drawing import FONT_SIZE, PLAIN, WIDTH

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SMALL: Final = FONT_SIZE - 1.5
# Inches below the last row, for its ticks and the words about all panels.
_FOOT: Final = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelGrid:
    """Where the panels are, in inches.

    Parameters
    ----------
    n_panels, columns : int
        How many there are, and how many stand side by side.
    panel : float
        Height of a panel.
    gap : float
        Room above each for its title.
    between : float
        Room at the left of each for its ticks.
    """

    n_panels: int
    columns: int
    panel: float
    gap: float
    between: float

    @property
    def height(self) -> float:
        """Inches that all of them need."""
        return self._rows * (self.panel + self.gap) + _FOOT

    def panels(self, ax: "Axes", words: str) -> list["Axes"]:
        """Make the panels, row by row, in place of `ax`, and write `words` below all of them."""
        ax.set_axis_off()
        width = WIDTH / self.columns
        made = []
        for number in range(self.n_panels):
            row, column = divmod(number, self.columns)
            top = (row + 1) * (self.panel + self.gap)
            left, wide = column * width + self.between, width - self.between
            made.append(
                ax.inset_axes((left / WIDTH, 1 - top / self.height, wide / WIDTH, self.panel / self.height), zorder=1)
            )
            made[-1].tick_params(labelsize=SMALL, length=2.5, pad=2)
            made[-1].spines[["top", "right"]].set_visible(False)
        kw: dict[str, Any] = {"transform": ax.transAxes, "fontsize": FONT_SIZE, "linespacing": 1.5, **PLAIN}
        ax.text(0.5, 0.0, words, horizontalalignment="center", verticalalignment="bottom", **kw)
        return made

    def is_lowest(self, number: int) -> bool:
        """Whether no panel is below this one."""
        return number + self.columns >= self.n_panels

    @property
    def room(self) -> float:
        """Inches that the title of a panel may take."""
        return WIDTH / self.columns - self.between

    @property
    def _rows(self) -> int:
        return -(-self.n_panels // self.columns)
