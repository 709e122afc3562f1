"""How much is needed: against other packages, by enumeration, from pilots of every kind, at the edges."""

import math
from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.power import TTestPower

import foldwise as fw
from foldwise.planning import plan
from foldwise.results import ItemScores, ScoreTable
from foldwise.runs import as_metric

ACCURACY = as_metric("accuracy", None)
LOSS = as_metric("neg_mean_squared_error", None)


def amounts(made):
    return {(amount.unit, amount.given): amount.number for pair in made.pairs for amount in pair.amounts}


def items_of(scores, metric=ACCURACY, **more):
    return ItemScores(
        dataset="quiz", learners=("a", "b"), items=range(np.shape(scores)[1]), scores=scores, metric=metric, **more
    )


def scores_of_folds(d, n_repeats=10, n_folds=10):
    """A table of scores whose differences are given."""
    rows = [
        {"learner": name, "repeat": i // n_folds, "fold": i % n_folds, "accuracy": 0.8 + side * d[i]}
        for i in range(n_repeats * n_folds)
        for name, side in (("a", 1), ("b", 0))
    ]
    return pd.DataFrame(rows)


# --- items


@pytest.mark.parametrize(("sd", "difference", "alpha", "power"), [(0.4, 0.05, 0.05, 0.8), (1.0, 0.5, 0.01, 0.9)])
def test_items_are_those_of_statsmodels(sd, difference, alpha, power):
    made = plan(of="items", sd=sd, difference=difference, alpha=alpha, power=power)
    wanted = TTestPower().solve_power(effect_size=difference / sd, alpha=alpha, power=power)
    assert made.pairs[0].amounts[0].number == math.ceil(wanted)


def test_answers_and_clusters_by_the_formula():
    """n = (z + z)^2 (D omega^2 + 2 sigma^2 / K) / delta^2, but for Student's distribution: some items more."""
    made = plan(of="items", sd=0.4, noise=0.3, n_answers=4, cluster_size=5, icc=0.25, difference=0.02)
    z = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    design = 1 + 4 * 0.25
    found = amounts(made)
    n = z**2 * (design * 0.4**2 + 2 * 0.3**2 / 4) / 0.02**2
    assert found["item", "with 4 answers each"] == pytest.approx(n, rel=0.003)
    assert found["item", "with any number of answers"] == pytest.approx(z**2 * design * 0.4**2 / 0.02**2, rel=0.003)
    assert found["cluster", "of 5 items, with 4 answers each"] == math.ceil(found["item", "with 4 answers each"] / 5)


def exact_power(n, disagree, difference, alpha, mid):
    """Sum over everything that can happen."""
    p_a, p_b = (disagree + difference) / 2, (disagree - difference) / 2
    total = 0.0
    for a, b in product(range(n + 1), repeat=2):
        if a + b > n or a + b == 0:
            continue
        few = min(a, b)
        p = 2 * stats.binom.cdf(few, a + b, 0.5) - (stats.binom.pmf(few, a + b, 0.5) if mid else 0)
        if p <= alpha:
            total += stats.multinomial.pmf([a, b, n - a - b], n, [p_a, p_b, 1 - disagree])
    return total


@pytest.mark.parametrize(("given", "mid"), [("by the exact test", False), ("by mid-p", True)])
def test_right_and_wrong_answers_by_enumeration(given, mid):
    made = plan(of="items", disagree=0.6, difference=0.5, power=0.7)
    n = int(amounts(made)["item", given])
    assert exact_power(n, 0.6, 0.5, 0.05, mid) >= 0.7
    assert exact_power(n - 1, 0.6, 0.5, 0.05, mid) < 0.7


def test_the_power_of_a_pilot_of_answers_by_enumeration():
    scores = np.array([[1] * 8 + [0] * 2 + [1] * 10, [0] * 8 + [1] * 2 + [1] * 10])[:, :, np.newaxis]
    made = plan(items_of(scores), difference=0.4)
    (pair,) = made.pairs
    assert pair.spread == 0.5
    assert pair.power == pytest.approx(exact_power(20, 0.5, 0.4, 0.05, False), abs=1e-10)
    # Clopper and Pearson's limits of 10 out of 20, at 90%, by their quantiles of the beta distribution.
    assert [pair.spread_low, pair.spread_high] == pytest.approx(
        [stats.beta.ppf(0.05, 10, 11), stats.beta.ppf(0.95, 11, 10)]
    )


def test_a_pilot_with_epochs_has_two_parts_of_variance():
    rng = np.random.default_rng(1)
    true = rng.normal(size=(1, 400, 1))
    noise = rng.normal(size=(2, 400, 5))
    scores = np.concatenate([0.4 * true, np.zeros_like(true)]) + 0.6 * noise
    made = plan(items_of(scores, LOSS), difference=0.02)
    (pair,) = made.pairs
    within = scores.var(axis=2, ddof=1).mean(axis=1).sum()
    d = scores.mean(axis=2)
    total = (d[0] - d[1]).var(ddof=1)
    assert pair.spread == pytest.approx(math.sqrt(total))
    z = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    endless = amounts(made)["item", "with any number of answers"]
    assert endless == pytest.approx(z**2 * (total - within / 5) / 0.02**2, rel=0.003)
    assert math.isinf(amounts(made)["answer", "with 400 items"])
    assert "no number of answers to each will do" in made.glance().headline


def test_clusters_of_a_pilot_count():
    rng = np.random.default_rng(2)
    common = rng.normal(size=60).repeat(5)
    scores = np.stack([common + 0.3 * rng.normal(size=300), np.zeros(300)])[:, :, np.newaxis]
    alone = plan(items_of(scores, LOSS), difference=0.1)
    told = plan(items_of(scores, LOSS, clusters=np.arange(300) // 5), difference=0.1)
    ratio = told.pairs[0].amounts[0].number / alone.pairs[0].amounts[0].number
    # Nearly everything is common to the five of a cluster.
    assert 3.5 < ratio < 5.5
    assert "clusters" in told.test


# --- folds


def test_power_of_the_corrected_test_by_scipy():
    d = np.random.default_rng(3).normal(0.01, 0.05, size=100)
    made = plan(scores_of_folds(d), metric="accuracy", scheme="10x10", difference=0.03)
    (pair,) = made.pairs
    sd = d.std(ddof=1)
    t = stats.t.ppf(0.975, 99)

    def power(n, ratio=1 / 9):
        shift = 0.03 / (sd * math.sqrt(1 / n + ratio))
        critical = stats.t.ppf(0.975, n - 1)
        return stats.nct.sf(critical, n - 1, shift) + stats.nct.cdf(-critical, n - 1, shift)

    assert pair.spread == pytest.approx(sd)
    assert pair.power == pytest.approx(power(100))
    assert t > 1.9
    ceiling = pair.curves[0].ceiling
    shift = 0.03 / (sd / 3)
    assert ceiling == pytest.approx(stats.norm.sf(1.959964 - shift) + stats.norm.cdf(-1.959964 - shift), abs=1e-6)


def test_no_number_of_repeats_will_do_where_the_ceiling_is_low():
    made = plan(of="examples", sd=0.06, n_examples=300, difference=0.02)
    found = amounts(made)
    assert math.isinf(found["repeat", "with 300 examples"])
    # With any number of repeats the ceiling is reached at z + z = delta / (sigma / 3).
    z = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    assert found["example", "with any number of repeats"] == math.ceil(300 * (z * 0.06 / 3 / 0.02) ** 2)
    assert made.glance().headline == "About 2,700 examples; no number of repeats will do."
    curve = next(curve for curve in made.pairs[0].curves if curve.unit == "repeat")
    assert max(curve.power) <= curve.ceiling < 0.8


def test_repeats_that_would_do():
    made = plan(of="examples", sd=0.06, n_examples=300, scheme="1x10", difference=0.057)
    repeats = made.pairs[0].amounts[0].number
    more = plan(of="examples", sd=0.06, n_examples=300, scheme=f"{repeats:.0f}x10", difference=0.057)
    fewer = plan(of="examples", sd=0.06, n_examples=300, scheme=f"{repeats - 1:.0f}x10", difference=0.057)
    assert fewer.pairs[0].power < 0.8 <= more.pairs[0].power
    assert "Enough: 300 examples" in more.glance().headline
    assert "repeats with 300 examples" in made.glance().headline


def test_disagreement_stands_for_a_spread():
    """Of 30 test examples, 10% of which only one has right: the variance is (.1 - .02^2) / 30."""
    made = plan(of="examples", disagree=0.1, n_examples=300, difference=0.02)
    assert made.pairs[0].spread == pytest.approx(math.sqrt((0.1 - 0.0004) / 30))


def test_more_learners_ask_for_more():
    two, five = (plan(of=of, sd=0.06, difference=0.02, n_learners=k) for of in ("items",) for k in (2, 5))
    level = plan(of="items", sd=0.06, difference=0.02, alpha=0.005)
    assert five.family == 10
    assert five.pairs[0].amounts[0].number == level.pairs[0].amounts[0].number > two.pairs[0].amounts[0].number


def test_a_run_knows_its_size_and_every_pair(iris_run):
    made = plan(iris_run, difference=0.03)
    assert [(pair.a, pair.b) for pair in made.pairs] == [("nb", "c45"), ("nb", "stump"), ("c45", "stump")]
    assert made.family == 3
    assert len(made.frame()) == 9
    d = iris_run.scores()[0] - iris_run.scores()[2]
    assert made.pairs[1].spread == pytest.approx(d.std(ddof=1))
    assert made.pairs[1].spread_low < made.pairs[1].spread < made.pairs[1].spread_high
    low = [amount.low <= amount.number <= amount.high for pair in made.pairs for amount in pair.amounts]
    assert all(low)


@pytest.fixture(scope="module")
def iris_run():
    from sklearn.tree import DecisionTreeClassifier

    learners = {
        "nb": fw.learners.NaiveBayes(),
        "c45": fw.learners.C45(),
        "stump": DecisionTreeClassifier(max_depth=1),
    }
    return fw.evaluate(learners, fw.data.load("iris"), scheme="3x5", seed=1, progress=False)


# --- datasets


def test_the_sign_test_is_binomial():
    made = plan(of="datasets", sd=0.03, difference=0.02, test="sign_test")
    (pair,) = made.pairs
    p = stats.norm.cdf(0.02 / 0.03)
    for n, power in zip(pair.curves[0].numbers, pair.curves[0].power, strict=True):
        k = np.arange(n + 1)
        rejects = 2 * stats.binom.sf(k - 1, n, 0.5) <= 0.05
        wanted = stats.binom.pmf(k, n, p)[rejects].sum()
        assert power == pytest.approx(wanted, abs=4 * math.sqrt(0.25 / made.n_draws))


def test_wilcoxon_needs_a_little_more_than_the_t_test():
    """Of normal differences its efficiency is 3 / pi."""
    made = plan(of="datasets", sd=0.05, difference=0.02)
    t = TTestPower().solve_power(effect_size=0.4, alpha=0.05, power=0.8)
    assert t < made.pairs[0].amounts[0].number < 1.15 * t + 1


def test_a_table_of_datasets_is_planned_for_its_best_learner():
    rng = np.random.default_rng(4)
    scores = rng.normal([[0.80], [0.85], [0.82]], 0.03, size=(3, 12))
    table = ScoreTable(
        learners=("a", "b", "c"), datasets=tuple(f"d{i}" for i in range(12)), scores=scores, metric=ACCURACY
    )
    made = plan(table, difference=0.08)
    assert [(pair.a, pair.b) for pair in made.pairs] == [("b", "a"), ("b", "c")]
    assert made.family == 3
    for pair, other in zip(made.pairs, (0, 2), strict=True):
        sd = (scores[1] - scores[other]).std(ddof=1)
        assert pair.spread == pytest.approx(sd)
        # The chi-square interval of the variance; 11 degrees of freedom, fewer where tails are heavy.
        assert pair.df == pytest.approx(
            min(2 / (2 / 11 + max(stats.kurtosis(scores[1] - scores[j]), 0) / 12) for j in (0, 2))
        )
        ends = [sd * math.sqrt(pair.df / stats.chi2.ppf(tail, pair.df)) for tail in (0.95, 0.05)]
        assert [pair.spread_low, pair.spread_high] == pytest.approx(ends)
    assert plan(table, difference=0.08).frame().equals(made.frame())


def test_several_runs_are_datasets_unless_told_otherwise():
    learners = {"nb": fw.learners.NaiveBayes(), "c45": fw.learners.C45()}
    data = [fw.data.load(name) for name in ("iris", "wine")]
    runs = fw.evaluate(learners, data, scheme="2x3", seed=1, progress=False)
    assert plan(runs, difference=0.5).of == "datasets"
    made = plan(runs, difference=0.03, of="examples")
    assert [pair.dataset for pair in made.pairs] == ["iris", "wine"]
    assert "dataset" in str(made)


# --- learning curves


def test_learners_and_data_tell_about_twice_the_data():
    learners = {"nb": fw.learners.NaiveBayes(), "c45": fw.learners.C45()}
    made = plan(learners, fw.data.load("wine"), scheme="2x5", difference=0.02, seed=1, progress=False)
    (found,) = made.extrapolations
    assert found.sizes[-1] == 142
    assert found.twice == 284
    assert found.fitted_low <= found.fitted <= found.fitted_high
    value, low, high = found.at(284)
    assert low <= value <= high
    assert found.verdict == ("open" if low <= 0 <= high else "holds")
    run = fw.evaluate(learners, fw.data.load("wine"), scheme="2x5", seed=1, progress=False)
    assert found.differences[-1] == pytest.approx(np.mean(run.correct()[0]) - np.mean(run.correct()[1]))
    assert "twice the data" in str(made)
    again = plan(learners, fw.data.load("wine"), scheme="2x5", difference=0.02, seed=1, n_jobs=2, progress=False)
    assert again.frame().equals(made.frame())
    assert again.extrapolations == made.extrapolations


def test_numbers_are_predicted_as_well():
    rng = np.random.default_rng(5)
    X = rng.normal(size=(150, 3))
    y = X @ [1.0, 2.0, 0.0] + rng.normal(size=150)
    from sklearn.dummy import DummyRegressor
    from sklearn.linear_model import LinearRegression

    learners = {"line": LinearRegression(), "mean": DummyRegressor()}
    made = plan(learners, X, y, scheme="2x5", difference=1.0, seed=1, progress=False)
    assert made.extrapolations[0].verdict == "holds"
    assert made.extrapolations[0].same_order == 1
    assert made.pairs[0].power > 0.99


def test_too_few_examples_for_a_curve_are_planned_all_the_same():
    rng = np.random.default_rng(6)
    learners = {"nb": fw.learners.NaiveBayes(), "c45": fw.learners.C45()}
    made = plan(learners, rng.normal(size=(24, 2)), [0, 1] * 12, scheme="2", difference=0.1, seed=1, progress=False)
    assert made.extrapolations == ()


# --- words


def test_a_pilot_too_small_says_so():
    scores = np.zeros((2, 6, 1))
    scores[0, 0] = 1
    made = plan(items_of(scores), difference=0.01)
    assert made.glance().headline.startswith("The pilot is too small to say: ")
    assert [caveat.code for caveat in made.caveats] == ["small_pilot"]
    table = ScoreTable(learners=("a", "b"), datasets=("x", "y"), scores=[[0.8, 0.7], [0.75, 0.69]], metric=ACCURACY)
    assert "too small" in plan(table, difference=0.12).glance().headline


def test_more_than_can_be_is_said_so():
    tiny = {"examples": {"sd": 0.5, "n_examples": 300}, "items": {"disagree": 0.5}, "datasets": {"sd": 0.5}}
    words = ["More than 100 million examples; no", "More than 10 million items.", "More than 400 datasets."]
    for (of, known), wanted in zip(tiny.items(), words, strict=True):
        assert plan(of=of, difference=1e-5, **known).glance().headline.startswith(wanted)


def test_it_is_the_same_in_every_form():
    made = plan(of="items", disagree=0.1, difference=0.02)
    assert str(made).startswith(made.glance().headline)
    assert made.glance().headline in repr(made)
    assert "<svg" in made._repr_html_()
    assert "mid-p" in made.details()


# --- refusals


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"of": "items", "sd": 1, "difference": 0}, "difference must be a number above 0"),
        ({"of": "items", "sd": 1, "difference": math.nan}, "difference must be a number above 0"),
        ({"of": "items", "sd": 1, "difference": -1}, "difference must be a number above 0"),
        ({"of": "items", "sd": 0, "difference": 1}, "sd must be a number above 0"),
        ({"of": "items", "sd": math.inf, "difference": 1}, "sd must be a number above 0"),
        ({"of": "items", "sd": 1, "difference": 1, "power": 0.05}, "power must be above the level, 0.05"),
        ({"of": "items", "sd": 1, "difference": 1, "power": 1}, "power must be strictly between 0 and 1"),
        ({"of": "items", "sd": 1, "difference": 1, "alpha": 0}, "alpha must be strictly between 0 and 1"),
        ({"of": "items", "disagree": 0.1, "difference": 0.1}, "difference must be below disagree"),
        ({"of": "items", "disagree": 0.1, "sd": 1, "difference": 0.01}, "both say how much"),
        ({"of": "items", "disagree": 0.1, "icc": 0.1, "difference": 0.01}, "icc need sd instead"),
        ({"of": "items", "difference": 0.01}, "needs a pilot, or assumed numbers: sd"),
        ({"of": "items", "sd": 1, "icc": 0.1, "difference": 0.01}, "told together"),
        ({"of": "items", "sd": 1, "n_answers": 3, "difference": 0.01}, "n_answers needs noise"),
        ({"of": "items", "sd": 1, "n_examples": 300, "difference": 0.01}, "say nothing about a plan of items"),
        ({"of": "datasets", "sd": 1, "n_learners": 1, "difference": 0.01}, "n_learners must be at least 2"),
        ({"of": "datasets", "sd": 1, "n_learners": 99, "difference": 0.01}, "n_learners must be at most 30"),
        ({"of": "datasets", "sd": 1, "test": "t", "difference": 0.01}, "test must be one of"),
        ({"of": "examples", "disagree": 0.1, "difference": 0.01}, "disagree needs n_examples"),
        ({"of": "examples", "sd": 1, "scheme": "holdout:0.3", "difference": 0.01}, "Use a scheme such as 10x10"),
        ({"of": "people", "sd": 1, "difference": 0.01}, "of must be one of"),
        ({"difference": 0.01}, "plan needs a pilot"),
    ],
)
def test_numbers_that_cannot_be_are_refused(how, message):
    with pytest.raises(ValueError, match=message) as caught:
        plan(**how)
    assert "\n" not in str(caught.value)


