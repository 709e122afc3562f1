"""Measure and draw what cross-validations cost: ``python docs/make_cost_figure.py``, from the root, some minutes.

Needs FOLDWISE_DATA, the folder of the UCI files. The numbers go to sharing-costs.csv, from which the figure is drawn;
with the argument ``draw`` only that.
"""

import os
import sys
from pathlib import Path

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1", MPLBACKEND="Agg")

import matplotlib.pyplot as plt
import pandas as pd

FOLDER = Path(__file__).parent
NUMBERS = FOLDER / "sharing-costs.csv"


def measure() -> pd.DataFrame:
    """Time everything; one row per point of the figure."""
    sys.path.insert(0, str(FOLDER.parent))
    from benchmarks import growing_cross_validations as growing

    def rows(panel: str, costs: list[growing.Cost]) -> list[dict[str, object]]:
        return [
            {"panel": panel, "learner": cost.learner, "n": n, "who": who, "seconds": seconds}
            for cost in costs
            for n in [cost.n_repeats if panel == "repeats" else cost.n_rows]
            for who, seconds in (("foldwise", cost.ours), ("scikit-learn", cost.scikit_learn))
        ]

    repeats = [cost for cost in growing.by_repeats() if cost.dataset == "vehicle"]
    learners = [
        {"panel": "learners", "learner": "NearestNeighbor", "n": n, "who": "foldwise", "seconds": seconds}
        for n, seconds in growing.by_learners()
    ]
    return pd.DataFrame([*rows("repeats", repeats), *rows("rows", growing.by_rows()), *learners])


def draw(table: pd.DataFrame, path: Path) -> None:
    """Draw seconds against repeats, rows and learners."""
    titles = {
        "repeats": ("repeats of 10-fold cross-validation (vehicle)", "CPU seconds"),
        "rows": ("rows of letter, one repeat", ""),
        "learners": ("learners (k neighbours; iris, 10 x 10 folds)", ""),
    }
    figure, axes = plt.subplots(1, 3, figsize=(12, 4.4), layout="constrained")
    colours = {"NearestNeighbor": "C0", "NaiveBayes": "C1", "C45": "C2"}
    for ax, (panel, (x, y)) in zip(axes, titles.items(), strict=True):
        part = table[table["panel"] == panel].dropna()
        for (learner, who), line in part.groupby(["learner", "who"], sort=False):
            style = "-o" if who == "foldwise" else ":x"
            ax.plot(line["n"], line["seconds"], style, color=colours[learner], label=f"{learner}, {who}", markersize=4)
        ax.set(xlabel=x, ylabel=y)
        if panel == "learners":
            ax.set_ylim(bottom=0)
        else:
            ax.set(xscale="log", yscale="log")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, fontsize=8)
    figure.savefig(path, dpi=110, metadata={"Software": None})


def main() -> None:
    """Measure unless told not to, and draw."""
    if sys.argv[1:] != ["draw"]:
        measure().replace([float("inf")], float("nan")).to_csv(NUMBERS, index=False, float_format="%.6g")
    draw(pd.read_csv(NUMBERS), FOLDER / "img" / "sharing-costs.png")


if __name__ == "__main__":
    main()
