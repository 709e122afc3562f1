"""What a store remembers of a study beside its folds: on which data it was run, and as what it was asked for before."""

from typing import Any

from foldwise.store._connection import snapshot, store_errors
from foldwise.store._store import Store
from foldwise.store._studies import all_studies, find_study
from foldwise.store._tables import ASSIGNMENT, DATASET


def earlier_definitions(store: Store, study: str) -> list[str]:
    """Return how a study was asked for each time that it was another one, the first time first."""
    connection = store._connection
    with store_errors(store.path):
        return [each.definition for each in all_studies(connection) if each.name == study]


def study_data(store: Store, study: str) -> dict[str, dict[str, Any]]:
    """Return of each dataset of a study its ``fingerprint``, ``n_examples``, ``n_attributes`` and ``seed``."""
    connection = store._connection
    with store_errors(store.path), snapshot(connection):
        found = find_study(connection, study)
        datasets = {}
        for run in found.runs if found is not None else ():
            data = DATASET.row(connection, "id = ?", run.dataset_id)
            seed = ASSIGNMENT.row(connection, "id = ?", run.assignment_id)[4]
            known = dict(zip(("fingerprint", "n_examples", "n_attributes"), data[1:4], strict=True))
            datasets[run.dataset] = {**known, "seed": seed}
        return datasets
