"""Put the tables lab-*.csv and coming-from*.csv into pages: ``python docs/fill_tables.py``, from the root.

A table stands between ``<!-- table NAME -->`` and ``<!-- end of table -->``; no number of these tables is typed. Pages
that list all tests, and all flags of tests, get a line for each that is not on them yet, from its record.
"""

import re
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd

from foldwise.papers.bouckaert_frank_2004.table5 import printed_table_five
from foldwise.verdicts import NEEDS, READS

FOLDER = Path(__file__).parent
MARKED = re.compile(r"(<!-- table ([\w-]+) -->\n).*?(<!-- end of table -->)", re.DOTALL)
TESTS = {
    "mcnemar": "McNemar",
    "mcnemar_exact_binomial": "exact binomial",
    "difference_of_proportions": "proportions",
    "resampled_t_30": "resampled t (30)",
    "kfold_cv_t_10": "10-fold t",
    "5x2cv_t": "5x2 t",
    "5x2cv_F_alpaydin": "5x2 F",
    "corrected_resampled_t_30": "corrected resampled (30)",
    "corrected_kfold_cv_t_10": "corrected 10-fold",
}


def share(value, digits=3):
    """Write a share as papers do: no zero before the point."""
    return "" if pd.isna(value) else f"{value:.{digits}f}".replace("0.", ".", 1)


def markdown(table):
    """Make the lines of a table whose cells are texts; the index is its first column."""
    head = [table.index.name or "", *map(str, table.columns)]
    rows = [[str(name), *row] for name, row in zip(table.index, table.to_numpy(), strict=True)]
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def time_levels():
    """Levels of tests over time, by the law of the differences and the number of periods."""
    table = pd.read_csv(FOLDER / "time-levels.csv")
    names = table["test"].drop_duplicates()
    law = table["law"] + " " + table["autocorrelation"].map(lambda rho: share(rho, 2))
    table["differences"] = law + ", " + table["n_periods"].astype(str) + " periods"
    order = table["differences"].drop_duplicates()
    return markdown(table.pivot(index="differences", columns="test", values="rate").loc[order, names].map(share))


def balanced_levels(column):
    """Balanced two-fold cross-validation beside 5x2cv F and 10x10, bed by bed."""
    table = pd.read_csv(FOLDER / "balanced-levels.csv", keep_default_na=False)
    table["bed"] = "`" + table["bed"] + "`, " + table["kind"]
    wide = table.pivot(index="bed", columns="procedure", values=column)
    return markdown(wide.loc[table["bed"].drop_duplicates(), table["procedure"].drop_duplicates()].map(share))


def max_t_levels():
    """Count false alarms and discoveries of families of comparisons, by how they are adjusted."""
    table = pd.read_csv(FOLDER / "max-t-levels.csv").set_index("families")
    names = {"none": "not adjusted", "holm": "Holm", "max_t": "max-T"}
    columns = {"examples": table["n"].astype(str)}
    columns |= {f"any false alarm, {words}": table[f"false_{name}"].map(share) for name, words in names.items()}
    columns |= {f"found, {words}": table[f"found_{name}"].map(share) for name, words in list(names.items())[1:]}
    return markdown(pd.DataFrame(columns).rename_axis("family of comparisons"))


def max_t_items():
    """Count the same for scores of items."""
    table = pd.read_csv(FOLDER / "max-t-items.csv").set_index("families")
    names = {"none": "not adjusted", "holm": "Holm", "max_t": "max-T"}
    columns = {f"any false alarm, {words}": table[f"false_{name}"].map(share) for name, words in names.items()}
    columns |= {f"found, {words}": table[f"found_{name}"].map(share) for name, words in list(names.items())[1:]}
    return markdown(pd.DataFrame(columns).rename_axis("family of comparisons"))


