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
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from benchmarks._timing import print_table
from benchmarks.shared_estimators import HEADER, row
from foldwise.data import load
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
DATASETS = ("wdbc", "uci:credit-g", "uci:heart-h", "uci:vote", "uci:hypothyroid")


def run() -> None:
    rows = []
    for name in DATASETS if os.environ.get("FOLDWISE_DATA") else DATASETS[:1]:
        data = load(name)
        for learners, n_repeats in ((QUICK, 10), (SLOW, 2)):
            for title, learner in learners.items():
                scheme = RepeatedKFold(n_repeats, 10)
                rows.append(row(title, name, _prepared(learner), data.X, data.y, scheme))
                if not data.nominal:
                    scaled = make_pipeline(StandardScaler(), learner)
                    rows.append(row(f"{title}, scaled", name, scaled, data.X, data.y, scheme))
    print_table(HEADER, rows)


def _prepared(learner: Any) -> Any:
    numbers = make_pipeline(SimpleImputer(strategy="median", keep_empty_features=True), StandardScaler())
    encoder = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    texts = make_pipeline(SimpleImputer(strategy="most_frequent", keep_empty_features=True), encoder)
    choose = make_column_selector
    transformer = make_column_transformer(
        (numbers, choose(dtype_include=np.number)), (texts, choose(dtype_exclude=np.number))
    )
    return make_pipeline(transformer, learner)
