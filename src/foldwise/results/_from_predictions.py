"""Runs from tables of predictions, whose actual and predicted values are class labels or numbers, written alike."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import DataFormatError, close_names, counted, listed
from foldwise.results._bare_run import bare_run, run_of_each
from foldwise.results._cells import (
    OTHERWISE,
    Coded,
    check_cells,
    check_numbering,
    fail_folds,
    first_cell,
)
from foldwise.results._given_design import GivenDesign
from foldwise.results._how import how_metric
from foldwise.results._prediction_design import prediction_design, repeats_counted_through
from foldwise.results._reading import NamedRows
from foldwise.runs import DataInfo, Metric, Run, Target, as_metric
from foldwise.runs._door import UNTESTED, Task, is_for_numbers, is_own_function, label_caveats, make_target
from foldwise.splits import Assignment

Values = npt.NDArray[Any]


def runs_from_predictions(
    named: NamedRows, metric: Any, design: GivenDesign | None = None, *, allow_partial: bool = False
) -> tuple[list[Run], dict[tuple[str, str], str]]:
    """Make one run per dataset, of the learners that have predictions there; and name those that have none.

    The table has the columns dataset, learner, instance, actual, predicted, and, where they are known, repeat and fold.
    If predictions may be missing, a fold that lacks one has failed.
    """
    return run_of_each(
        named,
        "predicted",
        lambda name, part, learners: _run(name, part, learners, metric, design, allow_partial),
    )


def _run(
    name: str,
    part: pd.DataFrame,
    learners: tuple[str, ...],
    metric: Any,
    design: GivenDesign | None,
    allow_partial: bool,
) -> Run:
    if "fold" in part and "repeat" not in part and part.duplicated(["learner", "instance"]).any():
        part = repeats_counted_through(name, part, design)
    learner = Coded.of(part["learner"], "learner", learners)
    repeat = Coded.of(part["repeat"], "repeat") if "repeat" in part else Coded.single("repeat", len(part))
    instance = Coded.of(part["instance"], "instance")
    axes = [learner, repeat, instance]
    check_numbering(name, learner, repeat)
    tested = _check_pairing(name, axes, allow_partial=allow_partial)
    lacking = part["predicted"].isna().to_numpy()
    if allow_partial:
        # What stands there in the meantime is never scored: its fold has failed.
        part = part.assign(predicted=part["predicted"].where(~lacking, part["actual"]))
    for role in ("actual", "predicted"):
        empty = np.flatnonzero(part[role].isna())
        if len(empty):
            raise DataFormatError(
                f"{name}: {first_cell(axes, int(empty[0]))} has no {role} value ({counted(len(empty), 'cell')} in all)."
                f" Fill it in{f', or {OTHERWISE}' if role == 'predicted' else ''}; in a file, a class called NA must "
                "be in quotes."
            )
    # Cross-validation tests every example.
    all_tested = "fold" in part and part["fold"].nunique() > 1
    target, predicted, resolved = encode(name, part, instance, metric, all_tested=all_tested)
    places = (learner.codes, repeat.codes, instance.codes)
    shape = (len(learners), len(repeat.labels), len(instance.labels))
    if target.task == "classification":
        predictions: npt.NDArray[Any] = np.full(shape, UNTESTED, dtype=np.min_scalar_type(-len(target.classes)))
    else:
        predictions = np.full(shape, np.nan)
    predictions[places] = predicted
    assignment = prediction_design(name, part, axes, tested, design)
    present = np.zeros(shape, dtype=bool)
    present[places] = ~lacking
    failures = fail_folds(predictions, tested & ~present, assignment, axes)
    resolved.try_out(target)
    if resolved.response != ("predict",):
        raise ValueError(
            f"Metric {resolved.name!r} needs more than predicted labels. Use one of labels, such as accuracy or "
            "f1_macro, or pass the scores themselves."
        )
    data = DataInfo(
        name=name,
        fingerprint="",
        n_examples=predictions.shape[-1] if isinstance(assignment, Assignment) else None,
        n_attributes=None,
        task=target.task,
        classes=tuple(target.classes.tolist()),
    )
    caveats = label_caveats(target.classes.tolist())
    return bare_run(
        data, learners, assignment, target, resolved, predictions=predictions, failures=failures, caveats=caveats
    )


def _check_pairing(name: str, axes: list[Coded], *, allow_partial: bool) -> npt.NDArray[np.bool_]:
    """Whether a repeat tests an instance: the same for all learners, each once."""
    learner, repeat, instance = axes
    shape = (len(learner.labels), len(repeat.labels), len(instance.labels))
    tested = np.zeros(shape[1:], dtype=bool)
    tested[repeat.codes, instance.codes] = True
    # As one axis of those places that any learner has: what a learner lacks among them is missing.
    place = np.cumsum(tested.ravel()) - 1
    labels = tuple(
        ", ".join(filter(None, (repeat.words(int(r)), instance.words(int(i))))) for r, i in np.argwhere(tested)
    )
    flat = place[repeat.codes * shape[2] + instance.codes].astype(np.intp)
    check_cells(name, [learner, Coded("", flat, labels)], allow_partial=allow_partial)
    return tested


def encode(
    where: str, part: pd.DataFrame, instance: Coded, metric: Any, *, all_tested: bool
) -> tuple[Target, Values, Metric]:
    """Return the truth, one value per instance, the predictions, one per row, and the metric.

    `all_tested`: the instances are all there are, so that nobody could learn a label that is not among the actual ones.
    """
    columns = part[["actual", "predicted"]]
    if not all(map(pd.api.types.is_numeric_dtype, columns.dtypes)):
        columns = columns.astype(str)
    actual, predicted = (columns[role].to_numpy() for role in ("actual", "predicted"))
    truth, predicted = _of_one_sign(_truth(where, actual, instance), predicted)
    task = _task(where, truth, predicted, part["learner"], metric)
    resolved = as_metric(metric, task)
    if task == "regression":
        return make_target(truth.astype(np.float64), task), predicted.astype(np.float64), resolved
    both = np.concatenate([truth, predicted])
    classes = np.unique(both.astype(str) if both.dtype == object else both)
    truth, predicted = truth.astype(classes.dtype), predicted.astype(classes.dtype)
    _check_labels(where, truth, predicted, part["learner"], all_tested=all_tested)
    codes = np.searchsorted(classes, truth).astype(np.intp)
    return Target("classification", codes, classes, classes[codes]), np.searchsorted(classes, predicted), resolved


def _of_one_sign(truth: Values, predicted: Values) -> tuple[Values, Values]:
    """Let whole numbers of both kinds stay exact: numpy would make 2**63 and 2**63 + 1 one real number."""
    if {truth.dtype.kind, predicted.dtype.kind} != {"i", "u"}:
        return truth, predicted
    if min(truth.min(), predicted.min()) < 0:
        return truth.astype(str), predicted.astype(str)
    return truth.astype(np.uint64), predicted.astype(np.uint64)


def _truth(where: str, actual: Values, instance: Coded) -> Values:
    truth: Values = np.empty(len(instance.labels), dtype=actual.dtype)
    truth[instance.codes] = actual
    differing = np.flatnonzero(truth[instance.codes] != actual)
    if len(differing):
        code = int(instance.codes[differing[0]])
        two = " and ".join(map(repr, list(dict.fromkeys(actual[instance.codes == code].tolist()))[:2]))
        raise DataFormatError(
            f"{where}: {instance.words(code)} has two actual values, {two}. The same instance must be the same example "
            "everywhere."
        )
    return truth


def _task(where: str, truth: Values, predicted: Values, learner: "pd.Series[str]", metric: Any) -> Task:
    """Real numbers are no labels; whole numbers are, unless the metric is for numbers."""
    resolved = None if metric is None else as_metric(metric, "classification")
    for_numbers = resolved is not None and is_for_numbers(resolved)
    if not all(values.dtype.kind in "iufb" for values in (truth, predicted)):
        if resolved is not None and for_numbers:
            raise DataFormatError(
                f"{where}: metric {resolved.name!r} needs numbers, but the values are labels such as "
                f"{str(truth[0])!r} and {str(predicted[0])!r}. Use a metric of labels, such as accuracy."
            )
        return "classification"
    if for_numbers or _real(truth).any():
        return "regression"
    real = np.flatnonzero(_real(predicted))
    if len(real) == 0:
        return "classification"
    if resolved is not None and is_own_function(resolved):
        return "regression"
    row = int(real[0])
    raise DataFormatError(
        f"{where}: {learner.iloc[row]} predicts {predicted[row].item():g}, and the actual values are whole numbers "
        f"such as {truth[0].item():g}. If it is a probability, make it a label (1 from 0.5 on, else 0); if numbers are "
        f"predicted, name the metric: {how_metric('neg_mean_absolute_error')}."
    )


def _real(values: Values) -> npt.NDArray[np.bool_]:
    numbers = values.astype(np.float64)
    return np.asarray(numbers != np.floor(numbers))


def _check_labels(where: str, truth: Values, predicted: Values, learner: "pd.Series[str]", *, all_tested: bool) -> None:
    """Refuse labels that no example has, if they must be a slip of the pen.

    A hold-out may lack a class that the training set had, so there only those count that look like an actual label, and
    learners that never say one.
    """
    actual = np.unique(truth).tolist()
    alike = {_bare(label): label for label in actual}
    for name in dict.fromkeys(learner):
        labels = np.unique(predicted[(learner == name).to_numpy()]).tolist()
        foreign = [label for label in labels if label not in actual]
        slips = foreign if all_tested or len(foreign) == len(labels) else [x for x in foreign if _bare(x) in alike]
        if slips:
            label = slips[0]
            same = [alike[_bare(label)]] if _bare(label) in alike else _closest(label, actual)
            there = f"Did you mean {_shown(same[0])}?" if same else f"There are: {listed(actual, most=6)}."
            more = f" (and {counted(len(slips) - 1, 'other label')} like it)" if len(slips) > 1 else ""
            raise DataFormatError(
                f"{where}: {name} predicts {_shown(label)}{more}, which is no actual label. {there} Write both alike."
            )


def _shown(label: Any) -> str:
    return f"{label:g}" if isinstance(label, float) else repr(label)


def _bare(label: Any) -> str:
    """Label without case, quotes, spaces and stops around it, and a whole number without its decimals.

    >>> _bare("Yes "), _bare(">50K."), _bare("1.0"), _bare(1), _bare("-1")
    ('yes', '>50k', '1', '1', '-1')
    """
    return str(label).casefold().strip().removesuffix(".0").strip(" \t'\".")


def _closest(label: Any, actual: list[Any]) -> list[Any]:
    """List the label that a text was meant to be, if it is a slip of the pen; a number is none."""
    return close_names(label, actual, most=1) if isinstance(label, str) else []
