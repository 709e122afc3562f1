"""Packages that only some users need."""

from importlib import import_module
from types import ModuleType

from foldwise._core._errors import MissingDependencyError


def require(module: str, purpose: str, extra: str) -> ModuleType:
    """Import `module`, or say in one line what needs it and how to get it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingDependencyError(
            f"{purpose} needs the package {module!r}, which is not installed. Run: pip install 'foldwise[{extra}]'"
        ) from error
