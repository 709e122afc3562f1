"""Dietterich (1998), what he describes in words: exhibits by made-up numbers, and a quick look at each."""

import numpy as np
import pandas as pd
import pytest

import foldwise as fw
from foldwise.papers import PAPERS, Workbench, printed
from foldwise.papers.dietterich_1998.clusters import Halvings, cluster_checks
from foldwise.papers.dietterich_1998.design import epsilon_checks, highest_in_words, noise_checks
from foldwise.papers.dietterich_1998.numerator import (
    ALL,
    FIRST,
    MEAN,
    ONE,
    PROCEDURES,
    SOME,
    greatest_of_ten_t,
    least_of_ten_t,
    mean_of_ten_t,
    numerator_checks,
    one_fold_t,
)
from foldwise.papers.dietterich_1998.printed_text import numbers
from foldwise.papers.dietterich_1998.separate import COMMON, OWN, separate_checks

PARTS = {part.name: part for part in PAPERS["dietterich_1998"].parts}
DESCRIBED = ("epsilons", "clusters", "separate", "numerator", "half", "label-noise", "text-numbers")


@pytest.fixture(scope="module")
def bench():
    return Workbench(quick=True, progress=False)


@pytest.mark.parametrize("name", DESCRIBED)
def test_a_quick_look(bench, name):
    part = PARTS[name]
    exhibit = part.make(bench)
    assert (exhibit.paper, exhibit.name, exhibit.title) == ("dietterich_1998", name, part.title)
    assert exhibit.statement == "not judged"
    assert exhibit.tables
    assert any("recollection" in note for note in exhibit.notes)
    for figure in exhibit.figures:
        assert fw.plot(figure.shown).figure.get_size_inches()[1] > 2


def met(checks):
    return [check.met for check in checks]


class TestNumerators:
    """By hand: ten differences 1, ..., 10 in five pairs; each pair has the variance 1/2, their mean square is 5.5."""

    D = np.arange(1.0, 11).reshape(5, 2)

    def test_of_5x2(self):
        from scipy.stats import t

        below = np.sqrt(0.5)
        assert mean_of_ten_t(self.D) == pytest.approx(2 * t.sf(5.5 / below, 5))
        assert least_of_ten_t(self.D) == pytest.approx(2 * t.sf(10 / below, 5))
        assert greatest_of_ten_t(self.D) == pytest.approx(2 * t.sf(1 / below, 5))
        assert fw.stats.five_by_two_t(self.D).pvalue == pytest.approx(greatest_of_ten_t(self.D))

    def test_of_ten_folds(self):
        from scipy.stats import t

        d = self.D.reshape(1, 10)
        assert one_fold_t(d) == pytest.approx(2 * t.sf(1 / d.std(ddof=1), 9))

    def test_equal_differences_reject_nothing(self):
        assert one_fold_t(np.ones((1, 10))) == mean_of_ten_t(np.ones((5, 2))) == 1

    @pytest.mark.parametrize(
        ("rates", "expected"),
        [
            ({MEAN: 0.09, ONE: 0.04, FIRST: 0.04, SOME: 0.2, ALL: 0.0}, [True, True]),
            ({MEAN: 0.09, ONE: 0.08, FIRST: 0.04, SOME: 0.06, ALL: 0.0}, [False, False]),
        ],
    )
    def test_checks(self, rates, expected):
        rows = [
            {"task": "a", "procedure": name, "rate": rate, "low": rate - 0.02, "high": rate + 0.02}
            for name, rate in {**dict.fromkeys(PROCEDURES, 0.05), **rates}.items()
        ]
        assert met(numerator_checks(pd.DataFrame(rows))) == expected


def test_clusters_by_hand():
    """All in one half: .3 and .1; evenly: .1 and .0; in between .2 and .0. Turned round, both checks fail."""
    n_small = np.repeat([0, 1, 3], 20)
    noise = np.tile([-0.01, 0.01], 30)[:, np.newaxis]
    errors = np.repeat([[0.3, 0.1], [0.2, 0.0], [0.1, 0.0]], 20, axis=0) + noise
    assert met(cluster_checks(Halvings(errors, n_small))) == [True, True]
    assert met(cluster_checks(Halvings(errors[::-1], n_small))) == [False, False]


@pytest.mark.parametrize(
    ("overlapping", "own", "expected"),
    [((1.2, 0.09), (1.0, 0.05), [True, True]), ((1.0, 0.09), (1.0, 0.12), [False, False])],
)
def test_separate_by_hand(overlapping, own, expected):
    rows = {
        name: {"n": 1000, "sd": ratio, "seen": 1.0, "rejected": rate, "low": rate - 0.02, "high": rate + 0.02}
        for name, (ratio, rate) in {COMMON: overlapping, OWN: own}.items()
    }
    assert met(separate_checks(pd.DataFrame(rows).T)) == expected


def rates_of(by_source):
    rows = [
        {"source": source, "procedure": procedure, "rate": rate, "n_trials": 10_000}
        for source, rates in by_source.items()
        for procedure, rate in rates.items()
    ]
    return pd.DataFrame(rows)


@pytest.mark.parametrize(
    ("resampled", "other", "expected"),
    [
        ((0.05, 0.07, 0.10, 0.14), 0.05, [True, True, True]),
        ((0.05, 0.05, 0.05, 0.05), 0.08, [True, False, False]),
    ],
)
def test_epsilons_by_hand(resampled, other, expected):
    by = {
        f"{number}": {"resampled_t_30": rate, "mcnemar": other, "difference_of_proportions": 0.09}
        for number, rate in enumerate(resampled)
    }
    assert met(epsilon_checks([fw.lab.sources.TwoKinds(0.2, easy=0.75)], rates_of(by))) == expected


def test_noise_by_hand():
    usual = {"resampled_t_30": 0.5, "mcnemar": 0.04}
    assert met(noise_checks(rates_of({"a": usual, "b": usual}))) == [True, True]
    assert met(noise_checks(rates_of({"a": usual, "b": {"resampled_t_30": 0.05, "mcnemar": 0.1}}))) == [False, False]


def test_where_the_advised_tests_reject_most():
    rates = rates_of({"a": {"mcnemar": 0.02, "5x2cv_t": 0.05}, "b": {"mcnemar": 0.01, "5x2cv_t": 0.08}})
    said = highest_in_words(rates.assign(low=rates["rate"] - 0.01, high=rates["rate"] + 0.01))
    assert "mcnemar .020 (.010 to .030), a; 5x2cv_t .080 (.070 to .090), b" in said


def test_every_number_of_the_text_has_ours_beside_it(bench):
    known = printed("dietterich_1998_recovered")
    ours = numbers(bench)
    assert set(known["key"]) == set(ours)
    assert all(ours.values())
    same = ["sample_size", "alpha", "holdout_train", "resample_trials", "folds", "train_overlap_10fold", "letter_total"]
    same += ["threshold_mcnemar", "threshold_z", "threshold_resampled", "threshold_cv", "threshold_5x2"]
    same += ["pima_total", "pima_calibration", "figure6_epsilon"]
    printed_values = known.set_index("key")["value"]
    assert {key: ours[key] for key in same} == {key: str(printed_values[key]) for key in same}