def adjusted_scores():
    """Show flattering scores, what is left of them without the bias, and the truth."""
    table = pd.read_csv(FOLDER / "adjusted-scores.csv").rename(columns={"shift": "signal"})
    rows = table.assign(signal=table["signal"].astype(str)).set_index("methodology").drop(columns="error")
    rows.columns = [name.replace("_", " ") for name in rows]
    return markdown(rows.apply(lambda column: column if column.name == "signal" else column.map(share)))


def intervals_mean():
    """Coverage and width of intervals, on average over all cells of one learner, and of a difference of two."""
    table = pd.read_csv(FOLDER / "intervals-coverage.csv")
    by_method = table.groupby("method", sort=False)
    kinds = {"a learner": table[table["learners"] == 1], "a difference": table[table["learners"] == 2]}
    columns = {"fits": by_method["fits"].first().astype(str)}
    for kind, rows in kinds.items():
        cells = rows.groupby("method")
        worst = rows.groupby(["method", "population"])["covered"].mean().groupby("method").min()
        columns[f"covers {kind}"] = cells["covered"].mean().map(share)
        columns[f"worst population, {kind}"] = worst.map(share)
        columns[f"width, {kind}"] = cells["width"].mean().map("{:.2f}".format)
    order = table["method"].drop_duplicates()
    return markdown(pd.DataFrame(columns).loc[order].rename_axis("95 % interval"))


def intervals_coverage(learners):
    """Coverage of intervals by population, on average over its learners or differences."""
    table = pd.read_csv(FOLDER / "intervals-coverage.csv")
    table = table[table["learners"] == learners]
    means = table.groupby(["population", "method"])["covered"].mean().unstack()
    order = table["population"].drop_duplicates()
    return markdown(means.loc[order, table["method"].drop_duplicates()].map(share))


def items_levels():
    """Winners that are called, and intervals that miss, where two models are equally good on items."""
    table = pd.read_csv(FOLDER / "items-levels.csv").fillna({"told": ""})
    table["items"] = table["n"] + table["told"].map({"nothing": ", taken for single items"}).fillna("")
    rates = {"a winner called": "called", "intervals that miss": "missed", "told to be skewed": "warned"}
    rates = {words: table[name].map(share) for words, name in rates.items()}
    return markdown(table[["items", "test"]].assign(**rates).set_index(table["scores"].rename("scores")))


def planning_power():
    """Power as planned beside the power that was measured."""
    table = pd.read_csv(FOLDER / "planning-power.csv")
    off = (table["measured"] - table["planned"]).abs() > 3 * table["error"]
    bold = table["measured"].map(share).where(~off, "**" + table["measured"].map(share) + "**")
    shown = table[["size"]].assign(planned=table["planned"].map(share), measured=bold, error=table["error"].map(share))
    return markdown(shown.set_index(table["population"].rename("population")))


def planning_bands():
    """How often the band of a pilot holds what the truth asks for."""
    table = pd.read_csv(FOLDER / "planning-bands.csv")
    middle = table["from"].map("{:.2f}".format) + " to " + table["to"].map("{:.2f}".format)
    columns = {
        "needed": table["needed"].map("{:,.0f}".format),
        "planned / needed, 90% of pilots": middle,
        "upper over lower end": table["width"].map("{:.1f}".format),
        "band holds": table["measured"].map(lambda rate: share(rate, 2)),
        "error": table["error"].map(lambda rate: share(rate, 2)),
    }
    return markdown(pd.DataFrame(columns).set_index(table["pilot"].rename("pilot")))


def planning_curves():
    """Words about twice the data, and how often they are right."""
    table = pd.read_csv(FOLDER / "planning-curves.csv")
    columns = {
        "training size": table["n_train"].map(str),
        "difference": table["true_now"].map("{:.3f}".format),
        "at twice": table["true_at_twice"].map("{:.3f}".format),
        "mean forecast": table["mean_forecast"].map("{:.3f}".format),
        **{word: table[word].map(lambda rate: share(rate, 2)) for word in ("holds", "changes", "open", "wrong")},
        "band holds": table["measured"].map(lambda rate: share(rate, 2)),
        "error": table["error"].map(lambda rate: share(rate, 2)),
    }
    return markdown(pd.DataFrame(columns).set_index(table["population"].rename("population")))


