"""A label randomization in words: what p and bias say, and no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise._core import one_line

if TYPE_CHECKING:
    from foldwise.verdicts._randomization import LabelRandomization


def paragraph(found: LabelRandomization) -> str:
    """One paragraph: scores, p and what it means, bias and what it means, what to beware of."""
    lowest, highest = found.reference.min(), found.reference.max()
    parts = [
        f"{one_line(found.name)} on {one_line(found.dataset)}: {found.metric_label} {found.observed:.3f} on the labels "
        f"as they are, {found.reference.mean():.3f} on average ({lowest:.3f} to {highest:.3f}) over "
        f"{found.n_permutations} permutations of them.",
        f"p = {found.pvalue:.2g}: if the labels had nothing to do with the attributes, a p this small would come out "
        "with no more than that probability.",
        _bias_sentence(found),
    ]
    if found.caveats:
        parts.append(f"Beware: {' '.join(caveat.message for caveat in found.caveats)}")
    return " ".join(parts)


def _bias_sentence(found: LabelRandomization) -> str:
    if found.bias is None:
        return "Bias is not known: what chance would score by this metric was not given."
    said = (
        f"Bias of the methodology: {found.bias:+.3f} (95% Monte Carlo interval {found.bias_low:+.3f} to "
        f"{found.bias_high:+.3f}), the mean on permuted labels minus chance, {found.chance:.3f}."
    )
    if any(caveat.code == "biased_methodology" for caveat in found.caveats):
        return said
    if found.bias_low is not None and found.bias_low > 0:
        return f"{said} One sound methodology in forty shows as much: more permutations tell."
    return f"{said} No leak shows; what leaked into the attributes beforehand cannot show here."
