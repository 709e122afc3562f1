"""Every applicable test on the same scores, side by side."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from foldwise._core import Caveat, Glance, notebook_html, one_line
from foldwise.verdicts.evidence._designs import designs_sentence, sources_sentence
from foldwise.verdicts.judging._forecast import agreement_words
from foldwise.verdicts.judging._numbers import decision_words, limits_words, p_words, places
from foldwise.verdicts.judging._panel_glance import panel_glance
from foldwise.verdicts.judging._verdict import Verdict, family_sentence, sides_words
from foldwise.verdicts.tests._table import NEEDS

if TYPE_CHECKING:
    import pandas as pd

    from foldwise.verdicts.judging._comparison import Comparison


_LOOK = Caveat(
    code="panel",
    message="A panel is for looking: choose the test before the result is known, for choosing it afterwards is one "
    "more try.",
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Panel:
    """The verdicts of every test that some runs can feed. Made by ``judge(run, test='all')``.

    ``str(panel)`` says how many tests say what, in a sentence and a table; ``panel.details()`` also where conclusions
    differ, and why.

    Parameters
    ----------
    verdicts : tuple of Verdict
        One per test, the advised one first.
    not_applicable : dict of str to str
        The other tests, each with what it would need.
    caveats : tuple of Caveat
        What to beware of in a panel.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> run = fw.evaluate(learners, "wine", scheme="2x5", seed=1)
    >>> panel = fw.judge(run, test="all")
    >>> len(panel.verdicts), panel.advised.test
    (8, 'corrected_repeated_kfold_t')
    """

    verdicts: tuple[Verdict, ...]
    not_applicable: dict[str, str]
    caveats: tuple[Caveat, ...]

    @classmethod
    def of(cls, verdicts: Sequence[Verdict], reasons: dict[str, str]) -> Panel:
        """Put verdicts side by side; `reasons` say of each test what it would need."""
        tests = {verdict.test for verdict in verdicts}
        return cls(
            verdicts=tuple(verdicts),
            not_applicable={name: reason for name, reason in reasons.items() if name not in tests},
            caveats=(*dict.fromkeys(_shared_caveats(verdicts)), _LOOK),
        )

    @property
    def advised(self) -> Verdict:
        """The verdict of the test that foldwise would have taken."""
        return self.verdicts[0]

    def by_comparison(self) -> dict[tuple[str, str, str], list[tuple[Verdict, Comparison]]]:
        """Return what each test says, by dataset and learners."""
        rows_of: dict[tuple[str, str, str], list[tuple[Verdict, Comparison]]] = {}
        for verdict in self.verdicts:
            for row in verdict.comparisons:
                rows_of.setdefault((row.dataset, row.a, row.b), []).append((verdict, row))
        return rows_of

    def splits_opinion(self) -> list[tuple[str, str, str]]:
        """Dataset and learners of the comparisons on which the tests decide differently."""
        groups = self.by_comparison().items()
        return [place for place, rows in groups if len({row.decision for _, row in rows}) > 1]

    def frame(self) -> pd.DataFrame:
        """One row per test and comparison."""
        import pandas as pd

        rows = [
            {
                "test": verdict.test,
                "advisable": NEEDS[verdict.test].advisable,
                "dataset": row.dataset,
                "a": row.a,
                "b": row.b,
                "estimate": row.estimate,
                "low": row.low,
                "high": row.high,
                "statistic": row.statistic,
                "df": row.df,
                "pvalue": row.pvalue,
                "adjusted_pvalue": row.adjusted_pvalue,
                "decision": row.decision,
                "winner": row.winner,
                "agreement": math.nan if row.forecast is None else row.forecast.agreement,
                "differs": NEEDS[verdict.test].differs,
            }
            for verdict in self.verdicts
            for row in verdict.comparisons
        ]
        # Objects, or pandas would write None and pairs of degrees of freedom as NaN.
        return pd.DataFrame(rows).astype({"winner": object, "df": object})

    def __repr__(self) -> str:
        return f"<Panel of {len(self.verdicts)} tests: {', '.join(verdict.test for verdict in self.verdicts)}>"

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: how many tests say what, and what each says."""
        return panel_glance(self)

    def details(self) -> str:
        """Return all of it in words."""
        return panel_paragraph(self)

    def _repr_html_(self) -> str:
        return notebook_html(self)


