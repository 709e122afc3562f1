"""The exact null of two exchangeable blocks of attributes, for regressors."""

from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

import numpy as np
import numpy.typing as npt

from foldwise._core import check_choice, check_integer
from foldwise.lab._source import DataSource
from foldwise.lab.sources._block_laws import heavy_rows
from foldwise.lab.sources._on_columns import RegressorOnColumns, TiltedRegressor
from foldwise.runs import as_metric

Floats = npt.NDArray[np.float64]
Noise = Literal["normal", "t3", "t2"]
BlockLaw = Literal["normal", "heavy", "leverage"]

_DF: Final = {"t3": 3, "t2": 2}
# Of the rows of a block; how many times farther out they are.
_LEVERAGE, _FARTHER = 0.02, 10.0


def _ridge() -> Any:
    from sklearn.linear_model import Ridge

    # Nothing is random in its default solver, and with an open seed folds would not share work.
    return Ridge(random_state=0)


@dataclass(frozen=True, slots=True)
class ExchangeableLines(DataSource):
    """One regressor on two blocks of attributes that tell equally much about a number: an exact null, for any one.

    The target is the sum of the attributes of both blocks, each times the shift of its block, and noise. The first
    learner sees the first block only, the second learner the second; what the other block adds is noise to it. Or both
    see all, and each makes more of its own block (`tilt`).

    Parameters
    ----------
    learner : regressor, optional
        Trained on both blocks; `sklearn.linear_model.Ridge` if not given. Folds share work only if it has no open seed:
        ``Ridge(random_state=0)``.
    n_examples : int, default 200
        Size of every dataset.
    n_attributes : int, default 5
        Of each block.
    shift : float, default 0.3
        Coefficient of every attribute of the first block that counts.
    second_shift : float, optional
        Of the second block, for power; equal to `shift` if not given.
    n_true : int, optional
        How many attributes of each block count, the first ones; all if not given. The others are noise.
    noise : {'normal', 't3', 't2'}, default 'normal'
        Of the target: normal with variance 1, or Student's with three or two degrees of freedom.
    law : {'normal', 'heavy', 'leverage'}, default 'normal'
        Of the attributes of a block: normal with variance 1. ``'heavy'``: every row has Student's distribution with two
        degrees of freedom. ``'leverage'``: 2% of the rows are ten times as far out.
    tilt : float, optional
        With it, both learners see all attributes, each with its own block multiplied by this factor and the other one
        divided by it. A Lasso or another learner that minds scales then has slightly different penalties for the two
        blocks; with a factor near 1 the two learners nearly agree.
    metric : str or callable, default 'neg_mean_squared_error'
        How learners are scored, as in `foldwise.evaluate`.

    Notes
    -----
    With equal shifts the population is the same whichever block is called the first, so any estimate of the difference
    is distributed symmetrically around zero, in any metric and at every training size. Best possible, with normal noise
    and attributes, is a mean squared error of ``1 + n_true * second_shift ** 2`` from the first block.

    Tests that use cross-validation assume that differences of losses are stable: that they change little with one
    training example, beside how much they vary. Those of two Lassos whose penalties are nearly the same are not [1]_,
    though each Lasso is. ``ExchangeableLines(Lasso(0.1), 100, 25, n_true=3, tilt=1.05)`` has two such, equally good: a
    Lasso's losses change by 0.9, their difference by 12 (n times the variance of the change, over that of the loss).

    References
    ----------
    .. [1] arXiv:2508.04409.

    Examples
    --------
    >>> from foldwise.lab import run_trials
    >>> from foldwise.lab.sources import ExchangeableLines
    >>> source = ExchangeableLines(n_examples=60, noise="t2")
    >>> source.name, source.difference, source.metric
    ('lines of slope 0.3, Ridge, t2 noise, by neg_mean_squared_error', 0.0, 'neg_mean_squared_error')
    >>> run_trials("10x10", source, n_trials=3).found["10x10"].pvalue.shape
    (3, 1)
    """

    learner: Any = field(default_factory=_ridge)
    n_examples: int = 200
    n_attributes: int = 5
    shift: float = 0.3
    second_shift: float | None = None
    n_true: int | None = None
    noise: Noise = "normal"
    law: BlockLaw = "normal"
    tilt: float | None = None
    metric: Any = "neg_mean_squared_error"

    def __post_init__(self) -> None:
        if not (hasattr(self.learner, "fit") and hasattr(self.learner, "predict")):
            raise TypeError(f"learner must be a regressor, got {type(self.learner).__name__}. Pass one, as Ridge().")
        check_integer(self.n_examples, "n_examples", least=10)
        check_integer(self.n_attributes, "n_attributes", least=1)
        if self.n_true is not None and check_integer(self.n_true, "n_true", least=0) > self.n_attributes:
            raise ValueError(f"n_true must be at most n_attributes, {self.n_attributes}, got {self.n_true}.")
        check_choice(self.noise, "noise", get_args(Noise))
        check_choice(self.law, "law", get_args(BlockLaw))
        if as_metric(self.metric, "regression").is_accuracy:
            raise ValueError("accuracy is for classes. Use a metric for numbers, such as 'neg_mean_squared_error'.")
        if self.tilt is not None and not (np.isfinite(self.tilt) and self.tilt > 0):
            raise ValueError(f"tilt must be a positive factor, such as 1.05, got {self.tilt}.")
        for name in ("shift", "second_shift"):
            value = getattr(self, name)
            if value is not None and not np.isfinite(value):
                raise ValueError(f"{name} must be a number, such as 0.3, got {value}.")
        if not self.name:
            second = "" if self.difference == 0.0 else f" and {self.second_shift:g}"
            self._set(name=", ".join([f"{self.kind}{second}", type(self.learner).__name__, *self.details]))

    @property
    def kind(self) -> str:
        """What the attributes are like, in words."""
        law = "" if self.law == "normal" else f"{self.law} "
        return f"{law}lines of slope {self.shift:g}"

    @property
    def details(self) -> tuple[str, ...]:
        """What else is not usual, in words."""
        words = () if self.noise == "normal" else (f"{self.noise} noise",)
        few = () if self.n_true in (None, self.n_attributes) else (f"{self.n_true} of {self.n_attributes} count",)
        tilt = () if self.tilt is None else (f"tilted {self.tilt:g}",)
        return *words, *few, *tilt, f"by {as_metric(self.metric, 'regression').name}"

    @property
    def difference(self) -> float | None:
        """Zero where both blocks tell equally much."""
        return 0.0 if self.second_shift in (None, self.shift) else None

    @property
    def learners(self) -> tuple[Any, Any]:
        """The learner on the first, and on the second block; or tilted to the first, and to the second."""
        p = self.n_attributes
        if self.tilt is not None:
            a, b = (TiltedRegressor(self.learner, start, start + p, self.tilt) for start in (0, p))
            return a, b
        return RegressorOnColumns(self.learner, 0, p), RegressorOnColumns(self.learner, p, 2 * p)

    def draw(self, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Draw both blocks, then the target."""
        first, second = (self._block(rng) for _ in range(2))
        n, slope = self.n_examples, self.shift if self.second_shift is None else self.second_shift
        y = rng.normal(size=n) if self.noise == "normal" else rng.standard_t(_DF[self.noise], size=n)
        y += self.shift * first[:, : self.n_true].sum(axis=1) + slope * second[:, : self.n_true].sum(axis=1)
        return np.hstack([first, second]), y

    def _block(self, rng: np.random.Generator) -> Floats:
        n, p = self.n_examples, self.n_attributes
        if self.law == "heavy":
            return heavy_rows(rng, n, p)
        block = rng.normal(size=(n, p))
        if self.law == "leverage":
            block *= np.where(rng.random((n, 1)) < _LEVERAGE, _FARTHER, 1.0)
        return block
