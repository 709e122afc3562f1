"""What the import linter cannot see: the lazy root, the rooms' front doors, the size of modules."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

import foldwise

SOURCE = Path(foldwise.__file__).parent
MODULES = sorted(path.relative_to(SOURCE) for path in SOURCE.rglob("*.py"))
ROOMS = sorted(path.parent.name for path in SOURCE.glob("*/__init__.py"))


@pytest.mark.parametrize("module", [path for path in MODULES if path.parts[0] != "papers"], ids=str)
def test_no_room_goes_through_the_lazy_root(module):
    """`import foldwise` would hide an upward import from the linter; only `papers` writes as a user does."""
    for node in ast.walk(ast.parse((SOURCE / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert "foldwise" not in [name.name for name in node.names]
        if isinstance(node, ast.ImportFrom) and module != Path("__init__.py"):
            assert node.level == 0
            assert node.module != "foldwise"


@pytest.mark.parametrize("module", [path for path in MODULES if path.parts[0] == "papers"], ids=str)
def test_papers_name_no_private_module(module):
    """What they show is shown to be within reach of any user."""
    for node in ast.walk(ast.parse((SOURCE / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom | ast.Import):
            names = [alias.name for alias in node.names] + [getattr(node, "module", None) or ""]
            assert not [name for name in names if any(part.startswith("_") for part in name.split("."))]
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "fw":
            assert not node.attr.startswith("_")


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "_kernels"])
def test_a_room_shows_what_it_says_it_shows(room):
    module = import_module(f"foldwise.{room}")
    shown = {name for name in vars(module) if not name.startswith("_") and not _is_hidden(module, name)}
    assert list(module.__all__) == sorted(set(module.__all__), key=_constants_first)
    assert shown == set(module.__all__)


def _is_hidden(module, name):
    """Modules are, unless they are a room within the room, such as `lab.sources`."""
    spec = getattr(vars(module)[name], "__spec__", None)
    return spec is not None and (spec.submodule_search_locations is None or name not in module.__all__)


def _constants_first(name):
    """The order of ruff's RUF022: constants, then classes, then functions."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


def test_the_root_offers_its_verbs_and_rooms():
    for name in foldwise.__all__:
        assert getattr(foldwise, name) is not None
    assert set(foldwise.__all__) <= set(dir(foldwise))
    assert foldwise.__version__.count(".") == 2
    with pytest.raises(AttributeError, match="module 'foldwise' has no attribute 'comprae'"):
        foldwise.comprae  # noqa: B018


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_modules_stay_small(module):
    assert len((SOURCE / module).read_text(encoding="utf-8").splitlines()) <= 400
