"""Figures as text for pages: they take the colours of the page around them, light or dark."""

import re
from typing import Any, Final

from foldwise._core import digest
from foldwise.displays._pick import has_display
from foldwise.displays._save import drawing

# What lies below the figure, of which hollow marks are filled: what the page says (``--fw-page``), else what notebooks
# say, else the ground of pages in the browser's present scheme.
_PAPER: Final = (
    "var(--fw-page, var(--jp-layout-color0, var(--vscode-editor-background, "
    "var(--colab-primary-surface-color, Canvas))))"
)
# A figure that is no part of a page makes its own.
_ALONE: Final = (
    "svg:root{--fw-page:#fff;background:#fff;color:#000}"
    "@media (prefers-color-scheme:dark){svg:root{--fw-page:#121212;background:#121212;color:#e8e8e8}}"
)
_FONTS: Final = "system-ui, 'Segoe UI', 'DejaVu Sans', Verdana, sans-serif"

_TAG: Final = re.compile(r"<[^>]*>")
_COLOUR: Final = re.compile(r"\b(fill|stroke): (#[0-9a-f]{6})")
_OUR_FONTS: Final = re.compile(r" font-family: 'DejaVu Sans',[^;\"]*;?")
_REFERENCE: Final = re.compile(r"(?<=href=\"#)[^\"]+|(?<=url\(#)[^)]+")
_ID: Final = re.compile(r" id=\"([^\"]*)\"")
# A colour is mixed of so much of a brighter one and of the colour of words, which make it darker or lighter.
_OWN_SHARE: Final = 0.7


def svg(obj: Any, *, kind: str | None = None) -> str:
    """Draw what `plot` draws, as an SVG document that follows the colours of the page it stands in.

    Inside a page (the ``<svg>`` element and all below it) words, lines and greys have the colour of the text around
    them, the ground is transparent, and colours are darker on light pages and lighter on dark ones. A page whose ground
    is not that of the browser says so by the CSS variable ``--fw-page``. Alone, or as an image, it is light or dark as
    the reader prefers.

    The figure never becomes one of pyplot's: no backend is chosen and nothing has to be closed. The same object
    gives the same text; identifiers of different figures differ. Words stay words, so that the viewer's fonts can write
    any script.

    Parameters
    ----------
    obj : a result of foldwise, fitted C45 or MansourTree, or list or tuple
        What to draw, as `plot` takes it.
    kind : str, optional
        Which of several figures, as `plot` takes it.

    Returns
    -------
    str
        The document, with its XML declaration.

    See Also
    --------
    foldwise.displays.save : Files for print.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from foldwise.displays import svg
    >>> from foldwise.evaluation import evaluate
    >>> run = evaluate({"stump": DecisionTreeClassifier()}, [[0.0], [1.0]] * 10, [0, 1] * 10, scheme="5x2", seed=1)
    >>> svg(run).startswith("<?xml")
    True
    """
    return _following(drawing(obj, "svg", kind=kind, transparent=True).decode("utf-8"))


def inline_svg(obj: Any) -> str:
    """Return the figure of one result as an element of a page; nothing where no display fits it."""
    if not has_display(obj):
        return ""
    document = svg(obj)
    return document[document.index("<svg") :]


def _following(document: str) -> str:
    """Let a drawing follow the page around it."""
    names = set(_REFERENCE.findall(document))
    # Identifiers belong to the whole page: those of another figure must not be the same.
    prefix = f"fw-{digest(document)[:8]}-"
    colours: dict[str, str] = {}

    def follow(match: re.Match[str]) -> str:
        tag = _ID.sub(lambda each: f' id="{prefix}{each[1]}"' if each[1] in names else "", match[0])
        tag = _REFERENCE.sub(lambda each: prefix + each[0], tag)
        return _COLOUR.sub(lambda each: _declaration(each[1], each[2], colours), _OUR_FONTS.sub("", tag))

    # In text the signs of tags are escaped: names that look like some are left alone.
    body = _TAG.sub(follow, document)
    body = re.sub(r"\s*<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    # matplotlib's sheet is about all elements of the page, ours about a figure that is alone.
    body = re.sub(r"(?<=<style type=\"text/css\">)[^<]*", _ALONE, body, count=1)
    properties = [f"--fw-paper: {_PAPER}", *(f"{name}: {value}" for name, value in colours.items())]
    own = ["max-width: 100%", "height: auto", "fill: currentColor", f"font-family: {_FONTS}"]
    own += ["stroke-linejoin: round", "stroke-linecap: butt"]
    return body.replace("<svg ", f'<svg style="{"; ".join([*properties, *own])}" ', 1)


def _declaration(what: str, colour: str, colours: dict[str, str]) -> str:
    """Return how a colour is written; those that do not know variables read it as it was."""
    if colour == "#000000":
        return f"{what}: currentColor"
    name = "--fw-paper" if colour == "#ffffff" else f"--fw-{colour[1:]}"
    if colour != "#ffffff":
        colours[name] = _mixed(colour)
    return f"{what}: {colour}; {what}: var({name})"


def _mixed(colour: str) -> str:
    """Return a colour that is itself where words are black, and as much lighter where they are white.

    >>> _mixed("#e6e6e6"), _mixed("#0060a0")
    ('color-mix(in srgb, currentColor 9.8%, var(--fw-paper))', 'color-mix(in srgb, rgb(0 137 229) 70%, currentColor)')
    """
    parts = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    if len(set(parts)) == 1:
        return f"color-mix(in srgb, currentColor {100 * (1 - parts[0] / 255):.3g}%, var(--fw-paper))"
    share = max(_OWN_SHARE, max(parts) / 255)
    bright = " ".join(f"{part / share:.0f}" for part in parts)
    return f"color-mix(in srgb, rgb({bright}) {100 * share:.3g}%, currentColor)"
