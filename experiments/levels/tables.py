"""The tables of ``docs/guard.md``: levels by bed, the criteria and whether they are met, power, cost."""

import pandas as pd

# Set before anything was measured.
WORST_LEVEL, MEAN_LEVEL, AT_CHANCE, AGREEMENT, AGAIN_ABOVE = 0.06, 0.05, 0.05, 0.98, 0.06

HEADS = [
    "bed",
    "n",
    "metric",
    "sets",
    "published",
    "guarded",
    "called better",
    "open",
    "agreement",
    "fits",
    "of winners",
]


def share(value: float) -> str:
    """A share as the tables of the papers have it: .05."""
    return "" if pd.isna(value) else f"{value:.3f}".removeprefix("0")


def table(heads: list[str], rows: list[list[str]]) -> str:
    """Write a Markdown table; numbers stand right."""
    lines = [f"| {' | '.join(heads)} |", "|" + "|".join(["---", *(len(heads) - 1) * ["---:"]]) + "|"]
    return "\n".join([*lines, *(f"| {' | '.join(map(str, row))} |" for row in rows)])


def levels(rows: pd.DataFrame, kind: str) -> str:
    """One line for each bed of a kind."""
    return table(
        HEADS,
        [
            [
                f"`{row.bed}`",
                row.n,
                row.metric,
                f"{row.sets:,}",
                share(row.published),
                share(row.guarded),
                share(row.called),
                share(row.open),
                share(row.agreement),
                f"{row.median_fits:,.0f}",
                "" if pd.isna(row.median_fits_of_winners) else f"{row.median_fits_of_winners:,.0f}",
            ]
            for row in rows[rows["kind"] == kind].itertuples()
        ],
    )


def decided(rows: pd.DataFrame, again: pd.DataFrame) -> pd.DataFrame:
    """Return the rates that decide: of a bed above the line those of other datasets, where it was measured again."""
    rows = rows.set_index("bed")
    for row in again.itertuples():
        rows.loc[row.bed, ["called", "guarded", "sets"]] = row.called, row.guarded, row.sets
    return rows


def criteria(rows: pd.DataFrame, again: pd.DataFrame) -> list[tuple[str, str, str, bool]]:
    """Return each criterion on the beds: what, the line, what was measured, whether it is met."""
    by_bed = decided(rows, again)
    nulls = by_bed[by_bed["kind"].isin(["null", "fresh null"])]
    chance = by_bed[by_bed["kind"] == "at chance"]
    worst = nulls["called"].idxmax()
    agreement = by_bed["agreement"].mean()
    return [
        (
            "worst level, not at chance",
            f"at most {share(WORST_LEVEL)}",
            f"{share(nulls['called'].max())} (`{worst}`)",
            bool(nulls["called"].max() <= WORST_LEVEL),
        ),
        (
            "mean level, not at chance",
            f"at most {share(MEAN_LEVEL)}",
            share(nulls["called"].mean()),
            bool(nulls["called"].mean() <= MEAN_LEVEL),
        ),
        (
            "level at chance, with the clause",
            f"at most {share(AT_CHANCE)}",
            share(chance["called"].max()),
            bool(chance["called"].max() <= AT_CHANCE),
        ),
        (
            "mean agreement of two executions, all beds",
            f"at least {share(AGREEMENT)}",
            share(agreement),
            bool(agreement >= AGREEMENT),
        ),
        (
            "settled verdicts that contradict each other",
            "0",
            str(int(by_bed["contradictions"].sum())),
            not by_bed["contradictions"].any(),
        ),
    ]


def markdown(rows: pd.DataFrame, again: pd.DataFrame) -> str:
    """Return all that stands between the marks of the page."""
    met = [[what, line, found, "yes" if is_met else "**no**"] for what, line, found, is_met in criteria(rows, again)]
    parts = [
        "### The criteria on the beds",
        table(["criterion", "line", "measured", "met"], met),
        "### No difference: beds that research knew",
        levels(rows, "null"),
        "### No difference: fresh beds",
        levels(rows, "fresh null"),
        "### Nothing to learn (at chance)",
        levels(rows, "at chance"),
        "### A difference (power)",
        levels(rows, "alternative"),
    ]
    if len(again):
        parts += ["### Measured again on other datasets", levels_again(again)]
    return "\n\n".join(parts)


def levels_again(again: pd.DataFrame) -> str:
    """One line for each bed that was measured again."""
    rows = [
        [f"`{row.bed}`", f"{row.sets:,}", share(row.published), share(row.guarded), share(row.called)]
        for row in again.itertuples()
    ]
    return table(["bed", "sets", "published", "guarded", "called better"], rows)
