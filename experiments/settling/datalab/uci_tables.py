"""What the executions of each procedure on each comparison say, in tables."""

from itertools import pairwise

import numpy as np
import pandas as pd
from datalab.pages import share, table
from datalab.resampled import interval

from foldwise.stats import count_outcomes, replicability

CODES = {"a": 1, "b": -1}
COMPARISON = ["dataset", "pair"]
RISKS = [0.0, 0.001, 0.01, 0.05, 0.2, 0.5]
TEN = 10


def grid(rows, column):
    """Values of one procedure, one row per comparison and one column per execution."""
    return rows.pivot(index=COMPARISON, columns="execution", values=column)


def codes(rows):
    """-1, 0, 1; whatever names no winner counts as none."""
    return grid(rows.assign(code=rows["decision"].map(CODES).fillna(0).astype(int)), "code")


def contradictions(rows):
    """List comparisons with two settled executions that decide differently."""
    decided = rows[rows["settled"].eq(True)].groupby(COMPARISON)["decision"].nunique()
    return [f"{dataset} {pair}" for dataset, pair in decided.index[decided > 1]]


def by_procedure(rows):
    return [(name, rows[rows["procedure"] == name]) for name in rows["procedure"].unique()]


def two_outcomes(rows):
    """Agreement on whether one learner is better."""
    return replicability(count_outcomes(np.abs(codes(rows).to_numpy()))[:, 1:])


def unsettled(rows):
    """Share of executions that their budget ended; a fixed scheme has none."""
    settled = rows["settled"].dropna().astype(bool)
    return share(1 - settled.mean()) if len(settled) else ""


def agreement_line(name, rows):
    found = two_outcomes(rows)
    low, high = found.bootstrap_interval(seed=1)
    return [
        name,
        len(found.per_dataset),
        rows["execution"].nunique(),
        four(found.estimate),
        f"{four(low)} to {four(high)}",
        four(replicability(count_outcomes(codes(rows).to_numpy())).estimate),
        int((found.per_dataset < 1).sum()),
        unsettled(rows),
        len(contradictions(rows)) if rows["settled"].notna().any() else "",
    ]


def agreement(rows):
    """R of each procedure; where there is more than one ten of executions, of each ten too."""
    heads = ["procedure", "comparisons", "executions", "R", "95 % interval", "R, three outcomes", "with R < 1"]
    lines = []
    for name, part in by_procedure(rows):
        tens = part["execution"] // TEN
        lines.append(agreement_line(f"`{name}`", part))
        if tens.nunique() > 1:
            lines += [agreement_line(f"`{name}`, ten {ten + 1}", part[tens == ten]) for ten in sorted(tens.unique())]
    return table([*heads, "unsettled", "contradictions"], lines)


def costs(rows):
    """Fits and repeats of an execution, and the time of ten executions of all comparisons."""
    heads = ["procedure", "fits per learner: mean", "median", "90 %", "repeats: mean", "CPU seconds"]
    lines = []
    for name, part in by_procedure(rows):
        fits = part["fits"].to_numpy(dtype=float)
        seconds = part.groupby(COMPARISON)["cpu_seconds"].mean().sum(skipna=False) * TEN
        numbers = [fits.mean(), np.median(fits), np.quantile(fits, 0.9), part["repeats"].mean(), seconds]
        lines.append([f"`{name}`", *("" if np.isnan(value) else f"{value:,.0f}" for value in numbers)])
    return table(heads, lines)


def edges(rows):
    """Comparisons on which executions disagree, by procedure."""
    heads = ["comparison", "procedure", "first better", "neither", "second better", "unsettled", "R", "median t"]
    lines = []
    for name, part in by_procedure(rows):
        found, decided = replicability(count_outcomes(codes(part).to_numpy())), codes(part)
        for place in np.flatnonzero(found.per_dataset < 1):
            key = decided.index[place]
            here = part.set_index(COMPARISON).loc[[key]]
            second, neither, first = found.outcomes[place]
            cells = [" ".join(key), f"`{name}`", first, neither, second, unsettled(here)]
            lines.append([*cells, share(found.per_dataset[place]), f"{here['statistic'].median():.2f}"])
    return table(heads, sorted(lines, key=lambda line: line[0]))


