"""Forecasts of agreement by bin: what was forecast, what was observed, how sure that is."""

import numpy as np
import pandas as pd
from datalab.pages import share, table
from datalab.resampled import interval

EDGES = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0]
KEY = ["design", "dataset", "pair"]
COLUMNS = ["bin", "executions", "forecast", "observed"]
# Student's t, and the noise of the denominator of 5x2cv, were proposed after a look at these.
CHOSEN_ON = [
    "vote",
    "credit-a",
    "lymphography",
    "iris",
    "heart-statlog",
    "ecoli",
    "pima-diabetes",
    "zoo",
    "hepatitis",
    "glass",
]


def observed_agreement(decisions):
    """For each execution the share of the others that decide the same."""
    decisions = np.asarray(decisions)
    return (np.sum(decisions[:, np.newaxis] == decisions, axis=1) - 1) / (len(decisions) - 1)


def gather(executions):
    """One row per design, comparison and bin: how many executions, their mean forecast, the mean agreement observed.

    The last bin is of those without a forecast, if there are any.
    """
    rows = []
    for key, part in executions.groupby(KEY, sort=False):
        forecast, observed = part["agreement"].to_numpy(), observed_agreement(part["decision"])
        bins = np.digitize(forecast, EDGES[1:-1])
        bins[np.isnan(forecast)] = len(EDGES) - 1
        for place in np.unique(bins):
            inside = bins == place
            rows.append(
                dict(zip(KEY, key, strict=True))
                | {
                    "bin": "unknown" if place == len(EDGES) - 1 else words(place),
                    "executions": int(inside.sum()),
                    "forecast": round(float(forecast[inside].mean()), 6),
                    "observed": round(float(observed[inside].mean()), 6),
                }
            )
    return pd.DataFrame(rows)


def words(place):
    return f"{EDGES[place]:g} to {EDGES[place + 1]:g}"


def bins(counted):
    """By design and bin: means over executions, and an interval by resampling comparisons, within which all hangs."""
    rows = []
    for design, part in counted.groupby("design", sort=False):
        comparisons = part.groupby(["dataset", "pair"]).ngroup().to_numpy()
        for name in [*map(words, range(len(EDGES) - 1)), "unknown"]:
            inside = (part["bin"] == name).to_numpy()
            if not inside.any():
                continue
            here = part[inside]
            low, high = interval(here["observed"], here["executions"], comparisons[inside], comparisons.max() + 1)
            rows.append(
                {
                    "design": design,
                    "bin": name,
                    "executions": int(here["executions"].sum()),
                    "comparisons": len(here),
                    "forecast": np.average(here["forecast"], weights=here["executions"]),
                    "observed": np.average(here["observed"], weights=here["executions"]),
                    "low": low,
                    "high": high,
                }
            )
    return pd.DataFrame(rows)


def markdown(counted):
    others = counted[~counted["dataset"].isin(CHOSEN_ON)]
    titles = {"All data sets": counted, "Without the ten on which the form of the forecast was chosen": others}
    return "\n\n".join(f"### {title}\n\n{by_bin(part)}" for title, part in titles.items())


def by_bin(counted):
    heads = ["design", "forecast", "executions", "comparisons", "mean forecast", "observed", "95 % interval"]
    lines = []
    for row in bins(counted).to_dict("records"):
        cells = [f"`{row['design']}`", row["bin"], f"{row['executions']:,}", row["comparisons"]]
        cells += ["" if np.isnan(row["forecast"]) else share(row["forecast"]), share(row["observed"])]
        lines.append([*cells, f"{share(row['low'])} to {share(row['high'])}"])
    return table(heads, lines)


def draw(counted, path):
    """Observed agreement against forecast, one panel per design."""
    from matplotlib.figure import Figure

    found = bins(counted).dropna(subset="forecast")
    designs = found["design"].unique()
    figure = Figure(figsize=(3 * len(designs), 3.6), layout="constrained")
    for design, axes in zip(designs, figure.subplots(1, len(designs), sharey=True, squeeze=False)[0], strict=True):
        part = found[found["design"] == design]
        axes.plot([0.5, 1], [0.5, 1], color="0.6", linewidth=1)
        axes.vlines(part["forecast"], part["low"], part["high"], color="C0")
        axes.plot(part["forecast"], part["observed"], "o", color="C0", markersize=4)
        axes.set(title=design, xlabel="forecast agreement", xlim=(0.48, 1.02), ylim=(0.48, 1.02))
        axes.set_aspect("equal")
    figure.axes[0].set_ylabel("observed agreement")
    figure.savefig(path, dpi=150)
