"""Scores of learners on datasets beside those of one learner, in the form of Weka's Experimenter."""

from typing import Final

from foldwise._core import one_line, shortened
from foldwise.reports._document import Document
from foldwise.reports._overall_tables import COLUMN_NAME, ROW_NAME, columns_in_print
from foldwise.reports._sections import (
    HTML,
    LATEX,
    MARKDOWN,
    Column,
    Formats,
    Section,
    Span,
    TableSection,
    Toned,
    Words,
    number_column,
)
from foldwise.reports._text import natural_rows

_SIGNS: Final = {1: ("v", "better"), -1: ("*", "worse"), 0: ("", "")}


def win_tie_loss_tables(document: Document, *, in_print: bool) -> list[Section]:
    """Return scores on all datasets beside those of one learner, with a sign where they are better or worse."""
    table = document["win_tie_loss"]
    columns = [table["learner"], *(each["learner"] for each in table["counts"])]
    scores: dict[str, dict[str, float | None]] = {}
    for cell in document["cells"]:
        scores.setdefault(cell["dataset"], {})[cell["learner"]] = cell["score"]
    texts = natural_rows([[row[name] for name in columns] for row in scores.values()], document["metric"])
    signs = {(each["dataset"], each["learner"]): each["sign"] for each in table["signs"]}
    rows = [
        {name: (dataset, None if row[name] is None else text) for name, text in zip(columns, line, strict=True)}
        for (dataset, row), line in zip(scores.items(), texts, strict=True)
    ]

    def column(name: str, *, only: Formats) -> Column:
        def cell(row: dict[str, tuple[str, str | None]]) -> Words | Toned:
            dataset, text = row[name]
            if text is None:
                return Toned("missing", "gap")
            mark, meaning = _SIGNS[signs.get((dataset, name), 0)]
            return [text, f" {mark}" if only == MARKDOWN else Span(mark, "mark", label=meaning)]

        return number_column(Span(name, "name", most=COLUMN_NAME if only == LATEX else 30), cell, only=only)

    by = "the higher score, of one for each cell" if document["test"] is None else "the test of that dataset"
    label = one_line(document["metric"]["label"])
    base = shortened(table["learner"])
    what = (
        f"{label[:1].upper()}{label[1:]}; v: better than {base}, *: worse, by {by}; (v/ /*): how often, ties between."
    )
    counts = [f"({each['wins']}/{each['ties']}/{each['losses']})" for each in table["counts"]]

    def in_format(only: Formats) -> TableSection:
        most = ROW_NAME if only == LATEX else 60
        return TableSection(
            title="Wins, ties and losses",
            caption=what,
            columns=[
                Column("dataset", lambda row: Span(row[columns[0]][0], "name", most=most), heads=True),
                *(column(name, only=only) for name in columns),
            ],
            rows=rows,
            footer=["(v/ /*)", "", *([count, Span("", "mark")] for count in counts)],
            note="" if only == LATEX else what,
            css="grid",
            in_print=columns_in_print(list(scores), columns, counts),
            only=only,
        )

    return [in_format(HTML), in_format(MARKDOWN), *([in_format(LATEX)] if in_print else [])]
