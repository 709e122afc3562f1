"""A population of datasets on which learners differ by a known law."""

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, Final, Literal, get_args

import numpy as np
import numpy.typing as npt

from foldwise._core import check_choice, check_integer, derive_seed
from foldwise.lab._table_source import Tables, TableSource

Floats = npt.NDArray[np.float64]

DifferenceLaw = Literal["normal", "heavy", "skewed"]
Center = Literal["median", "mean", "pseudo-median"]

# Of the exponential law, whose mean of two has Gamma's law: the solution of (1 + 2 x) exp(-2 x) = 1/2.
_EXPONENTIAL: Final = {"median": float(np.log(2)), "mean": 1.0, "pseudo-median": 0.8391734950083306}
# Degrees of freedom of heavy tails: the fewest whole number that has a variance.
_HEAVY_DF: Final = 3
# Between which mean scores datasets lie, and how much the logarithm of their noise varies.
_EASY, _HARD, _UNEVEN = 0.95, 0.55, 0.5
# Of the variance of an error of measurement: what a near copy does not share with its original.
_OWN: Final = 0.1


@dataclass(frozen=True, slots=True)
class DatasetPopulation(TableSource):
    r"""Datasets on which the true scores of learners vary, and are measured by repeated cross-validation with an error.

    Parameters
    ----------
    effects : sequence of float, default (0, 0)
        How good each learner is over the whole population. Equal numbers are a null.
    n_datasets : int, default 20
        Datasets of every table.
    law : {'normal', 'heavy', 'skewed'}, default 'normal'
        Of what a dataset adds to the true score of a learner. Normal, or Student's with three degrees of freedom, for
        each learner by itself: the differences of any two are symmetric. ``'skewed'``: one exponential number for each
        dataset, which favours the first learners and is against the last, so that all differences are skewed.
    center : {'median', 'mean', 'pseudo-median'}, default 'median'
        What of skewed differences `effects` tell; of the others it is all three.
    spread : float or sequence of float, default 0.03
        Standard deviation of the true difference of two learners over datasets (if skewed: of the first and the last).
        A sequence has one number for each learner: with unequal ones some vary more, and the orders of learners are not
        equally probable although all are equally good.
    equal : float, default 0
        Share of the datasets on which all learners are truly equal; measured, they still differ.
    identical : float, default 0
        Share of the datasets on which all learners score exactly the same.
    step : float, default 0
        Scores are rounded to multiples of it, which makes ties; 0 for none.
    n_copies : int, default 1
        Every dataset comes so often, as near copies: with the same truth, and errors that share nine tenths of their
        variance.
    missing : float, default 0
        Share of the cells that are missing, by chance alone.
    noise : float, default 0.05
        Median, over datasets, of the standard deviation of the difference of two learners on one fold.
    correlation : float, optional
        Of the differences on two folds; ``1 / n_folds`` if not given, which makes the corrected t test exact.
    n_repeats, n_folds : int, default 10
        The cross-validation.

    Notes
    -----
    On fold ``f`` of dataset ``i`` learner ``j`` scores

    .. math:: x_{ijf} = m_i + e_j + \tfrac{1}{\sqrt 2} \big(s_j g_{ij} + \sigma_i
              (\sqrt\rho\, u_{ij} + \sqrt{1 - \rho}\, z_{ijf})\big)

    with the effect ``e``, the spread ``s``, ``g`` of the law with variance 1, the noise ``sigma`` of the dataset, the
    correlation ``rho``, and normal ``u`` and ``z``. This is the model of [1]_. Scores are not kept between 0 and 1.

    Under ``'skewed'``, ``g`` is ``w_j (G_i - c)`` with one exponential ``G`` for each dataset, weights ``w`` from
    ``sqrt(1/2)`` for the first learner to ``-sqrt(1/2)`` for the last, and ``c`` such that the `center` of all
    differences is that of the effects. Errors of measurement are symmetric: they leave the mean where it is, and median
    and pseudo-median only nearly.

    References
    ----------
    .. [1] G. Corani, A. Benavoli, J. Demsar, F. Mangili and M. Zaffalon (2017). Statistical comparison of classifiers
       through Bayesian hierarchical modelling. Machine Learning 106, 1817-1837.

    Examples
    --------
    >>> from foldwise.lab.sources import DatasetPopulation
    >>> population = DatasetPopulation((0.02, 0, 0), n_datasets=10)
    >>> population.name
    '3 learners (0.02, 0, 0), 10 datasets'
    >>> tables = population.draw(range(4), seed=1)
    >>> tables.scores.shape, (tables.truth[..., 0] > tables.truth[..., 1]).sum(axis=1).tolist()
    ((4, 10, 3), [4, 5, 9, 7])
    """

    effects: Sequence[float] = (0.0, 0.0)
    n_datasets: int = 20
    law: DifferenceLaw = "normal"
    center: Center = "median"
    spread: float | Sequence[float] = 0.03
    equal: float = 0.0
    identical: float = 0.0
    step: float = 0.0
    n_copies: int = 1
    missing: float = 0.0
    noise: float = 0.05
    correlation: float | None = None
    n_repeats: int = 10
    n_folds: int = 10

    def __post_init__(self) -> None:
        self._set(effects=tuple(_number(effect, "effects") for effect in self.effects))
        if len(self.effects) < 2:
            raise ValueError(f"effects must be of two learners at least, got {len(self.effects)}. Pass (0, 0).")
        for name, least in (("n_datasets", 2), ("n_copies", 1), ("n_repeats", 1), ("n_folds", 2)):
            check_integer(getattr(self, name), name, least=least)
        check_choice(self.law, "law", get_args(DifferenceLaw))
        check_choice(self.center, "center", get_args(Center))
        if isinstance(self.spread, Sequence):
            self._set(spread=tuple(_number(each, "spread") for each in self.spread))
            if len(self.spread) != (k := len(self.effects)):
                raise ValueError(f"spread must be one number, or one for each of {k} learners, got {len(self.spread)}.")
        if self.correlation is None:
            self._set(correlation=1 / self.n_folds)
        for name in ("equal", "identical", "missing", "correlation"):
            if not 0 <= _number(getattr(self, name), name) < 1:
                raise ValueError(f"{name} must be from 0 to below 1, got {getattr(self, name)}.")
        for name, values in (("spread", self._spreads), ("step", [self.step]), ("noise", [self.noise])):
            if min(_number(value, name) for value in values) < 0:
                raise ValueError(f"{name} must not be negative, got {min(values)}.")
        if not self.name:
            self._set(name=", ".join(self._words()))

    @property
    def centers(self) -> tuple[float, ...]:
        """The effects."""
        return tuple(self.effects)

    @property
    def pseudo_medians(self) -> Floats | None:
        """Differences of the effects, moved where skewed differences are centred on something else."""
        effects = np.array(self.effects)
        if (self.equal or self.identical) and (np.ptp(effects) or self.law == "skewed"):
            # A mixture of two laws, with no formula.
            return None
        if self.law == "skewed":
            effects = effects + self._scales * (_EXPONENTIAL["pseudo-median"] - _EXPONENTIAL[self.center])
        return np.asarray(effects[:, np.newaxis] - effects)

    def draw(self, trials: range, seed: int) -> Tables:
        """Draw truths, then the error of every mean; only then are scores rounded, and some taken away."""
        exact, truth = self._means(trials, seed)
        scores = np.round(exact / self.step) * self.step if self.step else exact
        scores[self._gaps(trials, seed)] = np.nan
        return Tables(scores=scores, truth=truth)

    def draw_folds(self, trials: range, seed: int) -> Floats:
        """Add to the means how the scores on folds depart from them, which is independent of the means."""
        means, _ = self._means(trials, seed)
        n_folds = self.n_repeats * self.n_folds
        departures = self._rng(seed, trials, "folds").normal(size=(*means.shape, n_folds))
        departures -= departures.mean(axis=-1, keepdims=True)
        scale = np.sqrt((1 - self._rho) / 2) * self._noises(trials, seed)
        folds = means[..., np.newaxis] + scale[..., np.newaxis] * departures
        identical = self._identical(trials, seed)[..., 0]
        folds[identical] = folds[identical][:, :1]
        folds[self._gaps(trials, seed)] = np.nan
        return np.asarray(folds.reshape(*means.shape, self.n_repeats, self.n_folds))

    def _means(self, trials: range, seed: int) -> tuple[Floats, Floats]:
        """Return the mean scores, neither rounded nor missing, and the truth."""
        shape = len(trials), self._n_originals, len(self.effects)
        level = self._copied(self._rng(seed, trials, "levels").uniform(_HARD, _EASY, (*shape[:2], 1)))
        own = np.array(self.effects) + self._copied(self._deviations(trials, seed))
        identical = self._identical(trials, seed)
        truth = level + np.where(self._shared(trials, seed, "equal", self.equal) | identical, 0.0, own)
        n = self.n_repeats * self.n_folds
        error = self._copied(self._rng(seed, trials, "errors").normal(size=shape))
        if self.n_copies > 1:
            size = len(trials), self.n_datasets, len(self.effects)
            error = np.sqrt(1 - _OWN) * error + np.sqrt(_OWN) * self._rng(seed, trials, "own errors").normal(size=size)
        error *= np.sqrt((self._rho + (1 - self._rho) / n) / 2) * self._noises(trials, seed)
        error[identical[..., 0]] = 0.0
        return truth + error, truth

    def _deviations(self, trials: range, seed: int) -> Floats:
        """Draw what every original dataset adds to the true scores of learners."""
        rng, size = self._rng(seed, trials, "deviations"), (len(trials), self._n_originals, len(self.effects))
        if self.law == "skewed":
            return np.asarray(self._scales * (rng.exponential(size=(*size[:2], 1)) - _EXPONENTIAL[self.center]))
        if self.law == "heavy":
            unit = np.sqrt((_HEAVY_DF - 2) / _HEAVY_DF)
            return np.asarray(self._scales * unit * rng.standard_t(_HEAVY_DF, size=size))
        return np.asarray(self._scales * rng.normal(size=size))

    @property
    def _scales(self) -> Floats:
        """How far what a dataset adds reaches, by learner; the sign is the direction of skewed ones."""
        if self.law == "skewed":
            return np.asarray(np.linspace(0.5, -0.5, len(self.effects)) * self._spreads)
        return np.asarray(self._spreads / np.sqrt(2))

    @property
    def _spreads(self) -> Floats:
        return np.broadcast_to(np.asarray(self.spread, dtype=np.float64), len(self.effects))

    @property
    def _rho(self) -> float:
        assert self.correlation is not None
        return self.correlation

    @property
    def _n_originals(self) -> int:
        return -(-self.n_datasets // self.n_copies)

    def _copied(self, originals: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Repeat every dataset as often as it comes."""
        return np.repeat(originals, self.n_copies, axis=1)[:, : self.n_datasets]

    def _noises(self, trials: range, seed: int) -> Floats:
        """Draw the noise of every dataset, the same for all learners."""
        size = len(trials), self._n_originals, 1
        return self.noise * self._copied(np.exp(_UNEVEN * self._rng(seed, trials, "noises").normal(size=size)))

    def _identical(self, trials: range, seed: int) -> npt.NDArray[np.bool_]:
        return self._shared(trials, seed, "identical", self.identical)

    def _shared(self, trials: range, seed: int, what: str, share: float) -> npt.NDArray[np.bool_]:
        """Draw which datasets belong to a share of them."""
        size = len(trials), self._n_originals, 1
        return self._copied(self._rng(seed, trials, what).random(size) < share)

    def _gaps(self, trials: range, seed: int) -> npt.NDArray[np.bool_]:
        size = len(trials), self.n_datasets, len(self.effects)
        return self._rng(seed, trials, "gaps").random(size) < self.missing

    def _rng(self, seed: int, trials: range, purpose: str) -> np.random.Generator:
        # A stream for each purpose, so that a block of fewer tables is the beginning of a full one.
        return np.random.default_rng(derive_seed("population", seed, trials.start, purpose, bits=64))

    def _words(self) -> list[str]:
        effects = f" ({', '.join(f'{effect:g}' for effect in self.effects)})" if np.ptp(self.effects) else ""
        law = f"skewed about the {self.center}" if self.law == "skewed" else self.law
        words = [
            f"{len(self.effects)} learners{effects}",
            f"{self.n_datasets} datasets",
            law if law != "normal" else "",
            "unequal spreads" if isinstance(self.spread, Sequence) else "",
            f"{self.equal:.0%} with equal learners" if self.equal else "",
            f"{self.identical:.0%} with identical scores" if self.identical else "",
            f"rounded to {self.step:g}" if self.step else "",
            f"near copies by {self.n_copies}" if self.n_copies > 1 else "",
            f"{self.missing:.0%} missing" if self.missing else "",
            f"folds correlated {self._rho:g}" if self._rho != 1 / self.n_folds else "",
        ]
        return [each for each in words if each]


def _number(value: Any, name: str) -> float:
    """Return a finite number, else raise."""
    if isinstance(value, bool) or not isinstance(value, Real) or not np.isfinite(float(value)):
        raise ValueError(f"{name} must be a finite number, such as 0.02, got {value!r}.")
    return float(value)
