"""What most people run: preparation, then a learner, through `evaluate`, beside `cross_val_score`.

DataFrames: numbers imputed by the median and scaled, texts imputed by the most frequent one and one-hot encoded, then
the learner; "scaled" is a table of numbers that is scaled alone. 10 times 10-fold for the first learners, twice for
forests and boosting, of 20 trees each; the same splits for both, ready made for `cross_val_score`. CPU milliseconds of
`evaluate(...).scores()`, best round, and how many times as long `cross_val_score` takes. The sets other than wdbc need
FOLDWISE_DATA.
"""

import os
from typing import Any

import numpy as np
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from benchmarks._timing import interleaved, milliseconds, print_table
from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.splits import RepeatedKFold

QUICK: dict[str, Any] = {
    "logistic regression": LogisticRegression(max_iter=1000),
    "ridge": RidgeClassifier(),
    "5 neighbours": KNeighborsClassifier(5),
    "GaussianNB": GaussianNB(),
    "tree": DecisionTreeClassifier(random_state=0),
}
SLOW: dict[str, Any] = {
    "random forest": RandomForestClassifier(20, random_state=0),
    "extra trees": ExtraTreesClassifier(20, random_state=0),
    "histogram boosting": HistGradientBoostingClassifier(max_iter=20, random_state=0),
}
DATASETS = ("wdbc", "uci:credit-g", "uci:heart-h", "uci:vote", "uci:credit-a")


def run() -> None:
    rows = []
    for name in DATASETS if os.environ.get("FOLDWISE_DATA") else DATASETS[:1]:
        data = load(name)
        for learners, n_repeats in ((QUICK, 10), (SLOW, 2)):
            for title, learner in learners.items():
                ways = [("prepared", _prepared(learner))]
                if not data.nominal:
                    ways.append(("scaled", make_pipeline(StandardScaler(), learner)))
                for how, pipeline in ways:
                    times = _times(pipeline, data.X, data.y, RepeatedKFold(10, n_repeats))
                    rows.append((f"{title}, {how}", name, *map(milliseconds, times), f"{times[1] / times[0]:.1f}"))
    print_table(("learner", "dataset", "evaluate", "cross_val_score", "times"), rows)


def _times(learner: Any, X: Any, y: Any, scheme: RepeatedKFold) -> tuple[float, float]:
    assignment = evaluate(DummyClassifier(), X, y, scheme=scheme, seed=1).assignment
    splits = [(train, test) for _, _, train, test in assignment.splits()]
    ways = {
        "ours": lambda: evaluate(learner, X, y, scheme=scheme, seed=1, progress=False).scores(),
        "theirs": lambda: cross_val_score(learner, X, y, cv=splits),
    }
    ours, theirs = interleaved(ways, 2).values()
    return min(ours.cpu), min(theirs.cpu)


def _prepared(learner: Any) -> Any:
    numbers = make_pipeline(SimpleImputer(strategy="median", keep_empty_features=True), StandardScaler())
    encoder = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    texts = make_pipeline(SimpleImputer(strategy="most_frequent", keep_empty_features=True), encoder)
    choose = make_column_selector
    transformer = make_column_transformer(
        (numbers, choose(dtype_include=np.number)), (texts, choose(dtype_exclude=np.number))
    )
    return make_pipeline(transformer, learner)
