"""How often each test rejected a null hypothesis that was true: what is known, with its source."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from pathlib import Path
from typing import Final

_MOST_LINES: Final = 8
_DEPENDENT: Final = "examples not independent"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredLevel:
    """One measurement of the Type I error of a test.

    Parameters
    ----------
    test : str
        Name of the test.
    design : str
        How the scores were obtained.
    setting : str
        The data of the simulation.
    n : int or None
        Examples in one data set; None where the test does not see examples.
    learner : str
        What was compared with its like, or with another that is exactly as good.
    level : float
        The nominal level.
    rate : float
        Share of true null hypotheses that were rejected.
    trials : int or None
        Simulated data sets; None for a probability that was enumerated, and where the number was not kept.
    source : str
        Why the null hypothesis is known to be true, or whose simulation it is.

    Examples
    --------
    >>> from foldwise.verdicts import cards
    >>> card = next(card for card in cards() if card.name == "kfold_t")
    >>> level = card.measured[0]
    >>> level.test, level.level, 0 < level.rate < 1
    ('kfold_t', 0.05, True)
    """

    test: str
    design: str
    setting: str
    n: int | None
    learner: str
    level: float
    rate: float
    trials: int | None
    source: str


@cache
def _table() -> tuple[MeasuredLevel, ...]:
    with Path(__file__).with_name("measured_levels.csv").open(encoding="utf-8", newline="") as lines:
        return tuple(
            MeasuredLevel(
                test=row["test"],
                design=row["design"],
                setting=row["setting"],
                n=int(row["n"]) if row["n"] else None,
                learner=row["learner"],
                level=float(row["level"]),
                rate=float(row["rate"]),
                trials=int(row["trials"]) if row["trials"] else None,
                source=row["source"],
            )
            for row in csv.DictReader(lines)
        )


def measured_levels(test: str) -> tuple[MeasuredLevel, ...]:
    """Return what has been measured of a test; nothing if it has not been.

    >>> [(row.learner, row.rate) for row in measured_levels("twice_the_mean")]
    [('1-nearest neighbour', 0.0267), ('linear discriminant', 0.0063)]
    """
    return tuple(row for row in _table() if row.test == test)


def level_lines(rows: Sequence[MeasuredLevel]) -> list[str]:
    r"""Return, under each source, in one line for each design and learner, how often a true null was rejected.

    >>> print(*level_lines(measured_levels("twice_the_mean")), sep="\n")
    null true by construction: one learner on two blocks of attributes with the same law
      10-fold t on 20 partitions; 1-nearest neighbour: .027 (n = 200; 3,000 data sets)
      10-fold t on 20 partitions; linear discriminant: .006 (n = 200; 3,000 data sets)
    """
    lines: list[str] = []
    for source in dict.fromkeys(row.source for row in rows):
        lines.append(source)
        here = [row for row in rows if row.source == source]
        for what in dict.fromkeys((row.design, row.learner) for row in here):
            of_this = [row for row in here if (row.design, row.learner) == what]
            lines.append(f"  {'; '.join(what)}: {_in_words(of_this)}")
    return lines


def short_level_lines(rows: Sequence[MeasuredLevel]) -> list[str]:
    """Return the same in one line for each design if there were too many lines; independent examples only.

    >>> short_level_lines(measured_levels("kfold_t"))[0]
    '10 folds: from .046 (simulated classifiers) to .128 (1-nearest neighbour); 13 measurements'
    """
    lines = level_lines(rows)
    if sum(line.startswith(" ") for line in lines) <= _MOST_LINES:
        return lines
    sound = [row for row in rows if not row.source.startswith(_DEPENDENT)]
    designs = dict.fromkeys(row.design for row in sound)
    return [_of_design(design, [row for row in sound if row.design == design]) for design in designs]


def _of_design(design: str, rows: Sequence[MeasuredLevel]) -> str:
    learners = dict.fromkeys(row.learner for row in rows)
    if len(learners) == 1:
        return f"{design}; {next(iter(learners))}: {_in_words(rows)}"
    least, greatest = (choose(rows, key=lambda row: row.rate) for choose in (min, max))
    return (
        f"{design}: from {_rate(least.rate)} ({least.learner}) to {_rate(greatest.rate)} ({greatest.learner}); "
        f"{len(rows)} measurements"
    )


def _in_words(rows: Sequence[MeasuredLevel]) -> str:
    rates = sorted(row.rate for row in rows)
    sizes = sorted({row.n for row in rows if row.n is not None})
    trials = [row.trials for row in rows]
    if len(rows) == 1:
        more = [f"n = {sizes[0]}"] if sizes else [rows[0].setting]
        more += [f"{trials[0]:,} data sets"] if trials[0] is not None else []
        return f"{_rate(rates[0])} ({'; '.join(more)})"
    worst = max(rows, key=lambda row: row.rate).setting
    span = f"n = {sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else f"n = {sizes[0]}" if sizes else ""
    more = [f"{len(rows)} kinds of data", *([span] if span else []), f"most often: {worst}"]
    return f"{_rate(rates[0])} to {_rate(rates[-1])} ({'; '.join(more)})"


def _rate(value: float) -> str:
    # Halves go up, as in print: .0615 is .062, though its nearest binary number is a little less.
    return str(Decimal(str(value)).quantize(Decimal(".001"), ROUND_HALF_UP)).removeprefix("0")
