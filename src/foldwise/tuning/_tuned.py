"""A learner that chooses its own parameters, inside the training fold."""

from copy import copy
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, MetaEstimatorMixin, clone
from sklearn.utils import Tags, check_random_state, get_tags, indexable
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import check_is_fitted

from foldwise._core import check_fraction
from foldwise.tuning._grid import check_grid, with_seeds
from foldwise.tuning._tried import candidate_text

Rows = npt.NDArray[np.intp]


def _inner_has(method: str) -> Any:
    def check(tuned: "Tuned") -> bool:
        # An attribute that is None is no method.
        return callable(getattr(getattr(tuned, "best_estimator_", tuned.inner_estimator), method, None))

    return check


class Tuned(MetaEstimatorMixin, BaseEstimator):  # type: ignore[misc]
    """A learner together with the search for its parameters.

    `fit` follows Salzberg [1]_: of the training examples T, some (T2) are set aside; every candidate is fitted on the
    others (T1) and scored on T2 only; the winner is fitted again on all of T. Whoever calls `fit` with a training fold
    can be sure that no test example had a part in the choice.

    Parameters
    ----------
    estimator : estimator
        The classifier or regressor to tune; never fitted itself.
    grid : mapping of str to list, or list of such mappings
        Values to try by name of parameter; all combinations are candidates. Of candidates that score the same, the
        first in the order of scikit-learn's `ParameterGrid` wins: names sorted, the last name varying fastest. An
        estimator among the values gets a seed derived from `random_state` wherever its own is None.
    tuning_size : float or None, default 1/3
        Share of T that is set aside as T2, stratified by class if every class is large enough. None, with `search`
        only: the search divides T by its own `cv`.
    search : search object, optional
        Instead of `estimator` and `grid`: `GridSearchCV`, `RandomizedSearchCV` or whatever works like them. Cloned,
        never fitted itself; it always refits the winner on all of T.
    scoring : str or callable, optional
        What the candidates are scored by on T2; by default what the estimator's own ``score`` computes. A `search`
        has its own.
    random_state : int, RandomState instance or None, default None
        Decides which examples become T2. `foldwise.evaluate` and `foldwise.compare` derive one for every fold.

    Attributes
    ----------
    best_estimator_ : estimator
        The winner, fitted on all of T.
    best_params_ : dict
        Its parameters, as the grid has them.
    candidates_ : list of dict
        The different candidates tried.
    n_candidates_ : int
        Their number.
    cv_results_ : dict
        The table of the search: scores and times of every candidate.
    search_ : search object
        The fitted search.
    classes_, n_features_in_, feature_names_in_
        Those of the winner, where it has them.

    Notes
    -----
    T is divided without regard to groups. A candidate that fails on T1 is not chosen and scikit-learn warns; if none
    can be scored, `fit` raises.

    References
    ----------
    .. [1] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended approach. Data Mining
       and Knowledge Discovery 1, 317-328, section 3.5.

    Examples
    --------
    >>> from foldwise.tuning import Tuned
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> tuned = Tuned(KNeighborsClassifier(), {"n_neighbors": [1, 5, 100]}, random_state=1)
    >>> tuned.fit(*load_iris(return_X_y=True)).best_params_
    {'n_neighbors': 1}
    >>> tuned.n_candidates_, tuned.best_estimator_.n_samples_fit_
    (3, 150)
    """

    def __init__(
        self,
        estimator: Any = None,
        grid: Any = None,
        *,
        tuning_size: float | None = 1 / 3,
        search: Any = None,
        scoring: Any = None,
        random_state: Any = None,
    ) -> None:
        self.estimator = estimator
        self.grid = grid
        self.tuning_size = tuning_size
        self.search = search
        self.scoring = scoring
        self.random_state = random_state

    @property
    def inner_estimator(self) -> Any:
        """What is tuned: `estimator`, or that of `search`."""
        return self.estimator if self.search is None else getattr(self.search, "estimator", None)

    def check_parameters(self) -> None:
        """Refuse parameters that no data could satisfy. `fit` does so first, `foldwise.evaluate` before any fit."""
        if self.tuning_size is not None:
            check_fraction(self.tuning_size, "tuning_size")
        if self.search is None:
            self._check_estimator()
            return
        if self.estimator is not None or self.grid is not None or self.scoring is not None:
            raise ValueError(
                "search has its own estimator, grid and scoring: give them to the search, or leave it out."
            )
        if isinstance(self.search, type) or not all(hasattr(self.search, name) for name in ("fit", "estimator")):
            raise TypeError(f"search must be a search object such as GridSearchCV(...), got {self.search!r}.")
        if self.tuning_size is not None and "cv" not in self.search.get_params(deep=False):
            raise TypeError(
                f"{type(self.search).__name__} has no parameter cv to name the tuning set by. Pass tuning_size=None."
            )

    def fit(self, X: Any, y: Any, **fit_params: Any) -> Self:
        """Choose among the candidates by a part of the examples, and fit the winner on all of them.

        Parameters
        ----------
        X : array_like, DataFrame or sparse matrix of shape (n_examples, n_features)
            The training examples T.
        y : array_like of shape (n_examples,)
            Their labels or values.
        **fit_params
            Passed on to the ``fit`` of the search, which passes them on to the estimator.

        Returns
        -------
        Tuned
            Itself.
        """
        self.check_parameters()
        if y is None:
            raise ValueError("Tuned requires y to be passed, but the target y is None.")
        X, y = indexable(X, y)
        rng = check_random_state(self.random_state)
        search = self._make_search(rng)
        if self.tuning_size is not None:
            search.set_params(cv=[self._divide(y, rng)])
        if not getattr(search, "refit", True):
            search.set_params(refit=True)
        search.fit(X, y, **fit_params)
        if not np.isfinite(getattr(search, "best_score_", 0)):
            raise ValueError("No candidate could be scored on the tuning set: every score is NaN. Look at scoring.")
        self._keep(search)
        return self

    def predict(self, X: Any) -> Any:
        """Predict with the winner."""
        check_is_fitted(self)
        return self.best_estimator_.predict(X)

    @available_if(_inner_has("predict_proba"))  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Any:
        """Class probabilities by the winner."""
        check_is_fitted(self)
        return self.best_estimator_.predict_proba(X)

    @available_if(_inner_has("predict_log_proba"))  # type: ignore[untyped-decorator]
    def predict_log_proba(self, X: Any) -> Any:
        """Logarithms of the class probabilities by the winner."""
        check_is_fitted(self)
        return self.best_estimator_.predict_log_proba(X)

    @available_if(_inner_has("decision_function"))  # type: ignore[untyped-decorator]
    def decision_function(self, X: Any) -> Any:
        """Decision values by the winner."""
        check_is_fitted(self)
        return self.best_estimator_.decision_function(X)

    def score(self, X: Any, y: Any) -> float:
        """Score the winner by what the candidates were scored by."""
        check_is_fitted(self)
        return float(self.search_.score(X, y))

    @property
    def classes_(self) -> Any:
        """Class labels, as the winner has them."""
        return self.best_estimator_.classes_

    @property
    def n_features_in_(self) -> int:
        """Number of features seen in `fit`."""
        return int(self.best_estimator_.n_features_in_)

    @property
    def feature_names_in_(self) -> Any:
        """Names of the features seen in `fit`, if they were all strings."""
        return self.best_estimator_.feature_names_in_

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        if hasattr(self.inner_estimator, "fit"):
            inner = get_tags(self.inner_estimator)
            for name in ("estimator_type", "classifier_tags", "regressor_tags", "input_tags", "target_tags"):
                setattr(tags, name, copy(getattr(inner, name)))
        return tags

    def _check_estimator(self) -> None:
        if self.estimator is None or self.grid is None:
            raise TypeError("Tuned needs an estimator and a grid, or search=. Example: Tuned(SVC(), {'C': [1, 10]}).")
        verbs = ("fit", "predict", "get_params")
        if isinstance(self.estimator, type) or not all(hasattr(self.estimator, verb) for verb in verbs):
            raise TypeError(f"estimator must be a scikit-learn classifier or regressor, got {self.estimator!r}.")
        if self.tuning_size is None:
            raise ValueError("tuning_size=None leaves the division of T to a search. Name a share, or pass search=.")
        check_grid(self.grid, self.estimator)

    def _make_search(self, rng: np.random.RandomState) -> Any:
        if self.search is not None:
            return clone(self.search)
        # Imported where it is needed: it takes longer than a small verdict.
        from sklearn.model_selection import GridSearchCV

        return GridSearchCV(clone(self.estimator), with_seeds(self.grid, rng), scoring=self.scoring)

    def _divide(self, y: Any, rng: np.random.RandomState) -> tuple[Rows, Rows]:
        """T1 and T2."""
        from sklearn.model_selection import ShuffleSplit, StratifiedShuffleSplit

        n = len(y)
        if n < 2:
            raise ValueError(f"Tuned needs at least two examples to set some of them aside, got n_samples={n}.")
        n_tuning = min(max(round(n * float(self.tuning_size or 0)), 1), n - 1)
        is_labels = type_of_target(y) in {"binary", "multiclass"}
        kind = ShuffleSplit
        if get_tags(self).estimator_type == "classifier" and is_labels:
            counts = np.unique(np.asarray(y), return_counts=True)[1]
            if counts.min() >= 2 and len(counts) <= min(n_tuning, n - n_tuning):
                kind = StratifiedShuffleSplit
        splitter = kind(1, test_size=n_tuning, train_size=n - n_tuning, random_state=rng.randint(2**31))
        first, second = next(splitter.split(np.zeros((n, 1)), y))
        return first, second

    def _keep(self, search: Any) -> None:
        from sklearn.model_selection import ParameterGrid

        self.search_ = search
        self.best_estimator_ = search.best_estimator_
        self.best_params_ = search.best_params_
        self.cv_results_ = search.cv_results_
        if self.search is None:
            # As the user wrote them: without the seeds given to estimators in the grid, which vary from fold to fold.
            written = list(ParameterGrid(self.grid))
            self.cv_results_ = {**search.cv_results_, "params": written}
            self.best_params_ = written[search.best_index_]
        self.candidates_ = list({candidate_text(each): each for each in self.cv_results_["params"]}.values())
        self.n_candidates_ = len(self.candidates_)
