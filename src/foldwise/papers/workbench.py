"""What every experiment works with: sizes, seed, cores, store, data; and what those who watch it are told."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from numbers import Integral
from pathlib import Path
from time import perf_counter
from typing import Any, Literal, TypeVar

import foldwise as fw
from foldwise.papers.paper import AnyExperiment, Experiment
from foldwise.reports import Exhibit


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something has begun or ended.

    Parameters
    ----------
    of : Experiment or Exhibit
        What it is about.
    what : {'begun', 'done', 'not at hand', 'failed'}
        An experiment is begun, then done, or it ends because its data are not at hand, or with an error. Of an exhibit
        it is only said how it ended, and that it failed while its error is being handled.
    seconds : float, default 0
        How long it took: an experiment without others that it began; an exhibit with all experiments that it needs.

    Examples
    --------
    >>> from foldwise.papers import Event
    >>> Event(of="dietterich_1998 figure5", what="done", seconds=1.5).what
    'done'
    """

    of: AnyExperiment | Exhibit
    what: Literal["begun", "done", "not at hand", "failed"]
    seconds: float = 0.0


Made = TypeVar("Made")


class NotAtHandError(fw.FoldwiseError):
    """None of the data that an experiment needs can be loaded without the network."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedSets:
    """The datasets of a paper that can be loaded.

    Parameters
    ----------
    datasets : dict of str to Dataset
        By the name in the paper.
    incomplete : str
        Why these are not all, and what to do about it; empty if they are.
    """

    datasets: dict[str, fw.data.Dataset]
    incomplete: str


@dataclass(kw_only=True, eq=False)
class Workbench:
    """Settings of a reproduction; keeps the results of experiments that several exhibits need.

    Parameters
    ----------
    quick : bool, default False
        Small versions, in seconds, that show what would be done and judge nothing.
    seed : int, default 1
        Of all partitions and simulated data.
    n_jobs : int, default 1
        Processes; -1 for all cores.
    store : Path, optional
        Folder that keeps finished fits and trials, so that interrupted work goes on where it stopped.
    watch : callable, optional
        Called with an Event whenever an experiment is begun, done, or failed.
    progress : bool, optional
        Bars of the work within an experiment; by default if standard error is a terminal.

    Examples
    --------
    >>> from foldwise.papers import Workbench
    >>> bench = Workbench(quick=True, seed=1)
    >>> bench.size(1000, 20)
    20
    """

    quick: bool = False
    seed: int = 1
    n_jobs: int = 1
    store: Path | None = None
    watch: Callable[[Event], None] | None = None
    progress: bool | None = None
    seconds: dict[AnyExperiment, float] = field(default_factory=dict, init=False, repr=False)
    _made: dict[AnyExperiment, Any] = field(default_factory=dict, init=False, repr=False)
    _failed: dict[AnyExperiment, Exception] = field(default_factory=dict, init=False, repr=False)
    _inner: float = field(default=0.0, init=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse settings before work begins that they would spoil."""
        if isinstance(self.seed, bool) or not isinstance(self.seed, Integral) or self.seed < 0:
            raise ValueError(f"seed must be a non-negative integer, got {self.seed!r}.")
        if (
            isinstance(self.n_jobs, bool)
            or not isinstance(self.n_jobs, Integral)
            or (self.n_jobs < 1 and self.n_jobs != -1)
        ):
            raise ValueError(f"n_jobs must be a positive integer, or -1 for all cores, got {self.n_jobs!r}.")

    def once(self, experiment: Experiment[Made]) -> Made:
        """Return what an experiment found; it is run if that was not done before.

        An experiment that failed is not tried again: whoever else needs it gets the same error at once.
        """
        if experiment not in self._made and experiment not in self._failed:
            self._tell(Event(of=experiment, what="begun"))
            outer, self._inner, start = self._inner, 0.0, perf_counter()
            what: Literal["done", "not at hand", "failed"] = "done"
            try:
                self._made[experiment] = experiment.run(self)
            except Exception as error:
                self._failed[experiment] = error
                what = "not at hand" if isinstance(error, NotAtHandError) else "failed"
            # Experiments may begin others: what those took is theirs.
            elapsed = perf_counter() - start
            self.seconds[experiment] = elapsed - self._inner
            self._inner = outer + elapsed
            self._tell(Event(of=experiment, what=what, seconds=self.seconds[experiment]))
        if experiment in self._failed:
            raise self._failed[experiment]
        result: Made = self._made[experiment]
        return result

    def size(self, full: int, quick: int) -> int:
        """Choose a number of trials, executions or partitions."""
        return quick if self.quick else full

    @property
    def incomplete(self) -> str:
        """Why nothing can be judged, as far as the settings are to blame."""
        return "A quick look, at a fraction of the size: only a run at full size judges." if self.quick else ""

    @property
    def how(self) -> dict[str, Any]:
        """What every study of `foldwise.lab` is to be called with."""
        store = None if self.store is None else self.store / "trials.db"
        return {"seed": self.seed, "n_jobs": self.n_jobs, "store": store, "progress": self.progress}

    def evaluate(self, learners: Mapping[str, Any], sets: LoadedSets, scheme: Any) -> dict[str, fw.runs.Run]:
        """Evaluate learners on all datasets, with `foldwise.evaluate`; runs by the paper's names of the datasets.

        Raises an error if a fit failed: its score would count as one that was measured.
        """
        store = None if self.store is None else self.store / "runs.db"
        runs = fw.evaluate(
            dict(learners),
            list(sets.datasets.values()),
            scheme=scheme,
            seed=self.seed,
            n_jobs=self.n_jobs,
            store=store,
            progress=self.progress,
        )
        for alias, run in zip(sets.datasets, runs, strict=True):
            if run.failures:
                first = run.failures[0]
                raise fw.FoldwiseError(
                    f"{len(run.failures)} fits failed on {alias}; the first, of {first.learner}: {first.error}"
                )
        return dict(zip(sets.datasets, runs, strict=True))

    def sets(self, names: Mapping[str, str], *, quick: int) -> LoadedSets:
        """Load those datasets that are at hand, or a few small ones of them if a quick look is asked for.

        Parameters
        ----------
        names : mapping of str to str
            By the name in the paper, what `foldwise.data.load` takes.
        quick : int
            How many for a quick look.
        """
        at_hand = {alias: name for alias, name in names.items() if fw.data.is_at_hand(name)}
        absent = [alias for alias in names if alias not in at_hand]
        what_to_do = (
            "Set FOLDWISE_DATA to a folder with their ARFF files, or download what can be: foldwise papers fetch."
        )
        if not at_hand:
            raise NotAtHandError(f"No dataset of {len(names)} is at hand. {what_to_do}")
        if self.quick:
            rows = fw.data.available().set_index("name")["rows"]
            chosen = sorted(at_hand, key=lambda alias: (int(rows[at_hand[alias]]), alias))[:quick]
            loaded = {alias: fw.data.load(at_hand[alias]) for alias in at_hand if alias in chosen}
            return LoadedSets(datasets=loaded, incomplete=f"{self.incomplete} {len(loaded)} of {len(names)} datasets.")
        loaded = {alias: fw.data.load(name) for alias, name in at_hand.items()}
        words = f"Only {len(loaded)} of {len(names)} datasets are at hand. {what_to_do}" if absent else ""
        return LoadedSets(datasets=loaded, incomplete=words)

    def _tell(self, event: Event) -> None:
        if self.watch is not None:
            self.watch(event)
