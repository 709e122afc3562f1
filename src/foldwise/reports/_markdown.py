"""Results as Markdown."""

import re
from typing import Any, Final

from foldwise._core import one_line
from foldwise.reports._pages import environment, pages

_ENTITIES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"}
_SPECIAL: Final = re.compile(r"([\\`*_\[\]#|~$])")
# What opens a list, a rule or an underlined heading when a line begins with it.
_OPENING: Final = re.compile(r"^(\d*)([-+=.)])(?=[-+=\s]|$)")
# Addresses that some readers of Markdown turn into links by themselves.
_LINK: Final = re.compile(r":(?=//)|(?<=www)\.", flags=re.IGNORECASE)


def markdown(obj: Any) -> str:
    """Write the verdict, its table and its caveats."""
    template = environment(finalize=escape).get_template("md/page.md")
    return template.render(pages=pages(obj))


def escape(value: Any) -> str:
    r"""Make text inert in Markdown, also at the start of a line and inside the cell of a table.

    >>> print(escape("a|b <i> *c*"), escape("- d"), escape("+0.5"), escape("http://e"))
    a\|b &lt;i&gt; \*c\* \- d +0.5 http&#58;//e
    """
    text = re.sub("[&<>@]", lambda match: _ENTITIES[match.group()], _SPECIAL.sub(r"\\\1", one_line(value)))
    return _LINK.sub(lambda match: f"&#{ord(match.group())};", _OPENING.sub(r"\1\\\2", text))
