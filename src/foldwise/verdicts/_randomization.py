"""What a methodology reports on labels that mean nothing."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from foldwise._core import Caveat, html_table
from foldwise.verdicts._randomization_words import paragraph

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LabelRandomization:
    """Scores of a methodology on the labels as they are and on permuted ones. Made by `label_randomization`.

    Parameters
    ----------
    name : str
        The methodology: name of the function or of the learner.
    dataset : str
        Name of the dataset.
    metric_label : str
        What the scores are, greater being better.
    observed : float
        Score on the labels as they are.
    reference : ndarray of shape (n_permutations,)
        Scores on permuted labels.
    chance : float or None
        What the best fixed rule would score, such as always naming the largest class; None if not known.
    bias : float or None
        Mean of `reference` minus `chance`.
    bias_low, bias_high : float or None
        Interval for the bias of infinitely many permutations, level 95%: Monte Carlo error only.
    pvalue : float
        ``(1 + number of reference scores >= observed) / (n_permutations + 1)``.
    n_permutations : int
        Number of permutations.
    seed : int
        Determines the permutations.
    caveats : tuple of Caveat
        What to beware of.

    Examples
    --------
    >>> from foldwise.verdicts import label_randomization
    >>> found = label_randomization(lambda X, y: 0.75, [[1], [2], [3], [4]], [0, 1, 0, 1], n_permutations=3)
    >>> found.chance, found.bias, found.pvalue
    (0.5, 0.25, 1.0)
    >>> found.frame()["score"].tolist()
    [0.75, 0.75, 0.75, 0.75]
    """

    name: str
    dataset: str
    metric_label: str
    observed: float
    reference: npt.NDArray[np.float64] = field(repr=False)
    chance: float | None
    bias: float | None
    bias_low: float | None
    bias_high: float | None
    pvalue: float
    n_permutations: int
    seed: int
    caveats: tuple[Caveat, ...]

    def frame(self) -> "pd.DataFrame":
        """One row per score: ``permutation`` 0 is the labels as they are."""
        import pandas as pd

        scores = np.concatenate([[self.observed], self.reference])
        return pd.DataFrame({"permutation": np.arange(len(scores)), "score": scores})

    def __str__(self) -> str:
        return paragraph(self)

    def _repr_html_(self) -> str:
        return html_table(self.frame().describe()[["score"]], index=True)
