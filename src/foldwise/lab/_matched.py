"""Two learners made equally good, or less different than they are, by damage of the better one."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import FoldwiseError
from foldwise.lab._learning_curves import Damaged, Floats, LearningCurves, TrainingSets, check_sets, learning_curves
from foldwise.lab._parts import do_single_parts
from foldwise.lab._source import DataSource, OtherLearners

# Steps of the search for a level; each halves the interval at least every other time.
_STEPS = 40


@dataclass(frozen=True, slots=True)
class Matched(OtherLearners):
    """A source one of whose learners is damaged, so that the two differ as wanted; made by `matched`.

    Parameters
    ----------
    source : DataSource
        Where datasets come from.
    learners : pair of classifiers
        The one that was damaged is a `Damage` with a level for each training size.
    curves : LearningCurves
        How well they match.

    Examples
    --------
    >>> from foldwise.lab import BadMetric, matched, sources
    >>> null = matched(sources.Plane(), BadMetric, sizes=[150], n_sets=5)
    >>> null.n_examples, null.curves.names
    (300, ('C45', 'NearestNeighbor'))
    """

    curves: LearningCurves = field(repr=False)

    @property
    def difference(self) -> float:
        """True difference in accuracy as measured; 0.0 for a null, whose residual `curves` has."""
        assert self.curves.damaged is not None
        return 0.0 if self.curves.damaged.fraction == 1 else self.curves.difference


def matched(
    source: DataSource,
    damage: Callable[[Any, Any], Any],
    *,
    fraction: float = 1.0,
    sizes: Sequence[int] | None = None,
    n_sets: int = 200,
    n_points: int = 1000,
    tolerance: float = 0.0005,
    seed: int = 0,
    n_jobs: int = 1,
    store: str | os.PathLike[str] | None = None,
) -> Matched:
    """Damage the better of a source's two learners until they are equally good: a null for two different learners.

    At each training size the level of damage is tuned until the mean error rates of the two agree, over many training
    sets, on examples that are in none of them (Dietterich, 1998).

    Parameters
    ----------
    source : DataSource
        Where datasets come from, with the two learners.
    damage : callable
        `NoisyAnswers`, `BadMetric` or another kind of `Damage`: called with a learner and a level, or levels by
        training size.
    fraction : float, default 1.0
        How far to bring the better learner from its own learning curve to that of the other: 1 for a null, less for
        a difference that is smaller by that fraction at every training size, as studies of power need.
    sizes : sequence of int, optional
        Training sizes; see `training_sizes` for those that procedures need. By default 1/2, 2/3 and 9/10 of a dataset,
        and all of it.
    n_sets, n_points, seed, n_jobs, store
        As in `learning_curves`.
    tolerance : float, default 0.0005
        How much the mean error rate may miss its aim.

    Returns
    -------
    Matched
        A source; its `curves` tell what was reached.

    See Also
    --------
    foldwise.lab.power_sources : Several fractions at once.
    foldwise.lab.type_one_error : What to do with a null.

    References
    ----------
    .. [1] T. G. Dietterich (1998). Approximate statistical tests for comparing supervised classification learning
       algorithms. Neural Computation 10, 1895-1923.

    Examples
    --------
    >>> from foldwise.lab import BadMetric, matched, sources
    >>> null = matched(sources.Plane(), BadMetric, sizes=[150], n_sets=10)
    >>> null.curves.frame()[["error_a", "error_damaged"]].round(2).values.tolist()
    [[0.14, 0.14], [0.11, 0.11]]
    """
    how: dict[str, Any] = {"sizes": sizes, "n_sets": n_sets, "n_points": n_points, "tolerance": tolerance}
    return matched_several(source, damage, (fraction,), **how, seed=seed, n_jobs=n_jobs, store=store)[0]


def matched_several(
    source: DataSource,
    damage: Callable[[Any, Any], Any],
    fractions: Sequence[float],
    *,
    sizes: Sequence[int] | None,
    n_sets: int,
    n_points: int,
    tolerance: float,
    seed: int,
    n_jobs: int,
    store: str | os.PathLike[str] | None,
) -> list[Matched]:
    """Match by several fractions; the curves of the undamaged learners are measured once."""
    for fraction in fractions:
        if not 0 <= fraction <= 1:
            raise ValueError(f"fraction must be from 0 (no damage) to 1 (a null), got {fraction!r}.")
    if not tolerance > 0:
        raise ValueError(f"tolerance must be above 0, got {tolerance!r}.")
    sets, all_sizes = check_sets(source, sizes, n_sets, n_points, seed)
    how: dict[str, Any] = {"n_jobs": n_jobs, "store": store}
    curves = learning_curves(source, sizes=all_sizes, n_sets=n_sets, n_points=n_points, seed=seed, **how)
    better = _better(curves)
    tuner = _Tuner(sets, damage, source.learners[better], tolerance)
    wanted = [
        _Tuning(
            tuner, size, curves.errors[better, place], curves.errors[1 - better, place], tuple(map(float, fractions))
        )
        for place, size in enumerate(all_sizes)
    ]
    tuned = do_single_parts(wanted, **how)
    sources = []
    for number, fraction in enumerate(fractions):
        levels = tuple(float(by_size["levels"][number]) for by_size in tuned)
        learners = list(source.learners)
        learners[better] = damage(learners[better], dict(zip(all_sizes, levels, strict=True)))
        damaged = Damaged(
            position=better,
            name=f"{type(learners[better]).__name__}({curves.names[better]})",
            fraction=float(fraction),
            levels=levels,
            errors=np.stack([by_size["errors"][number] for by_size in tuned]),
        )
        name = f"{source.name}, matched" + ("" if fraction == 1 else f" {fraction:.4g} of the way")
        sources.append(Matched(source, (learners[0], learners[1]), replace(curves, damaged=damaged), name=name))
    return sources


@dataclass(frozen=True, slots=True)
class _Tuner:
    """Looks for the levels of damage that give wanted error rates."""

    sets: TrainingSets
    damage: Callable[[Any, Any], Any]
    learner: Any
    tolerance: float

    def tune(self, size: int, own: Floats, other: Floats, fractions: tuple[float, ...]) -> list[tuple[float, Floats]]:
        """Return the level of each fraction, and the error rates at it, for training sets of one size."""
        drawn = self.sets.measures(size)
        known = {0.0: own}

        def errors_at(level: float) -> Floats:
            if level not in known:
                learner = self.damage(self.learner, level)
                known[level] = np.array([measure([learner])[0] for measure in drawn])
            return known[level]

        levels = []
        for fraction in fractions:
            aim = float(own.mean() + fraction * (other.mean() - own.mean()))
            # It may seem the worse one by chance, where the two are equally good; then nothing is to be done.
            level = 0.0 if own.mean() >= aim else self._level(errors_at, known, aim, size)
            levels.append((level, known[level]))
        return levels

    def _level(
        self, errors_at: Callable[[float], Floats], known: Mapping[float, Floats], aim: float, size: int
    ) -> float:
        """Find the level by false position, beginning between the nearest levels that are known."""
        errors_at(1.0)
        gaps = {level: float(errors.mean()) - aim for level, errors in known.items()}
        if gaps[1.0] < -self.tolerance:
            raise FoldwiseError(
                f"The damage cannot bring the error rate to {aim:.4f} with {size} training examples: at level 1 it is "
                f"{gaps[1.0] + aim:.4f}. Use another kind of damage, or other learners."
            )
        nearest = min(gaps, key=lambda level: (abs(gaps[level]), level))
        if abs(gaps[nearest]) <= self.tolerance:
            return nearest
        high = min(level for level, gap in gaps.items() if gap > 0)
        low = max(level for level, gap in gaps.items() if gap < 0 and level < high)
        below, above, side = gaps[low], gaps[high], 0
        for _ in range(_STEPS):
            level = (low * above - high * below) / (above - below)
            gap = float(errors_at(level).mean()) - aim
            if abs(gap) <= self.tolerance:
                break
            # An end that stayed counts half, so that it moves as well.
            if gap < 0:
                low, below, above, side = level, gap, above / (2 if side < 0 else 1), -1
            else:
                high, above, below, side = level, gap, below / (2 if side > 0 else 1), 1
        return level


@dataclass(frozen=True, slots=True)
class _Tuning:
    """The levels of all fractions at one training size."""

    tuner: _Tuner
    size: int
    own: Floats
    other: Floats
    fractions: tuple[float, ...]

    def key(self) -> str:
        tuner = self.tuner
        return tuner.sets.key("matched", tuner.damage, tuner.learner, tuner.tolerance, self.size, self.fractions)

    def __call__(self) -> dict[str, npt.NDArray[Any]]:
        levels, errors = zip(*self.tuner.tune(self.size, self.own, self.other, self.fractions), strict=True)
        return {"levels": np.array(levels), "errors": np.stack(errors)}


def _better(curves: LearningCurves) -> int:
    """Position of the learner that errs less on whole datasets; at no size may it clearly err more."""
    means = curves.errors.mean(axis=-1)
    better = int(means[1, -1] < means[0, -1])
    lost = curves.errors[better] - curves.errors[1 - better]
    for size, each in zip(curves.sizes, lost, strict=True):
        if each.mean() > 3 * each.std(ddof=1) / np.sqrt(len(each)):
            raise FoldwiseError(
                f"The learning curves cross: {curves.names[better]} errs less with {curves.sizes[-1]} training "
                f"examples, and more with {size}. No damage makes them equal: choose other learners, or sizes."
            )
    return better
