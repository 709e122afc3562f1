"""What a glance says stays true for one-sided questions, ties, small numbers, caveats of some pairs, and panels."""

import numpy as np
import pandas as pd
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise.data import load
from foldwise.verdicts import Settled, compare, judge


def scores(means, *, n_repeats=5, metric="accuracy", scale=1.0, datasets=("d",)):
    """Ten folds of each learner, all off by the same noise but for a little of their own."""
    rng = np.random.default_rng(0)
    rows = []
    for dataset in datasets:
        shared = rng.normal(0, 0.02, (n_repeats, 10))
        for name, mean in means.items():
            own = rng.normal(0, 0.005, (n_repeats, 10))
            values = scale * (mean + shared + own)
            rows += [
                {"dataset": dataset, "learner": name, "repeat": r, "fold": f, metric: values[r, f]}
                for r in range(n_repeats)
                for f in range(10)
            ]
    return pd.DataFrame(rows)


@pytest.mark.parametrize("means", [{"A": 0.80, "B": 0.85}, {"A": 0.85, "B": 0.80}])
def test_a_panel_answers_the_question_that_was_asked(means):
    """With 'less' it is whether the second is better: as the verdict of its advised test says."""
    table = scores(means)
    panel, verdict = judge(table, alternative="less", test="all"), judge(table, alternative="less")
    answer = str(verdict).splitlines()[0].removesuffix(".")
    assert str(panel).startswith(f"{answer}, by the advised test. Of ")
    assert "all tests   one-sided (is B better?), level 0.05" in str(panel)


def test_a_one_sided_question_that_is_not_answered_tells_nobody_apart():
    verdict = judge(scores({"A": 0.80, "B": 0.85, "C": 0.90}), alternative="greater")
    assert str(verdict).startswith("3 learners on d, 3 comparisons: 3 not shown better.\n")
    assert "told" not in str(verdict)
    assert "one-sided (is the first of a pair, in the order given, better?), level 0.05" in str(verdict)
    pair = judge(scores({"A": 0.80, "B": 0.85}), alternative="greater")
    assert "another split   would again not show it in more than 99.9% of cases" in str(pair)


def test_a_caveat_of_some_pairs_says_so():
    learners = {
        "bayes": GaussianNB(),
        "guess": DummyClassifier(strategy="stratified"),
        "coin": DummyClassifier(strategy="uniform"),
    }
    text = str(compare(learners, load("wine"), scheme="2x5", seed=1))
    assert "beware          some pairs: no learner is clearly better than one that looks at no attribute" in text


def test_a_tie_is_shared():
    learners = {"x": GaussianNB(), "y": GaussianNB(), "stump": DecisionTreeClassifier(max_depth=1)}
    text = str(compare(learners, load("wine"), scheme="2x5", seed=1))
    assert text.startswith(
        "3 learners on wine: x and y share the highest accuracy; y cannot be told from x; x is better than stump.\n"
    )


def test_a_tie_of_all_is_a_list():
    learners = {"x": GaussianNB(), "y": GaussianNB(), "z": GaussianNB()}
    text = str(compare(learners, load("wine"), scheme="2x5", seed=1))
    assert text.startswith("3 learners on wine: x, y, z share the highest accuracy; y and z cannot be told from x.\n")


def test_small_numbers_keep_their_digits():
    means = {"A": 1.0, "B": 1.5, "C": 2.0}
    text = str(judge(scores(means, metric="mse", scale=1e-8)))
    assert "0.0000" not in text
    assert "5.0" in text
    two = pd.concat([scores(means, metric="mse", scale=scale, datasets=(f"at {scale}",)) for scale in (1e-5, 1e5)])
    numbers = [word for word in str(judge(two)).split() if word.strip("-")[:1].isdigit()]
    assert numbers
    assert not [word for word in numbers if len(word.partition(".")[2]) > 9]


def test_what_is_open_has_not_come_out():
    learners = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(), "stump": DecisionTreeClassifier(max_depth=1)}
    verdict = compare(learners, load("iris"), scheme=Settled(max_repeats=10), seed=1)
    outcomes = [row.outcome for row in verdict.comparisons]
    assert sorted(outcomes) == ["better", "better", "open"] or "open" not in outcomes
    told = "each that is not open would come out" if "open" in outcomes else "each would come out"
    assert told in str(verdict)


def test_a_panel_loses_no_caveat_of_its_advised_test():
    learners = {"a": DummyClassifier(strategy="stratified"), "b": DummyClassifier(strategy="uniform")}
    panel = compare(learners, load("wine"), scheme="10", seed=1, test="all")
    codes = [caveat.code for caveat in (*panel.advised.comparisons[0].caveats, *panel.advised.caveats)]
    assert "at_chance" in codes
    assert [code for code in codes if code not in str(panel)] == []
