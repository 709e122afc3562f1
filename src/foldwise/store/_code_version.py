"""Which version of which code stands behind a class or a function: releases, files, or the text as typed in."""

import sys
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from types import FunctionType
from typing import Any, Final, NoReturn
from weakref import WeakKeyDictionary

from foldwise._core import digest, text_of_function
from foldwise.store._source_files import file_digest, imports_in, imports_of, place_of
from foldwise.store._source_text import DescribeNamed, Follow, UnreadableError, defines, members, own_functions

_INSTALLED: Final = frozenset({"site-packages", "dist-packages"})
# A package named `sklearn`, too, can be installed: it is empty.
_DISTRIBUTIONS: Final = {"sklearn": "scikit-learn"}
_STDLIB: Final = tuple(Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib"))
# What Python calls the source of what is typed in at its prompt, and does not keep.
_PROMPT: Final = "<stdin>"


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
    refuse : callable
        Raises an error that gives a reason.
    live : bool, default False
        Whether of code that a file tells all global variables that it reads count as well, as they are in memory.

    Attributes
    ----------
    versions : dict of str to str
        Release of every distribution that a class or function comes from, or that a module of the user's own imports.
    sources : dict of str to str
        Digest of the file of every module that no release vouches for, and of the text of every class and function that
        no file tells.
    """

    def __init__(self, describe: DescribeNamed, refuse: Callable[[str], NoReturn], *, live: bool = False) -> None:
        self.versions: dict[str, str] = {}
        self.sources: dict[str, str] = {}
        self._describe, self._refuse, self._live = describe, refuse, live
        self._waiting: list[_Waiting] = []
        # The things themselves are kept too: as long as they live, no other gets their id.
        self._labels: dict[int, tuple[Any, str]] = {}
        self._taken: set[str] = set()
        self._modules: set[str] = set()

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
            _FIRM_CLASSES[thing] = {name: version for versions in releases for name, version in versions.items()}
        return label

    def module(self, name: str) -> None:
        """Take down the version of a module and, if it is the user's own, of all modules that it imports."""
        waiting = [name]
        while waiting:
            module = waiting.pop()
            if module in self._modules:
                continue
            self._modules.add(module)
            origin = origin_of(module)
            self.versions.update(origin.versions)
            if not origin.firm and origin.file is not None:
                self.sources[module] = file_digest(module, origin.file)
                waiting += imports_of(module, origin.file)

    def finish(self) -> None:
        """Take down the text of all that no file tells, and what that refers to."""
        # One after the other: a chain of functions that call each other may be longer than Python's stack.
        while self._waiting:
            one = self._waiting.pop()
            try:
                contents = members(
                    one.thing, self._describe, follow=one.follow, values=one.values, readable=not one.is_told
                )
            except UnreadableError:
                self._refuse(f"the text of {path_of(one.thing)} is in no file. Put it into one")
            self.sources[one.label] = digest("text", contents)
            for function in own_functions(one.thing) if one.follow != "nothing" else ():
                for module in imports_in(text_of_function(function) or "", ""):
                    self.module(module)

    def _new_label(self, path: str) -> str:
        label, number = path, 2
        while label in self._taken:
            label, number = f"{path}#{number}", number + 1
        return label

    def _take(self, thing: Any, label: str) -> tuple[Origin, bool]:
        """Take down versions and files, and what these do not tell; say where it is from and if they told all."""
        module = module_of(thing)
        self.module(module)
        origin = origin_of(module)
        at_its_path = is_at_its_path(thing)
        if origin.firm and at_its_path:
            return origin, True
        typed_in = not origin.firm and _is_typed_in(thing, origin.file)
        if not at_its_path or typed_in or self._live:
            follow: Follow = "nothing"
            if not origin.firm:
                follow = "all" if self._live else "constants" if typed_in else "nothing"
            # Of a function that cannot be found by its path, the values it holds are described where it is used.
            values = at_its_path or isinstance(thing, type)
            self._waiting.append(_Waiting(thing, label, follow, values, not typed_in))
        return origin, False


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A class or function whose text is to be taken down; its file tells what it is, or does not."""

    thing: Any
    label: str
    follow: Follow
    values: bool
    is_told: bool


_FIRM_CLASSES: WeakKeyDictionary[type, dict[str, str]] = WeakKeyDictionary([(object, {})])
_FIRM_MODULES: dict[str, Origin] = {}


def module_of(thing: Any) -> str:
    """Return the name of the module that a class or function says it comes from; empty if it does not say."""
    module = getattr(thing, "__module__", None)
    if module is None and isinstance(getattr(thing, "__self__", None), type(sys)):
        module = thing.__self__.__name__
    return module if isinstance(module, str) else ""


def path_of(thing: Any) -> str:
    """Return module and qualified name of a class or function.

    >>> from collections import OrderedDict
    >>> path_of(OrderedDict)
    'collections.OrderedDict'
    """
    return f"{module_of(thing)}.{getattr(thing, '__qualname__', '')}"


def is_at_its_path(thing: Any) -> bool:
    """Whether the path of a class or function leads to it, and not to a namesake or nowhere.

    >>> is_at_its_path(len), is_at_its_path(lambda: None)
    (True, False)
    """
    thing_there: Any = sys.modules.get(module_of(thing))
    for name in str(getattr(thing, "__qualname__", "")).split("."):
        # Looked up without getattr: a module may run code of its own when asked for a name.
        thing_there = getattr(thing_there, "__dict__", {}).get(name)
        if isinstance(thing_there, staticmethod | classmethod):
            thing_there = thing_there.__func__
    return thing_there is thing


def origin_of(module: str) -> Origin:
    """Find the distribution and the file of a module."""
    known = _FIRM_MODULES.get(module)
    if known is not None:
        return known
    top = module.partition(".")[0]
    file, folders = place_of(module)
    if top in _FIRM_MODULES and file is None and not folders:
        # A name inside of an installed module; or what that module has made and keeps under a name of its own.
        return _FIRM_MODULES[top]
    places = folders if file is None else [file]
    if top in sys.stdlib_module_names and all(map(_is_stdlib, places)):
        origin = Origin({}, file, True)
    else:
        versions = {} if not places or top in {"", "__main__"} else dict(_releases(top))
        installed = bool(places) and all(not _INSTALLED.isdisjoint(place.parts) for place in places)
        version = getattr(sys.modules.get(top), "__version__", None)
        if installed and not versions and isinstance(version, str):
            versions = {top: version}
        # Its own releases are what foldwise answers for, also where it is installed to be worked on.
        origin = Origin(versions, file, bool(versions) and (installed or top == "foldwise"))
    if origin.firm:
        _FIRM_MODULES[module] = origin
    return origin


def _is_stdlib(place: Path) -> bool:
    return _INSTALLED.isdisjoint(place.parts) and any(place.is_relative_to(folder) for folder in _STDLIB)


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


def _is_typed_in(thing: Any, file: Path | None) -> bool:
    """Whether something is in no file: it was typed in, or made by a program, maybe in a module that has a file."""
    if file is None:
        return True
    if file.suffix != ".py":
        return False
    functions = own_functions(thing)
    elsewhere = [function for function in functions if not Path(function.__code__.co_filename).is_file()]
    if functions and not elsewhere:
        return False
    if any(_was_typed(function) for function in elsewhere):
        return True
    # Without functions, or with such as decorators make.
    return not defines(file.read_bytes(), getattr(thing, "__qualname__", ""))


def _was_typed(function: FunctionType) -> bool:
    return function.__code__.co_filename == _PROMPT or text_of_function(function) is not None
