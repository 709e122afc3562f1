"""Results as one self-contained HTML page."""

from base64 import b64encode
from typing import Any

from foldwise.displays import svg
from foldwise.reports._pages import environment, pages


def html(obj: Any) -> str:
    """Write a page that needs nothing beside itself: figures and style are inside, scripts there are none."""
    shown = pages(obj)
    parts = [part for page in shown for part in page["parts"]]
    for page in [*shown, *parts]:
        # As an image, a figure cannot run anything and its identifiers cannot meet those of another figure.
        page["figure"] = "data:image/svg+xml;base64," + b64encode(svg(page["object"]).encode()).decode("ascii")
    return environment(autoescape=True).get_template("html/page.html").render(pages=shown)
