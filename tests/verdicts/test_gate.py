"""Gates: three outcomes, limits from elsewhere, every kind of results, refusals."""

import csv
import json
import math
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import optimize
from scipy import stats as of_scipy
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

from foldwise import DataFormatError, data
from foldwise.evaluation import evaluate
from foldwise.stats import corrected_repeated_kfold_t, tango_non_inferiority
from foldwise.verdicts import MeasuredGate, gate

DOCS = Path(__file__).parents[2] / "docs"
FILES = Path(__file__).parents[1] / "results" / "harness" / "files"
SAMPLES = [next((FILES / name).glob("samples_*.jsonl")) for name in ("model-a", "model-b")]
RNG = np.random.default_rng(7)
WHICH = ("baseline", "candidate")


def answers(right, n=400, **more):
    """The first `right` of n answers are right."""
    return pd.DataFrame({"item": range(n), "accuracy": (np.arange(n) < right).astype(int), **more})


def scores(values, metric="log_loss", **more):
    return pd.DataFrame({"item": [f"q{i}" for i in range(len(values))], metric: values, **more})


def wider(low, high, mean, error, skewness, n):
    """The wider of Student's limits and of Hall's: means that his cubic puts at the t quantiles, found by search."""
    a, t = skewness / n**0.5, of_scipy.t.isf(0.05, n - 1)

    def transformed(mean_there):
        x = (mean - mean_there) / error
        return x + a * x**2 / 3 + a**2 * x**3 / 27 + a / 6

    ends = [
        optimize.brentq(
            lambda x, side=side: transformed(x) - side * t, mean - 99 * error, mean + 99 * error, xtol=1e-14
        )
        for side in (1, -1)
    ]
    return min(low, ends[0]), max(high, ends[1])


def wider_of(d):
    """The same for single examples, all by SciPy."""
    ends = of_scipy.ttest_1samp(d, 0).confidence_interval(0.9)
    return wider(*ends, d.mean(), of_scipy.sem(d), of_scipy.skew(d, bias=False), len(d))


@pytest.mark.parametrize(("right", "outcome"), [(300, "not worse"), (296, "undecided"), (280, "worse")])
def test_three_outcomes_of_answers(right, outcome):
    """300 of 400 against fewer, with the limits of Tango's test."""
    result = gate(answers(300), answers(right), worse_by=0.015)
    expected = tango_non_inferiority(0, 300 - right, 400, margin=0.015)
    assert (result.outcome, result.low, result.high) == (outcome, expected.low, expected.high)
    assert result.estimate == (right - 300) / 400
    assert (result.score_baseline, result.score_candidate) == (0.75, right / 400)
    assert (result.n, result.unit, result.kind) == (400, "example", "answers")


def test_scores_where_less_is_better_as_in_statsmodels():
    """A paired t interval of the gain, old minus new loss, and Hall's; 90% on two sides is 95% on one."""
    weights = pytest.importorskip("statsmodels.stats.weightstats")
    old = RNG.normal(0.7, 0.2, 60)
    new = old + RNG.normal(0.02, 0.1, 60)
    result = gate(scores(old), scores(new), worse_by=0.03)
    d = old - new
    student = weights.DescrStatsW(d).tconfint_mean(alpha=0.1)
    expected = wider(*student, d.mean(), of_scipy.sem(d), of_scipy.skew(d, bias=False), 60)
    assert (result.low, result.high) == pytest.approx(expected)
    assert result.estimate == pytest.approx((old - new).mean())
    assert (result.score_baseline, result.score_candidate) == pytest.approx((old.mean(), new.mean()))
    assert result.lower_is_better


