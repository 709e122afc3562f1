"""Pages for programs that read: beside each page, `page.html`, its text in Markdown, `page.md`; llms.txt lists them.

Pages that are written in Markdown are given as they are; what is made of docstrings and of examples is written anew.
"""

import os
import re
from pathlib import Path, PurePosixPath

from as_markdown import write
from reading import CODE, PAGES
from sections import read_groups

LINK = re.compile(r"(!?)\[(!\[[^]]*\]\([^)\s]+\)|[^]]*)\]\(([^)\s]+)\)")
CARD = re.compile(r":::\{grid-item-card\} (.+)\n:link: (\S+)\n:link-type: doc\n(.+)\n:::")
HIDDEN = re.compile(r"^:::\{toctree\}\n.*?^:::\n?", flags=re.DOTALL | re.MULTILINE)
CODE_BLOCK = re.compile(r"^```.*?^```$", flags=re.DOTALL | re.MULTILINE)
FENCE = re.compile(r"^:.*\n", flags=re.MULTILINE)
FIGURE = re.compile(r"(?<=\]\()/\S+/(?=[^/)]+\))")
HEAD = """\
# foldwise {version}

> Which learner is better, by how much, and would another split say so again? A Python package and a command line that
> compare machine-learning models with tests whose false alarms were measured.

Each page is here as Markdown; the same address with .html in the place of .md is the page in a browser.
"""


def relative(target, docname):
    """Return the way from a page to a file of the site."""
    return PurePosixPath(os.path.relpath(target, PurePosixPath(docname).parent)).as_posix()


def lead(app, docname, mark, words, link):
    """Return a link of a page in Markdown as it is in its twin; what the site does not have becomes its words."""
    path, _, anchor = link.partition("#")
    if figure := LINK.fullmatch(words):
        words = lead(app, docname, *figure.groups())
    if not path or "://" in link or path.startswith("mailto:"):
        return f"{mark}[{words}]({link})"
    docs = Path(app.srcdir)
    file = docs / path[1:] if path.startswith("/") else (docs / docname).parent / path
    file = Path(os.path.normpath(file))
    if file.parent == docs.parent and file.name in PAGES:
        file = docs / PAGES[file.name]
    name = PurePosixPath(os.path.relpath(file, docs)).as_posix()
    if file.suffix == ".md" and name.removesuffix(".md") in app.env.found_docs:
        target = name
    elif name in app.env.images:
        target = f"_images/{app.env.images[name][1]}"
    elif name in app.env.dlfiles:
        target = f"_downloads/{app.env.dlfiles[name][1]}"
    else:
        return words
    return f"{mark}[{words}]({relative(target, docname)}{'#' + anchor if anchor else ''})"


def as_written(app, docname):
    """Return the text of a page that is written in Markdown, its links as they lead on the site."""
    text = Path(app.env.doc2path(docname)).read_text(encoding="utf-8")
    text = FENCE.sub("", CARD.sub(r"- [\1](\2.md): \3", HIDDEN.sub("", text)))
    parts = CODE.split(text)
    parts[::2] = [LINK.sub(lambda found: lead(app, docname, *found.groups()), part) for part in parts[::2]]
    return "".join(parts)


def write_twin(app, doctree, docname):
    """Write the twin of a page that is about to be written."""
    if app.builder.name != "html":
        return
    is_markdown = app.env.doc2path(docname).suffix == ".md"
    text = as_written(app, docname) if is_markdown else FIGURE.sub(relative("_images/", docname) + "/", write(doctree))
    path = Path(app.outdir) / f"{docname}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.strip() + "\n", encoding="utf-8")


def first_words(app, docname):
    """Return the title of a page, and its first sentence."""
    text = (Path(app.outdir) / f"{docname}.md").read_text(encoding="utf-8")
    _, title, *rest = re.split(r"^# (.+)$", text, maxsplit=1, flags=re.MULTILINE)
    paragraphs = CODE_BLOCK.sub("", "".join(rest)).split("\n\n")
    words = next((each for each in paragraphs if each.strip() and each.strip()[0] not in "#|-!>"), "")
    return title, LINK.sub(r"\2", " ".join(words.split())).split(". ")[0]


def list_pages(app, exception):
    """Write llms.txt: every page with one line, in the order of the site; and remove twins of pages that are gone."""
    if exception or app.builder.name != "html":
        return
    groups = read_groups((Path(app.srcdir) / "index.md").read_text(encoding="utf-8"))
    told = {row["page"]: row["words"] for rows in groups.values() for row in rows}
    parts, tabs = [HEAD.format(version=app.config.release)], app.env.toctree_includes["index"]
    for tab in tabs:
        title, _ = first_words(app, tab)
        parts.append(f"\n## [{title}]({tab}.md)\n")
        for docname in within(app, tab)[1:]:
            title, words = first_words(app, docname)
            parts.append(f"- [{title}]({docname}.md): {told.get(docname, words)}")
    out = Path(app.outdir)
    (out / "llms.txt").write_text("\n".join(parts) + "\n", encoding="utf-8")
    for path in out.rglob("*.md"):
        if is_gone(app, path.relative_to(out)):
            path.unlink()


def is_gone(app, path):
    """Tell the twin of a page that is no more from those that are, and from what can be downloaded."""
    return path.parts[0] != "_downloads" and path.with_suffix("").as_posix() not in app.env.found_docs


def within(app, docname):
    """Return a page and all that its table of contents lists."""
    inner = app.env.toctree_includes.get(docname, ())
    return [docname, *(page for each in inner for page in within(app, each))]


def setup(app):
    """Write twins as pages are written."""
    app.connect("doctree-resolved", write_twin)
    app.connect("build-finished", list_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
