"""Tables of the paper: consistent, almost consistent, R, for each pair of learners, with limits of a repetition.

What a repetition of ten executions, on the same datasets with the same learners, might have found: the probability of a
rejection differs between datasets, on most it is near 0 or near 1, on some between. It is taken to follow a Beta
distribution over datasets, fitted to all of them together, so that a dataset without a rejection is not held to be a
doubtful one as with a prior that knows nothing of the others. Given the executions seen, every dataset has a Beta
posterior; new executions are drawn from it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.special import betaln

import foldwise as fw
from foldwise.papers.bouckaert_frank_2004.experiments import ALPHA, PAIR_NAMES, PAIRS, Decisions, Floats
from foldwise.papers.printed_numbers import printed, share
from foldwise.reports import Figure, SideBySide

MEASURES: Final = ("consistent", "almost_consistent", "replicability")
_N_DRAWS: Final = 1000
_LIMIT_SHARES: Final = (0.025, 0.975)
# Parameters of the Beta distribution that are tried: from 'hardly ever between 0 and 1' to 'alike on all datasets'.
_TRIED: Final = np.geomspace(0.01, 10.0, 31)

Integers = npt.NDArray[np.int64]


def measured(rejections: Integers) -> dict[str, Floats]:
    """Compute the three measures from counts of shape (..., n_datasets, 2): not rejected, rejected."""
    agree, same = fw.stats.consistency(rejections), fw.stats.replicability(rejections)
    numbers = agree.n_consistent, agree.n_almost_consistent, same.estimate
    return {name: np.asarray(number, dtype=np.float64) for name, number in zip(MEASURES, numbers, strict=True)}


def fitted_beta(rejections: Integers) -> tuple[float, float]:
    """Fit the distribution over datasets of the probability of a rejection, by maximum likelihood on a grid."""
    n = int(rejections[0].sum())
    k = np.arange(n + 1)
    often = np.bincount(rejections[:, 1], minlength=n + 1)
    a, b = _TRIED[:, np.newaxis, np.newaxis], _TRIED[np.newaxis, :, np.newaxis]
    likelihood = ((betaln(k + a, n - k + b) - betaln(a, b)) * often).sum(axis=-1)
    best = np.unravel_index(np.argmax(likelihood), likelihood.shape)
    return float(_TRIED[best[0]]), float(_TRIED[best[1]])


def _cumulative(rejections: Integers) -> Floats:
    """Return for each dataset the probabilities of at most 0, 1, ..., n rejections in a repetition."""
    a, b = fitted_beta(rejections)
    n, n_rejected = int(rejections[0].sum()), rejections[:, 1:]
    k = np.arange(n + 1)
    ways = -np.log(n + 1) - betaln(k + 1, n - k + 1)
    shares = np.exp(
        ways + betaln(k + n_rejected + a, 2 * n - k - n_rejected + b) - betaln(n_rejected + a, n - n_rejected + b)
    )
    return np.asarray(np.cumsum(shares, axis=-1))


def repeated(rejections: Integers, *, seed: int) -> Integers:
    """Draw repetitions: counts of shape (n_draws, n_datasets, 2) from counts of shape (n_datasets, 2)."""
    below = _cumulative(rejections)[:, :-1]
    rejected = (np.random.default_rng(seed).random((_N_DRAWS, len(rejections), 1)) > below).sum(axis=-1)
    return np.stack([int(rejections[0].sum()) - rejected, rejected], axis=-1)


def seen_once(rejections: Integers) -> Integers:
    """Count the datasets on which at least one execution rejects, from counts of shape (..., n_datasets, 2)."""
    return np.asarray((rejections[..., 1] > 0).sum(axis=-1))


def seen_once_limits(rejections: Integers, *, seed: int) -> tuple[float, float]:
    """Return 95% limits of that number in a repetition."""
    return _limits(seen_once(repeated(rejections, seed=seed)))


def repetition_limits(rejections: Integers, *, seed: int) -> dict[str, tuple[float, float]]:
    """Return 95% limits of each measure in a repetition."""
    again = measured(repeated(rejections, seed=seed))
    return {name: _limits(values) for name, values in again.items()}


def _limits(values: npt.NDArray[Any]) -> tuple[float, float]:
    # Counts stay counts.
    low, high = np.quantile(values, _LIMIT_SHARES, method="inverted_cdf")
    return float(low), float(high)


def count_limits(rejections: Integers) -> tuple[Floats, Floats]:
    """Return 95% limits of the number of executions that do not reject in a repetition, for each dataset."""
    below = _cumulative(rejections)
    most, fewest = ((below < share).sum(axis=-1) for share in reversed(_LIMIT_SHARES))
    n = float(rejections[0].sum())
    return n - most, n - fewest


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
# As the names of numbers in the text begin and go on.
_IN_TEXT: Final = {"consistent": "consistent", "almost": "almost_consistent", "R": "replicability"}
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
        ours = {heading: list(by_measure[measure]) for heading, by_measure in values.items()}
        theirs = {heading: [beside.get((pair, measure, heading), np.nan) for pair in PAIRS] for heading in columns}
        low, high = (
            {heading: [each[measure][side] for each in of_pairs] for heading, of_pairs in limits.items()}
            for side in (0, 1)
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
    """Return of which pairs the numbers are that differ from the printed ones by more than chance."""
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


def printed_in_text(prefix: str, heading: str) -> dict[Key, float]:
    """Numbers of the three measures that stand in the text or below a table."""
    examples = printed("worked_examples")
    known = dict(zip(examples["id"].astype(str), examples["published_value"], strict=True))
    return {
        (pair, measure, heading): float(known[f"{prefix}_{word}_{pair}"])
        for word, measure in _IN_TEXT.items()
        for pair in PAIRS
        if f"{prefix}_{word}_{pair}" in known
    }


def mean_r(decisions: Decisions) -> float:
    """R of a test, on average over the pairs."""
    return float(measured(decisions.rejections())["replicability"].mean())


def each_r(decisions: Decisions, alpha: float = ALPHA) -> list[float]:
    """R of a test for each pair."""
    return [float(value) for value in measured(decisions.rejections(alpha))["replicability"]]


def listed(values: list[float]) -> str:
    """Return numbers of pairs one after the other, as the paper does: no zero before the point."""
    return ", ".join(map(share, values))


def r_limits(decisions: Decisions, alpha: float = ALPHA) -> list[tuple[float, float]]:
    """Return 95% limits of R in a repetition, for each pair."""
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
