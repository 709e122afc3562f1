"""All 190 pairs of 20 learners on 100 data sets, from a table of means: exact tests, estimates, intervals, ranks.

Milliseconds of CPU, best round. Scores are rounded to two digits, so that differences are tied and some are zero.
scipy.stats.wilcoxon has no exact distribution with ties: it is timed with its normal approximation, pair by pair.
"""

import numpy as np
from scipy.stats import wilcoxon as of_scipy

from benchmarks._timing import interleaved, milliseconds, print_table
from foldwise.stats import bergmann_hommel, friedman, holm, nemenyi, partial_conjunction, rank_intervals, wilcoxon

FIRST, SECOND = np.triu_indices(20, 1)


def ranks(pvalues: np.ndarray, estimates: np.ndarray) -> object:
    """Make intervals of ranks from all pairs."""
    found, better = holm(pvalues) <= 0.05, np.zeros((20, 20), dtype=bool)
    better[FIRST, SECOND], better[SECOND, FIRST] = found & (estimates > 0), found & (estimates < 0)
    return rank_intervals(better)


def run() -> None:
    rng = np.random.default_rng(1)
    scores = (rng.normal(0.8, 0.03, (100, 20)) + np.arange(20) * 0.002).round(2)
    pvalues, nine = rng.random((380, 100)), rng.random(36)
    d = np.ascontiguousarray((scores[:, FIRST] - scores[:, SECOND]).T)

    def test():
        return wilcoxon(d, zeros="pratt", method="exact", score_magnitude=1.0)

    result = test()
    pairs, estimates = result.pvalue, result.estimate

    def everything():
        own = test()
        own.confidence_interval()
        return ranks(own.pvalue, own.estimate), partial_conjunction(pvalues), partial_conjunction(pvalues)

    ways = {
        "wilcoxon, exact": test,
        "estimates of Hodges and Lehmann": lambda: result.estimate,
        "their intervals": result.confidence_interval,
        "holm and rank_intervals": lambda: ranks(pairs, estimates),
        "partial_conjunction, 380 x 100": lambda: partial_conjunction(pvalues, method="fisher"),
        "all of these": everything,
        "friedman": lambda: friedman(scores),
        "nemenyi": lambda: nemenyi(scores),
        "bergmann_hommel, 9 learners": lambda: bergmann_hommel(nine),
        "scipy.stats.wilcoxon, loop": lambda: [of_scipy(row, method="asymptotic") for row in d],
    }
    times = interleaved(ways, 7)
    print_table(("way", "ms"), [(name, milliseconds(min(t.cpu))) for name, t in times.items()])
