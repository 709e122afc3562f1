"""The three studies behind the ranking: in batches of procedures, each with numbers of datasets of its own."""

from dataclasses import dataclass, replace
from time import perf_counter

from ranklab.procedures import CANDIDATES, FIXED, SETTLED

from foldwise import lab

SEED = 1
N_EXECUTIONS = 10
N_TIMED = 2


@dataclass(frozen=True, slots=True)
class Sizes:
    """Numbers of datasets from each population.

    Parameters
    ----------
    levels, candidate_levels : int
        For levels, of most procedures and of candidates for the default.
    power : int
        For power.
    again, settled_again : int
        For replicability, with ten executions on each, of most procedures and of settled ones.
    """

    levels: int = 800
    candidate_levels: int = 2000
    power: int = 1000
    again: int = 20
    settled_again: int = 200

    def of(self, study, name):
        """Number of datasets of a procedure in a study."""
        if study == "levels":
            return self.candidate_levels if name in CANDIDATES else self.levels
        if study == "power":
            return self.power
        return self.settled_again if name in SETTLED else self.again


@dataclass(frozen=True, slots=True)
class Batch:
    """Procedures that are measured together, on as many datasets: `study` is 'levels', 'power' or 'again'."""

    study: str
    procedures: dict
    sources: dict
    n_trials: int

    @property
    def n_executions(self):
        return N_EXECUTIONS if self.study == "again" else 1

    def measure(self, how, differences=None):
        """Measure what the store does not have."""
        how = {"n_trials": self.n_trials, "seed": SEED, **how}
        if self.study == "levels":
            return lab.type_one_error(self.procedures, self.sources, **how)
        if self.study == "power":
            return lab.power(self.procedures, self.sources, differences=differences, **how)
        return lab.replicability(self.procedures, self.sources, n_executions=N_EXECUTIONS, **how)

    def seconds_to_go(self, store):
        """Forecast the seconds of one process from a few trials; nothing for what the store has."""
        seconds = 0.0
        for name, source in self.sources.items():
            n_left = self.n_trials
            if store is not None:
                n_left -= lab.kept_trials(
                    self.procedures,
                    {name: source},
                    store=store,
                    n_trials=self.n_trials,
                    n_executions=self.n_executions,
                    seed=SEED,
                )
            if n_left:
                started = perf_counter()
                lab.run_trials(self.procedures, source, n_trials=N_TIMED, seed=SEED + 1, progress=False)
                seconds += (perf_counter() - started) / N_TIMED * n_left * self.n_executions
        return seconds


def batches(procedures, nulls, alternatives, sizes):
    """Divide the work: fixed designs share fits and go together, others by design, lest memory run out."""
    parts = {}
    for name, procedure in procedures.items():
        parts.setdefault("fixed" if name in FIXED else procedure.scheme, {})[name] = procedure
    found = []
    for study, sources in (("levels", nulls), ("power", alternatives), ("again", {**nulls, **alternatives})):
        for part in parts.values():
            by_size = {}
            for name, procedure in part.items():
                by_size.setdefault(sizes.of(study, name), {})[name] = procedure
            found += [Batch(study, same, sources, n_trials) for n_trials, same in by_size.items()]
    return found


def measure(several, how, say):
    """Measure batch by batch; return the three studies, in each all procedures.

    Parameters
    ----------
    several : list of Batch
        What to measure.
    how : dict
        Further arguments of the studies: `n_jobs`, `store`.
    say : callable
        Gets a line after each batch.
    """
    results, differences = {}, None
    for number, batch in enumerate(several, 1):
        started = perf_counter()
        result = batch.measure(how, differences)
        if batch.study == "power":
            # They are measured themselves, once.
            differences = dict(zip(batch.sources, result.differences, strict=True))
        results.setdefault(batch.study, []).append(result)
        names = list(batch.procedures)
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        say(f"{number} of {len(several)}, {batch.study}: {names[0]}{more}, {perf_counter() - started:.0f} s")
    return {study: merged(parts) for study, parts in results.items()}


def merged(results):
    """Put studies of different procedures on the same sources together, in the order of the procedures given."""
    several = []
    for of_source in zip(*(result.trials for result in results), strict=True):
        procedures = {name: each for trials in of_source for name, each in trials.procedures.items()}
        found = {name: each for trials in of_source for name, each in trials.found.items()}
        several.append(replace(of_source[0], procedures=procedures, found=found))
    return replace(results[0], trials=tuple(several))
