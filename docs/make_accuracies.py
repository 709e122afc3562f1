"""Accuracies beside Table 1 of Bradford and Brodley (2001): ``FOLDWISE_DATA=FOLDER python docs/make_accuracies.py``.

Writes our columns of `bradford-brodley-accuracies.csv` anew and prints the table of the guide. The paper's columns,
means over 55 random partitions into ten folds, are kept. Takes about two minutes.
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd

import foldwise as fw

TABLE = Path(__file__).parent / "bradford-brodley-accuracies.csv"
LEARNERS = {
    "mansour_tree": fw.learners.MansourTree(),
    "c45": fw.learners.C45(raising=False),
    "discretized_naive_bayes": fw.learners.DiscretizedNaiveBayes(),
}
# The paper's partitions are not stratified.
SCHEME = fw.splits.RepeatedKFold(10, 10, stratified=False)
SEED = 1


def read_table() -> pd.DataFrame:
    """Read the numbers as they stand, the paper's among them."""
    return pd.read_csv(TABLE, index_col="dataset")


def accuracies(data: fw.data.Dataset, learners: dict[str, object]) -> dict[str, float]:
    """Percent correct of each learner, the mean over ten partitions, and the standard deviation among them."""
    run = fw.evaluate(learners, data, scheme=SCHEME, seed=SEED, progress=False)
    percent = 100 * run.correct().mean(axis=2)
    found = {}
    for name, each in zip(learners, percent, strict=True):
        found |= {name: round(float(each.mean()), 2), f"{name}_sd": round(float(np.std(each, ddof=1)), 2)}
    return found


def markdown(table: pd.DataFrame) -> str:
    """Write the table of the guide; gaps above three points are bold."""
    heads = ["dataset", "n", "`MansourTree`", "TDDT-1", "`C45(raising=False)`", "TDDT-2"]
    heads += ["`DiscretizedNaiveBayes`", "naive Bayes"]
    lines = [f"| {' | '.join(heads)} |", "|---|" + (len(heads) - 1) * "---:|"]
    for name, row in table.iterrows():
        cells = [str(name) if name == row["uci"] else f"{name} (`uci:{row['uci']}`)", str(row["n"])]
        for learner in LEARNERS:
            ours, paper = row[learner], row[f"{learner}_paper"]
            cells += [f"**{ours:.1f}**" if abs(ours - paper) > 3 else f"{ours:.1f}", f"{paper:.1f}"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    table = read_table()
    for dataset, uci in table["uci"].items():
        for column, value in accuracies(fw.data.load(f"uci:{uci}"), LEARNERS).items():
            table.loc[dataset, column] = value
    table.to_csv(TABLE)
    sys.stdout.write(markdown(table) + "\n")