def partition_spread(*, labels_changed):
    """How far accuracies lie apart over partitions: learners by data sets, with typical values beside a single tree."""
    table = pd.read_csv(FOLDER / "partition-spread.csv")
    table = table[(table["labels_changed"] > 0) == labels_changed]
    order, names = table["learner"].drop_duplicates(), table["dataset"].drop_duplicates()
    sd = table.pivot(index="learner", columns="dataset", values="sd").loc[order, names]
    typical = np.exp(np.log(sd).mean(axis=1))
    columns = {
        "mean accuracy, %": (100 * table.groupby("learner")["accuracy"].mean().loc[order]).map("{:.1f}".format),
        **{f"sd on {name}": (100 * sd[name]).map("{:.2f}".format) for name in names},
        "typical sd": (100 * typical).map("{:.2f}".format),
        "beside a tree": (typical / typical["tree"]).map("{:.2f}".format),
    }
    seeds = table.groupby("learner")["share_of_seeds"].mean().loc[order]
    if seeds.notna().any():
        columns["of the seeds"] = seeds.map(lambda part: "" if pd.isna(part) else f"{100 * part:.0f}%")
    return markdown(pd.DataFrame(columns).rename_axis("learner"))


def items_skewness():
    """How often three tests call a difference of items, where there is none and where there is one."""
    table = pd.read_csv(FOLDER / "items-skewness.csv")
    sides = {"none": "mean zero: ", "to the long tail": "to the long tail: ", "away from it": "away from it: "}
    columns = {}
    for side, words in sides.items():
        rows = table[table["mean"] == side].set_index(["differences", "n"])
        for test, label in (("student", "Student"), ("both", "both")):
            columns[words + label] = rows[test].map(share)
    found = pd.DataFrame(columns).reset_index()
    found["differences"] += ", " + found.pop("n").astype(str) + " items"
    return markdown(found.set_index("differences"))


def errors_coverage(n_models):
    """How often intervals for squared errors cover: of one model, or of the difference of two."""
    table = pd.read_csv(FOLDER / "errors-coverage.csv")
    table = table[table["models"] == n_models]
    columns = {"test examples": table["n"].astype(str)}
    columns |= {words: table[name].map(share) for name, words in (("student", "Student"), ("hall", "Hall"))}
    columns |= {
        "**the wider of both**": table["both"].map(share),
        "truth above it": table["both_above"].map(share),
        "width over Student's": (table["both_width"] / table["student_width"]).map("{:.2f}".format),
    }
    return markdown(pd.DataFrame(columns).set_index(table["errors"].rename("errors")))


def halves_verdicts():
    """How often each procedure calls either learner better, where learning curves cross."""
    table = pd.read_csv(FOLDER / "halves-verdicts.csv")
    columns = {
        f"{name}: {words} better": rows.set_index("procedure")[who].map(share)
        for name, rows in table.groupby("curves", sort=False)
        for who, words in (("bayes", "naive Bayes"), ("discriminants", "discriminants"))
    }
    found = pd.DataFrame(columns).reindex(table["procedure"].unique())
    return markdown(found.rename_axis("procedure"))


def halves_curves():
    """Error rates of both learners by training size, where learning curves cross."""
    table = pd.read_csv(FOLDER / "halves-curves.csv")
    columns = {
        f"{name}: {words}": rows.set_index("n_train")[error].map(share)
        for name, rows in table.groupby("curves", sort=False)
        for error, words in (("error_a", "naive Bayes"), ("error_b", "discriminants"))
    }
    return markdown(pd.DataFrame(columns).rename_axis("training examples"))


