"""What the pages of a study show beside its document."""

from collections.abc import Iterator
from shlex import quote
from typing import Any, Final

from foldwise._core import counted, listed, one_line, shortened
from foldwise.reports._caveats import Told, gathered, of_run
from foldwise.reports._plain import Document
from foldwise.reports._text import aligned, enumerated, natural_rows, paragraphs
from foldwise.reports._verdict import MANY, outcomes
from foldwise.verdicts import NEEDS

_NAMED: Final = 6
# Terms of a judgement that its table has columns of their own for.
_COLUMNS: Final = ("test", "metric")
_OTHERS: Final = {"foldwise.panel/1": "every test that fits", "foldwise.estimates/1": "estimates"}


def study_page(document: Document) -> dict[str, Any]:
    """Arrange the document as tables, and say in words how far the study is and what it came to."""
    tables = [_matrix(table) for table in document["tables"]]
    titles = [_part_title(part) for part in document["verdicts"]]
    return {
        "title": shortened(document["name"]),
        "words": [_how_far(document), *_answers(document, titles), *_lacks(document)],
        "tables": tables,
        "learners": _learners(document["runs"]),
        "wins": _wins(document["wins"]),
        "timing": _timing(document["timings"]),
        "part_titles": titles,
        "part_openings": [_found(part) for part in document["verdicts"]],
        "tries": [_judgement(each) for each in document["judgements"]],
        "tries_words": _tries_words(document["judgements"]),
        "caveats": gathered(_caveats(document)),
        "caption": "A row for each dataset: the darker a cell, the better the mean score of the learner, compared with "
        "the others of its row. Hatched cells have no score yet, or never will.",
        "figure_words": _figure_words(tables[0]) if tables else "",
        "code": _code(document),
    }


def _how_far(document: Document) -> str:
    cells = document["cells"]
    n_folds, n_missing, n_failed = (sum(cell[key] for cell in cells) for key in ("n_folds", "n_missing", "n_failed"))
    names = [len(dict.fromkeys(cell[key] for cell in cells)) for key in ("learner", "dataset")]
    opening = f"{counted(names[0], 'learner')} on {counted(names[1], 'dataset')}, {one_line(document['scheme'])}"
    if document["is_complete"]:
        return f"{opening}: all {counted(n_folds, 'fold')} are done."
    done = f"{n_folds - n_missing - n_failed} of {counted(n_folds, 'fold')} are done"
    parts = [done, *([f"{n_failed} failed"] if n_failed else []), *([f"{n_missing} not run yet"] if n_missing else [])]
    return f"{opening}: {', '.join(parts)}."


def _answers(document: Document, titles: list[str]) -> Iterator[str]:
    """Give the words of verdicts that are short, and count what is in the others."""
    for part, title in zip(document["verdicts"], titles, strict=True):
        rows = part.get("comparisons", part.get("estimates"))
        if rows is not None and len(rows) <= MANY:
            yield from paragraphs(part["verdict"] if "verdict" in part else part["words"])
        else:
            yield " ".join([f"{title}: {_found(part)}", *_who_beats_whom(part)])


def _who_beats_whom(part: Document) -> list[str]:
    """Name the better learners and their datasets where these are few; count many datasets, pass over many pairs."""
    places: dict[tuple[str, str], list[str]] = {}
    for row in part.get("comparisons", ()):
        if row["winner"] is not None:
            loser = row["b"] if row["winner"] == row["a"] else row["a"]
            places.setdefault((row["winner"], loser), []).append(row["dataset"])
    if not places or len(places) > _NAMED:
        return []
    where = "over" if NEEDS[part["test"]].reads == "datasets" else "on"
    told = []
    for (winner, loser), datasets in places.items():
        names = ", ".join(map(shortened, datasets)) if len(datasets) <= _NAMED else counted(len(datasets), "dataset")
        told.append(f"{shortened(winner)} beats {shortened(loser)} {where} {names}")
    return [f"{'; '.join(told)}."]


def _learners(runs: list[Document]) -> list[dict[str, Any]]:
    """Say what each learner is; more than once only if it is not the same on all datasets."""
    found: dict[str, list[str]] = {}
    for learner in (learner for run in runs for learner in run["learners"]):
        found.setdefault(learner["name"], []).append(one_line(learner["description"]))
    return [{"name": name, "description": "; ".join(dict.fromkeys(each))} for name, each in found.items()]


def _lacks(document: Document) -> Iterator[str]:
    if document["left_out"]:
        names = [shortened(left["learner"] or left["dataset"]) for left in document["left_out"]]
        yield f"Left out of verdicts: {listed(dict.fromkeys(names), most=_NAMED, quote=False)}; see below why."
    elif not document["verdicts"]:
        yield "Nothing has been judged yet."


def _part_title(part: Document) -> str:
    return _title(part["metric"], NEEDS[part["test"]].label if "test" in part else _OTHERS[part["schema"]])


def _title(metric: Document, what: str) -> str:
    label = one_line(metric["label"])
    return f"{label[:1].upper()}{label[1:]}, {what}"


