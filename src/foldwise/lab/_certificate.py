"""What a procedure does on data like one's own when there is nothing to be found, and what that says in words."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

import pandas as pd

from foldwise._core import Caveat, Glance, counted, limits_text, notebook_html, one_line
from foldwise.lab._certificate_glance import certificate_glance
from foldwise.lab._certified_pair import CertifiedPair, Readjudged
from foldwise.lab._procedures import label
from foldwise.runs import DataInfo, Learner
from foldwise.verdicts import Procedure, Verdict, adjust_pvalues, probability_words

Null = Literal["subsamples", "generator"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Certificate:
    """The measured Type I error of a procedure, for learners and data of one's own. Made by `certify`.

    ``str(certificate)`` is the answer at a glance, ``certificate.details()`` all of it in words, with its limits.

    Parameters
    ----------
    pairs : tuple of CertifiedPair
        What was measured, for each pair of learners.
    procedure : Procedure
        Scheme and test.
    learners : tuple of Learner
        Who takes part.
    data : DataInfo
        The dataset.
    n_examples : int
        Number of examples of the datasets of the trials.
    null : {'subsamples', 'generator'}
        Where they came from.
    alpha : float
        The level of the procedure.
    n_trials : int
        Number of datasets for each pair.
    seed : int
        Determines everything.
    fit_errors : tuple, optional
        Of a generator, for each pair: error rates of both learners on the given data, and on generated data.

    Examples
    --------
    >>> from foldwise.lab import certify
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"nb": NaiveBayes(), "c45": C45()}
    >>> certificate = certify(learners, "iris", procedure="10x10", n_trials=20, seed=1)
    >>> certificate.procedure_name, certificate.n_trials, len(certificate.pairs)
    ('10x10/corrected_repeated_kfold_t', 20, 1)
    """

    pairs: tuple[CertifiedPair, ...]
    procedure: Procedure
    learners: tuple[Learner, ...] = field(repr=False)
    data: DataInfo
    n_examples: int
    null: Null
    alpha: float
    n_trials: int
    seed: int
    fit_errors: tuple[tuple[tuple[float, float], tuple[float, float]], ...] = ()

    @property
    def procedure_name(self) -> str:
        """The procedure as one would type it."""
        return label(self.procedure)

    @property
    def title(self) -> str:
        """What was measured, in a few words."""
        return f"Type I error on data like {self.data.name}"

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """What to beware of: the limits of what can be known from one dataset."""
        return certificate_caveats(self)

    def readjudge(self, verdict: Verdict) -> Certificate:
        """Judge a verdict by what was measured.

        The p-value of each comparison is referred to the p-values of the trials: where the procedure rejects too often,
        it has to be lower to count. A difference that was not significant does not become so. Adjustments for several
        comparisons are done as in the verdict.

        Parameters
        ----------
        verdict : Verdict
            Of the same procedure, on the same learners and dataset.

        Returns
        -------
        Certificate
            The same, with `readjudged` in its pairs.
        """
        self._check_same(verdict)
        rows = {(row.a, row.b): row for row in verdict.comparisons if row.dataset == self.data.name}
        missing = [f"{pair.a} vs {pair.b}" for pair in self.pairs if (pair.a, pair.b) not in rows]
        if missing:
            raise ValueError(
                f"The verdict has no comparison {missing[0]} on {self.data.name}. Certify what it compares."
            )
        own = [pair.size_adjusted(rows[pair.a, pair.b].pvalue) for pair in self.pairs]
        adjusted = adjust_pvalues(own, verdict.adjust, family=verdict.family)
        pairs = tuple(
            replace(
                pair,
                readjudged=Readjudged(
                    pvalue=rows[pair.a, pair.b].pvalue,
                    statistic=rows[pair.a, pair.b].statistic,
                    was_significant=bool(rows[pair.a, pair.b].adjusted_pvalue <= verdict.alpha),
                    # What is measured may take significance away. It is too rough to give it.
                    is_significant=bool(max(by_family, rows[pair.a, pair.b].adjusted_pvalue) <= verdict.alpha),
                    size_adjusted_pvalue=by_trials,
                    adjusted_pvalue=by_family,
                    family=verdict.family if verdict.adjust != "none" else 1,
                ),
            )
            for pair, by_trials, by_family in zip(self.pairs, own, adjusted, strict=True)
        )
        return replace(self, pairs=pairs)

    def frame(self) -> pd.DataFrame:
        """One row for each pair: rate with its exact interval, critical values, and what becomes of a verdict."""
        rows = []
        for pair in self.pairs:
            low, high = pair.interval
            critical_low, critical_high = pair.critical_interval
            row: dict[str, Any] = {
                "dataset": self.data.name,
                "a": pair.a,
                "b": pair.b,
                "rate": pair.rate,
                "low": low,
                "high": high,
                "n_rejections": pair.n_rejections,
                "n_undefined": pair.n_undefined,
                "n_trials": pair.n_trials,
                "judgement": pair.judgement,
                "critical_pvalue": pair.critical,
                "critical_low": critical_low,
                "critical_high": critical_high,
                "critical_statistic": pair.critical_statistic,
                "damaged": pair.damaged,
                "damage": pair.damage,
                "gap": pair.gap,
                "gap_error": pair.gap_error,
            }
            if pair.readjudged is not None:
                row["pvalue"] = pair.readjudged.pvalue
                row["size_adjusted_pvalue"] = pair.readjudged.size_adjusted_pvalue
                row["adjusted_pvalue"] = pair.readjudged.adjusted_pvalue
                row["significant"] = pair.readjudged.is_significant
            rows.append(row)
        return pd.DataFrame(rows)

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: the false alarms, and what becomes of the verdict."""
        return certificate_glance(self, _source_words(self))

    def details(self) -> str:
        """Return all of it in words."""
        return paragraph(self)

    def _repr_html_(self) -> str:
        return notebook_html(self)

    def _check_same(self, verdict: Verdict) -> None:
        """Refuse a verdict whose p-values are not those that were measured."""
        if not isinstance(verdict, Verdict):
            raise TypeError(f"readjudge takes a Verdict, got {type(verdict).__name__}.")
        mine = self.procedure
        if mine.settled is not None or verdict.settled is not None:
            same = mine.settled == verdict.settled
            theirs = str(verdict.settled or verdict.test)
        else:
            schemes = {run.assignment.scheme for run in verdict.runs}
            same = schemes == {str(mine.scheme)} and verdict.test == mine.test
            theirs = f"{', '.join(sorted(schemes))} and {verdict.test}"
        same = same and verdict.alternative == mine.alternative and verdict.metric.is_accuracy
        if not same or verdict.alpha != self.alpha:
            raise ValueError(
                f"The certificate is about {label(mine)} and accuracy at level {self.alpha:g}, the verdict is by "
                f"{theirs}, {verdict.metric.name}, at level {verdict.alpha:g}. Certify the procedure of the verdict."
            )


