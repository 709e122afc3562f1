"""A label randomization in words: what p and bias say, and no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise._core import one_line

if TYPE_CHECKING:
    from foldwise.verdicts._randomization import LabelRandomization


def paragraph(found: LabelRandomization) -> str:
    """One paragraph: scores, p and bias with what they mean, what to beware of. A bias comes first."""
    lowest, highest = found.reference.min(), found.reference.max()
    scores = (
        f"{found.metric_label} {found.observed:.3f} on the labels as they are, {found.reference.mean():.3f} on average "
        f"({lowest:.3f} to {highest:.3f}) over {found.n_permutations} permutations of them."
    )
    who = f"{one_line(found.name)} on {one_line(found.dataset)}: "
    flattering = [caveat for caveat in found.caveats if caveat.code == "biased_methodology"]
    others = [caveat.message for caveat in found.caveats if caveat.code != "biased_methodology"]
    if flattering:
        parts = [
            f"{who}biased. {flattering[0].message} {_bias(found)}",
            f"{scores[0].upper()}{scores[1:]}",
            _p_sentence(found),
        ]
    else:
        parts = [f"{who}{scores}", _p_sentence(found), _bias_sentence(found)]
    if others:
        parts.append(f"Beware: {' '.join(others)}")
    return " ".join(parts)


def _p_sentence(found: LabelRandomization) -> str:
    # From p itself, which counts a score that is lower by rounding only as high.
    n_as_high = round(found.pvalue * (found.n_permutations + 1))
    return (
        f"p = {found.pvalue:.2g}: of {found.n_permutations + 1} labellings, the true one included, {n_as_high} "
        f"{'scores' if n_as_high == 1 else 'score'} as high or higher. If labels had nothing to do with attributes, p "
        "would be as small as this with no more than that probability."
    )


def _bias(found: LabelRandomization) -> str:
    return (
        f"Bias: {found.bias:+.3f} (95% Monte Carlo interval {found.bias_low:+.3f} to {found.bias_high:+.3f}), the mean "
        f"on permuted labels minus chance, {found.chance:.3f}."
    )


def _bias_sentence(found: LabelRandomization) -> str:
    if found.bias is None or found.bias_low is None:
        return "Bias is not known: what chance would score by this metric was not given."
    if found.bias_low > 0:
        return f"{_bias(found)} One in forty with a bias of zero shows as much: more permutations tell."
    below = " Only a bias above zero would mean that the score flatters." if found.bias < 0 else ""
    return f"{_bias(found)}{below} No leak shows; what leaked into the attributes beforehand cannot show here."
