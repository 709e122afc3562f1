"""Measure what tests on halves say where learning curves cross, and how often that is seen: docs/halves-*.csv.

Three tables: error rates by training size on `CrossingCurves`; how often each procedure calls either learner better
there, at level .05; and how often the caveat `size_dependent` is given where a run of ten folds is beside one of 5x2,
also where nothing depends on the size.
Run ``python experiments/halves/run_halves.py``; then ``python docs/fill_tables.py`` writes the tables of
docs/choosing.md.
"""

from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

import foldwise as fw
from foldwise.lab import learning_curves, run_trials, sources

DOCS = Path(__file__).parents[2] / "docs"
TRIALS = 1000
FLAG_TRIALS = 500
SETS = 1000
SEED = 28
ALPHA = 0.05
PROCEDURES = {
    "5x2 t": "5x2/five_by_two_t",
    "5x2 F": "5x2/five_by_two_f",
    "10-fold t": "10/kfold_t",
    "corrected t, ten folds": "10",
    "hold-out of a third, McNemar": "holdout:0.333/mcnemar",
}
CROSSING = {"cross at 285": sources.CrossingCurves(0.52), "cross at 185": sources.CrossingCurves(0.7)}
NEVER = {
    "two blocks, discriminants": sources.ExchangeableBlocks(LinearDiscriminantAnalysis()),
    "two blocks, 1-nearest neighbour": sources.ExchangeableBlocks(),
    "two blocks, C4.5": sources.ExchangeableBlocks(fw.learners.C45()),
}


def curves(n_sets: int) -> pd.DataFrame:
    """Return error rates of both learners by training size."""
    parts = []
    for name, source in CROSSING.items():
        found = learning_curves(source, sizes=[100, 150, 200, 270], n_sets=n_sets, seed=SEED)
        parts.append(found.frame().assign(curves=name))
    return pd.concat(parts, ignore_index=True)


def verdicts(n_trials: int) -> pd.DataFrame:
    """Return how often each procedure calls naive Bayes, or discriminants, better."""
    rows = []
    for name, source in CROSSING.items():
        found = run_trials(PROCEDURES, source, n_trials=n_trials, seed=SEED).found
        for words in PROCEDURES:
            rejected, ahead = found[words].pvalue[:, 0] <= ALPHA, found[words].estimate[:, 0] > 0
            called = {"bayes": np.mean(rejected & ahead), "discriminants": np.mean(rejected & ~ahead)}
            rows.append({"curves": name, "procedure": words, "trials": n_trials, **called})
    return pd.DataFrame(rows)


def flags(n_trials: int) -> pd.DataFrame:
    """Return how often a verdict of 5x2 carries the caveat, with a run of ten folds beside it."""
    rows = []
    for name, source in {**NEVER, **CROSSING}.items():
        given = [_is_given(source, trial) for trial in range(n_trials)]
        rows.append({"population": name, "trials": n_trials, "given": np.mean(given)})
    return pd.DataFrame(rows)


def _is_given(source: sources.DataSource, trial: int) -> bool:
    X, y = source.draw(np.random.default_rng([SEED, trial]))
    learners = dict(zip("ab", source.learners, strict=True))
    half, ten = (fw.evaluate(learners, X, y, scheme=scheme, seed=trial, progress=False) for scheme in ("5x2", "10"))
    (row,) = fw.judge(half, whole=ten).comparisons
    return any(caveat.code == "size_dependent" for caveat in row.caveats)


def main() -> None:
    """Measure all and write the tables."""
    for name, table in {"curves": curves(SETS), "verdicts": verdicts(TRIALS), "flags": flags(FLAG_TRIALS)}.items():
        table.to_csv(DOCS / f"halves-{name}.csv", index=False, float_format="%.4f", lineterminator="\n")


if __name__ == "__main__":
    main()
