"""What is different in a page as the site reads it: where its links lead, and how its examples end.

The README and CONTRIBUTING, which lie beside docs/, become pages of the site; a link to a folder becomes its words.
"""

import re
from pathlib import Path

from sections import write_if_changed

PAGES = {"README.md": "sections/readme.md", "CONTRIBUTING.md": "sections/contributing.md"}
LINK = re.compile(r"(?<!!)\[([^]]+)\]\(([^)\s#]+)(#[^)\s]*)?\)")
END_OF_DOCTEST = re.compile(r"\n\n```$", flags=re.MULTILINE)
CODE = re.compile(r"(^```.*?^```$|`[^`\n]+`)", flags=re.DOTALL | re.MULTILINE)


def bring_pages(app):
    """Write the pages that lie beside docs/, their links and figures as seen from where they are on the site."""
    docs = Path(app.srcdir)
    for page, place in PAGES.items():
        text = (docs.parent / page).read_text(encoding="utf-8")
        inside = re.sub(r"\]\(docs/", "](../", text)
        write_if_changed(docs / place, re.sub(r"\]\((?!\.\./|#|https?:)", "](../../", inside))


def lead_to_pages(docs, docname, text):
    """Return the text with its links to outside leading to what the site has of it."""
    folder = (docs / docname).parent

    def lead(match):
        words, path, anchor = match.groups()
        if "://" in path or not (target := (folder / path).resolve()).exists():
            return match[0]
        if target.parent == docs.parent and target.name in PAGES:
            return f"[{words}](/{PAGES[target.name]}{anchor or ''})"
        return words if target.is_dir() else match[0]

    return "".join(part if code % 2 else LINK.sub(lead, part) for code, part in enumerate(CODE.split(text)))


def resolve(app, docname, content):
    """Change one page as it is read."""
    if app.env.doc2path(docname).suffix == ".md":
        text = lead_to_pages(Path(app.srcdir), docname, content[0])
        content[0] = END_OF_DOCTEST.sub("\n```", text)


def setup(app):
    """Bring pages before they are looked for."""
    app.connect("builder-inited", bring_pages)
    app.connect("source-read", resolve, priority=600)  # after the landing page has taken its place
    return {"parallel_read_safe": True, "parallel_write_safe": True}
