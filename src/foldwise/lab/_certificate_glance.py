"""A certificate at a glance: the false alarms of a procedure, and what becomes of the verdict."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from foldwise._core import (
    Glance,
    GlanceTable,
    beware_words,
    counted,
    first_and_last,
    limits_text,
    one_line,
    pvalue_text,
)

if TYPE_CHECKING:
    from foldwise.lab._certificate import Certificate
    from foldwise.lab._certified_pair import CertifiedPair


def certificate_glance(certificate: Certificate, trials: str) -> Glance:
    """Return the false alarms of the procedure, in a sentence for one pair and in a table for several.

    `trials` is the sentence on where they come from.
    """
    pairs, data = certificate.pairs, one_line(certificate.data.name)
    beware, others = beware_words(certificate.caveats)
    lines = [("trials", trials.removeprefix("Trials are ").rstrip("."))]
    if len(pairs) == 1:
        (pair,) = pairs
        headline = (
            f"Where {one_line(pair.a)} and {one_line(pair.b)} are equally good, on data like {data}, "
            f"{certificate.procedure.short_name} {_false_alarms(pair)}."
        )
        if pair.readjudged is not None:
            lines.insert(0, ("your verdict", _becomes(pair)))
        return Glance(headline=headline, lines=(*lines, *beware), more=others, call="certificate.details()")
    n_above = sum(pair.judgement == "above" for pair in pairs)
    shown, n_left_out = first_and_last(pairs)
    has_verdict = any(pair.readjudged is not None for pair in pairs)
    rows = tuple(
        (
            f"{one_line(pair.a)} vs {one_line(pair.b)}",
            f"{pair.rate:.3f}",
            limits_text(*pair.interval),
            _JUDGED[pair.judgement],
            *([_becomes(pair)] if has_verdict else []),
        )
        for pair in shown
    )
    headings = ("", "false alarms", "95% interval", "judged", *(["your verdict"] if has_verdict else []))
    table = GlanceTable(headings=headings, rows=rows, outcomes=("",) * len(rows)).with_gap(n_left_out)
    return Glance(
        headline=f"Where learners are equally good, on data like {data}, {certificate.procedure.short_name} rejects "
        f"too often for {n_above} of {counted(len(pairs), 'pair')}.",
        table=table,
        lines=(*lines, *beware),
        more=others,
        call="certificate.details()",
    )


_JUDGED: Final = {"above": "rejects too often", "near": "at its level", "below": "holds its level"}


def _false_alarms(pair: CertifiedPair) -> str:
    judged = {
        "above": f"that is too often for level {pair.alpha:g}",
        "near": f"that cannot be told from its level, {pair.alpha:g}",
        "below": f"it holds its level, {pair.alpha:g}",
    }[pair.judgement]
    return (
        f"called one better in {pair.n_rejections} of {pair.n_trials} trials ({pair.rate:.3f}, 95% interval "
        f"{limits_text(*pair.interval)}): {judged}"
    )


def _becomes(pair: CertifiedPair) -> str:
    """Return what becomes of the verdict on a pair, in a few words."""
    own = pair.readjudged
    if own is None or math.isnan(own.pvalue):
        return "no p-value"
    stays = "stays" if own.is_significant == own.was_significant else "is no longer"
    kind = "significant" if own.was_significant else "not significant"
    return f"{stays} {kind} (p {pvalue_text(own.pvalue)} becomes {pvalue_text(own.adjusted_pvalue, pair.alpha)})"
