"""scikit-learn's own estimators through `evaluate`, whose folds share their work, beside `cross_val_score`.

10 times 10-fold cross-validation, the same splits for both; `cross_val_score` gets them ready made. CPU milliseconds,
best round, and how many times as long `cross_val_score` takes; "no sharing" is `evaluate(sharing=False)`. "unsure" is
the share of predictions within rounding of another one: their folds are fitted one by one, the others are shared.
"""

from time import process_time
from typing import Any

import numpy as np
from sklearn.datasets import load_diabetes
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.linear_model import LinearRegression, Ridge, RidgeClassifier
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from benchmarks._timing import milliseconds, print_table
from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.splits import RepeatedKFold

CLASSIFIERS: dict[str, Any] = {
    "GaussianNB": GaussianNB(),
    "BernoulliNB": BernoulliNB(binarize=1.0),
    "MultinomialNB": MultinomialNB(),
    "CategoricalNB": CategoricalNB(min_categories=20),
    "1 neighbour": KNeighborsClassifier(1),
    "5 neighbours": KNeighborsClassifier(5),
    "ridge": RidgeClassifier(),
    "LDA": LinearDiscriminantAnalysis(),
    "QDA": QuadraticDiscriminantAnalysis(reg_param=0.1),
    "scaler + 5 neighbours": make_pipeline(StandardScaler(), KNeighborsClassifier(5)),
    "scaler + GaussianNB": make_pipeline(StandardScaler(), GaussianNB()),
    "scaler + ridge": make_pipeline(StandardScaler(), RidgeClassifier()),
}
REGRESSORS: dict[str, Any] = {
    "linear regression": LinearRegression(),
    "ridge": Ridge(),
    "5 neighbours": KNeighborsRegressor(5),
    "scaler + ridge": make_pipeline(StandardScaler(), Ridge()),
}
DATASETS = ("iris", "wine", "wdbc", "balance-scale", "digits")
COUNTS = ("balance-scale", "digits")
"""Datasets whose columns are counts, as CategoricalNB needs them."""
SCHEME = RepeatedKFold(10, 10)
ROUNDS = 3


def run() -> None:
    rows = []
    for name in DATASETS:
        data = load(name)
        X, y = data.X.to_numpy(np.float64), np.unique(data.y, return_inverse=True)[1]
        for title, learner in CLASSIFIERS.items():
            if title != "CategoricalNB" or name in COUNTS:
                rows.append(_row(title, name, learner, X, y))
    X, y = load_diabetes(return_X_y=True)
    rows += [_row(title, "diabetes (regression)", learner, X, y) for title, learner in REGRESSORS.items()]
    print_table(
        ("learner", "dataset", "evaluate", "no sharing", "cross_val_score", "times", "folds shared", "unsure"), rows
    )


def _row(title: str, name: str, learner: Any, X: Any, y: Any) -> tuple[str, ...]:
    run = evaluate(learner, X, y, scheme=SCHEME, seed=1)
    splits = [(train, test) for _, _, train, test in run.assignment.splits()]
    ways = {
        "evaluate": lambda: evaluate(learner, X, y, scheme=SCHEME, seed=1),
        "no sharing": lambda: evaluate(learner, X, y, scheme=SCHEME, seed=1, sharing=False),
        "cross_val_score": lambda: cross_val_score(learner, X, y, cv=splits),
    }
    best = dict.fromkeys(ways, np.inf)
    for _ in range(ROUNDS):
        for way, call in ways.items():
            started = process_time()
            call()
            best[way] = min(best[way], process_time() - started)
    learner_report = run.learners[0]
    return (
        title,
        name,
        *(milliseconds(float(seconds)) for seconds in best.values()),
        f"{best['cross_val_score'] / best['evaluate']:.1f}",
        f"{learner_report.shared:.1%}",
        f"{learner_report.unsure:.2%}",
    )