def _shared_caveats(verdicts: Sequence[Verdict]) -> Iterator[Caveat]:
    """List what data, learners and family ask to beware of; what single tests ask is in their verdicts."""
    kinds = {"several_comparisons", "not_adjusted", "tuned", "tries_unknown"}
    for verdict in verdicts:
        own = {caveat.code for run in verdict.runs for caveat in run.caveats} | kinds
        yield from (caveat for caveat in verdict.caveats if caveat.code in own)
        of_learners = {caveat.code for run in verdict.runs for learner in run.learners for caveat in learner.caveats}
        for row in verdict.comparisons:
            yield from (caveat for caveat in row.caveats if caveat.code in of_learners | {"partial_design"})


def panel_paragraph(panel: Panel) -> str:
    """For every comparison its table of tests, then what explains the differences, then what all share."""
    first = panel.advised
    blocks = [_block(place, rows) for place, rows in panel.by_comparison().items()]
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
        f"  {_mark(verdict)} {verdict.test:{width}}  {_row_words(verdict, row, any_known=known)}"
        for verdict, row in rows
    ]
    return "\n".join([*lines, *_why(rows)])


def _other_families(panel: Panel) -> list[str]:
    """Return the families of tests that make other comparisons than the advised one."""
    tests_of: dict[str, list[str]] = {}
    for verdict in panel.verdicts[1:]:
        if verdict.family != panel.advised.family:
            tests_of.setdefault(family_sentence(verdict), []).append(verdict.test)
    return [f"Of {' and '.join(tests)}: {sentence[0].lower()}{sentence[1:]}" for sentence, tests in tests_of.items()]


def _other_sources(panel: Panel) -> list[str]:
    """Return what tests cover, or do not cover, unlike the advised one."""
    tests_of: dict[str, list[str]] = {}
    for verdict in panel.verdicts[1:]:
        for source, usual in zip(verdict.sources, panel.advised.sources, strict=True):
            if source.status != usual.status:
                words = f"{source.name} {source.status} ({source.why})"
                tests_of.setdefault(words, []).append(verdict.test)
    return [f"By {', '.join(tests)}: {words}." for words, tests in tests_of.items()]


def _forecast_note(panel: Panel) -> list[str]:
    """Return what the column of agreements is, or why there is none."""
    forecasts = [row.forecast for verdict in panel.verdicts for row in verdict.comparisons if row.forecast is not None]
    if any(forecast.is_known for forecast in forecasts):
        return ["Agrees: how probably another random split of the same data decides the same; blank where unknown."]
    return [f"Forecast: {forecasts[0].unknown}."] if forecasts else []


def _mark(verdict: Verdict) -> str:
    return " " if NEEDS[verdict.test].advisable else "!"


def _row_words(verdict: Verdict, row: Comparison, *, any_known: bool) -> str:
    n = places(row)
    known = row.forecast is not None and row.forecast.is_known
    agrees = f"{f'agrees {_short(row)}' if known else '':14} " if any_known else ""
    limits = limits_words(row, n) or "no interval"
    return f"{p_words(row, verdict):24} {limits:22} {agrees}{decision_words(row.decision, row.winner)}"


def _short(row: Comparison) -> str:
    assert row.forecast is not None
    return agreement_words(row.forecast.agreement).replace("above ", ">")


def _why(rows: list[tuple[Verdict, Comparison]]) -> list[str]:
    """Return where the tests part company with the advised one, and what sets each of those apart."""
    _, advised = rows[0]
    others = [(verdict, row) for verdict, row in rows[1:] if row.decision != advised.decision]
    inadvisable = "  ! not advised for a conclusion"
    notes = [inadvisable] if any(_mark(verdict) == "!" for verdict, _ in rows) else []
    if not others:
        return ["All tests come to the same conclusion.", *notes] if len(rows) > 1 else notes
    lines = [*notes, f"Conclusions differ. The advised test, {rows[0][0].test}, {NEEDS[rows[0][0].test].differs}."]
    lines += [f"  {verdict.test} {NEEDS[verdict.test].differs}." for verdict, _ in others]
    return lines
