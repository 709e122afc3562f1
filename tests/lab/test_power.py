"""Power: rates against true differences, known, told or measured."""

import numpy as np
import pytest

from foldwise.data import load
from foldwise.lab import NoisyAnswers, OwnProcedure, Power, learning_curves, power, power_sources, run_trials
from foldwise.lab.sources import ExchangeableBlocks, Plane, SubSamples, table_five_sources
from foldwise.learners import C45

TESTS = ["10/kfold_t", "5x2/five_by_two_t"]


def blocks(second_shift, **options):
    return ExchangeableBlocks(n_examples=60, second_shift=second_shift, **options)


@pytest.fixture(scope="module")
def told():
    # In no order; a less b, so that a second block that is shifted more has a negative difference.
    several = {"large": blocks(0.0), "null": blocks(0.35), "other side": blocks(0.7)}
    return power(TESTS, several, differences={"large": 0.2, "other side": -0.1}, n_trials=60, seed=2)


def test_sources_are_sorted_by_how_large_the_difference_is(told):
    frame = told.frame()
    assert isinstance(told, Power)
    assert told.differences == (0.0, -0.1, 0.2)
    assert frame["source"].tolist() == ["null", "null", "other side", "other side", "large", "large"]
    assert frame["difference"].tolist() == [0.0, 0.0, -0.1, -0.1, 0.2, 0.2]
    assert frame["procedure"].tolist() == TESTS * 3


def test_rates_are_those_of_the_trials(told):
    frame = told.frame()
    for name, source in (("null", blocks(0.35)), ("large", blocks(0.0))):
        found = run_trials(TESTS, source, n_trials=60, seed=2)
        for test in TESTS:
            row = frame[(frame["source"] == name) & (frame["procedure"] == test)].iloc[0]
            rejected = found.found[test].pvalue[:, 0] <= 0.05
            assert row["rate"] == rejected.mean()
            assert row["n_rejections"] == rejected.sum()
            assert row["low"] < row["rate"] < row["high"]
            assert row["n_trials"] == 60


def test_larger_differences_are_found_more_often(told):
    rates = told.frame().pivot_table(index="procedure", columns="source", values="rate")
    assert (rates["null"] < 0.25).all()
    assert rates.loc["10/kfold_t", "large"] > rates.loc["10/kfold_t", "null"] + 0.15


def test_the_level_is_the_users(told):
    strict = power(TESTS, {"null": blocks(0.35)}, n_trials=60, alpha=0.2, seed=2)
    assert strict.title == "Power at level 0.2"
    assert (strict.frame()["n_rejections"].to_numpy() >= told.frame()["n_rejections"].to_numpy()[:2]).all()
    assert strict.frame()["n_rejections"].sum() > told.frame()["n_rejections"][:2].sum()


def test_what_is_not_known_is_measured():
    source = blocks(0.0)
    found = power("10/kfold_t", source, n_trials=2, seed=4)
    curves = learning_curves(source, sizes=[], seed=4)
    assert found.differences == (curves.difference,)
    assert found.standard_errors == (curves.standard_error,)
    # 1-NN on five columns shifted .35 errs on about 35% with 60 examples, and on half of what has no shift at all.
    assert found.differences[0] == pytest.approx(0.15, abs=0.04)


def test_what_is_exact_or_given_has_no_standard_error(told):
    assert np.isnan(told.standard_errors).tolist() == [True] * 3
    plane = power_sources(Plane(n_examples=40), NoisyAnswers, fractions=[1, 0], sizes=[], n_sets=3, n_points=50)
    found = power("10", [*plane, table_five_sources()[1]], n_trials=1)
    assert np.isnan(found.standard_errors[0])
    # That of the network was found on 10,000 datasets.
    assert found.standard_errors[1:] == (plane[1].curves.standard_error, 0.000095)


def test_sources_of_one_kind_stand_together():
    """By the order in which kinds were given, and then by the difference."""
    networks = table_five_sources()
    parts = SubSamples(load("wine"), 60)
    given = [blocks(0.0), networks[2], parts, blocks(0.35), networks[0]]
    told = {given[0].name: 0.2, parts.name: 0.1}
    found = power("10", given, differences=told, n_trials=1)
    assert found.differences == (0.0, 0.2, 0.0, networks[2].difference, 0.1)
    kinds = ["blocks shifted 0.35, NearestNeighbor(), 60 examples", "networks, NaiveBayes and C45, 300 examples"]
    last = "parts of wine, C45 and NearestNeighbor, 60 examples"
    assert found.families == (kinds[0], kinds[0], kinds[1], kinds[1], last)
    # Other learners, or datasets of another size, make another curve.
    other = [blocks(0.2, learner=C45()), ExchangeableBlocks(n_examples=80, second_shift=0.2)]
    others = power("10", other, differences={each.name: 0.1 for each in other}, n_trials=1)
    assert len({kinds[0], *others.families}) == 3


def test_matched_sources_are_of_the_kind_of_their_source():
    plane = Plane(n_examples=40)
    made = power_sources(plane, NoisyAnswers, fractions=[1, 0], sizes=[], n_sets=3, n_points=50)
    study = power("10", [*made, plane], differences={plane.name: 0.1}, n_trials=1)
    assert set(study.families) == {"Plane, C45 and NearestNeighbor, 40 examples"}


def test_executions_without_a_pvalue_are_told(told):
    assert told.caveats == ()
    silent = OwnProcedure("2", lambda differences: np.nan, name="silent")
    (caveat,) = power(silent, blocks(0.35), n_trials=3).caveats
    assert caveat.message.startswith("3 executions gave no p-value")


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match="differences must be given by names of sources, got 'nul', which is none"):
        power(TESTS, {"null": blocks(0.35)}, differences={"nul": 0.0})
    with pytest.raises(ValueError, match="alpha must be strictly between 0 and 1"):
        power(TESTS, blocks(0.35), alpha=1.0)
