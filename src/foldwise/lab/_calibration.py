"""Whether p-values of true nulls are uniform, and statistics follow the distribution they are referred to."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.special import smirnov, smirnovi

from foldwise._core import Caveat, check_choice
from foldwise.lab._critical_pvalue import critical_pvalue
from foldwise.lab._glance import FirstLook, above_words
from foldwise.lab._lab_result import LabResult, as_nulls, null_caveats
from foldwise.lab._procedures import at_level
from foldwise.lab._reference import Reference, reference_of
from foldwise.lab._trials import Trials, run_each
from foldwise.stats import rejection_rate

Floats = npt.NDArray[np.float64]

LEVELS = (0.01, 0.05, 0.10)
SMALL = 0.2


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Calibration(LabResult):
    """P-values and statistics of true nulls beside what they should be, by procedure and source.

    Parameters
    ----------
    trials : tuple of Trials
        What was found, one for each source.
    alpha : float
        The level of the size-adjusted critical p-values.

    Examples
    --------
    >>> from foldwise.lab import calibration, sources
    >>> found = calibration("10/kfold_t", sources.TwoKinds(0.4), n_trials=100)
    >>> found.title
    'Calibration of p-values under a true null'
    >>> found.frame()[["procedure", "reference"]].values.tolist()
    [['10/kfold_t', 't, 9 df']]
    """

    alpha: float

    @property
    def title(self) -> str:
        """What was measured."""
        return "Calibration of p-values under a true null"

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """Which p-values come in steps, which sources are nulls by assumption only, how many trials had no p-value."""
        stepped = [
            name
            for name in self.trials[0].found
            if any(_largest_step(trials.found[name].pvalue[:, 0]) > _band(trials.n_trials) for trials in self.trials)
        ]
        caveats = []
        if stepped:
            words = (
                f"The p-values of {', '.join(stepped)} come in steps, and steps are not uniform however right the "
                "test: read excess and its p-value, not distance and its p-value."
            )
            caveats.append(Caveat(code="discrete_pvalues", message=words))
        return (*caveats, *null_caveats(self.trials))

    def frame(self) -> pd.DataFrame:
        """One row for each source and procedure.

        Returns
        -------
        DataFrame
            `distance` is that of Kolmogorov between p-values and the uniform distribution, either way; under uniformity
            it stays below `band` in 95% of studies, and `pvalue` is exact up to twice a tail. Tests that count have
            p-values in steps, which are never uniform: their `distance` is great, and its `pvalue` small, also when
            they are exact. `excess` is the distance towards too many small p-values, up to 0.2, and `excess_pvalue`
            that of a one-sided test, cautious since it allows for an excess anywhere. `rate_0.05` and its
            like are shares of p-values that low; exact limits are in `tails()`. Rejecting at `critical` instead of
            `alpha` would give the level `alpha`, and missing means to reject nothing; 95% limits from order statistics.
            `reference` is the distribution of the statistic, if it is known.
        """
        return pd.DataFrame([self._row(trials, name) for trials in self.trials for name in trials.found])

    def tails(self) -> pd.DataFrame:
        """One row for each source, procedure and level: share of p-values at most that, with exact 95% limits."""
        rows = []
        for trials in self.trials:
            for name, findings in trials.found.items():
                for level in LEVELS:
                    rate = rejection_rate(findings.pvalue[:, 0], alpha=level)
                    low, high = rate.confidence_interval()
                    row = {"source": trials.source.name, "procedure": name, "level": level}
                    rows.append({**row, "rate": rate.estimate, "low": low, "high": high})
        return pd.DataFrame(rows)

    def pvalues(self, procedure: str, source: str | None = None) -> tuple[Floats, Floats]:
        """Return expected and observed p-values in order: what a P-P plot shows.

        Parameters
        ----------
        procedure : str
            Its name.
        source : str, optional
            Name of the source; the first if not given.

        Returns
        -------
        expected, observed : ndarray of shape (n_trials,)
            The plotting position of the value of rank i, ``(i - 0.5) / n_trials``, and the value. An undefined p-value
            rejects nothing, and stands as 1.
        """
        p = np.nan_to_num(self._found(procedure, source).pvalue[:, 0], nan=1.0)
        return positions(p.size), np.sort(p)

    def statistics(self, procedure: str, source: str | None = None) -> tuple[Floats, Floats, Reference]:
        """Return expected and observed statistics in order: what a Q-Q plot shows.

        Parameters
        ----------
        procedure, source
            As in `pvalues`.

        Returns
        -------
        expected, observed : ndarray
            Quantiles of the reference distribution at ``(i - 0.5) / n`` and the statistics, infinite ones included,
            undefined ones not.
        reference : Reference
            The distribution, by name.
        """
        reference = self.reference(procedure, source)
        if reference is None:
            raise ValueError(
                f"The statistic of {procedure} is referred to no distribution known here. Look at its p-values instead."
            )
        statistic = self._found(procedure, source).statistic[:, 0]
        observed = np.sort(statistic[~np.isnan(statistic)])
        return reference.quantile(positions(observed.size)), observed, reference

    def reference(self, procedure: str, source: str | None = None) -> Reference | None:
        """Distribution that the statistic of a procedure is referred to, or None if it is not known."""
        findings = self._found(procedure, source)
        return reference_of(findings.statistic[:, 0], findings.pvalue[:, 0])

    def band(self, source: str | None = None) -> float:
        """Half-width of the band around the diagonal that uniform p-values leave in at most 5% of studies."""
        return _band(self._trials(source).n_trials)

    def _trials(self, source: str | None) -> Trials:
        names = [trials.source.name for trials in self.trials]
        return self.trials[0] if source is None else self.trials[names.index(check_choice(source, "source", names))]

    def _found(self, procedure: str, source: str | None) -> Any:
        by_procedure = self._trials(source).found
        return by_procedure[check_choice(procedure, "procedure", by_procedure)]

    def _row(self, trials: Trials, name: str) -> dict[str, Any]:
        source = trials.source.name
        p = self.pvalues(name, source)[1]
        n = p.size
        ranks = np.arange(1, n + 1)
        above = ranks / n - p
        # Too many p-values of .7, say, are no false alarms.
        excess = float(above[p <= SMALL].max(initial=0.0))
        distance = float(max(above.max(), (p - (ranks - 1) / n).max()))
        critical = critical_pvalue(p, self.alpha)
        reference = self.reference(name, source)
        return {
            "source": source,
            "procedure": name,
            "distance": distance,
            "excess": excess,
            "band": _band(n),
            "pvalue": min(1.0, 2 * float(smirnov(n, distance))),
            "excess_pvalue": float(smirnov(n, excess)),
            **{f"rate_{level:.2f}": float((p <= level).mean()) for level in LEVELS},
            "critical": critical.estimate,
            "critical_low": critical.low,
            "critical_high": critical.high,
            "reference": "" if reference is None else reference.name,
            "n_undefined": int(np.isnan(trials.found[name].pvalue[:, 0]).sum()),
            "n_trials": n,
        }

    def _first_look(self, frame: pd.DataFrame) -> FirstLook:
        is_above = (frame["excess"] > frame["band"]).tolist()
        above = above_words(frame, is_above, "rate_0.05")
        found = f"too many small ones of {above} at 0.05" if above else "no procedure has too many small ones"
        return FirstLook(
            answer=f"{self.title}: {found}.",
            names=("source", "procedure"),
            numbers={"excess": "excess", "band": "band", "share up to 0.05": "rate_0.05", "up to 0.01": "rate_0.01"},
            outcome=("found", ["too many small p-values" if each else "within the band" for each in is_above]),
            order="excess",
        )


def _band(n_trials: int) -> float:
    return float(smirnovi(n_trials, 0.025))


def _largest_step(pvalues: Floats) -> float:
    """Share of the trials that have the most frequent p-value; undefined ones are no p-values."""
    counts = np.unique(pvalues[~np.isnan(pvalues)], return_counts=True)[1]
    return float(counts.max(initial=0) / len(pvalues))


def positions(n: int) -> Floats:
    """Place n ordered values between 0 and 1.

    >>> positions(4).tolist()
    [0.125, 0.375, 0.625, 0.875]
    """
    return (np.arange(1, n + 1) - 0.5) / n


def calibration(
    procedures: Any,
    sources: Any,
    *,
    n_trials: int = 1000,
    alpha: float = 0.05,
    seed: int = 0,
    n_jobs: int = 1,
    store: Any = None,
    progress: bool | None = None,
) -> Calibration:
    """Measure whether p-values of true nulls are uniform, at all levels at once.

    Parameters
    ----------
    procedures, sources, n_trials
        As in `type_one_error`; sources must be nulls.
    alpha : float, default 0.05
        The level of the size-adjusted critical p-values.
    seed, n_jobs, store, progress
        As in `type_one_error`.

    Returns
    -------
    Calibration
        `frame()` has distances from uniformity and size-adjusted critical p-values, `tails()` rejection rates at three
        levels. `foldwise.plot` draws the P-P plot, `foldwise.displays.QQDisplay` the Q-Q plot of a statistic.

    Examples
    --------
    >>> from foldwise.lab import calibration, sources
    >>> found = calibration(["10/kfold_t", "resampled:30:0.333/resampled_t"], sources.TwoKinds(0.4), n_trials=400)
    >>> [(row.reference, bool(row.distance < row.band)) for row in found.frame().itertuples()]
    [('t, 9 df', True), ('t, 29 df', False)]
    """
    named = at_level(procedures, alpha)
    how: dict[str, Any] = {"n_trials": n_trials, "seed": seed, "n_jobs": n_jobs, "store": store, "progress": progress}
    return Calibration(trials=run_each(named, as_nulls(sources), **how), alpha=alpha)
