"""Where trials come from: what every source has in common, and checks of what it is given."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib.metadata import version
from numbers import Real
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise._core import FoldwiseError, derive_seed, one_line
from foldwise.lab._answers import Answers
from foldwise.lab._designs import Design, assign_together
from foldwise.lab._table_source import TableSource
from foldwise.sharing._door import predict_folds
from foldwise.splits import Assignment
from foldwise.store._door import content_key


def trial_seed(seed: int, trial: int) -> int:
    """Seed of one trial of a study: the same for all sources and procedures, which are thus compared like for like."""
    return derive_seed("trial", seed, trial, bits=64)


@contextmanager
def naming_trial(source: "Source", trial: int, seed: int) -> Iterator[None]:
    """Add to an error in which trial it came: learners may raise anything."""
    try:
        yield
    except (Exception, SystemExit) as error:
        kind = "" if isinstance(error, FoldwiseError) else f"{type(error).__name__}: "
        raise FoldwiseError(f"{source.name}, trial {trial} of seed {seed}: {kind}{one_line(error)}") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Source(ABC):
    """A population from which every trial draws a dataset of its own, with two learners to compare on it.

    Sources are frozen dataclasses: their fields say all that determines the trials, besides the seed. Trial i is a pure
    function of the source, the seed and i.

    Parameters
    ----------
    name : str, optional
        For tables and figures; made from the parameters if not given.

    Examples
    --------
    >>> from foldwise.lab.sources import Source, TwoKinds
    >>> source = TwoKinds(0.4)
    >>> isinstance(source, Source), source.name, source.difference
    (True, 'two kinds, error 0.4', 0.0)
    """

    name: str = field(default="")

    def _set(self, **values: Any) -> None:
        """Set fields while the source is made, afterwards it is frozen."""
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    @abstractmethod
    def n_examples(self) -> int:
        """Size of every dataset."""

    @property
    @abstractmethod
    def difference(self) -> float | None:
        """True difference in the metric, first learner less second; 0.0 for an exact null, None if it is not known."""

    @property
    def labels_are_coins(self) -> bool:
        """Whether nothing can be learned, so that stratified folds give away a little to who follows the majority."""
        return False

    @property
    def trials_per_block(self) -> int:
        """How many trials are done together; fixed, so that results do not depend on the number of workers."""
        return 10

    @abstractmethod
    def answer(self, trials: range, designs: Sequence[Design], seed: int) -> list[Answers]:
        """Do some trials: draw datasets, split them by every design, let both learners answer.

        Parameters
        ----------
        trials : range
            Which ones.
        designs : sequence of Design
            Every trial's dataset is the same for all of them.
        seed : int
            Of the study.

        Returns
        -------
        list of Answers
            One for each design.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSource(Source):
    """A source of datasets on which two real learners are trained; its kinds say how to draw one.

    Examples
    --------
    >>> import numpy as np
    >>> from foldwise.lab.sources import DataSource, Plane
    >>> X, labels = Plane().draw(np.random.default_rng(1))
    >>> isinstance(Plane(), DataSource), X.shape, labels.shape
    (True, (300, 2), (300,))
    """

    @property
    def difference(self) -> float | None:
        """True difference in the metric, first learner less second; not known unless a kind knows it."""
        return None

    @property
    @abstractmethod
    def learners(self) -> tuple[Any, Any]:
        """The two classifiers or regressors."""

    @property
    def metric(self) -> Any:
        """How they are scored, as `evaluate` takes it: by right and wrong answers, unless a kind says otherwise."""
        return "accuracy"

    @abstractmethod
    def draw(self, rng: np.random.Generator) -> tuple[Any, npt.NDArray[Any]]:
        """Draw a dataset.

        Parameters
        ----------
        rng : numpy.random.Generator
            The only source of chance.

        Returns
        -------
        X : array or DataFrame of shape (n_examples, n_attributes)
        y : ndarray of shape (n_examples,)
        """

    def draw_with_calibration(self, rng: np.random.Generator) -> tuple[Any, npt.NDArray[Any], Any, npt.NDArray[Any]]:
        """Draw a dataset, and examples that are not in it, on which to measure what is learned from it.

        Parameters
        ----------
        rng : numpy.random.Generator
            The only source of chance.

        Returns
        -------
        X, y
            As `draw` returns them.
        X_calibration, y_calibration
            Another dataset; some kinds have a better one.
        """
        return *self.draw(rng), *self.draw(rng)

    def answer(self, trials: range, designs: Sequence[Design], seed: int) -> list[Answers]:
        """Draw datasets, and train both learners on all folds of all designs at once."""
        check_right_or_wrong(self, "what is asked here")
        n = self.n_examples
        for number, trial in enumerate(trials):
            with naming_trial(self, trial, seed):
                one = self._answer_one(trial, designs, trial_seed(seed, trial))
            if number == 0:
                # Filled trial by trial: memory that was just used is the quickest.
                shape = len(one.whole.folds), n
                folds = np.empty((len(trials), *shape), dtype=np.int32)
                predicted = np.empty((len(trials), 2, *shape), dtype=np.int8)
                truth = np.empty((len(trials), n), dtype=np.int32)
            if one.truth.max() > np.iinfo(predicted.dtype).max:
                predicted = predicted.astype(np.int32)
            folds[number], truth[number] = one.whole.folds, one.truth
            predicted[number, 0], predicted[number, 1] = one.predicted
        return [
            Answers(
                truth=truth,
                predicted=predicted[:, :, rows].reshape(len(trials), 2, design.n_executions, -1, n),
                folds=folds[:, rows].reshape(len(trials), design.n_executions, -1, n),
                n_folds=n_folds,
            )
            for design, n_folds, rows in zip(designs, one.n_folds, one.rows, strict=True)
        ]

    def _answer_one(self, trial: int, designs: Sequence[Design], seed: int) -> "_Trial":
        X, y = self.draw(np.random.default_rng([seed, 0]))
        whole, n_folds, rows = assign_together(designs, y, seed, f"trial {trial}")
        predicted = [
            predict_folds(learner, X, y, whole, name=name, seed=seed)
            for name, learner in zip("ab", self.learners, strict=True)
        ]
        truth = np.unique(y, return_inverse=True)[1]
        return _Trial(truth, whole, predicted, n_folds, rows)


