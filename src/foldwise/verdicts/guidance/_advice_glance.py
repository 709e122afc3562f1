"""Advice at a glance: the test, the scheme and a command; or the questions that are left, each with its test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise._core import Glance, GlanceTable, counted
from foldwise.verdicts.guidance._taxonomy import TAXONOMY

if TYPE_CHECKING:
    from foldwise.verdicts.guidance._advise import Advice


def advice_glance(advice: Advice) -> Glance:
    """Return what a reader sees first of an advice."""
    return _complete_glance(advice) if advice.next_question is None else _open_glance(advice)


def _open_glance(advice: Advice) -> Glance:
    """Return the questions that the answers leave, each with its scheme and its test."""
    branch = advice.next_question
    assert branch is not None
    rows = []
    for answers, question in TAXONOMY.paths():
        if all(answers.get(key, value) == value for key, value in advice.answers.items()):
            plan = (question if question.becomes is None else TAXONOMY.question(question.becomes)).plans[0]
            test = plan.tests[0] if plan.compares else "an estimate"
            rows.append((f"{question.number} {question.title}", plan.scheme, test))
    headings = ("your question", "scheme", "test")
    chosen = " or ".join(f"{branch.key}={answer.value!r}" for answer in branch.answers)
    return Glance(
        headline=branch.text
        if advice.answers
        else "Find your question: a large sample has examples to spare for a test set.",
        table=GlanceTable(headings=headings, rows=tuple(rows), outcomes=("",) * len(rows), n_names=2),
        lines=(("go on", f"fw.advise(question=8), or answer {chosen}"),),
        call="advice.details()",
    )


def _complete_glance(advice: Advice) -> Glance:
    """Return the test, the scheme and a command."""
    use = advice.tests[0] if advice.tests else "an estimate"
    becomes = f" (becomes question {advice.becomes})" if advice.becomes else ""
    lines = [("asked", advice.text)]
    lines += [("also", ", ".join(advice.tests[1:]))] if advice.tests[1:] else []
    lines += [("try it", advice.command), *(("beware", _first_sentence(caution)) for caution in advice.cautions[:1])]
    more = f"{counted(len(advice.cautions) - 1, 'more caution')}, reasons, Python, references"
    return Glance(
        headline=f"{advice.title}{becomes}: {use}, scheme {advice.scheme}.",
        lines=tuple(lines),
        more=more if len(advice.cautions) > 1 else "reasons, Python, references",
        call="advice.details()",
    )


def _first_sentence(text: str) -> str:
    """Return a text up to its first full stop.

    >>> _first_sentence("It is slow. It rejected .05 of the time.")
    'It is slow'
    """
    return text.partition(". ")[0].rstrip(".")
