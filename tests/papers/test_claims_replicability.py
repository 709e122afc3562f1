"""Claims C4 to C8: held up by made-up differences that behave as claimed, and given up by those that do not."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from foldwise.papers import Workbench
from foldwise.papers.bouckaert_frank_2004.experiments import (
    Scored,
    by_repeats,
    folds,
    halvings,
    plain_folds,
    splits,
    stratified_splits,
)
from foldwise.papers.bouckaert_frank_2004.layout import each_r
from foldwise.papers.bouckaert_frank_2004.table5 import printed_table_five, simulation
from foldwise.papers.claims.replicability import C4, C5, C6
from foldwise.papers.claims.stratification import C7
from foldwise.papers.claims.uncorrected import C8, levels

SHAPES = {halvings: (5, 2), splits: (100, 1), stratified_splits: (100, 1), folds: (10, 10), plain_folds: (10, 10)}


class Given(Workbench):
    """A workbench on which everything has been done."""

    def __init__(self, found):
        super().__init__()
        self.found = found

    def once(self, experiment):
        return self.found[experiment]


def scored(shape, effects, rng):
    """Normal differences, ten executions on 27 datasets, which differ in their effect; splits of an execution alike."""
    x = rng.normal(size=(27, 3, 10, *shape)) + effects[:, np.newaxis, np.newaxis, np.newaxis, np.newaxis]
    if shape == SHAPES[splits]:
        x += rng.normal(scale=0.2, size=(27, 3, 10, 1, 1))
    names = tuple(f"set {number}" for number in range(27))
    return Scored(datasets=names, differences=x, n_train=(90,) * 27, n_test=(10,) * 27, incomplete="")


@pytest.fixture(scope="module")
def usual():
    """Effects from none to large: of independent differences all five claims are true but for the level."""
    rng = np.random.default_rng(2)
    effects = np.linspace(0, 3, 27) ** 1.5
    found = {experiment: scored(shape, effects, rng) for experiment, shape in SHAPES.items()}
    consistent = printed_table_five().drop(columns="minimum").rename_axis("procedure").reset_index()
    simulated = consistent.melt("procedure", var_name="source", value_name="consistent")
    simulated["consistent"] /= 100
    return {**found, simulation: SimpleNamespace(frame=lambda: simulated), levels: measured_levels(0.6)}


def measured_levels(rate):
    """Rejection rates of the uncorrected test; 400 trials have limits about 0.05 away."""
    tests = ("10x10 folds, uncorrected", "10x10 folds, corrected", "10 folds, t")
    rows = [
        {"source": source, "procedure": test, "rate": value, "low": value - 0.05, "high": value + 0.05}
        for source in ("1-NN", "naive Bayes")
        for test, value in zip(tests, (rate, 0.06, 0.1), strict=True)
    ]
    return SimpleNamespace(frame=lambda: pd.DataFrame(rows))


def without_effects(usual, *experiments):
    """Replace experiments by ones in which nothing ever differs: R is 1 throughout."""
    nothing = {each: SHAPES[each] for each in experiments}
    zero = {
        each: Scored(
            datasets=usual[each].datasets,
            differences=np.zeros((27, 3, 10, *shape)),
            n_train=(90,) * 27,
            n_test=(10,) * 27,
            incomplete="",
        )
        for each, shape in nothing.items()
    }
    return {**usual, **zero}


PARTS = {"c4": C4, "c5": C5, "c6": C6, "c7": C7, "c8": C8}


@pytest.mark.parametrize("name", PARTS)
def test_holds_where_it_should(usual, name):
    exhibit = PARTS[name].make(Given(usual))
    assert (exhibit.statement, exhibit.name, exhibit.paper) == ("holds", name, "claims"), exhibit.checks
    assert exhibit.tables


@pytest.mark.parametrize(
    ("name", "unmet", "changed"),
    [
        # With no difference anywhere the 5x2 test always agrees with itself: it is not last but first.
        ("c4", [0, 1], (halvings,)),
        ("c4", [1], (splits,)),
        ("c5", [0, 1], (splits,)),
        ("c5", [2, 3], (folds,)),
        # Nothing to gain from more repeats.
        ("c6", [0], (folds,)),
        ("c7", [0, 1], (folds, stratified_splits)),
    ],
)
def test_does_not_hold_where_it_should_not(usual, name, unmet, changed):
    exhibit = PARTS[name].make(Given(without_effects(usual, *changed)))
    assert exhibit.statement == "does not hold"
    assert [place for place, check in enumerate(exhibit.checks) if not check.met] == unmet


def test_a_valid_test_is_not_called_invalid(usual):
    exhibit = C8.make(Given({**usual, levels: measured_levels(0.24)}))
    assert [check.met for check in exhibit.checks] == [True, False]


def test_other_tests_that_reject_too_often_are_named(usual):
    """The t test on 10 folds rejects in 0.1 of trials, at least in 0.05: not above the level; then in 0.2."""
    assert C8.make(Given(usual)).notes == ()
    frame = measured_levels(0.6).frame()
    frame.loc[frame["procedure"] == "10 folds, t", ["rate", "low"]] = 0.2, 0.16
    (note,) = C8.make(Given({**usual, levels: SimpleNamespace(frame=lambda: frame)})).notes
    assert note.endswith("here: 10 folds, t, 1-NN: 0.200 (from 0.160); 10 folds, t, naive Bayes: 0.200 (from 0.160).")


def test_strata_move_r_by_what_the_table_says(usual):
    """R with strata is 1 on every dataset where nothing differs: the table has 1 less R without."""
    exhibit = C7.make(Given(without_effects(usual, folds)))
    without = each_r(by_repeats(usual[plain_folds])[10])
    assert [row[-1].measured for row in exhibit.tables[0].cells] == pytest.approx([1 - value for value in without])
    # Nothing is ever rejected with strata, so that a repetition would find an R of 1 but for a little.
    assert all(row[-1].low > 0 for row in exhibit.tables[0].cells)
    assert all(row[-1].high == pytest.approx(row[-1].measured) for row in exhibit.tables[0].cells)
