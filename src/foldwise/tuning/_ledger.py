"""How many candidates stood behind a run: every adjustment is an experiment of its own."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from foldwise._core import listed, one_line
from foldwise.tuning._try import KIND_WORDS, Try, TryKind

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What a search tried on one training fold.

    Parameters
    ----------
    learner : str
        Name of the learner.
    repeat, fold : int
        Which training fold.
    candidates : tuple of str
        Parameters of the different candidates, in the order in which they were tried.
    chosen : str
        Parameters of the candidate that was refitted on the whole training fold.
    uncounted : tuple of str
        Classes inside the learner that search, by their name, and do not tell how many candidates they tried: there
        were more than `candidates`.

    Examples
    --------
    >>> from foldwise.tuning import Entry
    >>> entry = Entry(learner="svm", repeat=0, fold=3, candidates=("C=1", "C=10"), chosen="C=10")
    >>> entry.n_candidates
    2
    """

    learner: str
    repeat: int
    fold: int
    candidates: tuple[str, ...]
    chosen: str
    uncounted: tuple[str, ...] = ()

    @property
    def n_candidates(self) -> int:
        """How many candidates were seen to be tried on this fold."""
        return len(self.candidates)


@dataclass(frozen=True, slots=True)
class Ledger:
    """Every candidate that the searches of a run have tried, or everything that a store has counted on some data.

    Salzberg [1]_ counts every adjustment of a learner's parameters as an experiment of its own. A candidate that is
    tried again on another training fold is the same adjustment and counts once. `run.ledger` is empty if nothing was
    tuned; `foldwise.store.Store.ledger` goes on counting from run to run.

    Parameters
    ----------
    entries : tuple of Entry
        One per learner, repeat and fold in which something was searched.
    kept : tuple of Try
        What a store has counted, in the order in which that was done: comparisons, scores, candidates, and what was
        declared by hand. Empty for the ledger of a single run.

    References
    ----------
    .. [1] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended approach. Data Mining
       and Knowledge Discovery 1, 317-328.

    Examples
    --------
    >>> from foldwise.tuning import Entry, Ledger
    >>> ledger = Ledger((
    ...     Entry(learner="svm", repeat=0, fold=0, candidates=("C=1", "C=10"), chosen="C=10"),
    ...     Entry(learner="svm", repeat=0, fold=1, candidates=("C=1", "C=10"), chosen="C=1"),
    ... ))
    >>> ledger.tries("svm"), ledger.tries("bayes"), ledger.n_tries
    (2, 0, 2)
    """

    entries: tuple[Entry, ...] = ()
    kept: tuple[Try, ...] = ()

    def tries(self, learner: str) -> int:
        """Count the different candidates of one learner; 0 if none were seen, see `uncounted`."""
        return len({text for entry in self.entries if entry.learner == learner for text in entry.candidates})

    @property
    def n_tries(self) -> int:
        """The tries of all learners together, and those a store kept; there were more if any are `uncounted`."""
        candidates = {(entry.learner, text) for entry in self.entries for text in entry.candidates}
        return len(candidates) + sum(self.by_kind.values())

    @property
    def by_kind(self) -> dict[TryKind, int]:
        """How many tries of each kind a store kept, of those kinds of which there are any."""
        # A comparison over several datasets is on each of them, and one try.
        once = {each.over or place: each for place, each in enumerate(self.kept)}.values()
        counts = {kind: sum(each.number for each in once if each.kind == kind) for kind in KIND_WORDS}
        return {kind: number for kind, number in counts.items() if number}

    def words(self) -> str:
        """Say how many tries of each kind a store kept.

        >>> Ledger(kept=(Try(dataset="wine", fingerprint="f00", kind="declared", what="grid", number=40),)).words()
        '40 tries declared by hand'
        """
        return listed(
            [f"{number:,} {KIND_WORDS[kind][number > 1]}" for kind, number in self.by_kind.items()], quote=False
        )

    @property
    def uncounted(self) -> dict[str, tuple[str, ...]]:
        """Learners that tried more than `tries` says, each with the classes inside it that do not tell how many."""
        classes: dict[str, dict[str, None]] = {}
        for entry in self.entries:
            if entry.uncounted:
                classes.setdefault(entry.learner, {}).update(dict.fromkeys(entry.uncounted))
        return {learner: tuple(names) for learner, names in classes.items()}

    def frame(self) -> "pd.DataFrame":
        """One row per learner, repeat and fold: candidates tried, the chosen one, and classes that do not tell."""
        import pandas as pd

        columns = ["learner", "repeat", "fold", "n_candidates", "chosen", "uncounted"]
        rows = [
            (each.learner, each.repeat, each.fold, each.n_candidates, each.chosen, ", ".join(each.uncounted))
            for each in self.entries
        ]
        return pd.DataFrame(rows, columns=columns)

    def kept_frame(self) -> "pd.DataFrame":
        """One row per try that a store kept: on what data, of what kind, what, how many it counts for, its p."""
        import pandas as pd

        columns = ["dataset", "kind", "what", "number", "pvalue", "written_at", "link"]
        rows = [[getattr(each, name) for name in columns] for each in self.kept]
        return pd.DataFrame(rows, columns=columns).astype({"pvalue": float})

    def __repr__(self) -> str:
        if self.kept:
            datasets = dict.fromkeys(each.dataset for each in self.kept)
            return one_line(f"<Ledger of {listed(datasets, quote=False)}: {self.words()}>")
        names = dict.fromkeys(entry.learner for entry in self.entries)
        return one_line(f"<Ledger: {', '.join(map(self._count, names)) or 'nothing was tuned'}>")

    def _count(self, learner: str) -> str:
        number = self.tries(learner)
        if learner not in self.uncounted:
            return f"{number} tries of {learner}"
        return f"{f'at least {number}' if number else 'an unknown number of'} tries of {learner}"
