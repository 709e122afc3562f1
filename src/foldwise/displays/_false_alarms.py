"""How many of many tests reject where nothing differs."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from scipy.stats import binom

from foldwise._core import check_fraction, check_integer
from foldwise.displays._drawing import BLUE, ORANGE, caption, frame_axes, new_panels, write_title_and_key
from foldwise.stats import expected_false_positives

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike

    from foldwise.displays._drawing import Floats

# What is rarer cannot be seen.
_LEAST: Final = 5e-4


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FalseAlarmsDisplay:
    """Bars: how often so many of a family of tests rejected. Dots: what independent tests would do.

    Parameters
    ----------
    name : str
        What was repeated, for the title.
    shares : ndarray of shape (n_tests + 1,)
        Share of the families in which 0, 1, ... of the tests rejected.
    independent : ndarray of shape (n_tests + 1,)
        The same for independent tests: binomial probabilities.
    mean : float
        Mean number of rejections.
    n_families : int
        Number of families of tests.
    alpha : float
        Level of each test.

    See Also
    --------
    foldwise.stats.family_wise_error : The probability of any rejection.

    Examples
    --------
    >>> from foldwise.displays import FalseAlarmsDisplay
    >>> display = FalseAlarmsDisplay.from_counts("two tests", [0, 0, 1, 2], n_tests=2, alpha=0.5)
    >>> display.shares.tolist(), display.independent.round(3).tolist(), display.mean
    ([0.5, 0.25, 0.25], [0.25, 0.5, 0.25], 0.75)
    """

    name: str
    shares: "Floats"
    independent: "Floats"
    mean: float
    n_families: int
    alpha: float

    @classmethod
    def from_counts(cls, name: str, counts: "ArrayLike", *, n_tests: int, alpha: float = 0.05) -> "FalseAlarmsDisplay":
        """Take the number of rejections in each of several families of tests.

        Parameters
        ----------
        name : str
            What was repeated.
        counts : array_like of int
            Rejections, one number for each family.
        n_tests : int
            Tests in a family.
        alpha : float, default 0.05
            Level of each test.
        """
        check_integer(n_tests, "n_tests", least=1)
        check_fraction(alpha, "alpha")
        numbers = np.asarray(counts)
        if numbers.ndim != 1 or numbers.dtype.kind not in "iu" or not len(numbers):
            raise ValueError(f"counts must be a list of whole numbers, got shape {numbers.shape} of {numbers.dtype}.")
        if numbers.min() < 0 or numbers.max() > n_tests:
            raise ValueError(f"counts must be from 0 to n_tests = {n_tests}, got {numbers.min()} to {numbers.max()}.")
        return cls(
            name=name,
            shares=np.bincount(numbers, minlength=n_tests + 1) / len(numbers),
            independent=np.asarray(binom.pmf(np.arange(n_tests + 1), n_tests, alpha)),
            mean=float(numbers.mean()),
            n_families=len(numbers),
            alpha=alpha,
        )

    @property
    def height(self) -> float:
        """Inches that the figure needs."""
        return 3.2

    def frame(self) -> "pd.DataFrame":
        """Return the very numbers `plot` draws: one row for each number of rejections."""
        import pandas as pd

        return pd.DataFrame(
            {"rejections": np.arange(len(self.shares)), "share": self.shares, "independent": self.independent}
        )

    def plot(self, ax: "Axes | None" = None, **bar_kw: Any) -> "Axes":
        """Draw on `ax`, or on a new figure, and return the axes.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw.
        **bar_kw
            Passed to ``Axes.bar``, for example ``color="black"``.
        """
        from matplotlib.ticker import MaxNLocator

        ax = new_panels([self.height])[0] if ax is None else ax
        n_tests = len(self.shares) - 1
        numbers = np.arange(n_tests + 1)
        is_dot = self.independent > _LEAST
        last = int(numbers[(self.shares > 0) | is_dot].max())
        look = {"color": "0.78", "width": 0.9, "label": f"simulated (mean {self.mean:.3g})", **bar_kw}
        ax.bar(numbers[: last + 1], self.shares[: last + 1], **look)
        dots: dict[str, Any] = {"color": BLUE, "marker": "o", "markersize": 3.2, "linestyle": "", "zorder": 3}
        ax.plot(numbers[is_dot], self.independent[is_dot], **dots, label="independent tests, in theory")
        expected = float(expected_false_positives(self.alpha, n_tests))
        ax.axvline(expected, color=ORANGE, linestyle="--", linewidth=1.4, label=f"expected {expected:.3g}")
        ax.set_xlim(-0.8, last + 0.8)
        ax.set_ylim(bottom=0)
        ax.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
        frame_axes(ax, "share")
        write_title_and_key(ax, f"{{}} (simulated {self.n_families:,} times)", self.name)
        caption(ax, f"significant results among {n_tests} tests at {self.alpha:g}, where nothing differs")
        return ax
