"""Make a store as this version of foldwise writes it, to be kept: later versions must read it, or refuse it in words.

Run once for every new version of the store: ``python tests/store/frozen/make_store.py NUMBER``. What it should say
when it is read is written beside it, from runs that never saw a store.
"""

import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from foldwise.data import Dataset, load
from foldwise.evaluation import evaluate
from foldwise.learners import C45, NaiveBayes
from foldwise.verdicts import judge

FOLDER = Path(__file__).parent


class FailsSometimes(ClassifierMixin, BaseEstimator):
    """The most frequent class; fails where the first training example is the first of all."""

    def fit(self, X, y):
        """Fail, or count."""
        if X.iloc[0].tolist() == [5.1, 3.5, 1.4, 0.2]:
            raise ValueError("met the first example")
        self.classes_, counts = np.unique(y, return_counts=True)
        self.label_ = self.classes_[counts.argmax()]
        return self

    def predict(self, X):
        """Say the same of all."""
        return np.full(len(X), self.label_)


def runs(store):
    """Run a classification and a regression, with a store or without."""
    learners = {
        "c45": C45(),
        "bayes\n\N{SNAKE}": NaiveBayes(),
        "tree": DecisionTreeClassifier(),
        "fails": FailsSometimes(),
    }
    X = np.linspace(0, 1, 40)[:, np.newaxis]
    line = Dataset(X, 2 * X[:, 0] + np.cos(40 * X[:, 0]), "line")
    first = evaluate(learners, load("iris"), scheme="2x3", seed=1, store=store)
    sure = {"c45": C45(), "tree": DecisionTreeClassifier()}
    second = evaluate(sure, load("wine"), scheme="5x2", seed=2, metric="neg_log_loss", store=store)
    third = evaluate([LinearRegression(), DecisionTreeRegressor()], line, scheme="holdout:0.25", seed=3, store=store)
    return {"run of iris": first, "run of wine": second, "run of line": third}


def facts(run):
    """What is to come back."""
    return {
        "learners": list(run.learner_names),
        "scheme": run.assignment.scheme,
        "folds": run.assignment.fingerprint,
        "data": run.data.fingerprint,
        "predictions": np.asarray(run.predictions, dtype=float).tolist() if run.target.task == "regression" else None,
        "codes": run.predictions.astype(int).tolist() if run.target.task == "classification" else None,
        "scores": np.where(np.isnan(run.scores()), -1, run.scores()).tolist(),
        "failures": [[each.learner, each.repeat, each.fold, each.error] for each in run.failures],
    }


if __name__ == "__main__":
    path = FOLDER / f"store-{sys.argv[1]}.db"
    path.unlink(missing_ok=True)
    runs(path)
    judge(path, study="run of wine")
    # Nothing is to be left of who ran it.
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")
        connection.execute("PRAGMA journal_mode = WAL")
    told = {name: facts(run) for name, run in runs(None).items()}
    path.with_suffix(".json").write_text(json.dumps(told) + "\n", encoding="utf-8")
