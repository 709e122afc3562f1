"""Make the figures of the README and the guide from built-in data: ``python docs/make_figures.py``."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.setdefault("MPLBACKEND", "Agg")

from matplotlib import rc_context
from sklearn.naive_bayes import GaussianNB
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


if __name__ == "__main__":
    draw_verdict(FOLDER / "verdict.png")
    draw_tree(FOLDER / "tree.png")
    draw_study(FOLDER / "study.png")
    draw_taxonomy(FOLDER / "taxonomy.svg")
