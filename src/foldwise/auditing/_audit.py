"""The verb that asks the questions of the four papers, and what it returns."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Final

from foldwise._core import counted, one_line, printable
from foldwise.auditing import _on_conduct, _on_design, _on_tests
from foldwise.auditing._gather import gather
from foldwise.auditing._material import Document, Kind
from foldwise.auditing._question import REPLIES, Question, Reply

if TYPE_CHECKING:
    import pandas as pd

QUESTIONS: Final[tuple[Question, ...]] = (*_on_conduct.QUESTIONS, *_on_design.QUESTIONS, *_on_tests.QUESTIONS)
_INDENT: Final = " " * 17


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One question, and what was found.

    Parameters
    ----------
    code : str
        Name of the question, which stays from version to version.
    question : str
        In words; yes is the good answer.
    reply : {'yes', 'no', 'cannot be seen'}
        Never a guess: what nothing here says cannot be seen.
    evidence : tuple of str
        What was looked at, in sentences.
    asked_by : str
        Which paper asks, and in which section.
    ask : str
        What to ask the authors; empty if the reply is yes.

    Examples
    --------
    >>> import pandas as pd
    >>> from foldwise.auditing import audit
    >>> rows = [(name, f, 0.9 - f % (2 + k) / (20 - k)) for k, name in enumerate(("nb", "tree")) for f in range(10)]
    >>> found = audit(pd.DataFrame(rows, columns=["learner", "fold", "accuracy"]))
    >>> answer = found["partitions"]
    >>> answer.reply, len(answer.ask) > 0
    ('no', True)
    """

    code: str
    question: str
    reply: Reply
    evidence: tuple[str, ...]
    asked_by: str
    ask: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What results show of the questions of the four papers. Made by `audit`; ``print(audit)`` says all of it.

    Parameters
    ----------
    name : str
        What was audited.
    kind : {'store', 'document', 'table'}
        What that is.
    answers : tuple of Answer
        One for each question that arises.
    not_asked : tuple of pair of str
        Questions that do not arise, and why.

    Examples
    --------
    >>> import pandas as pd
    >>> from foldwise.auditing import audit
    >>> rows = [(name, f, 0.9 - f % (2 + k) / (20 - k)) for k, name in enumerate(("nb", "tree")) for f in range(10)]
    >>> found = audit(pd.DataFrame(rows, columns=["learner", "fold", "accuracy"]))
    >>> found.kind, sum(found.counts.values()) == len(found.answers)
    ('table', True)
    """

    name: str
    kind: Kind
    answers: tuple[Answer, ...]
    not_asked: tuple[tuple[str, str], ...]

    @property
    def counts(self) -> dict[Reply, int]:
        """How many answers there are of each kind."""
        found = Counter(answer.reply for answer in self.answers)
        return {reply: found[reply] for reply in REPLIES}

    @property
    def to_ask(self) -> tuple[Answer, ...]:
        """Answers that leave something to ask the authors, those that are no before those that cannot be seen."""
        return tuple(answer for reply in REPLIES[1:] for answer in self.answers if answer.reply == reply)

    @property
    def headline(self) -> str:
        """The outcome in a sentence."""
        n = self.counts
        return (
            f"Of {counted(len(self.answers), 'question')} about {one_line(self.name)}, {n['yes']} "
            f"{'is' if n['yes'] == 1 else 'are'} answered yes, {n['no']} no; {n['cannot be seen']} cannot be seen."
        )

    def __getitem__(self, code: str) -> Answer:
        """Return the answer to the question of this code."""
        found = next((answer for answer in self.answers if answer.code == code), None)
        if found is None:
            raise KeyError(
                f"no answer has the code {code!r}; there are: {', '.join(each.code for each in self.answers)}"
            )
        return found

    def frame(self) -> "pd.DataFrame":
        """One row per answer."""
        import pandas as pd

        columns = ["code", "question", "reply", "evidence", "asked_by", "ask"]
        rows = [(a.code, a.question, a.reply, " ".join(a.evidence), a.asked_by, a.ask) for a in self.answers]
        return pd.DataFrame(rows, columns=columns)

    def document(self) -> Document:
        """Return all of it as what JSON can hold."""
        return {
            "schema": "foldwise.audit/1",
            "headline": self.headline,
            "words": str(self),
            "name": self.name,
            "kind": self.kind,
            "counts": {reply.replace(" ", "_"): n for reply, n in self.counts.items()},
            "answers": [
                {
                    "code": each.code,
                    "question": each.question,
                    "reply": each.reply,
                    "evidence": list(each.evidence),
                    "asked_by": each.asked_by,
                    "ask": each.ask or None,
                }
                for each in self.answers
            ],
            "not_asked": [{"question": question, "why": why} for question, why in self.not_asked],
        }

    def __str__(self) -> str:
        lines = [self.headline]
        for reply in ("no", "cannot be seen", "yes"):
            for answer in (each for each in self.answers if each.reply == reply):
                lines += ["", f"{reply:14}   {answer.question}"]
                lines += [f"{_INDENT}{words}" for words in answer.evidence]
                lines += [f"{_INDENT}({answer.asked_by})"]
        if self.not_asked:
            lines += ["", "Not asked:", *(f"- {question} ({why})" for question, why in self.not_asked)]
        if self.to_ask:
            lines += ["", "Ask the authors:"]
            lines += [f"{number}. {answer.ask}" for number, answer in enumerate(self.to_ask, start=1)]
        return printable("\n".join(lines))

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def audit(
    results: Any,
    *,
    metric: Any = None,
    scheme: Any = None,
    columns: Mapping[str, Any] | None = None,
    study: str | None = None,
) -> Audit:
    """Ask the questions of the four papers of results, as a reviewer would, and say what each answer rests on.

    Nothing is fitted, nothing is written, and nothing is guessed: what the results do not show *cannot be seen*, and
    the last part says what to ask the authors.

    Parameters
    ----------
    results : Store, path, mapping, or a result of foldwise
        A store; a JSON document of `report` or `summary`, or the result itself; or scores or predictions from
        elsewhere, as `judge` takes them.
    metric, scheme, columns
        For results from elsewhere, as in `judge`.
    study : str, optional
        Which study of a store; the last one that was run by default.

    Returns
    -------
    Audit

    Raises
    ------
    DataFormatError
        If there is nothing to audit, or a document is damaged.

    Examples
    --------
    >>> import pandas as pd
    >>> from foldwise.auditing import audit
    >>> rows = [("nb", f, 0.9 + f % 3 / 100) for f in range(10)] + [("tree", f, 0.8 + f % 4 / 100) for f in range(10)]
    >>> found = audit(pd.DataFrame(rows, columns=["learner", "fold", "accuracy"]))
    >>> found.counts
    {'yes': 1, 'no': 3, 'cannot be seen': 19}
    >>> found["partitions"].reply, found["rivals"].evidence
    ('no', ('2 learners: nb, tree.',))
    """
    reading = {"metric": metric, "scheme": scheme, "columns": columns}
    material = gather(results, {name: value for name, value in reading.items() if value is not None}, study)
    answers, not_asked = [], []
    for question in QUESTIONS:
        seen = question.look(material)
        if isinstance(seen, str):
            not_asked.append((question.words, seen))
            continue
        answers.append(
            Answer(
                code=question.code,
                question=question.words,
                reply=seen.reply,
                evidence=seen.evidence,
                asked_by=question.asked_by,
                ask="" if seen.reply == "yes" else question.ask,
            )
        )
    return Audit(name=material.words, kind=material.kind, answers=tuple(answers), not_asked=tuple(not_asked))
