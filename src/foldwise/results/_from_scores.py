"""Runs from tables of scores."""

from typing import Any

import numpy as np
import pandas as pd

from foldwise._core import Caveat, DataFormatError, SchemeMismatchError
from foldwise.results._bare_run import bare_run, run_of_each
from foldwise.results._cells import (
    OTHERWISE,
    Coded,
    arrange,
    check_cells,
    check_numbering,
    check_places,
    first_cell,
    no_result,
)
from foldwise.results._given_design import Counts, GivenDesign, check_share, time_words
from foldwise.results._how import how_metric, how_scheme
from foldwise.results._missing import NO_VALUE
from foldwise.results._one_scale import check_one_scale
from foldwise.results._quantity import Scale
from foldwise.results._reading import NamedRows
from foldwise.runs import DataInfo, Failure, Metric, Run, Target
from foldwise.runs._door import Task
from foldwise.splits import Layout
from foldwise.splits._door import design_scheme, design_words, short_design


def runs_from_scores(
    named: NamedRows,
    scale: Scale,
    design: GivenDesign | None = None,
    task: Task | None = None,
    *,
    allow_partial: bool = False,
) -> tuple[list[Run], dict[tuple[str, str], str]]:
    """Make one run per dataset, of the learners that have scores there; and name those that have none.

    The table has the columns dataset, learner and score, and, where they are known, repeat, fold, n_train, n_test, and
    the reason why a score is missing. If results may be missing, a fold that lacks one has failed.
    """
    check_places("dataset", named.datasets)
    scale.check_percent(named.table["score"].to_numpy(dtype=np.float64))
    check_one_scale(named.table, scale)
    task = task or scale.quantity.task
    return run_of_each(
        named,
        "score",
        lambda name, part, learners: _run(name, part, learners, scale, design, task, allow_partial),
    )


def _run(
    name: str,
    part: pd.DataFrame,
    learners: tuple[str, ...],
    scale: Scale,
    design: GivenDesign | None,
    task: Task,
    allow_partial: bool,
) -> Run:
    learner = Coded.of(part["learner"], "learner", learners)
    repeat, fold = (
        Coded.of(part[role], role) if role in part else Coded.single(role, len(part)) for role in ("repeat", "fold")
    )
    axes = [learner, repeat, fold]
    for axis in (repeat, fold):
        check_places(axis.role, axis.labels)
        check_numbering(name, learner, axis)
    check_cells(name, axes, allow_partial=allow_partial)
    values = part["score"].to_numpy(dtype=np.float64)
    instead = _told_instead(part)
    undefined = np.flatnonzero(np.isinf(values) if allow_partial else ~np.isfinite(values))
    if len(undefined):
        raise DataFormatError(
            f"{name}: the score of {first_cell(axes, int(undefined[0]))} is {values[undefined[0]]}"
            f"{instead[undefined[0]]} ({len(undefined)} "
            f"of {len(values)} scores are not finite). Mend the failed runs, leave out the learner"
            f"{'.' if np.isinf(values).any() else f', or {OTHERWISE}.'}"
        )
    repeats, folds, n_repeats, n_folds = arrange(repeat, fold, design)
    scores = np.full((len(learners), n_repeats, n_folds), np.nan)
    scores[learner.codes, repeats, folds] = scale.scores(values, name)
    why = np.full(scores.shape, "", dtype=object)
    why[learner.codes, repeats, folds] = instead
    failures = tuple(
        Failure(learner=learners[a], repeat=r, fold=f, error=_no_score(axes, (a, r, f), scores.shape) + why[a, r, f])
        for a, r, f in np.argwhere(np.isnan(scores)).tolist()
    )
    n_train, n_test = (
        _sizes(part, role, (learner.codes, repeats, folds), scores.shape) for role in ("n_train", "n_test")
    )
    n_examples = None
    if n_train is not None and n_test is not None:
        _check_sizes(name, n_train, n_test)
        check_share(design, n_train, n_test, name)
        n_examples = int(n_train[0, 0] + n_test[0, 0]) if n_folds >= 2 else None
    in_time = design is not None and design.in_time
    layout = Layout(
        n_repeats=n_repeats,
        n_folds=n_folds,
        scheme=design_scheme(n_repeats, n_folds) if design is None else design.scheme,
        description=time_words(n_repeats) if in_time else design_words(n_repeats, n_folds),
        # Nobody knows which example was right, so none can be counted.
        each_example_tested_once=False,
        repeats_per_execution=(design and design.repeats_per_execution) or n_repeats,
        n_train=n_train,
        n_test=n_test,
        ratio=None if design is None else design.ratio,
        is_irregular=design is not None and design.irregular,
        is_time_ordered=in_time,
    )
    data = DataInfo(name=name, fingerprint="", n_examples=n_examples, n_attributes=None, task=task, classes=())
    target = Target(task, np.empty(0, dtype=np.intp), np.empty(0), np.empty(0))
    metric = scale.quantity.metric()
    is_paired = len(learners) == 1 or (design is not None and design.paired)
    caveats = score_caveats(metric, is_paired=is_paired, in_percent=scale.is_percent)
    return bare_run(data, learners, layout, target, metric, scores=scores, failures=failures, caveats=caveats)


