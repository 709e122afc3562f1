"""Measure and draw how whole runs grow: ``python docs/make_growth_figure.py``, from the root, some minutes.

The numbers, those of the benchmark `growth`, go to growth.csv, from which the figure is drawn; with the argument
``draw`` only that.
"""

import os
import sys
from pathlib import Path

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1", MPLBACKEND="Agg")

import matplotlib.pyplot as plt
import pandas as pd

FOLDER = Path(__file__).parent
NUMBERS = FOLDER / "growth.csv"


def measure() -> pd.DataFrame:
    """Time everything; one row per run."""
    sys.path.insert(0, str(FOLDER.parent))
    from benchmarks.growth import measured

    return pd.DataFrame(measured(), columns=["what", "learner", "size", "cpu_seconds", "megabytes"])


def draw(table: pd.DataFrame, path: Path) -> None:
    """Draw time and memory against everything that grows, and how steep a line of linear growth is."""
    panels = list(dict.fromkeys(table["what"]))
    figure, axes = plt.subplots(2, len(panels), figsize=(13, 5.6), layout="constrained", squeeze=False)
    measures = {"cpu_seconds": "CPU seconds", "megabytes": "MB above a small run"}
    for row, (measure_name, words) in zip(axes, measures.items(), strict=True):
        for ax, what in zip(row, panels, strict=True):
            part = table[table["what"] == what]
            for learner, line in part.groupby("learner", sort=False):
                # A run that takes nothing more has no place on such an axis.
                ax.plot(line["size"], line[measure_name].clip(lower=0.001), "-o", label=learner, markersize=4)
            sizes = part["size"].agg(["min", "max"])
            top = part.loc[part["size"] == sizes["max"], measure_name].max()
            ax.plot(sizes, top * sizes / sizes["max"], ":", color="0.5", label="linear")
            ax.set(xscale="log", yscale="log", xlabel=what)
        row[0].set_ylabel(words)
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=4, fontsize=8)
    figure.savefig(path, dpi=110, metadata={"Software": None})


def main() -> None:
    """Measure unless told not to, and draw."""
    if sys.argv[1:] != ["draw"]:
        measure().to_csv(NUMBERS, index=False, float_format="%.6g")
    draw(pd.read_csv(NUMBERS), FOLDER / "img" / "growth.png")


if __name__ == "__main__":
    main()
