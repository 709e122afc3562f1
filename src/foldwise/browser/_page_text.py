"""Pages put together from their parts, so that each is one document that needs nothing beside itself."""

import re
from functools import cache
from importlib.resources import files


@cache
def page_text(name: str) -> str:
    """Return a page with the look and the scripts that it names inside.

    >>> "{{" in page_text("view.html"), page_text("view.html") == page_text("view.html")
    (False, True)
    """
    folder = files("foldwise.browser") / "pages"
    text = (folder / name).read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+\.\w+)\}\}", lambda part: (folder / part[1]).read_text(encoding="utf-8"), text)
