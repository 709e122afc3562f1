"""The store of a study: one file that keeps every fold, so that none is computed twice and none is lost."""

import os
from collections.abc import Collection, Sequence
from math import inf
from pathlib import Path
from types import TracebackType
from typing import Any

from foldwise._core import Progress, StoreError, listed
from foldwise.runs import Run
from foldwise.runs._door import Plan
from foldwise.store._complete import complete
from foldwise.store._connection import EmptyStoreError, connect, is_sqlite, snapshot, store_errors, transaction
from foldwise.store._inspect import CellStatus, drop_damaged_folds, find_damage, study_status
from foldwise.store._load import load_run
from foldwise.store._provenance import changes, study_environments, study_identities
from foldwise.store._register import register
from foldwise.store._runner import count_runners
from foldwise.store._studies import (
    Judgement,
    StoredStudy,
    find_study,
    judgements,
    keep_judgement,
    keep_study,
    study_names,
)
from foldwise.workers._door import Workers


class Store:
    """Predictions, failures, timings and tests of studies, in one SQLite file.

    Everything is kept by its content: data, learner with its parameters and versions, and the partition. The same work
    is done once, whoever asks for it; where something has changed it is done again, and `changes` says what.

    Parameters
    ----------
    path : path-like
        The file; made if it is not there.
    writes : bool, default True
        False to read only: there must be a file, and nothing in it is changed.

    Examples
    --------
    >>> import tempfile
    >>> from sklearn.dummy import DummyClassifier
    >>> from foldwise.data import load
    >>> from foldwise.evaluation import evaluate
    >>> from foldwise.store import Store
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = folder + "/first.db"
    ...     run = evaluate([DummyClassifier()], load("iris"), scheme="2x5", seed=1, store=path)
    ...     with Store(path, writes=False) as store:
    ...         store.studies(), store.runs()
    (['run of iris'], [<Run of DummyClassifier on iris: 2 times 5-fold cross-validation, stratified>])
    """

    def __init__(self, path: str | os.PathLike[str], *, writes: bool = True) -> None:
        # Wherever the program goes from here.
        self.path = Path(path).absolute()
        self._writes = writes
        self._connection = connect(self.path, writes=writes)

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @staticmethod
    def is_at(path: str | os.PathLike[str]) -> bool:
        """Whether there is a store here, as far as one can see from outside: an SQLite file, or one called so."""
        file = Path(path)
        return file.is_file() and (file.suffix.lower() in (".db", ".sqlite") or is_sqlite(file))

    @classmethod
    def to_note(cls, path: str | os.PathLike[str]) -> "Store":
        """Open a store that is there, to note something in it; one that may not be written is only read."""
        file = Path(path)
        return cls(file, writes=file.exists() and os.access(file, os.W_OK) and os.access(file.parent, os.W_OK))

    @property
    def is_writable(self) -> bool:
        """Whether it was opened to be written."""
        return self._writes

    def close(self) -> None:
        """Close the file; what was written stays."""
        self._connection.close()

    def studies(self) -> list[str]:
        """Return the names of the studies, the last one that was run first."""
        with store_errors(self.path):
            return study_names(self._connection)

    def definition(self, study: str | None = None) -> str:
        """Return how a study was asked for: the text of its file, or empty."""
        with store_errors(self.path):
            return self._study(study).definition

    def complete(
        self,
        plans: Sequence[Plan],
        workers: Workers,
        progress: Progress,
        *,
        name: str,
        definition: str = "",
        retry_failed: bool = False,
        only_failed: bool = False,
    ) -> list[str]:
        """Compute what is missing of a study and store it, block by block.

        Parameters
        ----------
        plans : sequence of Plan
            What is wanted.
        workers : Workers
            Who does the work.
        progress : Progress
            Who is told how it goes on, and first what is not as it was last time.
        name : str
            What the study is called in the store.
        definition : str
            How it was asked for.
        retry_failed : bool, default False
            Compute the folds again that failed.
        only_failed : bool, default False
            Compute those and no others; where a learner that had failed is not what it was, all of it.

        Returns
        -------
        list of str
            What has changed since this study was run last, in sentences.
        """
        before, study, changed = self._register(plans, name, definition)
        for sentence in changed:
            progress.note(f"changed: {sentence}")
        complete(
            self._connection,
            self.path,
            study.runs,
            plans,
            workers,
            progress,
            before=before,
            retry_failed=retry_failed,
            only_failed=only_failed,
        )
        return changed

    def completed(
        self,
        plans: Sequence[Plan],
        workers: Workers,
        progress: Progress,
        *,
        name: str,
        retry_failed: bool = False,
        until: float = inf,
    ) -> list[Run]:
        """Compute what is missing, and load the runs of these plans.

        Not of whatever is called `name` by then: another program may have asked for something else under it.

        Parameters
        ----------
        plans, workers, progress, name, retry_failed
            As of `complete`.
        until : float, default infinity
            When to stop, by the clock `time.monotonic`; folds that are missing then have failed by the runs returned.
        """
        _, study, _ = self._register(plans, name, "")
        complete(
            self._connection,
            self.path,
            study.runs,
            plans,
            workers,
            progress,
            retry_failed=retry_failed,
            until=until,
        )
        with store_errors(self.path), snapshot(self._connection):
            return [load_run(self._connection, run, plan.metric) for run, plan in zip(study.runs, plans, strict=True)]

    def runs(self, study: str | None = None, *, datasets: Collection[str] | None = None) -> list[Run]:
        """Load the runs of a study, on all or these datasets, without fitting; folds not run yet count as failed."""
        with store_errors(self.path), snapshot(self._connection):
            runs = self._study(study).runs
            return [load_run(self._connection, run) for run in runs if datasets is None or run.dataset in datasets]

    def status(self, study: str | None = None) -> list[CellStatus]:
        """Count what is done, failed and missing of a study, also while another program is running it."""
        with store_errors(self.path), snapshot(self._connection):
            return study_status(self._connection, self._study(study))

    def n_running(self) -> int:
        """Count the programs that work on it now."""
        with store_errors(self.path):
            return count_runners(self._connection, self.path)

    def identities(self, study: str | None = None) -> dict[str, dict[str, Any]]:
        """Return of each learner of a study, by its name, what it is made of: class, parameters, versions, own code."""
        with store_errors(self.path), snapshot(self._connection):
            return study_identities(self._connection, self._study(study))

    def environments(self, study: str | None = None) -> list[dict[str, str]]:
        """List with which versions of Python and the usual packages the folds of a study were computed."""
        with store_errors(self.path), snapshot(self._connection):
            return study_environments(self._connection, self._study(study))

    def judgements(self, study: str | None = None) -> list[Judgement]:
        """List the tests that were run on a study."""
        with store_errors(self.path):
            return judgements(self._connection, self._study(study))

    def note_judgement(self, judgement: Judgement, study: str | None = None) -> None:
        """Keep a test that was run."""
        with store_errors(self.path), transaction(self._connection):
            keep_judgement(self._connection, self._study(study), judgement)

    def check(self) -> list[str]:
        """Read all of it, and return in a line each what is damaged; nothing for a sound store."""
        with store_errors(self.path), snapshot(self._connection):
            return find_damage(self._connection)

    def repair(self) -> int:
        """Drop the folds that are damaged, to be computed again; return how many."""
        with store_errors(self.path), transaction(self._connection):
            return drop_damaged_folds(self._connection)

    def _register(
        self, plans: Sequence[Plan], name: str, definition: str
    ) -> tuple[StoredStudy | None, StoredStudy, list[str]]:
        """Write down what is wanted; return the study as it was before, as it is now, and what has changed."""
        with store_errors(self.path), transaction(self._connection):
            before = find_study(self._connection, name)
            study = keep_study(self._connection, name, definition, [register(self._connection, plan) for plan in plans])
            return before, study, [] if before is None else list(changes(self._connection, before, study))

    def _study(self, name: str | None) -> StoredStudy:
        """Find what was asked for last, and refuse if nothing was."""
        study = find_study(self._connection, name)
        if study is not None:
            return study
        names = study_names(self._connection)
        if not names:
            raise EmptyStoreError(self.path)
        raise StoreError(f"{self.path} has no study {name!r}. It has: {listed(names)}.")

    def __repr__(self) -> str:
        return f"<Store {str(self.path)!r}>"
