"""Measure the tests at full size: ``python docs/make_lab.py [PART ...] [--jobs N] [--store FILE]``, from the root.

Writes the tables lab-*.csv, the figures img/lab-*.png, and the tables in the pages that show them. Parts: two-kinds
(Dietterich's simulation), exact-null (two exchangeable blocks), distinct-samples (the same, samples without a common
example), factorial (settings of a learner and of its data), mirror-images (two learners that are images of one
another), table-five (Bouckaert and Frank); all if none is named. With a store, a run that was interrupted goes on
where it stopped. The ranking has a script of its own, ``experiments/ranking/run_ranking.py``.
"""

import argparse
import os
import sys
from pathlib import Path
from time import perf_counter

os.environ.setdefault("MPLBACKEND", "Agg")

import numpy as np
import pandas as pd
from scipy.special import ndtr, stdtr
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyRegressor

from foldwise import Procedure, lab, plot
from foldwise.lab import OwnProcedure, sources
from foldwise.learners import C45, NearestNeighbor
from foldwise.papers.bouckaert_frank_2004.table5 import TABLE_FIVE_TESTS, table_five_networks
from foldwise.papers.dietterich_1998.simulation import count_replications, measure_levels
from foldwise.splits import DisjointTraining, DistinctSamples, FiveByTwo, Holdout, KFold, RepeatedKFold, Resampled
from foldwise.stats import kfold_t

FOLDER = Path(__file__).parent
THIRD = 1 / 3
BLOCKS = {"1nn": NearestNeighbor(), "lda": LinearDiscriminantAnalysis()}
SECOND_SHIFT = {"1nn": 0.18, "lda": 0.22}


def best_of_all(differences):
    """Fishing: the partition with the smallest p-value."""
    return np.nanmin(kfold_t(differences).pvalue)


def calibrated_t(differences):
    """Ten times ten folds referred to Student's t with 10 degrees of freedom (Bouckaert, 2003)."""
    statistic = differences.mean() / (differences.std(ddof=1) / np.sqrt(11))
    return statistic, 2 * stdtr(10, -abs(statistic))


def cauchy(differences):
    """Cauchy combination of the p-values of all partitions (Liu and Xie, 2020)."""
    mean = np.tan((0.5 - np.asarray(kfold_t(differences).pvalue)) * np.pi).mean()
    return float(mean), 0.5 - float(np.arctan(mean)) / np.pi


def examples_clt(losses):
    """Mean over examples of the difference in loss, each averaged over its repeats (Bayle et al., 2020)."""
    d = (losses[1] - losses[0]).mean(axis=0)
    statistic = d.mean() / (d.std() / np.sqrt(d.size))
    return statistic, 2 * ndtr(-abs(statistic))


class OneSided(RegressorMixin, BaseEstimator):
    """Ridge regression on the positive parts of the attributes: below zero it sees nothing, as its image does above."""

    def fit(self, X, y):
        """Add 1 to the diagonal, as `sklearn.linear_model.Ridge` does."""
        seen = np.maximum(X, 0.0)
        self.middle_, self.level_ = seen.mean(axis=0), y.mean()
        seen = seen - self.middle_
        self.coef_ = np.linalg.solve(seen.T @ seen + np.eye(seen.shape[1]), seen.T @ (y - self.level_))
        return self

    def predict(self, X):
        """Predict from the positive parts."""
        return self.level_ + (np.maximum(X, 0.0) - self.middle_) @ self.coef_


