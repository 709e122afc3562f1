"""Runs and tables in the order of time: `judge` gives what the tests give by hand from the same scores."""

import json

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import TimeSeriesSplit
from sklearn.neighbors import KNeighborsRegressor

from foldwise import DataFormatError, SchemeMismatchError
from foldwise.cli import main
from foldwise.evaluation import evaluate
from foldwise.results import as_runs
from foldwise.splits import RollingOrigin
from foldwise.stats import cosine_t, diebold_mariano, hac_t
from foldwise.verdicts import judge

RNG = np.random.default_rng(0)
X = RNG.normal(size=(120, 3))
Y = X @ [1.0, 2.0, 0.0] + RNG.normal(size=120)
LEARNERS = {"lr": LinearRegression(), "knn": KNeighborsRegressor()}


@pytest.fixture(scope="module")
def run():
    return evaluate(LEARNERS, X, Y, scheme=RollingOrigin(20, 5, step=2), seed=1)


@pytest.mark.parametrize(
    ("test", "direct"),
    [("cosine_t", cosine_t), ("hac_t", hac_t), ("diebold_mariano", lambda d: diebold_mariano(d, horizon=3))],
)
def test_rolling_origins_by_hand(run, test, direct):
    scores = run.scores()
    expected = direct((scores[0] - scores[1])[:, 0])
    row = judge(run, test=test).comparisons[0]
    assert row.statistic == pytest.approx(expected.statistic, rel=1e-12)
    assert row.pvalue == pytest.approx(expected.pvalue, rel=1e-12)
    low, high = expected.confidence_interval()
    assert (row.low, row.high) == (pytest.approx(low), pytest.approx(high))


def test_the_test_over_time_is_the_default(run):
    verdict = judge(run)
    assert verdict.test == "cosine_t"
    assert "t test over time by cosines on 20 periods in the order of time" in str(verdict)
    assert "independent splits" not in verdict.details()


def scores_by_period(periods):
    d = np.array([0.3, 0.5, 0.4, -0.1, 0.0, 0.2, 0.4, 0.3, 0.1, 0.2])
    columns = {"period": list(periods) * 2, "model": ["a"] * 10 + ["b"] * 10, "score": [*(1 + d), *np.ones(10)]}
    return d, pd.DataFrame(columns).sample(frac=1, random_state=0)


@pytest.mark.parametrize("periods", [range(1, 11), pd.date_range("2024-01-01", periods=10).strftime("%Y-%m-%d")])
def test_a_column_of_periods_is_taken_in_their_order(periods):
    """Rows are shuffled: the order is that of the periods."""
    d, table = scores_by_period(periods)
    verdict = judge(table)
    assert verdict.test == "cosine_t"
    assert verdict.comparisons[0].pvalue == pytest.approx(cosine_t(d).pvalue, rel=1e-9)


def test_the_scheme_says_that_repeats_are_periods():
    _, table = scores_by_period(range(10))
    table = table.rename(columns={"period": "repeat"})
    assert judge(table, scheme="rolling:10:1").test == "cosine_t"
    assert as_runs(table, scheme="resampled:10:0.1")[0][0].assignment.is_time_ordered is False


@pytest.mark.parametrize(
    "periods",
    [
        [f"2023-{month}" for month in range(3, 13)],
        [f"2024Q{quarter}" for quarter in range(10)],
        [f"week {week}" for week in range(5, 15)],
        [f"2024-01-01 {hour:02d}:00:00" for hour in range(10)],
        pd.period_range("2024-01", periods=10, freq="M"),
        pd.date_range("2023-12-28", periods=10),
    ],
)
def test_names_that_tell_the_order(periods):
    d, table = scores_by_period(periods)
    assert judge(table).comparisons[0].pvalue == pytest.approx(cosine_t(d).pvalue, rel=1e-9)


MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct"]


@pytest.mark.parametrize(
    "periods",
    [
        MONTHS,
        [f"{month} 2024" for month in MONTHS],
        [f"{month}/1/2024" for month in range(1, 11)],
        [f"01.{month:02d}.24" for month in range(1, 11)],
        [f"Q{1 + n % 4} {2022 + n // 4}" for n in range(10)],
        [*range(9), "last"],
    ],
)
def test_names_that_do_not_tell_the_order_are_refused(periods):
    """By letters, or by the first number, they would be in another order than that of time."""
    _, table = scores_by_period(periods)
    with pytest.raises(DataFormatError, match=r"the order of the periods is not known: they are called") as caught:
        judge(table)
    assert "\n" not in str(caught.value)
    assert judge(table, scheme="resampled:10:0.1").test == "corrected_resampled_t"


def test_periods_in_a_column_of_another_name(tmp_path, capsys):
    d, table = scores_by_period(range(10))
    path = tmp_path / "scores.csv"
    table.rename(columns={"period": "ds"}).to_csv(path, index=False)
    assert main(["judge", str(path), "--column", "repeat=ds", "--scheme", "rolling:10:1", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["comparisons"][0]["pvalue"] == pytest.approx(cosine_t(d).pvalue)


def test_tests_for_random_splits_are_refused(run):
    for test in ("corrected_resampled_t", "resampled_t"):
        with pytest.raises(SchemeMismatchError, match=r"Usable here: cosine_t, hac_t, diebold_mariano\."):
            judge(run, test=test)


def test_one_learner_over_time_is_not_called_tested_on_independent_splits(run):
    alone = evaluate({"lr": LinearRegression()}, X, Y, scheme=RollingOrigin(20, 5), seed=1)
    text = str(judge(alone))
    assert "tested on   20 periods in the order of time, trained on 20 to 115 examples" in text


DAYS = pd.date_range("2024-01-01", periods=120)
BACK = np.r_[0:60, 61, 60, 62:120]


@pytest.mark.parametrize(
    "table",
    [
        pd.DataFrame(X, index=DAYS[BACK]),
        pd.DataFrame(X, index=DAYS[BACK].to_period("D")),
        pd.DataFrame(X, columns=list("abc")).assign(Date=DAYS[BACK]),
        pd.DataFrame(X, columns=list("abc")).assign(day=DAYS[BACK].strftime("%Y-%m-%d").astype("category")),
    ],
)
@pytest.mark.parametrize("scheme", ["rolling:10:5", TimeSeriesSplit(10)])
def test_dates_that_go_back_are_refused(table, scheme):
    with pytest.raises(
        ValueError, match=r"order of time: the (index|column '\w+') goes back in row 61 \(from 0\), from"
    ):
        evaluate(LEARNERS, table, Y, scheme=scheme, seed=1)


@pytest.mark.parametrize(
    ("table", "scheme"),
    [
        (pd.DataFrame(X, index=DAYS), "rolling:10:5"),
        (pd.DataFrame(X, index=DAYS[BACK]), "2x5"),
        (pd.DataFrame(X, columns=["a", "day", "month"]), "rolling:10:5"),
        (pd.DataFrame(X, index=np.repeat(DAYS[:60], 2)), "rolling:10:5"),
    ],
)
def test_dates_that_do_not_go_back_or_do_not_matter(table, scheme):
    assert evaluate(LEARNERS, table, Y, scheme=scheme, seed=1).data.n_examples == 120


def test_several_series_are_told_apart_from_rows_out_of_order():
    table = pd.DataFrame(X, columns=list("abc")).assign(date=np.tile(DAYS[:60], 2))
    with pytest.raises(ValueError, match=r"goes back in row 60 .* One series at a time, if there are several\."):
        evaluate(LEARNERS, table, Y, scheme="rolling:10:5", seed=1)
