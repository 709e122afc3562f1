"""The verb that recomputes a verdict from its JSON document, and says what does not agree."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from foldwise._core import DataFormatError, counted, one_line
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
from foldwise.reports._document_seal import hash_of_document
from foldwise.reports._recompute import Again, again_from_document, again_from_files, again_from_store, overall_again
from foldwise.studies._door import hash_of, read_json

SealState = Literal["agrees", "does not agree", "none"]
Paths = Sequence[str | os.PathLike[str]]

_REGISTRATION: Final = "foldwise.registration/1"
_OURS: Final = "foldwise."
_WORDS: Final = "words, caveats and forecasts, which only the seal covers"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """Whether a document says what the numbers behind it say. Made by `verify`.

    Parameters
    ----------
    name : str
        Of the document.
    schema : str
        Its kind.
    seal : {'agrees', 'does not agree', 'none'}
        Whether its hash is that of what stands in it.
    checked, not_checked : tuple of str
        What was recomputed and from what; what was not, and why.
    disagreements : tuple of Disagreement
        Fields that are not what was recomputed.
    """

    name: str
    schema: str
    seal: SealState
    checked: tuple[str, ...]
    not_checked: tuple[str, ...]
    disagreements: tuple[Disagreement, ...]

    @property
    def agrees(self) -> bool:
        """Whether nothing was found that does not agree."""
        return not self.disagreements and self.seal != "does not agree"

    def document(self) -> Document:
        """Return it as what JSON can hold."""
        return {
            "schema": "foldwise.verification/1",
            "name": self.name,
            "of": self.schema,
            "agrees": self.agrees,
            "seal": self.seal,
            "checked": list(self.checked),
            "not_checked": list(self.not_checked),
            "disagreements": [
                {"where": each.where, "field": each.field, "given": each.given, "found": each.found}
                for each in self.disagreements
            ],
        }

    def __str__(self) -> str:
        said = "agrees with what was recomputed" if self.agrees else "does not agree"
        edited = ": the document was edited after it was written" if self.seal == "does not agree" else ""
        none = " (written before documents were sealed)" if self.seal == "none" else ""
        lines = [f"{one_line(self.name)} {said}.", "", f"seal          {self.seal}{edited}{none}"]
        lines += [f"recomputed    {each}" for each in self.checked]
        lines += [f"not checked   {each}" for each in self.not_checked]
        lines += [f"disagrees     {each}" for each in self.disagreements]
        return "\n".join(lines)


def verify(
    report: Mapping[str, Any] | str | os.PathLike[str],
    *,
    store: str | os.PathLike[str] | None = None,
    data: str | os.PathLike[str] | Paths | None = None,
) -> Verification:
    """Recompute a verdict from its JSON document, and say field by field what does not agree.

    Parameters
    ----------
    report : path-like or dict
        A document of `report` or `summary`: of a verdict, a panel, scores of items, an answer over datasets, a study,
        or several of them; or the seal of a registration, of which only the hash is checked.
    store : path-like, optional
        The store that keeps the folds: then scores are compared with those in it, and tests that read predictions are
        recomputed, too. Nothing is written to it.
    data : path-like, or list of them, optional
        The data, whose content is compared with the fingerprint in the document; or, of results from elsewhere, their
        files, which are judged again.

    Returns
    -------
    Verification

    Raises
    ------
    DataFormatError
        If the document is none of foldwise's, is damaged, or carries no verdict.

    Examples
    --------
    >>> import pandas as pd
    >>> import foldwise as fw
    >>> from foldwise.reports import summary, verify
    >>> rows = [("nb", f, 0.9 + f % 3 / 100) for f in range(10)] + [("tree", f, 0.8 + f % 4 / 100) for f in range(10)]
    >>> scores = pd.DataFrame(rows, columns=["learner", "fold", "accuracy"])
    >>> document = summary(fw.judge(scores))
    >>> verify(document).agrees
    True
    >>> document["comparisons"][0]["pvalue"] = 0.5
    >>> found = verify(document)
    >>> found.seal, [each.field for each in found.disagreements]
    ('does not agree', ['pvalue'])
    """
    name = "the document" if isinstance(report, Mapping) else Path(report).name
    document = dict(report) if isinstance(report, Mapping) else read_json(Path(report).expanduser())
    schema = document.get("schema")
    if not isinstance(schema, str) or not schema.startswith(_OURS):
        raise DataFormatError(
            f"{name} is JSON of another program: it has no schema of foldwise. Give a document of foldwise report "
            "(.json) or of --json."
        )
    files = [data] if isinstance(data, str | os.PathLike) else list(data or ())
    work = _Work(store=None if store is None else Path(store), files=files)
    try:
        seal = _seal_of(document, hash_of if schema == _REGISTRATION else hash_of_document)
        if schema == _REGISTRATION:
            work.checked.append("the hash of the registration, and nothing else")
        else:
            work.part(document, name)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise DataFormatError(
            f"{name} is no whole {one_line(schema)[:40]}: {one_line(type(error).__name__)} "
            f"({one_line(error)[:80]}). Take it again from where it was written."
        ) from error
    return Verification(
        name=name,
        schema=schema,
        seal=seal,
        checked=tuple(dict.fromkeys(work.checked)),
        not_checked=tuple(dict.fromkeys(work.not_checked)),
        disagreements=tuple(each for n, each in enumerate(work.disagreements) if each not in work.disagreements[:n]),
    )


def _seal_of(document: Document, hashed: Callable[[Document], str]) -> SealState:
    if document.get("seal") is None:
        return "none"
    return "agrees" if document["seal"]["hash"] == hashed(document) else "does not agree"


@dataclass(slots=True, kw_only=True)
class _Work:
    """What is given beside a document, and what was found so far."""

    store: Path | None
    files: Paths
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
        if inside is not None:
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
            if _seal_of(part, hash_of_document) == "does not agree":
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
            elif row["items"]["test"] == "paired_items_t":
                self.disagreements += check_student(document, row)
        self.checked.append(
            f"p, adjusted p and decisions of {counted(len(rows), 'comparison')}, from what stands there"
        )
        if tests - {"binomial", "paired_items_t"}:
            self.not_checked.append("p-values of sign flips and of crossed seeds, which take the scores: give --data")
        self.not_checked.append("estimates and standard errors, which take the scores of items: give --data FILES")

    def _overall(self, document: Document) -> None:
        again = again_from_files(document, [None], self.files).by_test if self.files else None
        found = overall_again(document) if again is None else next(iter(again.values()))
        source = "the table in the document" if again is None else "the files"
        self.disagreements += compare_overall(document, found)
        self.checked.append(f"{counted(len(document['pairs']), 'pair')} over datasets, from {source}")
