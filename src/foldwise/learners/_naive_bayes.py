"""Naive Bayes with normal densities and Laplace counts."""

from foldwise.learners._bayes_folds import BayesFolds
from foldwise.learners._bayes_model import BayesClassifier, Floats, fit_bayes_model
from foldwise.learners._binary_folds import binary_bayes_folds
from foldwise.learners._fold_predictor import SharedFolds
from foldwise.learners._training import Training


class NaiveBayes(BayesClassifier):
    r"""Naive Bayes with normal densities for numeric and Laplace counts for nominal attributes.

    It is the `NaiveBayes` of Weka 3.9.7 [1]_ with default settings, the one of Bouckaert and Frank [2]_, and gives the
    same predictions.

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
    class_prior_ : ndarray of shape (n_classes,)
        Probability of each class before anything is known of an example.
    precision_ : ndarray of shape (n_attributes,)
        Step to which the values of each numeric attribute are rounded; NaN for a nominal one.
    means_, sds_ : ndarray of shape (n_classes, n_attributes)
        Normal distribution of each numeric attribute in each class; NaN for a nominal one.
    value_probabilities_ : list of (ndarray of shape (n_classes, n_values) or None)
        Probability of each declared value of each nominal attribute in each class; None for a numeric one.
    n_features_in_ : int
        Number of attributes.
    feature_names_in_ : ndarray
        Names of the attributes, if X had names.

    See Also
    --------
    DiscretizedNaiveBayes : The same after cutting numeric attributes into intervals.

    Notes
    -----
    With :math:`w` standing for sums of weights, :math:`k` classes and an attribute of :math:`m` values,

    .. math:: P(c) = \frac{w_c + 1}{w + k}, \qquad P(v \mid c) = \frac{w_{cv} + 1}{w_c^{\text{known}} + m},

    where declared classes and values count whether or not they occur. A missing value is left out, in training and in
    prediction.

    The precision :math:`\delta` of a numeric attribute is the mean gap between its adjacent distinct training values,
    0.01 if there are no two. A value :math:`x` counts as :math:`\hat x`, its nearest multiple of :math:`\delta` (the
    even one if two are equally near), and has density

    .. math:: p(x \mid c) = \frac{1}{\delta}\Big[\Phi\Big(\frac{\hat x - \mu_c + \delta/2}{\sigma_c}\Big)
              - \Phi\Big(\frac{\hat x - \mu_c - \delta/2}{\sigma_c}\Big)\Big],

    with the mean of the rounded values and their standard deviation (divisor :math:`w_c`), but at least
    :math:`\delta/6`. No density is taken to be below :math:`10^{-75}`. Of equally probable classes the first is
    predicted.

    Doubtful, and kept because Weka does so:

    - :math:`\Phi` is computed such that it is exactly 1 above 8.3, while far below zero it keeps its digits. A value
      nine deviations above a mean has the density :math:`10^{-75}`, one nine deviations below it :math:`10^{-19}`.
    - A class without a known value of a numeric attribute has mean 0 and deviation :math:`\delta/6` there, wherever the
      values lie. A declared class that has no example at all can even be predicted: where the densities of all others
      are at the floor, its uniform nominal probabilities may be the largest.
    - A deviation up to :math:`10^{-10}` is replaced by :math:`\delta/6`, in whatever unit the attribute is measured;
      the floor on densities depends on the unit, too.

    Different from Weka: sums are exact where Weka subtracts large numbers from each other (a constant 700,000 with
    fractional weights can have a deviation of 0.01 there), and products do not underflow. Where two classes are equally
    probable but for rounding, the last bit decides in both, and not always in the same way.

    References
    ----------
    .. [1] G. H. John and P. Langley (1995). Estimating continuous distributions in Bayesian classifiers. UAI-95,
       338-345.
    .. [2] R. R. Bouckaert and E. Frank (2004). Evaluating the replicability of significance tests for comparing
       learning algorithms. PAKDD 2004, 3-12.

    Examples
    --------
    >>> import numpy as np
    >>> import pandas as pd
    >>> from foldwise.learners import NaiveBayes
    >>> X = pd.DataFrame({"colour": pd.Categorical(["red", "red", "green", "blue", None, "green"]),
    ...                   "size": [1.0, 1.5, np.nan, 4.0, 3.25, 4.0]})
    >>> learner = NaiveBayes().fit(X, ["yes", "yes", "yes", "no", "no", "no"])
    >>> learner.means_[:, 1].round(3), learner.sds_[:, 1].round(3)
    (array([3.667, 1.5  ]), array([0.471, 0.5  ]))
    >>> learner.value_probabilities_[0].round(3)  # of blue, green and red
    array([[0.4  , 0.4  , 0.2  ],
           [0.167, 0.333, 0.5  ]])
    >>> learner.predict(X).tolist()
    ['yes', 'yes', 'no', 'no', 'no', 'no']
    """

    @property
    def precision_(self) -> Floats:
        """Step to which the values of each numeric attribute are rounded; NaN for a nominal one."""
        return self._model.precision

    @property
    def means_(self) -> Floats:
        """Mean of each numeric attribute in each class, of shape (n_classes, n_attributes); NaN for a nominal one."""
        return self._model.means[self._sorted]

    @property
    def sds_(self) -> Floats:
        """Standard deviation of each numeric attribute in each class, of the same shape as `means_`."""
        return self._model.sds[self._sorted]

    def _learn(self, training: Training) -> None:
        self._model = fit_bayes_model(training)

    def _probabilities(self, X: Floats) -> Floats:
        return self._model.probabilities(X)

    def _share(self, training: Training) -> SharedFolds:
        return binary_bayes_folds(training) or BayesFolds(training)
