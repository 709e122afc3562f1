"""The tests that were run on a study: each is a try, and who reads the next one should know of the others."""

import sqlite3
from dataclasses import dataclass
from typing import Any

from foldwise._core import digest
from foldwise.store._rows import JUDGEMENT
from foldwise.store._studies import StoredStudy, all_studies
from foldwise.store._words import from_text, to_text


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
