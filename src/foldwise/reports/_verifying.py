"""The work of `verify`: each kind of document recomputed as far as it goes, and what was found."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from foldwise._core import DataFormatError, counted, listed, one_line
from foldwise.reports._compare_documents import (
    Disagreement,
    check_arithmetic,
    check_binomial,
    check_means,
    check_student,
    compare_overall,
    compare_scores,
    compare_verdicts,
    is_at_chance,
)
from foldwise.reports._document import Document
from foldwise.reports._document_seal import seal_state
from foldwise.reports._recompute import Again, again_from_document, again_from_files, again_from_store, overall_again

_STUDENT: Final = "paired_items_t"
_WORDS: Final = "words, caveats and forecasts, which only the seal covers"


@dataclass(slots=True, kw_only=True)
class Work:
    """What is given beside a document, and what was found so far."""

    store: Path | None
    files: Sequence[str | os.PathLike[str]]
    checked: list[str] = field(default_factory=list)
    not_checked: list[str] = field(default_factory=list)
    disagreements: list[Disagreement] = field(default_factory=list)

    def part(self, document: Document, name: str) -> None:
        """Verify a document, or one inside of another."""
        schema = str(document["schema"])
        readers: dict[str, Callable[[Document], None]] = {
            "foldwise.verdict/1": self._verdict,
            "foldwise.panel/1": self._panel,
            "foldwise.items/1": self._items,
            "foldwise.overall/1": self._overall,
        }
        inside = {"foldwise.study/1": "verdicts", "foldwise.collection/1": "items"}.get(schema)
        if schema == "foldwise.registration/1":
            self.checked.append("the hash of the registration, and nothing else")
        elif inside is not None:
            self._inside(document[inside], name)
        elif schema in readers:
            readers[schema](document)
            self.not_checked.append(_WORDS)
        else:
            raise DataFormatError(
                f"{name} is a {one_line(schema)[:40]}, which carries no verdict that could be recomputed. Verdicts, "
                "panels, scores of items, answers over datasets and studies can be verified."
            )

    def _inside(self, parts: Sequence[Document], name: str) -> None:
        n_read = 0
        for part in parts:
            if seal_state(part) == "does not agree":
                self.disagreements.append(Disagreement(where=name, field="seal", given="edited", found="another hash"))
            try:
                self.part(part, name)
                n_read += 1
            except DataFormatError:
                self.not_checked.append(f"a {one_line(str(part['schema']))[:40]}, which carries no verdict")
        if not n_read:
            raise DataFormatError(f"{name} carries no verdict that could be recomputed: nothing in it was judged.")

    def _again(self, document: Document, tests: Sequence[str | None]) -> Again:
        if self.store is not None:
            return again_from_store(document, tests, self.store)
        if self.files:
            return again_from_files(document, tests, self.files)
        return again_from_document(document, tests)

    def _verdict(self, document: Document) -> None:
        again = self._again(document, [document["test"]])
        self._compare(document, document, again, document["test"])
        self._runs(document, again)

    def _panel(self, document: Document) -> None:
        again = self._again(document, [each["test"] for each in document["tests"]])
        for each in document["tests"]:
            self._compare({**document, **each}, each, again, each["test"])
        self._runs(document, again)

    def _compare(self, document: Document, part: Document, again: Again, test: str) -> None:
        """Compare with what was recomputed by a test, or else check the arithmetic."""
        found, rows = again.by_test.get(test), part["comparisons"]
        if found is not None:
            self.disagreements += compare_verdicts(
                part, found, knows_chance=again.knows_chance, knows_sizes=again.knows_sizes
            )
            self.checked.append(f"{counted(len(rows), 'comparison')} by {test}, from {again.source}")
            if not again.knows_sizes:
                self.not_checked.append("what weighs folds by their sizes, which the document does not hold")
            if not again.knows_chance and any(map(is_at_chance, rows)):
                self.not_checked.append("that a learner is at chance, which takes predictions: give --store")
            return
        self.disagreements += check_arithmetic(document, rows)
        by_t = document.get("settled") is not None
        for row in rows if by_t else ():
            self.disagreements += check_student(document, row)
        more = "statistics, p and intervals from estimates and standard errors, " if by_t else ""
        self.checked.append(
            f"{more}adjusted p and decisions of {counted(len(rows), 'comparison')}, from what stands there"
        )
        self.not_checked.append(f"{test} itself: {again.reasons[test]}")

    def _runs(self, document: Document, again: Again) -> None:
        self.disagreements += check_means(document["runs"])
        if again.runs is not None:
            self.disagreements += compare_scores(document, again.runs)
            self.checked.append(f"scores of all folds, from {again.source}")
        self.disagreements += again.disagreements
        self.checked += again.checked

    def _items(self, document: Document) -> None:
        rows = document["comparisons"]
        if self.files:
            again = again_from_files(document, [None], self.files)
            for found in again.by_test.values():
                self.disagreements += compare_verdicts(document, found)
                self.checked.append(f"{counted(len(rows), 'comparison')}, from {again.source}")
            return
        self.disagreements += check_arithmetic(document, rows)
        tests = {row["items"]["test"] for row in rows}
        for row in rows:
            if row["items"]["test"] == "binomial":
                self.disagreements += check_binomial(document, row)
            elif row["items"]["test"].startswith(_STUDENT):
                is_joined = row["items"]["test"] != _STUDENT
                self.disagreements += check_student(document, row, is_joined=is_joined)
        self.checked.append(
            f"p, adjusted p and decisions of {counted(len(rows), 'comparison')}, from what stands there"
        )
        if others := sorted(tests - {"binomial", _STUDENT}):
            names = listed(others, quote=False)
            self.not_checked.append(f"p-values of {names} in full, which take the scores of items: give --data FILES")
        self.not_checked.append("estimates and standard errors, which take the scores of items: give --data FILES")

    def _overall(self, document: Document) -> None:
        again = again_from_files(document, [None], self.files).by_test if self.files else None
        found = overall_again(document) if again is None else next(iter(again.values()))
        # Files with scores of folds give a verdict, which holds the answer over datasets.
        found = found.get("overall", found)
        source = "the table in the document" if again is None else "the files"
        self.disagreements += compare_overall(document, found)
        self.checked.append(f"{counted(len(document['pairs']), 'pair')} over datasets, from {source}")
        if again is None and document["test"] is not None:
            self.not_checked.append("tests of single datasets, whose folds are not in the document: give --data FILES")
