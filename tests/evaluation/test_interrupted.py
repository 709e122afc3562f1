"""Ctrl-C says what is kept and how to go on; with a store nothing that was finished is computed again."""

import pytest
from sklearn.dummy import DummyClassifier

from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.verdicts import Settled, compare


class Interrupts(DummyClassifier):
    """Presses Ctrl-C at one of its fits."""

    n_fits, at = 0, None

    def fit(self, X, y):
        type(self).n_fits += 1
        if type(self).n_fits == type(self).at:
            raise KeyboardInterrupt
        return super().fit(X, y)


@pytest.fixture(autouse=True)
def at():
    """Set when it does, and count from there."""

    def begin(number):
        Interrupts.n_fits, Interrupts.at = 0, number

    begin(None)
    return begin


def run(**how):
    learners = {"guess": DummyClassifier(), "own": Interrupts(strategy="stratified")}
    return evaluate(learners, load("iris"), scheme="2x5", seed=1, **how)


def test_without_a_store_it_says_how_to_keep_it(at):
    at(2)
    with pytest.raises(KeyboardInterrupt) as caught:
        run()
    assert caught.value.__notes__ == [
        "11 of 20 fits were done and are lost: with a store (store='study.db', --store study.db) they are kept."
    ]


def test_with_a_store_it_goes_on_and_gives_the_same(at, tmp_path):
    path, whole = tmp_path / "study.db", run()
    at(2)
    with pytest.raises(KeyboardInterrupt) as caught:
        run(store=path)
    assert caught.value.__notes__ == [f"11 of 20 fits are kept in {path}: run the same again to go on."]
    at(None)
    again = run(store=path)
    # Ten fits of this learner, of which the first was finished.
    assert Interrupts.n_fits == 9
    assert (again.predictions == whole.predictions).all()


def test_a_settled_comparison_goes_on_too(at, tmp_path):
    learners = {"guess": DummyClassifier(), "own": Interrupts(strategy="stratified")}
    how = {"seed": 1, "scheme": Settled(max_repeats=10)}
    whole = compare(learners, load("iris"), **how)
    n_fits, path = Interrupts.n_fits, tmp_path / "study.db"
    at(2)
    with pytest.raises(KeyboardInterrupt) as caught:
        compare(learners, load("iris"), store=path, **how)
    assert caught.value.__notes__ == [f"11 of about 100 fits are kept in {path}: run the same again to go on."]
    at(None)
    again = compare(learners, load("iris"), store=path, **how)
    assert Interrupts.n_fits == n_fits - 1
    assert again.comparisons[0].statistic == whole.comparisons[0].statistic


def test_before_anything_is_done_there_is_nothing_to_keep(at):
    at(1)
    with pytest.raises(KeyboardInterrupt) as caught:
        evaluate({"own": Interrupts()}, load("iris"), scheme="2x5", seed=1)
    assert caught.value.__notes__ == ["Nothing was done yet."]
