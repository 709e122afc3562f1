"""All procedures in one table: level, power, replicability and cost together."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import Caveat, check_fraction, check_integer, counted, listed
from foldwise.lab._critical_pvalue import critical_pvalue
from foldwise.lab._glance import FirstLook
from foldwise.lab._lab_result import LabResult, as_nulls, null_caveats
from foldwise.lab._power import Power
from foldwise.lab._procedures import AnyProcedure, at_level
from foldwise.lab._replicability import Replications
from foldwise.lab._source import as_sources
from foldwise.lab._trials import Trials, run_each
from foldwise.stats import clopper_pearson, rejection_rate
from foldwise.stats._door import student_quantile
from foldwise.verdicts import Settled

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ranking(LabResult):
    """Procedures by level, power and replicability.

    Parameters
    ----------
    trials : tuple of Trials
        What was found under nulls, then under alternatives.
    n_nulls : int
        How many of the trials are under nulls.
    replications : Replications
        Executions on the same data.
    alpha : float
        The level at which procedures reject.
    tolerance : float
        A level is too high when it exceeds so many times alpha.

    Examples
    --------
    >>> from foldwise.lab import rank, sources
    >>> null, other = sources.ExchangeableBlocks(), sources.ExchangeableBlocks(second_shift=0.1)
    >>> ranking = rank(["5x2/five_by_two_t", "10/kfold_t"], null, other, n_trials=20, n_executions=2)
    >>> sorted(ranking.frame()["procedure"])
    ['10/kfold_t', '5x2/five_by_two_t']
    """

    n_nulls: int
    replications: Replications = field(repr=False)
    alpha: float
    tolerance: float

    @property
    def title(self) -> str:
        """What was measured."""
        return f"Procedures ranked by level, power and replicability at {self.alpha:g}"

    @property
    def order(self) -> str:
        """How procedures are sorted, in words."""
        limit = self.alpha * self.tolerance
        return (
            f"First those whose level is nowhere above {limit:g}, as measured, by power, the most powerful first; then "
            "the others, by their worst level."
        )

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """That power of a test which breaks its level is no merit; what was said about the nulls."""
        frame = self.frame()
        broken = [str(name) for name in frame.loc[~frame["holds"], "procedure"]]
        caveats = []
        if broken:
            words = f"Power is no merit where the level is too high: {', '.join(broken)}. Compare size-adjusted power."
            caveats.append(Caveat(code="power_without_level", message=words))
        return (*caveats, *null_caveats(self.trials[: self.n_nulls]))

    def frame(self) -> pd.DataFrame:
        """One row for each procedure, in the order that `order` describes.

        Returns
        -------
        DataFrame
            `level` is the worst rejection rate over the nulls, on `worst_null`, with exact limits that hold for all
            nulls together with 95% confidence; `mean_level` the mean over them. `holds` is False where the level
            exceeds `alpha` times `tolerance`, as measured. `power` is the mean rejection rate over the alternatives;
            `adjusted_power` the same when rejecting at the critical p-value that gives level `alpha` on the worst null,
            or nothing if there is none. `replicability` is the mean of R over the sources of `replications`,
            `consistent` the least share of consistent datasets. `n_fits` is the number of models that one execution
            trains; missing where repeats are added as needed.

        Notes
        -----
        Trials of the same number share their random numbers, whatever the source, so sources are not independent. The
        95% limits of means over sources are those of Student for the mean over trials, each trial being the mean over
        its sources; they are exact for one source, and where no trial differs from another the means of limits that
        hold for all sources together. Where sources have different numbers of trials, means are over the first trials
        that all have.
        """
        same = self.replications.frame().groupby("procedure")
        rows = pd.DataFrame([self._row(name, same.get_group(name)) for name in self.trials[0].found])
        holds = rows["holds"]
        first = rows[holds].sort_values("power", ascending=False, kind="stable")
        second = rows[~holds].sort_values("level", kind="stable")
        frame = pd.concat([first, second], ignore_index=True)
        frame.insert(0, "rank", np.arange(1, len(frame) + 1))
        return frame

    def _row(self, name: str, same: pd.DataFrame) -> dict[str, Any]:
        nulls = {trials.source.name: trials.found[name].pvalue[:, 0] for trials in self.trials[: self.n_nulls]}
        others = _common([trials.found[name].pvalue[:, 0] for trials in self.trials[self.n_nulls :]])
        rates = {source: rejection_rate(pvalues, alpha=self.alpha) for source, pvalues in nulls.items()}
        worst = max(rates, key=lambda source: rates[source].estimate)
        # The worst of several is picked by chance, too: limits that hold for all of them at once hold for it.
        low, high = rates[worst].confidence_interval(1 - 0.05 / len(rates))
        pooled = _pooled(_common(list(nulls.values())) <= self.alpha)
        power = _pooled(others <= self.alpha)
        # NaN, no critical value, of one null is that of all: it rejects nothing.
        critical = np.min([critical_pvalue(pvalues, self.alpha).estimate for pvalues in nulls.values()])
        return {
            "procedure": name,
            # By the estimate: by a limit of it, the fewer the trials, the more would pass.
            "holds": bool(rates[worst].estimate <= self.alpha * self.tolerance),
            "level": float(rates[worst].estimate),
            "level_low": float(low),
            "level_high": float(high),
            "worst_null": worst,
            "mean_level": pooled[0],
            "mean_level_low": pooled[1],
            "mean_level_high": pooled[2],
            "power": power[0],
            "power_low": power[1],
            "power_high": power[2],
            "adjusted_power": float((others <= critical).mean()),
            "replicability": float(same["replicability"].mean()),
            "consistent": float(same["consistent"].min()),
            "n_fits": _count_fits(self.trials[0].procedures[name], self.trials[0].source.n_examples),
        }

    def _first_look(self, frame: pd.DataFrame) -> FirstLook:
        n_hold = int(frame["holds"].sum())
        best = frame.iloc[0]
        verb = "holds" if n_hold == 1 else "hold"
        found = f"{n_hold} of {counted(len(frame), 'procedure')} {verb} the level {self.alpha:g} within the tolerance"
        most = f"; the most powerful that does is {best['procedure']} ({best['power']:.3f})" if n_hold else ""
        return FirstLook(
            answer=f"{found}{most}.",
            names=("rank", "procedure"),
            numbers={
                "level": "level",
                "power": "power",
                "adjusted power": "adjusted_power",
                "pairs that agree": "replicability",
                "fits": "n_fits",
            },
            outcome=("holds the level", ["yes" if holds else "no" for holds in frame["holds"]]),
        )


def _common(several: list[Floats]) -> Floats:
    """Join sources, of shape (n_sources, n_trials): the first trials that all have."""
    n_trials = min(map(len, several))
    return np.stack([pvalues[:n_trials] for pvalues in several])


def _pooled(rejected: npt.NDArray[np.bool_]) -> tuple[float, float, float]:
    """Mean rejection rate over sources with 95% limits, which take sources of a trial for dependent."""
    n_sources, n_trials = rejected.shape
    mean, by_trial = float(rejected.mean()), rejected.mean(axis=0)
    if n_sources == 1 or np.ptp(by_trial) == 0:
        limits = clopper_pearson(rejected.sum(axis=1), n_trials, level=1 - 0.05 / n_sources)
        return mean, float(np.mean(limits.low)), float(np.mean(limits.high))
    half = float(student_quantile(n_trials - 1, 0.975) * by_trial.std(ddof=1) / np.sqrt(n_trials))
    return mean, max(0.0, mean - half), min(1.0, mean + half)


def _count_fits(procedure: AnyProcedure, n_examples: int) -> float:
    if isinstance(procedure.scheme, Settled):
        return np.nan
    assignment = procedure.scheme.assign(n_examples, classes=np.arange(n_examples) % 2, seed=0)
    return float(2 * assignment.repeats_per_execution * assignment.n_folds)


def rank_results(
    nulls: LabResult,
    alternatives: LabResult,
    replications: Replications,
    *,
    alpha: float = 0.05,
    tolerance: float = 1.5,
) -> Ranking:
    """Rank procedures by studies that were made before.

    Parameters
    ----------
    nulls : TypeOneError or Calibration
        Trials under nulls; refused if their learners are known to differ.
    alternatives : LabResult
        Trials under alternatives, as of `power`.
    replications : Replications
        Executions on the same data.
    alpha : float, default 0.05
        The level at which procedures reject. Studies may have been made for another, since p-values are compared with
        this one, but for procedures that add repeats with a level in view.
    tolerance : float, default 1.5
        As in `rank`.

    Returns
    -------
    Ranking

    Examples
    --------
    >>> from foldwise.lab import power, rank_results, replicability, sources, type_one_error
    >>> null, other = sources.ExchangeableBlocks(), sources.ExchangeableBlocks(second_shift=0.1)
    >>> nulls, powers = type_one_error("10/kfold_t", null, n_trials=20), power("10/kfold_t", other, n_trials=20)
    >>> again = replicability("10/kfold_t", [null, other], n_trials=20, n_executions=2)
    >>> rank_results(nulls, powers, again).frame()["procedure"].tolist()
    ['10/kfold_t']
    """
    check_fraction(alpha, "alpha")
    as_nulls([trials.source for trials in nulls.trials])
    if isinstance(nulls, Power) and any(nulls.differences):
        most = max(nulls.differences, key=abs)
        raise ValueError(
            f"nulls must be a study of nulls, got a Power with differences of up to {most:g}. Pass it as alternatives."
        )
    for trials in (*nulls.trials, *alternatives.trials, *replications.trials):
        for name, procedure in trials.procedures.items():
            if isinstance(procedure.scheme, Settled) and procedure.alpha != alpha:
                raise ValueError(
                    f"{name} added repeats for level {procedure.alpha:g}, this ranking is at {alpha:g}. Pass "
                    f"alpha={procedure.alpha:g}, or make the study anew."
                )
    at_alpha = replace(replications, alpha=alpha)
    return _ranking(nulls.trials, alternatives.trials, at_alpha, alpha=alpha, tolerance=tolerance)


def rank(
    procedures: Any,
    nulls: Any,
    alternatives: Any,
    *,
    n_trials: int = 1000,
    n_executions: int = 10,
    alpha: float = 0.05,
    tolerance: float = 1.5,
    seed: int = 0,
    n_jobs: int = 1,
    store: Any = None,
    progress: bool | None = None,
) -> Ranking:
    """Rank procedures: who keeps the level, who sees a difference, who says the same again.

    Parameters
    ----------
    procedures
        As in `type_one_error`.
    nulls, alternatives : Source, or a list or mapping of them
        Where the learners are equally good, and where they are not.
    n_trials : int, default 1000
        How many datasets from each source.
    n_executions : int, default 10
        How often each procedure is executed on each dataset, for replicability; levels and power are those of the first
        execution.
    alpha : float, default 0.05
        The level at which procedures reject.
    tolerance : float, default 1.5
        A level counts as too high when it exceeds so many times `alpha`. Tests over folds are approximate:
        half as much again is what is commonly put up with.
    seed, n_jobs, store, progress
        As in `type_one_error`.

    Returns
    -------
    Ranking
        `frame()` has the table, `order` says how it is sorted.

    See Also
    --------
    rank_results : The same from studies that were made before.

    Examples
    --------
    >>> from foldwise.lab import rank, sources
    >>> null, other = sources.ExchangeableBlocks(), sources.ExchangeableBlocks(second_shift=0.1)
    >>> tests = ["20x10/twice_the_mean", "10x10/uncorrected_repeated_kfold_t"]
    >>> rank(tests, null, other, n_trials=20, n_executions=2).frame()[["procedure", "holds", "n_fits"]]
                                procedure  holds  n_fits
    0                20x10/twice_the_mean   True   400.0
    1  10x10/uncorrected_repeated_kfold_t  False   200.0
    """
    named = at_level(procedures, alpha)
    check_integer(n_executions, "n_executions", least=2)
    how: dict[str, Any] = {
        "n_trials": n_trials,
        "n_executions": n_executions,
        "seed": seed,
        "n_jobs": n_jobs,
        "store": store,
        "progress": progress,
    }
    under_nulls = run_each(named, as_nulls(nulls), **how)
    under_others = run_each(named, as_sources(alternatives), **how)
    replications = Replications(trials=under_nulls + under_others, alpha=alpha)
    return _ranking(under_nulls, under_others, replications, alpha=alpha, tolerance=tolerance)


def _ranking(
    nulls: tuple[Trials, ...],
    alternatives: tuple[Trials, ...],
    replications: Replications,
    *,
    alpha: float,
    tolerance: float,
) -> Ranking:
    if not tolerance >= 1:
        raise ValueError(f"tolerance must be at least 1, got {tolerance}. It multiplies alpha.")
    names: list[set[str]] = [set(trials.found) for trials in (*nulls, *alternatives, *replications.trials)]
    if any(each != names[0] for each in names):
        odd = sorted(names[0].union(*names) - names[0].intersection(*names))
        raise ValueError(
            f"All studies must be of the same procedures by name; not in all: {listed(odd)}. Leave them out."
        )
    return Ranking(
        trials=(*nulls, *alternatives),
        n_nulls=len(nulls),
        replications=replications,
        alpha=alpha,
        tolerance=tolerance,
    )
