"""What `evaluate` adds to the fits themselves.

"bare" clones, fits and predicts over index arrays that are ready, and scores nothing; "evaluate" splits, seeds, fits,
predicts, checks, records and looks for duplicates, every fold by itself; "cross_validate" is scikit-learn's, with
accuracy. All are reproducible: for bare and cross_validate every random_state is fixed beforehand (a fit that draws
from numpy's global generator instead saves the making of its own). Milliseconds, best round; in brackets the median
over rounds of the ratio to bare. Goal: CPU time at most 1.05 of bare, and never more than cross_validate.

The second table has what is left when folds share work: CPU milliseconds of `evaluate` with NaiveBayes, C45 and
NearestNeighbor, 10x10, and of the same learners alone, asked for all folds of the same assignment. The difference is
what `evaluate` costs for each dataset, however many repeats there are. Goal: at most 5 ms.
"""

from collections.abc import Callable
from typing import Any

from sklearn.base import clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import RepeatedStratifiedKFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from benchmarks._timing import interleaved, milliseconds, print_table, ratios
from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.learners import C45, NaiveBayes, NearestNeighbor

CASES = [
    ("GaussianNB, iris, array", GaussianNB(), "iris", False, 10, 25),
    ("GaussianNB, iris, DataFrame", GaussianNB(), "iris", True, 10, 11),
    ("3-NN, iris, array", KNeighborsClassifier(3), "iris", False, 10, 11),
    ("tree, iris, array", DecisionTreeClassifier(), "iris", False, 10, 25),
    ("tree, wine, array", DecisionTreeClassifier(), "wine", False, 10, 25),
    ("scaler + logistic, wdbc, array", make_pipeline(StandardScaler(), LogisticRegression()), "wdbc", False, 10, 9),
    ("50 trees, wdbc, DataFrame", RandomForestClassifier(50), "wdbc", True, 3, 3),
]


def run() -> None:
    rows = []
    for title, learner, dataset, as_frame, n_repeats, rounds in CASES:
        ways = _ways(learner, dataset, as_frame, n_repeats)
        alone = interleaved({name: ways(name, 1) for name in ("bare", "evaluate", "cross_validate")}, rounds)
        both = interleaved({name: ways(name, 2) for name in ("evaluate", "cross_validate")}, 3)
        bare = alone["bare"].cpu
        for name, times in alone.items():
            rows.append(
                (
                    f"{title}, {n_repeats}x10",
                    name,
                    milliseconds(min(times.cpu)),
                    ratios(times.cpu, bare),
                    milliseconds(min(times.wall)),
                    milliseconds(min(both[name].wall)) if name in both else "",
                )
            )
    print_table(("what", "way", "CPU", "ratio to bare", "wall", "wall, n_jobs=2"), rows)
    print()
    print_table(("dataset", "evaluate", "learners alone", "difference"), map(_fixed_cost, ("iris", "wine", "wdbc")))


def _fixed_cost(dataset: str) -> tuple[str, ...]:
    learners = {"nb": NaiveBayes(), "c45": C45(), "nn": NearestNeighbor()}
    loaded = load(dataset)
    X, y = loaded.X.to_numpy(), loaded.y.astype(str)
    folds = evaluate(learners, X, y, scheme="10x10", seed=1, progress=False).assignment.folds

    def alone() -> None:
        for learner in learners.values():
            learner.prepare_folds(X, y).codes(folds)

    ways = {"evaluate": lambda: evaluate(learners, X, y, scheme="10x10", seed=1, progress=False), "alone": alone}
    whole, part = (min(times.cpu) for times in interleaved(ways, 15).values())
    return dataset, milliseconds(whole), milliseconds(part), milliseconds(whole - part)


def _ways(learner: Any, dataset: str, as_frame: bool, n_repeats: int) -> Callable[[str, int], Callable[[], object]]:
    loaded = load(dataset)
    X = loaded.X if as_frame else loaded.X.to_numpy()
    # Labels of a fixed width, as `evaluate` hands them on: fits on Python strings are slower.
    y = loaded.y.astype(str)
    scheme = f"{n_repeats}x10"
    splits = [(train, test) for _, _, train, test in evaluate([learner], X, y, scheme=scheme).assignment.splits()]
    seeds = {name: 1 for name in learner.get_params() if name.endswith("random_state")}
    fixed = clone(learner).set_params(**seeds)
    splitter = RepeatedStratifiedKFold(n_splits=10, n_repeats=n_repeats, random_state=1)

    def rows_of(indices: Any) -> Any:
        return X.iloc[indices] if as_frame else X[indices]

    def bare() -> None:
        for train, test in splits:
            clone(fixed).fit(rows_of(train), y[train]).predict(rows_of(test))

    def way(name: str, n_jobs: int) -> Callable[[], object]:
        return {
            "bare": bare,
            "evaluate": lambda: evaluate([learner], X, y, scheme=scheme, n_jobs=n_jobs, sharing=False, progress=False),
            "cross_validate": lambda: cross_validate(fixed, X, y, cv=splitter, scoring="accuracy", n_jobs=n_jobs),
        }[name]

    return way
