"""Examples one by one: counted by hand, and wrong labels put in on purpose."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from sklearn.dummy import DummyRegressor

from foldwise import IncompleteRunError, SchemeMismatchError
from foldwise.data import Dataset, load
from foldwise.displays import plot
from foldwise.evaluation import evaluate
from foldwise.learners import C45, NaiveBayes, NearestNeighbor
from foldwise.replicability import example_analysis
from foldwise.runs import Run
from foldwise.verdicts import judge

LEARNERS = {"bayes": NaiveBayes(), "tree": C45(), "near": NearestNeighbor()}
# Answers of two learners to four examples in three repeats; the labels are u, u, v, v.
ANSWERS = {"a": ["uuvv", "uvvv", "uuuv"], "b": ["uvvu", "uvvu", "uvvu"]}


@pytest.fixture
def by_hand():
    rows = [
        (learner, repeat, place // 2, place, "uuvv"[place], answer)
        for learner, repeats in ANSWERS.items()
        for repeat, answers in enumerate(repeats)
        for place, answer in enumerate(answers)
    ]
    return Run.from_predictions(
        pd.DataFrame(rows, columns=["learner", "repeat", "fold", "instance", "actual", "predicted"])
    )


def test_by_hand(by_hand):
    """Wrong of 3: a 0, 1, 1, 0 and b 0, 3, 0, 3. Nobody is wrong on 0; all of b's answers to 1 and 3 are."""
    found = example_analysis(by_hand)
    table = found.frame().set_index("example").sort_index()
    assert table["wrong"].tolist() == pytest.approx([0, 4 / 6, 1 / 6, 3 / 6])
    assert table["least_wrong"].tolist() == pytest.approx([0, 1 / 3, 0, 0])
    # One wrong of three: two partitions disagree with probability 2 x 1 x 2 / (3 x 2), for one of two learners.
    assert table["changes"].tolist() == pytest.approx([0, 1 / 3, 1 / 3, 0])
    assert table["variation"].tolist() == pytest.approx([0, 0.5, 0.5, 0])
    assert table["answered"].tolist()[:3] == ["u", "v", "v"]
    assert not table["suspected"].any()
    assert list(found.examples[:2]) == [1, 3]
    assert found.headline == "data: of 4 examples 2 come out the same in all 3 partitions; 0 labels are suspect."


def test_what_all_learners_always_call_otherwise_is_suspect(by_hand):
    same = replace(by_hand, predictions=by_hand.predictions[[1, 1]])
    found = example_analysis(same)
    assert found.frame()["suspected"].tolist() == [True, True, False, False]
    assert found.frame()["answered"].tolist()[:2] == ["v", "u"]
    assert found.variation.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(("name", "least_found", "least_right"), [("wine", 0.6, 0.9), ("wdbc", 0.6, 0.8)])
def test_labels_that_were_flipped_on_purpose_are_found(name, least_found, least_right):
    """One in twenty, by three seeds: most of them are found, and few suspicions are wrong."""
    data = load(name)
    n_flipped = round(0.05 * data.n_examples)
    n_found = n_suspected = 0
    for seed in range(3):
        rng = np.random.default_rng(seed)
        flipped = rng.choice(data.n_examples, n_flipped, replace=False)
        y = np.array(data.y, dtype=object)
        y[flipped] = [rng.choice(sorted(set(data.y) - {label})) for label in y[flipped]]
        found = example_analysis(evaluate(LEARNERS, Dataset(data.X, y, name=name), scheme="10x10", seed=seed))
        suspects = set(found.examples[found.suspected])
        n_found += len(suspects & set(flipped))
        n_suspected += len(suspects)
    assert n_found >= least_found * 3 * n_flipped
    assert n_found >= least_right * n_suspected


def test_hard_examples_are_suspected_as_well():
    """Iris has no flipped labels that anybody knows of: suspect is no proof."""
    found = example_analysis(evaluate(LEARNERS, load("iris"), scheme="10x10", seed=1))
    assert 1 <= found.suspected.sum() <= 6
    assert "suspect is no proof" in str(found)


def test_one_learner_has_no_differences():
    found = example_analysis(evaluate({"bayes": LEARNERS["bayes"]}, load("iris"), scheme="3x5", seed=1))
    assert not found.variation.any()
    assert "variation between partitions" not in str(found)


def test_the_figure_has_a_point_for_each_example_or_pile():
    found = example_analysis(evaluate(LEARNERS, load("iris"), scheme="5x10", seed=1))
    ax = plot(found, ax=Figure().subplots())
    drawn = sum(len(collection.get_offsets()) for collection in ax.collections)
    assert drawn == len(found.frame()[["wrong", "changes", "suspected"]].drop_duplicates())
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["label not suspect", "label suspect"]


def test_what_is_no_run_is_refused(by_hand):
    for wrong in ("iris", None, judge(by_hand)):
        with pytest.raises(TypeError, match=r"needs one Run: fw.evaluate.*; got (str|NoneType|Verdict)\.$"):
            example_analysis(wrong)


def test_refusals(by_hand):
    with pytest.raises(SchemeMismatchError, match="two partitions or more that test every example"):
        example_analysis(evaluate(LEARNERS, load("iris"), scheme="10", seed=1))
    with pytest.raises(SchemeMismatchError, match="two partitions or more that test every"):
        example_analysis(evaluate(LEARNERS, load("iris"), scheme="resampled:5:0.2", seed=1))
    with pytest.raises(SchemeMismatchError, match="has none"):
        example_analysis(evaluate({"mean": DummyRegressor()}, [[0.0], [1.0]] * 10, [0.5, 1.5] * 10, scheme="2x2"))

    class Fails(C45):
        def fit(self, X, y):
            raise ValueError("no")

    with pytest.raises(IncompleteRunError, match="compares answers of all folds, but 4 folds on iris failed"):
        example_analysis(evaluate({"bayes": NaiveBayes(), "fails": Fails()}, load("iris"), scheme="2x2", seed=1))
