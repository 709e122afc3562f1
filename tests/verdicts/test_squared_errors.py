"""Intervals for squared errors on one test set: of one model, and of the difference of two."""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import optimize, stats
from sklearn.linear_model import LinearRegression, Ridge, RidgeClassifier
from sklearn.linear_model import LogisticRegression as Logistic
from sklearn.neighbors import KNeighborsRegressor

import foldwise as fw

ROOT = Path(__file__).parents[2]
SQUARED = "neg_mean_squared_error"
LEARNERS = {"line": LinearRegression(), "neighbors": KNeighborsRegressor()}


def run_of(learners, X, y=None, *, scheme="holdout:0.4", seed=1, **how):
    return fw.evaluate(learners, X, y, scheme=scheme, seed=seed, **how)


def hall_by_search(losses, level):
    """Hall's limits, by search for the means whose transformed t is the quantile; nothing of foldwise in it."""
    n, mean, sd = len(losses), np.mean(losses), np.std(losses, ddof=1)
    a = n / ((n - 1) * (n - 2)) * np.sum(((losses - mean) / sd) ** 3) / np.sqrt(n)

    def transformed(mu):
        t = (mean - mu) / (sd / np.sqrt(n))
        return t + a * t**2 / 3 + a**2 * t**3 / 27 + a / 6

    critical = stats.t.ppf((1 + level) / 2, n - 1)
    far = 1000 * sd
    ends = [optimize.brentq(lambda mu, c=c: transformed(mu) - c, mean - far, mean + far) for c in (critical, -critical)]
    return ends[0], ends[1]


def enclosing(losses, level=0.95):
    student = stats.t.interval(level, len(losses) - 1, np.mean(losses), stats.sem(losses))
    hall = hall_by_search(losses, level)
    return min(student[0], hall[0]), max(student[1], hall[1])


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(5)
    X = rng.normal(size=(150, 3))
    return X, X @ [1.0, -2.0, 0.5] + 0.5 * rng.standard_t(6, size=150)


def squared(run, learner=0):
    losses = run.losses("squared")[learner, 0]
    return losses[np.isfinite(losses)]


class TestOneModel:
    @pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
    def test_limits_are_those_of_scipy_and_of_a_search(self, table, level):
        run = run_of({"line": LinearRegression()}, *table, metric=SQUARED)
        row = fw.judge(run, alpha=1 - level).rows[0]
        low, high = enclosing(squared(run), level)
        assert (-row.high, -row.low) == pytest.approx((low, high), rel=1e-9)
        assert row.interval_name == "Student and Hall"
        assert -row.score == pytest.approx(squared(run).mean())

    def test_limits_of_the_root_are_roots(self, table):
        mean, root = (
            fw.judge(run_of({"line": LinearRegression()}, *table, metric=metric)).rows[0]
            for metric in (SQUARED, "neg_root_mean_squared_error")
        )
        assert (root.low**2, root.high**2) == pytest.approx((-mean.low, -mean.high))
        assert root.low < root.score < root.high < 0

    def test_groups_count_as_one_each(self, table):
        X, y = table
        groups = np.arange(150) // 5
        run = fw.evaluate(
            {"line": LinearRegression()},
            X,
            y,
            groups=groups,
            scheme="holdout:0.4",
            seed=1,
            metric=SQUARED,
        )
        row = fw.judge(run).rows[0]
        here = np.isfinite(run.losses("squared")[0, 0])
        sums = pd.Series(squared(run) - squared(run).mean()).groupby(groups[here]).sum()
        n = len(sums)
        half = stats.t.ppf(0.975, n - 1) * np.sqrt(n / (n - 1) * (sums**2).sum()) / here.sum()
        # Hall's upper limit is the larger one, Student's lower limit the smaller one: errors are skewed.
        assert -row.high == pytest.approx(squared(run).mean() - half)

    def test_log_loss_of_a_classifier(self):
        data = fw.data.load("wdbc")
        run = fw.evaluate(
            {"logistic": Logistic(max_iter=5000)}, data, scheme="holdout:0.3", seed=1, metric="neg_log_loss"
        )
        row = fw.judge(run).rows[0]
        assert row.low < row.score < row.high <= 0

    def test_no_loss_is_negative(self):
        rng = np.random.default_rng(1)
        X = rng.normal(size=(60, 1))
        y = np.where(rng.random(60) < 0.03, 100.0, 0.0)
        row = fw.judge(run_of({"line": Ridge()}, X, y, seed=3, metric=SQUARED)).rows[0]
        assert row.high <= 0

    @pytest.mark.parametrize(("metric", "n"), [("r2", 150), ("neg_median_absolute_error", 150), (SQUARED, 20)])
    def test_none_where_there_is_no_mean_or_hardly_an_example(self, table, metric, n):
        X, y = table
        row = fw.judge(run_of({"line": LinearRegression()}, X[:n], y[:n], metric=metric)).rows[0]
        assert np.isnan(row.low)
        assert not row.interval_name

    def test_none_on_request(self, table):
        run = run_of({"line": LinearRegression()}, *table)
        assert np.isnan(fw.judge(run, interval="none").rows[0].low)

    def test_words(self, table):
        estimates = fw.judge(run_of({"line": LinearRegression()}, *table))
        assert "interval" in estimates.glance().headline
        assert "(Student and Hall)" in estimates.details()
        assert "nan" not in estimates.details()

    def test_answers_keep_their_exact_interval(self):
        run = fw.evaluate({"ridge": RidgeClassifier()}, fw.data.load("wdbc"), scheme="holdout:0.3", seed=1)
        assert fw.judge(run).rows[0].interval_name == "Clopper-Pearson"


