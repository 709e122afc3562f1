"""What is imported only when it is used: names of rooms above, and packages that only some users need."""

import warnings
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from foldwise._core._errors import MissingDependencyError
from foldwise._core._words import one_line

# What all but foldwise.stats needs, as it is imported and as it is installed.
_INSTALLED_AS: Final = {
    **{
        name: name
        for name in ("cloudpickle", "jinja2", "joblib", "matplotlib", "pandas", "rich", "threadpoolctl", "typer")
    },
    "sklearn": "scikit-learn",
}


def on_use(module: str, name: str) -> Any:
    """Return a name of a module that is imported only now.

    A room never imports one above it. Where a class of a lower room offers, for the user's sake, what a higher room
    does (`Run.from_scores`), or where a name has moved up, it is found this way: nothing is loaded before it is used.
    """
    return getattr(import_module(module), name)


def moved(room: str, name: str, homes: dict[str, str]) -> Any:
    """Return a name that has moved out of a room, with a warning that says where it is now.

    Parameters
    ----------
    room : str
        Where it was asked for.
    name : str
        What was asked for.
    homes : dict of str to str
        Where the names that have moved are now; a private module for those that were never meant for users. After a
        colon, what they are called now.
    """
    if name not in homes:
        raise AttributeError(f"module {room!r} has no attribute {name!r}")
    home, _, new_name = homes[name].partition(":")
    public = not any(part.startswith("_") for part in home.split("."))
    instead = f"import it from {home}" if public else "it is not meant for users"
    if public and new_name:
        instead = f"it is {home}.{new_name} now"
    message = f"{room}.{name} will be gone in foldwise 0.4: {instead}."
    warnings.warn(message, FutureWarning, stacklevel=3)
    return on_use(home, new_name or name)


def explained(error: ModuleNotFoundError, what: str) -> ImportError:
    """Return the error, or one that says in one line what to install, if it is what foldwise itself needs.

    It is missing where foldwise was installed without what it needs (``pip install --no-deps``), for `foldwise.stats`
    alone, which rests on NumPy and SciPy.
    """
    package = _INSTALLED_AS.get((error.name or "").partition(".")[0])
    if package is None:
        return error
    return MissingDependencyError(
        f"{what} needs the package {package!r}, which is not installed. Run: pip install foldwise, which adds what is "
        "missing."
    )


def require(module: str, purpose: str, extra: str) -> ModuleType:
    """Import `module`, or say in one line what needs it and how to get it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise MissingDependencyError(
            f"{purpose} needs the package {module!r}, which is not installed. Run: pip install 'foldwise[{extra}]'"
        ) from error
    except ImportError as error:
        raise MissingDependencyError(
            f"{purpose} needs the package {module!r}, which cannot be used: {one_line(error)}. Install others."
        ) from error
