"""Whether all learners of a run are alike: one test of all of them together, beside those of the pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from foldwise._core import one_line
from foldwise.verdicts.evidence._finding import degrees
from foldwise.verdicts.judging._numbers import degrees_words, probability_words

if TYPE_CHECKING:
    from foldwise.verdicts.evidence._pair import Pair
    from foldwise.verdicts.tests._record import Need


@dataclass(frozen=True, slots=True, kw_only=True)
class AllAlike:
    """One test of whether three learners or more are alike on a dataset; pairs are tested whatever it says.

    Parameters
    ----------
    dataset : str
        Name of the dataset.
    test : str
        Name of the function in `foldwise.stats`: that of the verdict.
    n_learners : int
        How many learners.
    statistic, pvalue : float
        What it found, at the same level as the pairs and not adjusted.
    df : tuple of float
        Degrees of freedom.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes, NearestNeighbor
    >>> learners = {"bayes": NaiveBayes(), "tree": C45(), "nn": NearestNeighbor()}
    >>> run = fw.evaluate(learners, "waveform-21", scheme="distinct:10:0.33", seed=1)
    >>> alike = fw.judge(run).all_alike[0]
    >>> alike.test, alike.n_learners, alike.pvalue < 0.05
    ('repeated_measures_anova', 3, True)
    """

    dataset: str
    test: str
    n_learners: int
    statistic: float
    df: tuple[float, float]
    pvalue: float


def all_alike(by_run: Sequence[Sequence[Pair]], need: Need) -> Iterator[AllAlike]:
    """Yield what the test says of all learners of each run together, where it can, they are three and none failed."""
    if need.of_all is None:
        return
    for pairs in by_run:
        if not pairs or len(pairs[0].run.learners) < 3 or pairs[0].run.failures:
            continue
        run, result = pairs[0].run, need.of_all(pairs[0])
        df = degrees(result.df)
        assert isinstance(df, tuple), "ratios of mean squares have two"
        yield AllAlike(
            dataset=run.data.name,
            test=need.name,
            n_learners=len(run.learners),
            statistic=float(result.statistic),
            df=df,
            pvalue=float(result.pvalue),
        )


def all_alike_sentences(rows: Sequence[AllAlike], symbol: str, alpha: float) -> Iterator[str]:
    """Yield what is said of all learners together, dataset by dataset; nothing where that was not tested."""
    if not rows:
        return
    parts = [
        f"{f'on {one_line(row.dataset)} ' if len(rows) > 1 else ''}{probability_words(row.pvalue, alpha)} "
        f"({symbol} = {row.statistic:.4g}{degrees_words(row.df)})"
        for row in rows
    ]
    yield f"That all {rows[0].n_learners} learners are alike has {'; '.join(parts)}; pairs are tested whatever it says."
