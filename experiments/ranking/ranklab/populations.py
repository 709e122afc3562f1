"""Where the datasets of the ranking come from."""

from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from foldwise.lab import sources
from foldwise.learners import C45, NaiveBayes, NearestNeighbor


def nulls():
    """Populations without a difference, by name."""
    return {
        "blocks, 1-NN": sources.ExchangeableBlocks(NearestNeighbor()),
        "blocks, discriminant": sources.ExchangeableBlocks(LinearDiscriminantAnalysis()),
        "blocks, C4.5": sources.ExchangeableBlocks(C45()),
        "coins, naive Bayes v C4.5": sources.CoinFlips((NaiveBayes(), C45())),
    }


def alternatives():
    """Populations with a difference, by name."""
    networks = sources.table_five_sources()
    return {
        "1nn": sources.ExchangeableBlocks(NearestNeighbor(), second_shift=0.18),
        "lda": sources.ExchangeableBlocks(LinearDiscriminantAnalysis(), second_shift=0.22),
        "network 2.77": networks[1],
        "network 5.83": networks[2],
    }