def test_clusters_as_in_statsmodels():
    """OLS on a constant with cov_type='cluster', whose factor is ours; t with 11 degrees of freedom."""
    ols = pytest.importorskip("statsmodels.api").OLS
    clusters = np.repeat(np.arange(12), np.r_[1:13])
    old = RNG.normal(0.7, 0.2, 78)
    new = old + RNG.normal(0, 0.1, 12)[clusters] + RNG.normal(0, 0.02, 78)
    result = gate(scores(old, cluster=clusters), scores(new, cluster=clusters), worse_by=0.05)
    fit = ols(old - new, np.ones(78)).fit(cov_type="cluster", cov_kwds={"groups": clusters}, use_t=True)
    half = of_scipy.t.isf(0.05, 11) * fit.bse[0]
    mean = fit.params[0]
    skewness = of_scipy.skew(np.r_[np.bincount(clusters, weights=old - new - mean)], bias=False)
    expected = wider(mean - half, mean + half, mean, fit.bse[0], skewness, 12)
    assert (result.low, result.high) == pytest.approx(expected)
    assert (result.n, result.unit, result.design) == (12, "cluster", "78 examples in 12 clusters (cluster)")
    assert result.low < gate(scores(old), scores(new), worse_by=0.05).low


def test_epochs_are_averaged_first():
    """Of every item two answers; the tests read the mean of each."""
    old, new = RNG.integers(0, 2, (2, 50, 2))
    tables = [
        pd.DataFrame({"item": np.repeat(range(50), 2), "epoch": [1, 2] * 50, "accuracy": each.ravel()})
        for each in (old, new)
    ]
    result = gate(*tables, worse_by=0.02)
    assert (result.low, result.high) == pytest.approx(wider_of(new.mean(axis=1) - old.mean(axis=1)))
    assert result.design == "50 examples, each the mean of up to 2 epochs"


def folds(values, **more):
    repeats, folds = np.indices(values.shape)
    return pd.DataFrame({"repeat": repeats.ravel(), "fold": folds.ravel(), "accuracy": values.ravel(), **more})


def test_folds_by_the_corrected_test():
    old = RNG.normal(0.9, 0.02, (3, 10))
    new = old + RNG.normal(0.001, 0.01, (3, 10))
    result = gate(folds(old), folds(new), worse_by=0.01)
    expected = corrected_repeated_kfold_t(new - old).confidence_interval(0.9)
    assert (result.low, result.high) == pytest.approx(expected)
    assert (result.n, result.unit) == (3, "repeat")


def test_so_many_repeats_would_do_by_hand():
    """The variance of a difference stays, 1/30 + 1/9 becomes 1/(10 r) + 1/9: the first r that decides."""
    d = np.tile(np.linspace(-0.02, 0.02, 10), (3, 1)) - 0.0075
    result = gate(folds(np.full((3, 10), 0.9)), folds(0.9 + d), worse_by=0.015)
    assert result.outcome == "undecided"
    variance = d.var(ddof=1)
    halves = [of_scipy.t.isf(0.05, 10 * r - 1) * math.sqrt(variance * (0.1 / r + 1 / 9)) for r in range(1, 200)]
    assert result.n_needed == next(r for r, half in enumerate(halves, start=1) if half < 0.0075)


def test_more_repeats_cannot_always_do():
    d = np.tile(np.linspace(-0.02, 0.02, 10), (3, 1)) - 0.0149
    result = gate(folds(np.full((3, 10), 0.9)), folds(0.9 + d), worse_by=0.015)
    assert result.n_needed is None
    assert "more examples are needed" in result.to_decide()


def test_so_many_examples_do_decide_when_the_data_are_replicated():
    old, new = answers(30, 50), answers(29, 50)
    result = gate(old, new, worse_by=0.01)
    times = math.ceil(result.n_needed / 50)
    assert times > 2
    for n, outcome in ((times, "worse"), (times - 1, "undecided")):
        grown = [pd.concat([each.assign(item=each["item"] + 50 * i) for i in range(n)]) for each in (old, new)]
        assert gate(*grown, worse_by=0.01).outcome == outcome


def test_so_many_scores_would_just_do():
    """The least n for which the wider of both limits, of such a mean, spread and skewness, is above the margin."""
    d = np.array([0.1, -0.1, 0.05, -0.12, 0.03])
    result = gate(scores(np.ones(5)), scores(1 - d), worse_by=0.03)
    assert result.outcome == "undecided"
    mean, skewness = d.mean(), of_scipy.skew(d, bias=False)
    errors = {n: d.std(ddof=1) / math.sqrt(n) for n in range(5, 200)}
    halves = {n: of_scipy.t.isf(0.05, n - 1) * error for n, error in errors.items()}
    lows = {n: wider(mean - halves[n], mean, mean, errors[n], skewness, n)[0] for n in errors}
    assert result.n_needed == min(n for n, low in lows.items() if low > -0.03)
    at_margin = gate(scores(np.ones(4)), scores([1.0, 1.0, 1.5, 1.5]), worse_by=0.25)
    assert at_margin.n_needed is None
    assert "at the margin" in at_margin.to_decide()


