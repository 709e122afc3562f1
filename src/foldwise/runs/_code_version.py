"""Which version of which code stands behind a class or a function: a release, a file, or what is in memory."""

import sys
import sysconfig
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import metadata
from pathlib import Path
from types import CodeType
from typing import Any, Final
from weakref import WeakKeyDictionary

from foldwise._core import digest
from foldwise.runs._bytecode import DescribeNamed, Follow, codes_within, members, own_functions

_INSTALLED: Final = frozenset({"site-packages", "dist-packages"})
# A package named `sklearn`, too, can be installed: it is empty.
_DISTRIBUTIONS: Final = {"sklearn": "scikit-learn"}
_STDLIB: Final = tuple(Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib"))


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a module comes from; it is `firm` if its code cannot change while its versions stay."""

    versions: dict[str, str]
    file: Path | None
    firm: bool


class CodeVersions:
    """Collects, class by class and function by function, the versions and the sources behind a learner.

    Parameters
    ----------
    describe : callable
        Gives the canonical content of a value; asked for what the code in memory refers to.
    live : bool, default False
        Whether code that no release vouches for is told by what is in memory also where a file tells it, with all
        global variables it reads; `finish` then takes it down.

    Attributes
    ----------
    versions : dict of str to str
        Release of every distribution that a class or function comes from.
    sources : dict of str to str
        Digest of the code of every class and function that no release vouches for.
    """

    def __init__(self, describe: DescribeNamed, *, live: bool = False) -> None:
        self.versions: dict[str, str] = {}
        self.sources: dict[str, str] = {}
        self._describe, self._live = describe, live
        self._waiting: list[tuple[Any, str, list[str], bool]] = []
        # The things themselves are kept too: as long as they live, no other gets their id.
        self._labels: dict[int, tuple[Any, str]] = {}
        self._taken: set[str] = set()

    def label(self, thing: Any) -> str:
        """Path of a class or function, numbered where two share it; its version is taken down."""
        known = self._labels.get(id(thing))
        if known is not None:
            return known[1]
        release = _FIRM_CLASSES.get(thing) if isinstance(thing, type) else None
        label = path_of(thing) if release is not None else self._new_label(path_of(thing))
        self._labels[id(thing)] = thing, label
        self._taken.add(label)
        if release is not None:
            self.versions.update(release)
            return label
        bases = thing.__mro__[1:] if isinstance(thing, type) else ()
        for base in bases:
            self.label(base)
        origin, is_firm = self._take(thing, label)
        if isinstance(thing, type) and is_firm and all(base in _FIRM_CLASSES for base in bases):
            releases = [origin.versions, *(_FIRM_CLASSES[base] for base in bases)]
            _FIRM_CLASSES[thing] = {name: version for found in releases for name, version in found.items()}
        return label

    def module(self, name: str) -> None:
        """Take down the version of a whole module."""
        origin = origin_of(name)
        self.versions.update(origin.versions)
        if not origin.firm and origin.file is not None:
            self.sources[name] = digest("file", _file_digest(origin.file))

    def finish(self) -> None:
        """Take down the code in memory of all that was met, and of what that refers to."""
        # One after the other: a chain of functions that call each other may be longer than Python's stack.
        while self._waiting:
            thing, label, parts, values = self._waiting.pop()
            self.sources[label] = digest(*parts, members(thing, self._describe, follow="all", values=values))

    def _new_label(self, path: str) -> str:
        label, number = path, 2
        while label in self._taken:
            label, number = f"{path}#{number}", number + 1
        return label

    def _take(self, thing: Any, label: str) -> tuple[Origin, bool]:
        """Take down versions and, unless these tell everything, the code; say where it is from and if they did."""
        origin = origin_of(module_of(thing))
        self.versions.update(origin.versions)
        at_its_path = is_at_its_path(thing)
        if origin.firm and at_its_path:
            return origin, True
        parts: list[str] = []
        told = False
        # Of a function that cannot be found by its path, the values it holds are described where it is used.
        values = at_its_path or isinstance(thing, type)
        if not origin.firm and origin.file is not None:
            parts += ["file", _file_digest(origin.file)]
            told = at_its_path and not _is_of_no_file(thing) and not _is_stale(module_of(thing), origin.file)
        if self._live and not origin.firm:
            self._waiting.append((thing, label, [*parts, "memory"], values))
            return origin, False
        if not told:
            follow: Follow = "nothing" if origin.firm else "constants"
            parts += ["memory", members(thing, self._describe, follow=follow, values=values)]
        self.sources[label] = digest(*parts)
        return origin, False


_FIRM_CLASSES: WeakKeyDictionary[type, dict[str, str]] = WeakKeyDictionary([(object, {})])
_FIRM_MODULES: dict[str, Origin] = {}


def module_of(thing: Any) -> str:
    """Name of the module that a class or function says it comes from; empty if it does not say."""
    module = getattr(thing, "__module__", None)
    if module is None and isinstance(getattr(thing, "__self__", None), type(sys)):
        module = thing.__self__.__name__
    return module if isinstance(module, str) else ""


def path_of(thing: Any) -> str:
    """Write module and qualified name of a class or function.

    >>> from collections import OrderedDict
    >>> path_of(OrderedDict)
    'collections.OrderedDict'
    """
    return f"{module_of(thing)}.{getattr(thing, '__qualname__', '')}"


def is_at_its_path(thing: Any) -> bool:
    """Say whether the path of a class or function leads to it, and not to a namesake or nowhere.

    >>> is_at_its_path(len), is_at_its_path(lambda: None)
    (True, False)
    """
    found: Any = sys.modules.get(module_of(thing))
    for name in str(getattr(thing, "__qualname__", "")).split("."):
        # Looked up without getattr: a module may run code of its own when asked for a name.
        found = getattr(found, "__dict__", {}).get(name)
        if isinstance(found, staticmethod | classmethod):
            found = found.__func__
    return found is thing


def origin_of(module: str) -> Origin:
    """Find the distribution and the file of a module."""
    known = _FIRM_MODULES.get(module)
    if known is not None:
        return known
    top = module.partition(".")[0]
    file = _file_of(module) or _file_of(top)
    if top in sys.stdlib_module_names and (file is None or _is_stdlib(file)):
        origin = Origin({}, file, True)
    else:
        versions = {} if top in {"", "__main__"} else dict(_releases(top))
        installed = file is not None and not _INSTALLED.isdisjoint(file.parts)
        if (
            installed
            and not versions
            and isinstance(version := getattr(sys.modules.get(top), "__version__", None), str)
        ):
            versions = {top: version}
        # Its own releases are what foldwise answers for, also where it is installed to be worked on.
        origin = Origin(versions, file, bool(versions) and (installed or top == "foldwise"))
    if origin.firm:
        _FIRM_MODULES[module] = origin
    return origin


def _file_of(module: str) -> Path | None:
    file = getattr(sys.modules.get(module), "__file__", None)
    return Path(file) if isinstance(file, str) and Path(file).is_file() else None


def _is_stdlib(file: Path) -> bool:
    return _INSTALLED.isdisjoint(file.parts) and any(file.is_relative_to(folder) for folder in _STDLIB)


@cache
def _releases(top: str) -> dict[str, str]:
    """Names and versions of the distributions that bring a top-level package."""
    name = _DISTRIBUTIONS.get(top, top)
    try:
        return {name: metadata.version(name)}
    except metadata.PackageNotFoundError:
        return {name: metadata.version(name) for name in sorted(set(_packages_distributions().get(top, ())))}


@cache
def _packages_distributions() -> dict[str, list[str]]:
    # Reads the records of everything installed: a good part of a second, so only for packages of another name.
    return dict(metadata.packages_distributions())


def _file_digest(file: Path) -> str:
    content = file.read_bytes()
    return digest(content.replace(b"\r\n", b"\n") if file.suffix == ".py" else content)


def _is_stale(module: str, file: Path) -> bool:
    """Say whether a module in memory holds functions that its file does not: it was edited since, or rewritten."""
    if file.suffix != ".py":
        return False
    written = _codes_in_file(file.read_bytes(), str(file))
    return any(code not in written for code in _codes_in_memory(module, str(file)))


@lru_cache(maxsize=64)
def _codes_in_file(content: bytes, file: str) -> frozenset[CodeType]:
    try:
        return frozenset(codes_within(compile(content, file, "exec", dont_inherit=True)))
    except (SyntaxError, ValueError):
        return frozenset()


def _codes_in_memory(module: str, file: str) -> list[CodeType]:
    things = list(vars(sys.modules[module]).values()) if module in sys.modules else []
    codes = [one.__code__ for thing in things if module_of(thing) == module for one in own_functions(thing)]
    return [code for code in codes if code.co_filename == file]


def _is_of_no_file(thing: Any) -> bool:
    """Say whether something was typed in, or made by a program, in a module that otherwise has a file."""
    return not all(Path(one.__code__.co_filename).is_file() for one in own_functions(thing))
