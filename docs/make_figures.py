"""Make the figures of the README and the guide from built-in data: ``python docs/make_figures.py``."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.setdefault("MPLBACKEND", "Agg")

import numpy as np
from matplotlib import pyplot, rc_context
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import foldwise as fw

FOLDER = Path(__file__).parent / "img"
NAMES = ("wine", "wdbc", "iris", "balance-scale", "tic-tac-toe")


def draw_verdict(path: Path) -> None:
    """Draw the verdict on two learners and five datasets."""
    learners = {"naive Bayes": GaussianNB(), "tree": DecisionTreeClassifier()}
    verdict = fw.compare(learners, [fw.data.load(name) for name in NAMES], rope=0.03, seed=1, n_jobs=2)
    # Without a date and without the version of matplotlib the same numbers give the same file.
    fw.plot(verdict).figure.savefig(path, bbox_inches="tight", dpi=110, metadata={"Software": None})


def draw_settled(path: Path) -> None:
    """Draw twelve executions of a settled comparison, each from its first look to where it stopped."""
    learners = {"discriminant": LinearDiscriminantAnalysis(), "neighbours": KNeighborsClassifier(15)}
    wdbc = fw.data.load("wdbc")
    figure, ax = pyplot.subplots(figsize=(7.2, 3.6))
    ax.set_xscale("log")
    for seed in range(1, 13):
        settlement = fw.compare(learners, wdbc, seed=seed).comparisons[0].settlement
        looks = settlement.looks
        ax.plot([look.n_repeats for look in looks], [look.statistic for look in looks], color="#3b6fb6", linewidth=0.9)
        ax.plot(looks[0].n_repeats, looks[0].statistic, "o", color="#3b6fb6", markersize=5, markerfacecolor="white")
        if settlement.settled:
            ax.plot(looks[-1].n_repeats, looks[-1].statistic, "o", color="#3b6fb6", markersize=5)
    ax.axhline(looks[-1].critical, color="0.35", linestyle="--", linewidth=1)
    for height, side, words in (
        (0.04, "bottom", "above: discriminant better"),
        (-0.04, "top", "below: no difference shown"),
    ):
        ax.text(250, looks[-1].critical + height, words, ha="right", va=side, fontsize=9, color="0.35")
    ticks = [10, 15, 23, 35, 53, 80, 120, 180]
    ax.set_xticks(ticks, labels=[str(tick) for tick in ticks])
    ax.minorticks_off()
    ax.set_xlim(9.2, 260)
    ax.set_ylim(1.7, 2.8)
    ax.spines[["top", "right"]].set_visible(False)
    ax.set_xlabel("repeats of ten-fold cross-validation (open: first look; filled: settled; dashed: critical value)")
    ax.set_ylabel("t")
    figure.savefig(path, bbox_inches="tight", dpi=110, metadata={"Software": None})


def draw_publication_filter(path: Path) -> None:
    """Draw what is false among significant results, of two procedures on two differences."""
    blocks = [fw.lab.sources.ExchangeableBlocks(second_shift=shift) for shift in (0.35, 0.25, 0.1)]
    found = fw.lab.publication_filter(["10/kfold_t", "10x10"], blocks, n_trials=400, n_jobs=2)
    fw.plot(found).figure.savefig(path, bbox_inches="tight", dpi=110, metadata={"Software": None})


def draw_taxonomy(path: Path) -> None:
    """Draw the questions that lead to a test; each box leads to its heading on the page about choosing."""
    display = fw.displays.TaxonomyDisplay.from_taxonomy(fw.verdicts.TAXONOMY, page="../choosing.md")
    # Words stay words, and nothing in the file depends on when it is made.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "foldwise"}):
        display.plot().figure.savefig(path, metadata={"Date": None, "Creator": None})


def draw_tree(path: Path) -> None:
    """Draw C4.5's tree of iris."""
    iris = fw.data.load("iris")
    tree = fw.learners.C45().fit(iris.X, iris.y)
    fw.plot(tree).figure.savefig(path, bbox_inches="tight", dpi=110, metadata={"Software": None})