def test_predictions_of_one_test_set_are_right_or_wrong():
    """By hand: 0 and 0.0 are one label; the second has the last two wrong."""
    actual = [0, 1, 0, 1, 1]
    old = pd.DataFrame({"id": range(5), "actual": actual, "predicted": actual})
    new = pd.DataFrame({"id": range(5), "actual": actual, "predicted": [0.0, 1, 0, 0, 0]})
    result = gate(old, new, worse_by=0.01)
    assert (result.score_baseline, result.score_candidate, result.kind) == (1.0, 0.6, "answers")
    grouped = gate(old.assign(group=[1, 1, 2, 2, 3]), new.assign(group=[1, 1, 2, 2, 3]), worse_by=0.01)
    assert (grouped.unit, grouped.n) == ("cluster", 3)


def test_predicted_numbers_by_their_absolute_errors():
    actual = RNG.normal(size=30)
    tables = [
        pd.DataFrame({"id": range(30), "actual": actual, "predicted": actual + RNG.normal(0, 0.1, 30)})
        for _ in range(2)
    ]
    result = gate(*tables, worse_by=0.1, metric="neg_mean_absolute_error")
    errors = [(table["predicted"] - table["actual"]).abs() for table in tables]
    assert (result.low, result.high) == pytest.approx(wider_of(errors[0] - errors[1]))


@pytest.mark.parametrize("margin", [0.01, 0.05])
def test_one_result_in_many_shapes(margin, tmp_path):
    old, new = answers(300), answers(297)
    paths = [tmp_path / "old.csv", tmp_path / "new.csv"]
    for table, path in zip((old, new), paths, strict=True):
        table.to_csv(path, index=False)
    long = pd.concat([old.assign(model="old"), new.assign(model="new")])
    wide = pd.DataFrame({"item": old["item"], "old": old["accuracy"], "new": new["accuracy"]})
    named = {"baseline_name": "old", "candidate_name": "new", "worse_by": margin}
    items = as_results_of(long)
    results = [
        gate(old, new, **named),
        gate(*paths, worse_by=margin),
        gate(long, **named),
        gate(wide, metric="accuracy", **named),
        gate(items, **named),
        gate(dict(old), dict(new), **named),
        gate(old.set_index("item"), new.set_index("item"), **named),
    ]
    first = results[0]
    assert (first.baseline, first.candidate) == ("old", "new")
    for result in results:
        assert (result.outcome, result.low, result.high, result.baseline, result.candidate) == (
            (first.outcome, first.low, first.high, "old", "new")
        )


def as_results_of(long):
    from foldwise.results import scores_of_items
    from foldwise.runs import as_metric

    table = long.rename(columns={"model": "learner", "accuracy": "score"}).assign(dataset="quiz")
    return scores_of_items(table, metric=as_metric("accuracy", "classification"), learners=("old", "new"))[0]


def test_a_run_and_what_scikit_learn_returned():
    from sklearn.model_selection import cross_validate

    iris = data.load("iris")
    run = evaluate({"nb": GaussianNB(), "guess": DummyClassifier()}, iris, scheme="10", seed=1)
    result = gate(run, worse_by=0.05, baseline_name="nb", candidate_name="guess")
    assert result.outcome == "worse"
    back = gate(run, worse_by=0.05, baseline_name="guess", candidate_name="nb")
    assert (back.outcome, back.low) == ("not worse", -result.high)
    old, new = (cross_validate(each, iris.X, iris.y, cv=5) for each in (GaussianNB(), DummyClassifier()))
    assert gate(old, new, worse_by=0.05, scheme="5", metric="accuracy").outcome == "worse"
    with pytest.raises(DataFormatError, match=r"no learner 'svm'. There are: 'nb', 'guess'"):
        gate(run, worse_by=0.05, baseline_name="nb", candidate_name="svm")


