"""An answer over several datasets as a document and a page, and its sections on the page of a verdict."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from foldwise._core import one_line
from foldwise.reports._common import answer_section, words_section
from foldwise.reports._comparison import options_of
from foldwise.reports._design import metric_document
from foldwise.reports._document import Document, caveat_documents, caveat_sections, environment_document, plain
from foldwise.reports._kinds import Kind
from foldwise.reports._overall_tables import (
    pair_tables,
    rank_table,
    rank_words,
    who_over_what,
)
from foldwise.reports._reproduce import table_call
from foldwise.reports._sections import PAGES, FigureSection, FoldedSection, ListSection, Page, Section, TextSection
from foldwise.reports._text import decimal, enumerated
from foldwise.reports._win_tie_loss import win_tie_loss_tables
from foldwise.verdicts import Overall, card
from foldwise.verdicts.overall import signs_on_datasets


def overall_document(overall: Overall) -> Document:
    """Return all numbers of an answer over datasets, for a document of its own or for that of a verdict."""
    return {
        "headline": overall.glance().headline,
        "words": overall.details(),
        "best": overall.best,
        "may_be_best": list(overall.may_be_best),
        "metric": metric_document(overall.metric),
        "alpha": overall.alpha,
        "rope": plain(overall.rope),
        "alternative": overall.alternative,
        "adjust": overall.adjust,
        "against": overall.against,
        "family": overall.family,
        "missing": overall.missing,
        "datasets": list(overall.datasets),
        "learners": [plain(asdict(each)) for each in overall.learners],
        "pairs": _pair_documents(overall),
        "cells": _cell_documents(overall),
        "win_tie_loss": _win_tie_loss_document(overall),
        "omnibus": None if overall.omnibus is None else plain(asdict(overall.omnibus)),
        "test": None if overall.on_datasets is None else overall.on_datasets.test,
        "caveats": caveat_documents(overall.caveats),
    }


def _pair_documents(overall: Overall) -> list[Document]:
    """Return every pair, with its difference on each dataset and what the test of that dataset says."""
    where = {name: place for place, name in enumerate(overall.cells.datasets)}
    used = [where[name] for name in overall.datasets]
    said = overall.on_datasets
    return [
        {
            **plain(asdict(pair)),
            "winner": pair.winner,
            "outcome": pair.outcome,
            "differences": plain(overall.cells.differences[number][used]),
            "pvalues": None if said is None else plain(said.pvalues[number]),
            "called": None if said is None else plain(said.called[number]),
        }
        for number, pair in enumerate(overall.pairs)
    ]


def _cell_documents(overall: Overall) -> list[Document]:
    cells, used = overall.cells, set(overall.datasets)
    return [
        {
            "dataset": dataset,
            "learner": learner,
            "score": plain(cells.scores[i, j]),
            "is_used": dataset in used and bool(cells.present[i, j]),
            "reason": cells.reasons.get((learner, dataset), ""),
        }
        for j, dataset in enumerate(cells.datasets)
        for i, learner in enumerate(cells.learners)
    ]


def _win_tie_loss_document(overall: Overall) -> Document:
    """Return wins, ties and losses against the first learner, or against that of all pairs, as Weka counts them."""
    cells = overall.cells
    base = 0 if overall.against is None else cells.learners.index(overall.against)
    signs, there = signs_on_datasets(overall)[:, base], cells.present & cells.present[base]
    others = [i for i in range(len(cells.learners)) if i != base]
    return {
        "learner": cells.learners[base],
        "counts": [
            {
                "learner": cells.learners[i],
                **{
                    name: int((signs[i][there[i]] == sign).sum())
                    for name, sign in (("wins", 1), ("ties", 0), ("losses", -1))
                },
            }
            for i in others
        ],
        "signs": [
            {"dataset": dataset, "learner": cells.learners[i], "sign": int(signs[i, j])}
            for j, dataset in enumerate(cells.datasets)
            for i in others
            if there[i, j]
        ],
    }


def _document(overall: Overall) -> Document:
    return {"schema": "foldwise.overall/1", **overall_document(overall), "environment": environment_document()}


def rank_figure(document: Document, overall: Overall) -> FigureSection:
    """Return the figure of the ranks."""
    sentences = [
        f"{one_line(each['name'])}: mean rank {decimal(each['mean_rank'], 2)}"
        + (f", rank {rank_words(each)}." if each["rank_low"] is not None else ".")
        for each in document["learners"]
    ]
    return FigureSection(
        shown=lambda: overall,
        caption="",
        words=enumerated("Learners by mean rank, with the ranks that the tests leave open.", sentences),
    )


def overall_sections(document: Document, *, in_print: bool = True) -> Iterator[Section]:
    """Return the tables of an answer over datasets; scores are in print where no other table has them."""
    yield rank_table(document)
    yield from pair_tables(document)
    yield from win_tie_loss_tables(document, in_print=in_print)


def explanation() -> Iterator[Section]:
    """Return what the answer over datasets is about, and where it comes from."""
    known = card("wilcoxon")
    yield TextSection(
        paragraphs=[
            "Over datasets, every two learners are compared by the signed rank test of Wilcoxon, from their mean "
            "difference on each dataset; a dataset without a difference keeps its place among the ranks (Pratt). The "
            "typical difference is the estimate of Hodges and Lehmann: the median of the means of all pairs of "
            "differences.",
            f"The null hypothesis: {known.null[0].lower()}{known.null[1:]}",
        ]
    )
    yield ListSection(title="References", items=known.references, is_numbered=True, level=3)


def _page(document: Document, overall: Any) -> Page:
    return Page(
        heading="Over datasets",
        title=who_over_what(document),
        sections=[
            answer_section(overall, rank_figure(document, overall), n_rows=len(document["learners"])),
            *overall_sections(document),
            *caveat_sections(document["caveats"]),
            words_section(document),
            FoldedSection(title="How to read this", sections=list(explanation()), only=PAGES),
        ],
        code=_code(document),
        environment=document["environment"],
    )


def _code(document: Document) -> str:
    tries = {"tries": document["family"]} if document["family"] > len(document["pairs"]) else {}
    missing = {} if document["missing"] == "pairs" else {"missing": document["missing"]}
    names = list(dict.fromkeys(cell["learner"] for cell in document["cells"]))
    return table_call(names, document["metric"], {**options_of(document), **tries, **missing})


KIND = Kind(document=_document, page=_page)
