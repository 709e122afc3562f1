"""Trials of a bed: what settled verdicts say about its datasets, kept in pieces."""

from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import numpy as np
import pandas as pd
from beds import BEDS
from scipy.special import stdtr

from foldwise import Settled, compare

PIECE = 50
ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class Study:
    """Which trials: the seed of all, the form of settling, and in which folder finished pieces are kept."""

    seed: int
    form: Settled
    folder: Path

    def trials(self, bed: str, n_trials: int, execution: int = 0, *, measure: bool = True) -> pd.DataFrame:
        """Return one row for each trial; those that are not there are measured, if so asked."""
        pieces = [
            piece
            for first in range(0, n_trials, PIECE)
            if (piece := self._piece(bed, first, min(PIECE, n_trials - first), execution, measure)) is not None
        ]
        return pd.concat(pieces, ignore_index=True) if pieces else pd.DataFrame()

    def _piece(self, bed: str, first: int, n: int, execution: int, measure: bool) -> pd.DataFrame | None:
        path = self.folder / f"{bed}-{execution}-{first}-{n}.csv"
        if path.exists():
            return pd.read_csv(path)
        if not measure:
            return None
        rows = pd.DataFrame([self._trial(bed, number, execution) for number in range(first, first + n)])
        self.folder.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".part")
        rows.to_csv(unfinished, index=False, float_format="%.8g")
        unfinished.rename(path)
        return rows

    def _trial(self, bed: str, number: int, execution: int) -> dict:
        """Draw a dataset, the same for all executions, and compare both learners on it."""
        source = BEDS[bed].source
        X, y = source.draw(np.random.default_rng([self.seed, crc32(bed.encode()), number]))
        verdict = compare(
            dict(zip("ab", source.learners, strict=True)), X, y,
            scheme=self.form, metric=source.metric, seed=1000 * self.seed + execution, progress=False,
        )  # fmt: skip
        row = verdict.comparisons[0]
        settlement = row.settlement
        published = row.statistic if settlement.unguarded_statistic is None else settlement.unguarded_statistic
        return {
            "trial": number,
            "statistic": row.statistic,
            "pvalue": row.pvalue,
            # Without the guard: the published test, with as many repeats as were added.
            "published": 2 * stdtr(99, -abs(published)),
            "decision": row.decision,
            "at_chance": any(caveat.code == "at_chance" for caveat in row.caveats),
            "settled": settlement.settled,
            "repeats": settlement.n_repeats,
            "guard_repeats": settlement.guard_repeats,
            "fits": settlement.n_fits,
        }


def summary(bed: str, first: pd.DataFrame, again: pd.DataFrame) -> dict:
    """Return rates of one bed, from first executions, and how often a second one on the same data agrees."""
    called = first["decision"].isin(["a", "b"])
    winners, n = first[called], len(again)
    same = first["decision"].to_numpy()[:n] == again["decision"].to_numpy() if n else np.array([])
    return {
        "bed": bed,
        "kind": BEDS[bed].kind,
        "metric": str(BEDS[bed].source.metric),
        "n": BEDS[bed].source.n_examples,
        "sets": len(first),
        "published": float((first["published"] <= ALPHA).mean()),
        "guarded": float((first["pvalue"] <= ALPHA).mean()),
        "called": float(called.mean()),
        "open": float((~first["settled"]).mean()),
        "agreement": float(same.mean()) if n else float("nan"),
        "agreement_sets": n,
        "contradictions": _contradictions(first, again) if n else 0,
        "median_fits": float(first["fits"].median()),
        "median_fits_of_winners": float(winners["fits"].median()) if len(winners) else float("nan"),
    }


def _contradictions(first: pd.DataFrame, again: pd.DataFrame) -> int:
    """Count datasets on which two settled verdicts name different winners."""
    one, two = first.iloc[: len(again)], again
    both = one["settled"].to_numpy() & two["settled"].to_numpy()
    named = one["decision"].isin(["a", "b"]).to_numpy() & two["decision"].isin(["a", "b"]).to_numpy()
    return int((both & named & (one["decision"].to_numpy() != two["decision"].to_numpy())).sum())