def test_samples_of_lm_evaluation_harness():
    """By hand: model-a answers all three sums, model-b only the first."""
    result = gate(*SAMPLES, worse_by=0.01)
    assert (result.baseline, result.candidate, result.dataset) == ("model-a", "model-b", "sums")
    assert (result.score_baseline, result.score_candidate) == (1.0, pytest.approx(1 / 3))
    assert gate(*SAMPLES[::-1], worse_by=0.01).estimate == -result.estimate
    assert gate(*SAMPLES, worse_by=0.01, candidate_name="new").candidate == "new"
    with pytest.raises(DataFormatError, match="of one kind"):
        gate(SAMPLES[0], answers(3, 3), worse_by=0.01)


def test_logs_of_inspect_also_of_one_model_twice():
    a, b = FILES / "inspect_model-a.json", FILES / "inspect_model-b.json"
    result = gate(a, b, worse_by=0.01)
    assert (result.candidate, result.estimate) == ("mockllm/model-b", pytest.approx(-2 / 3))
    same = gate(a, a, worse_by=0.01)
    assert (same.baseline, same.candidate, same.estimate) == ("baseline", "candidate", 0)
    both = gate(
        FILES / "inspect_samples.csv", worse_by=0.01, baseline_name=result.baseline, candidate_name="mockllm/model-b"
    )
    assert both.estimate == result.estimate


def test_samples_of_one_model_twice_must_be_the_same_examples(tmp_path):
    """Files of the schema of Every Eval Ever: one model before and after, told apart by the file, checked by hashes."""

    def write(name, right, mark="h"):
        record = {"model_id": "m", "evaluation_name": "quiz"}
        rows = [
            {**record, "sample_id": i, "sample_hash": f"{mark}{i}", "evaluation": {"score": score}}
            for i, score in enumerate(right)
        ]
        path = tmp_path / name
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return path

    old, new = write("old.jsonl", [1, 1, 0, 1]), write("new.jsonl", [1, 0, 0, 1])
    result = gate(old, new, worse_by=0.1)
    assert (result.estimate, result.baseline, result.candidate) == (-0.25, "baseline", "candidate")
    with pytest.raises(DataFormatError, match="not the same example"):
        gate(old, write("other.jsonl", [1, 0, 0, 1], mark="x"), worse_by=0.1)
    with pytest.raises(DataFormatError, match="lacks 1 item"):
        gate(old, write("short.jsonl", [1, 0, 0]), worse_by=0.1)


def test_equal_scores_of_a_share_by_the_binomial():
    """None of n differs: at most 1 - .05**(1/n) do, each by at most 1; below .02 from n = 149 on."""
    values = RNG.random(148).round(3)
    few = gate(scores(values, "f1"), scores(values, "f1"), worse_by=0.02)
    assert few.low == pytest.approx(-(1 - 0.05 ** (1 / 148)))
    assert (few.outcome, few.n_needed) == ("undecided", 149)
    more = np.r_[values, 0.5]
    assert gate(scores(more, "f1"), scores(more, "f1"), worse_by=0.02).outcome == "not worse"
    # Of a loss, which has no bound, nothing follows.
    assert math.isnan(gate(scores(more), scores(more), worse_by=0.02).low)


def test_equal_differences_have_no_limits():
    values = RNG.random(30)
    result = gate(scores(values), scores(values + 0.1), worse_by=0.02)
    assert result.outcome == "undecided"
    assert result.document()["low"] is None
    assert "do not vary" in result.to_decide()


OLD = answers(10, 20)
FOLDS = folds(np.ones((1, 10)))
TWO = pd.concat([OLD.assign(dataset=name) for name in "xy"])


