"""How far a study is, and who is ahead so far: no data are loaded, and nothing is fitted."""

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foldwise.runs import Metric, Run
from foldwise.store import CellStatus, Store
from foldwise.store._door import EmptyStoreError
from foldwise.studies._definition import define, from_json
from foldwise.studies._kept import with_metrics
from foldwise.studies._read_results import asked_metrics, changes_since, locate, stored_name
from foldwise.studies._registered import Registered, registered_of
from foldwise.studies._settling import settling_words
from foldwise.studies._standing import Standing
from foldwise.studies._study import Study
from foldwise.verdicts import Overall


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
    overall : Overall or None
        What the mean scores of datasets say on which nothing is left to be done; None unless there are two of them.
    answer : str
        Who is ahead by these, in a line; empty if there is nothing to say.
    settling : str
        Of how many datasets all pairs are settled, and which are open; empty for a fixed design.
    registration : Registered or None
        What was sealed before the first run, and what is not as it was sealed; None if nothing was.

    Examples
    --------
    >>> import tempfile
    >>> from foldwise.studies import Study, run_study, study_status
    >>> learners = {"bayes": "nb", "guess": "sklearn.dummy.DummyClassifier"}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     study = Study(name="a", datasets=["iris"], learners=learners, scheme="2x3", store=folder + "/a.db")
    ...     results = run_study(study, progress=False)
    ...     status = study_status(study)
    >>> status.name, status.n_running
    ('a', 0)
    """

    name: str
    store: Path
    cells: tuple[CellStatus, ...]
    changes: tuple[str, ...]
    n_running: int = 0
    overall: Overall | None = None
    answer: str = ""
    settling: str = ""
    registration: Registered | None = None


def study_status(study: Study | str | os.PathLike[str]) -> StudyStatus:
    """Count what is done, failed and missing of a study, also while another program runs it.

    Parameters
    ----------
    study : Study or path-like
        As in `read_results`.

    Examples
    --------
    >>> import tempfile
    >>> from foldwise.studies import Study, run_study, study_status
    >>> learners = {"bayes": "nb", "guess": "sklearn.dummy.DummyClassifier"}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     study = Study(name="a", datasets=["iris"], learners=learners, scheme="2x3", store=folder + "/a.db")
    ...     results = run_study(study, progress=False)
    ...     status = study_status(study)
    >>> [(cell.learner, cell.n_done, cell.n_folds) for cell in status.cells]
    [('bayes', 6, 6), ('guess', 6, 6)]
    """
    path, definition = locate(study)
    nothing_yet = None if definition is None else _nothing_yet(path, definition)
    if nothing_yet is not None and not path.exists():
        return nothing_yet
    try:
        store = Store(path, writes=False)
    except EmptyStoreError:
        # Another program may be just about to make it.
        if nothing_yet is None:
            raise
        return nothing_yet
    with store:
        if nothing_yet is not None and nothing_yet.name not in store.studies():
            return nothing_yet
        name = stored_name(store, definition)
        stored = from_json(store.definition(name))
        cells = tuple(store.status(name))
        standing = standing_of(store, name, cells, asked_metrics(definition, stored))
        overall = standing.overall(seconds=math.inf)
        current = stored if definition is None else define(definition)
        registered, warnings = registered_of(store, name, definition, current)
        return StudyStatus(
            name=name,
            store=path,
            cells=cells,
            changes=(*changes_since(stored, definition), *warnings),
            registration=registered,
            settling=settling_words(stored),
            n_running=store.n_running(),
            overall=overall,
            answer="" if overall is None else standing.words(overall),
        )


def _nothing_yet(store: Path, study: Study) -> StudyStatus:
    registered, warnings = registered_of(None, study.name, study, define(study))
    return StudyStatus(name=study.name, store=store, cells=(), changes=tuple(warnings), registration=registered)


def standing_of(store: Store, name: str, cells: Sequence[CellStatus], metrics: Sequence[Any]) -> Standing:
    """Return who is ahead in a study by the first of its metrics, with the datasets that are done to begin with."""

    def load(dataset: str) -> tuple[Run, Metric] | None:
        (run,), found, _ = with_metrics(store.runs(name, datasets=[dataset]), metrics[:1])
        return (run, found[0] or run.metric) if found else None

    left: dict[str, int] = {}
    for cell in cells:
        left[cell.dataset] = left.get(cell.dataset, 0) + cell.n_missing
    standing = Standing(list(dict.fromkeys(cell.learner for cell in cells)), len(left), load)
    standing.add(dataset for dataset, n_missing in left.items() if not n_missing)
    return standing
