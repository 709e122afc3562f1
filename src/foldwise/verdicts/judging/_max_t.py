"""Adjusted p-values of all pairs on all datasets, by the signs of their examples flipped together."""

from collections.abc import Iterable, Sequence

import numpy as np

from foldwise._core import IncompleteRunError
from foldwise.stats import max_t
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.evidence._evidence import PairEvidence
from foldwise.verdicts.evidence._finding import Alternative, Floats
from foldwise.verdicts.evidence._pair import Pair

# Of each dataset: the place of a comparison among all, its differences, and the size of the scores behind them.
Rows = Iterable[Sequence[tuple[int, Floats, Floats]]]


def max_t_pvalues(feeds: Sequence[Sequence[Pair]], pvalues: Sequence[float], terms: Terms) -> list[float]:
    """Adjust the p-values of tests on single examples; pairs on one dataset share its examples, others share none.

    Parameters
    ----------
    feeds : sequence of sequence of Pair
        One pair for each comparison.
    pvalues : sequence of float
        Of the tests.
    terms : Terms
        On what terms.
    """
    # By name: runs that are judged together have different ones.
    parts: dict[str, list[tuple[int, Floats, Floats]]] = {}
    seed = 0
    for place, (pair,) in enumerate(feeds):
        d, _, options = PairEvidence((pair,)).loss_differences()
        seed = seed or int(options["seed"])
        parts.setdefault(pair.run.data.name, []).append((place, d, options["score_magnitude"]))
    for name, rows in parts.items():
        if len({d.size for _, d, _ in rows}) > 1:
            raise IncompleteRunError(
                f"adjust='max_t' flips the same examples in all comparisons, but on {name} some learners lack answers "
                "to some of them. Use adjust='holm'."
            )
    return adjusted_by_flips(parts.values(), pvalues, seed=seed, alternative=terms.alternative)


def adjusted_by_flips(parts: Rows, pvalues: Sequence[float], *, seed: int, alternative: Alternative) -> list[float]:
    """Flip the signs of what is flipped in one dataset in all of its comparisons together.

    p-values are counted over all flips where these are drawn, so that none is adjusted to less.
    """
    blocks = []
    for rows in parts:
        block = np.zeros((len(pvalues), rows[0][1].size))
        for place, d, magnitude in rows:
            # Differences that are rounding have no sign to flip.
            block[place] = np.where(np.abs(d) <= 8 * np.finfo(np.float64).eps * magnitude, 0.0, d)
        blocks.append(block)
    result = max_t(np.concatenate(blocks, axis=1), seed=seed, alternative=alternative)
    return [max(float(p), float(q)) for p, q in zip(result.adjusted_pvalue, pvalues, strict=True)]
