"""The tables of ``docs/lab-datasets.md``, from the numbers of ``docs/datasets-levels.csv``."""

import pandas as pd

AT_MOST = ("false_alarm", "per_comparison", "family_wise", "overstated")
AT_LEAST = ("coverage", "rank_coverage")
# Of a table with all learners equally good: that anything is called different.
ANY_ERROR = ("false_alarm", "family_wise")
# Those that the tables by population have room for.
CHOSEN = (
    "wilcoxon/holm",
    "sign_test/holm",
    "t/holm",
    "nemenyi",
    "conover/holm",
    "mean_rank_z:aligned/holm",
    "friedman",
    "iman_davenport",
    "quade",
    "aligned_ranks",
    "skillings_mack",
)


def share(value):
    """A share as the tables of the papers have it: .050."""
    return "" if pd.isna(value) else f"{value:.3f}".removeprefix("0")


def cell(row):
    """A rate, bold where all of its interval breaks the promise."""
    too_high = row.measure in AT_MOST and row.low > row.promised
    too_low = row.measure in AT_LEAST and row.high < row.promised
    return f"**{share(row.rate)}**" if too_high or too_low else share(row.rate)


def table(heads, rows):
    """Write a Markdown table; numbers stand right."""
    lines = [f"| {' | '.join(heads)} |", "|" + "|".join(["---", *(len(heads) - 1) * ["---:"]]) + "|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def crossed(rows, down, across, corner):
    """Cross two columns of the rows; a place without a row is empty."""
    cells = {(str(getattr(row, down)), str(getattr(row, across))): cell(row) for row in rows.itertuples()}
    lines, heads = (list(dict.fromkeys(rows[name].astype(str))) for name in (down, across))
    return table([corner, *heads], [[line, *(cells.get((line, head), "") for head in heads)] for line in lines])


def of(frame, group, measures, methods=None):
    """Rows of one group of populations."""
    rows = frame[(frame["group"] == group) & frame["measure"].isin(measures)]
    return rows if methods is None else rows[rows["method"].isin(methods)]


def levels(frame):
    parts = []
    for group in dict.fromkeys(name for name in frame["group"] if name.startswith("null, ")):
        parts += [f"**{group.removeprefix('null, ')}**, by number of datasets:", ""]
        parts += [crossed(of(frame, group, ANY_ERROR), "method", "n_datasets", ""), ""]
    return parts


def odd_nulls(frame):
    parts = []
    for group in dict.fromkeys(name for name in frame["group"] if name.startswith("odd null, ")):
        parts += [f"**5 learners, {group.removeprefix('odd null, ')}**:", ""]
        parts += [crossed(of(frame, group, ANY_ERROR, CHOSEN), "source", "method", ""), ""]
    return parts


def power(frame):
    several = frame[frame["group"].str.startswith("one ahead") & (frame["measure"] == "power")]
    several = several[(several["n_datasets"] > 5) & several["method"].ne("wilcoxon/none")]
    shapes = several["n_learners"].astype(str) + " x " + several["n_datasets"].astype(str)
    parts = [crossed(several.assign(shape=shapes), "method", "shape", "learners x datasets"), ""]
    odd = of(frame, "odd alternative", ["power"], CHOSEN)
    return [*parts, "**5 learners, 20 datasets**:", "", crossed(odd, "source", "method", ""), ""]


def rank_intervals(frame):
    rows = []
    for (group, method), own in frame[frame["method"].str.startswith("rank_intervals")].groupby(
        ["group", "method"], sort=False
    ):
        if group.startswith("odd"):
            continue
        held = {row.n_datasets: cell(row) for row in own.itertuples() if row.measure == "rank_coverage"}
        long = {row.n_datasets: share(row.rate) for row in own.itertuples() if row.measure == "rank_width"}
        rows.append([f"{group}: {method}", *(f"{held[n]} ({long[n]})" for n in held)])
    numbers = sorted(frame.loc[frame["group"].str.startswith("null"), "n_datasets"].unique())
    return [table(["population and method", *map(str, numbers)], rows), ""] if rows else []


def centres(frame):
    rows = of(frame, "centre", ["coverage"])
    laws = rows["source"].str.rpartition(", ")[0]
    return [crossed(rows.assign(law=laws), "law", "n_datasets", "differences"), ""]


def counts(frame):
    parts = []
    for group in dict.fromkeys(name for name in frame["group"] if name.startswith("counted, ")):
        too_many, found = of(frame, group, ["overstated"]), of(frame, group, ["counted"])
        parts += [f"**{group.removeprefix('counted, ')}**, share of tables in which the number is put too high:", ""]
        parts += [crossed(too_many, "source", "method", ""), ""]
        parts += ["Of the datasets on which the first is truly better, share that is counted:", ""]
        parts += [crossed(found[found["n_trials"] > 0], "source", "method", ""), ""]
    return parts


SECTIONS = {
    "False alarms where everything is as assumed": levels,
    "False alarms where something is not": odd_nulls,
    "Power": power,
    "Rank intervals": rank_intervals,
    "Hodges and Lehmann's interval": centres,
    "On how many datasets": counts,
}


def markdown(frame):
    """Return all tables, each section under its heading."""
    parts = []
    for heading, make in SECTIONS.items():
        parts += [f"## {heading}", "", *make(frame)]
    return "\n".join(parts)
