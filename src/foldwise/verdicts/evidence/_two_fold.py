"""The jackknife test of two-fold cross-validation: what it is fed, and how it varies over partitions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from foldwise._core import IncompleteRunError
from foldwise.runs._door import choose_learners
from foldwise.splits import Assignment
from foldwise.stats import JackknifeResult, twofold_jackknife_t
from foldwise.verdicts.evidence._boundaries import PartitionSpread, VarianceNoise
from foldwise.verdicts.evidence._finding import Alternative, Finding, example_effect, make_finding
from foldwise.verdicts.evidence._setting import metric_losses

if TYPE_CHECKING:
    from foldwise.verdicts.evidence._pair import Pair

Codes = npt.NDArray[np.int64]

_LARGEST: Final = float(np.finfo(np.float64).max)


@dataclass(frozen=True, slots=True, eq=False)
class TwoFold:
    """Differences of losses (n_repeats, n) of two learners, ``loss(b) - loss(a)``, and the half that tested each."""

    differences: npt.NDArray[Any]
    halves: npt.NDArray[np.int32]
    is_zero_one: bool
    largest_loss: float

    def test(self, alternative: Alternative = "two-sided") -> JackknifeResult:
        """Apply the test; only right and wrong answers need the floor of the variance."""
        return twofold_jackknife_t(
            self.differences,
            self.halves,
            alternative=alternative,
            floor=self.is_zero_one,
            score_magnitude=self.largest_loss,
        )

    def effect(self, result: JackknifeResult) -> dict[str, Any]:
        """Return the size of the effect as fields of a `Finding`."""
        by_example = self.differences.mean(axis=0)
        return example_effect(float(result.estimate), float(by_example.std(ddof=1)), by_example.size)


def two_fold(pair: Pair, groups: Codes | None) -> TwoFold:
    """Take the losses of a pair; of examples in groups, their mean over each group."""
    assert isinstance(pair.run.assignment, Assignment)
    differences, whole, largest_loss = example_differences(pair, groups)
    halves = pair.run.assignment.folds[whole]
    if groups is not None:
        halves = halves[:, np.unique(groups, return_index=True)[1]]
    return TwoFold(differences, halves, pair.setting.loss == "zero_one", largest_loss)


def example_differences(pair: Pair, groups: Codes | None) -> tuple[npt.NDArray[Any], npt.NDArray[np.bool_], float]:
    """Differences of losses (n_repeats, n) in the repeats without a failed fold, which these are, and the largest loss.

    Of examples in groups, their means over each group.
    """
    whole = np.asarray(pair.valid.all(axis=1))
    if whole.sum() < 2:
        raise IncompleteRunError(
            f"Only {int(whole.sum())} of {whole.size} repeats of {' and '.join(pair.names)} on {pair.run.data.name} "
            "have no failed fold, too few to judge. Mend the learner.",
            pair.run,
        )
    differences, largest_loss = loss_differences(pair)
    differences = differences[whole]
    if groups is not None:
        sizes = np.bincount(groups)
        differences = np.stack([np.bincount(groups, row) / sizes for row in differences])
    return differences, whole, largest_loss


def loss_differences(pair: Pair) -> tuple[npt.NDArray[Any], float]:
    """Differences (n_repeats, n_examples) of the losses, of right and wrong answers one byte each; the largest loss."""
    run = pair.run
    if pair.setting.loss == "zero_one":
        right = run.correct()
        return np.asarray(np.subtract(right[pair.a], right[pair.b], dtype=np.int8)), 1.0
    losses = metric_losses(choose_learners(run, pair.names), pair.setting.metric)
    largest = float(np.max(np.abs(losses), initial=0.0, where=np.isfinite(losses)))
    return np.asarray(losses[1] - losses[0]), largest


def strict_finding(result: JackknifeResult, losses: TwoFold) -> Finding:
    """Return the result of the test as a finding."""
    return make_finding(result, **losses.effect(result))


def jackknife_spread(result: JackknifeResult, *, has_floor: bool) -> PartitionSpread:
    """Return how the test would come out with other partitions."""
    error = float(result.standard_error)
    # What noise alone adds to the error of the variance is not noise of the variance.
    relative = float(result.variance_error) * np.sqrt(max(1 - float(result.noise_share), 0.5))
    jackknife, square = float(result.jackknife_variance), error * error
    return PartitionSpread(
        estimate=float(result.estimate),
        standard_error=error,
        df=float(result.df),
        error_of=lambda value: float(result.resampling_error_of(value)),
        n_repeats=result.n_repeats,
        noise=VarianceNoise(
            estimate_error=float(result.estimate_error) / error if error > 0 else 0.0,
            # On scales whose squares are no numbers: as if it were the variance that is used.
            variance=jackknife / square if 0 < square < np.inf and abs(jackknife) < _LARGEST else 1.0,
            variance_error=float(relative) if np.isfinite(relative) else _LARGEST,
            least=1 / float(result.inflation) if has_floor else 0.0,
            correlation=float(np.nan_to_num(result.error_correlation)),
        ),
    )
