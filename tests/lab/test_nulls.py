"""What is said about sources that are taken for nulls."""

import pytest

from foldwise.lab import TypeOneError, sources, type_one_error
from foldwise.learners import C45, NearestNeighbor

COINS = sources.CoinFlips((NearestNeighbor(), C45()), n_examples=20)


def codes(procedures, source):
    caveats = type_one_error(procedures, source, n_trials=2).caveats
    return [caveat.code for caveat in caveats if caveat.code != "undefined_counted"]


@pytest.mark.parametrize("procedure", ["5", "2x5", "5:stratified", "5x2:stratified", "holdout:0.5:stratified/binomial"])
def test_stratified_folds_of_coins_give_something_away(procedure):
    assert codes(procedure, COINS) == ["stratified_coins"]


@pytest.mark.parametrize("procedure", ["5:plain", "2x5:plain", "5x2", "holdout:0.5/binomial", "resampled:5:0.5"])
def test_plain_ones_do_not(procedure):
    assert codes(procedure, COINS) == []


def test_those_concerned_are_named():
    study = type_one_error(["5", "5:plain"], [sources.TwoKinds(), COINS], n_trials=2)
    (caveat,) = (each for each in study.caveats if each.code == "stratified_coins")
    assert f"Labels of {COINS.name} are coins" in caveat.message
    assert "so that 5 may be right to reject. Use ':plain'" in caveat.message


def test_where_something_can_be_learned_stratify():
    assert codes("5", sources.TwoKinds()) == []


def test_settled_folds_are_stratified(made_trials):
    study = TypeOneError(trials=(made_trials({"settled": [[0.5]]}, source=COINS),), alpha=0.05)
    assert [caveat.code for caveat in study.caveats] == ["stratified_coins"]
