"""C4.5 as Weka's J48."""

from typing import Any

from foldwise._core import check_bool, check_fraction, check_integer
from foldwise.learners._binary_folds import binary_tree_folds
from foldwise.learners._fold_predictor import SharedFolds
from foldwise.learners._training import Training
from foldwise.learners._tree import Tree
from foldwise.learners._tree_builder import Growth, TreeBuilder, TreeFolds
from foldwise.learners._tree_classifier import TreeClassifier


class C45(TreeClassifier):
    r"""C4.5 decision tree, as Weka's J48 grows and prunes it.

    A question on a numeric column parts the values at a threshold; one on a nominal column has a branch for each
    declared value. An example with a missing value goes down every branch with a share of its weight, in training and
    in prediction. ``C45(raising=False)`` is the tree that Bradford and Brodley call TDDT-2.

    Parameters
    ----------
    confidence : float, default 0.25
        Confidence level of the pessimistic error estimate, at most 0.5; smaller prunes more.
    min_leaf : int, default 2
        A question needs two branches with at least this weight; a numeric one also a tenth of the weight per class, up
        to 25.
    pruned : bool, default True
        Whether to prune by estimated errors.
    raising : bool, default True
        Whether pruning may also put the largest branch of a node in its place.
    collapse : bool, default True
        Whether to drop questions that do not lower the training errors, before pruning and even without it.
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

    Notes
    -----
    With :math:`n` the weight at a node, :math:`E` the entropy of its classes among examples whose value is known, a
    fraction :math:`f` of the weight, and :math:`E_j` that of branch :math:`j` with weight :math:`n_j`,

    .. math:: \text{gain} = f\,\Big(E - \sum_j \frac{n_j}{f n} E_j\Big) - \frac{\log_2 k}{n},

    where the last term, for the choice among :math:`k` thresholds, belongs to numeric columns only [2]_. Of the columns
    whose gain is not below the average, the one with the greatest ratio of gain to the entropy of its branches (missing
    values being one more branch) is asked [1]_. The threshold is the largest training value that is not above the
    middle of the two values that it parts.

    A node with errors :math:`e` out of :math:`n` is estimated to err

    .. math:: n\,\frac{f + \frac{z^2}{2n} + z\sqrt{\frac fn - \frac{f^2}{n} + \frac{z^2}{4n^2}}}{1 + z^2/n},
       \qquad f = \frac{e + 1/2}{n},

    times, with :math:`z` the normal quantile of 1 - `confidence`; below one error it is interpolated from
    :math:`n (1 - c^{1/n})`, the exact limit for none. A subtree becomes a leaf where that is not estimated to cost more
    than 0.1 errors, and its largest branch takes its place under the same condition; there the pruning begins again.

    What is doubtful in J48 is kept, so that predictions are the same: values that differ by less than 1e-5 are never
    parted, whatever their unit; comparisons allow for 1e-6; of branches of equal weight the last is raised; a branch
    without examples answers with the counts of the node above, and among equal classes the first declared one wins.
    One thing differs: where J48 counts rows, here weights are summed, so that a row of weight two is two rows. The
    order of rows changes nothing but the rounding of sums of shares.

    References
    ----------
    .. [1] J. R. Quinlan (1993). C4.5: Programs for machine learning. Morgan Kaufmann.
    .. [2] J. R. Quinlan (1996). Improved use of continuous attributes in C4.5. Journal of Artificial Intelligence
       Research 4, 77-90.
    .. [3] E. Frank, M. A. Hall and I. H. Witten (2016). The WEKA workbench. Morgan Kaufmann.

    Examples
    --------
    >>> import pandas as pd
    >>> from foldwise.learners import C45
    >>> weather = pd.DataFrame({
    ...     "sky": pd.Categorical(["sunny"] * 6 + ["rainy"] * 4),
    ...     "humidity": [60.0, 65.0, 70.0, 85.0, 90.0, None, 70.0, 80.0, 90.0, 95.0],
    ... })
    >>> play = ["yes", "yes", "yes", "no", "no", "no", "yes", "yes", "yes", "yes"]
    >>> learner = C45(confidence=0.5).fit(weather, play)
    >>> tomorrow = pd.DataFrame({"sky": ["sunny", "rainy", None], "humidity": [88.0, 88.0, 88.0]})
    >>> learner.predict(tomorrow).tolist()
    ['no', 'yes', 'no']
    >>> learner.predict_proba(tomorrow).round(2).tolist()
    [[1.0, 0.0], [0.0, 1.0], [0.6, 0.4]]
    """

    def __init__(
        self,
        *,
        confidence: float = 0.25,
        min_leaf: int = 2,
        pruned: bool = True,
        raising: bool = True,
        collapse: bool = True,
        categorical_features: Any = "from_dtype",
    ) -> None:
        self.confidence = confidence
        self.min_leaf = min_leaf
        self.pruned = pruned
        self.raising = raising
        self.collapse = collapse
        self.categorical_features = categorical_features

    def check_parameters(self) -> None:
        """Refuse what `fit` could not use."""
        super().check_parameters()
        check_integer(self.min_leaf, "min_leaf", least=1)
        for name in ("pruned", "raising", "collapse"):
            check_bool(getattr(self, name), name)
        if check_fraction(self.confidence, "confidence") > 0.5:
            raise ValueError(f"confidence must be at most 0.5, got {self.confidence}. Use pruned=False for no pruning.")

    def _tree(self, training: Training) -> Tree:
        return TreeBuilder(training, self._growth()).tree()

    def _share(self, training: Training) -> SharedFolds:
        growth = self._growth()
        return binary_tree_folds(training, growth) or TreeFolds(training, growth)

    def _growth(self) -> Growth:
        return Growth(
            min_leaf=self.min_leaf,
            confidence=self.confidence,
            prune=bool(self.pruned),
            raising=bool(self.raising),
            collapse=bool(self.collapse),
        )
