"""From a study file to what makes a study, every error with its line."""

from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Any, Final

from foldwise._core import FoldwiseError, StudyFileError, check_seed, one_line
from foldwise.splits import as_scheme
from foldwise.store import Store
from foldwise.studies._options import (
    as_metrics,
    as_tests,
    check_judging,
    check_one_learner,
    check_one_task,
    check_store,
)
from foldwise.studies._source import check_name
from foldwise.studies._toml_bounds import check_integers
from foldwise.studies._toml_datasets import read_datasets
from foldwise.studies._toml_learners import read_learners
from foldwise.studies._toml_lines import toml_lines
from foldwise.studies._toml_text import last_line, parse, read_text, where
from foldwise.studies._toml_values import kind_of, text_of, texts_of, unknown_key

_PLURAL: Final = {"test": "tests", "metric": "metrics"}


def read_toml(path: str | PathLike[str]) -> dict[str, Any]:
    """Read and check a study file; return the arguments of `Study`."""
    file = Path(path).expanduser().absolute()
    if Store.is_at(file):
        raise StudyFileError(f"{file.name} is a store, which keeps results. Give the study file, which ends in .toml.")
    text = read_text(file)
    return _StudyFile(file, text, parse(text, file)).arguments()


class _StudyFile:
    """A document with the lines of its keys, and a reader for each key."""

    def __init__(self, file: Path, text: str, document: dict[str, Any]) -> None:
        self.file = file
        self.text = text
        self.document = document
        self.lines = toml_lines(text)
        self.readers: dict[str, Callable[[Any], Any]] = {
            "name": lambda value: check_name(value, "name"),
            "scheme": _scheme,
            "test": lambda value: as_tests([text_of(value, "test")]),
            "tests": lambda value: as_tests(_some(value, "tests")),
            "metric": lambda value: as_metrics([text_of(value, "metric")]),
            "metrics": lambda value: as_metrics(_some(value, "metrics")),
            "alpha": lambda value: _judging(alpha=value),
            "rope": lambda value: _judging(rope=value),
            "alternative": lambda value: _judging(alternative=value),
            "adjust": lambda value: _judging(adjust=value),
            "seed": check_seed,
            "store": self._store,
            "datasets": self._datasets,
            "learners": read_learners,
        }

    def arguments(self) -> dict[str, Any]:
        """Read every key, and raise the error that comes first in the file if there is one."""
        found: dict[str, Any] = {"name": self.file.stem}
        problems: list[tuple[int, str, Exception]] = []

        def attempt(key: str, read: Callable[[Any], Any], value: Any) -> Any:
            try:
                check_integers(value)
                return read(value)
            except (FoldwiseError, ValueError, TypeError, OSError, OverflowError) as error:
                path: tuple[str | int, ...] = getattr(error, "path", ())
                # Options at the end of a file belong to the table above them.
                lost = key in ("datasets", "learners") and path and path[0] in self.readers
                hint = f" If {path[0]} is an option of the study, write it above the first [table]." if lost else ""
                problems.append((self._line(key, *path), one_line(error) + hint, error))

        for key, value in self.document.items():
            found[_PLURAL.get(key, key)] = attempt(key, self._reader(key), value)
        for key in ("datasets", "learners"):
            if key not in self.document:
                attempt(key, _refuse(f"the file ends without {key}. Add a table [{key}]."), None)
        # What two keys say together.
        if not problems and "rope" in found:
            attempt("rope", lambda rope: check_judging(rope=rope, alpha=found.get("alpha", 0.05)), found["rope"])
        if not problems and "tests" in found:
            key = "tests" if "tests" in self.document else "test"
            attempt(key, lambda tests: check_one_learner(tests, found["learners"]), found["tests"])
        if not problems:
            attempt("learners", check_one_task, found["learners"])
        if problems:
            line, message, error = min(problems, key=lambda problem: problem[0])
            raise StudyFileError(f"{where(self.file, line)}: {message}") from error
        return {**found, "path": self.file, "text": self.text}

    def _line(self, *path: str | int) -> int:
        """Line of the innermost key on the path that has one; the last line if none has."""
        lengths = range(len(path), 0, -1)
        known = (self.lines[path[:length]] for length in lengths if path[:length] in self.lines)
        return next(known, last_line(self.text))

    def _reader(self, key: str) -> Callable[[Any], Any]:
        if key in _PLURAL and _PLURAL[key] in self.document:
            return _refuse(f"{key} and {_PLURAL[key]} are the same: keep one of them.")
        return self.readers[key] if key in self.readers else _refuse(unknown_key(key, self.readers))

    def _store(self, value: Any) -> Path:
        store = self.file.parent / Path(check_name(value, "store")).expanduser()
        check_store(store)
        return store

    def _datasets(self, value: Any) -> Any:
        return read_datasets(
            value, folder=self.file.parent, where=lambda key: where(self.file, self._line("datasets", key))
        )


def _scheme(value: Any) -> Any:
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise TypeError(f'scheme must be a text such as "10x10", got {kind_of(value)}.')
    return as_scheme(value)


def _some(value: Any, key: str) -> list[str]:
    if value == []:
        raise ValueError(f"{key} must name at least one. Leave {key} out for the default.")
    return texts_of(value, key)


def _judging(**option: Any) -> Any:
    check_judging(**option)
    (value,) = option.values()
    return value


def _refuse(message: str) -> Callable[[Any], Any]:
    def read(_: Any) -> Any:
        raise ValueError(message)

    return read
