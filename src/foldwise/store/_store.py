"""The store of a study: one file that keeps every fold, so that none is computed twice and none is lost."""

import os
from collections.abc import Collection, Sequence
from itertools import chain
from math import inf
from pathlib import Path
from types import TracebackType
from typing import Any

from foldwise._core import Progress, StoreError, check_integer, listed
from foldwise.runs import Run
from foldwise.runs._door import Plan
from foldwise.store._chain import add, find_breaks, has_ledger, holds_link, is_begun, last_link
from foldwise.store._complete import complete
from foldwise.store._connection import EmptyStoreError, connect, is_sqlite, snapshot, store_errors, transaction
from foldwise.store._inspect import CellStatus, drop_damaged_folds, find_damage, study_status
from foldwise.store._ledger import add_all, dataset_names, find_data, read_ledger, uncounted_searches
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
from foldwise.store._tries import Tries, declared
from foldwise.tuning import Ledger
from foldwise.workers._door import Workers

_MOST_TRIES = 1_000_000


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
        if writes:
            self._begin_ledger()

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
            return [load_run(self._connection, run, plan) for run, plan in zip(study.runs, plans, strict=True)]

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
            kept = self._study(study)
            keep_judgement(self._connection, kept, judgement)
            add(self._connection, Tries(self._connection).of_judgement(kept, judgement.terms, judgement.findings))

    def ledger(self, dataset: str | None = None, *, study: str | None = None, also: Sequence[Judgement] = ()) -> Ledger:
        """Return all tries that were counted: on all data of this store, on one, or on those of a study.

        Parameters
        ----------
        dataset : str, optional
            Name of the data. The same data under another name are the same.
        study : str, optional
            A study.
        also : sequence of Judgement
            Tests of that study that are about to be noted.

        Returns
        -------
        Ledger
            With its `kept` entries, in the order in which they were counted. A try that is made again is in it once.
        """
        with store_errors(self.path):
            if self._writes:
                with transaction(self._connection):
                    add_all(self._connection)
            with snapshot(self._connection):
                kept, tries = self._study(study) if also else None, Tries(self._connection)
                more = [tries.of_judgement(kept, each.terms, each.findings) for each in also if kept is not None]
                return read_ledger(self._connection, self._fingerprints(dataset, study), chain.from_iterable(more))

    def datasets(self) -> dict[str, str]:
        """Return the fingerprint of each dataset by its name; of several versions of one, the last that was run."""
        with store_errors(self.path), snapshot(self._connection):
            return {
                name: fingerprint for fingerprint, names in dataset_names(self._connection).items() for name in names
            }

    def uncounted(self) -> dict[str, tuple[str, ...]]:
        """Return by fingerprint of the data which classes tried candidates without telling how many."""
        with store_errors(self.path), snapshot(self._connection):
            return uncounted_searches(self._connection)

    def declare_tries(self, dataset: str, number: int = 1, *, names: Sequence[str] = (), note: str = "") -> int:
        """Count tries that were made elsewhere.

        Parameters
        ----------
        dataset : str
            On which data, by the name that a study of this store gives them.
        number : int, default 1
            How many, if they have no names.
        names : sequence of str, optional
            One for each try: a name that was declared before is not counted again.
        note : str, optional
            What they were. The same number with the same note is not counted again.

        Returns
        -------
        int
            How many tries are new.
        """
        number = check_integer(number, "number", least=1)
        if number > _MOST_TRIES:
            raise ValueError(f"number must be at most {_MOST_TRIES}, got {number}: no p-value survives as many.")
        if any(not name.strip() for name in names):
            raise ValueError("names of tries must not be empty. Give each a name, or leave them out and give a number.")
        with store_errors(self.path), transaction(self._connection):
            print_of = (find_data(self._connection, dataset),)
            statement = "SELECT id, key FROM dataset WHERE fingerprint = ? ORDER BY id"
            row = self._connection.execute(statement, print_of).fetchone()
            each = [(1, name.strip()) for name in names] or [(number, "")]
            made = [declared(*row, number=count, name=name, note=note.strip()) for count, name in each]
            n_new = add(self._connection, made)
            return n_new if names else n_new * number

    def verify_ledger(self, link: str | None = None) -> list[str]:
        """Follow the ledger from entry to entry, and return in a line each what is not as it was written.

        Noticed are entries that were edited, removed or moved by hand, and tests in the store that the ledger does not
        have. A ledger, or a store, that was rewritten as a whole is not noticed, unless a link was noted elsewhere
        when it was still the other one.

        Parameters
        ----------
        link : str, optional
            What `last_link` returned some time ago: it must still be there.

        Returns
        -------
        list of str
            Nothing, if all is as it was written.
        """
        with store_errors(self.path), snapshot(self._connection):
            if not has_ledger(self._connection) or not is_begun(self._connection):
                return ["there is no ledger yet: the file was written before stores had one"]
            breaks = find_breaks(self._connection)
            if link is not None and not holds_link(self._connection, link):
                breaks.append(f"no entry has the link {link}: the ledger is another one than when that was noted")
            if not breaks:
                held = read_ledger(self._connection).kept
                lost = [each for each in held if not each.link and each.kind in ("comparison", "score")]
                breaks += [f"{each.kind} that the store holds is not in the ledger: {each.what}" for each in lost]
            return breaks

    def last_link(self) -> str:
        """Return the digest of the whole ledger as it is now; noted elsewhere, it shows whether it was rewritten."""
        with store_errors(self.path), snapshot(self._connection):
            return last_link(self._connection) if has_ledger(self._connection) else ""

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
            # Counted before the first fold: a program that is stopped because it goes badly has tried all the same.
            add(self._connection, Tries(self._connection).of_scores(study))
            return before, study, [] if before is None else list(changes(self._connection, before, study))

    def _begin_ledger(self) -> None:
        """Count what was in a file before stores had a ledger; of a new one, nothing."""
        try:
            with store_errors(self.path):
                if not is_begun(self._connection):
                    with transaction(self._connection):
                        add_all(self._connection)
        except BaseException:
            self._connection.close()
            raise

    def _fingerprints(self, dataset: str | None, study: str | None) -> set[str] | None:
        """Return of which data, by name or by study, something is asked; None for all."""
        if dataset is not None:
            return {find_data(self._connection, dataset)}
        if study is None:
            return None
        prints = dict(self._connection.execute("SELECT id, fingerprint FROM dataset").fetchall())
        return {prints[run.dataset_id] for run in self._study(study).runs}

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
