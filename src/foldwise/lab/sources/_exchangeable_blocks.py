"""The exact null of two exchangeable blocks of attributes."""

from dataclasses import dataclass, field
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import ClusterMixin, RegressorMixin

from foldwise._core import check_choice, check_fraction, check_integer
from foldwise.lab._source import LATER, DataSource
from foldwise.lab.sources._block_laws import LAWS, Law, corner_signs, draw_chains, draw_classes, draw_noise
from foldwise.lab.sources._on_columns import OnColumns
from foldwise.learners import NearestNeighbor
from foldwise.runs import as_metric


@dataclass(frozen=True, slots=True)
class ExchangeableBlocks(DataSource):
    """One learner on two blocks of attributes that have the same law given the class: an exact null, for any learner.

    Two classes, equally probable unless told otherwise. Each block has `n_attributes` attributes, normal with variance
    1 unless told otherwise, whose means are plus or minus the shift, by class. The first learner sees the first block
    only, the second learner the second. With equal shifts the two are exchangeable, at every training size, while all
    variation is real.

    Parameters
    ----------
    learner : classifier, optional
        Trained on both blocks; `NearestNeighbor()` if not given.
    n_examples : int, default 200
        Size of every dataset.
    n_attributes : int, default 5
        Of each block.
    shift : float, default 0.35
        Of the first block.
    second_shift : float, optional
        Of the second block, for power; equal to `shift` if not given.
    law : {'normal', 'heavy', 'outliers', 'chain', 'correlated'}, default 'normal'
        Of the attributes of a block. ``'heavy'``: every row has Student's distribution with two degrees of freedom.
        ``'outliers'``: 3% of the examples are thrown 8 to the side of the other class, in a random half of the columns
        of one block and in the others of the other. ``'correlated'``: 0.8 between any two attributes of a block.
        ``'chain'``: attributes are 0 or 1, with probabilities that depend on the class and on the attribute before;
        there are no shifts.
    prior : float, default 0.5
        Probability of class 1, of two classes.
    n_classes : {2, 4, 8}, default 2
        Means are at the corners of a square or a cube, over and over along the columns. Four classes are equally
        probable; of eight, four have 22.5% each, and the others 4, 3, 2 and 1%.
    metric : str or callable, default 'accuracy'
        How learners are scored, as in `foldwise.evaluate`. With any other than accuracy every trial is evaluated by
        itself, which takes longer.
    label_noise : float, default 0
        Probability that the label of an example is wrong: another class, any of them as probable. It knows nothing of
        the attributes, so that the null stays exact.

    Notes
    -----
    The population is the same whichever block is called the first, so any estimate of the difference is distributed
    symmetrically around zero, in any metric. Nothing has to be matched, and no learner is at chance. The best possible
    accuracy of a block is that of a normal variable below ``shift * sqrt(n_attributes)``: 78% for the defaults.

    Examples
    --------
    >>> from foldwise.lab import run_trials
    >>> from foldwise.lab.sources import ExchangeableBlocks
    >>> from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    >>> source = ExchangeableBlocks(LinearDiscriminantAnalysis(), n_examples=60)
    >>> source.name, source.difference
    ('blocks shifted 0.35, LinearDiscriminantAnalysis', 0.0)
    >>> found = run_trials("10x10", source, n_trials=20).found["10x10"]
    >>> found.pvalue.shape
    (20, 1)
    >>> ExchangeableBlocks(law="heavy", prior=0.3, metric="f1").name
    'heavy blocks shifted 0.35, NearestNeighbor, 30% in class 1, by f1'
    """

    learner: Any = field(default_factory=NearestNeighbor)
    n_examples: int = 200
    n_attributes: int = 5
    shift: float = 0.35
    second_shift: float | None = None
    law: Law = field(default="normal", metadata={LATER: True})
    prior: float = field(default=0.5, metadata={LATER: True})
    n_classes: int = field(default=2, metadata={LATER: True})
    metric: Any = field(default="accuracy", metadata={LATER: True})
    label_noise: float = field(default=0.0, metadata={LATER: True})

    def __post_init__(self) -> None:
        can_classify = hasattr(self.learner, "fit") and hasattr(self.learner, "predict")
        if not can_classify or isinstance(self.learner, (RegressorMixin, ClusterMixin)):
            raise TypeError(f"learner must be a classifier, got {type(self.learner).__name__}. Pass one, as C45().")
        check_integer(self.n_examples, "n_examples", least=10)
        check_integer(self.n_attributes, "n_attributes", least=1)
        check_choice(self.law, "law", LAWS)
        check_fraction(self.prior, "prior")
        self._set(prior=float(self.prior))
        if not (_is_number(self.label_noise) and 0 <= self.label_noise < 1):
            raise ValueError(f"label_noise must be from 0 to below 1, got {self.label_noise!r}.")
        as_metric(self.metric, "classification")
        for name in ("shift", "second_shift"):
            value = getattr(self, name)
            if not (_is_number(value) or (name == "second_shift" and value is None)):
                raise ValueError(f"{name} must be a number, such as 0.35, got {value!r}.")
        self._check_together()
        if not self.name:
            second = "" if self.difference == 0.0 else f" and {self.second_shift:g}"
            words = [f"{self.kind}{second}", type(self.learner).__name__, *self.details]
            self._set(name=", ".join(words))

    def _check_together(self) -> None:
        if check_integer(self.n_classes, "n_classes", least=1) not in (2, 4, 8):
            raise ValueError(f"n_classes must be 2, 4 or 8, got {self.n_classes}.")
        if self.n_classes > 2 and self.prior != 0.5:
            raise ValueError(f"prior is for two classes, got {self.prior:g} with {self.n_classes}. Leave one out.")
        if self.law == "chain" and (self.n_classes > 2 or self.difference != 0.0):
            raise ValueError("law='chain' has two classes and no shifts: leave out n_classes and second_shift.")

    @property
    def kind(self) -> str:
        """What the attributes are like, in words."""
        law = "" if self.law == "normal" else f"{self.law} "
        return f"{law}blocks" if self.law == "chain" else f"{law}blocks shifted {self.shift:g}"

    @property
    def details(self) -> tuple[str, ...]:
        """What else is not usual, in words."""
        metric = self.metric if isinstance(self.metric, str) else as_metric(self.metric, "classification").name
        words = {
            f"{self.n_classes} classes": self.n_classes > 2,
            f"{self.prior:.0%} in class 1": self.prior != 0.5,
            f"by {metric}": metric != "accuracy",
            f"{self.label_noise:.0%} of labels wrong": self.label_noise > 0,
        }
        return tuple(word for word, is_said in words.items() if is_said)

    @property
    def difference(self) -> float | None:
        """Zero where both blocks are shifted alike."""
        return 0.0 if self.second_shift in (None, self.shift) else None

    @property
    def learners(self) -> tuple[Any, Any]:
        """The learner on the first, and on the second block."""
        p = self.n_attributes
        return OnColumns(self.learner, 0, p), OnColumns(self.learner, p, 2 * p)

    def draw(self, rng: np.random.Generator) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
        """Draw classes, then both blocks, then which labels are wrong."""
        X, y = self._draw_clean(rng)
        if not self.label_noise:
            return X, y
        is_wrong = rng.random(self.n_examples) < self.label_noise
        other = (y + rng.integers(1, self.n_classes, self.n_examples)) % self.n_classes
        return X, np.where(is_wrong, other, y)

    def _draw_clean(self, rng: np.random.Generator) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
        y = draw_classes(rng, self.n_examples, self.n_classes, self.prior)
        if self.law == "chain":
            return draw_chains(rng, y, self.n_attributes), y
        signs = corner_signs(y, self.n_classes, self.n_attributes)
        second = self.shift if self.second_shift is None else self.second_shift
        return draw_noise(rng, self.law, signs) + np.hstack([self.shift * signs, second * signs]), y


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool) and bool(np.isfinite(float(value)))
