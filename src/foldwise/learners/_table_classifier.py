"""What all learners share: reading tables and labels, and answering in the user's labels."""

from functools import cache
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt
import pandas as pd
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from foldwise._core import check_choice, listed
from foldwise.learners._attributes import Attributes, as_rows, found_columns, read_table
from foldwise.learners._fold_predictor import FoldByFold, FoldPredictor, SharedFolds
from foldwise.learners._labels import as_labels, encode_labels, sorting
from foldwise.learners._training import Training

Floats = npt.NDArray[np.float64]


class TableClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Classifier of tables with numeric and nominal columns and missing values.

    A subclass gives `_learn`, `_probabilities` and, where the prediction is not simply the first of the largest
    probabilities, `_codes`; their class codes are places in `declared_classes_`.

    Attributes
    ----------
    takes_declared_classes : bool
        True: `fit` takes a categorical `y` and knows all of its declared classes, also those without an example.
        `foldwise.evaluate` hands such a `y` to every learner whose class has this attribute.
    """

    takes_declared_classes: ClassVar[bool] = True
    categorical_features: Any
    classes_: npt.NDArray[Any]
    declared_classes_: npt.NDArray[Any]
    n_features_in_: int
    feature_names_in_: npt.NDArray[np.object_]
    attributes_: Attributes

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from examples.

        Parameters
        ----------
        X : DataFrame or array_like of shape (n_examples, n_attributes)
            In a DataFrame, columns of dtype `category` or text are nominal, and so are, in an array or a list of rows,
            columns of objects that are not all numbers; NaN is missing.
        y : array_like of shape (n_examples,)
            Class labels. The categories of a categorical `y` are the declared classes, whether or not they all occur;
            among equally good ones the first declared wins.
        sample_weight : array_like of shape (n_examples,), optional
            How many examples each row stands for; 1 if not given. Rows of weight zero are left out, as if they were
            not there. Weights that sum to one or less (AdaBoost's) can only be shares: they are scaled to a mean of
            one.

        Returns
        -------
        self
            The fitted learner.
        """
        table, labels = self._checked_examples(X, y)
        if sample_weight is None:
            weight = np.ones(len(table))
        else:
            weight = _read_weight(sample_weight, labels)
            is_kept = weight > 0
            if not is_kept.all():
                table, labels, weight = table[is_kept], labels[is_kept], weight[is_kept]
        self._learn(self._read(table, labels, weight))
        return self

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Return the predicted label of each row.

        Parameters
        ----------
        X : DataFrame or array_like of shape (n_examples, n_attributes)
            Columns as in training. A category that was not declared there counts as missing.

        Returns
        -------
        ndarray of shape (n_examples,)
        """
        check_is_fitted(self)
        labels: npt.NDArray[Any] = self.declared_classes_[self._codes(self._encoded(self._checked(X, reset=False)))]
        return labels

    def predict_proba(self, X: Any) -> Floats:
        """Return the probability of each class, in the order of `classes_`.

        Parameters
        ----------
        X : DataFrame or array_like of shape (n_examples, n_attributes)
            Columns as in training. A category that was not declared there counts as missing.

        Returns
        -------
        ndarray of shape (n_examples, n_classes)
        """
        check_is_fitted(self)
        answers: Floats = self._probabilities(self._encoded(self._checked(X, reset=False)))[:, self._sorted]
        return answers

    def predict_folds(self, X: Any, y: Any, folds: npt.ArrayLike, *, method: str = "predict") -> npt.NDArray[Any]:
        """Predict all folds of all repeats at once, as if fitted fold by fold; the learner itself stays as it is.

        Parameters
        ----------
        X : DataFrame or array_like of shape (n_examples, n_attributes)
            All examples.
        y : array_like of shape (n_examples,)
            Their labels.
        folds : array_like of int, shape (n_repeats, n_examples)
            Test fold of each example; -1: trained on, never tested; -2: left out of that repeat. The training set of
            fold f is every code from -1 on other than f.
        method : {'predict', 'predict_proba'}, default 'predict'
            What to return.

        Returns
        -------
        ndarray of shape (n_repeats, n_examples) or (n_repeats, n_examples, n_classes)
            Labels, or probabilities of the sorted labels. An example that is not tested gets the first label, which
            says nothing, and probabilities NaN.

        Examples
        --------
        >>> from foldwise.learners import NaiveBayes
        >>> from sklearn.datasets import load_iris
        >>> X, y = load_iris(return_X_y=True)
        >>> folds = [[row % 10 for row in range(150)], [row // 15 for row in range(150)]]
        >>> (NaiveBayes().predict_folds(X, y, folds) == y).mean(axis=1).round(3).tolist()
        [0.953, 0.947]
        """
        check_choice(method, "method", ("predict", "predict_proba"))
        predictor = self.prepare_folds(X, y)
        if method == "predict_proba":
            return predictor.probabilities(folds)
        labels: npt.NDArray[Any] = predictor.classes_[np.maximum(predictor.codes(folds), 0)]
        return labels

    def prepare_folds(self, X: Any, y: Any) -> FoldPredictor:
        """Do once what all folds of a table have in common; `predict_folds` in two steps.

        Parameters
        ----------
        X : DataFrame or array_like of shape (n_examples, n_attributes)
            All examples.
        y : array_like of shape (n_examples,)
            Their labels.

        Returns
        -------
        FoldPredictor
            Its `codes` and `probabilities` take the folds.
        """
        reader = clone(self)
        table, labels = reader._checked_examples(X, y)
        training = reader._read(table, labels, np.ones(len(table)))
        value_codes = [_positions(training.X[:, column]) for column in found_columns(table, self.categorical_features)]
        if not isinstance(labels, pd.Categorical):
            value_codes.append(training.y.astype(np.intp))
        return FoldPredictor(self, table, labels, reader.classes_, reader._sorted, reader._share(training), value_codes)

    def check_parameters(self) -> None:
        """Refuse what `fit` could not use; `foldwise.evaluate` asks before the first fit."""
        if isinstance(self.categorical_features, str) and self.categorical_features != "from_dtype":
            raise ValueError(
                "categorical_features must be 'from_dtype' or a list of columns, got the text "
                f"{self.categorical_features!r}. Put a single name into a list."
            )

    def _learn(self, training: Training) -> None:
        raise NotImplementedError

    def _learn_rows(self, whole: Training, rows: npt.NDArray[np.bool_]) -> None:
        """Learn from those rows of a table that a mask chooses."""
        self._learn(whole.part(rows))

    def _probabilities(self, X: Floats) -> Floats:
        raise NotImplementedError

    def _codes(self, X: Floats) -> npt.NDArray[np.intp]:
        first_largest: npt.NDArray[np.intp] = self._probabilities(X).argmax(axis=1)
        return first_largest

    def _share(self, training: Training) -> SharedFolds:
        return FoldByFold(self, training)

    def _checked_examples(self, X: Any, y: Any) -> tuple[Any, Any]:
        self.check_parameters()
        if y is None:
            raise ValueError(f"{type(self).__name__} requires y to be passed, but the target y is None.")
        table, labels = self._checked(X, reset=True), as_labels(y)
        if len(labels) != len(table):
            raise ValueError(f"X and y must have the same number of rows, got {len(table)} and {len(labels)}.")
        return table, labels

    def _read(self, table: Any, labels: Any, weight: Floats) -> Training:
        """Set what is known before anything is learned, and encode the examples."""
        self.attributes_, examples = read_table(table, self.categorical_features)
        self.declared_classes_, codes = encode_labels(labels)
        # scikit-learn's scorers and ensembles take classes_ for sorted.
        self._sorted = sorting(self.declared_classes_)
        self.classes_ = self.declared_classes_[self._sorted]
        self._check_finite(table, examples)
        return Training(examples, codes, weight, self.attributes_.n_values, len(self.classes_))

    def _checked(self, X: Any, *, reset: bool) -> Any:
        """Check shape and names; a DataFrame stays one, since its dtypes say what is nominal."""
        if _is_plain(X) and not hasattr(self, "feature_names_in_") and (reset or X.shape[1] == self.n_features_in_):
            self.n_features_in_ = X.shape[1]
            return X
        if not isinstance(X, pd.DataFrame):
            return validate_data(self, as_rows(X), reset=reset, dtype=None, order="C", ensure_all_finite="allow-nan")
        if 0 in X.shape:
            raise ValueError(
                f"X has {X.shape[0]} sample(s) and {X.shape[1]} feature(s); at least one of each is required."
            )
        if not X.columns.is_unique:
            twice = X.columns[X.columns.duplicated()].unique()
            raise ValueError(f"Column names must be distinct, got more than one {listed(twice)}. Rename them.")
        self._check_names(X, reset=reset)
        return X

    def _check_names(self, X: pd.DataFrame, *, reset: bool) -> None:
        """Do as scikit-learn does with names of columns; not by it where all is well, which takes ten times as long."""
        if reset and X.columns.inferred_type == "string":
            self.feature_names_in_ = np.asarray(X.columns, dtype=object)
            self.n_features_in_ = X.shape[1]
        elif reset or X.columns.tolist() != getattr(self, "feature_names_in_", np.empty(0)).tolist():
            validate_data(self, X, reset=reset, skip_check_array=True)

    def _encoded(self, table: Any) -> Floats:
        numbers = self.attributes_.encode(table)
        self._check_finite(table, numbers)
        return numbers

    def _check_finite(self, table: Any, numbers: Floats) -> None:
        # The very array that came in was looked through already.
        if numbers is not table and np.isinf(numbers).any():
            name = self.attributes_.names[int(np.isinf(numbers).any(axis=0).argmax())]
            raise ValueError(f"X must not contain infinity, got one in column {name!r}. Replace it, or make it NaN.")

    @classmethod
    @cache
    def _get_param_names(cls) -> list[str]:
        # Asked for by every clone; scikit-learn reads the signature of the constructor anew each time.
        names: list[str] = super()._get_param_names()
        return names

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags


def _positions(values: Floats) -> npt.NDArray[np.intp]:
    """Return numbers in place of the distinct values of a column; -1 where missing."""
    numbers, _ = pd.factorize(values)
    return numbers


def _read_weight(sample_weight: Any, labels: Any) -> Floats:
    """Check weights, and scale those that count less than one example in all."""
    weight: Floats = _check_sample_weight(sample_weight, labels, dtype=np.float64, ensure_non_negative=True)
    with np.errstate(over="ignore"):
        total = weight.sum()
    if not 0 < total < np.inf:
        raise ValueError(f"sample_weight must have a finite sum above zero, got {total}.")
    return weight * (np.count_nonzero(weight) / total) if total <= 1 + 1e-9 else weight


def _is_plain(X: Any) -> bool:
    """Return whether scikit-learn's checks, which take longer than a small fit, would leave X as it is."""
    return (
        type(X) is np.ndarray
        and X.ndim == 2
        and X.dtype == np.float64
        and X.flags.c_contiguous
        and X.size > 0
        and not np.isinf(X).any()
    )
