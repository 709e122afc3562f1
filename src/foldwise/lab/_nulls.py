"""Sources whose two learners are equally good."""

from collections.abc import Sequence
from typing import Any

from foldwise._core import Caveat, counted
from foldwise.lab._sources import as_sources
from foldwise.lab._trials import Trials
from foldwise.lab.sources import Source


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
    """Say which sources are nulls by assumption only, and that trials without a p-value count as no rejection."""
    unsure = [trials.source.name for trials in several if trials.source.difference is None]
    caveats = []
    if unsure:
        words = (
            f"Nobody knows that the learners are equally good on {', '.join(unsure)}: a rejection may be right there."
        )
        caveats.append(Caveat(code="null_unproved", message=words))
    return (*caveats, *undefined_caveats(several))


def undefined_caveats(several: Sequence[Trials]) -> tuple[Caveat, ...]:
    """Say how many executions had no p-value."""
    n = sum(int((found.pvalue != found.pvalue).sum()) for trials in several for found in trials.found.values())
    if not n:
        return ()
    words = f"{counted(n, 'execution')} gave no p-value, for want of any variance, and count as no rejection."
    return (Caveat(code="undefined_counted", message=words),)
