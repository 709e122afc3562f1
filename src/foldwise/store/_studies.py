"""Which runs belong together: what was asked for at one time, under one name, and the tests that were run on it."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from foldwise._core import digest
from foldwise.store._tables import JUDGEMENT, STUDY
from foldwise.store._values import from_text, to_text


@dataclass(frozen=True, slots=True)
class StoredCell:
    """One learner on one dataset, as the store knows it.

    Parameters
    ----------
    number : int
        Of its row.
    name : str
        What this study calls the learner.
    is_seeded : bool
        Whether its randomness differs from repeat to repeat, so that a result belongs to one of them.
    """

    number: int
    name: str
    is_seeded: bool

    def place(self, repeat: int) -> int:
        """Under which number the results of a repeat are kept; any serves where nothing is random."""
        return repeat if self.is_seeded else -1


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A plan as the store knows it: the numbers of its rows."""

    dataset: str
    dataset_id: int
    assignment_id: int
    partitions: tuple[int, ...]
    n_folds: int
    metric: str
    is_own_metric: bool
    caveats: tuple[tuple[str, str], ...]
    cells: tuple[StoredCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredStudy:
    """Runs that were asked for together.

    Parameters
    ----------
    number : int
        Of its row.
    name : str
        What it is called.
    definition : str
        How it was asked for: the text of a file, say.
    runs : tuple of StoredRun
        One for each dataset.
    """

    number: int
    name: str
    definition: str
    runs: tuple[StoredRun, ...]


def keep_study(connection: sqlite3.Connection, name: str, definition: str, runs: Sequence[StoredRun]) -> StoredStudy:
    """Write down what is asked for; it is then the last that was."""
    described = to_text([_describe(run) for run in runs])
    number = STUDY.keep(
        connection, digest("study", name, definition, described), to_text(name), to_text(definition), described
    )
    connection.execute("UPDATE study SET turn = (SELECT max(turn) + 1 FROM study) WHERE id = ?", (number,))
    return StoredStudy(number=number, name=name, definition=definition, runs=tuple(runs))


def study_names(connection: sqlite3.Connection) -> list[str]:
    """Names of the studies, the last one first."""
    rows = connection.execute("SELECT name FROM study GROUP BY name ORDER BY max(turn) DESC")
    return [from_text(name) for (name,) in rows]


def find_study(connection: sqlite3.Connection, name: str | None) -> StoredStudy | None:
    """Find what was asked for last, under this name or any; None if nothing was."""
    wanted = None if name is None else to_text(name)
    statement = "SELECT id FROM study WHERE name = ? OR ? IS NULL ORDER BY turn DESC"
    row = connection.execute(statement, (wanted, wanted)).fetchone()
    return None if row is None else _load(connection, int(row[0]))


def all_studies(connection: sqlite3.Connection) -> list[StoredStudy]:
    """List everything that was ever asked for."""
    numbers = connection.execute("SELECT id FROM study ORDER BY id").fetchall()
    return [_load(connection, number) for (number,) in numbers]


def _load(connection: sqlite3.Connection, number: int) -> StoredStudy:
    _, name, definition, runs = STUDY.row(connection, "id = ?", number)
    return StoredStudy(
        number=number,
        name=from_text(name),
        definition=from_text(definition),
        runs=tuple(_read(run) for run in from_text(runs)),
    )


def _describe(run: StoredRun) -> list[object]:
    cells = [[cell.number, cell.name, cell.is_seeded] for cell in run.cells]
    return [
        run.dataset,
        run.dataset_id,
        run.assignment_id,
        run.partitions,
        run.n_folds,
        run.metric,
        run.is_own_metric,
        run.caveats,
        cells,
    ]


def _read(described: list[Any]) -> StoredRun:
    dataset, dataset_id, assignment_id, partitions, n_folds, metric, is_own, caveats, cells = described
    return StoredRun(
        dataset=dataset,
        dataset_id=dataset_id,
        assignment_id=assignment_id,
        partitions=tuple(partitions),
        n_folds=n_folds,
        metric=metric,
        is_own_metric=is_own,
        caveats=tuple((code, message) for code, message in caveats),
        cells=tuple(StoredCell(*cell) for cell in cells),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A test that was run.

    Parameters
    ----------
    terms : dict
        On what terms: the test, the metric, alpha, rope and so on.
    findings : list of dict
        What it found, a row for each comparison.

    Examples
    --------
    >>> from foldwise.store import Judgement
    >>> judgement = Judgement(terms={"test": "kfold_t", "metric": "accuracy"}, findings=[{"pvalue": 0.03}])
    >>> judgement.terms["test"], len(judgement.findings)
    ('kfold_t', 1)
    """

    terms: dict[str, Any]
    findings: list[dict[str, Any]]


def keep_judgement(connection: sqlite3.Connection, study: StoredStudy, judgement: Judgement) -> None:
    """Write down a test; the same test on the same results is written once."""
    terms, findings = to_text(judgement.terms), to_text(judgement.findings)
    JUDGEMENT.keep(connection, digest("judgement", study.number, terms, findings), study.number, terms, findings)


def judgements(connection: sqlite3.Connection, study: StoredStudy) -> list[Judgement]:
    """List the tests that were run on the data of a study, or on some of them, whoever asked; the first one first."""
    datasets = {run.dataset_id for run in study.runs}
    akin = {other.number for other in all_studies(connection) if datasets & {run.dataset_id for run in other.runs}}
    return [
        Judgement(terms=from_text(terms), findings=from_text(findings))
        for _, number, terms, findings in JUDGEMENT.rows(connection, "1 ORDER BY id")
        if number in akin
    ]
