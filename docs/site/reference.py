"""The reference: a page for each public name, by what `__all__` of the package and its rooms says, and lists of them.

A name that is there twice, as `foldwise.compare` and `foldwise.verdicts.compare`, has one page, under the shorter name.
"""

import inspect
import sys
from collections import Counter
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path

from numpydoc.xref import DEFAULT_LINKS
from sections import write_if_changed
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.nodes import make_refnode

PACKAGE = "foldwise"
FOLDER = "api"
PAGE = """\
{title}
{line}

.. {directive}:: {title}
{members}
.. minigallery:: {title}
   :add-heading: Examples that use it
   :heading-level: -
"""
ROOM = """\
{title}
{line}

{words}

.. autosummary::
   :nosignatures:

{names}

.. toctree::
   :hidden:

{pages}
"""
INDEX = """\
Reference
=========

What users import, room by room; each name has a page of its own, with an example that runs. The verbs are in
``foldwise`` itself. :doc:`commands` lists what the command line takes, :doc:`/cli` says what it is for.

.. list-table::
   :class: autosummary
   :widths: auto

{rows}

.. toctree::
   :hidden:

{pages}
   commands
"""


def rooms_within(module):
    """Return a module and the rooms within it that it shows."""
    shown = [getattr(module, name) for name in module.__all__]
    inner = [room for room in shown if inspect.ismodule(room) and getattr(room, "__all__", ())]
    return [module, *(each for room in inner for each in rooms_within(room))]


@cache
def public_names():
    """Return the names of each room: the full name that its page has, and what it is, by its name there."""
    pages, rooms = {}, {}
    for room in rooms_within(import_module(PACKAGE)):
        shown = {name: getattr(room, name) for name in room.__all__}
        rooms[room] = {
            name: (pages.setdefault(id(found), f"{room.__name__}.{name}"), found)
            for name, found in shown.items()
            if not inspect.ismodule(found)
        }
    return rooms


def own_members(kind):
    """Return directives for the methods and properties of a class that foldwise itself defines."""
    own = [each for each in kind.__mro__ if each.__module__.startswith(PACKAGE)]
    for name in sorted({name for each in own for name in vars(each)}):
        member = inspect.getattr_static(kind, name)
        if name.startswith("_") or not inspect.getdoc(getattr(kind, name)):
            continue
        if isinstance(member, property | cached_property):
            yield f"   .. autoproperty:: {name}"
        elif inspect.isfunction(member) or isinstance(member, classmethod | staticmethod):
            yield f"   .. automethod:: {name}"


def words_above(full):
    """Return the comments (`#:`) above the definition of what can have no docstring, such as a table of words."""
    room, _, name = full.rpartition(".")
    for module in [each for each in sys.modules if each.startswith(f"{room}.")]:
        if words := ModuleAnalyzer.for_module(module).find_attr_docs().get(("", name)):
            return [f"   {line}" for line in words]
    raise ValueError(f"expected a comment that begins with #: above the definition of {full}, found none")


def describe(full, found):
    """Return the page of one name."""
    if inspect.isclass(found):
        directive, members = "autoclass", ["", *own_members(found)]
    elif inspect.isroutine(found):
        directive, members = "autofunction", []
    else:
        directive, members = "data", ["", *words_above(full)]
    return PAGE.format(title=full, line="=" * len(full), directive=directive, members="\n".join([*members, ""]))


def name_files(fulls):
    """Return the files of pages by their names: `Power` and `power` would be one file on some disks."""
    files = {}
    for full in sorted(fulls, key=str.swapcase):
        files[full] = f"{full}-class" if full.lower() in {each.lower() for each in files} else full
    return files


def first_line(module):
    """Return what a room is for."""
    return inspect.getdoc(module).split("\n", 1)[0]


def list_room(room, names, files):
    """Return the page of one room."""
    title, fulls = room.__name__, sorted({full for full, _ in names.values()}, key=str.lower)
    own = [full for full in fulls if full.rpartition(".")[0] == title]
    return ROOM.format(
        title=title,
        line="=" * len(title),
        words=first_line(room),
        names="\n".join(f"   {'~' * (full in own)}{full}" for full in fulls),
        pages="\n".join(f"   {full.rpartition('.')[2]} <{files[full]}>" for full in own),
    )


def write_reference(app):
    """Write all pages of the reference into docs/api, and remove those of names that are gone."""
    rooms = public_names()
    found = dict(each for names in rooms.values() for each in names.values())
    files = name_files(found)
    pages = {files[full]: describe(full, each) for full, each in found.items()}
    pages |= {f"room-{room.__name__}": list_room(room, names, files) for room, names in rooms.items()}
    rows = [f"   * - :doc:`{room.__name__} <room-{room.__name__}>`\n     - {first_line(room)}" for room in rooms]
    inner = [f"   {room.__name__} <room-{room.__name__}>" for room in rooms]
    pages["index"] = INDEX.format(rows="\n".join(rows), pages="\n".join(inner))
    folder = Path(app.srcdir) / FOLDER
    for name, text in pages.items():
        write_if_changed(folder / f"{name}.rst", text)
    for path in folder.glob("*.rst"):
        if path.stem not in pages:
            path.unlink()


def name_classes(_, config):
    """Let the classes in lists of parameters lead to their pages, and no other word; none is called like two."""
    found = dict(each for names in public_names().values() for each in names.values())
    classes = [full for full, each in found.items() if inspect.isclass(each)]
    often = Counter(full.rpartition(".")[2] for full in classes)
    own = {name: full for full in classes if often[name := full.rpartition(".")[2]] == 1}
    config.numpydoc_xref_aliases = {name: name for name in DEFAULT_LINKS} | own
    config.numpydoc_xref_ignore = "all"


def lead_to_reference(app, env, node, words):
    """Let the second name of what has two lead to its page, and the name of a room to its list."""
    rooms = public_names()
    pages = {f"{room.__name__}.{name}": full for room, names in rooms.items() for name, (full, _) in names.items()}
    target, here = node.get("reftarget", ""), node["refdoc"]
    if target in [room.__name__ for room in rooms]:
        return make_refnode(app.builder, here, f"{FOLDER}/room-{target}", "", words)
    full = pages.get(target) or pages.get(f"{node.get('py:module')}.{target}")
    return full and env.domains.python_domain.resolve_xref(env, here, app.builder, "obj", full, node, words)


def setup(app):
    """Write pages before they are looked for."""
    app.connect("config-inited", name_classes, priority=400)  # before numpydoc looks at them
    app.connect("builder-inited", write_reference)
    app.connect("missing-reference", lead_to_reference)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
