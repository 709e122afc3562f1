"""Figures in files, as a page of a paper or a screen takes them."""

from contextlib import AbstractContextManager
from io import BytesIO
from itertools import chain
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from foldwise._core import caught_warnings, check_choice, write_atomically
from foldwise.displays._drawing import panels
from foldwise.displays._page import on_page, page_of, shrink
from foldwise.displays._pick import displays_for

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Settings of matplotlib belong to the whole process: threads would put back each other's.
_ONE_AT_A_TIME = Lock()

# Nothing in a file says when and by what it was made: the same result gives the same bytes.
_UNTOLD: Final[dict[str, dict[str, None]]] = {
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None},
}
# Words of a PDF are written with letters of TrueType, which publishers ask for; in an SVG they stay words.
_SETTINGS: Final[dict[Any, Any]] = {"pdf.fonttype": 42, "svg.fonttype": "none", "svg.hashsalt": "foldwise"}
_DOTS_PER_INCH: Final = 300


def save(obj: Any, path: Any, *, kind: str | None = None, width: float | str = "screen") -> Path:
    """Draw what `plot` draws into a file, for a screen or for print.

    The figure never becomes one of pyplot's, and no setting of matplotlib stays changed.

    Parameters
    ----------
    obj : a result of foldwise, fitted C45 or MansourTree, or list or tuple
        What to draw, as `plot` takes it.
    path : str or path-like
        Where to write: ``.pdf`` with TrueType letters, ``.svg`` with words as words, ``.png`` with 300 dots per inch.
    kind : str, optional
        Which of several figures, as `plot` takes it.
    width : {'screen', 'column', 'page'} or float, default 'screen'
        In inches: 8 for a screen, 3.3 for a column of print, 6.9 for a page of two; letters have 9, 7.5 and 8 points.

    Returns
    -------
    Path
        Where it was written.

    See Also
    --------
    foldwise.displays.plot : The same figure to be changed by hand.
    foldwise.displays.svg : The same figure as text that takes the colours of a page.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from foldwise.displays import save
    >>> from foldwise.evaluation import evaluate
    >>> run = evaluate({"stump": DecisionTreeClassifier()}, [[0.0], [1.0]] * 10, [0, 1] * 10, scheme="5x2", seed=1)
    >>> with TemporaryDirectory() as folder:
    ...     save(run, Path(folder, "scores.pdf"), width="column").name
    'scores.pdf'
    """
    target = Path(path)
    ending = target.suffix.lower()[1:]
    check_choice(ending, "the ending of path", tuple(_UNTOLD))
    write_atomically(target, drawing(obj, ending, kind=kind, width=width))
    return target


def drawing(
    obj: Any, ending: str, *, kind: str | None = None, width: float | str = "screen", transparent: bool = False
) -> bytes:
    """Return the bytes of a figure, as a file with some ending."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    displays = list(chain(*displays_for(obj if isinstance(obj, list | tuple) else [obj], kind)))
    page, written = page_of(width), BytesIO()
    # matplotlib's own font lacks many scripts; the viewer of a page draws the words with fonts of its own.
    unheard: AbstractContextManager[Any] = caught_warnings(UserWarning, "Glyph .* missing from")
    with _ONE_AT_A_TIME, rc_context(_SETTINGS), unheard, on_page(page):
        figure = Figure()
        for display, ax in zip(displays, panels(figure, [display.height for display in displays]), strict=True):
            display.plot(ax)
        shrink(figure, page.scale)
        _write(figure, written, ending, transparent)
    return written.getvalue()


def _write(figure: "Figure", target: BytesIO, ending: str, transparent: bool) -> None:
    options: dict[str, Any] = {"metadata": _UNTOLD[ending], "transparent": transparent, "dpi": _DOTS_PER_INCH}
    figure.savefig(target, format=ending, **options)
