"""Two learners made equally good by random errors, at the training sizes of one procedure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import FoldwiseError, derive_seed
from foldwise.lab._damage import NoisyAnswers
from foldwise.lab._designs import given_folds
from foldwise.lab._source import DataSource, OtherLearners
from foldwise.sharing._door import predict_folds

# Both at chance: there is no difference to make up for.
_TINY: Final = 1e-12


@dataclass(frozen=True, slots=True)
class EquallyGood(OtherLearners):
    """A source on which the better learner makes random errors, as many as it takes; made by `equally_good`.

    Parameters
    ----------
    source : DataSource
        Where datasets come from.
    learners : pair of classifiers
        With `NoisyAnswers` around the one that is better, at some training size.
    errors : tuple of float
        Error rates of both before, at the smallest training size.
    damage : tuple of float
        The largest share of the answers of each that is replaced.
    """

    errors: tuple[float, float] = field()
    damage: tuple[float, float] = field()

    @property
    def difference(self) -> float:
        """None, up to the error of measuring it."""
        return 0.0


def equally_good(
    source: DataSource, names: Sequence[str], sizes: Sequence[int], *, n_sets: int, seed: int
) -> EquallyGood:
    r"""Replace so many answers of the better learner of a source by other classes that both err as often.

    Parameters
    ----------
    source : DataSource
        Where datasets come from, with the two learners.
    names : sequence of two str
        What to call them in messages.
    sizes : sequence of int
        Training sizes at which they shall be equal; at each the one that is better there is damaged.
    n_sets : int
        Training sets from which error rates are measured, on examples that are not in them.
    seed : int
        Of the study.

    Notes
    -----
    With :math:`K` classes, replacing a share :math:`q` of the answers makes :math:`e + q (1 - e - e / (K - 1))` of an
    error rate :math:`e`, so the share that it takes can be computed. `foldwise.lab.matched` does the same for any kind
    of damage, by search.
    """
    levels: list[dict[int, float]] = [{}, {}]
    first: list[float] = []
    for size in sizes:
        a, b, n_classes = _error_rates(source, names, size, n_sets, seed)
        first = first or [a, b]
        better, low, high = (0, a, b) if a <= b else (1, b, a)
        room = 1 - low - low / max(n_classes - 1, 1)
        if high - low > room:
            raise FoldwiseError(
                f"{names[better]} cannot be made as bad as {names[1 - better]} by random errors: they err in "
                f"{low:.3f} and {high:.3f} of the cases with {size} training examples. Certify learners that are "
                "nearer to each other, and better than guessing."
            )
        levels[better][size], levels[1 - better][size] = (high - low) / max(room, high - low, _TINY), 0.0
    learners = [
        NoisyAnswers(learner, level) if any(level.values()) else learner
        for learner, level in zip(source.learners, levels, strict=True)
    ]
    return EquallyGood(
        source,
        (learners[0], learners[1]),
        (first[0], first[1]),
        (max(levels[0].values()), max(levels[1].values())),
        name=f"{source.name}, {names[0]} and {names[1]} equally good",
    )


def _error_rates(
    source: DataSource, names: Sequence[str], size: int, n_sets: int, seed: int
) -> tuple[float, float, int]:
    """Mean error rates of both learners on examples they were not trained on, and the number of classes."""
    rates, classes = np.empty((n_sets, 2)), set()
    for number in range(n_sets):
        own = derive_seed("equally good", seed, number)
        rng = np.random.default_rng(own)
        X, y, points, labels = source.draw_with_calibration(rng)
        chosen = rng.permutation(len(y))[:size]
        both, truth = _stacked(X, chosen, points), np.concatenate([y[chosen], labels])
        labels_of_set, codes = np.unique(truth, return_inverse=True)
        classes.update(labels_of_set.tolist())
        folds = np.full((1, len(truth)), -1, dtype=np.int32)
        folds[0, size:] = 0
        for place, (name, learner) in enumerate(zip(names, source.learners, strict=True)):
            predicted = predict_folds(learner, both, truth, given_folds(folds), name=name, seed=own)
            rates[number, place] = np.mean(predicted[0, size:] != codes[size:])
    a, b = rates.mean(axis=0)
    return float(a), float(b), len(classes)


def _stacked(X: Any, rows: npt.NDArray[np.intp], points: Any) -> Any:
    if isinstance(X, pd.DataFrame):
        return pd.concat([X.iloc[rows], points], ignore_index=True)
    if hasattr(X, "tocsr"):
        from scipy.sparse import vstack

        return vstack([X[rows], points], format="csr")
    return np.concatenate([X[rows], points])
