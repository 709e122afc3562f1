"""Tables of the paper: consistent, almost consistent, R, for each pair of learners."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import pandas as pd

import foldwise as fw
from foldwise.papers.bouckaert_frank_2004.chance import MEASURES, Integers, measured, repetition_limits
from foldwise.papers.bouckaert_frank_2004.decisions import ALPHA, Decisions
from foldwise.papers.bouckaert_frank_2004.experiments import PAIR_NAMES, PAIRS
from foldwise.papers.printed_tables import printed
from foldwise.papers.shares import share
from foldwise.reports import Figure, SideBySide

# Pair, measure, heading of a column.
Key = tuple[str, str, str]

# One seed for all limits: they are no part of the experiment.
SEED: Final = 2004
_TITLES: Final = {
    "consistent": "Datasets on which all executions agree",
    "almost_consistent": "Datasets on which all executions but one at most agree",
    "replicability": "R, the share of pairs of executions that agree",
}
_DIGITS: Final = {"consistent": 0, "almost_consistent": 0, "replicability": 3}
# Learners and random numbers are not those of Weka 3.3.
NEAR: Final = {"consistent": 3.0, "almost_consistent": 3.0, "replicability": 0.05}
LIMITS_NOTE: Final = (
    "Limits: where 95% of repetitions of the ten executions would lie, with the same learners on the same datasets."
)


def measure_tables(columns: Mapping[str, Integers], beside: Mapping[Key, float]) -> tuple[SideBySide, ...]:
    """Lay out three tables, one for each measure, pairs by columns.

    Parameters
    ----------
    columns : mapping of str to ndarray of shape (n_pairs, n_datasets, 2)
        For each heading, how many executions did not reject, and did.
    beside : mapping of (pair, measure, heading) to float
        What is printed.
    """
    values = {heading: measured(counts) for heading, counts in columns.items()}
    limits = {heading: [repetition_limits(each, seed=SEED) for each in counts] for heading, counts in columns.items()}
    tables = []
    for measure in MEASURES:
        ours = {heading: list(found[measure]) for heading, found in values.items()}
        theirs = {heading: [beside.get((pair, measure, heading), np.nan) for pair in PAIRS] for heading in columns}
        low, high = (
            {heading: [each[measure][side] for each in found] for heading, found in limits.items()} for side in (0, 1)
        )
        has_printed = any((pair, measure, heading) in beside for pair in PAIRS for heading in columns)
        near = f" Near: within {NEAR[measure]:g}, as the learners are other implementations." if has_printed else ""
        tables.append(
            SideBySide.from_frames(
                _TITLES[measure],
                by_pair(ours),
                by_pair(theirs),
                low=by_pair(low),
                high=by_pair(high),
                near=NEAR[measure],
                digits=_DIGITS[measure],
                note=f"{LIMITS_NOTE}{near}",
            )
        )
    return tuple(tables)


def where_they_differ(tables: Sequence[SideBySide]) -> str:
    """Say of which pairs the numbers are that differ from the printed ones by more than chance."""
    words = "Learners are foldwise's own, with the defaults of Weka; the random partitions are others."
    apart = Counter(
        name
        for table in tables
        for name, row in zip(table.rows, table.cells, strict=True)
        for cell in row
        if cell.agreement in ("near", "far")
    )
    if not apart:
        return words
    return f"{words} Numbers outside their limits: {', '.join(f'{n} of {name}' for name, n in apart.most_common())}."


def by_pair(columns: Mapping[str, Sequence[float]]) -> pd.DataFrame:
    """Make a frame with a row for each pair of learners."""
    return pd.DataFrame(dict(columns), index=pd.Index(PAIR_NAMES.values(), name="pair"))


def printed_cells(name: str, column: str) -> dict[tuple[str, str, float], float]:
    """Read Table 2, 3 or 4 as printed, by pair, measure and number of runs or level."""
    table = printed(name)
    keys = zip(table["pair"], table["measure"], table[column], strict=True)
    values = table["value"].astype(float)
    return {
        (str(pair), str(measure), float(at)): value for (pair, measure, at), value in zip(keys, values, strict=True)
    }


def printed_under(name: str, column: str, headings: Mapping[float, str]) -> dict[Key, float]:
    """Read Table 2, 3 or 4 as printed, by pair, measure and our heading."""
    return {(pair, measure, headings[at]): value for (pair, measure, at), value in printed_cells(name, column).items()}


def mean_r(decisions: Decisions) -> float:
    """R of a test, on average over the pairs."""
    return float(measured(decisions.rejections())["replicability"].mean())


def each_r(decisions: Decisions, alpha: float = ALPHA) -> list[float]:
    """R of a test for each pair."""
    return [float(value) for value in measured(decisions.rejections(alpha))["replicability"]]


def listed(values: list[float]) -> str:
    """Write numbers of pairs one after the other, as the paper does: no zero before the point."""
    return ", ".join(map(share, values))


def r_limits(decisions: Decisions, alpha: float = ALPHA) -> list[tuple[float, float]]:
    """Give 95% limits of R in a repetition, for each pair."""
    return [repetition_limits(counts, seed=SEED)["replicability"] for counts in decisions.rejections(alpha)]


def agreement_table(tests: Mapping[str, Decisions], alphas: Mapping[str, float] | None = None) -> SideBySide:
    """Lay out R of tests, pairs by tests, beside nothing; at level 0.05, or each at its own."""
    level = dict.fromkeys(tests, ALPHA) if alphas is None else alphas
    limits = {name: r_limits(decisions, level[name]) for name, decisions in tests.items()}
    low, high = (by_pair({name: [each[side] for each in limits[name]] for name in tests}) for side in (0, 1))
    values = by_pair({name: each_r(decisions, level[name]) for name, decisions in tests.items()})
    return SideBySide.from_frames(_TITLES["replicability"], values, low=low, high=high, note=LIMITS_NOTE)


def agreement_figure(tests: Mapping[str, Decisions], name: str, caption: str) -> Figure:
    """Draw R of tests for each pair, with intervals over datasets."""
    rows = []
    for heading, decisions in tests.items():
        for pair, counts in zip(PAIR_NAMES.values(), decisions.rejections(), strict=True):
            same = fw.stats.replicability(counts)
            low, high = same.bootstrap_interval(seed=SEED)
            row = {"source": pair, "procedure": heading, "replicability": same.estimate, "low": low, "high": high}
            rows.append({**row, "type_one_error": float("nan")})
    display = fw.displays.ReplicationsDisplay(table=pd.DataFrame(rows), alpha=0.05, measure="replicability")
    return Figure(name=name, caption=caption, shown=display)
