"""K nearest neighbours: one table of neighbours, of which every fold takes the first that it is trained on."""

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from sklearn import config_context
from sklearn.neighbors import BallTree, KDTree

from foldwise._kernels import neighbor_pick
from foldwise.sharing._fold_sums import are_moderate
from foldwise.sharing._neighbor_table import (
    EPS,
    TREE_COLUMNS,
    Neighborhood,
    NeighborTable,
    relative_slack,
    slack_of,
    spread,
)
from foldwise.sharing._shared import Codes, Examples, Floats, FoldAnswers, FoldScaler

_KINDS: Final = {
    "euclidean": neighbor_pick.SQUARES,
    "manhattan": neighbor_pick.SUM,
    "chebyshev": neighbor_pick.GREATEST,
}
_MINKOWSKI: Final = {1: "manhattan", 2: "euclidean", np.inf: "chebyshev"}
_TREES: Final = {"kd_tree": KDTree, "ball_tree": BallTree}
# A column is odd if it shrinks to less than this beside what is typical of it.
_SHRUNK: Final = 0.8
# With so many neighbours that a table of them would take half a gigabyte, each fold had better look for its own.
_MOST_LISTED: Final = 1 << 24
# A table that covers all rows of these queries holds at most so many entries.
_ENTRIES: Final = 1 << 20


