"""Error rates of the two learners of a source by the size of the training set."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import (
    Glance,
    GlanceTable,
    check_integer,
    check_seed,
    derive_seed,
    first_and_last,
    notebook_html,
    one_line,
)
from foldwise.lab._parts import do_single_parts
from foldwise.lab._source import DataSource, check_right_or_wrong, source_key
from foldwise.runs._door import SeededClones, copy_table, take_rows
from foldwise.store._door import content_key

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Damaged:
    """How one of two learners was made worse, and how well that went.

    Parameters
    ----------
    position : int
        0 if the first learner was damaged, 1 if the second.
    name : str
        Of the damaged learner.
    fraction : float
        How far it was to be brought from its own learning curve to that of the other.
    levels : tuple of float
        Of the damage, by training size.
    errors : ndarray of shape (n_sizes, n_sets)
        Error rates of the damaged learner.
    """

    position: int
    name: str
    fraction: float
    levels: tuple[float, ...]
    errors: Floats = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LearningCurves:
    """Error rates of two learners by the size of the training set, as they are and after damage.

    Made by `learning_curves`; those of a matched source are its `curves`. ``str(curves)`` is the answer at a glance,
    ``curves.details()`` the whole table.

    Parameters
    ----------
    source : str
        Where the training sets came from.
    names : tuple of two str
        Of the learners.
    sizes : tuple of int
        Training sizes, ascending; the last is that of a whole dataset.
    errors : ndarray of shape (2, n_sizes, n_sets)
        Error rates on the calibration examples, by learner, training size and training set.
    damaged : Damaged, optional
        Which learner was made worse, if any.

    Examples
    --------
    >>> from foldwise.lab import learning_curves, sources
    >>> curves = learning_curves(sources.Plane(), sizes=[50, 100], n_sets=5, n_points=200)
    >>> curves.n_sets, curves.frame().shape[0]
    (5, 3)
    """

    source: str
    names: tuple[str, str]
    sizes: tuple[int, ...]
    errors: Floats = field(repr=False)
    damaged: Damaged | None = None

    @property
    def n_sets(self) -> int:
        """Number of training sets of each size."""
        return int(self.errors.shape[-1])

    @property
    def difference(self) -> float:
        """Accuracy of the first learner less that of the second, on whole datasets, after damage."""
        return float(self._ahead().mean())

    @property
    def standard_error(self) -> float:
        """Standard error of the difference, over training sets."""
        return _standard_error(self._ahead())

    def target(self) -> Floats:
        """Error rates that the damaged learner was to have, of shape (n_sizes, n_sets)."""
        assert self.damaged is not None
        own, other = self.errors[self.damaged.position], self.errors[1 - self.damaged.position]
        return np.asarray(own + self.damaged.fraction * (other - own))

    def frame(self) -> pd.DataFrame:
        """One row for each training size: mean error rates with standard errors over training sets.

        `gap` is what remains between the damaged learner and its aim; its standard error is that of the difference of
        the two on the same training sets.
        """
        table: dict[str, Any] = {"n_train": list(self.sizes)}
        for letter, errors in zip("ab", self.errors, strict=True):
            table[f"error_{letter}"] = errors.mean(axis=-1)
            table[f"standard_error_{letter}"] = [_standard_error(each) for each in errors]
        if self.damaged is not None:
            gap = self.damaged.errors - self.target()
            table["level"] = list(self.damaged.levels)
            table["error_damaged"] = self.damaged.errors.mean(axis=-1)
            table["gap"] = gap.mean(axis=-1)
            table["gap_standard_error"] = [_standard_error(each) for each in gap]
        return pd.DataFrame(table)

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: who is ahead on whole datasets, and the error rates by training size."""
        a, b = map(one_line, self.names)
        ahead = f", {a if self.difference > 0 else b} ahead" if self.difference else ""
        difference = f"{abs(self.difference):.4f} in accuracy (standard error {self.standard_error:.4f})"
        shown, n_left_out = first_and_last(list(self.frame().to_dict("records")))
        columns = {"error_a": f"error of {a}", "error_b": f"error of {b}"}
        columns |= {} if self.damaged is None else {"error_damaged": f"error of {one_line(self.damaged.name)}, damaged"}
        rows = tuple((f"{row['n_train']}", *(f"{row[column]:.4f}" for column in columns), "") for row in shown)
        table = GlanceTable(headings=("trained on", *columns.values(), ""), rows=rows, outcomes=("",) * len(rows))
        after = "" if self.damaged is None else ", after the damage"
        return Glance(
            headline=f"{a} and {b} on {one_line(self.source)} differ by {difference}{ahead}{after}.",
            table=table.with_gap(n_left_out),
            lines=(("measured on", f"{self.n_sets} training sets of each size"),),
            call="curves.details()",
        )

    def _repr_html_(self) -> str:
        return notebook_html(self)

    def details(self) -> str:
        """Return all of it in words."""
        a, b = self.names
        words = f"{self.source}: error rates of a ({a}) and b ({b}) over {self.n_sets} training sets"
        if self.damaged is not None:
            words += f"; {self.damaged.name} brought {self.damaged.fraction:g} of the way"
        return words + "\n" + self.frame().to_string(index=False, float_format=lambda value: f"{value:.4f}")

    def _ahead(self) -> Floats:
        errors = self.errors[:, -1].copy()
        if self.damaged is not None:
            errors[self.damaged.position] = self.damaged.errors[-1]
        return np.asarray(errors[1] - errors[0])


