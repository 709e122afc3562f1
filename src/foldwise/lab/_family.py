"""Which sources are points of one curve of power."""

from foldwise._core import written
from foldwise.lab._learning_curves import pair_names
from foldwise.lab._matched import Matched
from foldwise.lab.sources import BayesianNetwork, DataSource, ExchangeableBlocks, Source, SubSamples


def family(source: Source) -> str:
    """Name what a source has in common with others that differ from it in how far its two learners are apart.

    >>> family(ExchangeableBlocks(second_shift=0.1)), family(ExchangeableBlocks())[-12:]
    ('blocks shifted 0.35, NearestNeighbor(), 200 examples', '200 examples')
    """
    if isinstance(source, Matched):
        return family(source.source)
    if isinstance(source, ExchangeableBlocks):
        words = [f"blocks shifted {source.shift:g}", written(source.learner)]
    else:
        words = [_kind(source)]
        if isinstance(source, DataSource):
            words.append(" and ".join(pair_names(source.learners)))
    return ", ".join([*words, f"{source.n_examples} examples"])


def _kind(source: Source) -> str:
    if isinstance(source, BayesianNetwork):
        return "networks"
    if isinstance(source, SubSamples):
        return f"parts of {source.dataset.name}"
    return type(source).__name__