@pytest.mark.parametrize(
    ("baseline", "candidate", "options", "words"),
    [
        (OLD, OLD.iloc[3:], {}, r"candidate lacks 3 items \('0', '1', '2'\)"),
        (OLD, OLD.assign(item=OLD["item"] + 18), {}, r"baseline lacks 18 items \('20', .*, \.\.\.\); candidate lacks"),
        (pd.concat([OLD, OLD]), OLD, {}, "baseline has 2 scores on item 0"),
        (OLD.assign(accuracy=np.nan), OLD, {}, "the score of baseline on item 0 is nan"),
        (OLD.assign(accuracy=100 * OLD["accuracy"]), OLD, {}, "must lie between 0 and 1, got 100"),
        (OLD.assign(accuracy="good"), OLD, {}, "good"),
        (OLD.iloc[:1], OLD.iloc[:1], {}, "cannot be judged"),
        (OLD.iloc[:0], OLD.iloc[:0], {}, "no rows"),
        (OLD, OLD.assign(cluster=[1, 2] * 10), {}, "only one of them has 'cluster'"),
        (OLD, OLD.rename(columns={"accuracy": "f1"}), {}, "only one of them has 'accuracy', 'f1'"),
        (OLD.assign(dataset="x"), OLD.assign(dataset="y"), {}, "scored on 'x', the candidate on 'y'"),
        (pd.concat([OLD, OLD], axis=1), OLD, {}, "two columns 'item'"),
        (OLD, OLD, {"metric": len}, "metric must be their name"),
        (folds(np.ones((1, 9))), folds(np.ones((1, 9))).iloc[1:], {}, r"repeat 0, fold 0.* Add them\.$"),
        (OLD, OLD, {"scheme": "10"}, "is for scores of folds"),
        (OLD.assign(item=np.nan), OLD, {}, "20 rows have no item"),
        (OLD.drop(columns="item"), OLD.drop(columns="item"), {}, "No column says which example"),
        (OLD.assign(cluster=1), OLD.assign(cluster=2), {}, "in two clusters"),
        (OLD.assign(team=1), OLD.assign(team=1), {"columns": {"cluster": "team"}}, "2 clusters or more, got 1"),
        (OLD, OLD, {"columns": {"cluster": "team"}}, "no column 'team'"),
        (OLD, None, {}, "say which learner is which"),
        (OLD, None, {"baseline_name": "a", "candidate_name": "b"}, "No column says which is the learner"),
        (pd.concat([OLD.assign(model="x"), OLD.assign(model="y")]), OLD, {}, "holds 'x', 'y'. Say which"),
        (OLD.assign(model="x"), None, {"baseline_name": "x", "candidate_name": "y"}, "no learner 'y'"),
        (TWO, None, {}, "say which"),
        (TWO, TWO, {}, "one dataset, the results are of 'x', 'y'"),
        (FOLDS, FOLDS, {"columns": {"cluster": "fold"}}, "No column says which is the item"),
        (3, OLD, {}, "path of a file or a table, got int"),
        (OLD, OLD, {"worse_by": 1}, "for one percentage point pass 0.01, got 1"),
        (OLD, OLD, {"worse_by": -0.01}, "not below 0"),
        (OLD, OLD, {"alpha": 0.7}, "below 0.5"),
    ],
)  # fmt: skip
def test_what_cannot_be_gated_is_refused_in_one_line(baseline, candidate, options, words):
    with pytest.raises((ValueError, TypeError, DataFormatError), match=words) as refused:
        gate(baseline, candidate, **{"worse_by": 0.01, **options})
    assert "\n" not in str(refused.value)


def test_what_both_tables_do_not_need_may_differ():
    """Numbers of items are the same numbers as texts, and columns that play no role are left out."""
    other = OLD.assign(item=OLD["item"].astype(str), notes="x")
    assert gate(OLD, other, worse_by=0.01).estimate == 0


def trained(values):
    return pd.DataFrame({"seed": range(len(values)), "accuracy": values})


def test_trainings_on_one_test_set_by_welch():
    """Seeds of the two have nothing in common, unless they are said to be paired."""
    old, new = RNG.normal(0.9, 0.01, (2, 6))
    result = gate(trained(old), trained(new), worse_by=0.01, scheme="seeds")
    expected = of_scipy.ttest_ind(new, old, equal_var=False).confidence_interval(0.9)
    assert (result.low, result.high) == pytest.approx(tuple(expected))
    assert (result.n, result.unit, result.design) == (6, "seed", "one test set, 6 seeds each")
    assert (result.measured.kind, result.measured.n) == ("seeds", 5)
    paired = gate(trained(old), trained(new), worse_by=0.01, scheme="seeds:paired")
    assert (paired.low, paired.high) == pytest.approx(tuple(of_scipy.ttest_rel(new, old).confidence_interval(0.9)))


