"""Where the posterior of three shares lies: one learner better, no difference that matters, the other better."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import counted
from foldwise.displays._drawing import BLUE, GREEN, GREY, ORANGE, PLAIN, caption, caption_height, new_panels
from foldwise.displays._page import FONT_SIZE, page_width
from foldwise.displays._sides import short_names

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from foldwise.displays._drawing import Floats

# Corners of the triangle: the second better, no difference that matters, the first better.
_CORNERS: Final = ((0.0, 0.0), (0.5, 0.75**0.5), (1.0, 0.0))
# Six-sided cells along the lower side, and how deep the fullest is.
_CELLS: Final = 48
_DEEPEST: Final = 0.9
_HIGH: Final = 3.6
# How far sums of shares may be from 1, by rounding.
_ROUNDING: Final = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SimplexDisplay:
    """Draws of three shares in a triangle, deeper where there are more of them, with the three probabilities.

    A draw lies the nearer to a corner the larger its share is. Lines divide the triangle by which share is the largest;
    the probability of a corner is the share of draws in its part.

    Parameters
    ----------
    draws : ndarray of shape (n_draws, 3)
        Shares left of, inside and right of the region of practical equivalence; each row sums to 1.
    left, inside, right : float
        Probabilities: that the second learner is better, that the difference does not matter, that the first is.
    a, b : str
        What to call the first and the second learner.

    See Also
    --------
    foldwise.displays.plot : Picks the display that fits an object.

    References
    ----------
    A. Benavoli, G. Corani, J. Demsar and M. Zaffalon (2017). Time for a change: a tutorial for comparing multiple
    classifiers through Bayesian analysis. Journal of Machine Learning Research 18(77), 1-36.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.displays import SimplexDisplay
    >>> draws = np.random.default_rng(1).dirichlet([2, 3, 9], size=1000)
    >>> display = SimplexDisplay(draws=draws, left=0.01, inside=0.04, right=0.95, a="forest", b="tree")
    >>> display.frame().shape
    (1000, 3)
    """

    draws: "Floats"
    left: float
    inside: float
    right: float
    a: str = "the first"
    b: str = "the second"

    def __post_init__(self) -> None:
        draws = np.asarray(self.draws, dtype=np.float64)
        if draws.ndim != 2 or draws.shape[1] != 3:
            raise ValueError(
                f"A triangle shows draws of shape (n, 3), got {draws.shape}: hand over one pair of learners at a time."
            )
        if not (np.abs(draws.sum(axis=1) - 1) <= _ROUNDING).all() or (draws < -_ROUNDING).any():
            raise ValueError("Each row of draws must hold three shares that sum to 1, got others.")
        object.__setattr__(self, "draws", draws)

    @classmethod
    def from_result(cls, result: Any, a: str = "the first", b: str = "the second") -> "SimplexDisplay":
        """Take the draws and the probabilities of a Bayesian test over datasets, whose learners are called so."""
        draws = np.asarray(result.draws(), dtype=np.float64)
        if draws.ndim != 2:
            raise ValueError(
                f"A triangle shows one pair of learners, got a result of {int(np.prod(draws.shape[:-2]))}. Test them "
                "one by one."
            )
        left, inside, right = (float(value) for value in (result.left, result.inside, result.right))
        return cls(draws=draws, left=left, inside=inside, right=right, a=a, b=b)

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        wide = min(_HIGH, 0.62 * page_width())
        return 1.6 + wide + caption_height(*self._caption())

    def frame(self) -> "pd.DataFrame":
        """Return the very draws that `plot` draws: one row each."""
        import pandas as pd

        return pd.DataFrame(self.draws, columns=["left", "inside", "right"])

    def plot(self, ax: "Axes | None" = None, **cell_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **cell_kw
            Passed to ``Axes.hexbin`` for the draws, for example ``gridsize=30``.
        """
        from matplotlib.colors import LinearSegmentedColormap

        ax = new_panels([self.height])[0] if ax is None else ax
        corners = np.array(_CORNERS)
        x, y = (self.draws @ corners).T
        glass = LinearSegmentedColormap.from_list("glass", [(BLUE, 0.08), (BLUE, _DEEPEST)])
        look: dict[str, Any] = {"gridsize": _CELLS, "extent": (0, 1, 0, 1), "mincnt": 1, "cmap": glass, "linewidths": 0}
        ax.hexbin(x, y, **{**look, "zorder": 2, **cell_kw})
        around = np.vstack([corners, corners[:1]])
        ax.plot(*around.T, color="black", linewidth=1.0, zorder=3)
        centre = corners.mean(axis=0)
        for place in range(3):
            middle = (corners[place] + corners[(place + 1) % 3]) / 2
            ax.plot(*np.array([centre, middle]).T, color=GREY, linewidth=0.9, linestyle="--", zorder=3)
        self._name_corners(ax)
        ax.set_aspect("equal")
        ax.set_xlim(-0.12, 1.12)
        ax.set_ylim(-0.03, 0.9)
        ax.set_xticks([])
        ax.set_yticks([])
        ax.spines[:].set_visible(False)
        caption(ax, *self._caption())
        # Below the names of the corners.
        ax.xaxis.labelpad = 3.0 * FONT_SIZE
        return ax

    def _name_corners(self, ax: "Axes") -> None:
        """Write at each corner what it stands for, and how probable that is."""
        first, second = short_names(self)
        below: dict[str, Any] = {"verticalalignment": "top", "fontsize": FONT_SIZE, **PLAIN}
        above: dict[str, Any] = {**below, "verticalalignment": "bottom"}
        kw: dict[str, Any] = {"textcoords": "offset points", "linespacing": 1.2}
        words = f"{second} better\n{_probability(self.left)}"
        ax.annotate(words, _CORNERS[0], (0, -5), horizontalalignment="center", color=ORANGE, **kw, **below)
        words = f"{first} better\n{_probability(self.right)}"
        ax.annotate(words, _CORNERS[2], (0, -5), horizontalalignment="center", color=BLUE, **kw, **below)
        words = f"no difference that matters\n{_probability(self.inside)}"
        ax.annotate(words, _CORNERS[1], (0, 4), horizontalalignment="center", color=GREEN, **kw, **above)

    def _caption(self) -> tuple[str, ...]:
        dashed = "dashed: where another share becomes the largest"
        return f"posterior of three shares, {counted(len(self.draws), 'draw')}", dashed, "numbers: how probable that is"


def _probability(value: float) -> str:
    """Return a probability with three decimals; what is not quite 0 or 1 does not become that.

    >>> _probability(0.1234), _probability(0.00001), _probability(0.99999), _probability(1.0)
    ('0.123', '<0.001', '>0.999', '1.000')
    """
    if 0 < value < 0.0005:
        return "<0.001"
    return ">0.999" if 0.9995 <= value < 1 else f"{value:.3f}"
