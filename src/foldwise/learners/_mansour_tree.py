"""A decision tree pruned by Mansour's cost of size."""

from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import check_choice, check_integer, derive_seed
from foldwise._kernels.fold_codes import deal
from foldwise.learners._fold_predictor import SharedFolds
from foldwise.learners._size_pruning import SizePruning
from foldwise.learners._training import Training
from foldwise.learners._tree import Tree
from foldwise.learners._tree_builder import Growth, TreeBuilder
from foldwise.learners._tree_classifier import TreeClassifier

Floats = npt.NDArray[np.float64]

# Losses are sums of weights; a difference below this share of all weight is rounding.
_ROUNDING = 1e-10


class MansourTree(TreeClassifier):
    r"""Decision tree grown as C4.5's, pruned by a cost of size that is chosen by cross-validation.

    The tree that Bradford and Brodley call TDDT-1 [2]_. It asks the questions of an unpruned `C45`; from the bottom up,
    a subtree becomes a leaf unless the errors that it saves on the training data are worth its size [1]_.

    Parameters
    ----------
    penalty : float, optional
        The :math:`\lambda` of the notes: 0 prunes what saves no errors, infinity everything. Chosen by
        cross-validation inside the training data if not given.
    n_folds : int, default 10
        Folds of that cross-validation, stratified by class; as many as examples if there are fewer of those. A class
        with fewer examples than folds is missing from some of them.
    rule : {'best', 'one_se'}, default 'best'
        Which penalty to take: the one with the fewest errors (the largest of several), or the largest whose error rate
        is within one standard error of that, as CART offers [3]_.
    min_leaf : int, default 2
        A question needs two branches with at least this weight, as in `C45`.
    random_state : int or RandomState, optional
        Names the partition into folds. If not given, the same rows are always dealt in the same way;
        `foldwise.evaluate` gives every fit a seed of its own.
    categorical_features : 'from_dtype' or list of columns, default 'from_dtype'
        Nominal columns by name, position or mask. By default the columns of a DataFrame that hold categories or texts.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, sorted: those that occur, or all that a categorical `y` declares.
    declared_classes_ : ndarray of shape (n_classes,)
        The same in declared order; of equally good classes the first is predicted.
    tree_ : Tree
        The nodes as arrays; `export_text`, `frame` and `foldwise.plot` show them.
    n_leaves_, n_nodes_, depth_ : int
        Size of the tree.
    feature_importances_ : ndarray of shape (n_attributes,)
        Share of each column in the entropy that the questions took away.
    penalty_ : float
        The penalty that was given or chosen.
    penalties_ : ndarray of shape (n_prunings,)
        The penalties to choose from, ascending, one for each pruning of the tree on all training data.
    inner_errors_ : ndarray of shape (n_prunings,)
        Their error rates in the inner cross-validation; NaN if the penalty was given, or there is one example only.

    See Also
    --------
    C45 : The same questions, pruned by C4.5's estimate of errors; without raising it is TDDT-2.
    export_text : The tree in words.

    Notes
    -----
    A node :math:`v` that training weight :math:`m_v` reaches, with the pruned subtree :math:`T_v`, becomes a leaf when

    .. math:: \mathrm{err}(\text{leaf}) \le \mathrm{err}(T_v) + \lambda \sqrt{\mathrm{leaves}(T_v) / m_v},

    where err is the share of :math:`m_v` that is answered wrongly in training. Mansour's bound has constants and a
    logarithm of the numbers of examples and attributes in place of :math:`\lambda`, which absorbs them here. Branches
    that no training example reaches are not counted as leaves, so that declaring values that do not occur changes
    nothing.

    The rule by itself need not give smaller trees for larger penalties: where a question with many leaves becomes one
    leaf, a node above may have too small a subtree to be pruned any more. (Such trees can be made up; on 41 UCI
    datasets there was none.) Here a node that is a leaf at one penalty is a leaf at all larger ones, which makes the
    prunings nested: as in CART [3]_, the least penalty is sought at which the tree that is left loses a further node,
    until there is only the root. Where prunings change at :math:`0 = \lambda_0 < \lambda_1 < \dots < \lambda_K`, the
    penalties tried are :math:`0, \sqrt{\lambda_1 \lambda_2}, \dots, \sqrt{\lambda_{K-1} \lambda_K}, \infty`. Each
    inner fold grows one tree, from which the predictions at all penalties are read.

    Prediction, and the treatment of missing values, are those of `C45`. A row of weight two equals two rows when the
    penalty is given; otherwise the two rows may lie in different inner folds, and the chosen penalty may differ. The
    order of the rows matters in the same way.

    References
    ----------
    .. [1] Y. Mansour (1997). Pessimistic decision tree pruning based on tree size. ICML 1997, 195-201.
    .. [2] J. P. Bradford and C. E. Brodley (2001). The effect of instance-space partition on significance. Machine
       Learning 42, 269-286.
    .. [3] L. Breiman, J. H. Friedman, R. A. Olshen and C. J. Stone (1984). Classification and regression trees.
       Wadsworth.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from foldwise.learners import MansourTree
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> learner = MansourTree().fit(X, y)
    >>> learner.penalties_.round(2).tolist()
    [0.0, 0.06, 0.17, 0.38, 0.5, 0.57, 1.75, inf]
    >>> learner.inner_errors_.round(3).tolist()
    [0.062, 0.062, 0.062, 0.07, 0.077, 0.084, 0.095, 0.373]
    >>> round(learner.penalty_, 2), learner.n_leaves_
    (0.17, 9)
    >>> [MansourTree(penalty=penalty).fit(X, y).n_leaves_ for penalty in (0, 0.3, 1, 10)]
    [15, 7, 2, 1]
    """

    penalty_: float
    penalties_: Floats
    inner_errors_: Floats

    def __init__(
        self,
        *,
        penalty: float | None = None,
        n_folds: int = 10,
        rule: str = "best",
        min_leaf: int = 2,
        random_state: Any = None,
        categorical_features: Any = "from_dtype",
    ) -> None:
        self.penalty = penalty
        self.n_folds = n_folds
        self.rule = rule
        self.min_leaf = min_leaf
        self.random_state = random_state
        self.categorical_features = categorical_features

    def check_parameters(self) -> None:
        """Refuse what `fit` could not use."""
        super().check_parameters()
        check_integer(self.n_folds, "n_folds", least=2)
        check_choice(self.rule, "rule", ("best", "one_se"))
        check_integer(self.min_leaf, "min_leaf", least=1)
        if not isinstance(self.random_state, np.random.RandomState | None):
            check_integer(self.random_state, "random_state", least=0)
        if self.penalty is not None:
            _check_penalty(self.penalty)

    def _tree(self, training: Training) -> Tree:
        return self._pruned(self._planted(training), training, np.ones(len(training.y), dtype=bool))

    def _share(self, training: Training) -> SharedFolds:
        self._builder = self._planted(training)
        return super()._share(training)

    def _learn_rows(self, whole: Training, rows: npt.NDArray[np.bool_]) -> None:
        self._n_values = whole.n_values
        self.tree_ = self._pruned(self._builder, whole, rows)

    def _planted(self, training: Training) -> TreeBuilder:
        growth = Growth(min_leaf=self.min_leaf, confidence=0.25, prune=False, raising=False, collapse=False)
        return TreeBuilder(training, growth)

    def _pruned(self, builder: TreeBuilder, whole: Training, rows: npt.NDArray[np.bool_]) -> Tree:
        """Grow a tree on some rows of a table and prune it as inner folds of these rows advise."""
        pruning = SizePruning.of(builder.tree(rows))
        if self.penalty is not None:
            self.penalty_ = float(self.penalty)
            self.penalties_, self.inner_errors_ = np.array([self.penalty_]), np.array([np.nan])
        else:
            self.penalties_ = pruning.candidates()
            folds = _inner_folds(whole.y[rows], self.n_folds, self._seed())
            self.inner_errors_ = _inner_errors(builder, whole, rows, folds, self.penalties_)
            self.penalty_ = _chosen(self.penalties_, self.inner_errors_, self.rule, whole.weight[rows].sum())
        return pruning.at(self.penalty_)

    def _seed(self) -> int:
        if isinstance(self.random_state, np.random.RandomState):
            return int(self.random_state.randint(2**31))
        return 0 if self.random_state is None else int(self.random_state)


