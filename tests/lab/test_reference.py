"""The distribution behind pairs of statistic and p-value."""

import numpy as np
import pytest
from scipy import stats

from foldwise.lab import Calibration


@pytest.fixture(scope="module")
def reference_of(made_trials):
    def reference_of(statistic, pvalue):
        trials = made_trials({"10": np.reshape(pvalue, (-1, 1))}, statistic=np.reshape(statistic, (-1, 1)))
        return Calibration(trials=(trials,), alpha=0.05).reference("10")

    return reference_of


T = np.random.default_rng(0).normal(size=60) * 2


@pytest.mark.parametrize("df", [1, 5, 9, 99, 7.25])
def test_student_with_its_degrees_of_freedom(df, reference_of):
    found = reference_of(T, 2 * stats.t.sf(np.abs(T), df))
    assert found.name == f"t, {df:g} df"
    assert found.quantile(np.array([0.05, 0.9])) == pytest.approx(stats.t.ppf([0.05, 0.9], df))


@pytest.mark.parametrize(
    ("statistic", "law", "name"),
    [
        (T, stats.norm, "normal"),
        (T**2, stats.chi2(1), "chi-square, 1 df"),
        (T**2, stats.f(10, 5), "F, 10 and 5 df"),
    ],
)
def test_other_distributions(statistic, law, name, reference_of):
    sides = 2 if name == "normal" else 1
    found = reference_of(statistic, sides * law.sf(np.abs(statistic)))
    assert found.name == name
    assert found.quantile(np.array([0.05, 0.9])) == pytest.approx(law.ppf([0.05, 0.9]))


def test_infinite_and_undefined_ones_are_passed_over(reference_of):
    t = np.append(T, [np.inf, np.nan, 0.0])
    p = np.append(2 * stats.t.sf(np.abs(T), 5), [np.nan, np.nan, 1.0])
    assert reference_of(t, p).name == "t, 5 df"


def test_one_pair_out_of_line_is_enough_to_say_nothing(reference_of):
    p = 2 * stats.t.sf(np.abs(T), 5)
    p[7] *= 1.001
    assert reference_of(T, p) is None
    assert reference_of(T, stats.t.sf(T, 5)) is None
    assert reference_of(np.zeros(3), np.ones(3)) is None


@pytest.mark.parametrize(
    ("law", "name"),
    [(stats.t(9), "absolute t, 9 df"), (stats.norm, "absolute normal"), (stats.t(2.5), "absolute t, 2.5 df")],
)
def test_a_statistic_without_sign_has_the_folded_distribution(law, name, reference_of):
    size = np.abs(T)
    found = reference_of(size, 2 * law.sf(size))
    assert found.name == name
    # Of the absolute value: the median is the upper quartile of both signs together.
    assert found.quantile(np.array([0.0, 0.5, 0.9])) == pytest.approx(law.ppf([0.5, 0.75, 0.95]), abs=1e-12)
    assert found.pvalue(size) == pytest.approx(2 * law.sf(size))


def test_a_few_statistics_may_be_positive_by_chance(reference_of):
    size = np.abs(T)
    p = 2 * stats.t.sf(size, 9)
    assert reference_of(size[:9], p[:9]).name == "t, 9 df"
    assert reference_of(size[:10], p[:10]).name == "absolute t, 9 df"
    assert reference_of(-size, p).name == "t, 9 df"
