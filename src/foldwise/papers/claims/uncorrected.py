"""Claim C8: the uncorrected t test on 10x10 folds is consistent, and invalid."""

from typing import Final

import numpy as np
import pandas as pd

import foldwise as fw
from foldwise.papers.bouckaert_frank_2004.experiments import ALPHA, by_repeats, folds, ten_folds
from foldwise.papers.bouckaert_frank_2004.experiments import uncorrected as decided_uncorrected
from foldwise.papers.bouckaert_frank_2004.layout import agreement_table
from foldwise.papers.paper import Part, experiment
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit, Figure, SideBySide

_NAME, _CORRECTED, _FOLDS = "10x10 folds, uncorrected", "10x10 folds, corrected", "10 folds, t"
_TESTS: Final = {
    _NAME: fw.Procedure("10x10", "uncorrected_repeated_kfold_t"),
    _CORRECTED: fw.Procedure("10x10", "corrected_repeated_kfold_t"),
    _FOLDS: fw.Procedure("10", "kfold_t"),
}
# Half of the datasets: the least that may be called consistent. A level that nobody would take for 0.05.
_CONSISTENT, _INVALID = 0.5, 0.2


@experiment("Type I error of the uncorrected 10x10 test, where the null holds exactly", seconds=3)
def levels(bench: Workbench) -> fw.lab.TypeOneError:
    """Two learners of a kind see two blocks of attributes with the same law."""
    blocks = {
        name: fw.lab.sources.ExchangeableBlocks(learner)
        for name, learner in (("1-NN", fw.learners.NearestNeighbor()), ("naive Bayes", fw.learners.NaiveBayes()))
    }
    return fw.lab.type_one_error(_TESTS, blocks, n_trials=bench.size(400, 10), **bench.how)


def others_too_high(frame: pd.DataFrame) -> tuple[str, ...]:
    """Return where the other tests, which are called valid, reject too often as well."""
    others = frame[(frame["procedure"] != _NAME) & (frame["low"] > ALPHA)]
    named = zip(others["procedure"], others["source"], others["rate"], others["low"], strict=True)
    words = [f"{test}, {source}: {rate:.3f} (from {low:.3f})" for test, source, rate, low in named]
    if not words:
        return ()
    return (f"Other tests are approximate, too. They reject more often than {ALPHA:g} here: {'; '.join(words)}.",)


def _make(bench: Workbench) -> Exhibit:
    scored, level = bench.once(folds), bench.once(levels)
    hundred, ten = decided_uncorrected(scored), ten_folds(scored)
    shares = [float(share) for share in np.ravel(fw.stats.consistency(hundred.rejections()).share_consistent)]
    frame = level.frame()
    rates = {
        column: frame.pivot(index="procedure", columns="source", values=column).loc[list(_TESTS)].rename_axis("test")
        for column in ("rate", "low", "high")
    }
    of_it = frame[frame["procedure"] == _NAME]
    sources, shown, lows = (of_it[column].tolist() for column in ("source", "rate", "low"))
    return Exhibit(
        paper="claims",
        name="c8",
        title=C8.title,
        about=(
            "Consistency on 27 datasets, ten executions each; and how often the test rejects at level 0.05 where there "
            "is nothing to find: the same learner sees one or the other of two blocks of attributes with the same law."
        ),
        tables=(
            agreement_table({_NAME: hundred, _CORRECTED: by_repeats(scored)[10], _FOLDS: ten}),
            SideBySide.from_frames(
                "Type I error at level 0.05",
                rates["rate"],
                low=rates["low"],
                high=rates["high"],
                note="Limits: exact, over simulated datasets.",
            ),
        ),
        checks=(
            Check(
                asked=f"All executions agree on at least {_CONSISTENT:.0%} of the datasets, for every pair",
                found=", ".join(f"{share:.0%}" for share in shares),
                met=min(shares) >= _CONSISTENT,
            ),
            Check(
                asked=f"Type I error at level 0.05 is above {_INVALID:g}, with 97.5% confidence, for both learners",
                found=", ".join(
                    f"{source}: {rate:.3f} (from {low:.3f})"
                    for source, rate, low in zip(sources, shown, lows, strict=True)
                ),
                met=min(lows) > _INVALID,
            ),
        ),
        figures=(
            Figure(
                name="levels",
                caption=(
                    "Type I error of the t test on 10x10 folds, without and with the correction, and on 10 folds, "
                    "where the null holds exactly."
                ),
                shown=level,
            ),
        ),
        notes=others_too_high(frame),
        incomplete=scored.incomplete,
        is_claim=True,
    )


C8: Final = Part(
    name="c8",
    title="C8: the uncorrected t test on 10x10 folds is consistent, and invalid",
    make=_make,
    needs=(folds, levels),
)
