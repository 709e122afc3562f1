"""Which differences were found again on new data, and what was to be expected of them."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from foldwise._core import (
    Glance,
    GlanceTable,
    Outcome,
    compact,
    counted,
    decimals,
    listed,
    notebook_html,
    one_line,
    percent,
    pvalue_text,
)
from foldwise.verdicts.judging._forecast import agreement_percent

if TYPE_CHECKING:
    import pandas as pd

Standing = Literal["confirmed", "not confirmed", "open"]

_OUTCOMES: Final[dict[Standing, Outcome]] = {"confirmed": "better", "not confirmed": "none", "open": "open"}
_HOW: Final = (
    "Confirmed: the new data call the same learner better. Not confirmed: they call the other one better, or the two "
    "equivalent, or their interval leaves out the difference that was to be expected. Open: none of these, so the new "
    "data are too few to tell.",
    "The difference to be expected is the first one less what was luck: of all differences as large as this, those "
    "that are significant are the larger ones (the median-unbiased estimate of a normal difference, given that it was "
    "significant). The chance of confirming is that of a new estimate with the standard error found on the new data "
    "being significant if the difference is the expected one.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmationRow:
    """One difference that was called significant, on the first data and on the new ones.

    Differences are those of `winner` less `loser`: positive on the first data, negative on the new ones if the order
    was reversed.

    Parameters
    ----------
    dataset, new_dataset : str
        Names of the first data and of the new ones.
    winner, loser : str
        Which learner was called better than which.
    standing : {'confirmed', 'not confirmed', 'open'}
        What the new data say.
    why : str
        In a few words.
    first, expected, found : float
        The difference on the first data; what was to be expected of it; the difference on the new data.
    low, high : float
        Interval of the new difference; NaN for a test without one.
    first_pvalue, pvalue : float
        Adjusted p-values of both verdicts.
    chance : float
        How probably data like the new ones confirm the difference that was to be expected; NaN where it is not known.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import NaiveBayes
    >>> from sklearn.dummy import DummyClassifier
    >>> data, learners = fw.data.load("wdbc"), {"bayes": NaiveBayes(), "guess": DummyClassifier()}
    >>> halves = [fw.compare(learners, data.X[k::2], data.y[k::2], scheme="10x10", seed=1) for k in (0, 1)]
    >>> row = fw.confirm(*halves).rows[0]
    >>> row.winner, row.standing, round(row.first, 2), round(row.found, 2)
    ('bayes', 'confirmed', 0.31, 0.31)
    """

    dataset: str
    new_dataset: str
    winner: str
    loser: str
    standing: Standing
    why: str
    first: float
    expected: float
    found: float
    low: float
    high: float
    first_pvalue: float
    pvalue: float
    chance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmation:
    """What new data say of a verdict. Made by `confirm`.

    ``str(confirmation)`` is the answer at a glance, ``confirmation.details()`` all of it in words.

    Parameters
    ----------
    rows : tuple of ConfirmationRow
        One for each difference that was called significant and that the new data can say something of.
    untried : tuple of str
        Differences that were called significant, of whose learners or dataset the new data have nothing.
    metric : str
        What was scored.
    lower_is_better : bool
        Whether the metric is an error; differences are then those of negated scores.
    alpha, new_alpha : float
        Levels of the first verdict and of the new one.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import NaiveBayes
    >>> from sklearn.dummy import DummyClassifier
    >>> data, learners = fw.data.load("wdbc"), {"bayes": NaiveBayes(), "guess": DummyClassifier()}
    >>> halves = [fw.compare(learners, data.X[k::2], data.y[k::2], scheme="10x10", seed=1) for k in (0, 1)]
    >>> confirmation = fw.confirm(*halves)
    >>> len(confirmation.rows), len(confirmation.untried)
    (1, 0)
    """

    rows: tuple[ConfirmationRow, ...]
    untried: tuple[str, ...]
    metric: str
    lower_is_better: bool
    alpha: float
    new_alpha: float

    def count(self, standing: Standing) -> int:
        """Return how many differences have this standing."""
        return sum(row.standing == standing for row in self.rows)

    def frame(self) -> pd.DataFrame:
        """One row per difference."""
        import pandas as pd

        return pd.DataFrame([asdict(row) for row in self.rows])

    def document(self) -> dict[str, Any]:
        """Return all of it under its names, None for what is not known."""
        rows = [
            {
                name: None if isinstance(value, float) and not math.isfinite(value) else value
                for name, value in asdict(row).items()
            }
            for row in self.rows
        ]
        return {**asdict(self), "schema": "foldwise.confirmation/1", "rows": rows, "untried": list(self.untried)}

    def glance(self) -> Glance:
        """Return what a reader sees first: what was confirmed, and how large the differences are now."""
        first = self.rows[0]
        alone = len(self.rows) == 1
        lines = [*(_lines(first, self) if alone else []), *self._untried_line()]
        return Glance(
            headline=_sentence(first, self) if alone else _several(self),
            outcome=_OUTCOMES[first.standing] if alone else "",
            table=None if alone else _table(self),
            lines=tuple(lines),
            call="confirmation.details()",
        )

    def details(self) -> str:
        """Return all of it in words: each difference, what was expected, and how that was reached."""
        said = []
        for row in self.rows:
            more = [f"{label[0].upper()}{label[1:]}: {words}." for label, words in _lines(row, self)]
            said.append(" ".join([_sentence(row, self), *more]))
        untried = [f"{label[0].upper()}{label[1:]}: {words}." for label, words in self._untried_line()]
        return "\n".join([*said, *untried, *_HOW])

    def _untried_line(self) -> list[tuple[str, str]]:
        if not self.untried:
            return []
        return [("not tried", f"the new data have nothing of {listed(self.untried, most=3, quote=False)}")]

    def __str__(self) -> str:
        return str(self.glance())

    def _repr_html_(self) -> str:
        return notebook_html(cast(Any, self))


def _places(row: ConfirmationRow) -> int:
    scale = (row.high - row.low) / 2 if math.isfinite(row.high - row.low) else abs(row.found) or abs(row.first)
    return decimals(scale or math.nan, is_share=abs(row.first) <= 1)


def _sentence(row: ConfirmationRow, shown: Confirmation) -> str:
    n, winner, loser = _places(row), one_line(row.winner), one_line(row.loser)
    found = f"{compact(abs(row.found), n)} {_way(row.found, shown)}"
    claim = f"That {winner} is better than {loser} is {'' if row.standing != 'open' else 'left '}{row.standing}"
    return (
        f"{claim} on {one_line(row.new_dataset)}: {shown.metric} {found}, after {compact(row.first, n)} "
        f"{_way(row.first, shown)} on {one_line(row.dataset)} (p = {pvalue_text(row.pvalue, shown.new_alpha)})."
    )


def _way(difference: float, shown: Confirmation) -> str:
    """Say in which direction the winner of the first data is apart."""
    return "higher" if (difference >= 0) != shown.lower_is_better else "lower"


def _lines(row: ConfirmationRow, shown: Confirmation) -> list[tuple[str, str]]:
    n = _places(row)
    expected = f"{compact(abs(row.expected), n)} {_way(row.expected, shown)}"
    lines = [("because", row.why), ("expected", f"{expected}: what is significant is larger by luck, too")]
    if not math.isnan(row.chance):
        lines.append(("chance", f"new data like these confirm that in {agreement_percent(row.chance)} of cases"))
    return lines


def _several(shown: Confirmation) -> str:
    n = len(shown.rows)
    parts = [f"{shown.count(standing)} {standing}" for standing in _OUTCOMES if shown.count(standing)]
    return f"Of {counted(n, 'difference')} that {'was' if n == 1 else 'were'} called significant: {', '.join(parts)}."


def _table(shown: Confirmation) -> GlanceTable:
    rows, outcomes = [], []
    for row in shown.rows:
        n = _places(row)
        limits = "" if math.isnan(row.low) else f"{compact(row.low, n)} to {compact(row.high, n)}"
        rows.append(
            (
                f"{one_line(row.winner)} over {one_line(row.loser)}",
                one_line(row.new_dataset),
                compact(row.first, n),
                compact(row.expected, n),
                compact(row.found, n),
                limits,
                row.standing,
            )
        )
        outcomes.append(_OUTCOMES[row.standing])
    interval = f"{percent(1 - shown.new_alpha)} interval"
    headings = ("was better", "new data", "ahead by", "expected", "found", interval, "standing")
    return GlanceTable(headings=headings, rows=tuple(rows), outcomes=tuple(outcomes), n_names=2)