TWENTY, TEN = RepeatedKFold(10, 20), RepeatedKFold(10, 10)
EXACT_NULL = {
    "McNemar, one 2/3-1/3 hold-out": Procedure(Holdout(THIRD), "mcnemar"),
    "10-fold t (uncorrected), one partition": Procedure(KFold(10), "kfold_t"),
    '... "best of 20 partitions" (fishing)': OwnProcedure(TWENTY, best_of_all),
    "averaged t over 20 partitions (Bradford & Brodley, on 10-fold t)": Procedure(TWENTY, "averaged_t"),
    "plain t on ten 5x2 values (what Bradford & Brodley ran)": Procedure(FiveByTwo(), "five_by_two_plain_t"),
    "5x2cv t": Procedure(FiveByTwo(), "five_by_two_t"),
    "5x2cv F (Alpaydin)": Procedure(FiveByTwo(), "five_by_two_f"),
    "corrected resampled t, 10 splits": Procedure(Resampled(10, 0.1), "corrected_resampled_t"),
    "corrected resampled t, 100 splits": Procedure(Resampled(100, 0.1), "corrected_resampled_t"),
    "corrected 1x10": Procedure(KFold(10), "corrected_repeated_kfold_t"),
    "corrected 10x10 (Bouckaert & Frank default)": Procedure(TEN, "corrected_repeated_kfold_t"),
    "calibrated 10x10, df 10 (Bouckaert 2003)": OwnProcedure(TEN, calibrated_t),
    "uncorrected 10x10": Procedure(TEN, "uncorrected_repeated_kfold_t"),
    "Fisher over 20 partitions": Procedure(TWENTY, "fisher"),
    "Cauchy combination over 20": OwnProcedure(TWENTY, cauchy),
    "twice the mean p over 20": Procedure(TWENTY, "twice_the_mean"),
    "running (exchangeable) twice-mean over 20": Procedure(TWENTY, "running_twice_the_mean"),
    "twice the median p over 20": Procedure(TWENTY, "twice_the_median"),
    "per-example CLT, one 10-fold (Bayle et al.)": OwnProcedure(KFold(10), examples_clt, reads="losses"),
    "per-example CLT, losses averaged over 20": OwnProcedure(TWENTY, examples_clt, reads="losses"),
}

DISTINCT = {
    "repeated-measures ANOVA, 10 samples": Procedure(DistinctSamples(10, THIRD), "repeated_measures_anova"),
    "one-way ANOVA, 10 samples": Procedure(DistinctSamples(10, THIRD), "one_way_anova"),
    "DELVE quasi-F, 5 training sets": Procedure(DisjointTraining(5, 0.5), "delve_quasi_f"),
    "corrected 1x10": Procedure(KFold(10), "corrected_repeated_kfold_t"),
}
MIRRORED = {
    "sign-flip test, one 2/3-1/3 hold-out": Procedure(Holdout(THIRD), "sign_flip"),
    "10-fold t (uncorrected), one partition": Procedure(KFold(10), "kfold_t"),
    "5x2cv t": Procedure(FiveByTwo(), "five_by_two_t"),
    "5x2cv F (Alpaydin)": Procedure(FiveByTwo(), "five_by_two_f"),
    "corrected 1x10": Procedure(KFold(10), "corrected_repeated_kfold_t"),
    "corrected 10x10 (Bouckaert & Frank default)": Procedure(TEN, "corrected_repeated_kfold_t"),
}
FACTORS = {"min_leaf": (2, 10, 40), "n_examples": (100, 400), "label_noise": (0.0, 0.2), "n_attributes": (2, 10)}
MIRROR_IMAGES = {
    "log loss": sources.MirrorImages(),
    "Brier score": sources.MirrorImages(metric="neg_brier_score"),
    # Regressors that are fitted in a tenth of a millisecond: every dataset takes 300 fits of each learner.
    "squared error, a quantile": sources.MirrorImages(DummyRegressor(strategy="quantile", quantile=0.35)),
    "squared error, one-sided": sources.MirrorImages(OneSided()),
}


def two_kinds(how, n_trials=10_000, n_counted=4000):
    """Type I error of nine tests at five error rates, and of two of them against the number of splits."""
    levels = measure_levels(n_trials, **how)
    _draw(levels["common"], "lab-two-kinds")
    table = pd.concat([result.frame().assign(beta=quality) for quality, result in levels.items()])
    table["epsilon"] = table["source"].str.removeprefix("error ").astype(float)
    _write(table, "lab-two-kinds.csv")
    counted = count_replications(n_counted, **how)
    _draw(counted, "lab-replication-count")
    _write(counted.frame(), "lab-replication-count.csv")


