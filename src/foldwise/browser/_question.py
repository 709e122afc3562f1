"""What a reader of the page asks: files of results, and on which terms they are judged."""

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any, Final, NoReturn

from foldwise._core import one_line, read_roles
from foldwise.results import as_results
from foldwise.verdicts import judge

# How judge is asked on the command line, and how what is typed becomes what it takes.
_OF_READING: Final = ("metric", "scheme", "allow_partial")
_NUMBERS: Final = {"alpha": float, "rope": float, "tries": int}
_WORDS: Final = ("test", "alternative", "adjust", "missing")
_LONGEST_NAME: Final = 100
_LESS: Final = " cost"
# What a reading says where the name of the scores does not tell.
_UNKNOWN: Final = "greater taken to be better"


@dataclass(frozen=True, slots=True)
class Question:
    """Files, and terms as they were typed; those that were left empty are not there.

    Parameters
    ----------
    files : tuple of (str, bytes)
        Name and content of each.
    terms : mapping of str to str
        By the names of the options of ``foldwise judge``; several columns are lines; ``less``: less is better.
    """

    files: tuple[tuple[str, bytes], ...]
    terms: Mapping[str, str]

    @classmethod
    def read(cls, body: bytes) -> "Question":
        """Read what the page sends: a line of JSON, and one file behind the other."""
        line, _, rest = body.partition(b"\n")
        try:
            head = json.loads(line)
            sizes = [(str(each["name"]), int(each["size"])) for each in head["files"]]
            terms = {str(name): str(text).strip() for name, text in head["terms"].items()}
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            _refuse()
        if not sizes or min(size for _, size in sizes) < 0 or sum(size for _, size in sizes) != len(rest):
            _refuse()
        files, start = [], 0
        for name, size in sizes:
            files.append((_file_name(name), rest[start : start + size]))
            start += size
        return cls(tuple(files), {name: text for name, text in terms.items() if text})

    def written(self, folder: Path) -> list[Path]:
        """Write the files; of several with one name, all but the first into folders of their own."""
        paths = []
        for number, (name, content) in enumerate(self.files):
            path = folder / name
            if path.exists():
                # Learners may be named after either.
                (folder / str(number)).mkdir()
                path = folder / str(number) / name
            path.write_bytes(content)
            paths.append(path)
        return paths

    def read_results(self, paths: list[Path]) -> tuple[Any, Any]:
        """Read the files on these terms; return results, and how they were read."""
        source: Any = [str(path) for path in paths] if len(paths) > 1 else str(paths[0])
        how: dict[str, Any] = {name: self.terms[name] for name in _OF_READING if name in self.terms}
        how |= {"allow_partial": True} if "allow_partial" in how else {}
        columns = read_roles(self._columns)
        how |= {"columns": columns} if columns else {}
        results, reading = as_results(source, **how)
        if "less" not in self.terms or "lower is better" in reading.scale:
            return results, reading
        if _UNKNOWN not in reading.scale:
            known = f"of {one_line(reading.scale)}" if reading.scale else "here"
            raise ValueError(f"Whether less is better is known {known}. Leave it out, or say what the scores are.")
        name = reading.columns.get("score")
        roles = {**columns, "score": name} if isinstance(name, str) else columns
        # A quantity that is called a cost is one of which everybody wants less.
        return as_results(source, **{**how, "metric": self._as_cost(name), "columns": roles or None})

    def judge(self, results: Any) -> Any:
        """Judge on these terms."""
        terms: dict[str, Any] = {name: self.terms[name] for name in _WORDS if name in self.terms}
        for name, kind in _NUMBERS.items():
            if name in self.terms:
                try:
                    terms[name] = kind(self.terms[name])
                except ValueError:
                    raise ValueError(f"{name} must be a number, got {one_line(self.terms[name])!r}.") from None
        return judge(results, allow_partial="allow_partial" in self.terms, **terms)

    def command(self, reading: Any) -> str:
        """Return what to type for the same answer."""
        words = ["foldwise", "judge", *(f"./{name}" if name.startswith("-") else name for name, _ in self.files)]
        terms, columns = dict(self.terms), list(self._columns)
        if "less" in terms and reading is not None and reading.scale:
            name = reading.columns.get("score")
            terms["metric"] = self._as_cost(name)
            columns += (
                [f"score={name}"] if isinstance(name, str) and not any(c.startswith("score=") for c in columns) else []
            )
        for name in ("metric", "scheme", *_WORDS, *_NUMBERS):
            words += [f"--{name}", terms[name]] if name in terms else []
        words += [word for pair in columns for word in ("--column", pair)]
        words += ["--allow-partial"] if "allow_partial" in terms else []
        return shlex.join([*words, "--report", "verdict.html"])

    @property
    def _columns(self) -> list[str]:
        return [line.strip() for line in self.terms.get("columns", "").splitlines() if line.strip()]

    def _as_cost(self, column: Any) -> str:
        name = self.terms.get("metric") or (column if isinstance(column, str) else "")
        return name if name.endswith(_LESS) else f"{name}{_LESS}".strip()


def _file_name(name: str) -> str:
    r"""Return the last part of a path, not too long, with its ending.

    >>> _file_name("C:\\runs\\a.csv"), _file_name("../.."), _file_name("x" * 300 + ".parquet")[-10:]
    ('a.csv', 'results.csv', 'xx.parquet')
    """
    last = PurePath(name.replace("\\", "/").replace("\0", "")).name
    if last in ("", ".", ".."):
        return "results.csv"
    ending = PurePath(last).suffix[-20:]
    return last.removesuffix(ending)[: _LONGEST_NAME - len(ending)] + ending


def _refuse() -> NoReturn:
    raise ValueError("The names and sizes of the files do not fit what was sent. Load the page again.")