# Random errors in more answers than this make another learner of the one that is damaged.
MUCH_DAMAGE: Final = 0.1
# Of error rates: a generator further off than this is not like the data.
POOR_FIT: Final = 0.05


def paragraph(certificate: Certificate) -> str:
    """Return one paragraph for each pair, and one for the limits."""
    pairs = [_pair_words(certificate, pair) for pair in certificate.pairs]
    limits = " ".join(caveat.message for caveat in certificate.caveats)
    return "\n\n".join([*pairs, f"{_source_words(certificate)} Beware: {limits}"])


def rate_words(pair: CertifiedPair) -> str:
    """Return the rate, its interval and what they mean, in words.

    With 20 rejections in 200 trials at level 0.05: ``'rejected in 20 of 200 trials ... rejects too often'``.
    """
    low, high = pair.interval
    share = f"Type I error {pair.rate:.3f}, exact 95% interval {limits_text(low, high)}"
    judged = {
        "above": f"it rejects too often: the level is {pair.alpha:g}, and up to {high:.3f} must be reckoned with",
        "near": f"that cannot be told apart from its level, {pair.alpha:g}",
        "below": f"it holds its level, {pair.alpha:g}, with room to spare",
    }[pair.judgement]
    return f"rejected in {pair.n_rejections} of {pair.n_trials} trials ({share}): {judged}."


def critical_words(pair: CertifiedPair) -> str:
    """Return below which p-value, or beyond which statistic, to reject instead."""
    low, high = pair.critical_interval
    size = pair.critical_statistic
    beyond = "" if math.isnan(size) else f", or the statistic beyond {size:.3g} on either side"
    spare = " Rejecting at the level itself is careful enough." if pair.critical >= pair.alpha else ""
    numbers = f"p below {pair.critical:.2g} (95% interval {low:.2g} to {high:.2g}){beyond}"
    return f"Size-adjusted critical value: {numbers}.{spare}"


