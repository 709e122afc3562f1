"""What scores from elsewhere are, known by the name of their column or by what the user says, and on which scale."""

import re
from dataclasses import dataclass
from typing import Any, Final, NoReturn

import numpy as np
import numpy.typing as npt

from foldwise._core import DataFormatError
from foldwise.results._how import how_metric
from foldwise.runs import Metric
from foldwise.runs._door import KNOWN, USUAL, Task, plain


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity by which learners are measured, on its natural scale."""

    name: str
    label: str
    lower_is_better: bool = False
    low: float = -np.inf
    high: float = np.inf
    task: Task = "classification"
    orientation_assumed: bool = False

    def metric(self) -> Metric:
        """Make the metric, whose scores are given and never computed."""
        from sklearn.metrics import accuracy_score

        return Metric(
            name=self.name,
            label=self.label,
            lower_is_better=self.lower_is_better,
            response=(),
            function=accuracy_score if self.name == "accuracy" else _not_computed,
            orientation_assumed=self.orientation_assumed,
        )


@dataclass(frozen=True, slots=True)
class Scale:
    """How the numbers of a column become scores, of which greater is better: a quantity and a factor.

    `told`: the user says that they are percent, not only the name of the column.
    """

    quantity: Quantity
    factor: float
    told: bool = False

    @property
    def is_percent(self) -> bool:
        """Whether the numbers are percent."""
        return abs(self.factor) < 1

    @property
    def words(self) -> str:
        """What was done to the numbers, to make scores of which greater is better."""
        return self._words("lower is better, negated" if self.factor < 0 else "")

    @property
    def natural_words(self) -> str:
        """What was done to the numbers, to have the quantity itself."""
        back = ", negated as it was in the table" if self.factor > 0 else ""
        return self._words(f"lower is better{back}" if self.quantity.lower_is_better else "")

    def _words(self, direction: str) -> str:
        done = [self.quantity.label]
        if self.is_percent:
            done.append("percent divided by 100")
        if direction:
            done.append(direction)
        elif self.quantity.orientation_assumed:
            done.append("greater taken to be better")
        return ", ".join(done)

    def in_percent(self) -> "Scale":
        """Take the numbers for percent, as the user says."""
        if self.quantity.high != 1:
            raise DataFormatError(
                f"Percent of what, {self.quantity.label!r} does not say. Name the quantity, such as "
                f"{how_metric('percent_correct')}; or divide them by 100."
            )
        return Scale(self.quantity, float(np.copysign(0.01, self.factor)), told=True)

    def check_percent(self, values: npt.NDArray[np.float64]) -> None:
        """Refuse percent that look like shares, all at or below 1; of errors that can be, if the user says so."""
        largest = float(np.max(values, initial=0.0, where=np.isfinite(values)))
        is_share = self.quantity.high == 1 and 0 < largest <= 1
        if not (self.is_percent and is_share) or (self.told and self.quantity.lower_is_better):
            return
        say = f"; if they are percent, say so: {how_metric('percent')}" if self.quantity.lower_is_better else ""
        raise DataFormatError(
            f"The scores are called percent ({self.quantity.label}), but none is above 1 (the largest is {largest:g}), "
            f"as if they were shares. For shares call the column {self.quantity.name}{say}."
        )

    def scores(self, values: npt.NDArray[np.float64], where: str) -> npt.NDArray[np.float64]:
        """Turn numbers into scores; refuse those that the quantity cannot take."""
        # Division by 100 is exact where multiplication by 0.01 is not.
        share = values / 100 if self.is_percent else values
        scores: npt.NDArray[np.float64] = np.copysign(1.0, self.factor) * share
        natural = -scores if self.quantity.lower_is_better else scores
        outside = np.flatnonzero((natural < self.quantity.low) | (natural > self.quantity.high))
        if len(outside):
            value = values.flat[outside[0]]
            negated = "negated " if self.quantity.lower_is_better and self.factor > 0 else ""
            raise DataFormatError(
                f"{where}: {negated}{self.quantity.label} must lie {self._range()}, got {value:g} ({len(outside)} of "
                f"{values.size} are outside). {self._hint(float(value), len(outside) / values.size)}"
            )
        return scores

    def natural(self, values: npt.NDArray[np.float64], where: str) -> npt.NDArray[np.float64]:
        """Turn numbers into the quantity itself; refuse those that it cannot take."""
        scores = self.scores(values, where)
        return -scores if self.quantity.lower_is_better else scores

    def _range(self) -> str:
        low, high = sorted(
            # Adding zero: a bound of -0 would be shown as such.
            bound / self.factor * (-1 if self.quantity.lower_is_better else 1) + 0.0
            for bound in (self.quantity.low, self.quantity.high)
        )
        if np.isinf(low) or np.isinf(high):
            return f"at or above {low:g}" if np.isinf(high) else f"at or below {high:g}"
        return f"between {low:g} and {high:g}"

    def _hint(self, value: float, share_outside: float) -> str:
        # A few percent among shares: whoever called all of them percent would be believed. Small errors may be percent.
        if self.quantity.high == 1 and share_outside < 0.5 and not self.quantity.lower_is_better:
            return "Correct those numbers."
        if self.quantity.high == 1 and 1 < value <= 100:
            percent = {"accuracy": "percent_correct", "error_rate": "percent_incorrect"}.get(
                self.quantity.name, "percent"
            )
            return f"If they are percent, say so: {how_metric(percent)}."
        return "Say what the numbers are (metric=, --metric)."


def _not_computed(*_: Any) -> NoReturn:
    raise ValueError("Scores from elsewhere are given, not computed.")


_PERCENT: Final = ("percent", "pct")


_GENERIC: Final = {"score", "scores", "value", "result", "performance"}


# Known by no range, but of all of them less is better.
_COSTS: Final = frozenset(("perplexity", "ppl", "latency", "duration", "runtime", "cost", "costs", "wer", "cer")) | {
    *("mape", "smape", "mase", "rmsle", "crps", "fid", "regret"),
}
# After such a word they say in what, or of which part, it is measured.
_UNITS: Final = frozenset(("ms", "s", "sec", "seconds", "usd", "eur", "mean", "avg", "average", "total", "test", "val"))


_QUANTITIES: Final = {name: Quantity(name, label, **scale) for name, label, scale, _ in KNOWN}


_BY_NAME: Final = {word: _QUANTITIES[name] for word, name in USUAL.items()}


def is_generic(name: object) -> bool:
    """Whether a column of this name holds scores of some kind."""
    return _bare(name) in _GENERIC


def is_percent(name: object) -> bool:
    """Whether a name says only that numbers are percent, not of what."""
    return plain(name) in ("percent", "percentage", "pct")


def known_scale(name: object) -> Scale | None:
    """Find the scale of a column of this name, if the name is known.

    >>> known_scale("Percent_correct").factor, known_scale("test_RMSE").factor, known_scale("neg_log_loss").factor
    (0.01, -1, 1)
    """
    word = _bare(name)
    if word.startswith("neg") and word[3:] in _BY_NAME:
        return Scale(_BY_NAME[word[3:]], 1)
    if word not in _BY_NAME:
        return None
    quantity = _BY_NAME[word]
    size = 0.01 if "%" in str(name) or any(mark in word for mark in _PERCENT) else 1
    return Scale(quantity, -size if quantity.lower_is_better else size)


def scale_of(name: str) -> Scale:
    """Find the scale of scores called so; of unknown ones greater is better, unless the name ends like an error's."""
    known = known_scale(name)
    if known is not None:
        return known
    label = name.replace("_", " ").strip()
    if name.lower().endswith(("error", "loss", "deviance")) or _is_cost(name):
        return Scale(Quantity(name, label, lower_is_better=True), -1)
    return Scale(Quantity(name, label, orientation_assumed=True), 1)


def _is_cost(name: str) -> bool:
    """Whether the last word of a name that says more than its place is one of which everybody wants less.

    >>> _is_cost("latency_ms"), _is_cost("val_rmse"), _is_cost("neg_perplexity"), _is_cost("cost_savings")
    (True, True, False, False)
    """
    words = re.findall(r"[^\W_]+", name.lower())
    while len(words) > 1 and words[-1] in _UNITS:
        words.pop()
    if not words or words[0] in ("neg", "negative", "minus", "inverse"):
        return False
    usual = _BY_NAME.get(words[-1])
    return words[-1] in _COSTS or (usual is not None and usual.lower_is_better)


def _bare(name: object) -> str:
    """Return a name without what says only that it was measured on test data, or is a score."""
    word = plain(name)
    for cut in (
        word,
        word.removeprefix("test"),
        word.removesuffix("score"),
        word.removeprefix("test").removesuffix("score"),
    ):
        if cut in _BY_NAME or cut in _GENERIC or (cut.startswith("neg") and cut[3:] in _BY_NAME):
            return cut
    return word
