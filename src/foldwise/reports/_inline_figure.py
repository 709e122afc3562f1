"""A figure as a part of a page: it takes the page's colours, and can neither run nor fetch anything."""

import re
from typing import Any, Final
from xml.etree import ElementTree

_SVG: Final = "{http://www.w3.org/2000/svg}"
_LINK: Final = "{http://www.w3.org/1999/xlink}href"
# What drawings are made of. Names in them are text; whatever else got in is left out.
_ELEMENTS: Final = frozenset(
    f"{_SVG}{name}"
    for name in (
        "svg", "g", "defs", "path", "use", "clipPath", "rect", "circle", "ellipse", "line", "polyline", "polygon",
        "text", "tspan", "image", "linearGradient", "stop", "pattern",
    )
)  # fmt: skip
_REFERENCE: Final = re.compile(r"url\(#([^)]+)\)")


def inline_figure(obj: Any, prefix: str) -> str:
    """Draw what `foldwise.plot` draws as an element of a page.

    Parameters
    ----------
    obj : a result of foldwise
        What to draw.
    prefix : str
        Put before the identifiers inside, which belong to the whole page.

    Returns
    -------
    str
        The element, without width and height: the page says how wide it is.
    """
    from foldwise.displays import svg

    root = ElementTree.fromstring(svg(obj))  # noqa: S314, our own drawing
    _clean(root, prefix)
    for name in ("width", "height", "version"):
        root.attrib.pop(name, None)
    # matplotlib says so in a style sheet, which would be that of the page.
    root.set("style", f"stroke-linejoin: round; stroke-linecap: butt; {root.get('style', '')}".strip())
    root.set("aria-hidden", "true")
    ElementTree.register_namespace("", _SVG.strip("{}"))
    ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    return ElementTree.tostring(root, encoding="unicode")


def _clean(element: ElementTree.Element, prefix: str) -> None:
    """Leave out what no drawing needs, and put the prefix before identifiers and before what refers to them."""
    for child in list(element):
        if child.tag not in _ELEMENTS:
            element.remove(child)
        else:
            _clean(child, prefix)
    for name, value in list(element.attrib.items()):
        if name == "id":
            element.set(name, f"{prefix}{value}")
        elif name in ("href", _LINK):
            if value.startswith("#"):
                element.set(name, f"#{prefix}{value[1:]}")
            elif not value.startswith("data:image/png;"):
                del element.attrib[name]
        elif name.startswith("on"):
            del element.attrib[name]
        else:
            element.set(name, _REFERENCE.sub(rf"url(#{prefix}\1)", value))
