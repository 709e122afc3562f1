"""What a table lacks: datasets on which a learner has no result at all, and folds without some of the predictions."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import Caveat, DataFormatError, listed
from foldwise.results._cells import Coded, no_result
from foldwise.runs import Failure
from foldwise.runs._door import FAILED
from foldwise.splits import Assignment, Layout


def complete_datasets(there: pd.DataFrame, learners: Sequence[str]) -> list[str]:
    """List the datasets on which every learner has some result; `there` are the rows that have one."""
    found = there.groupby("dataset", sort=False)["learner"].nunique()
    return [str(name) for name, count in found.items() if count == len(learners)]


def left_out_datasets(table: pd.DataFrame, there: pd.DataFrame, learners: Sequence[str]) -> tuple[Caveat, ...]:
    """Say which datasets cannot be judged, since a learner has no result there."""
    complete = complete_datasets(there, learners)
    lacking: list[str] = []
    for name in dict.fromkeys(table["dataset"]):
        if name not in complete:
            known = set(there["learner"][there["dataset"] == name])
            lacking.append(f"{name} (no result of {listed([x for x in learners if x not in known], quote=False)})")
    if not complete:
        raise DataFormatError(
            f"On no dataset every learner has a result: {listed(lacking, most=3, quote=False)}. Add them, or leave out "
            "the learner (learners=, --learner)."
        )
    if not lacking:
        return ()
    message = f"Datasets are left out, on which a learner has no result: {listed(lacking, quote=False)}."
    return (Caveat(code="partial_design", message=message),)


def fail_folds(
    predictions: npt.NDArray[Any], lacking: npt.NDArray[np.bool_], assignment: Assignment | Layout, axes: list[Coded]
) -> tuple[Failure, ...]:
    """Mark folds in which a prediction is lacking, and name what is."""
    failures: list[Failure] = []
    nothing = np.nan if predictions.dtype.kind == "f" else FAILED
    for learner, repeat in np.argwhere(lacking.any(axis=2)).tolist():
        here = lacking[learner, repeat]
        folds = assignment.folds[repeat] if isinstance(assignment, Assignment) else np.zeros(len(here), dtype=np.int32)
        for fold in np.unique(folds[here]).tolist():
            first = int(np.flatnonzero(here & (folds == fold))[0])
            n_lacking = int((here & (folds == fold)).sum())
            more = f" and {n_lacking - 1} more" if n_lacking > 1 else ""
            error = no_result(axes, (learner, repeat, first)) + more
            failures.append(Failure(learner=axes[0].labels[learner], repeat=repeat, fold=fold, error=error))
            predictions[learner, repeat, folds == fold] = nothing
    return tuple(failures)