def _check_penalty(value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(
            f"penalty must be a number or None, which chooses one, got {value!r} of type {type(value).__name__}."
        )
    if not float(value) >= 0:
        raise ValueError(f"penalty must be zero or above, got {value}.")


def _inner_folds(y: npt.NDArray[np.int32], n_folds: int, seed: int) -> npt.NDArray[np.int32]:
    """Deal the examples, class by class, to folds."""
    n = len(y)
    members = np.argsort(y, kind="stable").astype(np.int32)
    starts = np.append(0, np.cumsum(np.bincount(y))).astype(np.int32)
    folds = np.empty((1, n), dtype=np.int32)
    labels, order = np.empty(min(n_folds, n), dtype=np.int32), np.empty(n, dtype=np.int32)
    deal(members, starts, derive_seed("inner folds", seed, bits=64), 0, labels, order, folds)
    return folds.reshape(n)


def _inner_errors(
    builder: TreeBuilder, whole: Training, rows: npt.NDArray[np.bool_], folds: npt.NDArray[np.int32], penalties: Floats
) -> Floats:
    """Cross-validated error rate at each penalty; NaN for a single example, which cannot be held out."""
    if len(folds) == 1:
        return np.full(len(penalties), np.nan)
    losses = np.zeros(len(penalties))
    place = np.full(len(rows), -1, dtype=np.int32)
    place[rows] = folds
    for fold in range(folds.max() + 1):
        grown = SizePruning.of(builder.tree(rows & (place != fold)))
        losses += grown.losses(whole.part(place == fold), penalties)
    errors: Floats = losses / whole.weight[rows].sum()
    return errors


def _chosen(penalties: Floats, errors: Floats, rule: str, weight: float) -> float:
    """Choose the largest penalty among those whose error rate is near enough to the least."""
    if np.isnan(errors).any():
        return float(penalties[-1])
    least = float(errors.min())
    # Rounding may take a rate of one a little further.
    margin = np.sqrt(least * max(1 - least, 0.0) / weight) if rule == "one_se" else 0.0
    return float(penalties[errors <= least + margin + _ROUNDING][-1])