def draw_study(path: Path) -> None:
    """Draw the scores of a study; neighbours within a radius cannot predict where there are none."""
    learners = {
        "naive Bayes": "nb",
        "C4.5": "c45",
        "nearest neighbour": "nn",
        "neighbours within 2": "sklearn.neighbors.RadiusNeighborsClassifier(radius=2.0)",
    }
    with TemporaryDirectory() as folder:
        study = fw.Study(name="five", datasets=NAMES, learners=learners, seed=1, store=Path(folder, "five.db"))
        results = fw.studies.run_study(study)
    fw.plot(results).figure.savefig(path, bbox_inches="tight", dpi=110, metadata={"Software": None})


def draw_seeds(path: Path) -> None:
    """Draw the p-values of ten executions of Dietterich's test."""
    learners = {"naive Bayes": fw.learners.NaiveBayes(), "C4.5": fw.learners.C45()}
    datasets = [fw.data.load(name) for name in ("wine", "iris", "balance-scale", "tic-tac-toe")]
    result = fw.replicate(learners, datasets, procedure=fw.Procedure("5x2", "five_by_two_t"), seed=1)
    fw.plot(result).figure.savefig(path, bbox_inches="tight", dpi=110, metadata={"Software": None})


def draw_partitions(path: Path) -> None:
    """Draw the significances of 55 partitions into ten folds."""
    learners = {"naive Bayes": fw.learners.NaiveBayes(), "C4.5": fw.learners.C45()}
    datasets = [fw.data.load(name) for name in ("wine", "iris", "monk2", "balance-scale", "tic-tac-toe")]
    runs = fw.evaluate(learners, datasets, scheme="55x10:plain", seed=1)
    analysis = fw.replicability.partition_analysis(runs)
    fw.plot(analysis).figure.savefig(path, bbox_inches="tight", dpi=110, metadata={"Software": None})


def draw_lab(path: Path) -> None:
    """Draw how often the usual procedures find a difference where there is none."""
    tests = [
        "holdout:0.333/mcnemar",
        "holdout:0.333/difference_of_proportions",
        "resampled:30:0.333/resampled_t",
        "resampled:30:0.333/corrected_resampled_t",
        "10/kfold_t",
        "5x2/five_by_two_t",
        "5x2/five_by_two_f",
        "10x10/corrected_repeated_kfold_t",
    ]
    nulls = [fw.lab.sources.TwoKinds(), fw.lab.sources.ExchangeableBlocks()]
    result = fw.lab.type_one_error(tests, nulls, n_trials=1000, n_jobs=2)
    fw.plot(result).figure.savefig(path, bbox_inches="tight", dpi=110, metadata={"Software": None})


def draw_order(path: Path) -> None:
    """Draw the difference of two learners whose curves cross, by the size of the training set."""
    source = fw.lab.sources.CrossingCurves(0.7)
    X, y = source.draw(np.random.default_rng(1))
    learners = dict(zip(("bayes", "discriminants"), source.learners, strict=True))
    fw.plot(fw.planning.order_by_size(learners, X, y, seed=1)).figure.savefig(
        path, bbox_inches="tight", dpi=110, metadata={"Software": None}
    )


if __name__ == "__main__":
    draw_verdict(FOLDER / "verdict.png")
    draw_settled(FOLDER / "settled.png")
    draw_tree(FOLDER / "tree.png")
    draw_study(FOLDER / "study.png")
    draw_taxonomy(FOLDER / "taxonomy.svg")
    draw_seeds(FOLDER / "seeds.png")
    draw_partitions(FOLDER / "partitions.png")
    draw_lab(FOLDER / "lab-levels.png")
    draw_order(FOLDER / "order-by-size.png")
    draw_publication_filter(FOLDER / "publication-filter.png")
