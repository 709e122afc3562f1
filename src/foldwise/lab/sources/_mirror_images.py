"""The exact null of two different learners that are images of one another."""

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone, is_regressor

from foldwise._core import check_integer
from foldwise.lab._source import DataSource
from foldwise.runs import as_metric

Array = npt.NDArray[Any]


def _discriminant() -> Any:
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    return LinearDiscriminantAnalysis(priors=[0.35, 0.65])


@dataclass(frozen=True, slots=True)
class MirrorImages(DataSource):
    """A learner and its mirror image, on a population that looks the same in the mirror: an exact null in any metric.

    The attributes are normal. A class is 1 with log odds of `slope` times their sum, and a number is that and normal
    noise. Mirrored are the signs of all attributes, and the class, or the sign of the number. The first learner is
    `learner`; the second is trained on the mirrored examples, and what it predicts of a mirrored example is mirrored.

    Parameters
    ----------
    learner : classifier or regressor, optional
        One that takes sides: with equal treatment of both classes, or of a number and its negative, it is its own image
        and nothing differs. A linear discriminant that takes class 1 for more frequent than it is, if not given;
        `sklearn.linear_model.QuantileRegressor` takes sides between numbers.
    n_examples : int, default 200
        Size of every dataset.
    n_attributes : int, default 5
        All normal with mean 0 and variance 1.
    slope : float, default 0.5
        What each attribute adds.
    metric : str or callable, optional
        How learners are scored; log loss for classes and squared error for numbers if not given. It must look the same
        in the mirror, as these and accuracy do, and recall of class 1 does not.

    Examples
    --------
    >>> from foldwise.lab import run_trials
    >>> from foldwise.lab.sources import MirrorImages
    >>> source = MirrorImages(n_examples=60)
    >>> source.name, source.difference
    ('mirror images, LinearDiscriminantAnalysis, by neg_log_loss', 0.0)
    >>> run_trials("10x10", source, n_trials=3).found["10x10"].pvalue.shape
    (3, 1)
    """

    learner: Any = field(default_factory=_discriminant)
    n_examples: int = 200
    n_attributes: int = 5
    slope: float = 0.5
    metric: Any = None

    def __post_init__(self) -> None:
        if not (hasattr(self.learner, "fit") and hasattr(self.learner, "predict")):
            raise TypeError(f"learner must be one of scikit-learn's kind, got {type(self.learner).__name__}. Pass one.")
        check_integer(self.n_examples, "n_examples", least=10)
        check_integer(self.n_attributes, "n_attributes", least=1)
        if not np.isfinite(self.slope):
            raise ValueError(f"slope must be a number, such as 0.5, got {self.slope}.")
        is_about_numbers = is_regressor(self.learner)
        if self.metric is None:
            self._set(metric="neg_mean_squared_error" if is_about_numbers else "neg_log_loss")
        metric = as_metric(self.metric, "regression" if is_about_numbers else "classification")
        if not self.name:
            self._set(name=f"mirror images, {type(self.learner).__name__}, by {metric.name}")

    @property
    def difference(self) -> float:
        """Zero: the population cannot tell a learner from its image."""
        return 0.0

    @property
    def learners(self) -> tuple[Any, Any]:
        """The learner, and its image."""
        image = MirroredRegressor if is_regressor(self.learner) else MirroredClassifier
        return self.learner, image(self.learner)

    def draw(self, rng: np.random.Generator) -> tuple[Array, Array]:
        """Draw attributes, then classes or numbers."""
        X = rng.normal(size=(self.n_examples, self.n_attributes))
        middle = self.slope * X.sum(axis=1)
        if is_regressor(self.learner):
            return X, middle + rng.normal(size=self.n_examples)
        return X, (rng.logistic(size=self.n_examples) < middle).astype(np.int64)


class MirroredClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Train a classifier of the classes 0 and 1 on examples with other signs and the other class, and turn its answers.

    Parameters
    ----------
    learner : classifier
        Cloned before it is fitted.
    """

    def __init__(self, learner: Any) -> None:
        self.learner = learner

    def fit(self, X: Array, y: Array) -> Self:
        """Fit a clone of the learner to the mirrored examples."""
        self.learner_ = clone(self.learner).fit(-X, 1 - y)
        self.classes_ = 1 - self.learner_.classes_[::-1]
        return self

    def predict(self, X: Array) -> Array:
        """Predict the other class of the mirrored example."""
        return np.asarray(1 - self.learner_.predict(-X))

    def predict_proba(self, X: Array) -> Array:
        """Probabilities, in the order of `classes_`."""
        return np.asarray(self.learner_.predict_proba(-X)[:, ::-1])


class MirroredRegressor(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Train a regressor on examples with other signs, and turn the sign of what it predicts.

    Parameters
    ----------
    learner : regressor
        Cloned before it is fitted.
    """

    def __init__(self, learner: Any) -> None:
        self.learner = learner

    def fit(self, X: Array, y: Array) -> Self:
        """Fit a clone of the learner to the mirrored examples."""
        self.learner_ = clone(self.learner).fit(-X, -y)
        return self

    def predict(self, X: Array) -> Array:
        """Predict the negative of what the mirrored example gets."""
        return np.asarray(-self.learner_.predict(-X))
