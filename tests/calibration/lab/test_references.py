"""Rates that an independent simulation has too: the published tables, and trials made anew."""

import importlib.util
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from foldwise import lab
from foldwise.lab import sources
from foldwise.papers.dietterich_1998.simulation import measure_levels

HERE = Path(__file__).parent
DOCS = HERE.parents[2] / "docs"
SEED = 20


def within_four_errors(rate, reference, n, n_reference):
    """Whether two shares differ by at most four standard errors of their difference, with the pooled share in it."""
    pooled = (rate * n + reference * n_reference) / (n + n_reference)
    error = np.sqrt(pooled * (1 - pooled) * (1 / n + 1 / n_reference))
    # A count of none against one or two has no normal error: of expected 0 and 2, a chance of .018 each.
    return np.abs(rate - reference) <= np.maximum(4 * error, 2 / np.minimum(n, n_reference))


@pytest.fixture(scope="module")
def measured():
    """What docs/make_lab.py measures with."""
    spec = importlib.util.spec_from_file_location("make_lab", DOCS / "make_lab.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def two_kinds():
    return pd.read_csv(HERE / "two_kinds_reference.csv")


@pytest.fixture(scope="module")
def exact_null():
    return pd.read_csv(HERE / "exact_null_reference.csv").set_index("procedure")


def assert_agrees(table, reference):
    """Compare two tables with columns rate and n_trials, by their index."""
    both = reference.join(table.add_suffix("_ours"))
    assert both["rate_ours"].notna().all()
    fine = within_four_errors(both["rate_ours"], both["rate"], both["n_trials_ours"], both["n_trials"])
    assert fine.all(), both[~fine]


def of_two_kinds(table, two_kinds, betas):
    names = ["beta", "epsilon", "procedure"]
    figure = two_kinds[(two_kinds["figure"] == "figure5") & two_kinds["beta"].isin(betas)]
    renamed = {"test": "procedure", "trials": "n_trials", "type1_error_at_0.05": "rate"}
    reference = figure.rename(columns=renamed)[[*names, "n_trials", "rate"]].set_index(names)
    assert len(reference) == 45 * len(betas)
    assert_agrees(table.set_index(names)[["n_trials", "rate"]], reference)


def of_exact_null(table, exact_null, kind, n_reference):
    for learner in ("1nn", "lda"):
        reference = exact_null[f"rejection_{kind}_{learner}"].rename("rate").to_frame().assign(n_trials=n_reference)
        assert len(reference) == 20
        chosen = table[table["source"] == learner].set_index("procedure")[["rate", "n_trials"]]
        assert_agrees(chosen, reference)


def test_published_two_kinds(two_kinds):
    of_two_kinds(pd.read_csv(DOCS / "lab-two-kinds.csv"), two_kinds, ["common", "independent"])


def test_published_replication_count(two_kinds):
    table = pd.read_csv(DOCS / "lab-replication-count.csv")
    figure = two_kinds[two_kinds["figure"] == "figure6"]
    assert len(figure) == 12
    for row in figure.itertuples():
        test = {"resampled_t": "resampled_t", "kfold_cv_t": "kfold_t"}[row.test]
        (ours,) = table[(table["test"] == test) & (table["number"] == row.replications_or_folds)].itertuples()
        assert within_four_errors(ours.rate, row._7, ours.n_trials, row.trials), row


@pytest.mark.parametrize(("kind", "n_reference"), [("null", 3000), ("power", 1000)])
def test_published_exact_null(exact_null, kind, n_reference):
    table = pd.read_csv(DOCS / "lab-exact-null.csv")
    column = {"null": "level", "power": "power"}[kind]
    of_exact_null(table[table["kind"] == column], exact_null, kind, n_reference)


def test_published_table_five():
    """Order of the minimum column, SPEC of a reproduction: 10x10 > 100 splits > 10-fold t, 10 splits > 5x2."""
    table = pd.read_csv(DOCS / "lab-table-five.csv")
    assert (table.groupby("procedure")["n_trials"].first() == 1000).all()
    least = table.groupby("procedure")["consistent"].min()
    first, second = least["10x10-fold cv, corrected"], least["100x resampling, corrected"]
    middle = least[["10-fold cv, standard", "10x resampling, corrected"]]
    assert first > second > middle.max()
    assert middle.min() > least["5x2cv"]


def test_published_samples_that_share_nothing():
    """Both analyses of variance are at .05, with all of their limits around it; pairing finds twice as much."""
    table = pd.read_csv(DOCS / "lab-distinct-samples.csv")
    anova = table[table["procedure"].str.contains("ANOVA")]
    levels = anova[anova["kind"] == "level"]
    assert ((levels["low"] < 0.05) & (levels["high"] > 0.05)).all()
    power = anova[anova["kind"] == "power"].pivot(index="source", columns="procedure", values="rate")
    assert (power["repeated-measures ANOVA, 10 samples"] > 1.7 * power["one-way ANOVA, 10 samples"]).all()


def test_published_mirror_images():
    """Folds share how frequent class 1 is: 10x10 rejects too often. Quantiles adapt, and one-sided lines need not."""
    table = pd.read_csv(DOCS / "lab-mirror-images.csv").set_index(["source", "procedure"]).sort_index()
    ten, halves = "corrected 10x10 (Bouckaert & Frank default)", ["5x2cv t", "5x2cv F (Alpaydin)"]
    for loss in ("log loss", "Brier score"):
        assert (table.loc[(loss, [ten, "settled"]), "low"] > 0.06).all()
        assert (table.loc[(loss, halves), "high"] < 0.02).all()
    of_learners = table.index.get_level_values("procedure") != "sign-flip test, one 2/3-1/3 hold-out"
    quantiles = table[of_learners].loc["squared error, a quantile"]
    assert (quantiles["n_rejections"] == 0).all()
    one_sided = table.loc["squared error, one-sided"]
    assert (one_sided["low"] <= 0.05).all()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["mirror-images", "distinct-samples"])
def test_smaller_studies_anew(measured, kind):
    table = pd.read_csv(DOCS / f"lab-{kind}.csv")
    if kind == "mirror-images":
        tried, nulls = measured.MIRRORED, measured.MIRROR_IMAGES
    else:
        table = table[table["kind"] == "level"]
        tried = measured.DISTINCT
        nulls = {name: sources.ExchangeableBlocks(learner, 600) for name, learner in measured.BLOCKS.items()}
    found = lab.type_one_error(tried, nulls, n_trials=300, seed=SEED, n_jobs=2).frame()
    both = found.merge(table, on=["source", "procedure"], suffixes=("", "_published"))
    assert len(both) == len(found)
    agree = within_four_errors(both["rate"], both["rate_published"], 300, both["n_trials_published"])
    assert agree.all(), both[~agree]


@pytest.mark.slow
def test_two_kinds_anew(two_kinds):
    found = measure_levels(10_000, seed=SEED, n_jobs=2)
    table = pd.concat([result.frame().assign(beta=quality) for quality, result in found.items()])
    epsilon = table["source"].str.removeprefix("error ").astype(float)
    of_two_kinds(table.assign(epsilon=epsilon), two_kinds, ["common", "independent"])


@pytest.mark.slow
def test_exact_null_anew(measured, exact_null):
    nulls = {name: sources.ExchangeableBlocks(learner) for name, learner in measured.BLOCKS.items()}
    found = lab.type_one_error(measured.EXACT_NULL, nulls, n_trials=3000, seed=SEED, n_jobs=2)
    of_exact_null(found.frame(), exact_null, "null", 3000)
