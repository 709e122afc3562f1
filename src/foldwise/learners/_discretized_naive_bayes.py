"""Naive Bayes after discretization by entropy."""

from dataclasses import replace

from foldwise.learners._bayes_classifier import BayesClassifier
from foldwise.learners._bayes_model import Floats, fit_bayes_model
from foldwise.learners._discretized_folds import DiscretizedFolds
from foldwise.learners._entropy_cuts import EntropyCuts
from foldwise.learners._shared_folds import SharedFolds
from foldwise.learners._training import Training


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