def disagreement(rows):
    """For each execution the share of the others on the same comparison that decide differently."""
    decided = codes(rows)
    values = decided.to_numpy()
    n = values.shape[1]
    others = (values[:, :, np.newaxis] != values[:, np.newaxis]).sum(axis=2) / (n - 1)
    return pd.DataFrame(others, index=decided.index, columns=decided.columns)


def risks(groups):
    """Forecast risk against observed disagreement, bin by bin; of groups of procedures, by name."""
    heads = ["procedures", "forecast risk", "executions", "comparisons", "mean forecast", "observed", "95 % interval"]
    lines = []
    for name, rows in groups.items():
        parts = [
            pd.DataFrame({"risk": grid(part, "risk").stack(), "observed": disagreement(part).stack()})
            for _, part in by_procedure(rows)
        ]
        pooled = pd.concat(parts).dropna()
        numbers = pooled.groupby(COMPARISON).ngroup().to_numpy()
        bins = np.digitize(pooled["risk"], RISKS[1:-1])
        for place, (low, high) in enumerate(pairwise(RISKS)):
            here, inside = pooled[bins == place], numbers[bins == place]
            if not len(here):
                continue
            limits = interval(here["observed"], np.ones(len(here)), inside, numbers.max() + 1)
            cells = [name, f"{low:g} to {high:g}", f"{len(here):,}", len(np.unique(inside))]
            cells += [four(here["risk"].mean()), four(here["observed"].mean())]
            lines.append([*cells, " to ".join(map(four, limits))])
    return table(heads, lines)


def four(value):
    return f"{value:.4f}".removeprefix("0")


def majority(rows):
    """Decision of most executions of each comparison; of equally many, the first."""
    return rows.groupby(COMPARISON)["decision"].agg(lambda decisions: decisions.mode().iloc[0])


def verdict_counts(rows):
    """How often the first, neither or the second learner of the pair is called better, by majority of executions."""
    lines = []
    for name, part in by_procedure(rows):
        counts = majority(part).value_counts()
        lines.append([f"`{name}`", *(int(counts.get(decision, 0)) for decision in ("a", "none", "b"))])
    return table(["procedure", "first better", "neither", "second better"], lines)


def changed(rows, before, after):
    """List comparisons whose verdict another procedure changes, by majority of executions."""
    parts = dict(by_procedure(rows))
    if before not in parts or after not in parts:
        return ""
    old, new = majority(parts[before]), majority(parts[after])
    lines = []
    for key in old.index[(old != new.reindex(old.index)).to_numpy()]:
        middle = [part.set_index(COMPARISON)["statistic"].loc[[key]].median() for part in (parts[before], parts[after])]
        lines.append([" ".join(key), old[key], new[key], *(f"{value:.2f}" for value in middle)])
    heads = ["comparison", f"`{before}`", f"`{after}`", f"median t `{before}`", f"median t `{after}`"]
    return table(heads, lines) if lines else f"`{after}` changes no verdict of `{before}`."


def markdown(rows):
    found = [(name, contradictions(part)) for name, part in by_procedure(rows)]
    strict = rows[rows["procedure"].str.startswith("strict")]
    parts = {
        "Agreement": [agreement(rows)],
        "Cost": [costs(rows)],
        "Where executions disagree": [edges(rows)],
        "Settled verdicts that contradict each other": [
            "\n".join(f"- `{name}`: {', '.join(those)}." for name, those in found if those) or "None."
        ],
        "What is decided": [verdict_counts(rows)],
        "What the guard changes": [changed(rows, "settled", "guard"), changed(rows, "settled-5000", "guard-5000")],
        "Risk against disagreement": [risks({"all": rows} | ({"strict": strict} if len(strict) else {}))],
    }
    sections = {title: [text for text in texts if text] for title, texts in parts.items()}
    return "\n\n".join("\n\n".join([f"### {title}", *texts]) for title, texts in sections.items() if texts)
