"""Measure whether plans come true, on populations in which the truth is known: docs/planning-*.csv.

``docs/planning-power.csv``: power as planned from the true spread and difference, beside the share of fresh
experiments of that size that find the difference. ``docs/planning-bands.csv``: how often the 90% band of a pilot holds
what would be planned from the truth. ``docs/planning-curves.csv``: how often the band of a difference at twice the data
holds the true one, and how often the order is told wrongly.

Run ``python experiments/planning/run_planning.py`` (about eight minutes; parts that are in the files are not done
again); then ``python docs/fill_tables.py`` writes the tables of docs/planning.md. ``--only power`` is one of them.
"""

import argparse
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pandas as pd
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import foldwise as fw
from foldwise.lab import sources
from foldwise.results import ItemScores, ScoreTable
from foldwise.runs import as_metric

DOCS = Path(__file__).parents[2] / "docs"
SEED = 61
ALPHA = 0.05
ACCURACY = as_metric("accuracy", None)
LOSS = as_metric("neg_mean_squared_error", None)

Row = dict[str, Any]


@dataclass(frozen=True)
class Part:
    """Rows of a file, the name by which it is known whether they are there, and what makes them."""

    file: str
    name: str
    make: Callable[[], list[Row]]


def with_error(rate: float, n: int) -> Row:
    """Return a rate with its standard error."""
    return {"measured": round(rate, 4), "error": round(float(np.sqrt(rate * (1 - rate) / n)), 4), "trials": n}


# --- folds -----------------------------------------------------------------------------------------------------------

LEARNERS = {"1-nearest neighbour": None, "LDA": LinearDiscriminantAnalysis(), "naive Bayes": GaussianNB()}
# Where a pilot would be, in examples; the spread at other sizes is extrapolated from here.
PILOT = 100


def blocks(learner: str, n: int) -> sources.ExchangeableBlocks:
    """Return datasets on which one learner sees more than the other."""
    given = LEARNERS[learner]
    more = {} if given is None else {"learner": given}
    return sources.ExchangeableBlocks(n_examples=n, second_shift=0.25, **more)


