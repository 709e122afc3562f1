"""What linear models are fitted to: real numbers, or 1 and -1 for classes; and answers from the values they predict."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from foldwise.sharing._fold_sums import are_moderate, training_counts
from foldwise.sharing._scores import OFF, SEEN, answered
from foldwise.sharing._shared import Codes, Floats, FoldAnswers


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LinearTargets:
    """The targets of one table.

    Parameters
    ----------
    centred : ndarray of shape (n_examples, n_targets)
        Less their means, if the model has an intercept. Two classes have one target, more have one each.
    centre : ndarray of shape (n_targets,)
        These means, or 0.
    spread : float
        Of the targets, the largest length about `centre`.
    largest : float
        The largest magnitude of any.
    y : ndarray of shape (n_examples,)
    n_classes : int
        0 for real numbers.
    """

    centred: Floats
    centre: Floats
    spread: float
    largest: float
    y: npt.NDArray[Any]
    n_classes: int

    @classmethod
    def of(cls, estimator: Any, y: npt.NDArray[Any], n_classes: int) -> Self | None:
        """Read what an estimator is fitted to; None if classes are weighted or fewer than two, or numbers unusual."""
        if hasattr(estimator, "class_weight"):
            if n_classes < 2 or estimator.class_weight is not None:
                return None
            targets = np.where(y[:, np.newaxis] == np.arange(n_classes)[1 if n_classes == 2 else 0 :], 1.0, -1.0)
        elif n_classes or not are_moderate(y):
            return None
        else:
            targets = y[:, np.newaxis]
        centre = targets.mean(axis=0) if estimator.fit_intercept else np.zeros(targets.shape[1])
        centred = targets - centre
        return cls(
            centred=centred,
            centre=centre,
            spread=float(np.sqrt((centred**2).sum(axis=0)).max()),
            largest=float(np.abs(targets).max()),
            y=y,
            n_classes=n_classes,
        )

    @property
    def width(self) -> int:
        """How many targets there are."""
        return int(self.centred.shape[1])

    @property
    def methods(self) -> frozenset[str]:
        """What may be asked of a model."""
        return frozenset({"predict", "decision_function"} if self.n_classes else {"predict"})

    def lacking(self, folds: Codes) -> npt.NDArray[np.bool_]:
        """Folds (n_repeats, n_folds) whose training examples lack a class, or are none."""
        labels = self.y if self.n_classes else np.zeros(len(self.y), dtype=np.intp)
        lacking: npt.NDArray[np.bool_] = (training_counts(folds, labels, max(self.n_classes, 1)) == 0).any(axis=2)
        return lacking

    def answered(
        self, centred: Floats, error: Floats, broken: npt.NDArray[np.bool_], folds: Codes, method: str
    ) -> FoldAnswers:
        """Turn predicted values into answers; unsure where they are `broken`, or off by more than may be.

        Parameters
        ----------
        centred : ndarray of shape (n_repeats, n_examples, n_targets)
            Less `centre`.
        error, broken : ndarray of shape (n_repeats, n_examples)
        folds : ndarray of int32, shape (n_repeats, n_examples)
        method : {'predict', 'decision_function'}
        """
        values = centred + self.centre
        if not self.n_classes:
            typical = self.spread / np.sqrt(len(self.centred))
            return FoldAnswers(values[..., 0], broken | np.logical_not(SEEN * error <= OFF * typical))
        if self.width == 1:
            # Half the difference of two scores.
            values = np.concatenate([-values, values], axis=2) / 2
        answers, unsure = answered(values, np.broadcast_to(error[..., np.newaxis], values.shape), method)
        return FoldAnswers(answers, (unsure & (folds >= 0)) | broken)
