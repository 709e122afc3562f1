"""Datasets of a table on which a learner has no result at all."""

from collections.abc import Sequence

import pandas as pd

from foldwise._core import Caveat, DataFormatError, listed


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
