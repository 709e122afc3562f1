"""How often each example is misclassified by a learner that is trained again and again."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import Glance, check_integer, check_seed, derive_seed, notebook_html, one_line
from foldwise.data import Dataset, as_dataset
from foldwise.lab._matched import Matched
from foldwise.lab._parts import Arrays, do_parts
from foldwise.lab._source import DataSource, check_right_or_wrong
from foldwise.lab.sources import SubSamples
from foldwise.runs._door import SeededClones, copy_table, take_rows

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]

# Training sets that are worked off together.
_BLOCK: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ExampleErrors:
    """How often each example was misclassified, over many training sets. Made by `example_errors`.

    ``str(result)`` is the answer at a glance, ``result.details()`` the same with all numbers.

    Parameters
    ----------
    source : str
        Where the examples come from.
    learner : str
        What was trained.
    train_size, n_sets : int
        Size and number of the training sets.
    wrong : ndarray of shape (n_examples,)
        Number of classifiers that misclassify each example.
    counted : ndarray of shape (n_examples,)
        Number of classifiers that were asked: those whose training set the example is not in.

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.lab import example_errors
    >>> from foldwise.learners import NaiveBayes
    >>> found = example_errors(NaiveBayes(), load("iris"), train_size=50, n_sets=20)
    >>> found.errors.shape, round(found.mean, 2)
    ((150,), 0.05)
    """

    source: str
    learner: str
    train_size: int
    n_sets: int
    wrong: Counts = field(repr=False)
    counted: Counts = field(repr=False)

    @property
    def errors(self) -> Floats:
        """Share of the classifiers that misclassify each example; NaN for one that is in all training sets."""
        return np.where(self.counted > 0, self.wrong / np.maximum(self.counted, 1), np.nan)

    @property
    def mean(self) -> float:
        """Mean over examples: the error rate of the learner at this training size."""
        return float(np.nanmean(self.errors))

    @property
    def spread(self) -> float:
        """Standard deviation of the examples' true probabilities of error: what few training sets add is taken out."""
        has_several = self.counted > 1
        errors, n = self.errors[has_several], self.counted[has_several]
        by_chance = float(np.mean(errors * (1 - errors) / (n - 1)))
        return float(np.sqrt(max(0.0, errors.var() - by_chance)))

    def frame(self) -> pd.DataFrame:
        """One row for each example, in their order: error, wrong, counted."""
        return pd.DataFrame({"error": self.errors, "wrong": self.wrong, "counted": self.counted})

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: how many examples are easy, hard or hopeless."""
        errors = self.errors[self.counted > 0]
        often = float(np.mean(errors > 0.5))
        return Glance(
            headline=f"{one_line(self.learner)} on {one_line(self.source)} errs in {self.mean:.1%} of the cases: "
            f"{np.mean(errors == 0):.1%} of the examples are never misclassified, {often:.1%} more often than not.",
            lines=(
                ("always wrong", f"{np.mean(errors == 1):.1%} of {errors.size} examples"),
                ("measured on", f"{self.n_sets} training sets of {self.train_size} examples"),
            ),
            call="result.details()",
        )

    def _repr_html_(self) -> str:
        return notebook_html(self)

    def details(self) -> str:
        """Return all of it in words."""
        errors = self.errors[self.counted > 0]
        never, always = float(np.mean(errors == 0)), float(np.mean(errors == 1))
        return (
            f"{self.source}: {self.learner}, {self.n_sets} training sets of {self.train_size}. Of {errors.size} "
            f"examples {never:.1%} are never misclassified, {np.mean(errors > 0.5):.1%} more often than not, "
            f"{always:.1%} always; {self.mean:.4f} on average, standard deviation {self.spread:.4f}."
        )


def example_errors(
    learner: Any,
    data: Dataset | DataSource,
    *,
    train_size: int = 100,
    n_sets: int = 200,
    seed: int = 0,
    n_jobs: int = 1,
) -> ExampleErrors:
    """Measure how often each example is misclassified by classifiers trained on different training sets.

    Parameters
    ----------
    learner : classifier
        What to train; seeds that it leaves open differ between training sets.
    data : Dataset or DataSource
        Of a dataset, training sets are drawn at random and without replacement, and every classifier predicts all
        examples that it was not trained on. Of a source, training sets are parts of new datasets, and every classifier
        predicts the examples that the source calibrates on; its own learners play no part.
    train_size : int, default 100
        Size of a training set.
    n_sets : int, default 200
        Number of training sets.
    seed : int, default 0
        The same seed gives the same numbers, whatever the number of workers.
    n_jobs : int, default 1
        Number of processes, four for each core at most; -1 for all cores.

    Returns
    -------
    ExampleErrors
        `errors` has the share for each example; `foldwise.plot` draws them sorted.

    See Also
    --------
    foldwise.lab.learning_curves : Mean error rates by the size of the training set.

    Notes
    -----
    After Dietterich [1]_, who measured it to design a simulation of learners that need no training.

    References
    ----------
    .. [1] T. G. Dietterich (1998). Approximate statistical tests for comparing supervised classification learning
       algorithms. Neural Computation 10, 1895-1923.

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.lab import example_errors
    >>> from foldwise.learners import C45
    >>> found = example_errors(C45(), load("iris"), train_size=50, n_sets=40)
    >>> round(found.mean, 3), round(found.spread, 2), int((found.errors == 0).sum())
    (0.078, 0.2, 96)
    """
    sets = _TrainingSets(learner, _population(data), check_integer(train_size, "train_size", least=1), check_seed(seed))
    sets.check()
    numbers = np.array_split(np.arange(check_integer(n_sets, "n_sets", least=1)), -(-n_sets // _BLOCK))
    parts = [partial(sets.count, block.tolist()) for block in numbers]
    results = do_parts(parts, [[""]] * len(parts), n_jobs=n_jobs, what="the learner")
    wrong, counted = np.sum([counts["counts"] for (counts,) in results], axis=0)
    return ExampleErrors(
        source=data.name,
        learner=type(learner).__name__,
        train_size=train_size,
        n_sets=n_sets,
        wrong=wrong,
        counted=counted,
    )


def _population(data: Any) -> "Dataset | DataSource":
    if isinstance(data, Dataset):
        return as_dataset(data)
    if not isinstance(data, DataSource):
        raise TypeError(f"data must be a Dataset or a DataSource, got {type(data).__name__}. Use foldwise.data.load.")
    if isinstance(data.source if isinstance(data, Matched) else data, SubSamples):
        raise ValueError(f"{data.name} draws from a dataset, and may train on what it is asked. Pass the dataset.")
    check_right_or_wrong(data, "example_errors")
    return data


@dataclass(frozen=True, slots=True)
class _TrainingSets:
    """The training sets, each a pure function of its number."""

    learner: Any
    data: Dataset | DataSource
    train_size: int
    seed: int

    def check(self) -> None:
        n = self.data.n_examples
        most = n - 1 if isinstance(self.data, Dataset) else n
        if self.train_size > most:
            raise ValueError(
                f"train_size must be at most {most} of the {n} of {self.data.name}, got {self.train_size}."
            )

    def count(self, numbers: list[int], _: Sequence[int], /) -> list[Arrays]:
        """Count wrong and all predictions of each example, of shape (2, n_examples), over some training sets."""
        clones = SeededClones(self.learner)
        if isinstance(self.data, Dataset):
            points, labels = self.data.X, self.data.y
        else:
            points, labels = self.data.draw_with_calibration(self._rng("examples"))[2:]
        counts = np.zeros((2, len(labels)), dtype=np.int64)
        for number in numbers:
            rng = self._rng("training set", number)
            classifier = clones.make("example errors", self.seed, number)
            if isinstance(self.data, Dataset):
                order = rng.permutation(len(labels))
                chosen, others = order[: self.train_size], np.sort(order[self.train_size :])
                classifier.fit(take_rows(points, chosen), labels[chosen])
                predicted = classifier.predict(take_rows(points, others))
            else:
                X, y = self.data.draw(rng)
                chosen, others = rng.permutation(len(y))[: self.train_size], np.arange(len(labels))
                classifier.fit(take_rows(X, chosen), y[chosen])
                # The same examples are for all training sets.
                predicted = classifier.predict(copy_table(points))
            counts[0, others] += np.asarray(predicted) != labels[others]
            counts[1, others] += 1
        return [{"counts": counts}]

    def _rng(self, *key: int | str) -> np.random.Generator:
        return np.random.default_rng(derive_seed("example errors", self.seed, *key, bits=64))