def _told_instead(part: pd.DataFrame) -> list[str]:
    """Return what stood in place of each score, in brackets; empty where there is one, or nothing is known.

    >>> _told_instead(pd.DataFrame({"score": [np.nan, 0.5], "reason": ["timeout", None]}))
    [' (timeout)', '']
    """
    if "reason" not in part or part["reason"].isna().all():
        return [""] * len(part)
    return [
        f" ({reason})" if isinstance(reason, str) and reason != NO_VALUE else "" for reason in part["reason"].tolist()
    ]


def _no_score(axes: list[Coded], place: tuple[int, int, int], shape: tuple[int, ...]) -> str:
    """Return the name of a missing result by the labels of the table, or by the numbers of splits counted through."""
    learner, repeat, fold = axes
    if (len(repeat.labels), len(fold.labels)) != shape[1:]:
        flat = place[1] * shape[2] + place[2]
        place = (place[0], *divmod(flat, len(fold.labels)))
    return no_result([learner, repeat, fold], place)


def score_caveats(metric: Metric, *, is_paired: bool, in_percent: bool) -> list[Caveat]:
    """List what is taken on trust where scores come from elsewhere."""
    caveats = []
    if in_percent:
        caveats.append(
            Caveat(
                code="percent_as_shares",
                message="The scores were given in percent and are shares here: one percentage point is 0.01, also in a "
                "rope.",
            )
        )
    if not is_paired:
        caveats.append(
            Caveat(
                code="pairing_assumed",
                message="The scores come from elsewhere: that all learners were scored on the same splits is taken on "
                "trust.",
            )
        )
    if metric.orientation_assumed:
        caveats.append(
            Caveat(
                code="orientation_assumed",
                message=f"Greater values of {metric.label} are taken to be better; if they are not, say what they are "
                f"({how_metric('error_rate')}).",
            )
        )
    return caveats


def _sizes(part: pd.DataFrame, role: str, places: tuple[Any, Any, Any], shape: tuple[int, int, int]) -> Counts | None:
    if role not in part:
        return None
    values = part[role].to_numpy(dtype=np.float64)
    wrong = values[~(np.isfinite(values) & (values == np.floor(values)) & (values > 0))]
    if len(wrong):
        raise DataFormatError(
            f"{role} must hold numbers of examples, got {wrong[0]:g}. For a share say how they were split, "
            f"such as {how_scheme('resampled:100:0.1')}."
        )
    sizes: Counts = np.zeros(shape, dtype=np.int64)
    sizes[places] = values
    largest = np.asarray(sizes.max(axis=0))
    # Zero where a result is missing.
    if ((sizes != largest) & (sizes > 0)).any():
        raise DataFormatError(f"{role} differs between learners on the same split: tests are paired and need the same.")
    return largest if largest.all() else None


def _check_sizes(name: str, n_train: Counts, n_test: Counts) -> None:
    """Refuse to call splits a cross-validation that do not test every example once."""
    n_repeats, n_folds = n_test.shape
    total = n_train + n_test
    if n_folds == 1 or ((total == total[0, 0]).all() and (n_test.sum(axis=1) == total[0, 0]).all()):
        return
    splits = short_design(n_repeats * n_folds, 1, n_test[0, 0] / total[0, 0])
    instead = f"independent splits, say so: {how_scheme(splits)}"
    times, rest = divmod(int(n_test[0].sum()), int(total[0, 0]))
    if n_repeats == 1 and times > 1 and not rest and not n_folds % times and n_folds > times:
        through = how_scheme(short_design(times, n_folds // times))
        instead = f"{times} repeats counted through, say so: {through}; if {instead}"
    raise SchemeMismatchError(
        f"{name}: the sizes are not those of {design_words(n_repeats, n_folds)}: the folds of the first repeat test "
        f"{int(n_test[0].sum())} examples in all, and use {int(total[0, 0])}. If these are {instead}."
    )
