"""From the call to a settled verdict, beside what one would do by hand.

By hand: `cross_val_score` of both learners on ten times ten folds, and the corrected repeated k-fold t test of the
differences by SciPy. `compare` looks after ten repeats as well, and adds more where another split might say otherwise:
"close" pairs took more folds than that in some round, and are to be judged apart. CPU seconds, median of
the rounds; the sets beginning with "uci:" need FOLDWISE_DATA.
"""

import os
from statistics import median
from time import process_time
from typing import Any

import numpy as np
from scipy.stats import t
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.model_selection import RepeatedStratifiedKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from benchmarks._timing import print_table
from foldwise.data import load
from foldwise.verdicts import compare

ROUNDS = 3


def _mixed(learner: Any) -> Any:
    numbers = make_pipeline(SimpleImputer(strategy="median"), StandardScaler())
    texts = make_pipeline(SimpleImputer(strategy="most_frequent"), OneHotEncoder(handle_unknown="ignore"))
    choose = make_column_selector
    columns = ((numbers, choose(dtype_include=np.number)), (texts, choose(dtype_exclude=np.number)))
    return make_pipeline(make_column_transformer(*columns, sparse_threshold=0), learner)


def _scaled(learner: Any) -> Any:
    return make_pipeline(StandardScaler(), learner)


LOGISTIC, BAYES, RIDGE, NEAREST = (
    LogisticRegression(max_iter=1000),
    GaussianNB(),
    RidgeClassifier(),
    KNeighborsClassifier(),
)
TREE = DecisionTreeClassifier(random_state=0)
PAIRS: list[tuple[str, str, Any, Any]] = [
    ("naive Bayes, tree", "iris", BAYES, TREE),
    ("naive Bayes, tree", "wine", BAYES, TREE),
    ("naive Bayes, 5-NN", "wdbc", BAYES, NEAREST),
    ("ridge, LR, scaled", "wdbc", _scaled(RIDGE), _scaled(LOGISTIC)),
    ("LR, SVC, scaled", "wine", _scaled(LOGISTIC), _scaled(SVC())),
    ("5-NN, 1-NN, scaled", "wdbc", _scaled(NEAREST), _scaled(KNeighborsClassifier(1))),
    ("ridge, naive Bayes", "digits", RIDGE, BAYES),
    ("stump, naive Bayes", "balance-scale", DecisionTreeClassifier(max_depth=1), BAYES),
    ("LR, tree, encoded", "uci:credit-g", _mixed(LOGISTIC), _mixed(TREE)),
    ("LR, naive Bayes, encoded", "uci:vote", _mixed(LOGISTIC), _mixed(BAYES)),
    ("ridge, tree, encoded", "uci:heart-h", _mixed(RIDGE), _mixed(TREE)),
    ("5-NN, naive Bayes, encoded", "uci:credit-a", _mixed(NEAREST), _mixed(BAYES)),
]


def run() -> None:
    rows = []
    for title, name, a, b in PAIRS:
        if name.startswith("uci:") and not os.environ.get("FOLDWISE_DATA"):
            continue
        data = load(name)
        ours, theirs, repeats = [], [], []
        for number in range(ROUNDS):
            started = process_time()
            verdict = compare({"a": a, "b": b}, data.X, data.y, seed=number, progress=False)
            ours.append(process_time() - started)
            repeats.append(verdict.runs[0].assignment.n_repeats)
            started = process_time()
            _by_hand(a, b, data.X, data.y, number)
            theirs.append(process_time() - started)
        times = median(hand / own for own, hand in zip(ours, theirs, strict=True))
        close = "close" if max(repeats) > 10 else ""
        rows.append(
            (
                title,
                name,
                f"{median(ours):.2f}",
                f"{median(theirs):.2f}",
                f"{times:.1f}",
                ", ".join(map(str, repeats)),
                close,
            )
        )
    print_table(("learners", "dataset", "compare, s", "by hand, s", "times", "repeats", ""), rows)


def _by_hand(a: Any, b: Any, X: Any, y: Any, seed: int) -> float:
    folds = RepeatedStratifiedKFold(n_splits=10, n_repeats=10, random_state=seed)
    d = cross_val_score(a, X, y, cv=folds) - cross_val_score(b, X, y, cv=folds)
    statistic = d.mean() / np.sqrt((1 / 100 + 1 / 9) * d.var(ddof=1)) if d.any() else 0.0
    return float(2 * t.sf(abs(statistic), 99))