def exact_null(how, n_trials=3000, n_power=1000):
    """Type I error and power of twenty procedures on two exchangeable blocks, with two learners."""
    nulls = {name: sources.ExchangeableBlocks(learner) for name, learner in BLOCKS.items()}
    levels = lab.type_one_error(EXACT_NULL, nulls, n_trials=n_trials, **how)
    _draw(levels, "lab-exact-null")
    found = lab.power(EXACT_NULL, _alternatives(), n_trials=n_power, **how)
    tables = [levels.frame().assign(kind="level"), found.frame().assign(kind="power")]
    _write(pd.concat(tables), "lab-exact-null.csv")


def distinct_samples(how, n_trials=4000, n_power=1000, n_examples=600):
    """Type I error and power of analyses of variance on samples that share nothing, and of two tests beside them."""
    both = {
        kind: {
            name: sources.ExchangeableBlocks(learner, n_examples, second_shift=shifts.get(name))
            for name, learner in BLOCKS.items()
        }
        for kind, shifts in {"level": {}, "power": SECOND_SHIFT}.items()
    }
    levels = lab.type_one_error(DISTINCT, both["level"], n_trials=n_trials, **how)
    found = lab.power(DISTINCT, both["power"], n_trials=n_power, **how)
    tables = [levels.frame().assign(kind="level"), found.frame().assign(kind="power")]
    _write(pd.concat(tables), "lab-distinct-samples.csv")


def factorial(how, n_replicates=50):
    """Effects of a setting of C4.5, the training size, wrong labels and the number of attributes."""
    study = lab.factorial(FACTORS, blocks_of, n_replicates=n_replicates, **how)
    _draw(study, "lab-factorial")
    _write(study.effects(), "lab-factorial.csv")


def blocks_of(min_leaf, n_examples, label_noise, n_attributes):
    """Make the source of a cell."""
    learner = C45(min_leaf=min_leaf)
    return sources.ExchangeableBlocks(learner, n_examples, n_attributes=n_attributes, label_noise=label_noise)


def mirror_images(how, n_trials=2000, n_settled=500):
    """Type I error of six procedures and of settled verdicts on a learner and its mirror image, by means of losses."""
    found = (
        lab.type_one_error(MIRRORED, MIRROR_IMAGES, n_trials=n_trials, **how),
        lab.type_one_error({"settled": "settled"}, MIRROR_IMAGES, n_trials=n_settled, **how),
    )
    _write(pd.concat([each.frame() for each in found]), "lab-mirror-images.csv")


def table_five(how, n_trials=1000):
    """Consistency of five tests on four networks, ten executions on each of 1000 datasets."""
    networks = table_five_networks()
    result = lab.replicability(TABLE_FIVE_TESTS, networks, n_trials=n_trials, n_executions=10, **how)
    _draw(result, "lab-table-five")
    differences = {name: source.difference for name, source in networks.items()}
    table = result.frame()
    table.insert(1, "difference", table["source"].map(differences))
    _write(table, "lab-table-five.csv")


def _alternatives():
    return {
        name: sources.ExchangeableBlocks(learner, second_shift=SECOND_SHIFT[name]) for name, learner in BLOCKS.items()
    }


def _draw(result, name):
    ax = plot(result)
    figure = np.ravel(np.asarray(ax, dtype=object))[0].figure
    figure.savefig(FOLDER / "img" / f"{name}.png", dpi=90, metadata={"Software": None}, bbox_inches="tight")


def _write(table, name):
    table.to_csv(FOLDER / name, index=False, float_format="%.6g")


PARTS = {
    "two-kinds": two_kinds,
    "exact-null": exact_null,
    "distinct-samples": distinct_samples,
    "factorial": factorial,
    "mirror-images": mirror_images,
    "table-five": table_five,
}


def main():
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; everything by default")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--store", default=None)
    given = parser.parse_args()
    for part in given.parts or PARTS:
        started = perf_counter()
        PARTS[part]({"seed": 1, "n_jobs": given.jobs, "store": given.store})
        sys.stderr.write(f"{part}: {perf_counter() - started:.0f} s\n")


if __name__ == "__main__":
    main()
