"""The verb that holds a verdict against new data."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from foldwise._core import SchemeMismatchError, listed
from foldwise.stats import after_selection
from foldwise.verdicts._judge import judge
from foldwise.verdicts.confirming._confirmation import Confirmation, ConfirmationRow, Standing
from foldwise.verdicts.items import ItemVerdict
from foldwise.verdicts.judging._comparison import Comparison, turned
from foldwise.verdicts.judging._verdict import Verdict

# Below it p is 0 for all that is left to say, and nothing of the difference can be luck.
_LEAST_PVALUE = 1e-300


def confirm(first: Any, again: Any, *, alpha: float = 0.05) -> Confirmation:
    """Hold a verdict against new data: which differences are found again, and how much smaller they are.

    A difference that was called significant on one set of data is larger, on average, than it will be on another: what
    is significant was lucky, too. So it is said beside each how large it was to be expected.

    Parameters
    ----------
    first : Verdict, ItemVerdict, or what `judge` takes
        The verdict: runs, a store, a file or a table of results are judged first.
    again : Verdict, ItemVerdict, or what `judge` takes
        The same learners on data that had no part in the first verdict.
    alpha : float, default 0.05
        Level at which results are judged that are no verdict yet.

    Returns
    -------
    Confirmation
        For each difference that was called significant: confirmed, not confirmed, or open. Print it.

    Raises
    ------
    ValueError
        If nothing was called significant, or the data are the same.
    SchemeMismatchError
        If metrics differ, or no learners are the same.

    See Also
    --------
    replicate : Would other random splits of the same data say so again?
    foldwise.stats.after_selection : What is to be expected of a significant difference.

    Examples
    --------
    Half of the tumours, and then the other half.

    >>> import foldwise as fw
    >>> from foldwise.learners import NaiveBayes
    >>> from sklearn.dummy import DummyClassifier
    >>> data, learners = fw.data.load("wdbc"), {"bayes": NaiveBayes(), "guess": DummyClassifier()}
    >>> halves = [fw.compare(learners, data.X[k::2], data.y[k::2], scheme="10x10", seed=1) for k in (0, 1)]
    >>> confirmation = fw.confirm(*halves)
    >>> confirmation.rows[0].standing, confirmation.rows[0].winner
    ('confirmed', 'bayes')
    """
    before, after = _verdict(first, "first", alpha), _verdict(again, "again", alpha)
    if before.metric.label != after.metric.label:
        raise SchemeMismatchError(
            f"Both verdicts must be by the same metric, got {before.metric.label} and {after.metric.label}. Judge the "
            "results again with metric=."
        )
    significant = [row for row in before.comparisons if row.winner is not None]
    if not significant:
        raise ValueError("The first verdict calls no learner better, so there is nothing to confirm.")
    partners = _partners(before, after)
    rows, untried = [], []
    for row in significant:
        lead = row if row.decision == "a" else turned(row)
        partner = partners.get((row.dataset, frozenset((row.a, row.b))))
        if partner is None:
            untried.append(f"{lead.a} over {lead.b} on {row.dataset}")
            continue
        rows.append(_row(lead, partner if partner.a == lead.a else turned(partner), before, after))
    if not rows:
        raise SchemeMismatchError(
            f"The new data have nothing of {listed(untried, most=3, quote=False)}. Give results of the same learners, "
            "under the same names; of several datasets, the same names of datasets."
        )
    return Confirmation(
        rows=tuple(rows),
        untried=tuple(untried),
        metric=before.metric.label,
        lower_is_better=before.metric.lower_is_better,
        alpha=before.alpha,
        new_alpha=after.alpha,
    )


def _verdict(results: Any, name: str, alpha: float) -> Verdict | ItemVerdict:
    verdict = results if isinstance(results, Verdict | ItemVerdict) else judge(results, alpha=alpha)
    if not isinstance(verdict, Verdict | ItemVerdict):
        raise TypeError(
            f"{name} must be a verdict on pairs of learners with several scores each, or results that make one, got "
            f"{type(verdict).__name__}. Give scores of folds, or of examples."
        )
    return verdict


def _partners(before: Any, after: Any) -> dict[tuple[str, frozenset[str]], Comparison]:
    """Return the new comparison for each dataset and pair of the first; names of a single dataset may differ."""
    old, new = (list(dict.fromkeys(row.dataset for row in verdict.comparisons)) for verdict in (before, after))
    alone = len(old) == len(new) == 1
    same = [
        run.data.name
        for run in getattr(before, "runs", ())
        for other in getattr(after, "runs", ())
        if run.data.fingerprint and run.data.fingerprint == other.data.fingerprint
    ]
    if same:
        raise ValueError(
            f"Both verdicts are on the same data, {same[0]}: another split of them confirms nothing. Give data that "
            "had no part in the first verdict; for other splits there is replicate."
        )
    return {
        (old[0] if alone else row.dataset, frozenset((row.a, row.b))): row
        for row in after.comparisons
        if alone or row.dataset in old
    }


def _row(lead: Comparison, found: Comparison, before: Any, after: Any) -> ConfirmationRow:
    """Compare a difference with what was found of it: in both `a` is who was better before."""
    expected = _expected(lead, before)
    standing, why = _standing(found, expected)
    return ConfirmationRow(
        dataset=lead.dataset,
        new_dataset=found.dataset,
        winner=lead.a,
        loser=lead.b,
        standing=standing,
        why=why,
        first=lead.estimate,
        expected=expected,
        found=found.estimate,
        low=found.low,
        high=found.high,
        first_pvalue=lead.adjusted_pvalue,
        pvalue=found.adjusted_pvalue,
        chance=_chance(found, expected, after),
    )


def _standing(found: Comparison, expected: float) -> tuple[Standing, str]:
    if found.winner == found.a:
        return "confirmed", "the new data call the same learner better"
    if found.winner == found.b:
        return "not confirmed", "the new data call the other learner better"
    if found.outcome == "equivalent":
        return "not confirmed", "on the new data the two are practically equivalent"
    if expected > 0 and found.high < expected:
        return "not confirmed", "the interval on the new data leaves out the difference that was to be expected"
    return "open", "the new data call neither better, and leave the expected difference possible"


def _expected(lead: Comparison, before: Any) -> float:
    """Return the first difference less what was luck, with the error that its p-value implies."""
    p = lead.pvalue
    if not p > _LEAST_PVALUE or lead.estimate <= 0:
        return lead.estimate
    # By what p was multiplied for the family, the level was divided.
    level = min(before.alpha * p / lead.adjusted_pvalue, before.alpha)
    one_sided = before.alternative != "two-sided"
    z = -float(ndtri(p if one_sided else p / 2))
    side = "greater" if one_sided else "two-sided"
    result = after_selection(lead.estimate, lead.estimate / z, alpha=max(level, p), alternative=side)
    return float(result.expected)


def _chance(found: Comparison, expected: float, after: Any) -> float:
    """Return the probability that a new estimate with this error is significant for the same learner."""
    error = found.standard_error
    if not (math.isfinite(error) and error > 0 and after.family == 1):
        return math.nan
    sides = 2 if after.alternative == "two-sided" else 1
    critical = -ndtri(after.alpha / sides)
    return float(ndtr(np.asarray(expected / error - critical)))
