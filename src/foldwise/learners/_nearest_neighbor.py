"""Nearest neighbour over tables with nominal columns and missing values."""

from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import check_bool, check_integer
from foldwise._kernels import nearest_neighbor as kernel
from foldwise.learners._fold_predictor import SharedFolds
from foldwise.learners._neighbor_folds import NOMINAL, Blocks, NeighborFolds, column_kinds, column_ranges, near_order
from foldwise.learners._table_classifier import TableClassifier
from foldwise.learners._training import Training

Floats = npt.NDArray[np.float64]


class NearestNeighbor(TableClassifier):
    r"""Class of the nearest training example; the paper's nearest neighbour, Weka's ``IBk``.

    Parameters
    ----------
    n_neighbors : int, default 1
        Number of neighbours that vote. Training examples as near as the last of them vote too; if there are fewer, all
        vote.
    widen_ranges : bool, default False
        Let every example to be predicted widen the ranges by which numeric columns are normalised, before it is
        predicted, for itself and for the later rows of the same call. Weka's `IBk` does this. It is there to compare
        with Weka, and for nothing else: the metric then depends on the test set, and a prediction on the rows that
        came before it. Each call begins with the ranges of the training examples.
    categorical_features : 'from_dtype' or list of columns, default 'from_dtype'
        Which columns are nominal: those of dtype `category` or text in a DataFrame, none in an array; or names,
        positions or bools.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, sorted: those that occur, or all that a categorical `y` declares.
    declared_classes_ : ndarray of shape (n_classes,)
        The same in declared order; of equally good classes the first is predicted.
    low_, high_ : ndarray of shape (n_attributes,)
        Least and greatest known training value of numeric columns, infinite (`low_` above `high_`) if there is none;
        0 and 1 for nominal columns, whose codes are not normalised.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray of shape (n_attributes,)
        Names of the columns, if `X` had any.

    Notes
    -----
    The squared distance of two examples is the sum over the columns of :math:`\delta^2`. For a nominal column,
    :math:`\delta` is 0 if the values are equal, and 1 if they differ or either is missing. For a numeric column with
    training values from :math:`l` to :math:`h`, let :math:`u(v) = (v - l)/(h - l)`, or 0 for every :math:`v` if
    :math:`h = l` or no training value is known. Then

    .. math:: \delta = \begin{cases} u(v) - u(w) & \text{both known} \\ \max(u(v), 1 - u(v)) & \text{only } v
              \text{ known} \\ 1 & \text{neither known.} \end{cases}

    Values outside the training range are not clipped. An unknown value is thus taken to be as far away as possible,
    even from another unknown one, and a row with missing values is not at distance 0 from its own copy.

    With :math:`V_c` the weight of the voters of class :math:`c`, :math:`V` of all voters, :math:`W` of all training
    examples and :math:`C` the number of declared classes,

    .. math:: P(c) = \frac{V_c + 1/W}{V + C/W},

    and the first class of the greatest probability is predicted. All training examples at the nearest distance vote,
    whatever their order; distances are summed in the order of the columns and compared exactly, so that ties are those
    of Weka. A weight says how many equal examples a row stands for: weight 2 is the row twice (with `n_neighbors` = 1;
    among more, a row counts as one neighbour). Weka uses the number of rows instead of :math:`W`. Weights that sum to
    1 flatten the probabilities, and leave the predictions alone.

    Against Weka 3.9.7's ``IBk`` (linear search, Euclidean distance), `widen_ranges` makes all predictions equal; the
    default differs on a small share of the examples, and only if there are numeric columns.

    Rows are kept in groups of near ones, and groups that cannot hold a neighbour are passed over; memory and time of
    `fit` grow with the size of the table, up to a logarithm, and the result is that of comparing with every row.
    `predict_folds` lists the nearest rows of every row once, and looks up in all folds who of them is trained on; only
    with `widen_ranges` every fold is fitted by itself.

    References
    ----------
    .. [1] D. W. Aha, D. Kibler and M. K. Albert (1991). Instance-based learning algorithms. Machine Learning 6, 37-66.
    .. [2] R. R. Bouckaert and E. Frank (2004). Evaluating the replicability of significance tests for comparing
       learning algorithms. PAKDD 2004, 3-12.

    Examples
    --------
    >>> import pandas as pd
    >>> from foldwise.learners import NearestNeighbor
    >>> X = pd.DataFrame({"length": [1.0, 2.0, 5.0], "colour": pd.Categorical(["red", "blue", "blue"])})
    >>> learner = NearestNeighbor().fit(X, ["a", "b", "b"])

    The squared distances of (4, red) are (3/4)^2, (2/4)^2 + 1 and (1/4)^2 + 1.

    >>> new = pd.DataFrame({"length": [4.0], "colour": ["red"]})
    >>> learner.predict(new)
    array(['a'], dtype='<U1')
    >>> learner.predict_proba(new).round(3)
    array([[0.8, 0.2]])
    """

    low_: Floats
    high_: Floats

    def __init__(
        self, *, n_neighbors: int = 1, widen_ranges: bool = False, categorical_features: Any = "from_dtype"
    ) -> None:
        self.n_neighbors = n_neighbors
        self.widen_ranges = widen_ranges
        self.categorical_features = categorical_features

    def check_parameters(self) -> None:
        """Refuse what `fit` could not use."""
        super().check_parameters()
        check_integer(self.n_neighbors, "n_neighbors", least=1)
        check_bool(self.widen_ranges, "widen_ranges")

    def _learn(self, training: Training) -> None:
        self._n_voters = int(self.n_neighbors)
        self._widens = bool(self.widen_ranges)
        self.low_, self.high_ = column_ranges(training)
        self._kind = column_kinds(training)
        # Packed again for every widened range: it must not be the user's own array, which may change.
        self._X = training.X.copy() if self._widens else None
        self._order = near_order(training.X, self.low_, self.high_)
        self._y, self._weight = training.y[self._order], training.weight[self._order]
        self._blocks = Blocks.of(training.X, self.low_, self.high_, self._kind, self._order)

    def _probabilities(self, X: Floats) -> Floats:
        votes = np.zeros((len(X), len(self.classes_)))
        if self._widens:
            self._vote_widening(X, votes)
        else:
            self._vote(self._blocks, X, votes)
        total = self._weight.sum()
        voters = votes.sum(axis=1, keepdims=True)
        probabilities: Floats = (votes + 1 / total) / (voters + len(self.classes_) / total)
        return probabilities

    def _share(self, training: Training) -> SharedFolds:
        return super()._share(training) if self.widen_ranges else NeighborFolds(training, int(self.n_neighbors))

    def _vote_widening(self, X: Floats, votes: Floats) -> None:
        """Vote in stretches of rows that leave the ranges as they are, except for the first of each."""
        numeric = self._kind != NOMINAL
        values = np.where(numeric, X, np.nan)
        low = np.fmin.accumulate(np.vstack([self.low_, values]), axis=0)
        high = np.fmax.accumulate(np.vstack([self.high_, values]), axis=0)
        widened = ((low[1:] != low[:-1]) | (high[1:] != high[:-1])).any(axis=1)
        widened[0] = True
        starts = np.flatnonzero(widened)
        assert self._X is not None
        for begin, end in zip(starts, np.append(starts[1:], len(X)), strict=True):
            blocks = Blocks.of(self._X, low[end], high[end], self._kind, self._order)
            self._vote(blocks, X[begin:end], votes[begin:end])

    def _vote(self, blocks: Blocks, X: Floats, votes: Floats) -> None:
        n_examples, n_attributes = len(self._y), len(self._kind)
        kernel.vote(
            blocks.values,
            blocks.least,
            blocks.most,
            self._kind,
            self._y,
            self._weight,
            blocks.low,
            blocks.high,
            X,
            query=np.empty(n_attributes),
            bounds=np.empty(len(blocks.values)),
            smallest=np.empty(min(self._n_voters, n_examples)),
            near=np.empty(n_examples),
            rows=np.empty(n_examples, dtype=np.int32),
            votes=votes,
        )
