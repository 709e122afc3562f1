"""Pages as Markdown: what Sphinx has made of a docstring or of an example, written for those who read no HTML."""

from docutils import nodes

# What belongs to the page and not to its text: buttons, thumbnails' layout, marks for the index.
LEFT_OUT = {
    "index", "target", "comment", "raw", "substitution_definition", "toctree", "autosummary_toc", "system_message",
    "pending", "meta", "colspec", "GalleryToc",
}  # fmt: skip
FURNITURE = {"sphx-glr-download-link-note", "sphx-glr-footer", "sphx-glr-signature", "sphx-glr-timing"}
AROUND = {"emphasis": "*", "strong": "**", "title_reference": "*", "literal_strong": "**", "literal_emphasis": "*"}


def write(node, depth=1):
    """Return a node and all within as Markdown; `depth` is that of the next heading."""
    kind = type(node).__name__
    if kind in LEFT_OUT or FURNITURE & set(node.get("classes", ()) if isinstance(node, nodes.Element) else ()):
        return ""
    if kind in AROUND:
        return AROUND[kind] + node.astext() + AROUND[kind]
    if kind in LEAVES:
        return LEAVES[kind](node)
    if kind in WRITERS:
        return WRITERS[kind](node, depth)
    if isinstance(node, nodes.FixedTextElement):
        return code(node)
    return (together if is_inline(node) else blocks)(node, depth)


def is_inline(node):
    """Tell text and what stands in it from blocks."""
    return isinstance(node, nodes.TextElement | nodes.Text)


def together(node, depth):
    """Return what is within, on one line."""
    return "".join(write(child, depth) for child in node.children)


def blocks(node, depth):
    """Return what is within, with empty lines between."""
    return "\n\n".join(each for child in node.children if (each := write(child, depth).strip("\n")))


def text(node):
    """Return text on one line."""
    return " ".join(node.astext().split("\n"))


def section(node, depth):
    """Return a part with its heading."""
    return "\n\n".join(filter(None, (write(child, depth + (type(child) is nodes.section)) for child in node.children)))


def heading(node, depth):
    """Return the heading of a section, or of a part of a docstring."""
    marks = min(depth + (type(node) is nodes.rubric), 6)
    return "#" * marks + " " + together(node, depth)


def code(node):
    """Return lines of code or of output; code that leads to the reference has a kind of its own."""
    is_output = type(node) is nodes.literal_block
    language = node.get("language", "none" if is_output else "python").lower()
    return f"```{'' if language in ('none', 'default') else language}\n{node.astext().rstrip()}\n```"


def literal(node):
    """Return code within a line, still leading where it led."""
    return f"`{node.astext()}`" if "`" not in node.astext() else node.astext()


def link(node, depth):
    """Return a link to the twin of the page that it leads to."""
    target, words = node.get("refuri"), together(node, depth)
    if not target or not words:
        return words
    if "://" not in target and target.partition("#")[0].endswith(".html"):
        target = target.partition("#")[0].removesuffix("html") + "md"
    return words if target.startswith("#") else f"[{words}]({target})"


def see_also(node, depth):
    """Return what else to look at."""
    return f"**See also**\n\n{blocks(node, depth)}"


def items(node, depth):
    """Return a list."""
    marks = [f"{i}." for i in range(1, len(node) + 1)] if type(node) is nodes.enumerated_list else ["-"] * len(node)
    return "\n".join(indented(mark, write(item, depth)) for mark, item in zip(marks, node.children, strict=True))


def indented(mark, words):
    """Return one item of a list."""
    return f"{mark} " + words.replace("\n", "\n" + " " * (len(mark) + 1)).replace("\n  \n", "\n\n")


def definition(node, depth):
    """Return a term, such as a parameter and its kind, and what is said of it."""
    terms = " : ".join(write(each, depth) for each in node.children[:-1] if each.astext())
    return indented("-", f"{terms}  \n{write(node.children[-1], depth)}")


def definitions(node, depth):
    """Return a list of terms."""
    return "\n".join(definition(each, depth) for each in node.children)


def fields(node, depth):
    """Return the parts of a docstring that have a name and a body: parameters, returns."""
    return "\n\n".join(f"**{field[0].astext()}**\n\n{write(field[1], depth)}" for field in node.children)


def signature(node):
    """Return a signature as code."""
    words = "".join(child.astext() for child in node.children if type(child).__name__ != "pending_xref")
    return f"```python\n{words}\n```"


def table(node, depth):
    """Return a table, its cells on one line each."""
    rows = [
        [" ".join(write(entry, depth).split()).replace("|", "\\|") for entry in row.children]
        for row in node.findall(nodes.row)
    ]
    head = rows[:1] if node.next_node(nodes.thead) else [[" "] * len(rows[0])]
    lines = [*head, ["---"] * len(rows[0]), *rows[len(rows[:1]) if node.next_node(nodes.thead) else 0 :]]
    return "\n".join("| " + " | ".join(row) + " |" for row in lines)


def formula(node):
    """Return a formula as TeX."""
    return f"${node.astext()}$" if type(node) is nodes.math else f"$$\n{node.astext().strip()}\n$$"


def figure(node):
    """Return a picture; thumbnails, which have no words, are only for the eye."""
    return "" if not node.get("alt") else f"![{node.get('alt', '')}]({node['uri']})"


def mark(node):
    """Return the mark of a reference."""
    return f"[{node.astext()}]"


def footnote(node, depth):
    """Return a reference."""
    return f"[{node[0].astext()}] " + " ".join(write(child, depth) for child in node.children[1:])


def lines(node, depth):
    """Return lines that are kept as lines."""
    return "\n".join(write(each, depth) + "  " for each in node.children)


LEAVES = {
    "Text": text,
    "citation_reference": mark,
    "code_links_block": code,
    "desc_signature": signature,
    "footnote_reference": mark,
    "image": figure,
    "imgsgnode": figure,
    "literal": literal,
    "math": formula,
    "math_block": formula,
}
WRITERS = {
    "bullet_list": items,
    "citation": footnote,
    "definition_list": definitions,
    "enumerated_list": items,
    "field_list": fields,
    "footnote": footnote,
    "line_block": lines,
    "number_reference": link,
    "reference": link,
    "rubric": heading,
    "section": section,
    "seealso": see_also,
    "table": table,
    "title": heading,
}
