"""How often procedures decide the same again on the same data."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from foldwise._core import Caveat, check_integer, counted
from foldwise.lab._glance import FirstLook, extremes, naming
from foldwise.lab._lab_result import LabResult, undefined_caveats
from foldwise.lab._procedures import at_level
from foldwise.lab._read import Findings
from foldwise.lab._resample import few_trials_caveats, interval, resample
from foldwise.lab._source import as_sources
from foldwise.lab._trials import run_each
from foldwise.stats import clopper_pearson, consistency, count_outcomes
from foldwise.stats import replicability as agreement


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Replications(LabResult):
    """Whether executions on the same data agree, by procedure and source.

    Parameters
    ----------
    trials : tuple of Trials
        What was found, one for each source.
    alpha : float
        The level at which procedures reject.

    Examples
    --------
    >>> from foldwise.lab import replicability, sources
    >>> found = replicability("5x2/five_by_two_t", sources.ExchangeableBlocks(), n_trials=10)
    >>> found.title, found.frame().shape[0]
    ('Replicability of decisions at level 0.05, 10 executions on each dataset', 1)
    """

    alpha: float

    @property
    def title(self) -> str:
        """What was measured."""
        n = next(iter(self.trials[0].found.values())).pvalue.shape[1]
        return f"Replicability of decisions at level {self.alpha:g}, {counted(n, 'execution')} on each dataset"

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """That replicability is not validity; whether winners changed; whether there are enough trials."""
        words = (
            "Replicability is not validity: a test that always rejects agrees with itself. Read the rejection rate too."
        )
        caveats = [Caveat(code="not_validity", message=words)]
        n = int(self.frame()["n_reversed"].sum())
        if n:
            words = (
                f"Both learners were declared better on the same dataset, {counted(n, 'time')} in all studies together."
            )
            caveats.append(Caveat(code="reversed", message=words))
        few = few_trials_caveats(min(trials.n_trials for trials in self.trials))
        return (*caveats, *few, *undefined_caveats(self.trials))

    def frame(self) -> pd.DataFrame:
        """One row for each source and procedure.

        Returns
        -------
        DataFrame
            `consistent` is the share of datasets on which all executions agree about whether to reject, that is on
            whether p is at most alpha, with exact 95% limits; `almost_consistent` allows one that does not.
            `replicability` is R, the share of pairs of executions that agree, with bootstrap 95% limits over datasets,
            missing if there is only one; `by_winner` the same where a rejection for a does not agree with one for b,
            and one whose sign contradicts the mean difference declares nobody better. `n_reversed` datasets saw both
            declared better. `rejection_rate` is over all executions; `type_one_error` repeats it where the source is an
            exact null.
        """
        rows = [
            {
                "source": trials.source.name,
                "procedure": name,
                **summary(findings, self.alpha, trials.seed, is_null=trials.source.difference == 0.0),
            }
            for trials in self.trials
            for name, findings in trials.found.items()
        ]
        return pd.DataFrame(rows)

    def minimum(self) -> pd.DataFrame:
        """One row for each procedure: its least share of consistent datasets, and on which source.

        The figure to compare procedures by: a procedure can be had to agree with itself on easy data.
        """
        frame = self.frame()
        least = frame.loc[frame.groupby("procedure", sort=False)["consistent"].idxmin()]
        columns = ["procedure", "source", "consistent", "consistent_low", "consistent_high"]
        return least[columns].reset_index(drop=True)

    def _first_look(self, frame: pd.DataFrame) -> FirstLook:
        return FirstLook(
            answer=f"{self.title}: share of the pairs of executions that agree "
            f"{extremes(frame, 'replicability', naming(frame))}.",
            names=("source", "procedure"),
            numbers={
                "pairs that agree": "replicability",
                "95% interval": ("low", "high"),
                "all agree": "consistent",
                "rejections": "rejection_rate",
            },
            outcome=("", ["a true null" if is_null else "" for is_null in frame["type_one_error"].notna()]),
            order="replicability",
        )


def summary(findings: Findings, alpha: float, seed: int, *, is_null: bool) -> dict[str, float]:
    """Summarize the executions of one procedure on the datasets of one source."""
    three = count_outcomes(findings.decisions(alpha))
    # As Type I error and power count: a small p-value rejects, also where its sign contradicts the mean difference.
    rejected = (findings.pvalue <= alpha).sum(axis=1)
    two = np.stack([findings.pvalue.shape[1] - rejected, rejected], axis=1)
    agree, same = consistency(two), agreement(two)
    shares = clopper_pearson(agree.n_consistent, len(two))
    resampled = resample(lambda means: means[:, 0], same.per_dataset[:, np.newaxis], seed=seed)
    low, high = interval(resampled)
    n_executions = findings.pvalue.shape[1]
    rate = float(two[:, 1].mean() / n_executions)
    return {
        "consistent": float(agree.share_consistent),
        "consistent_low": float(shares.low),
        "consistent_high": float(shares.high),
        "almost_consistent": float(agree.share_almost_consistent),
        "replicability": float(same.estimate),
        "low": low,
        "high": high,
        "by_winner": float(agreement(three).estimate),
        "n_reversed": int(consistency(three).n_contradictory),
        "rejection_rate": rate,
        "type_one_error": rate if is_null else np.nan,
        "n_executions": n_executions,
        "n_trials": len(two),
    }


def replicability(
    procedures: Any,
    sources: Any,
    *,
    n_trials: int = 1000,
    n_executions: int = 10,
    alpha: float = 0.05,
    seed: int = 0,
    n_jobs: int = 1,
    store: Any = None,
    progress: bool | None = None,
) -> Replications:
    """Measure how often procedures decide the same when they are executed again on the same data.

    Parameters
    ----------
    procedures, sources
        As in `type_one_error`; sources need not be nulls.
    n_trials : int, default 1000
        How many datasets from each source.
    n_executions : int, default 10
        How often each procedure is executed on each dataset, with random partitions of its own.
    alpha, seed, n_jobs, store, progress
        As in `type_one_error`.

    Returns
    -------
    Replications
        `frame()` has shares of consistent datasets and R [1]_ with intervals; `minimum()` the least over the sources.

    See Also
    --------
    foldwise.replicability.replicate : The same for one's own data and learners.

    References
    ----------
    .. [1] R. R. Bouckaert and E. Frank (2004). Evaluating the replicability of significance tests for comparing
       learning algorithms. PAKDD 2004, 3-12.

    Examples
    --------
    >>> from foldwise.lab import replicability, sources
    >>> found = replicability(["5x2/five_by_two_t", "10x10"], sources.ExchangeableBlocks(), n_trials=20)
    >>> once, ten_times = found.frame()["replicability"]
    >>> bool(once < ten_times)
    True
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
    several = run_each(named, as_sources(sources), **how)
    return Replications(trials=several, alpha=alpha)