def readjudged_words(pair: CertifiedPair) -> str:
    """Return what becomes of the verdict, in words; nothing if none was given."""
    own = pair.readjudged
    if own is None:
        return ""
    if math.isnan(own.pvalue):
        return "The verdict on your data has no p-value, and stays as it is."
    size_adjusted = probability_words(own.size_adjusted_pvalue, pair.alpha)
    if own.family > 1:
        adjusted = probability_words(own.adjusted_pvalue, pair.alpha, "")
        size_adjusted += f", adjusted for {counted(own.family, 'comparison')}{adjusted}"
    outcome = {
        (True, True): "the difference stays significant",
        (True, False): "the difference is no longer significant",
        (False, False): "the difference stays not significant",
    }[own.was_significant, own.is_significant]
    becomes = f"{probability_words(own.pvalue)} becomes {size_adjusted}"
    # Who reads a smaller p-value expects another verdict.
    rough = " (a certificate is too rough to give significance, it can only take it away)"
    says = rough if not own.is_significant and own.adjusted_pvalue <= pair.alpha else ""
    return f"With the size-adjusted critical value, {outcome}: {becomes}{says}."


def certificate_caveats(certificate: Certificate) -> tuple[Caveat, ...]:
    """Collect the limits: of the source, of the null, of the number of trials."""
    caveats = [_source_caveat(certificate), _null_caveat()]
    caveats += [caveat for pair in certificate.pairs for caveat in _pair_caveats(pair)]
    least, family = 1 / (1 + certificate.n_trials), max(1, *(_family(pair) for pair in certificate.pairs))
    if family * least > certificate.alpha:
        caveats.append(
            Caveat(
                code="certificate_few_trials",
                message=f"With {certificate.n_trials} trials no size-adjusted p is less than {least:.2g}, so that of "
                f"{family} comparisons none can be significant: use n_trials={math.ceil(family / certificate.alpha)} "
                "or more.",
            )
        )
    return tuple(caveats)


def _family(pair: CertifiedPair) -> int:
    return 1 if pair.readjudged is None else pair.readjudged.family


def _pair_words(certificate: Certificate, pair: CertifiedPair) -> str:
    who = f"{one_line(pair.a)} vs {one_line(pair.b)} on data like {one_line(certificate.data.name)}"
    parts = [
        f"Certificate for {who}: where both are equally good, {certificate.procedure.short_name} {rate_words(pair)}",
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
    errors = [
        f"{one_line(pair.a)} {real_a:.3f} and {made_a:.3f}, {one_line(pair.b)} {real_b:.3f} and {made_b:.3f}"
        for pair, ((real_a, real_b), (made_a, made_b)) in zip(certificate.pairs, certificate.fit_errors, strict=True)
    ]
    worst = max(abs(x - y) for real, generated in certificate.fit_errors for x, y in zip(real, generated, strict=True))
    poor = " It is not like the data: do not rely on the certificate." if worst > POOR_FIT else ""
    return Caveat(
        code="certificate_generator",
        message=f"A generator is only as good as its fit; error rates on your data and on generated data: "
        f"{'; '.join(errors)}.{poor}",
    )


def _null_caveat() -> Caveat:
    return Caveat(
        code="certificate_damage",
        message="The learners were made equal by random errors, which real learners do not make; what is measured is "
        "about learners like yours, not about yours. The interval is Monte Carlo error only.",
    )


def _pair_caveats(pair: CertifiedPair) -> list[Caveat]:
    who, caveats = f"{one_line(pair.a)} vs {one_line(pair.b)}", []
    if pair.damage > MUCH_DAMAGE:
        caveats.append(
            Caveat(
                code="certificate_much_damage",
                message=f"{who}: random errors in {pair.damage:.2f} of the answers make {one_line(pair.damaged)} "
                "another learner; where learners are so far apart, a certificate says little.",
            )
        )
    if abs(pair.gap) > 3 * pair.gap_error and abs(pair.gap) > 0.001:
        caveats.append(
            Caveat(
                code="certificate_gap",
                message=f"{who}: the learners are not quite equal, {pair.gap:+.4f}: some of the rejections are right.",
            )
        )
    if pair.n_undefined:
        caveats.append(
            Caveat(
                code="undefined_counted",
                message=f"{who}: {counted(pair.n_undefined, 'trial')} gave no p-value, for want of any variance, and "
                "count as no rejection.",
            )
        )
    return caveats
