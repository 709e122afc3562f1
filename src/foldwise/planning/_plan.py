"""How much is needed: what a plan holds, in numbers and words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from foldwise._core import Caveat, Glance, notebook_html, one_line
from foldwise.planning._extrapolation import Extrapolation
from foldwise.planning._words import details, glance
from foldwise.runs import Metric

if TYPE_CHECKING:
    import pandas as pd

Of = Literal["examples", "datasets", "items"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """How much of one thing is needed, everything else being as it is.

    Parameters
    ----------
    unit : {'repeat', 'example', 'dataset', 'item', 'cluster', 'answer'}
        Of what.
    number : float
        The least number with the power wished; infinite if no number has it.
    low, high : float
        The same if differences vary as little, or as much, as the pilot leaves open; NaN if numbers were assumed.
    given : str
        What stays as it is, or is there in any number.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> run = fw.evaluate(learners, "wine", scheme="10x10", seed=1)
    >>> amount = fw.plan(run, difference=0.05).pairs[0].amounts[1]
    >>> amount.unit, amount.number
    ('example', 277.0)
    """

    unit: str
    number: float
    low: float
    high: float
    given: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerCurve:
    """Power against how much there is.

    Parameters
    ----------
    unit, given : str
        As of the `Amount`.
    now : float
        How much there is; NaN if that is not known.
    numbers : tuple of int
        How much.
    power, low, high : tuple of float
        Power at each, and between which values the pilot leaves it; NaN if numbers were assumed.
    ceiling, ceiling_low, ceiling_high : float
        Power with any number; NaN where that is 1.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> run = fw.evaluate(learners, "wine", scheme="10x10", seed=1)
    >>> curve = fw.plan(run, difference=0.05).pairs[0].curves[0]
    >>> curve.unit, curve.now
    ('example', 178)
    """

    unit: str
    given: str
    now: float
    numbers: tuple[int, ...]
    power: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    ceiling: float
    ceiling_low: float
    ceiling_high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PairPlan:
    """How much two learners need.

    Parameters
    ----------
    dataset, a, b : str
        Of what, and who; empty if numbers were assumed.
    estimate : float
        Mean difference in the pilot, ``score(a) - score(b)``; NaN if numbers were assumed. Nothing is planned from it.
    spread, spread_low, spread_high : float
        How much differences vary, with the limits of a 90% interval (NaN if it was assumed).
    spread_of : str
        What that is.
    df : float
        With how many degrees of freedom it is known; NaN where they have no part in it.
    now : str
        How much there is; empty if that is not known.
    power, power_low, power_high : float
        The power of that; NaN if it is not known.
    amounts : tuple of Amount
        What is needed, that of which there is to be more first.
    curves : tuple of PowerCurve
        Power against it.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> run = fw.evaluate(learners, "wine", scheme="10x10", seed=1)
    >>> pair = fw.plan(run, difference=0.05).pairs[0]
    >>> pair.a, pair.b, round(pair.power, 2)
    ('bayes', 'tree', 0.61)
    """

    dataset: str
    a: str
    b: str
    estimate: float
    spread: float
    spread_low: float
    spread_high: float
    spread_of: str
    df: float
    now: str
    power: float
    power_low: float
    power_high: float
    amounts: tuple[Amount, ...]
    curves: tuple[PowerCurve, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Plan:
    """How much is needed to find a difference. Made by `plan`.

    ``str(plan)`` is the answer at a glance, ``plan.details()`` all of it in words.

    Parameters
    ----------
    of : {'examples', 'datasets', 'items'}
        Of what there is to be more; repeats of a cross-validation are planned beside its examples.
    pairs : tuple of PairPlan
        How much each pair of learners needs.
    difference : float
        The smallest difference that matters: what is to be found.
    wish : float
        The power wished.
    alpha : float
        Level, for all comparisons together.
    family : int
        How many comparisons there are.
    test : str
        The test, in words.
    metric : Metric or None
        What is scored; None if numbers were assumed.
    assumed : mapping of str to object
        What was assumed, by the names that `plan` has for it; empty if there was a pilot.
    extrapolations : tuple of Extrapolation
        Differences at other training sizes, where learners and data were given.
    n_draws : int
        Simulated experiments behind each power; 0 where it was computed.
    caveats : tuple of Caveat
        What to beware of.

    Examples
    --------
    >>> import foldwise as fw
    >>> plan = fw.plan(of="items", disagree=0.1, difference=0.02)
    >>> plan.pairs[0].amounts[0].unit, plan.pairs[0].amounts[0].number
    ('item', 2043.0)
    """

    of: Of
    pairs: tuple[PairPlan, ...]
    difference: float
    wish: float
    alpha: float
    family: int
    test: str
    metric: Metric | None
    assumed: Mapping[str, Any]
    extrapolations: tuple[Extrapolation, ...] = ()
    n_draws: int = 0
    caveats: tuple[Caveat, ...] = ()

    def frame(self) -> pd.DataFrame:
        """One row per pair and amount: how much is needed, and the band."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "dataset": pair.dataset,
                    "a": pair.a,
                    "b": pair.b,
                    "unit": amount.unit,
                    "given": amount.given,
                    "number": amount.number,
                    "low": amount.low,
                    "high": amount.high,
                    "spread": pair.spread,
                    "spread_low": pair.spread_low,
                    "spread_high": pair.spread_high,
                    "power_now": pair.power,
                }
                for pair in self.pairs
                for amount in pair.amounts
            ]
        )

    def __repr__(self) -> str:
        return one_line(f"<Plan: {self.glance().headline}>")

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: how much is needed, and how sure that is."""
        return glance(self)

    def details(self) -> str:
        """Return all of it in words: every pair, every amount, and what the numbers rest on."""
        return details(self)

    def _repr_html_(self) -> str:
        return notebook_html(self)
