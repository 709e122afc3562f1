"""What the import linter cannot see: the lazy root, the rooms' front doors, the size of modules."""

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import foldwise

SOURCE = Path(foldwise.__file__).parent
MODULES = sorted(path.relative_to(SOURCE) for path in SOURCE.rglob("*.py"))
ROOMS = sorted(path.parent.name for path in SOURCE.glob("*/__init__.py"))


@cache
def nodes():
    """What imports, defines or names in all modules, with the module it stands in."""
    wanted = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.Attribute)
    return [
        (module, node) for module in MODULES for node in ast.walk(tree(SOURCE / module)) if isinstance(node, wanted)
    ]


def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def test_no_room_goes_through_the_lazy_root():
    """`import foldwise` would hide an upward import from the linter; only `papers` writes as a user does."""
    for module, node in nodes():
        if module.parts[0] == "papers":
            continue
        if isinstance(node, ast.Import):
            assert "foldwise" not in [name.name for name in node.names], module
        if isinstance(node, ast.ImportFrom) and module != Path("__init__.py"):
            assert node.level == 0, module
            assert node.module != "foldwise", module


def test_papers_name_no_private_module():
    """What they show is shown to be within reach of any user."""
    for module, node in nodes():
        if module.parts[0] != "papers":
            continue
        if isinstance(node, ast.ImportFrom | ast.Import):
            names = [alias.name for alias in node.names] + [getattr(node, "module", None) or ""]
            assert not [name for name in names if any(part.startswith("_") for part in name.split("."))], module
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "fw":
            assert not node.attr.startswith("_"), module


def test_rooms_meet_at_their_doors():
    """A private module belongs to its room; what other rooms need of it goes through `_door`, and papers take none."""
    for module, node in nodes():
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("foldwise."):
            _, other, *rest = node.module.split(".")
            own = other in {module.parts[0], "_kernels"}
            assert own or rest in ([], ["_door"]) or not rest[0].startswith("_"), (module, node.module)


def test_a_door_is_no_wider_than_what_is_used():
    """Names that only their own room uses do not stand in its door."""
    used = set()
    for _, node in nodes():
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith("._door"):
            used |= {(node.module, name.name) for name in node.names}
    on_use = {("foldwise.results._door", "one_run"), ("foldwise.displays._door", "inline_svg")}
    for door in SOURCE.glob("*/_door.py"):
        name = f"foldwise.{door.parent.name}._door"
        assert {(name, each) for each in import_module(name).__all__} <= used | on_use


def test_the_table_of_rooms_is_complete_and_in_the_order_of_imports():
    text = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", text, re.MULTILINE)
    named = [room for row in rows for room in re.findall(r"\w+", row)]
    assert sorted(named) == ROOMS
    for module, node in nodes():
        if len(module.parts) > 1 and isinstance(node, ast.ImportFrom) and (node.module or "").startswith("foldwise."):
            assert named.index(node.module.split(".")[1]) <= named.index(module.parts[0]), (module, node.module)


def test_old_paths_go_on_working_and_say_where_things_are_now():
    from foldwise import runs

    with pytest.warns(
        FutureWarning, match=r"foldwise.runs.Store will be gone in foldwise 0.4: import it from foldwise.st"
    ):
        assert runs.Store is foldwise.store.Store
    with pytest.warns(
        FutureWarning, match=r"foldwise.runs.Plan will be gone in foldwise 0.4: it is not meant for users"
    ):
        assert runs.Plan.__name__ == "Plan"
    with pytest.warns(FutureWarning, match=r"verdicts.Plan will be gone in foldwise 0.4: it is foldwise.verdicts.R"):
        assert foldwise.verdicts.Plan is foldwise.verdicts.Recommendation
    for room in (import_module(f"foldwise.{room}") for room in ROOMS):
        for name in getattr(room, "_MOVED", ()):
            with pytest.warns(FutureWarning, match=name):
                assert getattr(room, name) is not None
    with pytest.raises(AttributeError, match=r"module 'foldwise.runs' has no attribute 'evalute'"):
        runs.evalute  # noqa: B018


def test_a_room_shows_what_it_says_it_shows():
    for room in ROOMS:
        module = import_module(f"foldwise.{room}")
        if room != "_kernels":
            shown = {name for name in vars(module) if not name.startswith("_") and not _is_hidden(module, name)}
            assert list(module.__all__) == sorted(set(module.__all__), key=_constants_first)
            assert shown == set(module.__all__), room


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


def test_tests_come_in_through_the_front_doors():
    """Private modules that tests import, each once for each file; names of fixtures and code in texts do not count."""
    found = []
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Import | ast.ImportFrom):
                found += [f"{path.relative_to(Path(__file__).parent)}: {module}" for module in _private(node)]
    most = 40
    assert len(found) <= most, (
        f"{len(found)} imports of private modules, at most {most}: test what is new by the public names of its room, "
        "or take the private part once, as a fixture of a conftest.py:\n" + "\n".join(found)
    )


def _private(node):
    """Modules of foldwise with an underscore that an import reaches; what comes from one of them counts once."""
    of = [getattr(node, "module", None)] if _is_private(getattr(node, "module", None) or "") else None
    prefix = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
    names = of or [prefix + name.name for name in node.names]
    return [name for name in names if name.split(".")[0] == "foldwise" and _is_private(name)]


def _is_private(name):
    return any(part.startswith("_") and not part.startswith("__") for part in name.split("."))


def test_modules_stay_small():
    sizes = {module: len((SOURCE / module).read_text(encoding="utf-8").splitlines()) for module in MODULES}
    assert {module: size for module, size in sizes.items() if size > 400} == {}


def test_programs_of_experiments_have_names_of_their_own():
    """Tests import them from their folders: of two with one name, one process would load only the first."""
    folder = Path(__file__).parents[1] / "experiments"
    names = [path.stem if path.suffix else path.name for path in folder.glob("*/*") if path.suffix in {"", ".py"}]
    names = [name for name in names if name != "__pycache__"]
    assert sorted(names) == sorted(set(names))
