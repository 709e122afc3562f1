"""Naive Bayes after discretization by entropy, and the cut points."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import numpy.typing as npt

from foldwise._kernels import mdl_cuts as kernel
from foldwise.learners._bayes_folds import DiscretizedFolds
from foldwise.learners._bayes_model import BayesClassifier, Floats, fit_bayes_model
from foldwise.learners._fold_predictor import SharedFolds
from foldwise.learners._training import Training

Longs = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class EntropyCuts:
    """Cuts of all attributes, one after the other.

    Parameters
    ----------
    cuts : ndarray of float
        In ascending order within an attribute.
    start, stop : ndarray of int64, shape (n_attributes,)
        Where the cuts of an attribute begin and end; `start` is -1 for a nominal attribute.
    n_values : ndarray of int32, shape (n_attributes,)
        Number of declared values of a nominal attribute, or of intervals of a numeric one.
    """

    cuts: Floats
    start: Longs
    stop: Longs
    n_values: npt.NDArray[np.int32]

    @classmethod
    def of(cls, training: Training) -> Self:
        """Find the cuts that the minimum description length criterion accepts."""
        whole = np.arange(len(training.X) + 1.0)
        table = whole * np.log(np.maximum(whole, 1.0))
        numeric = training.n_values == 0
        cuts_by_column = [_cuts(column, training, table) for column in training.X.T[numeric]]
        n_cuts = np.zeros(len(numeric), dtype=np.int64)
        n_cuts[numeric] = [len(cuts) for cuts in cuts_by_column]
        stop = np.cumsum(n_cuts)
        return cls(
            cuts=np.concatenate([*cuts_by_column, np.zeros(1)]),
            start=np.where(numeric, stop - n_cuts, -1),
            stop=stop,
            n_values=np.where(numeric, n_cuts + 1, training.n_values).astype(np.int32),
        )

    def listed(self) -> list[Floats | None]:
        """Return one array per numeric attribute, None for a nominal one."""
        return [
            None if start < 0 else self.cuts[start:stop].copy()
            for start, stop in zip(self.start.tolist(), self.stop.tolist(), strict=True)
        ]

    def place(self, X: Floats) -> Floats:
        """Replace numeric values by how many cuts lie below them; a value equal to a cut lies left of it."""
        placed = np.empty(X.shape)
        kernel.place(X, self.cuts, self.start, self.stop, placed)
        return placed


def _cuts(column: Floats, training: Training, table: Floats) -> Floats:
    order = np.argsort(column)
    # NaN is sorted to the end.
    order = order[: len(column) - np.count_nonzero(np.isnan(column))]
    values, classes = column[order], training.y[order]
    if not len(values) or values[0] == values[-1]:
        return np.empty(0)
    mark, cuts = np.empty(len(values), dtype=np.uint8), np.empty(len(values) - 1)
    kernel.mark_candidates(values, classes, mark)
    class_weight, class_rows = np.empty(2 * training.n_classes), np.empty(2 * training.n_classes, dtype=np.int64)
    n_cuts = kernel.mdl_cuts(values, classes, training.weight[order], table, mark, class_weight, class_rows, cuts)
    return cuts[:n_cuts]


class DiscretizedNaiveBayes(BayesClassifier):
    r"""Naive Bayes that cuts numeric attributes into intervals first.

    Cuts are made by class entropy and accepted by the minimum description length criterion of Fayyad and Irani [1]_;
    they are found anew in every `fit`, so that the examples of a test fold have no part in them. Bradford and
    Brodley [2]_ compared such a learner. It gives the predictions of Weka 3.9.7's ``NaiveBayes -D``.

    Parameters
    ----------
    categorical_features : 'from_dtype' or sequence, default 'from_dtype'
        Nominal columns. By default those of a DataFrame that have dtype `category` or hold text; else names,
        positions or one bool per column.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, sorted: those that occur, or all that a categorical `y` declares.
    declared_classes_ : ndarray of shape (n_classes,)
        The same in declared order; of equally good classes the first is predicted.
    cuts_ : list of (ndarray or None)
        Cuts of each numeric attribute in ascending order, None for a nominal one. A value equal to a cut lies left
        of it.
    class_prior_ : ndarray of shape (n_classes,)
        Probability of each class before anything is known of an example.
    value_probabilities_ : list of ndarray of shape (n_classes, n_values)
        Probability of each declared value, or of each interval from left to right, in each class.
    n_features_in_ : int
        Number of attributes.
    feature_names_in_ : ndarray
        Names of the attributes, if X had names.

    See Also
    --------
    NaiveBayes : Normal distributions instead of intervals.

    Notes
    -----
    Candidates are the midpoints between adjacent distinct values. The one that leaves the least class entropy, the
    first if there are several, cuts a set of weight :math:`N` in two if its gain of information exceeds

    .. math:: \frac{\log_2(N - 1) + \log_2(3^k - 2) - (k E - k_1 E_1 - k_2 E_2)}{N},

    where :math:`E, E_1, E_2` are the class entropies of the set and of its two parts in bits and :math:`k, k_1, k_2`
    the numbers of classes that occur there. Both parts are then treated likewise. Missing values are left out. An
    attribute without an accepted cut has one interval and no influence.

    The probabilities are those of `NaiveBayes` for nominal attributes.

    Different from Weka: an example of weight 2 is the same as two examples, whereas Weka counts rows where the formula
    has :math:`N - 1`; and cuts whose entropies differ by rounding only are equally good, whereas in Weka the last bit
    chooses.

    References
    ----------
    .. [1] U. M. Fayyad and K. B. Irani (1993). Multi-interval discretization of continuous-valued attributes for
       classification learning. IJCAI-93, 1022-1027.
    .. [2] J. P. Bradford and C. E. Brodley (2001). The effect of instance-space partition on significance. Machine
       Learning 42, 269-286.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.learners import DiscretizedNaiveBayes
    >>> X = np.column_stack([np.arange(15), np.arange(15) % 2])
    >>> learner = DiscretizedNaiveBayes().fit(X, np.repeat(["low", "middle", "top"], 5))
    >>> learner.cuts_
    [array([4.5, 9.5]), array([], dtype=float64)]
    >>> learner.value_probabilities_[0]
    array([[0.75 , 0.125, 0.125],
           [0.125, 0.75 , 0.125],
           [0.125, 0.125, 0.75 ]])
    >>> learner.predict([[4.5, 0], [100, 1]]).tolist()
    ['low', 'top']
    """

    _cuts: EntropyCuts

    @property
    def cuts_(self) -> list[Floats | None]:
        """Cuts of each numeric attribute in ascending order, None for a nominal one."""
        return self._cuts.listed()

    def _learn(self, training: Training) -> None:
        self._cuts = EntropyCuts.of(training)
        self._model = fit_bayes_model(replace(training, X=self._cuts.place(training.X), n_values=self._cuts.n_values))

    def _probabilities(self, X: Floats) -> Floats:
        return self._model.probabilities(self._cuts.place(X))

    def _share(self, training: Training) -> SharedFolds:
        return DiscretizedFolds(training)
