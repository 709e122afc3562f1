"""How far a study is, at a glance: nothing is loaded and nothing is judged."""

import os
from dataclasses import dataclass
from pathlib import Path

from foldwise._core import StoreError
from foldwise.store import CellStatus, Store
from foldwise.studies._definition import from_json
from foldwise.studies._read_results import changes_since, locate, stored_name
from foldwise.studies._study import Study

# How the store says of a file that it has no tables yet.
_EMPTY = "is empty: nothing has been run with it yet."


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyStatus:
    """How far a study is.

    Parameters
    ----------
    name : str
        What it is called.
    store : Path
        Where its results are.
    cells : tuple of CellStatus
        One for each dataset and learner; none if nothing has been run.
    changes : tuple of str
        That the study is no longer what was run, if that is so.
    n_running : int
        How many programs work on the store now.
    """

    name: str
    store: Path
    cells: tuple[CellStatus, ...]
    changes: tuple[str, ...]
    n_running: int = 0


def study_status(study: Study | str | os.PathLike[str]) -> StudyStatus:
    """Count what is done, failed and missing of a study, also while another program runs it.

    Parameters
    ----------
    study : Study or path-like
        As in `read_results`.
    """
    path, asked = locate(study)
    if asked is not None and not path.exists():
        return StudyStatus(name=asked.name, store=path, cells=(), changes=())
    try:
        store = Store(path, writes=False)
    except StoreError as error:
        # Another program may be just about to make it.
        if asked is None or not str(error).endswith(_EMPTY):
            raise
        return StudyStatus(name=asked.name, store=path, cells=(), changes=())
    with store:
        if asked is not None and asked.name not in store.studies():
            return StudyStatus(name=asked.name, store=path, cells=(), changes=())
        name = stored_name(store, asked)
        changes = changes_since(from_json(store.definition(name)), asked)
        return StudyStatus(
            name=name,
            store=path,
            cells=tuple(store.status(name)),
            changes=tuple(changes),
            n_running=store.n_running(),
        )


def find_store(study: Study | str | os.PathLike[str]) -> Path:
    """Return the path of the store of a study, or of the store that was named."""
    return locate(study)[0]
