"""Runs from tables of predictions."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import DataFormatError, SchemeMismatchError, counted
from foldwise.results._cells import OTHERWISE, Coded, check_cells, check_same_design, first_cell
from foldwise.results._from_scores import numbers
from foldwise.results._gaps import complete_datasets, fail_folds, left_out_datasets
from foldwise.results._given_design import GivenDesign, check_share, how_instead
from foldwise.results._labels import encode
from foldwise.results._row_checks import check_numbering
from foldwise.results._untold_design import check_other_test_sets, repeats_counted_through
from foldwise.runs import DataInfo, Failure, Learner, Metric, Run, Target
from foldwise.runs._door import UNTESTED, label_caveats
from foldwise.splits import TRAIN_ONLY, Assignment, Layout
from foldwise.splits._door import design_scheme, design_words


def runs_from_predictions(
    table: pd.DataFrame, metric: Any, given: GivenDesign | None = None, *, allow_partial: bool = False
) -> list[Run]:
    """Make one run per dataset.

    `table` has the columns dataset, learner, instance, actual, predicted, and, where they are known, repeat and fold.
    If predictions may be missing, a fold that lacks one has failed, and datasets without any of some learner are left
    out.
    """
    learners = tuple(dict.fromkeys(table["learner"].tolist()))
    there = table[table["predicted"].notna()]
    caveats = left_out_datasets(table, there, learners) if allow_partial else ()
    kept = table["dataset"].isin(complete_datasets(there, learners)) | (not caveats)
    runs = [
        _run(str(name), part.reset_index(drop=True), learners, metric, given, allow_partial)
        for name, part in table[kept].groupby("dataset", sort=False)
    ]
    # About the whole table, so every run has it.
    runs = [replace(run, caveats=(*run.caveats, *caveats)) for run in runs]
    check_same_design({run.data.name: (run.assignment.n_repeats, run.assignment.n_folds) for run in runs})
    return runs


def _run(
    name: str,
    part: pd.DataFrame,
    learners: tuple[str, ...],
    metric: Any,
    given: GivenDesign | None,
    allow_partial: bool,
) -> Run:
    if "fold" in part and "repeat" not in part and part.duplicated(["learner", "instance"]).any():
        part = repeats_counted_through(name, part, given)
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
    assignment = (
        _assignment(name, part, axes, tested, given)
        if "fold" in part
        else _without_folds(name, tested, given, _training_sizes(name, part, repeat))
    )
    present = np.zeros(shape, dtype=bool)
    present[places] = ~lacking
    failures = fail_folds(predictions, tested & ~present, assignment, axes)
    predictions.setflags(write=False)
    resolved.try_out(target)
    return _make(name, learners, assignment, target, predictions, resolved, failures)


def _make(
    name: str,
    learners: tuple[str, ...],
    assignment: Assignment | Layout,
    target: Target,
    predictions: npt.NDArray[Any],
    metric: Metric,
    failures: tuple[Failure, ...],
) -> Run:
    if metric.response != ("predict",):
        raise ValueError(
            f"Metric {metric.name!r} needs more than predicted labels. Use one of labels, such as accuracy or "
            "f1_macro, or pass the scores themselves."
        )
    nothing = np.full((len(learners), assignment.n_repeats, assignment.n_folds), np.nan)
    nothing.setflags(write=False)
    return Run(
        data=DataInfo(
            name=name,
            fingerprint="",
            n_examples=predictions.shape[-1] if isinstance(assignment, Assignment) else None,
            n_attributes=None,
            task=target.task,
            classes=tuple(target.classes.tolist()),
        ),
        learners=tuple(Learner(name=learner, description=learner) for learner in learners),
        assignment=assignment,
        target=target,
        predictions=predictions,
        responses=None,
        response_methods=("",) * len(learners),
        metric=metric,
        fitted_scores=None,
        fit_seconds=nothing,
        predict_seconds=nothing,
        failures=failures,
        caveats=tuple(label_caveats(target.classes.tolist())),
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


def _assignment(
    name: str, part: pd.DataFrame, axes: list[Coded], tested: npt.NDArray[np.bool_], given: GivenDesign | None
) -> Assignment | Layout:
    """Fold codes from the fold column."""
    _, repeat, instance = axes
    fold = Coded.of(part["fold"], "fold")
    n_folds = len(fold.labels)
    codes = np.full(tested.shape, TRAIN_ONLY, dtype=np.int32)
    codes[repeat.codes, instance.codes] = fold.codes
    differing = np.flatnonzero(codes[repeat.codes, instance.codes] != fold.codes)
    if len(differing):
        raise DataFormatError(
            f"{name}: {first_cell([repeat, instance], int(differing[0]))} is in different folds for different learners "
            f"({counted(len(differing), 'row')}). Tests are paired: all learners need the same folds."
        )
    if n_folds == 1:
        return _without_folds(name, tested, given, _training_sizes(name, part, repeat))
    if not tested.all():
        places = np.argwhere(~tested)
        words = [", ".join(filter(None, (repeat.words(int(r)), instance.words(int(i))))) for r, i in places[:3]]
        raise DataFormatError(
            f"{name}: {len(places)} predictions are missing: {'; '.join(words)}{' and more' if len(places) > 3 else ''}"
            ". Cross-validation tests every instance in every repeat."
        )
    empty = np.argwhere(np.stack([np.bincount(row, minlength=n_folds) for row in codes]) == 0)
    if len(empty):
        raise DataFormatError(
            f"{name}: fold {fold.labels[empty[0][1]]} tests nothing in {repeat.words(int(empty[0][0]))}"
            ". All repeats need the same folds."
        )
    n_repeats = len(codes)
    if given is not None and not given.describes(n_repeats, n_folds):
        raise _mismatch(design_words(n_repeats, n_folds), given, how_instead(n_repeats, n_folds))
    return Assignment(
        folds=codes,
        n_folds=n_folds,
        scheme=design_scheme(n_repeats, n_folds) if given is None else given.scheme,
        description=design_words(n_repeats, n_folds),
        stratified=None,
        seed=None,
        repeats_per_execution=(given and given.repeats_per_execution) or n_repeats,
    )


def _without_folds(
    name: str, tested: npt.NDArray[np.bool_], given: GivenDesign | None, n_train: npt.NDArray[np.int64] | None
) -> Assignment | Layout:
    """Tell what is known when every row says only that an instance was tested in a repeat."""
    n_repeats = len(tested)
    if given is not None and given.n_repeats != n_repeats:
        raise _mismatch(f"{counted(n_repeats, 'repeat')} without folds", given)
    splits = not tested.all()
    if given is not None and given.n_folds == 1 and splits and n_train is None and _covers_all(tested, given):
        # Splits that the user describes train on what they do not test.
        return Assignment(
            folds=np.where(tested, 0, TRAIN_ONLY).astype(np.int32),
            n_folds=1,
            scheme=given.scheme,
            description=given.words,
            stratified=None,
            seed=None,
            repeats_per_execution=n_repeats,
        )
    if given is not None and given.n_folds > 1 and splits:
        raise DataFormatError(f"{name}: scheme {given.shown} tests every instance in every repeat, and some are not.")
    if given is not None and not splits:
        check_other_test_sets(name, n_repeats, tested.shape[1], given)
    n_test = tested.sum(axis=1, dtype=np.int64)[:, np.newaxis]
    if n_train is not None:
        check_share(given, n_train, n_test, name)
    has_folds = splits or (given is not None and given.n_folds == 1)
    unknown = "one test set" if n_repeats == 1 else f"{n_repeats} repeats, of which the folds are not known"
    words = design_words(n_repeats, 1) if has_folds else unknown
    return Layout(
        n_repeats=n_repeats,
        n_folds=1,
        scheme=words if given is None else given.scheme,
        description=words if given is None else given.words + (" (folds not known)" if given.n_folds > 1 else ""),
        each_example_tested_once=bool(tested.sum(axis=0).max() <= 1),
        repeats_per_execution=n_repeats,
        has_folds=has_folds,
        n_train=n_train,
        n_test=None if n_train is None else n_test,
        ratio=None if given is None or given.n_folds > 1 else given.ratio,
    )


def _covers_all(tested: npt.NDArray[np.bool_], given: GivenDesign) -> bool:
    """Whether all examples are there: test sets are as large a share of them as the scheme says.

    Few splits leave some examples untested, and then untold.
    """
    if given.share is None:
        return False
    return bool((np.abs(tested.sum(axis=1) - given.share * tested.shape[1]) <= 1).all())


def _training_sizes(name: str, part: pd.DataFrame, repeat: Coded) -> npt.NDArray[np.int64] | None:
    """Return the training size of every repeat, if there is a column of it."""
    if "n_train" not in part:
        return None
    values = numbers(part["n_train"], "n_train").to_numpy()
    sizes = np.zeros(len(repeat.labels))
    sizes[repeat.codes] = values
    wrong = ~(sizes >= 1) | (sizes != np.floor(sizes))
    if wrong.any() or (sizes[repeat.codes] != values).any():
        raise DataFormatError(f"{name}: n_train must be one number of examples for each repeat.")
    return sizes.astype(np.int64)[:, np.newaxis]


def _mismatch(found: str, given: GivenDesign, instead: str = "") -> SchemeMismatchError:
    return SchemeMismatchError(
        f"The predictions are those of {found}, but scheme {given.shown} means {given.words}. Correct the "
        f"scheme{instead}."
    )
