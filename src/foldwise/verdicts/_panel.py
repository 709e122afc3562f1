"""Every applicable test on the same scores, side by side."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from foldwise._core import Caveat, IncompleteRunError, SchemeMismatchError, html_table
from foldwise.verdicts._make_verdict import make_verdict
from foldwise.verdicts._pair import Pair
from foldwise.verdicts._panel_words import panel_paragraph
from foldwise.verdicts._terms import Terms
from foldwise.verdicts._verdict import Verdict
from foldwise.verdicts.tests import NEEDS

if TYPE_CHECKING:
    import pandas as pd

_LOOK = Caveat(
    code="panel",
    message="A panel is for looking: choose the test before the result is known, for choosing it afterwards is one "
    "more try.",
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Panel:
    """The verdicts of every test that some runs can feed. Made by ``judge(run, test='all')``.

    ``str(panel)`` is a table in words: what each test says, where conclusions differ, and why.

    Parameters
    ----------
    verdicts : tuple of Verdict
        One per test, the advised one first.
    not_applicable : dict of str to str
        The other tests, each with what it would need.
    caveats : tuple of Caveat
        What to beware of in a panel.
    """

    verdicts: tuple[Verdict, ...]
    not_applicable: dict[str, str]
    caveats: tuple[Caveat, ...]

    @property
    def advised(self) -> Verdict:
        """The verdict of the test that foldwise would have taken."""
        return self.verdicts[0]

    def splits_opinion(self) -> list[tuple[str, str, str]]:
        """Dataset and learners of the comparisons on which the tests decide differently."""
        decisions: dict[tuple[str, str, str], set[str]] = {}
        for verdict in self.verdicts:
            for row in verdict.comparisons:
                decisions.setdefault((row.dataset, row.a, row.b), set()).add(row.decision)
        return [place for place, found in decisions.items() if len(found) > 1]

    def frame(self) -> "pd.DataFrame":
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
        return panel_paragraph(self)

    def _repr_html_(self) -> str:
        return html_table(self.frame())


def make_panel(by_run: Sequence[Sequence[Pair]], tests: Sequence[str], terms: Terms) -> Panel:
    """Judge the pairs by each of the tests; one that cannot do it after all is listed with the reason."""
    verdicts = []
    reasons = {name: need.design for name, need in NEEDS.items()}
    errors: list[Exception] = []
    for name in tests:
        if terms.alternative != "two-sided" and not NEEDS[name].has_sides:
            reasons[name] = "a two-sided question: a ratio of variances has no sides"
            continue
        try:
            verdicts.append(make_verdict(by_run, NEEDS[name], terms))
        except (IncompleteRunError, SchemeMismatchError) as error:
            # Missing folds, or sizes that only a correction needs.
            reasons[name] = str(error)
            errors.append(error)
    if not verdicts:
        raise errors[0]
    judged = {verdict.test for verdict in verdicts}
    return Panel(
        verdicts=tuple(verdicts),
        not_applicable={name: reason for name, reason in reasons.items() if name not in judged},
        caveats=(*dict.fromkeys(_shared_caveats(verdicts)), _LOOK),
    )


def _shared_caveats(verdicts: Sequence[Verdict]) -> Iterator[Caveat]:
    """List what data, learners and family ask to beware of; what single tests ask is in their verdicts."""
    kinds = {"several_comparisons", "not_adjusted", "tuned", "tries_unknown"}
    for verdict in verdicts:
        own = {caveat.code for run in verdict.runs for caveat in run.caveats} | kinds
        yield from (caveat for caveat in verdict.caveats if caveat.code in own)
        of_learners = {caveat.code for run in verdict.runs for learner in run.learners for caveat in learner.caveats}
        for row in verdict.comparisons:
            yield from (caveat for caveat in row.caveats if caveat.code in of_learners | {"partial_design"})
