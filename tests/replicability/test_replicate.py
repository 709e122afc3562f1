"""Executions of procedures: cut from one run, judged as if each had been made alone."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import KFold
from sklearn.naive_bayes import GaussianNB

from foldwise import InadvisableWarning, IncompleteRunError, SchemeMismatchError
from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.learners import C45, NaiveBayes, NearestNeighbor
from foldwise.replicability import partition_analysis, replicate
from foldwise.splits import RepeatedKFold
from foldwise.verdicts import Procedure, Settled, compare

FIVE_BY_TWO = Procedure("5x2", "five_by_two_t")


@pytest.fixture(scope="module")
def wine():
    return replicate({"nb": NaiveBayes(), "c45": C45()}, load("wine"), procedure=FIVE_BY_TWO, seed=1, progress=False)


def test_executions_are_consecutive_repeats_of_one_run(wine):
    """Five times two-fold, ten times, are fifty repeats of two folds; execution i has repeats 5 i to 5 i + 4."""
    fifty = RepeatedKFold(2, 50, stratified=False)
    run = evaluate({"nb": NaiveBayes(), "c45": C45()}, load("wine"), scheme=fifty, seed=1, progress=False)
    (row,) = partition_analysis(run, test="five_by_two_t").rows
    executions = wine.executions
    assert executions.statistics[0, 0].tolist() == row.statistics.tolist()
    assert executions.pvalues[0, 0].tolist() == row.pvalues.tolist()
    assert executions.decisions[0, 0].tolist() == ["a" if p <= 0.05 else "none" for p in row.pvalues]
    differences = np.subtract(*run.scores()).reshape(10, 5, 2)
    assert executions.estimates[0, 0] == pytest.approx(differences.mean(axis=(1, 2)))


def test_the_first_execution_is_what_compare_says(trees, noisy):
    result = replicate(trees, noisy(), procedure=Procedure("3x4"), n=3, seed=5, progress=False)
    row = compare(trees, noisy(), scheme="3x4", seed=5, progress=False).comparisons[0]
    assert result.executions.pvalues[0, 0, 0] == row.pvalue
    assert len(set(result.executions.pvalues[0, 0])) == 3


def test_frames(wine):
    (row,) = wine.frame().to_dict("records")
    assert (row["n_a"], row["n_none"], row["n_b"]) == (3, 7, 0)
    # R(3, 10) = (3 * 2 + 7 * 6) / 90
    assert row["replicability"] == pytest.approx(48 / 90)
    each = wine.execution_frame()
    assert len(each) == 10
    assert each["decision"].tolist().count("a") == 3
    assert (each["n_repeats"].tolist(), each["n_fits"].tolist()) == ([5] * 10, [10] * 10)
    assert each["unsettled"].any() == np.False_


def test_words(wine):
    text = wine.details()
    assert text.startswith(
        "10 executions of 5x2 with five_by_two_t on wine, by the 5x2cv paired t test at level 0.05. An"
    )
    assert "not told apart in 7, nb better in 3 of 10 executions. R = 0.533" in text
    assert "Replicability is not validity" in text
    # measured_levels.csv: from .026 to .106 in twelve measurements
    assert "rejected it from 0.026 (simulated classifiers) to 0.106 (1-nearest neighbour)" in text
    assert "5 repeats and 10 fits of each learner" in text
    assert repr(wine) == (
        "<Replicability of Procedure(FiveByTwo(), 'five_by_two_t'): R = 0.533 over 1 comparison, 10 executions>"
    )


def test_an_r_below_its_interval_is_explained(wine):
    """Five of ten: R = 40 / 90, and p^2 + (1 - p)^2 is never below a half."""
    row = replace(wine.agreements[0], n_a=5, n_none=5, replicability=40 / 90, low=0.5, high=0.56)
    text = replace(wine, agreements=(row,)).details()
    assert "R = 0.444 (95% credible interval for the probability, never below a half, that two" in text
    assert "never below" not in wine.details()


def test_the_result_does_not_depend_on_workers_or_sharing(noisy):
    def numbers(**how):
        learners = {"nb": NaiveBayes(), "c45": C45()}
        found = replicate(learners, noisy(), procedure=Procedure("2x3"), n=4, seed=3, progress=False, **how)
        return found.executions.pvalues.tolist()

    assert numbers() == numbers(n_jobs=2) == numbers(sharing=False)


def test_a_store_keeps_the_folds(trees, noisy, tmp_path):
    from foldwise.store import Store

    store = tmp_path / "study.db"
    options = {"procedure": Procedure("2x3"), "seed": 3, "store": store, "progress": False}
    first = replicate(trees, noisy(), n=3, **options)
    more = replicate(trees, noisy(), n=4, **options)
    assert Store.is_at(store)
    assert more.executions.pvalues[..., :3].tolist() == first.executions.pvalues.tolist()


def test_several_datasets_and_pairs(trees, noisy):
    learners = {**trees, "nb": GaussianNB()}
    datasets = [noisy(0, "one"), noisy(1, "two")]
    result = replicate(learners, datasets, procedure=Procedure("2x3"), n=3, seed=1, progress=False)
    assert result.executions.decisions.shape == (2, 3, 3)
    assert result.pairs == (("stump", "tree"), ("stump", "nb"), ("tree", "nb"))
    assert [row.dataset for row in result.agreements] == ["one"] * 3 + ["two"] * 3
    alone = replicate(learners, datasets[1], procedure=Procedure("2x3"), n=3, seed=1, progress=False)
    # Each dataset is judged by itself: the second alone says the same.
    assert alone.executions.pvalues[0].tolist() == result.executions.pvalues[1].tolist()
    assert [total.n_comparisons for total in result.totals] == [6, 2, 2, 2]
    assert {caveat.code for caveat in result.caveats} == {"few_datasets_resampled", "few_executions"}


def test_the_family_is_adjusted_if_asked(trees, noisy):
    learners = {**trees, "nb": GaussianNB()}
    options = {"n": 2, "seed": 1, "progress": False}
    plain = replicate(learners, noisy(), procedure=Procedure("2x3"), **options).executions.pvalues
    adjusted = replicate(learners, noisy(), procedure=Procedure("2x3", adjust="bonferroni"), **options)
    assert adjusted.executions.pvalues == pytest.approx(np.minimum(1, 3 * plain))


def test_settled_is_the_default():
    """Execution by execution the numbers of repeats differ, and what is on the edge after the budget is told."""
    learners = {"nb": NaiveBayes(), "c45": C45(), "nn": NearestNeighbor()}
    result = replicate(learners, [load("iris"), load("wine")], n=3, seed=1, progress=False)
    assert result.procedure == Procedure(Settled())
    assert result.executions.decisions.shape == (2, 3, 3)
    rows = {(row.dataset, row.a, row.b): row for row in result.agreements}
    assert rows["iris", "nb", "c45"].n_none == 3
    # Naive Bayes and C4.5 on wine are on the very edge: 200 repeats, the whole budget of 2,000 fits, do not tell.
    assert rows["wine", "nb", "c45"].n_unsettled > 0
    assert rows["wine", "nb", "c45"].mean_fits > 1000
    first = compare(learners, [load("iris"), load("wine")], adjust="none", seed=1, progress=False)
    assert result.executions.pvalues[..., 0].ravel().tolist() == [row.pvalue for row in first.comparisons]
    assert f"open in {rows['wine', 'nb', 'c45'].n_unsettled} of 3 executions" in result.details()
    assert "fits of each learner on average" in result.details()


def test_an_inadvisable_test_warns_once(trees, noisy):
    with pytest.warns(InadvisableWarning) as caught:
        replicate(trees, [noisy(0, "c"), noisy(1, "d")], procedure=Procedure("4", "kfold_t"), n=3, progress=False)
    assert len(caught) == 1


def test_undetermined_and_reversed_executions_are_told():
    """Constant guesses on equal folds: every difference is the same, p is undefined."""
    learners = {
        name: DummyClassifier(strategy="constant", constant=value) for name, value in (("zeros", 0), ("ones", 1))
    }
    X, y = np.zeros((20, 1)), [0] * 12 + [1] * 8
    result = replicate(learners, X, y, procedure=Procedure("4"), n=2, seed=1, progress=False)
    assert result.agreements[0].n_undetermined == 2
    assert "2 of 2 decisions are undetermined" in result.details()
    assert "undetermined_counted" in {caveat.code for caveat in result.caveats}


def test_refusals(trees, noisy):
    with pytest.raises(ValueError, match="n must be at least 2, got 1"):
        replicate(trees, noisy(), procedure=FIVE_BY_TWO, n=1)
    with pytest.raises(TypeError, match="procedure must be a Procedure or Settled, got str"):
        replicate(trees, noisy(), procedure="5x2")
    with pytest.raises(ValueError, match="needs two or more learners"):
        replicate({"stump": trees["stump"]}, noisy(), procedure=FIVE_BY_TWO)
    with pytest.raises(SchemeMismatchError, match="five_by_two_t needs"):
        replicate(trees, noisy(), procedure=Procedure("10", "five_by_two_t"))
    with pytest.raises(ValueError, match="KFold draws its splits itself and cannot be executed 10 times"):
        replicate(trees, noisy(), procedure=Procedure(KFold(3)))


@pytest.mark.filterwarnings("ignore::foldwise.InadvisableWarning")
def test_measured_levels_of_the_design_only(noisy):
    """The table has 2 + 30 + 17 + 2 rows of 10x10 for the corrected test, less the one of dependent examples."""

    def level(*procedure):
        learners = {"nb": NaiveBayes(), "guess": DummyClassifier()}
        return replicate(learners, noisy(), procedure=Procedure(*procedure), n=2, seed=1, progress=False).level

    often = level("10x10", "corrected_repeated_kfold_t")
    assert (often.design, often.n_measurements) == ("10x10", 51)
    once = level("10", "corrected_repeated_kfold_t")
    assert (once.design, once.n_measurements) == ("1x10", 12)
    assert level("10", "sign_flip").n_measurements == 0
    assert "has not been measured" in str(level("10", "sign_flip"))


def test_an_error_after_the_fits_carries_the_run():
    """A class that cannot predict leaves folds without scores; those of the other learner are there."""

    class Refusing(DummyClassifier):
        def predict(self, X):
            raise ValueError("no")

    with pytest.raises(IncompleteRunError, match="Refusing") as caught:
        replicate([Refusing(), GaussianNB()], load("wine"), procedure=Procedure("2x2"), n=2, seed=1)
    assert np.isfinite(caught.value.run.scores()[1]).all()
