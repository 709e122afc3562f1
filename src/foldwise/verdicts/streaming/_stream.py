"""Two learners on examples that arrive one by one: the evidence so far, in numbers and in words."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from foldwise._core import Glance, compact, counted, decimals, notebook_html, percent, pvalue_text, shortened
from foldwise.stats._door import Capital, LowerLimit, as_number
from foldwise.verdicts.streaming._kept import KeptScores, is_kept, read_kept
from foldwise.verdicts.streaming._terms import Floats, StreamTerms

if TYPE_CHECKING:
    import pandas as pd

StreamDecision = Literal["a", "b", "undecided"]
_FOR = "new examples, each scored once; not for folds or repeats of a cross-validation, nor for examples in clusters"

# What was known is remembered after every example at first, later whenever there are so much more: two thousand times
# for a million examples.
_STEP: Final = 1.005
# The largest power of e that there is, as in `e_value`.
_MOST_LOG: Final = 709.0


class Stream:
    """Compare two learners on new examples as they arrive, and look as often as you like.

    After every example there is an answer so far. Stop as soon as it is decided, or go on: in at most `alpha` of all
    streams of equally good learners one of them is ever called better. An ordinary test that is looked at after every
    example would find a difference sooner or later.

    It is for new examples: each is drawn anew from what the learners are for, and scored once. It is not for folds or
    repeats of a cross-validation, which use the same examples again, nor for examples in clusters, such as several
    questions about one text: average the scores of a cluster first.

    Parameters
    ----------
    a, b : str, default 'a' and 'b'
        Names of the learners.
    low, high : float, default 0 and 1
        The least and the greatest score that an example can get. They must be known before the first example.
    lower_is_better : bool, default False
        Whether low scores are good, as with losses.
    alpha : float, default 0.05
        In how many streams of equally good learners one may be called better.
    file : path, optional
        Where to keep the scores. If it is there, the stream goes on where it was; an example counts once it is on disk.

    Attributes
    ----------
    terms : StreamTerms
        What was given, checked.
    n : int
        Examples so far.
    decided_at : int or None
        After how many examples it was decided; None if it is not.

    See Also
    --------
    foldwise.stats.betting_e_process : The test.
    foldwise.stats.betting_confidence_sequence : The limits.

    Examples
    --------
    >>> from foldwise.verdicts import Stream
    >>> stream = Stream("new", "old")
    >>> for right, before in [(1, 0), (1, 1), (1, 0), (1, 0), (1, 0)]:
    ...     stream.update(right, before)
    >>> stream.decision, round(stream.e_value, 2), round(stream.p_value, 2)
    ('undecided', 2.31, 0.43)
    >>> stream.update([1, 1, 1, 1, 1, 1], [0, 0, 1, 0, 0, 0])
    >>> stream.decision, stream.decided_at
    ('a', 11)
    """

    def __init__(
        self,
        a: str = "a",
        b: str = "b",
        *,
        low: float = 0.0,
        high: float = 1.0,
        lower_is_better: bool = False,
        alpha: float = 0.05,
        file: str | Path | None = None,
    ) -> None:
        self.terms = StreamTerms(a=a, b=b, low=low, high=high, lower_is_better=lower_is_better, alpha=alpha)
        self.n = 0
        self.decided_at: int | None = None
        self._decision: StreamDecision = "undecided"
        self._sums = np.zeros(2)
        self._capital, self._most = Capital(0.0), 0.0
        # The upper limit is the lower one of the negated differences.
        self._lower, self._upper = LowerLimit(self.terms.alpha), LowerLimit(self.terms.alpha)
        self._ahead, self._path, self._last = 0.0, [np.empty((0, 5))], np.empty((0, 5))
        self._kept = None if file is None else KeptScores(Path(file), self.terms)
        if self._kept is not None:
            self._take(self._kept.pairs)

    @classmethod
    def read(cls, file: str | Path) -> "Stream":
        """Return the stream that a file keeps, on the terms it was begun with; the file stays as it is.

        Parameters
        ----------
        file : path
            What was given as `file` before. To go on with it, give it again.
        """
        terms, pairs = read_kept(Path(file))
        stream = cls(**terms.document())
        stream._take(pairs)
        return stream

    @staticmethod
    def is_kept_in(file: str | Path) -> bool:
        """Return whether a file is one that a stream keeps."""
        return is_kept(Path(file))

    def update(self, a_score: Any, b_score: Any) -> None:
        """Take in new examples: a score of each learner, or as many of both in the order of their arrival.

        Parameters
        ----------
        a_score, b_score : float or array_like of shape (n,)
            From `low` to `high`. If one of them is not, none is taken in.
        """
        pairs = self.terms.pairs(a_score, b_score)
        if self._kept is not None and len(pairs):
            self._kept.append(pairs)
        self._take(pairs)

    def _take(self, pairs: Floats) -> None:
        if not len(pairs):
            return
        d = self.terms.differences(pairs)
        path = self._capital.add(d)
        self._most = max(self._most, float(path.max()))
        reached = np.flatnonzero(path >= -np.log(self.terms.alpha))
        if self.decided_at is None and len(reached):
            self.decided_at = self.n + int(reached[0]) + 1
            before = (self._sums[0] - self._sums[1]) / self.terms.width
            before = -before if self.terms.lower_is_better else before
            self._decision = "a" if before + d[: reached[0] + 1].sum() > 0 else "b"
        self._remember(d, self._lower.add(d), -self._upper.add(-d), path)
        self._sums = self._sums + pairs.sum(axis=0)
        self.n += len(pairs)

    def _remember(self, d: Floats, lower: Floats, upper: Floats, logs: Floats) -> None:
        counts = np.arange(self.n + 1.0, self.n + len(d) + 1)
        # One sum from the start, so that it is the same to the last bit however the examples are parcelled.
        sums = np.cumsum(np.concatenate([[self._ahead], d]))[1:]
        rows = np.column_stack([counts, self.terms.width * np.stack([sums / counts, lower, upper]).T, logs])
        steps = np.floor(np.log(np.stack([np.maximum(counts - 1, 0.5), counts])) / np.log(_STEP))
        self._path.append(rows[steps[1] > steps[0]])
        self._ahead, self._last = float(sums[-1]), rows[-1:]

    @property
    def e_value(self) -> float:
        """The evidence against equal scores now: 1 at the start, and 1 on average as long as they are equal."""
        return as_number(self._capital.log)

    @property
    def p_value(self) -> float:
        """A p-value that holds whenever one stops: one over the greatest e-value so far."""
        return 1 / as_number(self._most)

    @property
    def estimate(self) -> float:
        """Mean difference so far in units of the scores, positive if `a` is better; NaN before the first example."""
        if not self.n:
            return float("nan")
        ahead = float(self._sums[0] - self._sums[1]) / self.n
        return -ahead if self.terms.lower_is_better else ahead

    @property
    def interval(self) -> tuple[float, float]:
        """Limits of the mean difference that hold at all times at once; lower above upper if they have crossed."""
        return self.terms.width * self._lower.limit, -self.terms.width * self._upper.limit

    def frame(self) -> "pd.DataFrame":
        """Return what was known after so many examples: after each of the first 200, later whenever there are .5% more.

        Returns
        -------
        pandas DataFrame
            Columns ``n``, ``estimate``, ``low``, ``high`` and ``e_value``; the last row is what is known now.
        """
        import pandas as pd

        rows = np.concatenate([*self._path, self._last])
        rows = rows[np.append(np.diff(rows[:, 0]) > 0, True)[: len(rows)]]
        frame = pd.DataFrame(rows, columns=["n", "estimate", "low", "high", "e_value"])
        return frame.assign(n=frame["n"].astype(int), e_value=np.exp(np.minimum(frame["e_value"], _MOST_LOG)))

    @property
    def decision(self) -> StreamDecision:
        """``'a'`` or ``'b'`` once one of them was found better, which it stays; ``'undecided'`` before."""
        return self._decision

    def headline(self) -> str:
        """Return the answer so far as a sentence."""
        a, b = shortened(self.terms.a), shortened(self.terms.b)
        if self.decision == "undecided":
            return f"Undecided after {counted(self.n, 'example')}: whether {a} or {b} is better is open."
        better, worse = (a, b) if self.decision == "a" else (b, a)
        since = "" if self.decided_at == self.n else f"; {counted(self.n, 'example')} so far"
        return f"{better} is better than {worse}, decided after {counted(self.decided_at or 0, 'example')}{since}."

    def glance(self) -> Glance:
        """Return what a reader sees first: the answer, the difference, the evidence, what it is for."""
        lines = [("difference", self._difference()), ("evidence", self._evidence()), ("for", _FOR)]
        return Glance(
            headline=self.headline(), outcome="open" if self.decision == "undecided" else "better", lines=tuple(lines)
        )

    def details(self) -> str:
        """Return all of it in words."""
        t = self.terms
        return (
            f"{self.headline()} Difference: {self._difference()}. Evidence: {self._evidence()}. A learner is called "
            f"better as soon as the e-value reaches {1 / t.alpha:g}; if both are equally good, that ever happens in at "
            f"most {percent(t.alpha)} of all streams, however often one looks and whenever one stops. For {_FOR}. "
            f"Scores are from {t.low:g} to {t.high:g}, {'lower' if t.lower_is_better else 'higher'} is better. Test: "
            "bets on differences from -1 to 1 (foldwise.stats.betting_e_process). Measured error: docs/streams.md."
        )

    def _difference(self) -> str:
        t = self.terms
        if not self.n:
            return "none known before the first example"
        low, high = self.interval
        places = decimals(abs(high - low) / 2 or t.width, is_share=t.width <= 1)
        names = f"mean score {compact(self._sums[0] / self.n, places)} of {shortened(t.a)}, "
        names += f"{compact(self._sums[1] / self.n, places)} of {shortened(t.b)}"
        crossed = "; the limits have crossed, as they do if the difference changed on the way" if low > high else ""
        limits = f"{compact(low, places)} to {compact(high, places)}"
        return (
            f"{names}: {shortened(t.a)} is {compact(self.estimate, places)} better (negative: worse), "
            f"{percent(1 - t.alpha)} limits at all times {limits}{crossed}"
        )

    def _evidence(self) -> str:
        p = pvalue_text(self.p_value, self.terms.alpha)
        return f"e-value {self.e_value:.3g} now, p = {p} whenever one stops, level {self.terms.alpha:g}"

    def document(self) -> dict[str, Any]:
        """Return all of it for JSON; the estimate is None before the first example."""
        low, high = self.interval
        return {
            "schema": "foldwise.stream-answer/1",
            **self.terms.document(),
            "n": self.n,
            "decision": self.decision,
            "decided_at": self.decided_at,
            "estimate": self.estimate if self.n else None,
            "interval": [low, high],
            "e_value": self.e_value,
            "p_value": self.p_value,
            "words": self.details(),
        }

    def __str__(self) -> str:
        return str(self.glance())

    def __repr__(self) -> str:
        t = self.terms
        return f"<Stream of {shortened(t.a)} and {shortened(t.b)}, {counted(self.n, 'example')}: {self.decision}>"

    def _repr_html_(self) -> str:
        return notebook_html(self)
