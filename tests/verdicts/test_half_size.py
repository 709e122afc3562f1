"""Tests on halves of the examples, held against a run that was trained on more of them."""

import numpy as np
import pytest
from scipy import stats
from sklearn.linear_model import LinearRegression, Ridge

import foldwise as fw
from foldwise.lab import sources

STEEP = sources.CrossingCurves(0.7)
NAMES = ("bayes", "discriminants")


def runs_of(source, *schemes, seed=1, groups=None):
    X, y = source.draw(np.random.default_rng(seed))
    learners = dict(zip(NAMES, source.learners, strict=True))
    return [fw.evaluate(learners, X, y, scheme=scheme, seed=seed, groups=groups) for scheme in schemes]


@pytest.fixture(scope="module")
def steep():
    return runs_of(STEEP, "5x2", "10")


def codes(verdict):
    return {caveat.code for row in verdict.comparisons for caveat in row.caveats}


def message(verdict, code):
    return next(each.message for row in verdict.comparisons for each in row.caveats if each.code == code)


def test_by_hand(steep):
    """The change of each example, its mean, and Student's interval at .99 over the examples."""
    half, ten = steep
    right = [run.correct()[0].astype(float) - run.correct()[1] for run in (half, ten)]
    change = right[1].mean(axis=0) - right[0].mean(axis=0)
    low, high = stats.t.interval(0.99, 299, change.mean(), stats.sem(change))
    said = message(fw.judge(half, whole=ten), "size_dependent")
    assert f"the change is {change.mean():.3f} (99% interval {low:.3f} to {high:.3f})" in said
    assert "bayes is 0.047 ahead in accuracy with 150 training examples" in said
    assert "discriminants is 0.050 ahead in accuracy with 270 training examples" in said
    assert said.startswith("The order is another one")


@pytest.mark.parametrize("test", ["five_by_two_t", "five_by_two_f", "averaged_t"])
def test_every_test_on_halves_says_it(steep, test):
    half, ten = steep
    with_whole = fw.judge(half, test=test, whole=ten)
    assert "size_dependent" in codes(with_whole)
    assert "half_size" not in {caveat.code for caveat in with_whole.caveats}
    # The numbers are what they were.
    assert with_whole.comparisons[0].pvalue == fw.judge(half, test=test).comparisons[0].pvalue


def test_without_it_what_cannot_be_seen_is_said(steep):
    half, ten = steep
    (unseen,) = [each for each in fw.judge(half).caveats if each.code == "half_size"]
    assert "cannot be seen" in unseen.message
    assert "half_size" not in {each.code for each in fw.judge(ten).caveats}


def test_where_nothing_changes_that_is_said_with_its_numbers():
    half, ten = runs_of(sources.ExchangeableBlocks(), "5x2", "10", seed=3)
    verdict = fw.judge(half, whole=ten)
    assert "size_dependent" not in codes(verdict)
    assert "no other difference is seen with more" in message(verdict, "half_size")


def test_a_panel(steep):
    half, ten = steep
    assert all("size_dependent" in codes(verdict) for verdict in fw.judge(half, test="all", whole=ten).verdicts)


def test_groups_count_as_one_each():
    groups = np.arange(300) // 10
    half, ten = runs_of(STEEP, "5x2", "10", groups=groups)
    right = [run.correct()[0].astype(float) - run.correct()[1] for run in (half, ten)]
    change = right[1].mean(axis=0) - right[0].mean(axis=0)
    sums = np.bincount(groups, change - change.mean())
    half_width = stats.t.ppf(0.995, 29) * np.sqrt(30 / 29 * (sums**2).sum()) / 300
    low, high = change.mean() - half_width, change.mean() + half_width
    said = message(fw.judge(half, whole=ten), "size_dependent" if high < 0 else "half_size")
    assert f"(99% interval {low:.3f} to {high:.3f})" in said


def test_squared_errors():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(60, 28))
    y = X[:, 0] + rng.normal(size=60)
    learners = {"line": LinearRegression(), "ridge": Ridge(20.0)}
    how = {"seed": 1, "metric": "neg_mean_squared_error"}
    half, ten = (fw.evaluate(learners, X, y, scheme=scheme, **how) for scheme in ("5x2", "10"))
    # Twenty-eight attributes and thirty examples: least squares are hopeless on halves.
    assert "size_dependent" in codes(fw.judge(half, whole=ten))


class TestRefusals:
    @pytest.mark.parametrize("whole", ["x", 3, [1]])
    def test_what_is_no_run(self, steep, whole):
        with pytest.raises(TypeError, match="whole must be a Run, or one for each dataset, got"):
            fw.judge(steep[0], whole=whole)

    def test_other_examples(self, steep):
        with pytest.raises(fw.SchemeMismatchError, match=r"same examples.*targets on data differ"):
            fw.judge(steep[0], whole=runs_of(STEEP, "10", seed=2)[0])

    def test_fewer_examples_to_train_on(self, steep):
        with pytest.raises(fw.SchemeMismatchError, match="150 training examples are not more than 270"):
            fw.judge(steep[1], whole=steep[0])

    def test_another_learner(self, steep):
        half, _ = steep
        X, y = STEEP.draw(np.random.default_rng(1))
        other = fw.evaluate({"bayes": STEEP.learners[0], "other": STEEP.learners[1]}, X, y, scheme="10", seed=1)
        with pytest.raises(fw.SchemeMismatchError, match="discriminants is not in it"):
            fw.judge(half, whole=other)

    def test_a_metric_that_is_no_mean(self, steep):
        with pytest.raises(fw.SchemeMismatchError, match="no mean over examples"):
            fw.judge(steep[0], whole=steep[1], metric="f1")


def test_5x2_may_call_the_learner_better_that_is_worse_with_all_examples():
    """Of forty datasets on which discriminants are five points ahead with 270 examples, 5x2 never calls them better."""
    winners, flagged = [], 0
    for seed in range(40):
        half, ten = runs_of(STEEP, "5x2", "10", seed=seed)
        verdict = fw.judge(half, test="five_by_two_f", whole=ten)
        winners.append(verdict.comparisons[0].winner)
        flagged += "size_dependent" in codes(verdict)
    assert "discriminants" not in winners
    assert winners.count("bayes") >= 3
    assert flagged >= 36
