"""What a methodology reports on labels that mean nothing."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from foldwise._core import Caveat, Glance, beware_words, notebook_html, one_line, pvalue_text

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LabelRandomization:
    """Scores of a methodology on the labels as they are and on permuted ones. Made by `label_randomization`.

    ``str(result)`` is the answer at a glance, ``result.details()`` all of it in words.

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
    >>> result = label_randomization(lambda X, y: 0.75, [[1], [2], [3], [4]], [0, 1, 0, 1], n_permutations=3)
    >>> result.chance, result.bias, result.pvalue
    (0.5, 0.25, 1.0)
    >>> result.frame()["score"].tolist()
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

    @property
    def adjusted(self) -> float | None:
        """The score with the bias taken off; None if that is not known.

        Of accuracy: as if the leak turned a share of the wrong answers right, the same share as on permuted labels.
        Of other metrics `bias` is subtracted. A bias below zero changes nothing.
        """
        return self._less(self.bias)

    @property
    def adjusted_limits(self) -> tuple[float, float] | None:
        """The same at both ends of the Monte Carlo interval of the bias: chance in the permutations, and no other."""
        low, high = self._less(self.bias_high), self._less(self.bias_low)
        return None if low is None or high is None else (low, high)

    def _less(self, bias: float | None) -> float | None:
        if bias is None or self.chance is None:
            return None
        if self.metric_label != "accuracy" or bias + self.chance >= 1:
            return self.observed - max(bias, 0.0)
        return 1 - (1 - self.observed) * (1 - self.chance) / (1 - self.chance - max(bias, 0.0))

    def frame(self) -> "pd.DataFrame":
        """One row per score: ``permutation`` 0 is the labels as they are."""
        import pandas as pd

        scores = np.concatenate([[self.observed], self.reference])
        return pd.DataFrame({"permutation": np.arange(len(scores)), "score": scores})

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: the score beside that on permuted labels, the bias, what to beware of."""
        return _glance(self)

    def details(self) -> str:
        """Return all of it in words."""
        return _paragraph(self)

    def _repr_html_(self) -> str:
        return notebook_html(self)


def _glance(result: LabelRandomization) -> Glance:
    who = f"{one_line(result.name)} on {one_line(result.dataset)}"
    mean = result.reference.mean()
    p = f"p = {pvalue_text(result.pvalue)}"
    if any(caveat.code == "biased_methodology" for caveat in result.caveats):
        headline = (
            f"{who} is biased: {result.metric_label} {mean:.3f} on labels that mean nothing, {result.bias:.3f} above "
            f"chance; {result.observed:.3f} on the labels as they are ({p})."
        )
    else:
        headline = (
            f"{who}: {result.metric_label} {result.observed:.3f}, against {mean:.3f} on labels that mean nothing ({p})."
        )
    lowest, highest = result.reference.min(), result.reference.max()
    permuted = f"{result.n_permutations} permutations of the labels, scores from {lowest:.3f} to {highest:.3f}"
    beware, others = beware_words(result.caveats)
    return Glance(
        headline=headline,
        lines=(("compared with", permuted), ("bias", _bias_words(result) + _adjusted_words(result)), *beware),
        more=others,
        call="result.details()",
    )


def _adjusted_words(result: LabelRandomization) -> str:
    """Return what is left of the score without the bias, where there is one to be taken off."""
    if result.adjusted_limits is None or not any(each.code == "biased_methodology" for each in result.caveats):
        return ""
    low, high = result.adjusted_limits
    return f"; without it the score is about {result.adjusted:.3f} ({low:.3f} to {high:.3f}), if it is as large here"


def _bias_words(result: LabelRandomization) -> str:
    if result.bias is None or result.bias_low is None:
        return "not known: what chance would score was not given"
    numbers = f"{result.bias:+.3f} (95% interval {result.bias_low:+.3f} to {result.bias_high:+.3f})"
    if result.bias_low > 0:
        return numbers
    return f"{numbers}: no leak shows"


def _paragraph(result: LabelRandomization) -> str:
    """One paragraph: scores, p and bias with what they mean, what to beware of. A bias comes first."""
    lowest, highest = result.reference.min(), result.reference.max()
    scores = (
        f"{result.metric_label} {result.observed:.3f} on the labels as they are, {result.reference.mean():.3f} on "
        f"average ({lowest:.3f} to {highest:.3f}) over {result.n_permutations} permutations of them."
    )
    who = f"{one_line(result.name)} on {one_line(result.dataset)}: "
    flattering = [caveat for caveat in result.caveats if caveat.code == "biased_methodology"]
    others = [caveat.message for caveat in result.caveats if caveat.code != "biased_methodology"]
    if flattering:
        parts = [
            f"{who}biased. {flattering[0].message} {_bias(result)}",
            f"{scores[0].upper()}{scores[1:]}",
            _p_sentence(result),
        ]
    else:
        parts = [f"{who}{scores}", _p_sentence(result), _bias_sentence(result)]
    if others:
        parts.append(f"Beware: {' '.join(others)}")
    return " ".join(parts)


def _p_sentence(result: LabelRandomization) -> str:
    # From p itself, which counts a score that is lower by rounding only as high.
    n_as_high = round(result.pvalue * (result.n_permutations + 1))
    score = "scores" if n_as_high == 1 else "score"
    return (
        f"p = {pvalue_text(result.pvalue)}: of {result.n_permutations + 1} labellings, the true one included, "
        f"{n_as_high} {score} as high or higher. If labels had nothing to do with attributes, p would be as small as "
        "this with no more than that probability."
    )


def _bias(result: LabelRandomization) -> str:
    return (
        f"Bias: {result.bias:+.3f} (95% Monte Carlo interval {result.bias_low:+.3f} to {result.bias_high:+.3f}), the "
        f"mean on permuted labels minus chance, {result.chance:.3f}."
    )


def _bias_sentence(result: LabelRandomization) -> str:
    if result.bias is None or result.bias_low is None:
        return "Bias is not known: what chance would score by this metric was not given."
    if result.bias_low > 0:
        return f"{_bias(result)} One in forty with a bias of zero shows as much: more permutations tell."
    below = " Only a bias above zero would mean that the score flatters." if result.bias < 0 else ""
    return f"{_bias(result)}{below} No leak shows; what leaked into the attributes beforehand cannot show here."
