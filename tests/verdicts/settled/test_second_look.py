"""What a settled verdict leaves behind, and what it says about itself."""

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise.data import load
from foldwise.learners import C45, NaiveBayes
from foldwise.verdicts import Settled, compare, judge

LEARNERS = {"nb": NaiveBayes(), "c45": C45()}


def codes(item) -> set[str]:
    return {caveat.code for caveat in item.caveats}


def test_the_family_counts_the_tries_of_learners_that_are_done():
    grid = {"strategy": ["prior", "most_frequent", "uniform", "stratified"]}
    learners = {"search": GridSearchCV(DummyClassifier(), grid, cv=2), **LEARNERS}
    verdict = compare(
        learners, load("wine"), scheme=Settled(max_repeats=12), tries="counted", adjust="bonferroni", seed=2
    )
    assert verdict.family == 4
    criticals = {round(row.settlement.looks[-1].critical, 6) for row in verdict.comparisons}
    assert len(criticals) == 1


def test_runs_judged_again_say_that_repeats_were_added():
    verdict = compare(LEARNERS, load("wine"), scheme=Settled(max_repeats=23), seed=2)
    assert "repeats_added" not in codes(verdict)
    assert "repeats_added" in codes(judge(verdict.runs))


def test_a_store_tells_the_forms_apart(tmp_path):
    store = tmp_path / "x.db"
    plain, again, guarded = (
        compare(LEARNERS, load("wine"), scheme=scheme, seed=1, store=store)
        for scheme in (Settled(max_repeats=10), Settled(max_repeats=10), Settled(max_repeats=10, guard=True))
    )
    assert [("judged_before" in codes(each)) for each in (plain, again, guarded)] == [False, False, True]


def test_the_guard_goes_on_with_ten_folds_when_two_are_used_up():
    X, y = make_classification(160, 5, flip_y=0.2, random_state=1)
    learners = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=3)}
    row = compare(learners, X, y, seed=1, scheme=Settled(guard=True, max_repeats=60)).comparisons[0]
    assert row.settlement.guard_repeats == 300
    assert row.settlement.settled or row.settlement.n_repeats == 60


def test_groups_are_told():
    data = load("iris")
    groups = np.arange(150) // 3
    learners = {"nb": GaussianNB(), "guess": DummyClassifier()}
    row = compare(learners, data, groups=groups, seed=1, scheme=Settled(strict=True, max_repeats=50)).comparisons[0]
    assert {"by_group", "small_sample"} <= codes(row)


def test_the_ten_fold_estimate_of_a_loss_has_its_direction():
    verdict = compare(
        {"nb": NaiveBayes(), "c45": C45()}, load("wine"), seed=3, metric="neg_log_loss",
        scheme=Settled(strict=True, max_fits=160),
    )  # fmt: skip
    assert "it is 1.7 lower" in verdict.details()


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"max_seconds": "5"}, TypeError, "max_seconds must be a positive number"),
        ({"max_seconds": 0}, ValueError, "max_seconds must be a positive number"),
        ({"max_fits": 2.5}, TypeError, "max_fits"),
        ({"strict": 1}, TypeError, "strict"),
    ],
)
def test_bad_budgets(options, error, words):
    with pytest.raises(error, match=words):
        Settled(**options)


def test_numbers_are_written_plainly():
    assert str(Settled(max_fits=np.int64(100))) == "Settled(max_fits=100)"


def test_too_few_examples_name_a_design():
    with pytest.raises(ValueError, match="such as scheme='5x2'"):
        compare({"nb": GaussianNB(), "guess": DummyClassifier()}, [[0.0], [1.0]] * 4, [0, 1] * 4)
