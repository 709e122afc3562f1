"""What ``study run`` prints beside its results: a table of scores, and what can be done next."""

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Final

from foldwise._core import counted, one_line, score_text, shortened
from foldwise.cli._output import say, say_table

if TYPE_CHECKING:
    from foldwise.studies import ScoreTable, StudyResults

_MOST_ROWS: Final = 40
_MOST_COLUMNS: Final = 12
_WIDTH: Final = 24


def say_scores(results: "StudyResults") -> None:
    """Print the mean score of every learner on every dataset, as far as there is room."""
    from foldwise.studies import score_tables

    tables = score_tables(results)
    if tables:
        _say_scores(tables[0])


def say_next(results: "StudyResults", file: str) -> None:
    """Print where the results are, and what can be done with them."""
    here = Path.cwd()
    store = results.store.relative_to(here) if results.store.is_relative_to(here) else results.store
    say(f"store: {store}")
    say(f"report: foldwise study report {quote(file)} {quote(store.stem + '.html')}")
    # A learner that is partly done on a dataset is refused there.
    partly = [cell for cell in results.cells if cell.n_done > cell.n_failed and cell.n_missing + cell.n_failed]
    if not results.is_settled and not partly and all(omission.learner is not None for omission in results.left_out):
        missing = [omission.learner for omission in results.left_out]
        others = [f" -l {quote(name)}" for name in results.runs[0].learner_names if missing and name not in missing]
        say(f"other tests: foldwise judge {quote(str(store))}{''.join(others)} --test NAME (see: foldwise tests)")


def cut(text: object, most: int) -> str:
    """Return the beginning of a text, which says most, on one line."""
    line = one_line(text)
    return line if len(line) <= most else f"{line[: most - 1]}…"


def _say_scores(table: "ScoreTable") -> None:
    best = table.best
    learners = table.learners[:_MOST_COLUMNS]

    def cell(i: int, j: int) -> str:
        if (i, j) in table.gaps:
            return f"{table.gaps[i, j].label} "
        score = table.metric.natural(table.scores[i, j])
        return f"{score_text(score, 4, is_share=table.metric.is_share)}{'*' if best[i, j] else ' '}"

    rows = [
        (shortened(dataset, _WIDTH), *(cell(i, j) for j in range(len(learners))))
        for i, dataset in enumerate(table.datasets[:_MOST_ROWS])
    ]
    headings = ("dataset", *(f"{shortened(name, _WIDTH)} " for name in learners))
    more = [
        f"{counted(len(names) - most, noun)} more"
        for names, most, noun in (
            (table.datasets, _MOST_ROWS, "dataset"),
            (table.learners, _MOST_COLUMNS, "learner"),
        )
        if len(names) > most
    ]
    say(f"Mean {one_line(table.metric.label)} (* the best of its row):")
    say_table(headings, rows, right=range(1, len(headings)))
    say(f"... and {' and '.join(more)}: see the report.\n" if more else "")
