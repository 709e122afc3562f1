"""Sources whose two learners are equally good."""

from collections.abc import Sequence
from typing import Any

from foldwise._core import Caveat, counted
from foldwise.lab._sources import as_sources
from foldwise.lab._trials import Trials
from foldwise.lab.sources import Source
from foldwise.splits import KFold, RepeatedKFold
from foldwise.verdicts import Settled


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
    """Say which sources are no exact nulls, and that trials without a p-value count as no rejection."""
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
    """Say how many executions had no p-value."""
    n = sum(int((found.pvalue != found.pvalue).sum()) for trials in several for found in trials.found.values())
    if not n:
        return ()
    words = f"{counted(n, 'execution')} gave no p-value, for want of any variance, and count as no rejection."
    return (Caveat(code="undefined_counted", message=words),)