def halves_flags():
    """How often size_dependent is given beside a run of ten folds."""
    table = pd.read_csv(FOLDER / "halves-flags.csv").set_index("population")
    return markdown(pd.DataFrame({"`size_dependent` given": table["given"].map(share)}))


def checklist(paper):
    """List what a paper describes, numbered through all papers, and where it is."""
    table = pd.read_csv(FOLDER / "papers-checklist.csv", keep_default_na=False)
    table.insert(0, "number", range(1, len(table) + 1))
    rows = table[table["paper"] == paper]
    where = [
        f"[{link.partition('#')[2].replace('-', ' ') or link}]({link})" if link else f"not here: {why}"
        for link, why in zip(rows["link"], rows["why_not"], strict=True)
    ]
    columns = {"section": rows["section"], "what": rows["kind"], "item": rows["item"], "where": where}
    return markdown(pd.DataFrame(columns).set_index(rows["number"].rename("")))


def gate_levels():
    """Rates of gates, over margins and populations, by what was compared and how many there were."""
    table = pd.read_csv(FOLDER / "gate-levels.csv")
    words = {
        "answers": "right and wrong answers to {} examples",
        "scores": "scores of {} examples",
        "clusters": "{} clusters of examples",
        "folds": "{} times 10-fold cross-validation",
        "seeds": "{} trainings, one test set",
        "crossed": "{} trainings, 200 examples",
    }
    table["what"] = [words[kind].format(f"{n:,}") for kind, n in zip(table["kind"], table["n"], strict=True)]
    grouped = table.groupby("what", sort=False)[["not_worse_at_margin", "worse_at_zero"]]
    low, high = grouped.min().map(share), grouped.max().map(share)
    both = (low + " to " + high).where(low != high, low)
    both.columns = ["worse by just the margin, called not worse", "no difference, called worse"]
    return markdown(both.rename_axis(index=""))


def streams_errors():
    """Shares of streams without a difference in which a learner is called better within 5,000 examples."""
    table = pd.read_csv(FOLDER / "streams-levels.csv")
    return markdown(_by_procedure(table[table["mean"] == 0], "by_5000").map(share).rename_axis(index="differences"))


def streams_speed():
    """How soon a difference is found, and how often limits hold, where examples are drawn one by one."""
    table = pd.read_csv(FOLDER / "streams-levels.csv")
    table = table[table["procedure"].str.startswith("bets") & ~table["population"].str.contains("clusters")]
    found = table[table["mean"] > 0].set_index("population")
    without = table[table["mean"] == 0].set_index("population")
    cells = pd.DataFrame(
        {
            "mean": found["mean"].map(lambda mean: share(mean, 2)),
            "found by 1,000": found["by_1000"].map(share),
            "found by 5,000": found["by_5000"].map(share),
            "median examples": found["median_examples"].map(lambda n: f"{n:,.0f}"),
            "planned t test": found["planned"].map(lambda n: f"{n:,.0f}"),
            "limits hold": found["covered"].map(share),
            "limits hold, mean 0": without["covered"].map(share),
        }
    )
    return markdown(cells.rename_axis(index="differences"))


def _by_procedure(table, values):
    """Lay out numbers by population and procedure, both in their order of appearance."""
    wide = table.pivot(index="population", columns="procedure", values=values)
    return wide.loc[table["population"].unique(), table["procedure"].unique()]


def two_kinds():
    """Rates of nine tests at five error rates."""
    table = pd.read_csv(FOLDER / "lab-two-kinds.csv")
    table = table[table["beta"] == "common"].pivot(index="epsilon", columns="procedure", values="rate")[list(TESTS)]
    table.index.name = "error rate"
    return markdown(table.rename(columns=TESTS, index=share).map(share))


def replication_count():
    """Rates against the number of splits, folds or halvings."""
    table = pd.read_csv(FOLDER / "lab-replication-count.csv")
    table["test"] = table["test"].str.replace("_", " ")
    table = table.pivot(index="test", columns="number", values="rate").sort_index(ascending=False)
    return markdown(table.map(share))