def test_so_many_seeds_would_do_by_hand():
    """Spread and difference stay: t(n - 1) s / sqrt(n) of the pairs must be below the distance from the margin."""
    d = np.array([0.01, -0.02, 0.005, 0.012])
    result = gate(trained(np.full(4, 0.9)), trained(0.9 + d), worse_by=0.005, scheme="seeds:paired")
    halves = {n: of_scipy.t.isf(0.05, n - 1) * d.std(ddof=1) / math.sqrt(n) for n in range(4, 500)}
    assert result.outcome == "undecided"
    assert result.n_needed == min(n for n, half in halves.items() if half < d.mean() + 0.005)
    assert "seeds in all (there are 4)" in result.to_decide()


def test_numbers_of_any_size():
    """The t test has no unit: scores a billion billion times as small or large say the same."""
    old, new = RNG.random((2, 30))
    first = gate(scores(old, "mse"), scores(new, "mse"), worse_by=0.1)
    for scale in (1e-200, 1e140):
        result = gate(scores(old * scale, "mse"), scores(new * scale, "mse"), worse_by=0.1 * scale)
        assert (result.low / scale, result.n_needed) == (pytest.approx(first.low), first.n_needed)
    with pytest.raises(DataFormatError, match=r"Scores as large as .*e\+307"):
        gate(scores(old * 1e308, "mse"), scores(new * 1e308, "mse"), worse_by=0.1)


def test_five_by_two_is_refused():
    with pytest.raises(DataFormatError, match="needs a cross-validation or several random splits"):
        gate(folds(RNG.random((5, 2))), folds(RNG.random((5, 2))), worse_by=0.01)


def test_nobody_says_which_values_are_better():
    tables = [scores(RNG.random(20), "quality") for _ in range(2)]
    result = gate(*tables, worse_by=0.1, columns={"score": "quality"})
    assert [caveat.code for caveat in result.caveats] == ["orientation_assumed"]
    assert "Greater values of quality are taken to be better" in str(result)
    assert "taken to be better" in result.markdown()


def test_rare_large_losses_are_named():
    """Small gains on 28 examples, large losses on 2: Student's limits alone would pass, Hall's do not."""
    d = np.array([-1.0, -0.5] + [0.2] * 28)
    result = gate(scores(np.full(30, 2.0)), scores(2.0 - d), worse_by=0)
    assert of_scipy.ttest_1samp(d, 0).confidence_interval(0.9).low > 0
    assert (result.outcome, result.low) == ("undecided", pytest.approx(wider_of(d)[0]))
    assert [caveat.code for caveat in result.caveats] == ["skewed_differences"]
    assert "A few examples, on which baseline is far ahead" in str(result)
    assert "A few examples" in result.markdown()


def of_weka(accuracy, scheme="weka.classifiers.trees.J48", options="-C 0.25"):
    """Ten times ten folds as the Experimenter writes them."""
    runs, folds = np.indices((10, 10)).reshape(2, -1) + 1
    keys = {"Key_Dataset": "iris", "Key_Run": runs, "Key_Fold": folds, "Key_Scheme": scheme}
    return pd.DataFrame({**keys, "Key_Scheme_options": options, "Percent_correct": 100 * accuracy.ravel()})


@pytest.mark.parametrize(
    ("scheme", "names"),
    [("weka.classifiers.bayes.NaiveBayes", ("J48", "NaiveBayes")), ("weka.classifiers.trees.J48", WHICH)],
)
def test_two_files_of_weka(scheme, names):
    """Also of one class, with other options or none: then they are called by their files."""
    old, new = RNG.normal(0.8, 0.03, (2, 10, 10))
    result = gate(of_weka(old), of_weka(new, scheme), worse_by=0.02)
    expected = corrected_repeated_kfold_t(new - old).confidence_interval(0.9)
    assert (result.low, result.high) == pytest.approx(expected)
    assert (result.baseline, result.candidate, result.dataset) == (*names, "iris")


