"""Intervals for the score of one learner, by name: what each is about, of which designs it is, how it is computed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from foldwise._core import IncompleteRunError, SchemeMismatchError, check_choice, counted, listed
from foldwise.splits import Assignment
from foldwise.splits._door import count_whole_splits
from foldwise.stats import (
    conservative_z,
    corrected_repeated_kfold_t,
    corrected_resampled_t,
    cross_validation_z,
    nested_cv_z,
)
from foldwise.verdicts._terms import INTERVALS
from foldwise.verdicts.evidence._setting import Setting, metric_losses
from foldwise.verdicts.tests._on_folds import by_partition, fits_nested, fits_one_partition, whole_and_halves

if TYPE_CHECKING:
    from foldwise.runs import Run

# With fewer scores nobody has measured how often the corrected interval covers.
_FEWEST_SCORES: Final = 25

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scores:
    """What an interval is computed from: a run of one learner, its scores, and which of them there are."""

    run: Run
    setting: Setting
    scores: Floats
    valid: npt.NDArray[np.bool_]

    @property
    def magnitude(self) -> dict[str, Any]:
        """Largest absolute score: what rounding errors are measured by."""
        return {"score_magnitude": float(np.abs(self.scores[self.valid]).max())}

    def goodness(self) -> Floats:
        """Return right answers as 1, or minus the losses, of shape (n_repeats, n_examples); 0 where not tested."""
        losses = metric_losses(self.run, self.setting.metric)[0]
        good = 1 - losses if self.setting.is_accuracy else -losses
        return np.where(np.isfinite(good), good, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """One kind of interval.

    Parameters
    ----------
    label : str
        Its name in words.
    scheme : str
        The design to take for it, in its short name.
    design : str
        The designs that it fits, in words.
    about : str
        What it is an interval for.
    fits : callable
        Whether a `Setting`, with so many scores, is such a design.
    compute : callable
        From `Scores` to a result of `foldwise.stats`.
    needs_all : bool
        Whether no fold may be missing.
    """

    label: str
    scheme: str
    design: str
    about: str
    fits: Callable[[Setting, int], bool]
    compute: Callable[[Scores], Any]
    needs_all: bool = True


def _corrected(given: Scores) -> Any:
    scores, run = given.scores[given.valid], given.run
    sizes, ratio = run.sizes(), run.assignment.test_train_ratio
    if sizes is not None:
        n_train, n_test = (size[given.valid] for size in sizes)
        ratio = float(n_test.sum() / n_train.sum())
        if not given.setting.is_cross_validation:
            return corrected_resampled_t(scores, n_train=n_train, n_test=n_test, **given.magnitude)
    return corrected_repeated_kfold_t(scores[np.newaxis], test_train_ratio=ratio, **given.magnitude)


def _fits_corrected(setting: Setting, n_scores: int) -> bool:
    several = setting.is_cross_validation or setting.is_several_splits
    layout = setting.assignment
    odd = layout.is_irregular or setting.is_time_ordered or setting.is_disjoint_training
    return several and not odd and n_scores >= _FEWEST_SCORES and layout.test_train_ratio is not None


def _nested(given: Scores) -> Any:
    assert isinstance(given.run.assignment, Assignment)
    losses, folds = by_partition(given.goodness(), given.run.assignment.folds)
    return nested_cv_z(losses, folds, given.run.assignment.groups, **given.magnitude)


def _conservative(given: Scores) -> Any:
    n_splits = count_whole_splits(given.run.assignment)
    assert n_splits is not None
    return conservative_z(*whole_and_halves(given.scores[:, 0], n_splits), **given.magnitude)


def _cross_validation(given: Scores) -> Any:
    design = given.run.assignment
    assert isinstance(design, Assignment)
    return cross_validation_z(given.goodness()[0], design.folds[0], design.groups, **given.magnitude)


TABLE: Final = {
    "corrected_t": Interval(
        label="corrected t",
        scheme="10x10",
        design=f"{_FEWEST_SCORES} or more folds or random splits of known size, as of '5x5', '10x10' or "
        "'resampled:25:0.1'",
        about="the learner, trained on that many examples; the interval widens for training sets that overlap",
        fits=_fits_corrected,
        compute=_corrected,
        needs_all=False,
    ),
    "nested_cv_z": Interval(
        label="nested cross-validation",
        scheme="nested:3:5",
        design="nested cross-validation ('nested:3:5') and a metric that is a mean over examples",
        about="the learner, trained on as many examples as there are; cross-validation inside each training set "
        "measures how far it is off",
        fits=lambda setting, _: fits_nested(setting),
        compute=_nested,
    ),
    "conservative_z": Interval(
        label="conservative z",
        scheme="split-halves:5:10:0.1",
        design="random splits of all examples and of halves ('split-halves:5:10:0.1')",
        about="the learner, trained on that many examples; halves that share no example measure the error, and rather "
        "too much of it",
        fits=lambda setting, _: setting.is_split_halves,
        compute=_conservative,
    ),
    "cross_validation_z": Interval(
        label="cross-validation z",
        scheme="10",
        design="a single k-fold cross-validation ('10') and a metric that is a mean over examples",
        about="the very models that were fitted, one for each fold, not their learner",
        fits=lambda setting, _: fits_one_partition(setting),
        compute=_cross_validation,
    ),
}
# By label: what it is about, for words.
ABOUT: Final = {interval.label: interval.about for interval in TABLE.values()}


def scheme_for(interval: str | None) -> str:
    """Return the design to take for an interval, if none is named.

    >>> scheme_for(None), scheme_for("nested_cv_z"), scheme_for("none")
    ('10x10', 'nested:3:5', '10x10')
    """
    return TABLE[interval].scheme if interval in TABLE else "10x10"


def usable_intervals(setting: Setting, n_scores: int, name: str | None) -> list[str]:
    """Return the intervals that a design with so many scores can give; refuse `name` if it is not among them."""
    fitting = [each for each, interval in TABLE.items() if interval.fits(setting, n_scores)]
    if name in TABLE and name not in fitting:
        raise SchemeMismatchError(
            f"interval={name!r} needs {TABLE[name].design}; this is {setting}, with {counted(n_scores, 'score')}. "
            f"Usable here: {listed([*fitting, 'none'], quote=False)}."
        )
    return fitting


def check_interval(
    name: str | None, assignment: Assignment | None = None, task: str = "classification", metric: Any = None
) -> None:
    """Refuse an interval that there is not or, if a design is given, that it cannot give: before any fit."""
    if name is None:
        return
    check_choice(name, "interval", INTERVALS)
    if assignment is not None:
        usable_intervals(Setting(assignment, task, metric), assignment.n_repeats * assignment.n_folds, name)


def interval_of(given: Scores, name: str | None, level: float) -> tuple[str, Any] | None:
    """Return the label and the result of the interval that was asked for, or of the one that the design has.

    None if there is none, or if nothing varied. Refuses one that the design cannot give.
    """
    if name == "none":
        return None
    fitting = usable_intervals(given.setting, int(given.valid.sum()), name)
    chosen = name or next((each for each in fitting if each in _BY_DEFAULT), None)
    if chosen is None:
        return None
    interval = TABLE[chosen]
    if interval.needs_all and not given.valid.all():
        if name is None:
            return None
        raise IncompleteRunError(
            f"interval={name!r} needs every fold, and {int((~given.valid).sum())} of {given.valid.size} failed on "
            f"{given.run.data.name}. Mend the learner, or use interval='none'.",
            given.run,
        )
    result = interval.compute(given)
    return None if np.isnan(result.confidence_interval(level)[0]) else (interval.label, result)


# Those that a design gives without being asked; for the others one has to know that they are about something else.
_BY_DEFAULT: Final = ("nested_cv_z", "conservative_z")
