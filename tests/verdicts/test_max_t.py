"""The family of a verdict adjusted by flipped signs; numbers by `foldwise.stats.max_t` on the answers themselves."""

from itertools import combinations

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from foldwise.cli import main
from foldwise.data import Dataset, load
from foldwise.evaluation import evaluate
from foldwise.reports import summary, verify
from foldwise.stats import max_t
from foldwise.verdicts import compare, judge

LEARNERS = {
    "two": DecisionTreeClassifier(max_depth=2, random_state=0),
    "three": DecisionTreeClassifier(max_depth=3, random_state=0),
    "near": KNeighborsClassifier(1),
}


@pytest.fixture(scope="module")
def run():
    return evaluate(LEARNERS, load("wdbc"), scheme="holdout:0.3", seed=1)


def adjusted(verdict):
    return [row.adjusted_pvalue for row in verdict.comparisons]


@pytest.mark.parametrize("test", ["binomial", "sign_flip"])
def test_one_dataset_by_its_answers(run, test):
    right = run.correct()[:, 0][:, run.tested()[0, 0]].astype(int)
    by_hand = max_t([right[a] - right[b] for a, b in combinations(range(3), 2)], seed=1)
    verdict = judge(run, test=test, adjust="max_t")
    pvalues = [row.pvalue for row in verdict.comparisons]
    assert adjusted(verdict) == pytest.approx(np.maximum(by_hand.adjusted_pvalue, pvalues))
    assert (np.array(adjusted(verdict)) <= np.array(adjusted(judge(run, test=test))) + 0.01).all()


def test_pairs_on_different_datasets_share_no_signs():
    """One pair each on two datasets: the larger of both, as if the maxima were independent."""
    learners = {"bayes": GaussianNB(), "two": LEARNERS["two"]}
    runs = evaluate(learners, [load("wine"), load("wdbc")], scheme="holdout:0.3", seed=1)
    verdict = judge(runs, test="sign_flip", adjust="max_t")
    blocks = [np.diff(each.correct()[:, 0][:, each.tested()[0, 0]].astype(int), axis=0)[0] * -1 for each in runs]
    together = np.zeros((2, sum(map(len, blocks))))
    together[0, : len(blocks[0])], together[1, len(blocks[0]) :] = blocks
    seed = runs[0].assignment.seed
    pvalues = [row.pvalue for row in verdict.comparisons]
    assert adjusted(verdict) == pytest.approx(np.maximum(max_t(together, seed=seed).adjusted_pvalue, pvalues))
    assert verdict.overall.adjust == "holm"  # no example is left there


def test_different_data_of_one_name_never_share_signs(tmp_path):
    """Runs of two stores, on 60 and on 80 rows: what is flipped together is told apart by the name."""
    rng, learners, runs = np.random.default_rng(0), {"bayes": GaussianNB(), "near": LEARNERS["near"]}, []
    for n in (60, 80):
        X = rng.normal(size=(n, 3))
        data = Dataset(X, (X[:, 0] > 0).astype(int), name="patients")
        runs.append(evaluate(learners, data, scheme="holdout:0.3", seed=1, store=tmp_path / f"{n}.db"))
    with pytest.raises(
        ValueError, match=r"runs are on 'patients', 'patients'\. If these are different data, evaluate them"
    ):
        judge(runs, test="sign_flip", adjust="max_t")


def test_it_is_told_and_pooled_folds_are_warned_of(run):
    verdict = judge(run, test="binomial", adjust="max_t")
    assert "p (max-T)" in str(verdict)
    assert "Westfall and Young's max-T (signs of examples flipped) (Westfall and Young, 1993" in verdict.methods()
    folds = judge(evaluate(LEARNERS, load("wine"), scheme="10", seed=1), test="binomial", adjust="max_t")
    assert "pooled_folds" in {caveat.code for caveat in folds.caveats}


def test_a_document_is_verified_but_for_the_flips(run):
    found = verify(summary(judge(run, test="binomial", adjust="max_t")))
    assert found.agrees
    document = summary(judge(run, test="binomial", adjust="max_t"))
    document["comparisons"][0]["decision"] = "a" if document["comparisons"][0]["decision"] != "a" else "b"
    assert not verify(document).agrees


def test_another_store_judges_the_same(tmp_path):
    first = compare(
        LEARNERS, load("wine"), scheme="holdout:0.3", test="binomial", adjust="max_t", seed=1, store=tmp_path / "a.db"
    )
    again = judge(tmp_path / "a.db", test="binomial", adjust="max_t")
    assert adjusted(again) == adjusted(first)


def test_where_examples_cannot_be_flipped_it_is_refused_before_any_fit(run):
    class Refuses(DummyClassifier):
        def fit(self, X, y):
            raise AssertionError("no fit")

    learners = {"a": Refuses(), "b": Refuses()}
    for options in ({}, {"scheme": "10x10"}, {"scheme": "10", "test": "kfold_t"}):
        with pytest.raises(ValueError, match="adjust='max_t' flips signs of single examples: it needs"):
            compare(learners, load("iris"), adjust="max_t", **options)
    with pytest.raises(ValueError, match="got no such test"):
        judge(run, test="all", adjust="max_t")
    with pytest.raises(ValueError, match="adjust='max_t' needs every comparison itself, and tries are numbers"):
        judge(run, test="binomial", adjust="max_t", tries=30)


def test_on_the_command_line(capsys):
    learners = ["-l", "nb", "-l", "c45", "-l", "nn"]
    words = ["--scheme", "holdout:0.3", "--test", "sign_flip", "--adjust", "max_t", "--seed", "1", "-q"]
    assert main(["compare", "wine", *learners, *words]) == 0
    assert "p (max-T)" in capsys.readouterr().out