def test_files_of_weka_that_do_not_belong_together():
    old = of_weka(RNG.random((10, 10)))
    with pytest.raises(DataFormatError, match="the candidate is not"):
        gate(old, answers(300), worse_by=0.02)
    with pytest.raises(DataFormatError, match="scored on 'iris', the candidate on 'wine'"):
        gate(old, old.assign(Key_Dataset="wine"), worse_by=0.02)


def test_percent_become_shares():
    tables = [scores(100.0 * RNG.integers(0, 2, 40), "percent_correct") for _ in range(2)]
    result = gate(*tables, worse_by=0.01)
    assert max(result.score_baseline, result.score_candidate) < 1
    assert "one percentage point is 0.01" in str(result)
    with pytest.raises(ValueError, match=r"pass 0.01"):
        gate(*tables, worse_by=1)


def test_rates_are_those_of_the_same_kind_of_scores():
    """Right and wrong answers, scores, clusters and folds were measured each by themselves."""
    result = gate(scores(RNG.random(50)), scores(RNG.random(50)), worse_by=0.1)
    assert (result.measured.kind, result.measured.n) == ("scores", 50)
    assert result.measured.not_worse_at_margin == 0.0503
    assert "right and wrong answers" not in result.details()
    assert gate(answers(300), answers(300), worse_by=0.01).measured.kind == "answers"
    assert gate(answers(300), answers(300), worse_by=0.01, alpha=0.01).measured is None
    assert "No rates of error were measured" in gate(answers(300), answers(300), worse_by=0.01, alpha=0.01).details()


def test_the_table_of_rates_is_that_of_the_docs_and_of_the_program(monkeypatch):
    with (DOCS / "gate-levels.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    seen = set()
    for row in rows:
        n, margin = int(row["n"]), float(row["margin"])
        worst = max(
            (
                each
                for each in rows
                if (each["kind"], each["n"], each["margin"]) == (row["kind"], row["n"], row["margin"])
            ),
            key=lambda each: float(each["not_worse_at_margin"]),
        )
        expected = MeasuredGate(
            row["kind"], n, margin, worst["population"], *(float(worst[name]) for name in RATES), int(worst["trials"])
        )
        found = nearest_by(row["kind"], n, margin)
        assert found == expected
        seen.add(found)
    assert len(seen) == len(rows) / 2
    monkeypatch.syspath_prepend(DOCS.parent / "experiments" / "gate")
    import run_gate

    small = run_gate.table(n_trials=400)
    assert [row[:4] for row in small] == [
        [row["kind"], int(row["n"]), float(row["margin"]), row["population"]] for row in rows
    ]
    for few, many in zip(small, rows, strict=True):
        for rate, name in zip(few[4:7], RATES, strict=True):
            share = float(many[name])
            assert abs(float(rate) - share) < 5 * math.sqrt(max(share * (1 - share), 0.002) / few[7])
    sys.modules.pop("run_gate")


RATES = ("not_worse_at_margin", "worse_at_zero", "not_worse_at_zero")


def nearest_by(kind, n, margin):
    """The case that a gate of this kind, size and margin shows: limits that make the margin so many deviations."""
    from dataclasses import replace

    result = gate(answers(300), answers(300), worse_by=0.01)
    half = of_scipy.t.isf(0.05, n - 1) / math.sqrt(n)
    return replace(result, kind=kind, n=n, n_seeds=n, margin=margin, low=-half, high=half).measured


def test_words_and_document():
    result = gate(answers(300), answers(296), worse_by=0.015, baseline_name="v1|<b>", candidate_name="v2")
    assert str(result).startswith("Undecided: whether v2 is worse than v1|<b> by more than 0.015 is open.")
    assert result.markdown().startswith("**\N{WARNING SIGN} Undecided: whether v2 is worse than v1\\|\\<b\\> by")
    document = result.document()
    assert document["schema"] == "foldwise.gate/1"
    assert document["measured"]["n"] == 200
    assert "Read 800 rows as scores of examples" in document["reading"]
    assert "<p" in result._repr_html_()
