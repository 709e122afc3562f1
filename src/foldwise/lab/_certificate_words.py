"""A certificate in words: what was measured, what follows from it, and what it cannot tell."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from foldwise._core import Caveat, counted, one_line
from foldwise.verdicts import probability_words

if TYPE_CHECKING:
    from foldwise.lab._certificate import Certificate
    from foldwise.lab._certified_pair import CertifiedPair

# Random errors in more answers than this make another learner of the one that is damaged.
MUCH_DAMAGE: Final = 0.1
# Of error rates: a generator further off than this is not like the data.
POOR_FIT: Final = 0.05


def paragraph(certificate: Certificate) -> str:
    """Write one paragraph for each pair, and one for the limits."""
    pairs = [_pair_words(certificate, pair) for pair in certificate.pairs]
    limits = " ".join(caveat.message for caveat in certificate.caveats)
    return "\n\n".join([*pairs, f"{_source_words(certificate)} Beware: {limits}"])


def rate_words(pair: CertifiedPair) -> str:
    """Say the rate, its interval and what they mean.

    With 20 rejections in 200 trials at level 0.05: ``'rejected in 20 of 200 trials ... rejects too often'``.
    """
    low, high = pair.interval
    share = f"Type I error {pair.rate:.3f}, exact 95% interval {low:.3f} to {high:.3f}"
    judged = {
        "above": f"it rejects too often: the level is {pair.alpha:g}, and up to {high:.3f} must be reckoned with",
        "near": f"that cannot be told apart from its level, {pair.alpha:g}",
        "below": f"it holds its level, {pair.alpha:g}, with room to spare",
    }[pair.judgement]
    return f"rejected in {pair.n_rejections} of {pair.n_trials} trials ({share}): {judged}."


def critical_words(pair: CertifiedPair) -> str:
    """Say below which p-value, or beyond which statistic, to reject instead."""
    low, high = pair.critical_interval
    size = pair.critical_statistic
    beyond = "" if math.isnan(size) else f", or the statistic beyond {size:.3g} on either side"
    spare = " Rejecting at the level itself is careful enough." if pair.critical >= pair.alpha else ""
    numbers = f"p below {pair.critical:.2g} (95% interval {low:.2g} to {high:.2g}){beyond}"
    return f"Size-adjusted critical value: {numbers}.{spare}"


def readjudged_words(pair: CertifiedPair) -> str:
    """Say what becomes of the verdict; nothing if none was given."""
    own = pair.readjudged
    if own is None:
        return ""
    if math.isnan(own.pvalue):
        return "The verdict on your data has no p-value, and stays as it is."
    size_adjusted = probability_words(own.size_adjusted_pvalue, pair.alpha)
    if own.family > 1:
        adjusted = probability_words(own.adjusted_pvalue, pair.alpha, "")
        size_adjusted += f", adjusted for {counted(own.family, 'comparison')}{adjusted}"
    found = {
        (True, True): "the difference stays significant",
        (True, False): "the difference is no longer significant",
        (False, False): "the difference stays not significant",
    }[own.was_significant, own.is_significant]
    becomes = f"{probability_words(own.pvalue)} becomes {size_adjusted}"
    # Who reads a smaller p-value expects another verdict.
    rough = " (a certificate is too rough to give significance, it can only take it away)"
    says = rough if not own.is_significant and own.adjusted_pvalue <= pair.alpha else ""
    return f"With the size-adjusted critical value, {found}: {becomes}{says}."


def certificate_caveats(certificate: Certificate) -> tuple[Caveat, ...]:
    """Collect the limits: of the source, of the null, of the number of trials."""
    found = [_source_caveat(certificate), _null_caveat()]
    found += [caveat for pair in certificate.pairs for caveat in _pair_caveats(pair)]
    least, family = 1 / (1 + certificate.n_trials), max(1, *(_family(pair) for pair in certificate.pairs))
    if family * least > certificate.alpha:
        found.append(
            Caveat(
                code="certificate_few_trials",
                message=f"With {certificate.n_trials} trials no size-adjusted p is less than {least:.2g}, so that of "
                f"{family} comparisons none can be significant: use n_trials={math.ceil(family / certificate.alpha)} "
                "or more.",
            )
        )
    return tuple(found)


def _family(pair: CertifiedPair) -> int:
    return 1 if pair.readjudged is None else pair.readjudged.family


def _pair_words(certificate: Certificate, pair: CertifiedPair) -> str:
    who = f"{one_line(pair.a)} vs {one_line(pair.b)} on data like {one_line(certificate.data.name)}"
    parts = [
        f"Certificate for {who}: where both are equally good, {certificate.procedure_name} {rate_words(pair)}",
        critical_words(pair),
        readjudged_words(pair),
        _matched_words(pair),
    ]
    return " ".join(part for part in parts if part)


def _matched_words(pair: CertifiedPair) -> str:
    errors = f"{one_line(pair.a)} errs in {pair.errors[0]:.3f} and {one_line(pair.b)} in {pair.errors[1]:.3f}"
    return (
        f"By themselves {errors} of the cases; to be equally good, {one_line(pair.damaged)} gave another class at "
        f"random in {pair.damage:.3f} of its answers. Mean difference in accuracy that is left in the trials: "
        f"{pair.gap:+.4f} (standard error {pair.gap_error:.4f})."
    )


def _source_words(certificate: Certificate) -> str:
    if certificate.null == "subsamples":
        return (
            f"Trials are random sub-samples of {certificate.n_examples} of the {certificate.data.n_examples} examples."
        )
    return f"Trials are datasets of {certificate.n_examples} examples from a generator fitted to the data."


def _source_caveat(certificate: Certificate) -> Caveat:
    if certificate.null == "subsamples":
        return Caveat(
            code="certificate_subsamples",
            message=f"Sub-samples of one dataset overlap and vary less than new data would, for which statistics were "
            f"enlarged; that is right for means over examples, and about right for learners. They have "
            f"{certificate.n_examples} examples, your data {certificate.data.n_examples}.",
        )
    told = [
        f"{one_line(pair.a)} {given[0]:.3f} and {made[0]:.3f}, {one_line(pair.b)} {given[1]:.3f} and {made[1]:.3f}"
        for pair, (given, made) in zip(certificate.pairs, certificate.fit_errors, strict=True)
    ]
    worst = max(abs(x - y) for given, made in certificate.fit_errors for x, y in zip(given, made, strict=True))
    poor = " It is not like the data: do not rely on the certificate." if worst > POOR_FIT else ""
    return Caveat(
        code="certificate_generator",
        message=f"A generator is only as good as its fit; error rates on your data and on generated data: "
        f"{'; '.join(told)}.{poor}",
    )


def _null_caveat() -> Caveat:
    return Caveat(
        code="certificate_damage",
        message="The learners were made equal by random errors, which real learners do not make; what is measured is "
        "about learners like yours, not about yours. The interval is Monte Carlo error only.",
    )


def _pair_caveats(pair: CertifiedPair) -> list[Caveat]:
    who, found = f"{one_line(pair.a)} vs {one_line(pair.b)}", []
    if pair.damage > MUCH_DAMAGE:
        found.append(
            Caveat(
                code="certificate_much_damage",
                message=f"{who}: random errors in {pair.damage:.2f} of the answers make {one_line(pair.damaged)} "
                "another learner; where learners are so far apart, a certificate says little.",
            )
        )
    if abs(pair.gap) > 3 * pair.gap_error and abs(pair.gap) > 0.001:
        found.append(
            Caveat(
                code="certificate_gap",
                message=f"{who}: the learners are not quite equal, {pair.gap:+.4f}: some of the rejections are right.",
            )
        )
    if pair.n_undefined:
        found.append(
            Caveat(
                code="undefined_counted",
                message=f"{who}: {counted(pair.n_undefined, 'trial')} gave no p-value, for want of any variance, and "
                "count as no rejection.",
            )
        )
    return found
