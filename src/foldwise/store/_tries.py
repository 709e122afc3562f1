"""What a store holds, told as tries: scores, comparisons and candidates of tuning, each under a key of its content."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from foldwise._core import digest
from foldwise.store._studies import StoredRun, StoredStudy
from foldwise.store._tables import JUDGEMENT
from foldwise.store._values import from_text
from foldwise.tuning import TryKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A try that is to be counted, unless it is already.

    Parameters
    ----------
    key : str
        The same for the same try, whoever makes it.
    dataset_id : int
        On which data.
    kind : str
        Of what kind.
    what : dict
        In words, and what tells which scores a comparison stands for.
    number : int
        How many tries it is.
    pvalue : float, optional
        Of a comparison.
    """

    key: str
    dataset_id: int
    kind: TryKind
    what: dict[str, Any]
    number: int = 1
    pvalue: float | None = None


@dataclass(slots=True)
class Tries:
    """Reads the tries of studies; keys of rows are looked up once.

    Parameters
    ----------
    connection : sqlite3.Connection
        To the store.
    """

    connection: sqlite3.Connection
    _keys: dict[tuple[str, int], str] = field(default_factory=dict)

    def of_scores(self, study: StoredStudy) -> Iterator[Found]:
        """Every learner of a study, by its metric on its first partition: more repeats are no other try."""
        for run in study.runs:
            split = self._split(run)
            for cell in run.cells:
                learner = self._learner(cell.number)
                yield Found(
                    key=digest("score", self._key("dataset", run.dataset_id), learner, run.metric, split),
                    dataset_id=run.dataset_id,
                    kind="score",
                    what={"words": f"{cell.name} by {run.metric}", "of": [[learner, split]], "metric": run.metric},
                )

    def of_candidates(self, study: StoredStudy) -> Iterator[Found]:
        """Every candidate that a search inside a learner of a study has tried, on whichever fold."""
        statement = "SELECT DISTINCT tried FROM fold WHERE cell_id = ? AND tried != ''"
        for run in study.runs:
            for cell in run.cells:
                texts = self.connection.execute(statement, (cell.number,)).fetchall()
                candidates = dict.fromkeys(name for (text,) in texts for name in from_text(text)[0])
                learner = self._learner(cell.number) if candidates else ""
                for name in candidates:
                    yield Found(
                        key=digest("candidate", self._key("dataset", run.dataset_id), learner, name),
                        dataset_id=run.dataset_id,
                        kind="candidate",
                        what={"words": f"{cell.name} with {name}"},
                    )

    def of_judgement(
        self, study: StoredStudy, terms: dict[str, Any], findings: Sequence[dict[str, Any]]
    ) -> Iterator[Found]:
        """Every comparison of a test that was run on a study; on each of its datasets if it is over several."""
        runs = {run.dataset: run for run in study.runs}
        for row in findings:
            one = runs.get(row["dataset"])
            for run in runs.values() if one is None else (one,):
                found = self._comparison(run, terms, row)
                if found is not None:
                    yield found

    def of_everything(self, studies: Iterable[StoredStudy]) -> Iterator[Found]:
        """All tries of all studies, of each in the order in which they can have been made."""
        by_number: dict[int, list[tuple[Any, Any]]] = {}
        for _, number, terms, findings in JUDGEMENT.rows(self.connection, "1 ORDER BY id"):
            by_number.setdefault(number, []).append((from_text(terms), from_text(findings)))
        for study in studies:
            yield from self.of_scores(study)
            yield from self.of_candidates(study)
            for terms, findings in by_number.get(study.number, ()):
                yield from self.of_judgement(study, terms, findings)

    def _comparison(self, run: StoredRun, terms: dict[str, Any], row: dict[str, Any]) -> Found | None:
        cells = {cell.name: cell.number for cell in run.cells}
        if row["a"] not in cells or row["b"] not in cells:
            return None
        split, alternative = self._split(run), terms.get("alternative", "two-sided")
        pair = [self._learner(cells[row[name]]) for name in ("a", "b")]
        pvalue = row.get("pvalue")
        is_over = row["dataset"] != run.dataset
        parts = (
            # Who stands first does not matter if both directions are asked about.
            *(sorted(pair) if alternative == "two-sided" else pair),
            terms["test"],
            terms["metric"],
            alternative,
        )
        looked = (
            *terms.get("designs", ()),
            row["dataset"] if is_over else "",
            # Other results, when failed folds were computed again, are another look; other last digits are not.
            "" if pvalue is None else f"{pvalue:.6g}",
        )
        key = digest("comparison", self._key("dataset", run.dataset_id), *parts, split, *looked)
        over = f", over {row['dataset']}" if is_over else ""
        words = f"{row['a']} and {row['b']} by {terms['metric']}, {terms['test']}{over}"
        what = {
            "words": words,
            "of": [[learner, split] for learner in pair],
            "metric": terms["metric"],
            "alternative": alternative,
            **({"over": digest("over", *parts, *looked)} if is_over else {}),
        }
        return Found(
            key=key,
            dataset_id=run.dataset_id,
            kind="comparison",
            what=what,
            pvalue=None if pvalue is None else float(pvalue),
        )

    def _split(self, run: StoredRun) -> str:
        return self._key("partition", run.partitions[0]) if run.partitions else ""

    def _learner(self, cell: int) -> str:
        if ("cell", cell) not in self._keys:
            row = self.connection.execute("SELECT learner_id FROM cell WHERE id = ?", (cell,)).fetchone()
            self._keys["cell", cell] = self._key("learner", row[0])
        return self._keys["cell", cell]

    def _key(self, table: str, number: int) -> str:
        """Return the key of a row; the names of tables are ours."""
        if (table, number) not in self._keys:
            statement = f"SELECT key FROM {table} WHERE id = ?"  # noqa: S608
            self._keys[table, number] = str(self.connection.execute(statement, (number,)).fetchone()[0])
        return self._keys[table, number]


def declared(dataset_id: int, dataset_key: str, *, number: int, name: str, note: str) -> Found:
    """Return tries that somebody says were made elsewhere: so many, or one of this name."""
    words = name or (note if note else "made elsewhere")
    return Found(
        key=digest("declared", dataset_key, number, name, "" if name else note),
        dataset_id=dataset_id,
        kind="declared",
        what={"words": words, "note": note},
        number=number,
    )