def test_pilots_that_cannot_be_are_refused(iris_run):
    flat = np.zeros((2, 40, 1))
    cases = [
        (lambda: plan(iris_run, difference=2), "lies between 0 and 1, got 2"),
        (lambda: plan(iris_run, difference=0.1, sd=1), "sd cannot be assumed beside a pilot"),
        (lambda: plan(iris_run, difference=0.1, of="items"), "scored example by example"),
        (lambda: plan(iris_run, difference=0.1, scheme="10"), "knows its own"),
        (lambda: plan(items_of(flat), difference=0.1, of="datasets"), "tells about items, not about datasets"),
        (lambda: plan(items_of(flat + 0.5, LOSS), difference=0.1), "nothing can be planned"),
        (lambda: plan(items_of(np.zeros((2, 9, 3)), again="seed"), difference=0.1), "scores of 3 seeds"),
        (lambda: plan(scores_of_folds(np.zeros(100)), difference=0.1, scheme="10x10"), "nothing can be planned"),
        (lambda: plan(iris_run, difference=0.1, study="x"), "no store was given"),
    ]
    for make, message in cases:
        with pytest.raises((ValueError, fw.FoldwiseError), match=message):
            make()
    learners = {"nb": fw.learners.NaiveBayes(), "c45": fw.learners.C45()}
    for scheme in ("holdout:0.3", "disjoint:3:0.3"):
        run = fw.evaluate(learners, fw.data.load("iris"), scheme=scheme, seed=1, progress=False)
        with pytest.raises(fw.DataFormatError, match="needs the scores of several folds"):
            plan(run, difference=0.1)
    with pytest.raises(TypeError, match="plan needs a Run"):
        plan(3, difference=0.1)
