"""What the plain test said, what the corrected test says, and what would have to be true for a claim to stand."""

import math
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import numpy as np
from scipy.special import stdtr

from foldwise._core import (
    DataFormatError,
    Glance,
    check_fraction,
    counted,
    fixed,
    pvalue_text,
    significant,
)
from foldwise.stats import (
    binomial,
    breakdown_correlation,
    corrected_repeated_kfold_t,
    kfold_t,
    uncorrected_repeated_kfold_t,
)
from foldwise.stats._door import student_quantile
from foldwise.verdicts.guidance._claim import Claim, read_claim

Standing = Literal["stands", "falls", "open"]
# Published numbers are rounded: within so much of one another they are the same.
_SAME: Final = 0.06
_HOW_FOLDS: Final = (
    "The plain t test divides the mean difference by s / sqrt(n), for n folds in all and s their standard deviation, "
    "as if folds were independent; the corrected test by s sqrt(1 / n + 1 / (k - 1)), for k folds in a repeat (Nadeau "
    "and Bengio 2003; Bouckaert and Frank 2004). Both have n - 1 degrees of freedom, so the plain p tells the other.",
    "Read p as that of a two-sided paired t test over folds; of another test the claim must give the differences.",
)
_HOW_ONE: Final = (
    "The exact binomial test counts the examples that only one of the two gets right (Salzberg 1997). The scores tell "
    "the difference of the two counts, not their sum, on which p depends.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimCheck:
    """Whether a claim stands. Made by `check_claim`; ``str()`` says it at a glance.

    Parameters
    ----------
    claim : Claim
        What was claimed.
    alpha : float
        Level.
    standing : {'stands', 'falls', 'open'}
        Whether the claim is significant by the test that fits; open if the numbers do not tell.
    statistic, pvalue : float
        Of the plain t test over folds, with the sign of t where the claim names it; NaN for one test set without a
        p-value.
    corrected_statistic, corrected_pvalue : float
        Of the corrected t test; NaN for one test set.
    df : int or None
        Degrees of freedom of both.
    needed_pvalue : float
        The largest p of the plain test at which the corrected one is significant; NaN for one test set.
    smallest_difference : float
        The smallest mean difference that is significant with this spread; NaN where that is not known.
    breakdown_correlation, assumed_correlation : float
        How strongly folds may be correlated for the claim to stand, and what the corrected test assumes; NaN for one
        test set.
    n_ahead : float
        How many examples more the better learner gets right; NaN where n or the scores are not known.
    most_disagreements : int or None
        Of one test set: on how many examples the learners may disagree, at most, for the exact test to be significant;
        0 if it is not even where they disagree on no others.
    least_pvalue : float
        Of one test set: p of the exact test where one learner is never right alone; NaN otherwise.
    is_possible : bool
        Whether some whole number of right answers gives the scores, where n tells.

    Examples
    --------
    >>> from foldwise.verdicts import check_claim
    >>> check = check_claim("10-fold, n=500, 0.912 vs 0.905, p=0.03")
    >>> check.standing, round(check.corrected_pvalue, 3)
    ('falls', 0.11)
    """

    claim: Claim
    alpha: float
    standing: Standing
    statistic: float = math.nan
    pvalue: float = math.nan
    corrected_statistic: float = math.nan
    corrected_pvalue: float = math.nan
    df: int | None = None
    needed_pvalue: float = math.nan
    smallest_difference: float = math.nan
    breakdown_correlation: float = math.nan
    assumed_correlation: float = math.nan
    n_ahead: float = math.nan
    most_disagreements: int | None = None
    least_pvalue: float = math.nan
    is_possible: bool = True

    def document(self) -> dict[str, Any]:
        """Return all numbers under their names, None for those that are not known."""
        values = {name: getattr(self, name) for name in self.__slots__ if name != "claim"}
        claim = {name: getattr(self.claim, name) for name in self.claim.__slots__}
        finite = {
            name: None if isinstance(value, float) and not math.isfinite(value) else value
            for name, value in values.items()
        }
        return {"schema": "foldwise.claim/1", "claim": claim, **finite}

    def glance(self) -> Glance:
        """Return what a reader sees first."""
        lines = _one_test_set_lines(self) if self.claim.is_one_test_set else _folds_lines(self)
        lines += _shared_lines(self)
        outcome: Any = {"stands": "better", "falls": "none", "open": "undetermined"}[self.standing]
        return Glance(headline=_headline(self), outcome=outcome, lines=tuple(lines), call="check.details()")

    def details(self) -> str:
        """Return all of it in words: how the numbers were reached, too."""
        glance = self.glance()
        said = [f"{label[0].upper()}{label[1:]}: {words}." for label, words in glance.lines]
        return "\n".join([glance.headline, *said, *(_HOW_ONE if self.claim.is_one_test_set else _HOW_FOLDS)])

    def __str__(self) -> str:
        return str(self.glance())

    def _repr_html_(self) -> str:
        return self.glance().html()


def check_claim(claim: str | Claim, *, alpha: float = 0.05) -> ClaimCheck:
    r"""Check a claim that one learner is significantly better, from the numbers that were published.

    Parameters
    ----------
    claim : str or Claim
        Such as ``"10-fold, n=500, 0.912 vs 0.905, p=0.03"``, ``"10x10, t=3.1"``, ``"10-fold, diff 0.007, sd 0.01"``
        or ``"test set, n=1000, 91.2% vs 90.5%"``.
    alpha : float, default 0.05
        Level.

    Returns
    -------
    ClaimCheck

    Raises
    ------
    DataFormatError
        If something in the claim is not understood, contradicts itself or is not enough to say anything.

    Notes
    -----
    For r repeats of k folds the plain t test divides the mean difference by :math:`s / \sqrt{rk}`, as if folds were
    independent. The corrected test [1]_, [2]_ divides by :math:`s \sqrt{1/(rk) + 1/(k-1)}`. So

    .. math:: t_{corrected} = t \Big/ \sqrt{1 + \frac{rk}{k - 1}},

    and the published p is enough to know the corrected one. On one test set, the learners' scores say only by how many
    examples one is ahead; whether that is significant depends on how many they disagree on.

    References
    ----------
    .. [1] C. Nadeau and Y. Bengio (2003). Inference for the generalization error. Machine Learning 52, 239-281.
    .. [2] R. R. Bouckaert and E. Frank (2004). Evaluating the replicability of significance tests for comparing
       learning algorithms. PAKDD 2004, 3-12.

    Examples
    --------
    >>> from foldwise.verdicts import check_claim
    >>> check = check_claim("10-fold, n=500, 0.912 vs 0.905, p=0.03")
    >>> check.standing, round(check.corrected_pvalue, 3), round(check.needed_pvalue, 4)
    ('falls', 0.11, 0.0094)
    """
    check_fraction(alpha, "alpha")
    claim = read_claim(claim) if isinstance(claim, str) else claim
    check = _check_one_test_set(claim, alpha) if claim.is_one_test_set else _check_folds(claim, alpha)
    ahead = math.nan if claim.n is None or claim.scores is None else abs(claim.scores[0] - claim.scores[1]) * claim.n
    return replace(check, n_ahead=ahead, is_possible=_is_possible(claim))


def _check_folds(claim: Claim, alpha: float) -> ClaimCheck:
    """Rebuild differences with the mean and spread of the claim: the tests need no more than these."""
    n_scores = claim.n_repeats * claim.n_folds
    df = n_scores - 1
    if claim.n is not None and claim.n < claim.n_folds:
        raise DataFormatError(f"{claim.n_folds} folds need as many examples or more, got n={claim.n}.")
    t, is_bound = _plain_t(claim, df)
    scale = abs(claim.difference) if claim.difference else 1.0
    sd = scale * math.sqrt(n_scores) / t
    shape = np.linspace(-1.0, 1.0, n_scores)
    differences = scale + sd * shape / shape.std(ddof=1)
    table = differences.reshape(claim.n_repeats, claim.n_folds)
    plain = kfold_t(differences) if claim.n_repeats == 1 else uncorrected_repeated_kfold_t(table)
    corrected = corrected_repeated_kfold_t(table)
    breakdown = breakdown_correlation(table, alpha=alpha)
    widening = float(plain.statistic) / float(corrected.statistic)
    needed = -float(student_quantile(df, alpha / 2)) * widening
    is_significant = float(corrected.pvalue) <= alpha
    sign = math.copysign(1.0, claim.statistic or 1.0)
    # Of a bound, p itself may be far below.
    standing: Standing = "stands" if is_significant else ("open" if is_bound else "falls")
    return ClaimCheck(
        claim=claim,
        alpha=alpha,
        standing=standing,
        statistic=sign * float(plain.statistic),
        pvalue=float(plain.pvalue) if claim.pvalue is None or claim.is_bound > is_bound else claim.pvalue,
        corrected_statistic=sign * float(corrected.statistic),
        corrected_pvalue=float(corrected.pvalue),
        df=df,
        needed_pvalue=float(2 * stdtr(df, -needed)),
        smallest_difference=needed * sd / math.sqrt(n_scores) if claim.difference else math.nan,
        breakdown_correlation=float(breakdown.correlation),
        assumed_correlation=breakdown.assumed,
    )


def _plain_t(claim: Claim, df: int) -> tuple[float, bool]:
    """Return the size of the plain t statistic, and whether it is only the least that it can be.

    It comes from whatever the claim says; what it says in two ways must agree.
    """
    ways = {}
    if claim.statistic is not None:
        ways["t"] = abs(claim.statistic)
    if claim.sd is not None and claim.difference is not None:
        ways["mean and sd"] = abs(claim.difference) / (claim.sd / math.sqrt(df + 1))
    is_bound = claim.is_bound and not ways
    if claim.pvalue is not None:
        ways["p"] = -float(student_quantile(df, claim.pvalue / 2))
    if not ways:
        raise DataFormatError(
            "The claim says nothing of how the scores vary, so nothing can be said. Add p, t, or the sd of the "
            "differences of folds."
        )
    first, t = next(iter(ways.items()))
    if not t > 0:
        raise DataFormatError("The claim says that there is no difference at all: there is nothing to check.")
    for name, other in ways.items():
        is_reached = name == "p" and claim.is_bound and t > other
        if abs(other - t) > _SAME * max(t, other) and not is_reached:
            raise DataFormatError(
                f"By its {first} the plain t would be {t:.3g}, by its {name} {other:.3g} ({df} degrees of freedom): "
                "they are not of one t test over folds. Leave out what is from another test."
            )
    return t, is_bound


def _check_one_test_set(claim: Claim, alpha: float) -> ClaimCheck:
    """Look for the numbers of disagreements at which the exact test is significant."""
    if claim.n is None or claim.difference is None:
        raise DataFormatError("A claim from one test set needs n, the examples in it, and both scores.")
    n_ahead = round(abs(claim.difference) * claim.n)
    least = float(binomial(n_ahead, 0).pvalue) if n_ahead else 1.0
    if claim.pvalue is not None and claim.pvalue < least * (1 - _SAME) and not claim.is_bound:
        raise DataFormatError(
            f"With {counted(n_ahead, 'example')} between them, no exact test on {claim.n} examples has p below "
            f"{least:.2g}, but the claim says {claim.pvalue:g}. Check its numbers."
        )
    # Whoever is right alone on more examples has them from those that both cannot be right on.
    others = np.arange((claim.n - n_ahead) // 2 + 1)
    pvalues = np.atleast_1d(np.asarray(binomial(others + n_ahead, others).pvalue)) if n_ahead else np.ones(1)
    passing = np.flatnonzero(pvalues <= alpha)
    most = int(2 * others[passing[-1]] + n_ahead) if passing.size else 0
    if not most:
        standing: Standing = "falls"
    elif claim.pvalue is not None:
        standing = "stands" if claim.pvalue <= alpha else "falls"
    else:
        standing = "open"
    pvalue = math.nan if claim.pvalue is None else claim.pvalue
    return ClaimCheck(
        claim=claim, alpha=alpha, standing=standing, pvalue=pvalue, most_disagreements=most, least_pvalue=least
    )


def _is_possible(claim: Claim) -> bool:
    """Whether a whole number of right answers out of n, rounded as it is printed, is each of the scores."""
    if claim.n is None or claim.scores is None or claim.n % claim.n_folds:
        return True
    n_answers, half = claim.n * claim.n_repeats, 0.5 * 10.0**-claim.places
    return all(abs(round(share * n_answers) / n_answers - share) <= half * (1 + 1e-9) for share in claim.scores)


def _headline(check: ClaimCheck) -> str:
    level = f"{check.alpha:g}"
    if not check.claim.is_one_test_set:
        p = pvalue_text(check.corrected_pvalue, check.alpha)
        if check.standing == "stands":
            return f"The claim stands: by the corrected test, too, p = {p}."
        if check.standing == "open":
            return f"The claim does not say enough: by the corrected test p is at most {p}, and may be above {level}."
        if check.pvalue > check.alpha:
            plain = pvalue_text(check.pvalue, check.alpha)
            return f"Nothing was significant to begin with: p = {plain} by the plain test."
        said = pvalue_text(check.pvalue, check.alpha)
        return f"The claim does not stand at {level}: by the corrected test p = {p}, where the plain one has {said}."
    if check.most_disagreements == 0:
        return (
            f"The claim cannot stand at {level}: even if one learner is never right alone, p = "
            f"{pvalue_text(check.least_pvalue, check.alpha)}."
        )
    if check.standing == "open":
        return (
            f"The scores alone do not tell: the claim stands at {level} if the learners disagree on at most "
            f"{check.most_disagreements} of {check.claim.n} examples."
        )
    return f"As claimed, p is {'at most' if check.standing == 'stands' else 'above'} {level} on this test set."


def _folds_lines(check: ClaimCheck) -> list[tuple[str, str]]:
    lines = [
        ("plain test", f"t = {fixed(check.statistic, 2)}, {check.df} df, p = {pvalue_text(check.pvalue, check.alpha)}"),
        (
            "corrected test",
            f"t = {fixed(check.corrected_statistic, 2)}, {check.df} df, "
            f"p = {pvalue_text(check.corrected_pvalue, check.alpha)}; folds share their training sets",
        ),
    ]
    would = [f"the plain test had p of at most {significant(check.needed_pvalue, 2)}"]
    if check.breakdown_correlation > 0:
        assumed = f"the test takes {check.assumed_correlation:.2f}"
        would.append(f"folds were correlated by less than {check.breakdown_correlation:.2f} ({assumed})")
    if not math.isnan(check.smallest_difference):
        would.append(f"the difference were at least {significant(check.smallest_difference, 2)} with this spread")
    if check.standing != "stands":
        lines.append(("would stand if", f"{', or if '.join(would)}"))
    if check.claim.scores is not None and check.claim.scores[0] == check.claim.scores[1]:
        lines.append(("beware", "the scores are the same, as far as they are printed: whatever p is, little is gained"))
    if check.claim.n_repeats == 1:
        lines.append(("beware", "one partition only: another random split may say something else"))
    return lines


def _one_test_set_lines(check: ClaimCheck) -> list[tuple[str, str]]:
    lines = [("at best", f"p = {pvalue_text(check.least_pvalue, check.alpha)}, if one learner is never right alone")]
    if check.most_disagreements:
        share = check.most_disagreements / (check.claim.n or 1)
        lines.append(
            ("stands if", f"they disagree on at most {check.most_disagreements} examples ({share:.1%} of the test set)")
        )
    lines.append(("beware", "one training set and one test set: how learners vary with both is not covered"))
    return lines


def _shared_lines(check: ClaimCheck) -> list[tuple[str, str]]:
    lines = []
    if not math.isnan(check.n_ahead):
        lines.append(("in examples", f"the difference is {check.n_ahead:.3g} of {check.claim.n}"))
    if not check.is_possible:
        whole = f"no whole number of them out of {check.claim.n} gives both scores"
        lines.append(("beware", f"if these are shares of right answers, {whole}: check n and digits"))
    return lines
