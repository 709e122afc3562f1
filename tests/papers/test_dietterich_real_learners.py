"""Dietterich (1998), real learners: what the checks say of made-up rates, and a quick look at all parts."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

import foldwise as fw
from foldwise.papers import PAPERS, Workbench
from foldwise.papers.dietterich_1998.real_learners_curves import fresh_check, fresh_gaps, tuned_check
from foldwise.papers.dietterich_1998.real_learners_folds import (
    correlation_checks,
    ideal_rates,
    infinite_in_words,
    rise,
    rise_check,
)
from foldwise.papers.dietterich_1998.real_learners_level import level_checks, tail_checks
from foldwise.papers.dietterich_1998.real_learners_power import ORDER, Ahead, ten_points
from foldwise.papers.dietterich_1998.real_learners_tasks import TASKS, TESTS
from foldwise.papers.dietterich_1998.words import Gain, recovered
from foldwise.papers.workbench import NotAtHandError

MCNEMAR, PROPORTIONS, TEN_FOLD, HALVES = TESTS
# Figure 2 stands before the simulations.
NAMES = ("figure7", "learning-curves", "power-plane", "power-letter", "power-pima", "fold-correlation", "halvings")
BY_NAME = {part.name: part for part in PAPERS["dietterich_1998"].parts}
REAL_PARTS = (*(BY_NAME[name] for name in NAMES), BY_NAME["figure2"])


def met(checks):
    return [check.met for check in checks]


def trials(**rejected):
    """Trials whose p-values are .01 where a test rejects, else .5; nan is undefined."""
    found = {}
    for name, rejects in rejected.items():
        p = np.where(np.array(rejects, dtype=float) == 1, 0.01, 0.5)
        p[np.isnan(np.array(rejects, dtype=float))] = np.nan
        found[name] = SimpleNamespace(pvalue=p[:, np.newaxis])
    return SimpleNamespace(found=found)


@pytest.mark.parametrize(
    ("ten_fold", "halves", "expected"),
    [
        ((0.104, 0.086), (0.055, 0.042), [True, True, True]),
        ((0.060, 0.046), (0.055, 0.042), [False, False, True]),
        ((0.140, 0.119), (0.055, 0.042), [True, False, True]),
        ((0.104, 0.086), (0.080, 0.064), [True, True, False]),
    ],
)
def test_only_the_ten_fold_t_may_exceed_the_level(ten_fold, halves, expected):
    """Rates out of 1000, with the lower ends of their exact 95% intervals."""
    rows = [("plane", TEN_FOLD, 0.05, 0.037), ("plane", HALVES, 0.03, 0.02)]
    rows += [("letter", TEN_FOLD, *ten_fold), ("letter", HALVES, *halves)]
    rates = pd.DataFrame(rows, columns=["task", "procedure", "rate", "low"]).assign(high=0.2)
    assert met(level_checks(rates)) == expected


def test_tests_are_compared_on_the_same_datasets():
    """Gains by dataset, over two differences: 1, 0.5, 0, 0; an undefined p-value rejects nothing."""
    several = [trials(a=[1, 1, 0, 1], b=[0, 0, 0, 1]), trials(a=[1, 1, 1, np.nan], b=[0, 1, 1, 0])]
    found = Ahead.of(several, "a", "b", False)
    assert found.gain.mean == pytest.approx(0.375)
    # Deviations from 3/8 are 5/8, 1/8, -3/8, -3/8: squares sum to 44/64.
    assert found.gain.high - found.gain.mean == pytest.approx(1.96 * np.sqrt(44 / 64 / 3 / 4))
    assert found.gain.low + found.gain.high == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("low", "high", "slight", "expected"),
    [(0.01, 0.03, False, True), (-0.01, 0.03, False, False), (-0.01, 0.03, True, True), (-0.03, -0.01, True, False)],
)
def test_a_slight_advantage_may_be_hidden_by_chance(low, high, slight, expected):
    check = Ahead(first="a", second="b", slight=slight, gain=Gain(0.0, low, high)).check()
    assert check.met is expected
    # The condition says no more than what it asks for.
    assert ("is not less powerful" in check.asked) is slight


def test_the_order_is_that_of_the_paper():
    assert [pair[:2] for pair in ORDER] == [(TEN_FOLD, HALVES), (HALVES, MCNEMAR), (MCNEMAR, PROPORTIONS)]
    assert [pair[2] for pair in ORDER] == [False, True, False]


@pytest.mark.parametrize(
    ("differences", "rates", "expected"),
    [
        # .20 + 3/4 of .20 at ten points between 7 and 11.
        ((0.0, -0.07, -0.11), (0.05, 0.20, 0.40), "5x2 t .350"),
        # The next differences need not be the largest: .10 + 5/7 of .14.
        ((0.0, 0.05, 0.12, 0.30), (0.05, 0.10, 0.24, 0.90), "5x2 t .200"),
        ((0.0, -0.07, -0.09), (0.05, 0.20, 0.33), "the largest has 9.0."),
    ],
)
def test_ten_points_on_letter(differences, rates, expected):
    frame = pd.concat([pd.DataFrame({"procedure": name, "rate": rates}) for name in TESTS])
    assert expected in ten_points(SimpleNamespace(differences=differences, frame=lambda: frame))


@pytest.mark.parametrize(
    ("rate", "low", "expected"),
    [(0.034, 0.024, [True, True]), (0.01, 0.005, [False, True]), (0.07, 0.055, [False, False])],
)
def test_tails(rate, low, expected):
    tails = pd.DataFrame({"level": [0.01, 0.05], "rate": [0.01, rate], "low": [0.005, low], "high": [0.02, 0.09]})
    assert met(tail_checks(tails)) == expected


@pytest.mark.parametrize(
    ("same", "other", "expected"),
    [
        ((0.04, 1e-9), (0.001, 0.8), [True, True]),
        ((-0.04, 1e-9), (0.001, 0.8), [False, True]),
        ((0.04, 0.2), (0.03, 0.01), [False, False]),
    ],
)
def test_signs_of_correlations(same, other, expected):
    table = pd.DataFrame(
        [same, other], columns=["correlation", "pvalue"], index=["one cross-validation", "different data"]
    )
    assert met(correlation_checks(table)) == expected


def test_a_rise_is_measured_on_the_same_datasets():
    """Of eight datasets on two tasks two gain and one loses: 1/8; squares sum to 3 - 8/64."""
    several = [trials(two=[1, 1, 0, 0], five=[0, 0, 0, 0]), trials(two=[0, 0, 1, 0], five=[1, 0, 1, 0])]
    counts = {"two": ("halvings_t", 2), "five": ("halvings_t", 5)}
    found = SimpleNamespace(trials=several, counts=counts, alpha=0.05)
    arm = 1.96 * np.sqrt((3 - 1 / 8) / 7 / 8)
    assert rise(found, 2) == pytest.approx((0.125, 0.125 - arm, 0.125 + arm))
    assert rise(found, 5) == (0.0, 0.0, 0.0)


def test_some_number_must_raise_the_rate():
    assert rise_check("more", {6: Gain(0.0, -0.01, 0.01), 10: Gain(0.02, 0.01, 0.03)}).met
    assert not rise_check("fewer", {2: Gain(-0.02, -0.03, -0.01), 3: Gain(0.01, -0.01, 0.03)}).met


def test_infinite_statistics_are_told_apart():
    """One halving: of four datasets one rejects, two have no p-value; with five one other rejects."""
    one = trials(one=[1, np.nan, np.nan, 0], five=[0, 0, 0, 1])
    frame = pd.DataFrame({"number": [1, 5], "n_undefined": [2, 0], "n_trials": [4, 4]})
    counts = {"one": ("halvings_t", 1), "five": ("halvings_t", 5)}
    found = SimpleNamespace(trials=[one], counts=counts, alpha=0.05, frame=lambda: frame)
    assert rise(found, 1).mean == 0
    assert rise(found, 1, infinite=True).mean == 0.5
    words = infinite_in_words(found, [1])
    assert "with 1 halving in 2 of 4 datasets" in words
    assert "against five is: 1 halving .500 (" in words


def test_halvings_of_independent_normal_differences():
    """With one halving t = (1 + u) / sqrt(2), where u = (x + y) / (x - y) is a Cauchy variable; x - y only signs it."""
    critical = 12.706204736432095
    edges = np.sqrt(2) * critical + np.array([-1, 1])
    exact = (1 - 2 * np.arctan(edges) / np.pi).sum() / 2
    found = ideal_rates([1, 5], 0.05, 20_000, seed=1).set_index("number")
    # 20,000 draws of about .035: standard error .0013.
    assert found["rate"][1] == pytest.approx(exact, abs=4 * 0.0013)
    assert found["low"][1] < exact < found["high"][1]
    assert found["rate"][5] < found["rate"][1]


def curves(errors, damaged):
    return fw.lab.LearningCurves(
        source="made up", names=("a", "b"), sizes=(10, 20), errors=np.array(errors), damaged=damaged
    )


@pytest.fixture
def tuned():
    """The second of two learners was damaged until it errs as often as the first, .30 and .20 on two training sets."""
    errors = [[[0.28, 0.32], [0.18, 0.22]], [[0.10, 0.10], [0.10, 0.10]]]
    levels = SimpleNamespace(position=1, fraction=1.0, levels=(0.5, 0.4), errors=np.array([[0.32, 0.28], [0.22, 0.18]]))
    return curves(errors, levels)


def test_damage_reaches_its_aim(tuned):
    assert tuned_check([tuned]).met
    tuned.damaged.errors += 0.001
    check = tuned_check([tuned])
    assert not check.met
    assert "0.00100" in check.found


def test_new_training_sets_show_whether_learners_are_equal(tuned):
    """Gaps of tuning: .04 and -.04, standard error .04; on new sets .01 and .03: mean .02, standard error .01."""
    fresh = curves([[[0.31, 0.33], [0.6, 0.8]], [[0.30, 0.30], [0.2, 0.2]]], None)
    gaps = fresh_gaps(tuned, fresh).assign(task="made up")
    assert gaps["gap"].tolist() == pytest.approx([0.02, 0.5])
    assert gaps["error"].tolist() == pytest.approx([np.hypot(0.04, 0.01), np.hypot(0.04, 0.1)])
    # Half a point at an error of .108: 4.6 standard errors.
    check = fresh_check(gaps)
    assert not check.met
    assert check.found.startswith("by at most 4.6: .500 on made up with 20 examples")
    assert fresh_check(gaps[:1]).met


def test_what_is_known_is_marked():
    assert recovered("figure7_type1").endswith("only 10-fold cv t exceeds 0.05 (certain)")
    assert recovered("letter_power").endswith("(probable)")


@pytest.fixture(scope="module")
def bench():
    return Workbench(quick=True)


@pytest.mark.parametrize("part", [part for part in REAL_PARTS if part.name not in ("power-letter", "power-pima")])
def test_a_quick_look(bench, part):
    exhibit = part.make(bench)
    assert (exhibit.paper, exhibit.name, exhibit.title) == ("dietterich_1998", part.name, part.title)
    assert exhibit.statement == "not judged"
    assert len(exhibit.figures) == 1
    assert len(exhibit.tables) == 1
    # Nothing is printed, so nothing can be the same by chance; all is random, so all has limits.
    cells = [cell for row in exhibit.tables[0].cells for cell in row]
    assert all(cell.printed is None and cell.low <= cell.measured <= cell.high for cell in cells)
    assert any("certain" in note for note in exhibit.notes)


@pytest.mark.parametrize("name", ["power-letter", "power-pima"])
def test_a_quick_look_leaves_out_what_takes_long(bench, name):
    part = next(part for part in REAL_PARTS if part.name == name)
    with pytest.raises(NotAtHandError, match="at full size"):
        part.make(bench)


def test_experiments_are_done_once_for_all_parts(bench):
    """The null of figure 7, the curves and the Q-Q plot come from the same trials."""
    for part in REAL_PARTS:
        assert len(set(part.needs)) == len(part.needs)
    exhibits = {
        part.name: part.make(bench) for part in REAL_PARTS if part.name in ("figure7", "power-plane", "figure2")
    }
    level, power, tails = (exhibits[name].tables[0].frame() for name in ("figure7", "power-plane", "figure2"))
    rate = level[level["column"] == HALVES]["measured"].item()
    assert power[(power["row"] == HALVES) & (power["column"] == "0.0 points")]["measured"].item() == rate
    assert tails[tails["column"] == "0.05"]["measured"].item() == rate


def test_data_that_are_needed():
    assert REAL_PARTS[0].name == "figure7"
    assert {name: dataset for part in REAL_PARTS for name, dataset in part.data.items()} == {
        "letter": "uci:letter",
        "pima": "uci:pima-diabetes",
    }
    assert [task.name for task in TASKS] == ["plane", "letter", "pima"]