@dataclass(frozen=True, slots=True)
class TrainingSets:
    """The training sets, and what to measure on: the same for every learner and every level of damage."""

    source: DataSource
    n_sets: int
    n_points: int
    seed: int

    def key(self, what: str, *parts: Any) -> str:
        """Key of what was measured on them."""
        return content_key(
            self.source.name, what, source_key(self.source), self.n_sets, self.n_points, self.seed, *parts
        )

    def errors(self, learners: Sequence[Any], size: int) -> Floats:
        """Error rates of some learners, of shape (n_learners, n_sets), on training sets of one size."""
        return np.array([measure(learners) for measure in self.measures(size)]).T

    def measures(self, size: int) -> "list[_Measure]":
        """Draw the training sets of one size, each with its calibration examples; smaller ones are parts of larger."""
        drawn = []
        for number in range(self.n_sets):
            rng = np.random.default_rng(derive_seed("training set", self.seed, number, bits=64))
            X, y, points, labels = self.source.draw_with_calibration(rng)
            chosen = rng.permutation(len(y))[:size]
            few = rng.permutation(len(labels))[: self.n_points]
            drawn.append(_Measure(take_rows(X, chosen), y[chosen], take_rows(points, few), labels[few], number))
        return drawn


@dataclass(frozen=True, slots=True)
class _Curves:
    """Error rates of both learners of a source at one training size."""

    sets: TrainingSets
    size: int

    def key(self) -> str:
        return self.sets.key("learning curves", self.size)

    def __call__(self) -> dict[str, npt.NDArray[Any]]:
        return {"errors": self.sets.errors(self.sets.source.learners, self.size)}


@dataclass(frozen=True, slots=True)
class _Measure:
    X: Any
    y: npt.NDArray[Any]
    points: Any
    labels: npt.NDArray[Any]
    number: int

    def __call__(self, learners: Sequence[Any]) -> list[float]:
        # Open seeds are those of the training set: common to all levels of damage, which are to be compared.
        return [self._error(SeededClones(learner).make("learning curve", self.number)) for learner in learners]

    def _error(self, learner: Any) -> float:
        # Copies: the same sets are for the other learner, and for all levels of damage.
        learner.fit(copy_table(self.X), self.y.copy())
        return float(np.mean(np.asarray(learner.predict(copy_table(self.points))) != self.labels))


def learning_curves(
    source: DataSource,
    *,
    sizes: Sequence[int] | None = None,
    n_sets: int = 200,
    n_points: int = 1000,
    seed: int = 0,
    n_jobs: int = 1,
    store: str | os.PathLike[str] | None = None,
) -> LearningCurves:
    """Measure the error rates of a source's two learners by the size of the training set.

    Parameters
    ----------
    source : DataSource
        Where training sets come from, and examples to measure on: those that it calibrates on, else another dataset.
    sizes : sequence of int, optional
        Training sizes; that of a whole dataset is always among them. By default 1/2, 2/3 and 9/10 of it, where
        two-fold cross-validation, the usual hold-out and ten-fold cross-validation train.
    n_sets : int, default 200
        Number of training sets of each size; smaller ones are parts of larger ones.
    n_points : int, default 1000
        At most so many examples are predicted for each training set, drawn from those to measure on.
    seed : int, default 0
        The same seed gives the same numbers, whatever the number of workers.
    n_jobs : int, default 1
        Number of processes, four for each core at most; -1 for all cores.
    store : path-like, optional
        File in which finished training sizes are kept, the same as of studies: called again, it goes on where it
        stopped.

    Returns
    -------
    LearningCurves
        Its `difference` is the true difference in accuracy on whole datasets, up to its `standard_error`.

    See Also
    --------
    foldwise.lab.matched : Makes the two curves equal.

    Examples
    --------
    >>> from foldwise.lab import learning_curves, sources
    >>> curves = learning_curves(sources.Plane(), sizes=[100], n_sets=10)
    >>> curves.frame()[["error_a", "error_b"]].round(2).values.tolist()
    [[0.18, 0.13], [0.11, 0.07]]
    """
    sets, all_sizes = check_sets(source, sizes, n_sets, n_points, seed)
    parts = do_single_parts([_Curves(sets, size) for size in all_sizes], n_jobs=n_jobs, store=store)
    errors = np.stack([part["errors"] for part in parts], axis=1)
    return LearningCurves(source=source.name, names=pair_names(source.learners), sizes=all_sizes, errors=errors)


def check_sets(
    source: Any, sizes: Sequence[int] | None, n_sets: int, n_points: int, seed: int
) -> tuple[TrainingSets, tuple[int, ...]]:
    """Refuse what could not be measured; return the training sets and their sizes."""
    if not isinstance(source, DataSource):
        raise TypeError(f"source must be a DataSource, whose learners are trained, got {type(source).__name__}.")
    check_right_or_wrong(source, "a learning curve")
    n = source.n_examples
    wanted = [round(n * share) for share in (1 / 2, 2 / 3, 9 / 10)] if sizes is None else list(sizes)
    for size in wanted:
        if check_integer(size, "sizes", least=2) > n:
            raise ValueError(f"sizes must be at most {n}, the size of a dataset of {source.name}, got {size}.")
    check_integer(n_sets, "n_sets", least=2)
    check_integer(n_points, "n_points", least=1)
    return TrainingSets(source, n_sets, n_points, check_seed(seed)), tuple(sorted({*wanted, n}))


def pair_names(learners: Sequence[Any]) -> tuple[str, str]:
    """Return names of two learners: their classes, with letters where these are the same."""
    a, b = (type(learner).__name__ for learner in learners)
    return (a, b) if a != b else (f"{a} (a)", f"{b} (b)")


def _standard_error(values: Floats) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values)))
