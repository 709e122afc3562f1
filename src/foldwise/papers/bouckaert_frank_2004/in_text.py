"""Two results in the text: the 10-fold t test, and the t test on 10x10 folds without a correction."""

from typing import Final

import numpy as np

import foldwise as fw
from foldwise.papers.bouckaert_frank_2004.decisions import five_by_two, ten_folds, uncorrected
from foldwise.papers.bouckaert_frank_2004.experiments import PAIRS, folds, halvings
from foldwise.papers.bouckaert_frank_2004.layout import Key, by_pair, listed, mean_r, measure_tables, where_they_differ
from foldwise.papers.paper import Part
from foldwise.papers.printed_tables import printed
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit, SideBySide

_ONE, _HUNDRED = "t test on 10 folds", "uncorrected t test on 10x10 folds"
# As the names of numbers in the text begin and go on.
_MEASURES: Final = {"consistent": "consistent", "almost": "almost_consistent", "R": "replicability"}


def printed_in_text(prefix: str, heading: str) -> dict[Key, float]:
    """Numbers of the three measures that stand in the text or below a table."""
    examples = printed("worked_examples")
    known = dict(zip(examples["id"].astype(str), examples["published_value"], strict=True))
    return {
        (pair, measure, heading): float(known[f"{prefix}_{word}_{pair}"])
        for word, measure in _MEASURES.items()
        for pair in PAIRS
        if f"{prefix}_{word}_{pair}" in known
    }


def _make(bench: Workbench) -> Exhibit:
    scored = bench.once(folds)
    one, hundred, halved = ten_folds(scored), uncorrected(scored), five_by_two(bench.once(halvings))
    columns = {_ONE: one.rejections(), _HUNDRED: hundred.rejections()}
    beside = printed_in_text("bf_10fold", _ONE) | printed_in_text("bf_10x10_uncorrected", _HUNDRED)
    consistent = {name: np.ravel(fw.stats.consistency(counts).n_consistent) for name, counts in columns.items()}
    three = {name: each.outcomes() for name, each in (("5x2 t test", halved), (_ONE, one), (_HUNDRED, hundred))}
    winners = by_pair({name: [*np.ravel(fw.stats.replicability(each).estimate)] for name, each in three.items()})
    reversals = {name: np.sum(fw.stats.consistency(each).n_contradictory) for name, each in three.items()}
    measures = measure_tables(columns, beside)
    return Exhibit(
        paper="bouckaert_frank_2004",
        name="text",
        title=IN_TEXT.title,
        about=(
            "The plain t test on the folds of one stratified 10-fold cross-validation, and on all hundred folds of ten "
            "of them as if they were independent; ten executions on each dataset."
        ),
        tables=(
            *measures,
            SideBySide.from_frames("R where a rejection for one does not agree with one for the other", winners),
        ),
        checks=(
            Check(
                asked="R of the t test on 10 folds is above that of the 5x2 test, on average over the pairs",
                found=f"{listed([mean_r(one)])} and {listed([mean_r(halved)])}",
                met=mean_r(one) > mean_r(halved),
            ),
            Check(
                asked="The uncorrected test on 10x10 folds is consistent on more datasets than that on 10 folds",
                found=" and ".join(", ".join(map(str, consistent[name])) for name in (_HUNDRED, _ONE)),
                met=bool(np.all(consistent[_HUNDRED] > consistent[_ONE])),
            ),
        ),
        because=where_they_differ(measures),
        notes=(
            "Datasets and pairs on which some executions declare one learner better and some the other: "
            + ", ".join(f"{name} {number}" for name, number in reversals.items())
            + ". The paper says that it happened, and counts such executions as agreeing.",
        ),
        incomplete=scored.incomplete,
    )


IN_TEXT: Final = Part(
    name="text",
    title="In the text: the t test on 10 folds, and without a correction on 10x10 folds",
    make=_make,
    needs=(folds, halvings),
)
