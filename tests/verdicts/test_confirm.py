"""A verdict held against new data."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm

import foldwise as fw
from foldwise.stats import after_selection
from foldwise.verdicts import Confirmation


def scores(name, leads, spread=0.01, seed=0, metric="accuracy"):
    """Scores of ten folds ten times, of which each learner leads the last one by so much."""
    rng = np.random.default_rng(seed)
    rows = [
        {"dataset": name, "learner": learner, "repeat": r, "fold": k, metric: 0.7 + lead + rng.normal(0, spread)}
        for learner, lead in leads.items()
        for r in range(10)
        for k in range(10)
    ]
    return pd.DataFrame(rows)


@pytest.fixture(scope="module")
def first():
    return fw.judge(scores("old", {"a": 0.05, "b": 0.0}))


@pytest.mark.parametrize(
    ("leads", "spread", "rope", "standing", "why"),
    [
        ({"a": 0.05, "b": 0.0}, 0.01, None, "confirmed", "the same learner"),
        ({"a": 0.0, "b": 0.05}, 0.01, None, "not confirmed", "the other learner"),
        ({"b": 0.05, "a": 0.0}, 0.01, None, "not confirmed", "the other learner"),
        ({"a": 0.0, "b": 0.0}, 0.001, 0.01, "not confirmed", "practically equivalent"),
        ({"a": 0.004, "b": 0.0}, 0.02, None, "not confirmed", "leaves out the difference"),
        ({"a": 0.02, "b": 0.0}, 0.05, None, "open", "neither better"),
    ],
)
def test_standings(first, leads, spread, rope, standing, why):
    again = fw.judge(scores("new", leads, spread, seed=1), rope=rope)
    (row,) = fw.confirm(first, again).rows
    assert (row.standing, row.winner, row.loser) == (standing, "a", "b")
    assert why in row.why
    lead = leads["a"] - leads["b"]
    # Signs are those of the first winner, in whichever order the new results have the learners.
    assert row.found == pytest.approx(lead, abs=3 * spread * np.sqrt(2 / 100))


def test_what_was_to_be_expected_is_what_selection_leaves():
    first = fw.judge(scores("old", {"a": 0.023, "b": 0.0}, 0.02, seed=2))
    comparison = first.comparisons[0]
    assert 0.005 < comparison.pvalue < 0.05
    again = fw.judge(scores("new", {"a": 0.02, "b": 0.0}, seed=3))
    (row,) = fw.confirm(first, again).rows
    error = comparison.estimate / norm.isf(comparison.pvalue / 2)
    assert row.expected == pytest.approx(float(after_selection(comparison.estimate, error).expected))
    assert 0 < row.expected < row.first
    new = again.comparisons[0].standard_error
    assert row.chance == pytest.approx(norm.sf(norm.isf(0.025) - row.expected / new))


def test_a_family_makes_selection_stricter():
    """The same p among three by Holm is closer to its level, so more of the difference was luck."""
    table = scores("old", {"a": 0.03, "b": 0.0}, 0.02, seed=2)
    third = scores("old", {"c": 0.03}, 0.02, seed=9)
    alone, among = (fw.judge(each) for each in (table, pd.concat([table, third])))
    again = fw.judge(scores("new", {"a": 0.02, "b": 0.0}, seed=3))
    pair = [row for row in fw.confirm(among, again).rows if (row.winner, row.loser) == ("a", "b")]
    assert pair[0].expected < fw.confirm(alone, again).rows[0].expected


def test_an_error_is_better_when_it_is_lower():
    first, again = (
        fw.judge(scores(name, {"a": 0.0, "b": 0.1}, seed=s, metric="log_loss")) for name, s in (("old", 1), ("new", 2))
    )
    confirmation = fw.confirm(first, again)
    assert confirmation.rows[0].winner == "a"
    assert confirmation.rows[0].found > 0
    assert "log loss 0.1" in str(confirmation)
    assert "lower, after" in str(confirmation)


def test_several_and_what_is_not_there():
    first = fw.judge(scores("old", {"a": 0.1, "b": 0.05, "c": 0.0}))
    again = fw.judge(scores("new", {"b": 0.05, "a": 0.1}, seed=5))
    confirmation = fw.confirm(first, again)
    assert [row.standing for row in confirmation.rows] == ["confirmed"]
    assert confirmation.untried == ("a over c on old", "b over c on old")
    assert "nothing of a over c on old, b over c on old" in str(confirmation)
    whole = fw.confirm(first, fw.judge(scores("new", {"a": 0.1, "b": 0.05, "c": 0.0}, seed=5)))
    assert str(whole).startswith("Of 3 differences that were called significant: 3 confirmed.")
    assert len(whole.frame()) == 3
    assert whole.document()["schema"] == "foldwise.confirmation/1"


def test_several_datasets_are_matched_by_name():
    old = pd.concat([scores(name, {"a": 0.1, "b": 0.0}) for name in ("x", "y")])
    new = pd.concat([scores(name, {"a": 0.1, "b": 0.0}, seed=8) for name in ("y", "z")])
    confirmation = fw.confirm(old, new)
    assert isinstance(confirmation, Confirmation)
    assert [(row.dataset, row.new_dataset) for row in confirmation.rows] == [("y", "y")]
    assert confirmation.untried == ("a over b on x",)


def test_answers_to_questions():
    """By the binomial test, whose p tells the error: 40 of 50 disagreements, and then 24 of 40."""
    old, new = (
        pd.DataFrame({"item": range(200), "a": [1] * (100 + wins) + [0] * (100 - wins)}).assign(
            b=[1] * 100 + [0] * wins + [1] * losses + [0] * (100 - wins - losses)
        )
        for wins, losses in ((40, 10), (24, 16))
    )
    (row,) = fw.confirm(old, new).rows
    # 4 points ahead, where 15 were, and its interval ends at 10.
    assert row.standing == "not confirmed"
    assert row.pvalue == pytest.approx(0.268188, abs=1e-6)  # twice the tail P(S >= 24) of 40 tosses, scipy.stats.binom


def test_refusals(first):
    same = fw.judge(scores("old", {"a": 0.0, "b": 0.0}))
    with pytest.raises(ValueError, match="calls no learner better"):
        fw.confirm(same, first)
    with pytest.raises(fw.SchemeMismatchError, match="same metric"):
        fw.confirm(first, fw.judge(scores("new", {"a": 0.1, "b": 0.0}, metric="f1"), metric="f1"))
    with pytest.raises(fw.SchemeMismatchError, match="nothing of a over b"):
        fw.confirm(first, fw.judge(scores("new", {"c": 0.1, "d": 0.0})))
    means = pd.DataFrame({"dataset": [f"d{k}" for k in range(9)], "a": 0.9, "b": np.linspace(0.5, 0.8, 9)})
    with pytest.raises(TypeError, match="scores of folds, or of examples"):
        fw.confirm(means, first)


def test_the_same_data_confirm_nothing():
    from sklearn.dummy import DummyClassifier
    from sklearn.naive_bayes import GaussianNB

    learners = {"nb": GaussianNB(), "guess": DummyClassifier()}
    one, two = (fw.compare(learners, fw.data.load("iris"), scheme="2x5", seed=seed) for seed in (1, 2))
    with pytest.raises(ValueError, match="on the same data, iris"):
        fw.confirm(one, two)
