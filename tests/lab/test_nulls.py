"""What is said about sources that are taken for nulls."""

import pytest

from foldwise.lab import run_trials, sources
from foldwise.lab._nulls import null_caveats
from foldwise.learners import C45, NearestNeighbor

COINS = sources.CoinFlips((NearestNeighbor(), C45()), n_examples=20)


def codes(procedures, *several):
    trials = [run_trials(procedures, source, n_trials=2) for source in several]
    return [caveat.code for caveat in null_caveats(trials) if caveat.code != "undefined_counted"]


@pytest.mark.parametrize("procedure", ["5", "2x5", "5:stratified", "5x2:stratified", "holdout:0.5:stratified/binomial"])
def test_stratified_folds_of_coins_give_something_away(procedure):
    assert codes(procedure, COINS) == ["stratified_coins"]


@pytest.mark.parametrize("procedure", ["5:plain", "2x5:plain", "5x2", "holdout:0.5/binomial", "resampled:5:0.5"])
def test_plain_ones_do_not(procedure):
    assert codes(procedure, COINS) == []


def test_those_concerned_are_named():
    trials = [run_trials(["5", "5:plain"], source, n_trials=2) for source in (sources.TwoKinds(), COINS)]
    (caveat,) = (each for each in null_caveats(trials) if each.code == "stratified_coins")
    assert f"Labels of {COINS.name} are coins" in caveat.message
    assert "so that 5 may be right to reject. Use ':plain'" in caveat.message


def test_where_something_can_be_learned_stratify():
    assert codes("5", sources.TwoKinds()) == []


def test_settled_folds_are_stratified(made_trials):
    found = null_caveats([made_trials({"settled": [[0.5]]}, source=COINS)])
    assert [caveat.code for caveat in found] == ["stratified_coins"]
