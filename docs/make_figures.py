"""Make the figures of the README and the guide from built-in data: ``python docs/make_figures.py``."""

import os
from pathlib import Path

os.environ.setdefault("MPLBACKEND", "Agg")

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


if __name__ == "__main__":
    draw_verdict(FOLDER / "verdict.png")
