"""From a study file to what makes a study, every error with its line."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any, Final

from foldwise._core import FoldwiseError, StudyFileError, check_seed, one_line
from foldwise.data import find_source
from foldwise.store import Store
from foldwise.studies._dataset import KEYS, DistinctSources, StudyDataset, check_name, name_sources
from foldwise.studies._learners import read_learners
from foldwise.studies._options import (
    as_hypotheses,
    as_metrics,
    as_study_scheme,
    as_tests,
    check_one_learner,
    check_one_task,
    check_settled_study,
    check_store,
)
from foldwise.studies._toml import last_line, parse, read_text, toml_lines, where
from foldwise.studies._values import check_integers, kind_of, placed, text_of, texts_of, unknown_key
from foldwise.verdicts import Settled
from foldwise.verdicts._door import Terms, check_against

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
            "against": lambda value: _judging(against=text_of(value, "against")),
            "missing": lambda value: _judging(missing=value),
            "seed": check_seed,
            "max_fits": lambda value: Settled(max_fits=value).max_fits,
            "max_repeats": lambda value: Settled(max_repeats=value).max_repeats,
            "store": self._store,
            "datasets": self._datasets,
            "learners": read_learners,
            "registration": self._registration,
        }

    def arguments(self) -> dict[str, Any]:
        """Read every key, and raise the error that comes first in the file if there is one."""
        arguments: dict[str, Any] = {"name": self.file.stem}
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
            arguments[_PLURAL.get(key, key)] = attempt(key, self._reader(key), value)
        for key in ("datasets", "learners"):
            if key not in self.document:
                attempt(key, _refuse(f"the file ends without {key}. Add a table [{key}]."), None)
        # What two keys say together.
        if not problems and "rope" in arguments:
            alpha = arguments.get("alpha", 0.05)
            attempt("rope", lambda rope: Terms(rope=rope, alpha=alpha), arguments["rope"])
        if not problems and "against" in arguments:
            attempt("against", lambda name: check_against(name, arguments["learners"]), arguments["against"])
        if not problems and "tests" in arguments:
            key = "tests" if "tests" in self.document else "test"
            attempt(key, lambda tests: check_one_learner(tests, arguments["learners"]), arguments["tests"])
        for key in ("max_fits", "max_repeats"):
            if not problems and key in arguments:
                read = partial(_budgeted, budget={key: arguments.pop(key)})
                arguments["scheme"] = attempt(key, read, arguments.get("scheme"))
        if not problems:
            attempt("learners", check_one_task, arguments["learners"])
        if not problems:
            together = (arguments.get(key, ()) for key in ("tests", "metrics", "learners"))
            attempt("scheme", lambda scheme: check_settled_study(scheme, *together), arguments.get("scheme"))
        if not problems and "registration" in arguments:
            arguments |= arguments.pop("registration")
            claims: dict[str, Any] = {key: arguments[key] for key in ("learners", "datasets")}
            claims |= {"metrics": arguments.get("metrics", ()), "rope": arguments.get("rope")}
            attempt("registration", partial(_hypotheses, claims=claims), arguments.get("hypotheses", ()))
        if problems:
            line, message, error = min(problems, key=lambda problem: problem[0])
            raise StudyFileError(f"{where(self.file, line)}: {message}") from error
        return {**arguments, "path": self.file, "text": self.text}

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

    def _registration(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise TypeError(f"registration must be a table with hypotheses, got {kind_of(value)}.")
        read: dict[str, Any] = {}
        for key, item in value.items():
            with placed(key):
                if key == "hypotheses":
                    read["hypotheses"] = tuple(texts_of(item, key))
                elif key == "file":
                    read["registration"] = self.file.parent / Path(check_name(item, "file")).expanduser()
                else:
                    raise ValueError(f"registration: {unknown_key(key, ('hypotheses', 'file'))}")
        return read

    def _datasets(self, value: Any) -> Any:
        return read_datasets(
            value, folder=self.file.parent, where=lambda key: where(self.file, self._line("datasets", key))
        )


def _scheme(value: Any) -> Any:
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise TypeError(f'scheme must be a text such as "10x10", got {kind_of(value)}.')
    return as_study_scheme(value)


def _budgeted(scheme: Any, *, budget: dict[str, Any]) -> Any:
    if not isinstance(scheme, Settled):
        (name,) = budget
        raise ValueError(f'{name} is for scheme = "settled"; a fixed design has as many fits as it has.')
    return replace(scheme, **budget)


def _some(value: Any, key: str) -> list[str]:
    if value == []:
        raise ValueError(f"{key} must name at least one. Leave {key} out for the default.")
    return texts_of(value, key)


def _judging(**option: Any) -> Any:
    Terms(**option)
    (value,) = option.values()
    return value


def _hypotheses(texts: Any, *, claims: dict[str, Any]) -> Any:
    with placed("hypotheses"):
        return as_hypotheses(texts, **claims)


def _refuse(message: str) -> Callable[[Any], Any]:
    def read(_: Any) -> Any:
        raise ValueError(message)

    return read


def read_datasets(value: Any, *, folder: Path, where: Callable[[str | int], str]) -> dict[str, StudyDataset]:
    """Find the data that a table of names, or an array, asks for.

    Parameters
    ----------
    value : dict or list
        As tomllib reads it.
    folder : Path
        Where relative paths start.
    where : callable
        Takes the key in the table, or the number in the array, and says where that is.
    """
    entries: list[tuple[str | int, str, Any]]
    if isinstance(value, dict):
        entries = [(name, name, item) for name, item in value.items()]
    elif isinstance(value, list):
        texts = texts_of(value, "datasets")
        entries = list(zip(range(len(texts)), name_sources(texts), texts, strict=True))
    else:
        raise TypeError(f'datasets must be a table or an array such as ["iris", "wine"], got {kind_of(value)}.')
    if not entries:
        raise ValueError("there are no datasets. Name at least one.")
    sources = DistinctSources()
    for key, name, item in entries:
        with placed(key):
            arguments = _arguments(name, item, folder)
            sources.add(StudyDataset(name=name, where=where(key), **arguments))
    return sources.named


def _arguments(name: str, item: Any, folder: Path) -> dict[str, Any]:
    table = {"source": item} if isinstance(item, str) else item
    if not isinstance(table, dict):
        raise TypeError(f"dataset {name!r} must be a text or a table with source, got {kind_of(item)}.")
    for key, value in table.items():
        with placed(key):
            if key not in KEYS:
                raise ValueError(f"dataset {name!r}: {unknown_key(key, KEYS)}")
            check_name(value, f"{key} of dataset {name!r}")
    if "source" not in table:
        raise ValueError(f"dataset {name!r} has no source: give a name or the path of a file.")
    with placed("source"):
        return {**table, "source": find_source(table["source"], folder=folder)}