def exact_null(file="lab-exact-null.csv"):
    """Rates of procedures under the null and under an alternative, for two learners."""
    table = pd.read_csv(FOLDER / file)
    names = table["procedure"].drop_duplicates()
    table = table.pivot(index="procedure", columns=["kind", "source"], values="rate").loc[names].sort_index(axis=1)
    words = {"level": "level", "power": "power", "1nn": "1-NN", "lda": "LDA"}
    table.columns = [f"{words[kind]}, {words[source]}" for kind, source in table.columns]
    return markdown(table.map(share))


def factorial():
    """Show effects of a factorial study, and how much of the variance they make."""
    table = pd.read_csv(FOLDER / "lab-factorial.csv").set_index("effect")
    columns = {
        "F": table["F"].map("{:.1f}".format),
        "df": table["df"].astype(str) + ", " + table["df_error"].astype(str),
        "p": table["pvalue"].map(lambda p: "&lt; .0001" if p < 1e-4 else share(p, 4)),
        "share beside chance (partial omega squared)": table["partial_omega_squared"].map(share),
    }
    return markdown(pd.DataFrame(columns))


def mirror_images():
    """Count false alarms for a learner and its mirror image, by procedure and loss."""
    table = pd.read_csv(FOLDER / "lab-mirror-images.csv")
    names, sources = table["procedure"].drop_duplicates(), table["source"].drop_duplicates()
    return markdown(table.pivot(index="procedure", columns="source", values="rate").loc[names, sources].map(share))


def table_five():
    """Percentage of consistent datasets, ours and in brackets the printed one."""
    table = pd.read_csv(FOLDER / "lab-table-five.csv")
    names = table["procedure"].drop_duplicates()
    ours = 100 * table.pivot(index="procedure", columns="source", values="consistent").loc[names]
    ours["minimum"] = ours.min(axis=1)
    theirs = printed_table_five().loc[ours.index]
    cells = pd.DataFrame(
        {name: [f"{a:.1f} ({b:.1f})" for a, b in zip(ours[name], theirs[name], strict=True)] for name in ours},
        index=ours.index,
    )
    points = 100 * table.groupby("source")["difference"].first().abs()
    cells.columns = [f"{name}: {points[name]:.2f} points" if name in points else name for name in cells]
    return markdown(cells)


def matched():
    """Rates of real learners made equally good."""
    table = pd.read_csv(FOLDER / "lab-matched.csv")
    return markdown(_by_problem(table, "procedure", table["rate"].map(share)))


def power_of_all():
    """Rates of real learners as they are, and the difference between them."""
    table = pd.read_csv(FOLDER / "lab-power.csv")
    largest = table.groupby("problem")["difference"].transform(lambda each: each.abs().max())
    table = table[table["difference"].abs() == largest].copy()
    table["problem"] += [f", {100 * abs(difference):.1f} points" for difference in table["difference"]]
    return markdown(_by_problem(table, "procedure", table["rate"].map(share)))


def halvings():
    """Rates of Dietterich's statistic with other numbers of halvings."""
    table = pd.read_csv(FOLDER / "lab-halvings.csv").rename(columns={"source": "problem"})
    return markdown(_by_problem(table, "number", table["rate"].map(share)))


def fold_correlation():
    """Correlations of the differences on two folds, with 95% limits."""
    table = pd.read_csv(FOLDER / "lab-fold-correlation.csv").rename(columns={"source": "problem"})
    cells = [f"{row.correlation:.3f} ({row.low:.3f} to {row.high:.3f})" for row in table.itertuples()]
    return markdown(_by_problem(table, "pair", cells))


def _by_problem(table, columns, cells):
    """Lay out cells by problem and another column, both in their order of appearance."""
    wide = table.assign(cell=cells).pivot(index="problem", columns=columns, values="cell")
    wide = wide.loc[table["problem"].unique(), table[columns].unique()]
    return wide.rename_axis(index="problem", columns=None)