class TestTwoModels:
    def judged(self, X, y, scheme="holdout:0.4"):
        run = fw.evaluate(LEARNERS, X, y, scheme=scheme, seed=1, metric=SQUARED)
        row = fw.judge(run).comparisons[0]
        a, b = (run.learner_names.index(name) for name in (row.a, row.b))
        return row, squared(run, b) - squared(run, a)

    def test_limits_are_those_of_scipy_and_of_a_search(self, table):
        row, d = self.judged(*table)
        assert (row.low, row.high) == pytest.approx(enclosing(d), rel=1e-9)
        assert row.estimate == pytest.approx(d.mean())

    def test_of_few_examples_they_are_those_that_the_test_does_not_reject(self, table):
        X, y = table
        row, d = self.judged(X[:40], y[:40])
        assert len(d) == 16
        for limit in (row.low, row.high):
            inside, outside = (limit + step * (row.estimate - limit) for step in (0.01, -0.01))
            assert fw.stats.sign_flip(d - inside).pvalue > 0.05
            assert fw.stats.sign_flip(d - outside).pvalue <= 0.05

    def test_a_rope_can_be_asked_for(self, table):
        run = run_of(LEARNERS, *table, metric=SQUARED)
        assert fw.judge(run, rope=100.0).comparisons[0].decision == "equivalent"

    def test_the_folds_of_a_cross_validation_have_none(self, table):
        run = fw.evaluate(LEARNERS, *table, scheme="10", seed=1, metric=SQUARED)
        assert np.isnan(fw.judge(run, test="sign_flip").comparisons[0].low)


@pytest.fixture(scope="module")
def experiment():
    sys.path.insert(0, str(ROOT / "experiments" / "intervals"))
    import run_errors

    sys.path.pop(0)
    return run_errors


@pytest.fixture(scope="module")
def kept():
    return pd.read_csv(ROOT / "docs" / "errors-coverage.csv").set_index(["models", "errors", "n"])


class TestTheTable:
    """docs/errors-coverage.csv, of which this draws a part again."""

    def test_errors_have_mean_square_one(self, experiment):
        for draw in experiment.ERRORS.values():
            square = draw(np.random.default_rng(1), (1000, 1000)) ** 2
            assert square.mean() == pytest.approx(1, abs=0.02)

    @pytest.mark.parametrize("name", ["normal", "uneven"])
    def test_a_part_drawn_again_agrees(self, experiment, kept, monkeypatch, name):
        monkeypatch.setattr(experiment, "TRIALS", 1000)
        draw, rng = experiment.ERRORS[name], np.random.default_rng(9)
        one = experiment.measured(draw(rng, (1000, 50)) ** 2, 1.0)
        two = experiment.measured(experiment.of_two(draw, rng, 50), experiment.SIZE**2 - 1)
        for n_models, found in ((1, one), (2, two)):
            for method in ("student", "hall", "both"):
                expected = kept.loc[(n_models, name, 50), method]
                assert found[method] == pytest.approx(expected, abs=4 * np.sqrt(expected * (1 - expected) * 1.1 / 1000))

    def test_what_the_page_says(self, kept):
        """From 100 examples on both cover about as stated, but for outliers, which take a thousand."""
        many = kept.query("n >= 100 and errors != '2% outliers'")["both"]
        assert many.between(0.93, 0.97).all()
        assert kept.query("n == 1000 and errors == '2% outliers'")["both"].min() > 0.93
        assert (kept["both"] >= kept[["student", "hall"]].max(axis=1)).all()