def _found(part: Document) -> str:
    """Say in one line what a verdict, a panel or estimates came to."""
    if "comparisons" in part:
        return f"{outcomes(part['comparisons'])}."
    if "tests" in part:
        n_split, rows = len(part["opinions"]), part["tests"][0]["comparisons"]
        return f"{counted(len(part['tests']), 'test')}; they differ on {n_split} of {counted(len(rows), 'comparison')}."
    return f"{counted(len(part['estimates']), 'estimate')}."


def _matrix(table: Document) -> dict[str, Any]:
    """Arrange scores in rows of datasets and columns of learners."""
    rows: dict[str, list[Document]] = {}
    for cell in table["scores"]:
        rows.setdefault(cell["dataset"], []).append(cell)
    shown = natural_rows([[cell["mean_score"] for cell in row] for row in rows.values()], table["metric"])
    ranks = [each["rank"] for each in table["average_ranks"]]
    return {
        "metric": table["metric"],
        "learners": [each["learner"] for each in table["average_ranks"]],
        "rows": [
            {"dataset": dataset, "cells": [{**cell, "shown": text} for cell, text in zip(cells, texts, strict=True)]}
            for (dataset, cells), texts in zip(rows.items(), shown, strict=True)
        ],
        # Either all learners have a rank or none has.
        "ranks": [] if len(ranks) < 2 or None in ranks else aligned([ranks], digits=3)[0],
        "n_ranked": table["n_ranked"],
        "gaps": [cell for cell in table["scores"] if cell["gap"]],
    }


def _wins(wins: list[Document]) -> list[dict[str, Any]]:
    """Arrange wins, draws and losses by test and metric."""
    groups: dict[str, list[Document]] = {}
    for row in wins:
        groups.setdefault(_title(row["metric"], NEEDS[row["test"]].label), []).append(row)
    return [{"title": title, "rows": rows} for title, rows in groups.items()]


def _timing(timings: list[Document]) -> dict[str, Any]:
    """Arrange seconds in rows of datasets and columns of learners, with their sums."""
    seconds = {(cell["dataset"], cell["learner"]): cell["seconds"] or 0.0 for cell in timings}
    datasets, learners = (list(dict.fromkeys(cell[key] for cell in timings)) for key in ("dataset", "learner"))
    rows = [[seconds.get((dataset, learner), 0.0) for learner in learners] for dataset in datasets]
    return {
        "learners": learners,
        "rows": [{"dataset": name, "seconds": [*row, sum(row)]} for name, row in zip(datasets, rows, strict=True)],
        "sums": [*map(sum, zip(*rows, strict=True)), sum(map(sum, rows))],
    }


def _judgement(judgement: Document) -> dict[str, Any]:
    """Write the terms of a test that was run, and count its findings."""
    terms = judgement["terms"]
    # An option that is off goes without saying.
    given = {key: value for key, value in terms.items() if key not in _COLUMNS and value not in (None, False)}
    texts = {key: ", ".join(map(str, value)) if isinstance(value, list) else value for key, value in given.items()}
    others = [one_line(f"{key} {value}") for key, value in texts.items()]
    winners = sum(row.get("winner") is not None for row in judgement["findings"])
    return {
        "test": terms.get("test", ""),
        "metric": terms.get("metric", ""),
        "others": ", ".join(others),
        "n_findings": len(judgement["findings"]),
        "n_winners": winners,
    }


def _tries_words(judgements: list[Document]) -> str:
    n_tests, n_rows = len(judgements), sum(len(each["findings"]) for each in judgements)
    were = "was" if n_tests == 1 else "were"
    return (
        f"{counted(n_tests, 'test')} with {counted(n_rows, 'comparison')} {were} run on the results of this study so "
        "far. Each is a try: who picks one after seeing the others reads a p-value that is too small."
    )


def _caveats(document: Document) -> Iterator[Told]:
    """Give the caveats of the runs, with the dataset, and those of whole verdicts."""
    several = len(document["runs"]) > 1
    for run in document["runs"]:
        for caveat, about in of_run(run):
            place = [shortened(run["dataset"]["name"])] if several else []
            yield caveat, " on ".join([*([shortened(about)] if about else []), *place])
    # A verdict on several datasets repeats the caveats of its runs, with the name of the dataset before them.
    known = tuple({caveat["message"] for run in document["runs"] for caveat in run["caveats"]})
    for part in document["verdicts"]:
        yield from ((caveat, "") for caveat in part["caveats"] if not caveat["message"].endswith(known))


def _figure_words(table: dict[str, Any]) -> str:
    told = []
    for row in table["rows"]:
        best = [cell for cell in row["cells"] if cell["is_best"]]
        words = [f"{shortened(cell['learner'])} {cell['shown']}" for cell in best]
        lacking = sum(bool(cell["gap"]) for cell in row["cells"])
        words += [f"{lacking} without a score"] if lacking else []
        told.append(f"{shortened(row['dataset'])}: {', '.join(words) or 'no best'}.")
    return enumerated(f"The best on each dataset, by {one_line(table['metric']['label'])}.", told)


def _code(document: Document) -> str:
    store = quote(one_line(document["store"]))
    return "\n".join(
        [
            "# STUDY.toml is the file of the study; folds that are stored are not computed again.",
            "foldwise study run STUDY.toml",
            f"foldwise study status {store}",
            f"foldwise study report {store} report.html",
        ]
    )