def certificates():
    """Rates of certificates beside the true ones."""
    table = pd.read_csv(FOLDER / "lab-certificates.csv")
    words = {"subsamples": "sub-samples", "generator": "generator"}
    by = table.groupby(["population", "null"], sort=False)["rate"].agg(["mean", "min", "max"])
    by["true"] = table.groupby(["population", "null"], sort=False)["true_rate"].first()
    cells = pd.DataFrame(
        {
            "true rate": by["true"].map(share),
            "trials from": [words[null] for _, null in by.index],
            "mean of certificates": by["mean"].map(share),
            "lowest to highest": [f"{share(row.min)} to {share(row.max)}" for row in by.itertuples()],
        }
    )
    cells.index = pd.Index([population for population, _ in by.index], name="learner")
    return markdown(cells)


def ranking():
    """All procedures: level, power, replicability, cost."""
    table = pd.read_csv(FOLDER / "lab-ranking.csv")
    cells = pd.DataFrame(
        {
            "procedure": table["procedure"],
            "worst level": [
                f"{share(row.level)} ({share(row.level_low)} to {share(row.level_high)})" for row in table.itertuples()
            ],
            "on": table["worst_null"],
            "mean level": table["mean_level"].map(share),
            "power": table["power"].map(share),
            "size-adjusted": table["adjusted_power"].map(share),
            "R": table["replicability"].map(share),
            "consistent, least": table["consistent"].map(lambda value: share(value, 2)),
            "fits": ["as needed" if pd.isna(fits) else f"{fits:.0f}" for fits in table["n_fits"]],
        }
    )
    cells.index = pd.Index(table["rank"], name="rank")
    return markdown(cells)


def coming_from(name, rows, file="coming-from.csv"):
    """Lay out the same data through other packages and through foldwise: numbers to four digits, words as they are."""
    table = pd.read_csv(FOLDER / file, dtype=str, keep_default_na=False)
    table = table[table["table"] == name].assign(value=lambda rows: rows["value"].map(_four_digits))
    wide = table.pivot(index="row", columns="by", values="value").fillna("")
    wide = wide.loc[table["row"].unique(), table["by"].unique()]
    return markdown(wide.rename_axis(index=rows, columns=None))


def printed(name):
    """Show what another program printed, as it stands in a file."""
    return f"```text\n{(FOLDER / name).read_text(encoding='utf-8').rstrip()}\n```\n"


def _four_digits(text):
    try:
        return f"{float(text):.4g}"
    except ValueError:
        return text


# What the rows of each of these tables are.
COMING_FROM = {
    "versions": "package",
    "autorank": "",
    "autorank-words": "",
    "posthocs": "p of",
    "baycomp": "first, second",
    "baycomp-words": "",
    "aeon": "p of",
    "aeon-numbers": "",
    "critdd": "p of",
    "critdd-numbers": "",
    "gap": "asked for",
}
MLXTEND = {"versions": "package", "same": "p of", "edges": "asked for", "bootstrap": "learner"}

