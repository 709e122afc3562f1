"""Results as one self-contained HTML page."""

from base64 import b64encode
from typing import Any

from foldwise._core import printable
from foldwise.displays import SettlingDisplay, svg
from foldwise.reports._exhibit import Exhibit
from foldwise.reports._pages import environment, pages


def html(obj: Any) -> str:
    """Write a page that needs nothing beside itself: figures and style are inside, scripts there are none."""
    shown = pages(obj)
    parts = [part for page in shown for part in page["parts"]]
    for page in [*shown, *parts]:
        if isinstance(page["object"], Exhibit):
            page["figures"] = [(figure.caption, _image(figure.shown)) for figure in page["object"].figures]
            continue
        page["figure"] = _image(page["object"])
        page["settling_figure"] = (
            _image(SettlingDisplay.from_verdict(page["object"])) if page.get("settling_words") else ""
        )
    return printable(environment(autoescape=True).get_template("html/page.html").render(pages=shown))


def _image(obj: Any) -> str:
    # As an image, a figure cannot run anything and its identifiers cannot meet those of another figure.
    return "data:image/svg+xml;base64," + b64encode(svg(obj).encode()).decode("ascii")
