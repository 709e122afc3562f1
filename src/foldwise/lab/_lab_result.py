"""What all studies of tests have in common, so that any of them can be printed, drawn and reported."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from foldwise._core import Caveat, Glance, counted, notebook_html
from foldwise.lab._glance import FirstLook, lab_glance, trials_words
from foldwise.lab._source import Source, as_sources
from foldwise.lab._trials import Trials
from foldwise.splits import KFold, RepeatedKFold
from foldwise.stats import rejection_rate
from foldwise.verdicts import Settled


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LabResult(ABC):
    """A study of tests: what was found, as a table with its Monte Carlo error.

    Parameters
    ----------
    trials : tuple of Trials
        What was found, one for each source.

    Examples
    --------
    >>> from foldwise.lab import LabResult, sources, type_one_error
    >>> found = type_one_error("10/kfold_t", sources.TwoKinds(0.4), n_trials=100)
    >>> isinstance(found, LabResult), found.title
    (True, 'Type I error at level 0.05')
    """

    trials: tuple[Trials, ...] = field(repr=False)

    @property
    @abstractmethod
    def title(self) -> str:
        """What was measured, in a few words."""

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """What to beware of."""
        return ()

    @abstractmethod
    def frame(self) -> pd.DataFrame:
        """Return the table: rows by source and procedure, numbers with their Monte Carlo error."""

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: what was found, and the numbers that one looks at first."""
        frame, trials = self.frame(), self.trials
        look = self._first_look(frame)
        return lab_glance(look, frame, self.caveats, drawn=trials_words(trials), seed=trials[0].seed)

    def details(self) -> str:
        """Return the whole table, and all that there is to beware of."""
        n = self.trials[0].n_trials
        table = self.frame().to_string(index=False, float_format=lambda value: f"{value:.4f}")
        notes = [f"Beware: {caveat.message}" for caveat in self.caveats]
        return "\n".join([f"{self.title}, {counted(n, 'trial')} from each source", table, *notes])

    def _repr_html_(self) -> str:
        return notebook_html(self)

    def _first_look(self, frame: pd.DataFrame) -> FirstLook:
        """Return what to show first of the table; a study of one's own shows all of it."""
        columns = [str(name) for name in frame]
        names = tuple(name for name in columns if not pd.api.types.is_numeric_dtype(frame[name]))
        numbers = {name.replace("_", " "): name for name in columns if name not in names}
        return FirstLook(answer=f"{self.title}.", names=names, numbers=numbers)


def rates_frame(several: Sequence[Trials], alpha: float) -> pd.DataFrame:
    """Rejection rates with exact intervals, one row for each source and procedure."""
    rows = []
    for trials in several:
        for name, findings in trials.found.items():
            rate = rejection_rate(findings.pvalue[:, 0], alpha=alpha)
            low, high = rate.confidence_interval()
            rows.append(
                {
                    "source": trials.source.name,
                    "procedure": name,
                    "rate": rate.estimate,
                    "low": low,
                    "high": high,
                    "standard_error": rate.standard_error,
                    "n_rejections": rate.n_rejections,
                    "n_undefined": rate.n_undefined,
                    "n_trials": rate.n_trials,
                }
            )
    return pd.DataFrame(rows)


def as_nulls(sources: Any) -> tuple[Source, ...]:
    """Return sources that are nulls as far as anyone knows; refuse those that are known not to be."""
    nulls = as_sources(sources)
    for source in nulls:
        if source.difference not in (0.0, None):
            raise ValueError(
                f"{source.name} is no null: the learners differ by {source.difference:.4f} in accuracy. Use power."
            )
    return nulls


def null_caveats(several: Sequence[Trials]) -> tuple[Caveat, ...]:
    """Return caveats: sources that are no exact nulls, and trials without a p-value, which count as no rejection."""
    unsure = [trials.source.name for trials in several if trials.source.difference is None]
    caveats = []
    if unsure:
        words = (
            f"Nobody knows that the learners are equally good on {', '.join(unsure)}: a rejection may be right there."
        )
        caveats.append(Caveat(code="null_unproved", message=words))
    coins = [trials for trials in several if trials.source.labels_are_coins]
    stratified = [name for name, each in coins[0].procedures.items() if _stratifies(each.scheme)] if coins else []
    if stratified:
        words = (
            f"Labels of {', '.join(trials.source.name for trials in coins)} are coins: folds with their share of each "
            f"class let learners that follow the majority gain a little, up to 2.5 points were seen, so that "
            f"{', '.join(stratified)} may be right to reject. Use ':plain' folds there."
        )
        caveats.append(Caveat(code="stratified_coins", message=words))
    return (*caveats, *undefined_caveats(several))


def _stratifies(scheme: Any) -> bool:
    if isinstance(scheme, Settled):
        return True
    return bool(isinstance(scheme, KFold | RepeatedKFold) if scheme.stratified is None else scheme.stratified)


def undefined_caveats(several: Sequence[Trials]) -> tuple[Caveat, ...]:
    """Return the caveat that so many executions had no p-value."""
    n = sum(int((findings.pvalue != findings.pvalue).sum()) for trials in several for findings in trials.found.values())
    if not n:
        return ()
    words = f"{counted(n, 'execution')} gave no p-value, for want of any variance, and count as no rejection."
    return (Caveat(code="undefined_counted", message=words),)
