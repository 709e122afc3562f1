"""The tests that were run on a study: each is a try, and who reads the next one should know of the others."""

import sqlite3
from dataclasses import dataclass
from typing import Any

from foldwise._core import digest
from foldwise.runs._store._rows import JUDGEMENT
from foldwise.runs._store._studies import StoredStudy
from foldwise.runs._store._words import from_text, to_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A test that was run.

    Parameters
    ----------
    terms : dict
        On what terms: the test, the metric, alpha, rope and so on.
    findings : list of dict
        What it found, a row for each comparison.
    """

    terms: dict[str, Any]
    findings: list[dict[str, Any]]


def keep_judgement(connection: sqlite3.Connection, study: StoredStudy, judgement: Judgement) -> None:
    """Write down a test; the same test on the same results is written once."""
    terms, findings = to_text(judgement.terms), to_text(judgement.findings)
    JUDGEMENT.keep(connection, digest("judgement", study.name, terms, findings), study.number, terms, findings)


def judgements(connection: sqlite3.Connection, study: StoredStudy) -> list[Judgement]:
    """List the tests that were run on a study, however it was asked for under this name; the first one first."""
    where = "study_id IN (SELECT id FROM study WHERE name = ?) ORDER BY id"
    rows = JUDGEMENT.rows(connection, where, to_text(study.name))
    return [Judgement(terms=from_text(terms), findings=from_text(findings)) for _, _, terms, findings in rows]
