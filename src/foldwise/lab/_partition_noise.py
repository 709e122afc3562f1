"""How much of the noise of a verdict is the random split, and how much the draw of the data."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import Caveat, check_integer, counted
from foldwise.lab._glance import FirstLook, extremes, naming
from foldwise.lab._lab_result import LabResult
from foldwise.lab._resample import few_trials_caveats, interval, resample
from foldwise.lab._source import as_sources
from foldwise.lab._trials import run_each

Floats = npt.NDArray[np.float64]

QUANTITIES = ("statistic", "estimate")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PartitionNoise(LabResult):
    """Variance between partitions of the same data beside that between datasets, by procedure and source.

    Examples
    --------
    >>> from foldwise.lab import partition_noise, sources
    >>> found = partition_noise("5x2/five_by_two_t", sources.ExchangeableBlocks(), n_trials=10)
    >>> found.frame()["quantity"].tolist()
    ['statistic', 'estimate']
    """

    @property
    def title(self) -> str:
        """What was measured."""
        return "Share of the random partition in the variance of statistic and estimate"

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """Whether datasets had to be left out, and whether there are enough."""
        frame = self.frame()
        few = few_trials_caveats(int((frame["n_trials"] - frame["n_left_out"]).min()))
        n = int(frame["n_left_out"].sum())
        if not n:
            return few
        words = (
            f"Left out, because some execution has an infinite or undefined statistic: {counted(n, 'dataset')} in all."
        )
        return (Caveat(code="infinite_left_out", message=words), *few)

    def frame(self) -> pd.DataFrame:
        """One row for each source, procedure and quantity.

        Returns
        -------
        DataFrame
            `between_sd` is the standard deviation between datasets (of the mean over all partitions), `partition_sd`
            that between partitions of the same dataset; `share` is the part of the partition in the variance of one
            execution, with bootstrap 95% limits over datasets. `n_left_out` datasets have a statistic without a value.
        """
        rows = [
            {
                "source": trials.source.name,
                "procedure": name,
                "quantity": quantity,
                **_components(getattr(findings, quantity), trials.seed),
            }
            for trials in self.trials
            for name, findings in trials.found.items()
            for quantity in QUANTITIES
        ]
        return pd.DataFrame(rows)

    def _first_look(self, frame: pd.DataFrame) -> FirstLook:
        statistics = frame[frame["quantity"] == "statistic"]
        return FirstLook(
            answer=f"Share of the random split in the variance of the statistic: "
            f"{extremes(statistics, 'share', naming(statistics))}.",
            names=("source", "procedure", "quantity"),
            numbers={"share": "share", "95% interval": ("low", "high")},
            order="share",
        )


def _components(values: Floats, seed: int) -> dict[str, float]:
    """Components of variance of a one-way layout, datasets by executions."""
    finite = values[np.isfinite(values).all(axis=1)]
    counts = {"n_left_out": len(values) - len(finite), "n_trials": len(values)}
    if len(finite) < 2:
        nothing = dict.fromkeys(("between_sd", "partition_sd", "share", "low", "high"), np.nan)
        return {**nothing, **counts}
    n_executions, n = finite.shape[1], len(finite)
    means, within = finite.mean(axis=1), finite.var(axis=1, ddof=1)
    rows = np.stack([means, means**2, within], axis=1)

    def parts(moments: Floats) -> tuple[Floats, Floats]:
        variance = (moments[..., 1] - moments[..., 0] ** 2) * n / (n - 1)
        return np.maximum(variance - moments[..., 2] / n_executions, 0.0), moments[..., 2]

    def share(moments: Floats) -> Floats:
        between, inside = parts(moments)
        total = between + inside
        return np.asarray(np.divide(inside, total, out=np.full(total.shape, np.nan), where=total > 0))

    # Around zero the squares keep their digits, and components do not depend on the place.
    rows[:, 0] -= (center := means.mean())
    rows[:, 1] = (means - center) ** 2
    between, inside = parts(rows.mean(axis=0))
    low, high = interval(resample(share, rows, seed=seed))
    return {
        "between_sd": float(np.sqrt(between)),
        "partition_sd": float(np.sqrt(inside)),
        "share": float(share(rows.mean(axis=0))),
        "low": low,
        "high": high,
        **counts,
    }


def partition_noise(
    procedures: Any,
    sources: Any,
    *,
    n_trials: int = 1000,
    n_executions: int = 10,
    seed: int = 0,
    n_jobs: int = 1,
    store: Any = None,
    progress: bool | None = None,
) -> PartitionNoise:
    """Measure how much of the noise of a verdict comes from the random partition, and how much from the data.

    Another partition costs nothing but time, other data are rarely to be had: noise of the first kind can be averaged
    away, by more repeats.

    Parameters
    ----------
    procedures, sources
        As in `type_one_error`; sources need not be nulls.
    n_trials : int, default 1000
        How many datasets from each source.
    n_executions : int, default 10
        How often each procedure is executed on each dataset, with random partitions of its own.
    seed, n_jobs, store, progress
        As in `type_one_error`.

    Returns
    -------
    PartitionNoise
        `frame()` has both components, for the statistic of the test and for the estimated difference.

    Examples
    --------
    >>> from foldwise.lab import partition_noise, sources
    >>> found = partition_noise(["5x2/five_by_two_t", "10x10"], sources.ExchangeableBlocks(), n_trials=30)
    >>> table = found.frame().query("quantity == 'statistic'")
    >>> [(row.procedure, bool(row.share > 0.2)) for row in table.itertuples()]
    [('5x2/five_by_two_t', True), ('10x10', False)]
    """
    check_integer(n_executions, "n_executions", least=2)
    how: dict[str, Any] = {
        "n_trials": n_trials,
        "n_executions": n_executions,
        "seed": seed,
        "n_jobs": n_jobs,
        "store": store,
        "progress": progress,
    }
    return PartitionNoise(trials=run_each(procedures, as_sources(sources), **how))
