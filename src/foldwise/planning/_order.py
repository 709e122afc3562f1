"""The order of learners by the size of the training set: what was found, and its words."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from foldwise._core import Glance, GlanceTable, compact, counted, decimals, listed, notebook_html, one_line

if TYPE_CHECKING:
    import pandas as pd

    from foldwise.planning._extrapolation import Extrapolation
    from foldwise.runs import Metric

Order = Literal["same", "changes", "open"]
# More pairs are in the frame.
_MOST_SHOWN: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class PairOrder:
    """Two learners at several training sizes.

    Parameters
    ----------
    dataset, a, b : str
        What they learn, and who.
    sizes : tuple of int
        Mean training sizes, ascending.
    differences, low, high : tuple of float
        Mean ``score(a) - score(b)`` of examples at each, with an interval over examples.
    change, change_low, change_high : float
        The difference at the largest size less that at the smallest, with its interval over the same examples.
    extrapolation : Extrapolation
        Fitted curves, also at all of the examples and beyond.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.planning import order_by_size
    >>> learners = {"nb": NaiveBayes(), "c45": C45()}
    >>> found = order_by_size(learners, fw.data.load("iris"), seed=1)
    >>> pair = found.pairs[0]
    >>> pair.a, pair.b, pair.sizes[-1]
    ('nb', 'c45', 135)
    """

    dataset: str
    a: str
    b: str
    sizes: tuple[int, ...]
    differences: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    change: float
    change_low: float
    change_high: float
    extrapolation: Extrapolation = field(repr=False)

    @property
    def order(self) -> Order:
        """Whether the same learner is clearly ahead at every size, or different ones are, or it is open."""
        sides = {1 if low > 0 else -1 if high < 0 else 0 for low, high in zip(self.low, self.high, strict=True)}
        if {1, -1} <= sides:
            return "changes"
        return "open" if 0 in sides else "same"

    @property
    def depends_on_size(self) -> bool:
        """Whether the interval of the change leaves out zero."""
        return self.change_low > 0 or self.change_high < 0

    def ahead(self, place: int) -> str:
        """Return who is ahead at one of the sizes, by the mean."""
        return self.a if self.differences[place] >= 0 else self.b


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OrderBySize:
    """Whether the order of learners depends on the size of the training set. Made by `order_by_size`.

    ``str(found)`` is the answer at a glance, ``found.details()`` all of it in words; ``foldwise.plot(found)`` draws it.

    Parameters
    ----------
    pairs : tuple of PairOrder
        One for each two learners.
    metric : Metric
        What was scored.
    level : float
        Of the intervals.
    n_examples : int
        All that there are.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> from foldwise.planning import order_by_size
    >>> learners = {"nb": NaiveBayes(), "c45": C45()}
    >>> found = order_by_size(learners, fw.data.load("iris"), seed=1)
    >>> found.n_examples, len(found.pairs)
    (150, 1)
    """

    pairs: tuple[PairOrder, ...]
    metric: Metric
    level: float
    n_examples: int

    def frame(self) -> pd.DataFrame:
        """One row for each pair and size that was measured; the last row of a pair is the fitted one for all examples.

        `high` and `low` of that row are the 90% band of the fit.
        """
        import pandas as pd

        rows = []
        for pair in self.pairs:
            who = {"dataset": pair.dataset, "a": pair.a, "b": pair.b}
            for place, size in enumerate(pair.sizes):
                numbers = (pair.differences[place], pair.low[place], pair.high[place])
                rows.append({**who, "n_train": size, **_named(numbers), "is_measured": True})
            numbers = pair.extrapolation.at(self.n_examples)
            rows.append({**who, "n_train": self.n_examples, **_named(numbers), "is_measured": False})
        return pd.DataFrame(rows)

    def document(self) -> dict[str, Any]:
        """Return all of it under its names."""
        pairs = []
        for pair in self.pairs:
            row = asdict(pair)
            del row["extrapolation"]
            fitted = dict(zip(("difference", "low", "high"), pair.extrapolation.at(self.n_examples), strict=True))
            pairs.append({**row, "order": pair.order, "at_all_examples": fitted})
        return {
            "schema": "foldwise.order-by-size/1",
            "metric": self.metric.name,
            "level": self.level,
            "n_examples": self.n_examples,
            "pairs": pairs,
        }

    def __str__(self) -> str:
        return str(self.glance())

    def _repr_html_(self) -> str:
        return notebook_html(self)

    def glance(self) -> Glance:
        """Return what a reader sees first: whether the order holds, and the difference at each size."""
        first = self.pairs[0]
        alone = len(self.pairs) == 1
        headline = _sentence(first) if alone else self._summary()
        lines = [("the change", _change_words(first, self))] if alone else []
        return Glance(
            headline=headline,
            table=_table(self),
            lines=(*lines, ("measured on", f"{counted(self.n_examples, 'example')}, all of them tested at each size")),
            call="found.details()",
        )

    def details(self) -> str:
        """Return all of it in words."""
        words = [f"{_sentence(pair)} The change is {_change_words(pair, self)}." for pair in self.pairs]
        how = (
            f"Differences are score(a) - score(b) in {self.metric.label}, means over examples, with {self.level:.0%} "
            "intervals that take the fitted models as given; for unstable learners they are somewhat short. What "
            "stands for all examples is drawn out along fitted curves, with a 90% band."
        )
        return "\n".join([*words, how])

    def _summary(self) -> str:
        counts = {kind: sum(pair.order == kind for pair in self.pairs) for kind in ("same", "changes", "open")}
        words = {
            "same": "{} the same order at every size",
            "changes": "{} another order at another size",
            "open": "{} open",
        }
        said = [words[kind].format(number) for kind, number in counts.items() if number]
        return f"Of {counted(len(self.pairs), 'pair')} of learners: {listed(said, quote=False)}."


def _named(numbers: tuple[float, float, float]) -> dict[str, float]:
    return dict(zip(("difference", "low", "high"), numbers, strict=True))


def _places(pair: PairOrder, found: OrderBySize) -> int:
    widths = [high - low for low, high in zip(pair.low, pair.high, strict=True)]
    scale = max([*widths, *map(abs, pair.differences)]) / 2
    return decimals(scale if math.isfinite(scale) and scale > 0 else 1.0, is_share=found.metric.is_share)


def _sentence(pair: PairOrder) -> str:
    a, b = one_line(pair.a), one_line(pair.b)
    if pair.order == "same":
        where = f"{', '.join(map(str, pair.sizes[:-1]))} and {pair.sizes[-1]}"
        return f"{one_line(pair.ahead(0))} is ahead of {b if pair.ahead(0) == pair.a else a} with {where} examples."
    if pair.order == "changes":
        first, last = (_clear(pair)[place] for place in (0, -1))
        return (
            f"The order of {a} and {b} changes: {one_line(pair.ahead(first))} is ahead with {pair.sizes[first]} "
            f"examples, {one_line(pair.ahead(last))} with {pair.sizes[last]}."
        )
    beside = ", though their difference changes with it" if pair.depends_on_size else ""
    return f"The order of {a} and {b} is open: at one size at least they cannot be told apart{beside}."


def _clear(pair: PairOrder) -> list[int]:
    """Return the sizes at which somebody is clearly ahead."""
    return [place for place in range(len(pair.sizes)) if pair.low[place] > 0 or pair.high[place] < 0]


def _change_words(pair: PairOrder, found: OrderBySize) -> str:
    places = _places(pair, found)
    low, high = compact(pair.change_low, places), compact(pair.change_high, places)
    return (
        f"{compact(pair.change, places)} ({found.level:.0%} interval {low} to {high}), from {pair.sizes[0]} to "
        f"{pair.sizes[-1]} training examples"
    )


def _table(found: OrderBySize) -> GlanceTable:
    rows = []
    for pair in found.pairs[:_MOST_SHOWN]:
        places = _places(pair, found)
        cells = [*zip(pair.sizes, pair.differences, pair.low, pair.high, strict=True)]
        who = f"{one_line(pair.a)} less {one_line(pair.b)}"
        rows += [(who, f"{size}", compact(d, places), _between(low, high, places)) for size, d, low, high in cells]
        d, low, high = pair.extrapolation.at(found.n_examples)
        rows.append((who, f"{found.n_examples}, fitted", compact(d, places), _between(low, high, places)))
    return GlanceTable(
        headings=("difference", "trained on", found.metric.label, "interval"),
        rows=tuple(rows),
        outcomes=("",) * len(rows),
    )


def _between(low: float, high: float, places: int) -> str:
    return f"{compact(low, places)} to {compact(high, places)}" if np.isfinite([low, high]).all() else "none"
