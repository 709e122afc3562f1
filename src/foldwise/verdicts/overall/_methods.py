"""For the paper: how an answer over datasets was reached, with citations, and their BibTeX."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from foldwise._core import counted, environment, listed, one_line, percent
from foldwise.stats import iman_davenport, partial_conjunction, rank_intervals, skillings_mack, wilcoxon
from foldwise.verdicts._family import ADJUST_METHODS, ADJUST_WORDS, FAMILYWISE
from foldwise.verdicts.overall._cells import missing_policy
from foldwise.verdicts.overall._pairs import EXACT_AT_MOST
from foldwise.verdicts.tests._references import Reference, cited, entries_of, references_of

if TYPE_CHECKING:
    from foldwise.verdicts.overall._overall import Overall

_MOST_NAMES: Final = 30
_OMNIBUS: Final[dict[str, tuple[str, Callable[..., Any]]]] = {
    "iman_davenport": ("the test of Iman and Davenport", iman_davenport),
    "skillings_mack": ("the test of Skillings and Mack", skillings_mack),
}


def methods_paragraph(overall: Overall) -> str:
    """Return how an answer was reached from a table of scores alone."""
    names = listed((one_line(each) for each in overall.cells.learners), most=_MOST_NAMES, quote=False)
    how = f"by {overall.metric.label} on {counted(len(overall.cells.datasets), 'dataset')}"
    compared = f"{names} were compared {how}."
    if overall.against is not None:
        learners = [one_line(name) for name in overall.cells.learners if name != overall.against]
        others = listed(learners, most=_MOST_NAMES, quote=False)
        compared = f"{others} were each compared with {one_line(overall.against)} {how}."
    software = f"The tests were computed with foldwise {environment()['foldwise']}."
    return " ".join([compared, over_datasets_sentences(overall), software])


def over_datasets_sentences(overall: Overall) -> str:
    """Return how the answer over datasets was reached: tests, adjustment, ranks, single datasets, missing cells."""
    each = "each pair" if len(overall.pairs) > 1 else "the pair"
    sides = "two-sided" if overall.alternative == "two-sided" else "one-sided"
    ties = "" if overall.rope is None else f"; differences up to {overall.rope:g} were ties"
    exact = "exact " if len(overall.datasets) <= EXACT_AT_MOST else ""
    if overall.against is not None and len(overall.pairs) > 1:
        each = f"each pair with {one_line(overall.against)}"
    sentences = [
        f"Over {counted(len(overall.datasets), 'dataset')} {each} was tested by the {exact}Wilcoxon signed rank test "
        f"of mean differences, zeros ranked and then dropped{cited(references_of(wilcoxon)[:1])}, {sides}, at level "
        f"{overall.alpha:g}{ties}.",
        *_adjustment(overall),
        *_ranks(overall),
        *_omnibus(overall),
        *_single_datasets(overall),
    ]
    if missing := overall.cells.missing():
        policy = missing_policy(overall.missing, len(overall.learners))
        sentences.append(f"{len(missing)} of {overall.cells.scores.size} cells are missing; {policy}.")
    return " ".join(sentences)


def methods_bibtex(overall: Overall) -> str:
    """Return the entries of all papers that the methods cite, and of the software."""
    return entries_of(over_datasets_papers(overall))


def over_datasets_papers(overall: Overall) -> list[Reference]:
    """Return all papers that the sentences cite."""
    papers = references_of(wilcoxon)[:1]
    if overall.family > 1 and overall.adjust != "none":
        papers += references_of(ADJUST_METHODS[overall.adjust])
    if _is_ranked(overall):
        papers += references_of(rank_intervals)
    if overall.omnibus is not None:
        papers += references_of(_OMNIBUS[overall.omnibus.test][1])[:1]
    if overall.on_datasets is not None:
        papers += references_of(partial_conjunction)
    return papers


def _is_ranked(overall: Overall) -> bool:
    return len(overall.learners) > 2 and overall.alternative == "two-sided"


def _adjustment(overall: Overall) -> Iterator[str]:
    if overall.family > 1 and overall.adjust == "none":
        yield f"P-values over datasets were not adjusted for the {overall.family} comparisons."
    elif overall.family > 1:
        papers = cited(references_of(ADJUST_METHODS[overall.adjust]))
        yield f"P-values were adjusted for {overall.family} comparisons by {ADJUST_WORDS[overall.adjust]}{papers}."


def _ranks(overall: Overall) -> Iterator[str]:
    if _is_ranked(overall) and overall.adjust not in FAMILYWISE:
        yield f"Intervals of ranks follow from these tests{cited(references_of(rank_intervals))}, each for itself."
    elif _is_ranked(overall):
        yield (
            f"Intervals of ranks, which hold together with probability {percent(1 - overall.alpha)}, follow from the "
            f"adjusted tests{cited(references_of(rank_intervals))}."
        )


def _omnibus(overall: Overall) -> Iterator[str]:
    if overall.omnibus is not None:
        words, function = _OMNIBUS[overall.omnibus.test]
        yield f"Whether all learners are alike was tested by {words}{cited(references_of(function)[:1])}."


def _single_datasets(overall: Overall) -> Iterator[str]:
    if overall.on_datasets is not None:
        yield (
            "On how many datasets a learner is better at least is a lower bound by partial conjunction of the p-values "
            f"of single datasets{cited(references_of(partial_conjunction))}, which takes these to be independent."
        )
