"""What a gate says: one of three outcomes, by which limits, and what would decide it."""

import math
from dataclasses import dataclass
from typing import Any, Literal

from foldwise._core import Caveat, Glance, notebook_html
from foldwise.stats._door import student_quantile
from foldwise.verdicts.gating import _words as words
from foldwise.verdicts.gating._levels import MeasuredGate, nearest

GateOutcome = Literal["not worse", "worse", "undecided"]
# The fields of the JSON document, in its order.
_FIELDS = (
    *("outcome", "baseline", "candidate", "dataset", "metric", "lower_is_better", "score_baseline", "score_candidate"),
    *("estimate", "low", "high", "margin", "alpha", "n", "unit", "n_needed", "n_seeds", "method", "kind", "design"),
    "reading",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """Whether a candidate is worse than a baseline by more than a margin. Made by `gate`.

    Parameters
    ----------
    outcome : {'not worse', 'worse', 'undecided'}
        ``'not worse'`` if `low` is above ``-margin``, ``'worse'`` if `high` is below it.
    baseline, candidate : str
        Their names.
    dataset : str
        What both were scored on; ``'data'`` if nothing says it.
    metric : str
        The quantity in words.
    lower_is_better : bool
        Whether low values of it are good.
    score_baseline, score_candidate : float
        Mean of the quantity itself.
    estimate : float
        Difference of the scores, candidate - baseline; positive means that the candidate is better.
    low, high : float
        One-sided limits of the difference, each at level ``1 - alpha``; NaN where the differences do not vary.
    margin : float
        A loss up to this size does not matter.
    alpha : float
        How often a candidate that is worse by just the margin may be called not worse.
    n : int
        How many there are of `unit`.
    unit : {'example', 'cluster', 'repeat', 'seed'}
        What more of would decide it.
    n_needed : int or None
        How many in all would decide it, if the estimate stayed what it is: `n` if it is decided, None if no number
        would.
    method : str
        How the limits were computed, in words.
    kind : {'answers', 'scores', 'clusters', 'folds', 'equal', 'seeds', 'crossed'}
        What was compared, as in `MeasuredGate`; ``'equal'`` where no score of an example differs.
    design : str
        What the scores are of, in words.
    n_seeds : int
        How many trainings of each there were; 1 if they were not counted.
    caveats : tuple of Caveat
        What to beware of.
    reading : str
        What was read as what; empty where nothing was read.

    Examples
    --------
    >>> import pandas as pd
    >>> from foldwise.verdicts import gate
    >>> old = pd.DataFrame({"item": range(400), "accuracy": [1, 1, 1, 0] * 100})
    >>> new = pd.DataFrame({"item": range(400), "accuracy": [1, 1, 1, 0] * 99 + [1, 1, 0, 1]})
    >>> result = gate(old, new, worse_by=0.02)
    >>> result.outcome, result.n
    ('not worse', 400)
    """

    outcome: GateOutcome
    baseline: str
    candidate: str
    dataset: str
    metric: str
    lower_is_better: bool
    score_baseline: float
    score_candidate: float
    estimate: float
    low: float
    high: float
    margin: float
    alpha: float
    n: int
    unit: str
    n_needed: int | None
    method: str
    kind: str
    design: str
    n_seeds: int = 1
    caveats: tuple[Caveat, ...] = ()
    reading: str = ""

    @property
    def measured(self) -> MeasuredGate | None:
        """How often gates like this one erred in simulations; None if none like it was simulated."""
        if math.isnan(self.low):
            return None
        if self.kind in ("seeds", "crossed"):
            return nearest(self.kind, self.n_seeds, None, self.alpha)
        margin: float | None = None if self.kind == "folds" else self.margin
        if self.kind in ("scores", "clusters"):
            # The side that Hall's test does not widen is Student's.
            half = min(self.high - self.estimate, self.estimate - self.low)
            error = half / -float(student_quantile(self.n - 1, self.alpha))
            margin = self.margin / (error * math.sqrt(self.n))
        return nearest(self.kind, self.n, margin, self.alpha)

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: the outcome, the difference, what would decide it."""
        lines = [("difference", words.difference(self)), ("tested by", f"{self.method}; {self.design}")]
        if self.outcome == "undecided":
            lines.append(("to decide", self.to_decide()))
        if self.measured is not None:
            lines.append(("measured", self.measured.phrase()))
        shown = [caveat for caveat in self.caveats if caveat.code in words.FIRST]
        lines += [("beware", f"{caveat.message.removesuffix('.')} [{caveat.code}]") for caveat in shown]
        others = [f"[{caveat.code}]" for caveat in self.caveats if caveat not in shown]
        look = {"not worse": "better", "worse": "none"}.get(self.outcome, "open")
        return Glance(
            headline=self.headline(), outcome=look, lines=tuple(lines), more=words.caveats(others, more=bool(shown))
        )

    def headline(self) -> str:
        """Return the outcome as a sentence."""
        return words.headline(self)

    def to_decide(self) -> str:
        """Return what would decide it."""
        return words.to_decide(self)

    def details(self) -> str:
        """Return all of it in words, with the rates of error that were measured."""
        return words.details(self)

    def markdown(self) -> str:
        """Return a comment for a pull request."""
        return words.markdown(self)

    def document(self) -> dict[str, Any]:
        """Return all of it for JSON; undefined numbers are None."""
        values = {name: getattr(self, name) for name in _FIELDS}
        plain = {
            name: None if isinstance(value, float) and math.isnan(value) else value for name, value in values.items()
        }
        return {
            "schema": "foldwise.gate/1",
            **plain,
            "caveats": [{"code": caveat.code, "message": caveat.message} for caveat in self.caveats],
            "measured": None if self.measured is None else self.measured.document(),
            "words": self.details(),
        }

    def _repr_html_(self) -> str:
        return notebook_html(self)
