"""The site's sections, from the table of pages in docs/index.md: a page that is listed there is found on the site.

Readers of the repository see the table. The site shows docs/site/landing.md in its place, and one page for each tab,
with the rows of its groups as cards; groups of unknown name belong to the guide.
"""

import re
from pathlib import Path

# Each tab: its title, its groups, and the README or CONTRIBUTING, which are no rows of the table.
SECTIONS = {
    "start": ("Start", ["Start"], "| [Contributing](sections/contributing.md) | the first ten minutes in the code |"),
    "guide": ("Guide", [], ""),
    "papers": ("Papers", ["The papers"], ""),
    "measured": (
        "What was measured",
        ["What was measured"],
        "| [Published numbers](sections/readme.md) | numbers of the papers and of Weka beside ours, in the README |",
    ),
}
ROW = re.compile(r"^\| \[(?P<title>[^]]+)\]\((?P<page>[\w/-]+)\.md\) \| (?P<words>.*) \|$")
GROUP = re.compile(r"^\| \*\*(?P<name>[^*]+)\*\* \| \|$")
CARD = """\
:::{{grid-item-card}} {title}
:link: ../{page}
:link-type: doc
{words}
:::
"""


def read_groups(index):
    """Return the rows of each group of the table of pages, by the name of the group."""
    groups = {}
    for line in index.splitlines():
        if found := GROUP.match(line):
            rows = groups.setdefault(found["name"], [])
        elif found := ROW.match(line):
            rows.append(found)
    return groups


def write_section(title, groups):
    """Return the page of one section: for each of its groups a heading, cards, and what the sidebar lists."""
    parts = [f"# {title}\n"]
    for name, rows in groups.items():
        if len(groups) > 1:
            parts.append(f"## {name}\n")
        cards = "".join(CARD.format(**row.groupdict()) for row in rows)
        parts.append(f"::::{{grid}} 1 1 2 2\n:gutter: 3\n{cards}::::\n")
        pages = "\n".join(f"{row['title']} <../{row['page']}>" for row in rows)
        caption = f":caption: {name}\n" if len(groups) > 1 else ""
        parts.append(f":::{{toctree}}\n:hidden:\n{caption}\n{pages}\n:::\n")
    return "\n".join(parts)


def write_if_changed(path, text):
    """Write a page unless it is there already: what has not changed is not read again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def write_sections(app):
    """Write the pages of all sections into docs/sections."""
    docs = Path(app.srcdir)
    groups = read_groups((docs / "index.md").read_text(encoding="utf-8"))
    places = {name: section for section, (_, names, _) in SECTIONS.items() for name in names}
    for section, (title, _, more) in SECTIONS.items():
        own = {name: rows for name, rows in groups.items() if places.get(name, "guide") == section}
        if found := ROW.match(more):
            own.setdefault(title, []).append(found)
        write_if_changed(docs / "sections" / f"{section}.md", write_section(title, own))


def show_landing(app, docname, content):
    """Put the landing page in the place of the table."""
    if docname == "index":
        content[0] = (Path(app.srcdir) / "site" / "landing.md").read_text(encoding="utf-8")


def setup(app):
    """Write sections before pages are looked for."""
    app.connect("builder-inited", write_sections)
    app.connect("source-read", show_landing)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