@dataclass(frozen=True, slots=True)
class OtherLearners(DataSource):
    """The datasets of a source, and other learners on them.

    Parameters
    ----------
    source : DataSource
        Where datasets come from.
    learners : pair of classifiers or regressors
        In place of those of the source.
    """

    source: DataSource
    learners: tuple[Any, Any] = field()

    @property
    def n_examples(self) -> int:
        """Size of every dataset."""
        return self.source.n_examples

    @property
    def metric(self) -> Any:
        """That of the source."""
        return self.source.metric

    @property
    def trials_per_block(self) -> int:
        """As many as of the source."""
        return self.source.trials_per_block

    def draw(self, rng: np.random.Generator) -> tuple[Any, npt.NDArray[Any]]:
        """Draw a dataset of the source."""
        return self.source.draw(rng)

    def draw_with_calibration(self, rng: np.random.Generator) -> tuple[Any, npt.NDArray[Any], Any, npt.NDArray[Any]]:
        """Draw a dataset of the source, and examples that are not in it."""
        return self.source.draw_with_calibration(rng)


@dataclass(frozen=True, slots=True, eq=False)
class _Trial:
    """What both learners answered in one trial, and which rows belong to each design."""

    truth: npt.NDArray[np.intp]
    whole: Assignment
    predicted: list[npt.NDArray[np.int32]]
    n_folds: list[int]
    rows: list[slice]


def is_right_or_wrong(source: Source) -> bool:
    """Whether trials of a source are scored by right and wrong answers, many at once; else one by one, as runs are."""
    return not isinstance(source, DataSource) or (isinstance(source.metric, str) and source.metric == "accuracy")


