"""A panel in words: what each test says, where conclusions differ, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise._core import one_line
from foldwise.verdicts._forecast_words import agreement_words
from foldwise.verdicts._numbers import decision_words, limits_words, p_words, places
from foldwise.verdicts._sources import sources_sentence
from foldwise.verdicts._words import designs_sentence, family_sentence, sides_words
from foldwise.verdicts.tests import NEEDS

if TYPE_CHECKING:
    from foldwise.verdicts._comparison import Comparison
    from foldwise.verdicts._panel import Panel
    from foldwise.verdicts._verdict import Verdict


def panel_paragraph(panel: Panel) -> str:
    """For every comparison its table of tests, then what explains the differences, then what all share."""
    first = panel.advised
    found: dict[tuple[str, str, str], list[tuple[Verdict, Comparison]]] = {}
    for verdict in panel.verdicts:
        for row in verdict.comparisons:
            found.setdefault((row.dataset, row.a, row.b), []).append((verdict, row))
    blocks = [_block(place, rows) for place, rows in found.items()]
    shared = [
        f"All tests {sides_words(first)}, level {first.alpha:g}.",
        family_sentence(first),
        *_other_families(panel),
        designs_sentence(first.runs),
        sources_sentence(first.sources),
        *_other_sources(panel),
        *_forecast_note(panel),
        "What single tests ask to beware of is in their verdicts.",
    ]
    beware = [caveat.message for caveat in panel.caveats]
    blocks.append(" ".join([*shared, f"Beware: {' '.join(beware)}"]))
    return "\n\n".join(blocks)


def _block(place: tuple[str, str, str], rows: list[tuple[Verdict, Comparison]]) -> str:
    dataset, a, b = (one_line(text) for text in place)
    lines = [f"{a} against {b} on {dataset} (positive: {a} ahead):"]
    width = max(len(verdict.test) for verdict, _ in rows)
    known = any(row.forecast is not None and row.forecast.is_known for _, row in rows)
    lines += [
        f"  {_mark(verdict)} {verdict.test:{width}}  {_said(verdict, row, any_known=known)}" for verdict, row in rows
    ]
    return "\n".join([*lines, *_why(rows)])


def _other_families(panel: Panel) -> list[str]:
    """Say the families of tests that make other comparisons than the advised one."""
    found: dict[str, list[str]] = {}
    for verdict in panel.verdicts[1:]:
        if verdict.family != panel.advised.family:
            found.setdefault(family_sentence(verdict), []).append(verdict.test)
    return [f"Of {' and '.join(tests)}: {sentence[0].lower()}{sentence[1:]}" for sentence, tests in found.items()]


def _other_sources(panel: Panel) -> list[str]:
    """Say what tests cover, or do not cover, unlike the advised one."""
    found: dict[str, list[str]] = {}
    for verdict in panel.verdicts[1:]:
        for source, usual in zip(verdict.sources, panel.advised.sources, strict=True):
            if source.status != usual.status:
                words = f"{source.name} {source.status} ({source.why})"
                found.setdefault(words, []).append(verdict.test)
    return [f"By {', '.join(tests)}: {words}." for words, tests in found.items()]


def _forecast_note(panel: Panel) -> list[str]:
    """Explain the column of agreements, or say why there is none."""
    seen = [row.forecast for verdict in panel.verdicts for row in verdict.comparisons if row.forecast is not None]
    if any(forecast.is_known for forecast in seen):
        return ["Agrees: how probably another execution of the test decides the same; blank where unknown."]
    return [f"Forecast: {seen[0].unknown}."] if seen else []


def _mark(verdict: Verdict) -> str:
    return " " if NEEDS[verdict.test].advisable else "!"


def _said(verdict: Verdict, row: Comparison, *, any_known: bool) -> str:
    n = places(row)
    known = row.forecast is not None and row.forecast.is_known
    agrees = f"{f'agrees {_short(row)}' if known else '':14} " if any_known else ""
    limits = limits_words(row, n) or "no interval"
    return f"{p_words(row, verdict):24} {limits:22} {agrees}{decision_words(row.decision, row.winner)}"


def _short(row: Comparison) -> str:
    assert row.forecast is not None
    return agreement_words(row.forecast.agreement).replace("above ", ">")


def _why(rows: list[tuple[Verdict, Comparison]]) -> list[str]:
    """Say where the tests part company with the advised one, and what sets each of those apart."""
    _, advised = rows[0]
    others = [(verdict, row) for verdict, row in rows[1:] if row.decision != advised.decision]
    inadvisable = "  ! not advised for a conclusion"
    notes = [inadvisable] if any(_mark(verdict) == "!" for verdict, _ in rows) else []
    if not others:
        return ["All tests come to the same conclusion.", *notes] if len(rows) > 1 else notes
    lines = [*notes, f"Conclusions differ. The advised test, {rows[0][0].test}, {NEEDS[rows[0][0].test].differs}."]
    lines += [f"  {verdict.test} {NEEDS[verdict.test].differs}." for verdict, _ in others]
    return lines
