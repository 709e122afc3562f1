"""Draw the levels of the settled tests, bed by bed: ``python docs/make_levels_figure.py``, from the root.

The numbers are those of settled-levels.csv, which experiments/settling/run_beds.py writes.
"""

import os
from pathlib import Path

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from foldwise.stats import wilson

FOLDER = Path(__file__).parent
BEDS = FOLDER.parent / "tests" / "calibration" / "settling" / "beds.csv"
FORMS = {
    "corrected": ("corrected 10x10", "C1", "o"),
    "guard": ("with guard", "C2", "s"),
    "strict": ("strict", "C0", "D"),
}
LEVEL = 0.05


def main() -> None:
    """Draw one line for each bed in which there is nothing to be found; known failures at the bottom."""
    beds = pd.read_csv(BEDS)[["name", "kind"]]
    table = pd.read_csv(FOLDER / "settled-levels.csv").merge(beds, on="name")
    table = table[table["kind"] != "power"]
    fails = table["kind"] == "known failure"
    table = pd.concat([part.sort_values("corrected", ascending=False) for part in (table[~fails], table[fails])])
    heights = -np.arange(len(table)) - 2 * (table["kind"] == "known failure").to_numpy()
    figure, ax = plt.subplots(figsize=(8, 13), layout="constrained")
    for shift, (form, (label, colour, marker)) in zip((0.25, 0, -0.25), FORMS.items(), strict=True):
        rates = table[form].to_numpy()
        counts = np.round(rates * table["sets"]).to_numpy(dtype=int)
        interval = wilson(counts, table["sets"])
        sides = np.maximum([rates - interval.low, interval.high - rates], 0)
        ax.errorbar(rates, heights + shift, xerr=sides, fmt=marker, color=colour, label=label, markersize=3, lw=0.8)
    ax.axvline(LEVEL, color="0.4", lw=0.8)
    ax.set_yticks(heights, table["name"], fontsize=7)
    ax.text(0.995, heights[-1] + fails.sum() + 0.2, "known failures", ha="right", transform=ax.get_yaxis_transform())
    ax.set(xlim=(0, None), ylim=(heights[-1] - 1, 1), xlabel="share of data sets called different, nominal .05")
    ax.tick_params(left=False)
    ax.grid(axis="x", color="0.92")
    figure.legend(loc="outside upper center", ncols=3)
    figure.savefig(FOLDER / "img" / "settled-levels.png", dpi=90, metadata={"Software": None})


if __name__ == "__main__":
    main()
