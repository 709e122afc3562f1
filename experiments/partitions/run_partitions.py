"""What makes partitions differ: ``python experiments/partitions/run_partitions.py``, from the root.

Bradford and Brodley (2001) end with the question. Single trees, combinations of trees and trees whose training examples
were filtered are scored on 55 random partitions, as many as they judged, ten folds each, of three data sets (two from
FOLDWISE_DATA); those that filter, and what they filter for, also with labels of which a fifth was changed at random.
Some run twice, with other seeds on the same partitions, which tells the part of the seeds from that of the partition.
Writes docs/partition-spread.csv and docs/img/partition-spread.svg. Ten minutes of one core.
"""

from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.ensemble import AdaBoostClassifier, BaggingClassifier, ExtraTreesClassifier, RandomForestClassifier
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.multiclass import OutputCodeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import foldwise as fw
from foldwise.replicability import partition_spread

DATASETS = ("wine", "uci:glass", "uci:ionosphere")
N_PARTITIONS, N_TREES, SEED = 55, 10, 2001
NOISE = (0.0, 0.2)
AGAIN = ", again"
COLUMNS = ["dataset", "labels_changed", "learner", "accuracy", "sd", "share_of_seeds"]
KEPT = Path("docs") / "partition-spread.csv"
TWICE = ("tree", "bagged trees", "random forest", "boosted trees")
# Where labels are wrong: with and without the filter.
FILTERED = ("tree", "tree, examples filtered", "bagged trees", "bagged trees, examples filtered")


class Filtered(ClassifierMixin, BaseEstimator):
    """Drop training examples that two of three other learners get wrong when they have not seen them; then learn."""

    def __init__(self, estimator=None, random_state=None):
        self.estimator = estimator
        self.random_state = random_state

    def fit(self, X, y):
        X, y = np.asarray(X, dtype=np.float64), np.asarray(y)
        seed = np.random.RandomState(self.random_state).randint(2**31 - 1)
        least = np.unique(y, return_counts=True)[1].min()
        folds = StratifiedKFold(int(max(2, min(4, least))), shuffle=True, random_state=seed)
        voters = (DecisionTreeClassifier(random_state=seed), KNeighborsClassifier(3), GaussianNB())
        wrong = sum(cross_val_predict(voter, X, y, cv=folds) != y for voter in voters)
        kept = wrong < 2
        # A class that nobody recognizes is kept: without it there is nothing to learn.
        kept |= ~np.isin(y, np.unique(y[kept]))
        self.classes_ = np.unique(y)
        self.estimator_ = clone(self.estimator).set_params(random_state=seed).fit(X[kept], y[kept])
        return self

    def predict(self, X):
        return self.estimator_.predict(np.asarray(X, dtype=np.float64))


def learners(share):
    tree = DecisionTreeClassifier()
    combined = {
        "bagged trees": BaggingClassifier(tree, n_estimators=N_TREES),
        "random forest": RandomForestClassifier(n_estimators=N_TREES),
        "extra trees": ExtraTreesClassifier(n_estimators=N_TREES),
        "boosted trees": AdaBoostClassifier(DecisionTreeClassifier(max_depth=4), n_estimators=N_TREES),
        "output codes of trees": OutputCodeClassifier(tree, code_size=5),
    }
    single = {
        "tree": tree,
        "pruned tree": DecisionTreeClassifier(ccp_alpha=0.01),
        "tree, examples filtered": Filtered(tree),
        "bagged trees, examples filtered": Filtered(BaggingClassifier(tree, n_estimators=N_TREES)),
    }
    every = {**single, **combined}
    if share:
        every = {name: every[name] for name in FILTERED}
    return {**every, **{f"{name}{AGAIN}": learner for name, learner in every.items() if name in TWICE and not share}}


def with_noise(data, share):
    """Give a share of the examples another label, drawn among the others."""
    if not share:
        return data
    rng, y = np.random.default_rng(SEED), np.asarray(data.y).copy()
    names = np.unique(y)
    for place in rng.choice(y.size, round(share * y.size), replace=False):
        y[place] = rng.choice(names[names != y[place]])
    return fw.data.Dataset(data.X, y, name=data.name)


def parts(run):
    """Return a row for each learner: the standard deviation over partitions, and the share of seeds in its variance."""
    spread = partition_spread(run).set_index("learner")
    scores = dict(zip(spread.index, run.scores().mean(axis=2), strict=True))
    rows = []
    for name in (each for each in spread.index if not each.endswith(AGAIN)):
        names = [each for each in spread.index if each in (name, f"{name}{AGAIN}")]
        variance = (spread.loc[names, "sd"] ** 2).mean()
        apart = np.nan if len(names) < 2 else ((scores[names[0]] - scores[names[1]]) ** 2).mean() / 2
        rows.append((name, spread.loc[names, "mean"].mean(), np.sqrt(variance), min(apart / variance, 1.0)))
    return rows


def measure():
    rows = []
    for name in DATASETS:
        data = fw.data.load(name)
        for share in NOISE:
            noisy = with_noise(data, share)
            run = fw.evaluate(learners(share), noisy, scheme=f"{N_PARTITIONS}x10", seed=SEED, progress=False)
            rows += [(data.name, share, *row) for row in parts(run)]
            print(data.name, share, flush=True)
            # What is done is kept: the rest may be interrupted.
            pd.DataFrame(rows, columns=COLUMNS).round(5).to_csv(KEPT, index=False)


def draw(table):
    import matplotlib as mpl

    mpl.use("svg")
    import matplotlib.pyplot as plt

    clean = table[table["labels_changed"] == 0]
    order = list(dict.fromkeys(clean["learner"]))[::-1]
    fig, ax = plt.subplots(figsize=(7, 3.6))
    for level, learner in enumerate(order):
        own = 100 * clean[clean["learner"] == learner]["sd"].to_numpy()
        ax.plot(own, [level] * own.size, "o", color="#4477aa", markersize=4, alpha=0.6)
        ax.plot(np.exp(np.log(own).mean()), level, "|", color="black", markersize=14, markeredgewidth=2)
    ax.set_yticks(range(len(order)), order)
    ax.set_xlim(left=0)
    ax.set_xlabel(
        f"standard deviation of accuracy over {N_PARTITIONS} partitions, points\n"
        "dots: data sets; mark: typical (geometric mean)"
    )
    ax.spines[["top", "right"]].set_visible(False)
    mpl.rcParams["svg.hashsalt"] = "foldwise"
    fig.savefig(Path("docs") / "img" / "partition-spread.svg", bbox_inches="tight", metadata={"Date": None})


def main():
    measure()
    draw(pd.read_csv(KEPT))


if __name__ == "__main__":
    main()