def check_right_or_wrong(source: Source, what: str) -> None:
    """Refuse a source that is scored by anything else, for what reads right and wrong answers."""
    if not is_right_or_wrong(source):
        metric = getattr(source, "metric", "")
        name = metric if isinstance(metric, str) else getattr(metric, "__name__", type(metric).__name__)
        raise ValueError(
            f"{source.name} is scored by {name}, and {what} reads right and wrong answers. Use a source whose metric "
            "is accuracy."
        )


def source_key(source: Source | TableSource) -> str:
    """Return the key of a source: its class and all that its fields hold, but not its name, which changes no number."""
    return content_key(source.name, _versions(), type(source), content_of(source))


def content_of(thing: Any) -> list[tuple[str, Any]]:
    """Return the fields of a dataclass, but its name, and what it did not have once and does not make use of."""
    values = ((part, getattr(thing, part.name)) for part in fields(thing) if part.name != "name")
    return [
        (part.name, value)
        for part, value in values
        if not (part.metadata.get(LATER) and type(value) is type(part.default) and value == part.default)
    ]


# In the metadata of a field that came later: findings that a store has kept from before count as long as it has its
# default.
LATER: Final = "later"


@cache
def _versions() -> tuple[tuple[str, str], ...]:
    """Versions of what every trial rests on; those of learners come with them."""
    return tuple((name, version(name)) for name in ("foldwise", "numpy", "scipy"))


def as_sources(sources: Any) -> tuple[Source, ...]:
    """Return sources with different names.

    Parameters
    ----------
    sources : Source, or a list or mapping of them
        The keys of a mapping are their names.
    """
    if isinstance(sources, Mapping):
        several = [replace(source, name=str(name)) for name, source in sources.items()]
    else:
        several = list(sources) if isinstance(sources, list | tuple) else [sources]
    for source in several:
        if isinstance(source, TableSource):
            raise TypeError(
                f"{source.name} draws tables of many datasets, where this study draws one dataset. Pass it to "
                "over_datasets."
            )
        if not isinstance(source, Source):
            raise TypeError(f"A source must be one of foldwise.lab.sources, got {type(source).__name__}.")
    names = [source.name for source in several]
    if not names or len(set(names)) < len(names):
        raise ValueError("There must be a source at least, and all with different names. Pass a mapping of names.")
    return tuple(several)


def as_pair(learners: Any) -> tuple[Any, Any]:
    """Return two classifiers as a tuple, else raise.

    >>> from foldwise.learners import C45, NaiveBayes
    >>> as_pair([NaiveBayes(), C45()])
    (NaiveBayes(), C45())
    """
    pair = tuple(learners) if isinstance(learners, list | tuple) else (learners,)
    if len(pair) != 2 or not all(hasattr(learner, "fit") and hasattr(learner, "predict") for learner in pair):
        kinds = ", ".join(type(learner).__name__ for learner in pair)
        raise TypeError(f"learners must be a pair of classifiers, such as (NaiveBayes(), C45()), got {kinds}.")
    return pair


def names_of(pair: tuple[Any, Any]) -> str:
    """Return both learners by their classes.

    >>> from foldwise.learners import C45, NaiveBayes
    >>> names_of((NaiveBayes(), C45()))
    'NaiveBayes and C45'
    """
    return " and ".join(type(learner).__name__ for learner in pair)


def as_known_difference(difference: Any) -> float | None:
    """Return it as a float from -1 to 1, or None if it is not known, else raise.

    >>> as_known_difference(0)
    0.0
    """
    if difference is None:
        return None
    if isinstance(difference, bool) or not isinstance(difference, Real):
        raise TypeError(
            f"difference must be a number from -1 to 1, or None if it is not known, got {difference!r} of type "
            f"{type(difference).__name__}."
        )
    number = float(difference)
    if not -1 <= number <= 1:
        raise ValueError(
            f"difference must be from -1 to 1, got {difference}. Five points of accuracy are 0.05; if it is not known, "
            "leave it out."
        )
    return number
