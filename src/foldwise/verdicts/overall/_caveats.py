"""What to beware of in an answer over datasets: missing cells, copies, too few of them, what is taken for granted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from foldwise._core import Caveat, counted, listed, one_line
from foldwise.verdicts._family import ADJUST_WORDS, FAMILYWISE, adjust_pvalues
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.overall._cells import Cells, missing_policy
from foldwise.verdicts.overall._pairs import OverallPair

_NAMED: Final = 5
# Two datasets on which all scores differ by less than this part of their spread over datasets are near copies.
_NEAR: Final = 0.01

DATASETS_AS_SAMPLE: Final = Caveat(
    code="datasets_as_sample",
    message="The answer over datasets takes them for a random sample of those it speaks about, independent of each "
    "other, each mean difference for exact, and the sizes of differences on different datasets for comparable; if they "
    "are not, use sign_test.",
)


def overall_caveats(
    cells: Cells, used: Cells, terms: Terms, pairs: Sequence[OverallPair], *, family: int, has_tests: bool
) -> Iterator[Caveat]:
    """List what to beware of."""
    yield from _missing(cells, used, terms)
    yield from _copies(used)
    most = max(pair.n_datasets for pair in pairs)
    sides = 2 if terms.alternative == "two-sided" else 1
    n_tested = sum(pair.n_datasets > 1 for pair in pairs)
    # If all pairs had the smallest p-value that there is.
    least = adjust_pvalues([min(sides * 0.5**most, 1.0)] * max(n_tested, 1), terms.adjust, family=max(family, 1))
    if least[0] > terms.alpha:
        yield Caveat(
            code="few_datasets",
            message=f"With {counted(most, 'dataset')} and {counted(family, 'comparison')} no outcome over datasets "
            f"could be significant at level {terms.alpha:g}: that nobody is called better says nothing.",
        )
    yield from _several(terms, family, has_ranks=len(used.learners) > 2 and terms.alternative == "two-sided")
    yield from _disagreements(pairs)
    if not has_tests:
        yield Caveat(
            code="one_score_each",
            message="There is one score for each learner and dataset, and how well it is known is not told: nothing is "
            "said about single datasets.",
        )
    yield DATASETS_AS_SAMPLE


def _several(terms: Terms, family: int, *, has_ranks: bool) -> Iterator[Caveat]:
    """List what p-values are adjusted for, and whether the intervals of ranks hold together."""
    if family < 2:
        return
    if terms.adjust == "none":
        together = ", and the intervals of ranks do not hold together" if has_ranks else ""
        yield Caveat(
            code="not_adjusted",
            message=f"{counted(family, 'comparison')} over datasets were made and p-values are not adjusted for that: "
            f"false alarms add up{together}.",
        )
        return
    ranks = " and the intervals of ranks" if has_ranks and terms.adjust in FAMILYWISE else ""
    apart = "; the intervals of ranks do not hold together" if has_ranks and not ranks else ""
    yield Caveat(
        code="several_comparisons",
        message=f"{family} comparisons over datasets were made; p-values{ranks} are adjusted for that by "
        f"{ADJUST_WORDS[terms.adjust]}, intervals of differences are not{apart}.",
    )


def _disagreements(pairs: Sequence[OverallPair]) -> Iterator[Caveat]:
    """List pairs whose interval leaves open what the test decides: many ties move the one and not the other."""
    names = [
        f"{one_line(pair.a)} and {one_line(pair.b)}"
        for pair in pairs
        if (pair.decision == "a" and not pair.low > 0) or (pair.decision == "b" and not pair.high < 0)
    ]
    if names:
        yield Caveat(
            code="interval_disagrees",
            message=f"The test tells {listed(names, most=_NAMED, quote=False)} apart, and the interval of the typical "
            "difference does not exclude zero: many differences are ties, of which the typical one is none. Decide by "
            "p, and look at the datasets that differ.",
        )


def _missing(cells: Cells, used: Cells, terms: Terms) -> Iterator[Caveat]:
    """List cells that are missing, and learners that lack half of the datasets."""
    missing = cells.missing()
    if not missing:
        return
    places = [
        f"{one_line(learner)} on {one_line(dataset)}"
        + (f" ({one_line(cells.reasons[learner, dataset])})" if (learner, dataset) in cells.reasons else "")
        for learner, dataset in missing
    ]
    policy = missing_policy(terms.missing, len(cells.learners))
    left_out = len(cells.datasets) - len(used.datasets)
    dropped = f" {counted(left_out, 'dataset')} could not be used." if left_out else ""
    yield Caveat(
        code="missing_cells",
        message=f"{len(missing)} of {cells.scores.size} cells are missing: "
        f"{listed(places, most=_NAMED, quote=False)}. Nothing is filled in: {policy}.{dropped} "
        "If scores are missing where a learner does badly, it looks better than it is.",
    )
    absent = ~cells.present
    sparse = [name for name, lacks in zip(cells.learners, absent, strict=True) if 2 * lacks.sum() >= lacks.size]
    if sparse and terms.missing != "complete":
        verb = "lacks" if len(sparse) == 1 else "lack"
        yield Caveat(
            code="sparse_learner",
            message=f"{listed(map(one_line, sparse), most=_NAMED, quote=False)} {verb} half of the datasets or more: "
            "ranks and mean scores are over other datasets than those of the others.",
        )


def _copies(cells: Cells) -> Iterator[Caveat]:
    """List datasets on which all learners score nearly the same: two versions of one dataset count twice."""
    copies = [f"{one_line(cells.datasets[i])} and {one_line(cells.datasets[j])}" for i, j in near_copies(cells)]
    if copies:
        yield Caveat(
            code="near_copies",
            message=f"All learners score nearly the same on {listed(copies, most=_NAMED, quote=False)}: versions of "
            "one dataset count as several independent ones, and p-values are then too small. Keep one of each.",
        )


def near_copies(cells: Cells) -> list[tuple[int, int]]:
    """Return pairs of datasets on which the scores of three learners or more are nearly the same.

    Nearly: each learner's two scores differ by less than a hundredth of the spread of its scores over all datasets.
    With two learners or fewer than four datasets that happens by chance, and nothing is said; nor where the learners
    tie.

    >>> scores = [[0.9, 0.9, 0.5, 0.7], [0.8, 0.8, 0.4, 0.9], [0.7, 0.7, 0.6, 0.5]]
    >>> near_copies(Cells.of_scores(scores, "abc", ["w", "x", "y", "z"]))
    [(0, 1)]
    """
    there = cells.present
    if len(cells.learners) < 3 or len(cells.datasets) < 4 or not (there.sum(axis=1) > 1).all():
        return []
    spread = np.nanstd(cells.scores, axis=1)
    tied = np.array(
        [len(np.unique(column[is_there])) < 3 for column, is_there in zip(cells.scores.T, there.T, strict=True)]
    )
    first, second = np.triu_indices(len(cells.datasets), 1)
    both = there[:, first] & there[:, second]
    far = np.abs(cells.scores[:, first] - cells.scores[:, second]) > _NEAR * spread[:, np.newaxis]
    near = ~(far & both).any(axis=0) & (both.sum(axis=0) >= 3) & ~tied[first] & ~tied[second]
    return [(int(i), int(j)) for i, j in zip(first[near], second[near], strict=True)]
