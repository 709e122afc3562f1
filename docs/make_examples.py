"""Make small files for the pages that answer questions: ``python docs/make_examples.py``, from the root, in seconds.

``folds.csv`` and ``seeds.csv`` hold what real learners scored; ``answers.csv`` is made up, two models that answer five
questions on each of sixty texts.
"""

from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier

import foldwise as fw

FOLDER = Path(__file__).parent / "examples"


def folds():
    """Score two learners on ten times ten folds of wdbc."""
    learners = {"discriminant": LinearDiscriminantAnalysis(), "neighbours": KNeighborsClassifier(15)}
    table = fw.evaluate(learners, fw.data.load("wdbc"), scheme="10x10", seed=1).frame()
    return table[["learner", "repeat", "fold", "score"]].rename(columns={"score": "accuracy"}).round(4)


def seeds():
    """Score two networks on one test set of digits, each trained from eight seeds."""
    data = fw.data.load("digits")
    X, y = data.X.to_numpy() / 16, np.asarray(data.y)
    rows = [
        (f"{units} units", seed, MLPClassifier(units, max_iter=150, random_state=seed).fit(X[:400], y[:400]))
        for units in (20, 30)
        for seed in range(1, 9)
    ]
    scored = [(model, seed, round(network.score(X[400:], y[400:]), 4)) for model, seed, network in rows]
    return pd.DataFrame(scored, columns=["model", "seed", "accuracy"])


def answers():
    """Draw right and wrong answers; how hard a text is matters for all five of its questions."""
    rng = np.random.default_rng(12)
    texts, questions = np.repeat(np.arange(1, 61), 5), np.arange(1, 301)
    tables = []
    for model, skill in (("old", 0.0), ("new", 0.2)):
        hardness = rng.normal(0, 1.4, 60)[texts - 1] + rng.normal(0, 0.6, 300)
        right = (skill + 0.7 > hardness).astype(int)
        tables.append(pd.DataFrame({"model": model, "text": texts, "item": questions, "accuracy": right}))
    return pd.concat(tables)


def main():
    """Write the files."""
    for table in (folds, seeds, answers):
        table().to_csv(FOLDER / f"{table.__name__}.csv", index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
