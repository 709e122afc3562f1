"""Dietterich's population of two kinds of points: no learner at all, only probabilities of error."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from foldwise._core import check_choice, check_fraction, check_integer, derive_seed
from foldwise.lab._answers import Answers
from foldwise.lab._designs import Design
from foldwise.lab._source import LATER, Source
from foldwise.splits import Scheme

Floats32 = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class TwoKinds(Source):
    """Points of two kinds, equally frequent; what one algorithm finds hard the other finds easy (Dietterich, 1998).

    On points of the first kind algorithm a errs with probability ``error / 2`` and b with ``3 * error / 2``, or others
    with the same mean, on those of the second kind the other way round: both have the same error rate. Every
    classification is drawn anew; there is no learner, and nothing that a training set does but what `spread` adds.

    Parameters
    ----------
    error : float, default 0.1
        Error rate of both, at most 2/3.
    n_examples : int, default 300
        Size of every dataset.
    spread : float, default 0.02
        How much a training set may add to, or take from, all error probabilities of a cross-validation: uniform
        between plus and minus this. Hold-outs and random splits have none.
    quality : {'common', 'independent'}, default 'common'
        Whether the two algorithms share this effect of a training set.
    easy : float, default 0.5
        On the kind that is easy for an algorithm it errs so many times the error rate, on the other one ``2 - easy``
        times: both err as often as each other, whatever this is. At 1 all points are alike.

    Notes
    -----
    Tests that correct for overlapping training sets reject far too seldom here, since the overlap does nothing.

    References
    ----------
    .. [1] T. G. Dietterich (1998). Approximate statistical tests for comparing supervised classification learning
       algorithms. Neural Computation 10, 1895-1923.

    Examples
    --------
    The resampled t test rejects true hypotheses far too often:

    >>> from foldwise.lab import run_trials
    >>> from foldwise.lab.sources import TwoKinds
    >>> test = "resampled:30:0.333/resampled_t"
    >>> found = run_trials(test, TwoKinds(0.4), n_trials=400).found[test]
    >>> bool((found.pvalue <= 0.05).mean() > 0.2)
    True
    """

    error: float = 0.1
    n_examples: int = 300
    spread: float = 0.02
    quality: Literal["common", "independent"] = "common"
    easy: float = field(default=0.5, metadata={LATER: True})

    def __post_init__(self) -> None:
        if not 0 <= self.easy <= 1:
            raise ValueError(f"easy must be from 0 to 1, got {self.easy}.")
        most = 1 / (2 - self.easy)
        if not 0 < check_fraction(self.error, "error") <= most:
            one_kind = "3/2" if self.easy == 0.5 else f"{2 - self.easy:g} times"
            limit = "2/3" if self.easy == 0.5 else f"{most:.3g}"
            raise ValueError(
                f"error must be at most {limit}, since one kind errs {one_kind} as often, got {self.error}."
            )
        check_integer(self.n_examples, "n_examples", least=2)
        if not 0 <= self.spread <= self.error * self.easy:
            limit = "error / 2" if self.easy == 0.5 else "error * easy"
            raise ValueError(f"spread must be between 0 and {limit} = {self.error * self.easy:g}, got {self.spread}.")
        check_choice(self.quality, "quality", ("common", "independent"))
        if not self.name:
            words = "" if self.quality == "common" else ", independent quality"
            words += "" if self.easy == 0.5 else f", {self.easy:g} of it where easy"
            self._set(name=f"two kinds, error {self.error:g}{words}")

    @property
    def difference(self) -> float:
        """Zero: both err equally often."""
        return 0.0

    @property
    def chances(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Error probabilities of a and b on points of the first kind, and on those of the second."""
        easy, hard = self.error * self.easy, self.error * (2 - self.easy)
        return (easy, hard), (hard, easy)

    @property
    def trials_per_block(self) -> int:
        """Many: a trial takes microseconds."""
        return 200

    def answer(self, trials: range, designs: Sequence[Design], seed: int) -> list[Answers]:
        """Draw points, partitions and classifications of all trials at once."""
        first = self._rng(seed, trials, "kinds").random((len(trials), self.n_examples), dtype=np.float32) < 0.5
        # A point of the first kind is easy for a and hard for b.
        easy, hard = (np.float32(chance) for chance in self.chances[0])
        chance = np.where(np.stack([first, ~first], axis=1)[:, :, np.newaxis], easy, hard)
        return [self._answer_design(trials, chance, design, seed) for design in designs]

    def _answer_design(self, trials: range, chance: Floats32, design: Design, seed: int) -> Answers:
        # Each execution from streams of its own, so that the first is the same however many there are.
        parts = [self._execute(trials, chance, design.scheme, number, seed) for number in range(design.n_executions)]
        return Answers(
            truth=np.ones((len(trials), self.n_examples), dtype=np.int8),
            predicted=np.stack([predicted for predicted, _, _ in parts], axis=2),
            folds=np.stack([folds for _, folds, _ in parts], axis=1),
            n_folds=parts[0][2],
        )

    def _execute(
        self, trials: range, chance: Floats32, scheme: Scheme, execution: int, seed: int
    ) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int32], int]:
        """Return predictions, folds and the number of folds of one execution in all trials."""
        n_trials, n = len(trials), self.n_examples
        # Partitions know nothing of the points: those of all trials are drawn as so many executions.
        drawn = scheme.assign(
            n, seed=seed, dataset=f"trials from {trials.start}, execution {execution}", n_executions=n_trials
        )
        folds = drawn.folds.reshape(n_trials, -1, n)
        if drawn.n_folds > 1:
            # From a stream of its own, so that a block of fewer trials is the beginning of a full one.
            rng = self._rng(seed, trials, f"effects {scheme} {execution}")
            n_effects = 1 if self.quality == "common" else 2
            effect = rng.random((n_trials, n_effects, folds.shape[1], drawn.n_folds), dtype=np.float32)
            which = np.maximum(folds, 0)[:, np.newaxis]
            chance = chance + np.float32(self.spread) * (2 * np.take_along_axis(effect, which, axis=-1) - 1)
        rng = self._rng(seed, trials, f"answers {scheme} {execution}")
        right = rng.random((n_trials, 2, *folds.shape[1:]), dtype=np.float32) >= chance
        predicted = right.view(np.int8)
        np.copyto(predicted, np.int8(-1), where=(folds < 0)[:, np.newaxis])
        return predicted, folds, drawn.n_folds

    def _rng(self, seed: int, trials: range, purpose: str) -> np.random.Generator:
        return np.random.default_rng(derive_seed("two kinds", seed, trials.start, purpose, bits=64))
