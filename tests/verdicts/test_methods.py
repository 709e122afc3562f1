"""What a paper says of a verdict: word for word where that can be checked by hand."""

from importlib.metadata import version

import numpy as np
import pandas as pd
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise import Settled
from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.runs import Run
from foldwise.tuning import Tuned
from foldwise.verdicts import NEEDS, compare, judge

LEARNERS = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}
CORRECTED = "the corrected repeated k-fold t test (Bouckaert, 2003; Nadeau and Bengio, 2003; Bouckaert and Frank, 2004)"
SOFTWARE = f"The tests were computed with foldwise {version('foldwise')}."


@pytest.fixture(scope="module")
def run():
    return evaluate(LEARNERS, load("iris"), scheme="5x4", seed=1)


def test_the_paragraph_of_a_fixed_design(run):
    assert judge(run).methods() == (
        "bayes and tree were compared by accuracy on iris (150 examples). Design: 5 times 4-fold cross-validation, "
        f"stratified, seed 1; all learners had the same splits. Differences were tested by {CORRECTED}, two-sided, at "
        "level 0.05. This test widens the variance because training sets overlap. There was one comparison, and "
        "nothing to adjust for. Intervals of the difference are two-sided with level 95%. How probably another random "
        "split of the same data would lead to the same decision was estimated from the variation between repeats. "
        f"{SOFTWARE}"
    )


def test_tuned_learners_say_how_many_settings_were_tried():
    grid = Tuned(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 2, 3]})
    words = judge(evaluate({"bayes": GaussianNB(), "tree": grid}, load("iris"), scheme="5", seed=1)).methods()
    assert "3 candidates were tried in tuning (tree 3), inside the training folds; p-values are not adjusted" in words
    assert "tries=" not in words


def test_several_comparisons_cite_their_adjustment():
    learners = {**LEARNERS, "stump": DecisionTreeClassifier(max_depth=1, random_state=0)}
    three = judge(evaluate(learners, load("iris"), scheme="4", seed=1))
    assert "P-values were adjusted for 3 comparisons by Holm's method (Holm, 1979; Salzberg, 1997)." in three.methods()
    assert "level 95%, not adjusted for the number of comparisons." in three.methods()
    assert "another random split" not in three.methods()
    assert "@article{holm1979," in three.bibtex()
    plain = judge(evaluate(learners, load("iris"), scheme="4", seed=1), adjust="none")
    assert "P-values were not adjusted for the 3 comparisons." in plain.methods()
    assert "holm" not in plain.bibtex()


def test_a_rope_cites_equivalence_and_the_posterior(run):
    words = judge(run, rope=0.02).methods()
    assert "two one-sided tests (Schuirmann, 1987) lay within 0.02 of zero." in words
    assert "Bayesian correlated t test (Corani and Benavoli, 2015; Benavoli et al., 2017)." in words
    assert "benavoli2017" in judge(run, rope=0.02).bibtex()
    assert "Schuirmann" not in judge(run).methods()


def test_settled_verdicts_say_how_repeats_were_added():
    verdict = compare(LEARNERS, load("wine"), scheme=Settled(max_fits=100), seed=1)
    row = verdict.comparisons[0]
    ended = "it was settled" if row.settlement.settled else "0 of 1 were settled"
    assert (
        "Repeats of ten-fold cross-validation (seed 1) were added, the same splits for all learners, until another "
        "random split of the same data would hardly change the decision or the budget ended: "
        f"{row.settlement.n_repeats} repeats, {ended}. Variance factor and degrees of freedom of the test are those of "
        "ten repeats." in verdict.methods()
    )


def test_scores_from_elsewhere_claim_no_common_splits():
    scores = np.random.default_rng(0).random((2, 5))
    rows = [
        {"learner": name, "fold": fold, "score": scores[place, fold]}
        for place, name in enumerate("ab")
        for fold in range(5)
    ]
    words = judge(Run.from_scores(pd.DataFrame(rows), metric="accuracy")).methods()
    assert "the scores were computed elsewhere" in words
    assert "same splits" not in words


def test_a_test_of_ones_own_has_no_paper(run):
    def mine(differences):
        return 0.5

    verdict = judge(run, test=mine)
    assert "Differences were tested by a test of our own, mine, two-sided, at level 0.05." in verdict.methods()
    assert verdict.bibtex().count("@") == 1
    assert "Assumptions: What its author knows." in verdict.checklist()


def test_the_item_of_a_checklist(run):
    lines = judge(run).checklist().splitlines()
    assert lines[0] == "Significance: 1 comparison, tested at level 0.05."
    assert lines[1].startswith("What varies: Of the four sources of variation covered: test set")
    assert lines[4] == f"Assumptions: {NEEDS['corrected_repeated_kfold_t'].assumes}"
    assert lines[5].startswith("Limits: ")