def folds_of(learner: str, n: int, trials: int) -> dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Return, by design, differences, variances of folds and p-values of many datasets."""
    found = fw.lab.run_trials(["10", "3x10", "10x10"], blocks(learner, n), n_trials=trials, seed=SEED).found
    made = {}
    for design, n_folds in (("10", 10), ("3x10", 30), ("10x10", 100)):
        estimate, t = found[design].direction.ravel(), found[design].statistic.ravel()
        variance = np.where(t != 0, (estimate / np.where(t == 0, 1, t)) ** 2, np.nan) / (1 / n_folds + 1 / 9)
        made[design] = estimate, variance, found[design].pvalue.ravel()
    return made


def fold_rows(learner: str) -> list[Row]:
    """Plan at several sizes from the spread at one of them, and look."""
    trials = 400
    by_size = {n: folds_of(learner, n, trials) for n in (PILOT, 200, 400)}
    sd = float(np.sqrt(np.nanmean(by_size[PILOT]["10x10"][1])))
    rows = []
    for n, designs in by_size.items():
        for design, (estimate, _, p) in designs.items():
            plan = fw.plan(
                of="examples",
                sd=sd * np.sqrt(PILOT / n),
                n_examples=n,
                scheme=design,
                difference=abs(float(by_size[n]["10x10"][0].mean())),
            )
            named = {"of": "examples", "population": learner, "size": f"{n} examples, {design}"}
            rate = float((p <= ALPHA).mean())
            rows.append({**named, "planned": round(plan.pairs[0].power, 4), **with_error(rate, len(estimate))})
    return rows


def fold_bands(learner: str) -> list[Row]:
    """Plan from single pilots, and compare with the plan from the mean spread of many."""
    source, trials = blocks(learner, PILOT), 60
    names = {"a": source.learners[0], "b": source.learners[1]}
    rows = []
    for scheme in ("10", "10x10"):
        rng = np.random.default_rng([SEED, len(scheme)])
        plans = []
        spreads = []
        for trial in range(trials):
            X, y = source.draw(rng)
            run = fw.evaluate(names, X, y, scheme=scheme, seed=trial, progress=False)
            plan = fw.plan(run, difference=0.05)
            plans.append(plan.pairs[0].amounts[1])
            spreads.append(plan.pairs[0].spread ** 2)
        true = fw.plan(
            of="examples", sd=float(np.sqrt(np.mean(spreads))), n_examples=PILOT, scheme=scheme, difference=0.05
        )
        rows.append(
            band_row("examples", f"{learner}, {PILOT} examples, {scheme}", plans, true.pairs[0].amounts[1].number)
        )
    return rows


def band_row(of: str, pilot: str, amounts: list[Any], truth: float) -> Row:
    """Return how often the band holds what the truth asks for, and how wide it is."""
    held = np.array([each.low <= truth <= each.high for each in amounts])
    ratio = np.median([each.high / each.low for each in amounts])
    off = np.quantile([each.number / truth for each in amounts], [0.05, 0.5, 0.95])
    named = {"of": of, "pilot": pilot, "needed": truth, "median": round(float(off[1]), 3)}
    spread = {"from": round(float(off[0]), 3), "to": round(float(off[2]), 3), "width": round(float(ratio), 2)}
    return {**named, **spread, **with_error(float(held.mean()), len(held))}


# --- datasets --------------------------------------------------------------------------------------------------------

LAWS = ("normal", "heavy", "skewed")


def population(law: str, k: int, n: int) -> sources.DatasetPopulation:
    """Return tables in which the first learner is ahead of all others."""
    return sources.DatasetPopulation((0.02, *[0.0] * (k - 1)), n_datasets=n, law=law, center="mean")


def spread_of(law: str, k: int) -> float:
    """Return the standard deviation of the measured difference of the first learner and the others."""
    tables = population(law, k, 1000).draw(range(20), seed=SEED + 1).scores
    return float(np.mean([(tables[..., 0] - tables[..., j]).std(axis=1, ddof=1).mean() for j in range(1, k)]))


def dataset_rows(law: str, k: int) -> list[Row]:
    """Plan tables of some power from the true spread, and draw them."""
    rows = []
    for wish in (0.5, 0.8):
        plan = fw.plan(of="datasets", sd=spread_of(law, k), difference=0.02, power=wish, n_learners=k)
        n, curve = int(plan.pairs[0].amounts[0].number), plan.pairs[0].curves[0]
        planned = dict(zip(curve.numbers, curve.power, strict=True))[n]
        found = fw.lab.over_datasets(["wilcoxon/holm"], population(law, k, n), n_trials=2000, seed=SEED, progress=False)
        frame = found.frame()
        row = frame[frame["measure"] == "power"].iloc[0]
        named = {"of": "datasets", "population": f"{law} differences, {k} learners", "size": f"{n} datasets"}
        rows.append({**named, "planned": round(planned, 4), **with_error(float(row["rate"]), 2000)})
    return rows


def dataset_bands(n: int) -> list[Row]:
    """Plan from pilots of few datasets."""
    tables = population("normal", 2, n).draw(range(40), seed=SEED + 2).scores
    amounts = []
    for scores in tables:
        names = tuple(f"d{place}" for place in range(n))
        table = ScoreTable(learners=("a", "b"), datasets=names, scores=scores.T, metric=ACCURACY)
        amounts.append(fw.plan(table, difference=0.02).pairs[0].amounts[0])
    true = fw.plan(of="datasets", sd=spread_of("normal", 2), difference=0.02).pairs[0].amounts[0].number
    return [band_row("datasets", f"{n} datasets", amounts, true)]


# --- items -----------------------------------------------------------------------------------------------------------


def answers(rng: np.random.Generator, n: int, *, disagree: float, difference: float) -> np.ndarray:
    """Draw right and wrong answers of which a known share disagrees."""
    u = rng.random(n)
    a_only, b_only = u < (disagree + difference) / 2, (u >= (disagree + difference) / 2) & (u < disagree)
    both = rng.random(n) < 0.6
    return np.stack([a_only | (~b_only & both), b_only | (~a_only & both)])[:, :, np.newaxis].astype(float)


def normal_items(rng: np.random.Generator, n: int, *, difference: float, noise: float, k: int) -> np.ndarray:
    """Draw scores: items with a spread of .4 in their differences, and answers that vary."""
    true = np.stack([difference + 0.4 * rng.normal(size=n), np.zeros(n)])[:, :, np.newaxis]
    return true + noise * rng.normal(size=(2, n, k))


def skewed_items(rng: np.random.Generator, n: int, *, difference: float) -> np.ndarray:
    """Draw scores of which a few count more than all others."""
    d = rng.lognormal(size=n) - np.exp(0.5)
    sd = np.sqrt((np.e - 1) * np.e)
    return np.stack([difference + 0.4 * d / sd, np.zeros(n)])[:, :, np.newaxis]


def clustered_items(rng: np.random.Generator, n: int, *, difference: float, icc: float) -> np.ndarray:
    """Draw scores in clusters of five."""
    common = rng.normal(size=-(-n // 5)).repeat(5)[:n]
    d = 0.4 * (np.sqrt(icc) * common + np.sqrt(1 - icc) * rng.normal(size=n))
    return np.stack([difference + d, np.zeros(n)])[:, :, np.newaxis]


def as_items(scores: np.ndarray, metric: Any, clusters: np.ndarray | None = None) -> ItemScores:
    """Return scores as `judge` takes them."""
    n = scores.shape[1]
    return ItemScores(
        dataset="made", learners=("a", "b"), items=np.arange(n), scores=scores, metric=metric, clusters=clusters
    )


def is_found(scores: np.ndarray, metric: Any, clusters: np.ndarray | None) -> bool:
    """Whether `judge` says that the first is better."""
    sign = -1 if metric is LOSS else 1
    return fw.judge(as_items(sign * scores, metric, clusters)).comparisons[0].winner == "a"


def item_cases() -> Iterator[tuple[str, dict[str, Any], Callable[..., np.ndarray], Any, int]]:
    """Yield populations: words, what is known of them, how they are drawn, their metric, the size of clusters."""
    for disagree, difference in ((0.1, 0.02), (0.1, 0.05), (0.3, 0.1)):
        known = {"disagree": disagree, "difference": difference}
        words = f"right or wrong, {disagree:g} disagree, difference {difference:g}"
        yield words, known, partial(answers, **known), ACCURACY, 1
    for difference in (0.05, 0.2):
        for k in (1, 4):
            known = {"sd": 0.4, "noise": 0.3, "n_answers": k, "difference": difference}
            draw = partial(normal_items, difference=difference, noise=0.3, k=k)
            yield f"normal, difference {difference:g}, {k} answers each", known, draw, LOSS, 1
        known = {"sd": 0.4, "difference": difference}
        yield f"log-normal, difference {difference:g}", known, partial(skewed_items, difference=difference), LOSS, 1
    for difference in (0.05, 0.1):
        draw = partial(clustered_items, difference=difference, icc=0.4)
        yield (
            f"clusters of 5, correlation .4, difference {difference:g}",
            {"sd": 0.4, "difference": difference, "cluster_size": 5, "icc": 0.4},
            draw,
            LOSS,
            5,
        )


def item_rows(words: str, known: Row, draw: Callable[..., np.ndarray], metric: Any, size: int) -> list[Row]:
    """Plan for a power of .8, and try."""
    trials, rng = 1000, np.random.default_rng([SEED, crc32(words.encode())])
    plan = fw.plan(of="items", **known)
    n = int(plan.pairs[0].amounts[0].number)
    n = -(-n // size) * size
    curve = plan.pairs[0].curves[0]
    planned = float(np.interp(n, curve.numbers, curve.power))
    clusters = np.arange(n) // size if size > 1 else None
    found = [is_found(draw(rng, n), metric, clusters) for _ in range(trials)]
    named = {"of": "items", "population": words, "size": f"{n} items"}
    return [{**named, "planned": round(planned, 4), **with_error(float(np.mean(found)), trials)}]


def item_bands(n: int) -> list[Row]:
    """Plan from pilots of few items: right and wrong answers, normal scores, log-normal ones."""
    rows, rng = [], np.random.default_rng([SEED, n])
    cases = {
        "right or wrong, 0.1 disagree": (partial(answers, disagree=0.1, difference=0.03), ACCURACY, {"disagree": 0.1}),
        "normal": (partial(normal_items, difference=0.03, noise=0.0, k=1), LOSS, {"sd": 0.4}),
        "log-normal": (partial(skewed_items, difference=0.03), LOSS, {"sd": 0.4}),
    }
    for words, (draw, metric, known) in cases.items():
        plans = [fw.plan(as_items(draw(rng, n), metric), difference=0.03) for _ in range(150)]
        amounts = [plan.pairs[0].amounts[0] for plan in plans]
        true = fw.plan(of="items", difference=0.03, **known).pairs[0].amounts[0].number
        rows.append(band_row("items", f"{words}, {n} items", amounts, true))
    return rows


# --- learning curves -------------------------------------------------------------------------------------------------

CURVES = {
    "LDA and 1-nearest neighbour, normal": ("normal", LinearDiscriminantAnalysis(), KNeighborsClassifier(1)),
    "naive Bayes and LDA, correlated: curves meet": ("correlated", GaussianNB(), LinearDiscriminantAnalysis()),
    "naive Bayes and LDA, normal: nearly equal": ("normal", GaussianNB(), LinearDiscriminantAnalysis()),
}


def true_difference(law: str, pair: tuple[Any, Any], m: int) -> float:
    """Return the mean difference in accuracy after training on so many examples."""
    rng = np.random.default_rng([SEED, m])
    test_X, test_y = sources.ExchangeableBlocks(n_examples=4000, law=law).draw(rng)
    d = []
    for _ in range(200):
        X, y = sources.ExchangeableBlocks(n_examples=m, law=law).draw(rng)
        right = [(learner.fit(X, y).predict(test_X) == test_y).mean() for learner in pair]
        d.append(right[0] - right[1])
    return float(np.mean(d))


def curve_rows(words: str, n: int) -> list[Row]:
    """Draw datasets, extrapolate to twice the training size, compare."""
    law, *pair = CURVES[words]
    source, trials = sources.ExchangeableBlocks(n_examples=n, law=law), 40
    rng = np.random.default_rng([SEED, n, crc32(words.encode())])
    found = []
    for trial in range(trials):
        X, y = source.draw(rng)
        learners = {"a": pair[0], "b": pair[1]}
        plan = fw.plan(learners, X, y, difference=0.02, scheme="3x10", seed=trial, progress=False)
        found.append(plan.extrapolations[0])
    now, twice = found[0].sizes[-1], found[0].twice
    true_now, true = (true_difference(law, (pair[0], pair[1]), m) for m in (now, twice))
    values = np.array([each.at(twice) for each in found])
    held = (values[:, 1] <= true) & (true <= values[:, 2])
    told = [each.verdict for each in found]
    # A firm word about who is ahead at twice the data that is not so.
    wrong = [each.verdict != "open" and np.sign(each.at(twice)[0]) != np.sign(true) for each in found]
    return [
        {
            "population": words,
            "n_train": now,
            "true_now": round(true_now, 4),
            "true_at_twice": round(true, 4),
            "mean_forecast": round(float(values[:, 0].mean()), 4),
            "width": round(float(np.median(values[:, 2] - values[:, 1])), 4),
            "holds": round(float(np.mean([word == "holds" for word in told])), 4),
            "changes": round(float(np.mean([word == "changes" for word in told])), 4),
            "open": round(float(np.mean([word == "open" for word in told])), 4),
            "wrong": round(float(np.mean(wrong)), 4),
            **with_error(float(held.mean()), trials),
        }
    ]


# --- all of it -------------------------------------------------------------------------------------------------------


def parts() -> Iterator[Part]:
    """Yield everything there is to be done."""
    for words, known, draw, metric, size in item_cases():
        yield Part("power", f"items: {words}", partial(item_rows, words, known, draw, metric, size))
    for law in LAWS:
        for k in (2, 5):
            yield Part("power", f"datasets: {law}, {k}", partial(dataset_rows, law, k))
    for learner in LEARNERS:
        yield Part("power", f"examples: {learner}", partial(fold_rows, learner))
    for n in (50, 200):
        yield Part("bands", f"items: {n}", partial(item_bands, n))
    for learner in LEARNERS:
        yield Part("bands", f"examples: {learner}", partial(fold_bands, learner))
    for n in (10, 20):
        yield Part("bands", f"datasets: {n}", partial(dataset_bands, n))
    for words in CURVES:
        for n in (60, 150):
            yield Part("curves", f"{words}, {n}", partial(curve_rows, words, n))


def main() -> None:
    """Do what is not in the files yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=("power", "bands", "curves"))
    parser.add_argument("--anew", action="store_true", help="do again what is there")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    files = {part.file for part in parts() if given.only in (None, part.file)}
    paths = {file: DOCS / f"planning-{file}.csv" for file in files}
    tables = {
        file: pd.read_csv(path) if path.exists() and not given.anew else pd.DataFrame({"part": []})
        for file, path in paths.items()
    }
    for part in parts():
        if part.file in files and part.name not in set(tables[part.file]["part"]):
            rows = pd.DataFrame(part.make()).assign(part=part.name)
            before = tables[part.file]
            tables[part.file] = rows if before.empty else pd.concat([before, rows], ignore_index=True)
            tables[part.file].to_csv(paths[part.file], index=False, lineterminator="\n")
            print(f"{part.file}: {part.name}", flush=True)


if __name__ == "__main__":
    main()
