"""Sections that pages of many kinds have."""

from typing import Any, Final

from foldwise.reports._document import Document
from foldwise.reports._sections import HTML, PAGES, AnswerSection, FigureSection, FoldedSection, TextSection
from foldwise.reports._text import paragraphs

# A figure of more rows is higher than the words beside which it would stand.
_MOST_BESIDE: Final = 6


def answer_section(result: Any, figure: FigureSection, *, n_rows: int = 1) -> AnswerSection:
    """Return what the page of a result opens with: its glance, without the table, and its figure."""
    glance = result.glance()
    # A sign explains the table of the glance, which pages do not show.
    lines = [(label, words) for label, words in glance.lines if label.strip("!")]
    return AnswerSection(
        headline=glance.headline,
        outcome=glance.outcome,
        lines=lines,
        figure=figure,
        is_long=n_rows > _MOST_BESIDE,
    )


def words_section(document: Document) -> FoldedSection:
    """Return all that the words of a result say, folded."""
    words = TextSection(paragraphs=paragraphs(document["words"]))
    return FoldedSection(title="In full sentences", sections=[words], only=PAGES)


def level_section(document: Document) -> FoldedSection:
    """Return how often the test of a result rejects true null hypotheses, as far as that was measured."""
    words = TextSection(paragraphs=[document["measured_level"]["words"]])
    return FoldedSection(title="Replicability is not validity", sections=[words], only=HTML)