def share(estimator: Any, examples: Examples) -> "SharedNeighbors | None":
    """Prepare a KNeighborsClassifier or KNeighborsRegressor; None if weights or metric are others than the usual."""
    metric = estimator.metric
    if metric == "minkowski" and estimator.p in _MINKOWSKI:
        metric = _MINKOWSKI[estimator.p]
    k: Any = estimator.n_neighbors
    n, p = examples.X.shape
    if (
        metric not in _KINDS
        or estimator.metric_params is not None
        or estimator.algorithm not in ("auto", "brute", *_TREES)
        or estimator.weights not in ("uniform", "distance")
        or not (isinstance(k, int | np.integer) and not isinstance(k, bool) and 1 <= k < n)
        or n * min(_listed(k), n) > _MOST_LISTED
        # An error when it predicts.
        or estimator.n_jobs == 0
        or p == 0
        or not are_moderate(examples.X)
        or not are_moderate(examples.y)
        or (examples.n_classes > 0) != hasattr(estimator, "predict_proba")
    ):
        return None
    kind = _KINDS[metric]
    m = _listed(k)
    if examples.scaler is None:
        typical = np.ones(p)
    else:
        typical = _typical_scale(examples.scaler, n)
        # Some more, since the order of the table is only nearly that of each fold.
        m += int(k)
    place = Neighborhood(np.ascontiguousarray(examples.X / typical), kind)
    table = place.nearest(m)
    return SharedNeighbors(
        place=place,
        table=table,
        weights=_weights(table, estimator.weights, kind),
        y=examples.y.astype(np.int32 if examples.n_classes else np.float64),
        n_classes=examples.n_classes,
        k=int(k),
        metric=metric,
        weighting=estimator.weights,
        algorithm=estimator.algorithm,
        leaf_size=estimator.leaf_size,
        scaler=examples.scaler,
        typical=typical,
        spreads=spread(place.X),
        methods=frozenset({"predict", "predict_proba"} if examples.n_classes else {"predict"}),
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SharedNeighbors:
    """Neighbours in all training folds, from one table."""

    place: Neighborhood
    table: NeighborTable
    weights: Floats
    y: npt.NDArray[Any]
    n_classes: int
    k: int
    metric: str
    weighting: str
    algorithm: str
    leaf_size: int
    scaler: FoldScaler | None
    typical: Floats
    spreads: Floats
    methods: frozenset[str]

    def answers(self, folds: Codes, method: str) -> FoldAnswers:
        """Answer for all folds of all repeats; unsure where a tie is not to be settled or neighbours are too few."""
        shape = (*folds.shape, self.n_classes) if method == "predict_proba" else folds.shape
        values = np.zeros(shape, dtype=np.intp if self.n_classes and method == "predict" else np.float64)
        unsure = np.zeros(folds.shape, dtype=np.bool_)
        for repeat, codes in enumerate(folds):
            if not (codes >= 0).any():
                continue
            picked, doubt = self._pick(codes)
            self._settle(codes, picked, doubt, method)
            unsure[repeat] = doubt > (neighbor_pick.LABEL_ONLY if method == "predict" else neighbor_pick.SURE)
            if self.n_classes == 0:
                values[repeat] = picked
            elif method == "predict":
                values[repeat] = picked.argmax(axis=1)
            else:
                total = picked.sum(axis=1, keepdims=True)
                np.divide(picked, total, out=values[repeat], where=total > 0)
        return FoldAnswers(values, unsure & (folds >= 0))

    def _pick(self, codes: Codes) -> tuple[Floats, npt.NDArray[np.int8]]:
        """Votes by class, or means, of the tested examples of one repeat; what it cannot tell, a full table does."""
        view = _View(self, codes)
        picked, doubt = view.picked(self.table, self.weights)
        left = np.flatnonzero((doubt == neighbor_pick.EXHAUSTED) & (codes >= 0)).astype(np.int32)
        step = max(_ENTRIES // len(codes), 1)
        for start in range(0, len(left), step):
            rows = left[start : start + step]
            table = self.place.complete(rows)
            picked[rows], doubt[rows] = view.picked(table, _weights(table, self.weighting, self.place.kind))
        return picked, doubt

    def _settle(self, codes: Codes, picked: Floats, doubt: npt.NDArray[np.int8], method: str) -> None:
        """Ask the tree that scikit-learn would grow about ties: in what order it meets the rows is its own affair."""
        if self.weighting == "distance" and self.n_classes > 1 and method == "predict":
            # Sums of the same weights in another order.
            best = np.partition(picked, self.n_classes - 2, axis=1)[:, -2:]
            close = best[:, 1] - best[:, 0] <= 1e-6 * best[:, 1]
            doubt[close] = np.maximum(doubt[close], neighbor_pick.TIED)
        least = neighbor_pick.TIED if method == "predict" else neighbor_pick.LABEL_ONLY
        tied = (codes >= 0) & (doubt >= least) & (doubt < neighbor_pick.EXHAUSTED)
        for fold in np.unique(codes[tied]):
            train = np.flatnonzero((codes >= -1) & (codes != fold))
            tree = _TREES.get(self.algorithm_for(len(train)))
            if tree is None or self.scaler is not None:
                continue
            rows = np.flatnonzero(tied & (codes == fold))
            with config_context(assume_finite=True):
                grown = tree(self.place.X[train], self.leaf_size, metric=self.metric)
                near, places = grown.query(self.place.X[rows], self.k)
            y, weights = self.y[train[places]], _final_weights(near, self.weighting)
            if self.n_classes:
                # Added up as scikit-learn does, to the last digit.
                for label in range(self.n_classes):
                    picked[rows, label] = np.where(y == label, weights, 0.0).sum(axis=1)
            else:
                picked[rows] = (y * weights).sum(axis=1) / weights.sum(axis=1)
            doubt[rows] = neighbor_pick.SURE

    def algorithm_for(self, n_train: int) -> str:
        """Return how scikit-learn would look for neighbours."""
        if self.algorithm != "auto":
            return self.algorithm
        return "brute" if self.place.X.shape[1] > TREE_COLUMNS or self.k >= n_train // 2 else "kd_tree"


class _View:
    """The table as the folds of one repeat see it: how large errors and, behind a scaler, distances are in each."""

    def __init__(self, shared: SharedNeighbors, codes: Codes) -> None:
        self._shared = shared
        self._codes = codes
        kind, n_columns = shared.place.kind, shared.place.X.shape[1]
        tested = np.maximum(codes, 0)
        if shared.scaler is None:
            exact = shared.place.exact and shared.algorithm != "ball_tree"
            sizes = (codes >= -1).sum() - np.bincount(tested, weights=codes >= 0)
            ways = [shared.algorithm_for(int(n_train)) for n_train in sizes]
            # Trees of boxes add up squares of differences, so that errors are relative to the distance. Balls have
            # centres and radii, and all pairs at once are done by scalar products.
            loose = [way == "ball_tree" or (way == "brute" and kind == neighbor_pick.SQUARES) for way in ways]
            spreads = np.where(np.array(loose)[tested] & (not exact), shared.spreads, 0.0)
        else:
            exact = False
            shift, scale = (maps[0] for maps in shared.scaler.maps(codes[np.newaxis]))
            self._stretch = np.ascontiguousarray(shared.typical / scale)
            offset = np.sqrt(np.square(shift / scale).sum(axis=1))
            spreads = shared.spreads * self._stretch.max(axis=1)[tested] + 2 * offset[tested]
            self._least, self._lost = self._shrinkage()
        self._spreads = spreads
        self._slack = slack_of(spreads, n_columns, kind)
        self._relative = 0.0 if exact else relative_slack(n_columns)

    def picked(self, table: NeighborTable, weights: Floats) -> tuple[Floats, npt.NDArray[np.int8]]:
        """Votes by class, or means, of the queries of a table, and what is to be doubted about them."""
        shared, queries = self._shared, table.queries
        if shared.scaler is not None:
            table = self._stretched(table)
            weights = _weights(table, shared.weighting, shared.place.kind)
        doubt = np.zeros(len(queries), dtype=np.int8)
        picked = np.zeros((len(queries), shared.n_classes) if shared.n_classes else len(queries))
        arguments = (
            queries,
            table.neighbors,
            table.distances,
            table.horizon,
            self._relative,
            self._slack[queries],
            self._codes,
            shared.y,
            weights,
            shared.k,
            np.empty(table.neighbors.shape[1], dtype=np.int32),
        )
        if shared.n_classes:
            neighbor_pick.vote(*arguments, np.empty((2, shared.n_classes)), picked, doubt)
        else:
            neighbor_pick.average(*arguments, picked, doubt)
        if shared.weighting == "distance":
            # The inverse of a small distance has the relative error of the distance.
            size = 8 * EPS * self._spreads[queries] ** (2 if shared.place.kind == neighbor_pick.SQUARES else 1)
            poor = (table.distances[:, 0] * 1e-7 < size) & (doubt < neighbor_pick.EXHAUSTED)
            doubt[poor] = neighbor_pick.TIED
        return picked, doubt

    def _shrinkage(self) -> tuple[Floats, Floats]:
        """Return how much nearer scaling may bring rows: by what factor, after taking off how much for odd columns.

        A column that is constant in a training fold is not scaled there, and may shrink to nothing beside the others.
        But then it tells no training rows apart: what it adds to the distances of a query is known.
        """
        X, kind, codes = self._shared.place.X, self._shared.place.kind, self._codes
        odd = self._stretch < _SHRUNK
        least = np.where(odd, np.inf, self._stretch).min(axis=1)
        least[odd.all(axis=1)] = 0.0
        lost = np.zeros(len(codes))
        for fold, column in np.argwhere(odd):
            values, tested = X[:, column], codes == fold
            trained = values[(codes >= -1) & ~tested]
            if len(trained) == 0:
                continue
            away = np.maximum(values[tested] - trained.min(), trained.max() - values[tested])
            if kind == neighbor_pick.GREATEST:
                lost[tested] = np.where(lost[tested] < away, away, lost[tested])
            else:
                lost[tested] += away**2 if kind == neighbor_pick.SQUARES else away
        return least, lost

    def _stretched(self, table: NeighborTable) -> NeighborTable:
        """Measure a table anew behind the scaler of each fold."""
        groups = self._codes[table.queries]
        kind = self._shared.place.kind
        least = self._least[np.maximum(groups, 0)] * (1 - self._relative)
        lost = self._lost[table.queries] * (1 + self._relative)
        if kind == neighbor_pick.GREATEST:
            # Rows that are not listed differ that much in some column, which must not be one of the odd ones.
            farther = np.where(table.horizon > lost, table.horizon, 0.0)
        else:
            farther = np.maximum(table.horizon * (1 - self._relative) - lost, 0.0)
        with np.errstate(invalid="ignore"):
            horizon = farther * (least**2 if kind == neighbor_pick.SQUARES else least)
        horizon[np.isinf(table.horizon)] = np.inf
        scaled_table = replace(
            table, neighbors=table.neighbors.copy(), distances=table.distances.copy(), horizon=horizon
        )
        self._shared.place.measure(scaled_table, groups, self._stretch)
        return scaled_table


def _listed(k: int | np.integer[Any]) -> int:
    """How many neighbours are enough for folds that leave out a tenth, and nearly always for halves.

    What exceeds them is looked up in full.
    """
    return 2 * int(k) + 12


def _typical_scale(scaler: FoldScaler, n: int) -> Floats:
    """Return what the scaler divides by if it is fitted to all examples but one."""
    folds = np.full((1, n), -1, dtype=np.int32)
    folds[0, 0] = 0
    typical: Floats = scaler.maps(folds)[1][0, 0]
    return typical


def _weights(table: NeighborTable, weighting: str, kind: int) -> Floats:
    """Weights of the rows of a table, infinite at distance 0."""
    if weighting == "uniform":
        return np.ones_like(table.distances)
    with np.errstate(divide="ignore"):
        weights: Floats = 1 / (np.sqrt(table.distances) if kind == neighbor_pick.SQUARES else table.distances)
    return weights


def _final_weights(distances: Floats, weighting: str) -> Floats:
    """Weights of chosen neighbours: those at distance 0 count 1 and leave nothing to the others."""
    if weighting == "uniform":
        return np.ones_like(distances)
    equal = distances == 0
    with np.errstate(divide="ignore"):
        weights: Floats = np.where(equal.any(axis=1, keepdims=True), equal, 1 / distances)
    return weights