TABLES = {
    "two-kinds": two_kinds,
    "replication-count": replication_count,
    "exact-null": exact_null,
    "distinct-samples": partial(exact_null, "lab-distinct-samples.csv"),
    "factorial": factorial,
    "mirror-images": mirror_images,
    "table-five": table_five,
    "matched": matched,
    "power": power_of_all,
    "halvings": halvings,
    "fold-correlation": fold_correlation,
    "certificates": certificates,
    "ranking": ranking,
    "items-levels": items_levels,
    "max-t-levels": max_t_levels,
    "max-t-items": max_t_items,
    "adjusted-scores": adjusted_scores,
    "balanced-rejected": partial(balanced_levels, "rejected"),
    "balanced-agreement": partial(balanced_levels, "agreement"),
    "intervals-mean": intervals_mean,
    "intervals-coverage": partial(intervals_coverage, 1),
    "intervals-differences": partial(intervals_coverage, 2),
    "halves-verdicts": halves_verdicts,
    "halves-curves": halves_curves,
    "halves-flags": halves_flags,
    "checklist-salzberg": partial(checklist, "Salzberg (1997)"),
    "checklist-dietterich": partial(checklist, "Dietterich (1998)"),
    "checklist-bradford": partial(checklist, "Bradford and Brodley (2001)"),
    "checklist-bouckaert": partial(checklist, "Bouckaert and Frank (2004)"),
    "errors-one": partial(errors_coverage, 1),
    "errors-two": partial(errors_coverage, 2),
    "planning-power": planning_power,
    "planning-bands": planning_bands,
    "planning-curves": planning_curves,
    "items-skewness": items_skewness,
    "partition-spread": partial(partition_spread, labels_changed=False),
    "partition-spread-noise": partial(partition_spread, labels_changed=True),
    "time-levels": time_levels,
    "gate-levels": gate_levels,
    "streams-errors": streams_errors,
    "streams-speed": streams_speed,
    **{f"coming-from-{name}": partial(coming_from, name, rows) for name, rows in COMING_FROM.items()},
    "weka-printed": partial(printed, "coming-from-weka.txt"),
    "weka-no-sizes": partial(printed, "coming-from-weka-no-sizes.txt"),
    **{
        f"mlxtend-{name}": partial(coming_from, name, rows, "coming-from-mlxtend.csv") for name, rows in MLXTEND.items()
    },
}


# Where stats.md lists a test, by what it reads.
SECTIONS = {
    "differences": "Two learners, one dataset, scores per fold",
    "periods": "Two learners, periods in the order of time",
    "losses": "Two classifiers, one test set",
    "disagreements": "Two classifiers, one test set",
    "responses": "Two classifiers, one test set",
    "halves": "Two learners, one dataset, losses of single examples",
    "folds": "Two learners, one dataset, losses of single examples",
    "samples": "Several training sets, several algorithms",
    "partitions": "Several partitions of one dataset",
    "datasets": "Several datasets",
}


def with_all_tests(text):
    """Return the list of tests with a line, at the end of its section, for each that has none."""
    for name, need in NEEDS.items():
        if f"`{name}`" not in text:
            line = f"| `{name}` | {READS[need.reads]} | {need.differs} |\n"
            text = _with_line(text, SECTIONS[need.reads], line)
    return text


def with_all_flags(text):
    """Return the list of caveats with a line for each flag that only one test has and that has none."""
    for name, need in NEEDS.items():
        for flag, words in need.flags.items():
            if f"| `{flag}` |" not in text:
                line = f"| `{flag}` | {words} | See `foldwise tests {name}`. |\n"
                text = _with_line(text, "About the test", line)
    return text


def _with_line(text, section, line):
    """Add a line to the first table of a section."""
    table = re.compile(rf"^## {section}\n[^|]*(?:\|.*\n)+", re.MULTILINE)
    return table.sub(lambda found: found[0] + line, text, count=1)


LISTS = {"stats.md": with_all_tests, "caveats.md": with_all_flags}


def filled_page(page):
    """Return a page with all its tables and lists as the files and the records have them."""
    text = page.read_text(encoding="utf-8")
    return LISTS.get(page.name, filled)(text)


def filled(text):
    """Return a page with all its tables as the files have them."""
    return MARKED.sub(lambda found: f"{found[1]}\n{TABLES[found[2]]()}\n{found[3]}", text)


def pages():
    """Pages that have such tables, and those with lists of tests and flags."""
    pages = sorted(FOLDER.glob("*.md"))
    return [page for page in pages if page.name in LISTS or MARKED.search(page.read_text(encoding="utf-8"))]


def main():
    """Fill all pages."""
    for page in pages():
        page.write_text(filled_page(page), encoding="utf-8")


if __name__ == "__main__":
    main()
