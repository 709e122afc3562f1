"""The modules that a module of the user's own imports, with digests of their files; nothing is imported for it."""

import ast
import builtins
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from importlib.machinery import ModuleSpec
from importlib.util import resolve_name
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from foldwise._core import StoreError, digest, one_line

# When the first run of this program began, or a little before.
_STARTED: Final = time.time()
# Of every module in memory: the import it comes from, and the file as it was when first looked at after that.
_SEEN: dict[str, tuple[Any, str]] = {}


def place_of(module: str) -> tuple[Path | None, list[Path]]:
    """File of a module, and the folders of a package; of a module that is not in memory, what an import would find.

    >>> place_of("no such module")
    (None, [])
    """
    loaded = sys.modules.get(module)
    if loaded is not None:
        file, folders = getattr(loaded, "__file__", None), getattr(loaded, "__path__", ())
    else:
        spec = _found(module)
        file = spec.origin if spec is not None and spec.has_location else None
        folders = (spec.submodule_search_locations if spec is not None else None) or ()
    return _existing(file), [Path(folder) for folder in folders if isinstance(folder, str)]


def file_digest(module: str, file: Path) -> str:
    """Digest of the file of a module, which must be what is in memory, if the module is.

    Raises
    ------
    StoreError
        If the file is known to have changed since it was imported.
    """
    content = file.read_bytes()
    now = digest("file", content.replace(b"\r\n", b"\n") if file.suffix == ".py" else content)
    loaded = sys.modules.get(module)
    if loaded is None:
        return now
    # A module that is loaded again gets another spec; a program has none.
    origin = getattr(loaded, "__spec__", None) or loaded
    imported_from, at_import = _SEEN.get(module, (None, ""))
    if imported_from is not origin:
        at_import = "" if _is_older_than(file, loaded) else now
    if at_import != now:
        raise StoreError(
            f"{one_line(str(file))} has changed since this program imported it, so that what runs is not what the file "
            "says. Start the program again, or evaluate without a store."
        )
    _SEEN[module] = origin, now
    return now


def imports_of(module: str, file: Path) -> list[str]:
    """Names of all modules that a file of Python imports, anywhere in it, and of the packages that they are in.

    Of ``from a import b`` both ``a`` and ``a.b`` are named, whatever ``b`` is.
    """
    if file.suffix not in {".py", ".pyw", ""}:
        return []
    loaded = sys.modules.get(module)
    is_package = file.name == "__init__.py" or hasattr(loaded, "__path__")
    spec = getattr(loaded, "__spec__", None)
    package = getattr(spec, "parent", None) or (module if is_package else module.rpartition(".")[0])
    return [*_with_packages(package), *imports_in(file.read_bytes(), package)]


@lru_cache(maxsize=256)
def imports_in(text: str | bytes, package: str) -> tuple[str, ...]:
    r"""Names of all modules that a text imports, with the packages that they are in.

    >>> imports_in("import a.b\ndef f():\n    from ..d import e", "p.q")
    ('a', 'a.b', 'p', 'p.d', 'p.d.e')
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    names: dict[str, None] = {}
    for node in ast.walk(tree):
        for name in _imported_by(node, package):
            names.update(dict.fromkeys(_with_packages(name)))
    return tuple(names)


def _imported_by(node: ast.AST, package: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        try:
            source = resolve_name("." * node.level + (node.module or ""), package) if node.level else node.module or ""
        except ImportError:
            return
        yield source
        yield from (f"{source}.{alias.name}" for alias in node.names if alias.name != "*")


def _with_packages(name: str) -> list[str]:
    parts = name.split(".") if name else []
    return [".".join(parts[:end]) for end in range(1, len(parts) + 1)]


def _found(module: str) -> ModuleSpec | None:
    """Spec of a module that is not in memory: found as an import finds it, but no package is run on the way."""
    package, _, name = module.rpartition(".")
    folders: Any = None
    if package:
        parent = sys.modules.get(package)
        if parent is not None and not isinstance(vars(parent).get(name, parent), ModuleType):
            return None
        spec = None if parent is not None else _found(package)
        folders = getattr(parent, "__path__", None) if spec is None else spec.submodule_search_locations
        if folders is None:
            return None
    for finder in sys.meta_path:
        # Finders may be anybody's; one that fails finds nothing.
        with suppress(Exception):
            spec = finder.find_spec(module, folders)
            if spec is not None:
                return spec
    return None


def _existing(file: Any) -> Path | None:
    """Path of a file; of a module inside an archive that of the archive."""
    if not isinstance(file, str):
        return None
    path = Path(file)
    return next((place for place in (path, *path.parents) if place.is_file()), None)


def _is_older_than(file: Path, loaded: ModuleType) -> bool:
    """Whether a file is known to have changed after its import, seen for the first time since.

    Known it is of programs, which are read when they start, and where Python has noted, with what it keeps of an
    import, when the file was changed that it had read.
    """
    changed = file.stat().st_mtime
    if changed <= _STARTED:
        return False
    if loaded.__name__ == "__main__":
        is_interactive = hasattr(sys, "ps1") or hasattr(builtins, "__IPYTHON__")
        return not is_interactive
    noted = getattr(loaded.__spec__, "cached", None)
    if sys.dont_write_bytecode or not isinstance(noted, str):
        return False
    try:
        head = Path(noted).read_bytes()[:16]
    except OSError:
        return False
    # PEP 552: a magic number, flags, and without flags the time of the source and its size.
    flags, when = (int.from_bytes(head[place : place + 4], "little") for place in (4, 8))
    return len(head) == 16 and flags == 0 and when != int(changed) & 0xFFFFFFFF
