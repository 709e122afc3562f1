"""The verb that recomputes a verdict from its JSON document, and says what does not agree."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from foldwise._core import DataFormatError, one_line, read_json
from foldwise.reports._compare_documents import Disagreement
from foldwise.reports._document import Document
from foldwise.reports._document_seal import SealState, seal_state

Paths = Sequence[str | os.PathLike[str]]

_OURS: Final = "foldwise."


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

    Examples
    --------
    >>> import pandas as pd
    >>> import foldwise as fw
    >>> from foldwise.reports import summary, verify
    >>> rows = [(name, f, 0.9 - f % (2 + k) / (20 - k)) for k, name in enumerate(("nb", "tree")) for f in range(10)]
    >>> document = summary(fw.judge(pd.DataFrame(rows, columns=["learner", "fold", "accuracy"])))
    >>> found = verify(document)
    >>> found.agrees, found.seal
    (True, 'agrees')
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
    from foldwise.reports._verifying import Work

    work = Work(store=None if store is None else Path(store), files=files)
    try:
        seal = seal_state(document)
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
