"""What every form of the test says about data sets of a bed."""

from dataclasses import dataclass
from zlib import crc32

import numpy as np
from bedlab.draw import draw
from bedlab.losses import Losses

from foldwise.stats import corrected_repeated_kfold_t, twofold_jackknife_t
from foldwise.verdicts.evidence._boundaries import critical_value, nearest_boundary
from foldwise.verdicts.evidence._two_fold import jackknife_spread
from foldwise.verdicts.settling._case import TEN_FOLD_BESIDE, next_two_fold
from foldwise.verdicts.settling._settled import DEFAULT_FITS
from foldwise.verdicts.settling._strict import is_strictly_settled

ALPHA = 0.05
N_FOLDS, FEW, MANY = 10, 10, 30
# The budget of a strict verdict, of which ten repeats of ten folds go to the estimate that is printed beside it.
MOST = (DEFAULT_FITS - N_FOLDS * TEN_FOLD_BESIDE) // 2
DEGENERATE = {"identical_scores", "zero_variance"}


@dataclass(frozen=True, slots=True)
class Strict:
    """One data set: what the strict test says, after how many repeats, and whether it is settled."""

    rejects: bool
    repeats: int
    settled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One data set: statistics, whether they are significant, and what they are made of.

    `few` and `many` are the corrected test on 10 and on 30 repeats, its variance factor always that of 10; `jackknife`
    has a fixed number of repeats, `strict` as many as it takes. `guarded` divides by the larger of two variances.
    """

    few: float
    few_variance: float
    few_estimate: float
    many_rejects: bool
    jackknife_rejects: bool
    jackknife_estimate: float
    jackknife_variance: float
    is_floored: bool
    guarded_few_rejects: bool
    guarded_rejects: bool
    strict: Strict

    @property
    def few_rejects(self):
        return abs(self.few) > critical_value(FEW * N_FOLDS - 1, ALPHA, "two-sided")


class DataSet:
    """A data set of a bed, and the losses of both learners in as many cross-validations as are asked for."""

    def __init__(self, bed, seed, number):
        self.bed = bed
        self.has_floor = bed.loss == "zero-one"
        rng = np.random.default_rng([seed, crc32(bed.name.encode()), number])
        # Streams of their own: what is drawn of one does not depend on how much is drawn of another.
        self._rng = dict(zip((N_FOLDS, 2), rng.spawn(2), strict=True))
        self.u, self.v, self.y = draw(bed, rng)
        self._a = Losses(bed.learner_a, bed.loss, self.u, self.y)
        self._b = Losses(bed.learner_b, bed.loss, self.v, self.y)
        self._halved = np.empty((0, bed.n), dtype=np.int8), np.empty((0, bed.n), dtype=np.int8)

    def differences(self, n_repeats, n_folds):
        """Return ``loss(b) - loss(a)`` in further repeats, and their folds, which are not stratified."""
        folds = self._rng[n_folds].permuted(np.tile(np.arange(self.bed.n) % n_folds, (n_repeats, 1)), axis=1)
        return self._b.of(folds, n_folds) - self._a.of(folds, n_folds), folds

    def jackknife(self, n_repeats):
        """Apply the test to the first repeats of two folds; what was fitted once is kept."""
        missing = n_repeats - len(self._halved[0])
        if missing > 0:
            both = zip(self._halved, self.differences(missing, 2), strict=True)
            self._halved = tuple(np.concatenate(parts) for parts in both)
        differences, halves = (array[:n_repeats] for array in self._halved)
        return twofold_jackknife_t(differences, halves, floor=self.has_floor)


def fold_means(differences, folds, n_folds):
    """Mean difference of each fold: (n_repeats, n_folds)."""
    places = (folds + n_folds * np.arange(len(folds))[:, None]).ravel()
    return (np.bincount(places, differences.ravel()) / np.bincount(places)).reshape(len(folds), n_folds)


def answer(data):
    """Apply all forms to one data set."""
    folds_of = fold_means(*data.differences(MANY, N_FOLDS), N_FOLDS)
    few = corrected_repeated_kfold_t(folds_of[:FEW])
    many = corrected_repeated_kfold_t(folds_of, counted_repeats=FEW)
    jackknife = data.jackknife(data.bed.twofold_repeats)
    return Answer(
        few=float(few.statistic),
        few_variance=float(few.standard_error) ** 2,
        few_estimate=float(few.estimate),
        many_rejects=bool(many.pvalue <= ALPHA),
        jackknife_rejects=bool(jackknife.pvalue <= ALPHA),
        jackknife_estimate=float(jackknife.estimate),
        jackknife_variance=float(jackknife.standard_error) ** 2,
        is_floored=bool(jackknife.jackknife_variance < jackknife.own_variance),
        guarded_few_rejects=is_guarded(few, jackknife),
        guarded_rejects=is_guarded(many, jackknife),
        strict=settle(data),
    )


def is_guarded(corrected, jackknife):
    """Whether the mean of ten folds is significant by the larger of the two variances."""
    error = max(float(corrected.standard_error), float(jackknife.standard_error))
    return abs(float(corrected.estimate)) > critical_value(float(corrected.df), ALPHA, "two-sided") * error


def settle(data):
    """Add repeats of two-fold cross-validation by the rule of a strict verdict."""
    n_repeats = next_two_fold(0)
    while True:
        result = data.jackknife(n_repeats)
        settled = bool(DEGENERATE & result.flags.names) or _is_settled(result, has_floor=data.has_floor)
        if settled or n_repeats >= MOST:
            return Strict(bool(result.pvalue <= ALPHA), n_repeats, settled)
        n_repeats = min(next_two_fold(n_repeats), MOST)


def _is_settled(result, *, has_floor):
    seen = jackknife_spread(result, has_floor=has_floor)
    nearest = nearest_boundary(
        seen, threshold=ALPHA, alternative="two-sided", rope=None, equivalence_level=1 - 2 * ALPHA
    )
    return is_strictly_settled(result, nearest, critical_value(seen.df, ALPHA, "two-sided"), has_floor=has_floor)


def measure(bed, *, seed, sets=None):
    """Return all answers on so many data sets, by default those of the bed."""
    return [answer(DataSet(bed, seed, number)) for number in range(sets or bed.sets)]


def measure_strict(bed, *, seed, sets):
    """Return what the strict test says about the same data sets."""
    return [settle(DataSet(bed, seed, number)) for number in range(sets)]


def strict_summary(answers):
    """Return the part of the line that hangs on the rule of stopping."""
    return {
        "strict": float(np.mean([one.rejects for one in answers])),
        "strict_repeats": float(np.mean([one.repeats for one in answers])),
        "strict_unsettled": float(np.mean([not one.settled for one in answers])),
    }


def summary(bed, answers, critical=None):
    """Return the line of the table: rates of rejection and what is behind them.

    `critical` is the size that the corrected statistic exceeds in one of twenty data sets of the bed's null, for a bed
    of kind 'power'.
    """
    few = np.array([one.few for one in answers])

    def rate(name):
        return float(np.mean([getattr(one, name) for one in answers]))

    return {
        "name": bed.name,
        "sets": len(answers),
        "corrected": rate("few_rejects"),
        "corrected_30": rate("many_rejects"),
        "corrected_adjusted": float("nan") if critical is None else float(np.mean(np.abs(few) > critical)),
        "jackknife": rate("jackknife_rejects"),
        **strict_summary([one.strict for one in answers]),
        "guard_10": rate("guarded_few_rejects"),
        "guard": rate("guarded_rejects"),
        "variance_corrected": rate("few_variance") / float(np.var([one.few_estimate for one in answers], ddof=1)),
        "variance_jackknife": rate("jackknife_variance")
        / float(np.var([one.jackknife_estimate for one in answers], ddof=1)),
        "floored": rate("is_floored"),
        "critical": float(np.quantile(np.abs(few), 1 - ALPHA)),
    }
