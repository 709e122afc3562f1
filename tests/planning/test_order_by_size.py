"""Whether the order of learners is the same at every size of the training set."""

import json

import numpy as np
import pytest
from scipy import stats
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.naive_bayes import GaussianNB

import foldwise as fw
from foldwise.cli import main
from foldwise.lab import sources
from foldwise.planning import order_by_size

STEEP = sources.CrossingCurves(0.7)
PAIR = dict(zip(("bayes", "discriminants"), STEEP.learners, strict=True))


@pytest.fixture(scope="module")
def drawn():
    return STEEP.draw(np.random.default_rng(1))


@pytest.fixture(scope="module")
def found(drawn):
    return order_by_size(PAIR, *drawn, seed=1)


def example_differences(run):
    right = run.correct()[0].astype(float) - run.correct()[1]
    return right.mean(axis=0)


def test_by_hand(drawn, found):
    """Means of examples, and Student's limits over them, from runs of one's own."""
    runs = [fw.evaluate(PAIR, *drawn, scheme=scheme, seed=1) for scheme in ("5x2", "5x3", "2x10")]
    d = [example_differences(run) for run in runs]
    (pair,) = found.pairs
    assert pair.sizes == (150, 200, 270)
    assert pair.differences == pytest.approx([each.mean() for each in d])
    limits = [stats.t.interval(0.95, 299, each.mean(), stats.sem(each)) for each in d]
    assert pytest.approx(np.array(limits)) == np.array([pair.low, pair.high]).T
    change = d[2] - d[0]
    low, high = stats.t.interval(0.95, 299, change.mean(), stats.sem(change))
    assert (pair.change, pair.change_low, pair.change_high) == pytest.approx((change.mean(), low, high))
    assert pair.order == "changes"
    assert pair.depends_on_size


def test_from_runs_it_is_the_same(drawn, found):
    runs = [fw.evaluate(PAIR, *drawn, scheme=scheme, seed=1) for scheme in ("2x10", "5x2", "5x3")]
    assert order_by_size(runs).frame().equals(found.frame())


def test_the_same_order_at_every_size():
    found = order_by_size({"nb": fw.learners.NaiveBayes(), "c45": fw.learners.C45()}, fw.data.load("wine"), seed=1)
    assert found.pairs[0].order == "same"
    assert str(found).startswith("nb is ahead of c45 with 89, 119 and 160 examples.")


def test_open_where_nobody_is_ahead():
    X, y = sources.ExchangeableBlocks().draw(np.random.default_rng(1))
    blocks = dict(zip("ab", sources.ExchangeableBlocks().learners, strict=True))
    found = order_by_size(blocks, X, y, seed=1)
    assert found.pairs[0].order == "open"
    assert "open" in str(found)


def test_swapping_the_learners_mirrors_everything(drawn, found):
    turned = order_by_size(dict(reversed(PAIR.items())), *drawn, seed=1).pairs[0]
    (pair,) = found.pairs
    assert turned.differences == pytest.approx([-d for d in pair.differences])
    assert (turned.change_low, turned.change_high) == pytest.approx((-pair.change_high, -pair.change_low))
    assert turned.order == pair.order


def test_the_fitted_row_is_drawn_out_to_all_examples(found):
    last = found.frame().iloc[-1]
    assert (last["n_train"], bool(last["is_measured"])) == (300, False)
    assert last["low"] < last["difference"] < last["high"] < 0


def test_several_pairs_and_the_figure(drawn):
    three = {**PAIR, "more": LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.5)}
    found = order_by_size(three, *drawn, seed=1)
    assert len(found.pairs) == 3
    assert str(found).startswith("Of 3 pairs of learners: ")
    axes = fw.plot(found)
    assert axes.get_ylabel() == "difference in accuracy"
    assert len(fw.displays.OrderDisplay.from_order(found).frame()) == 12


def test_squared_errors_of_regressors():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(80, 30))
    y = X[:, 0] + rng.normal(size=80)
    found = order_by_size({"line": LinearRegression(), "ridge": Ridge(20.0)}, X, y, seed=1)
    assert found.metric.name == "neg_mean_squared_error"
    # With 40 examples and 30 attributes least squares are much worse, with 72 only worse.
    assert found.pairs[0].differences[0] < found.pairs[0].differences[-1] < 0


def test_the_document_is_plain(found):
    document = json.loads(json.dumps(found.document()))
    assert document["pairs"][0]["order"] == "changes"
    assert set(document["pairs"][0]["at_all_examples"]) == {"difference", "low", "high"}


class TestRefusals:
    def test_one_learner(self, drawn):
        with pytest.raises(ValueError, match="there is only nb"):
            order_by_size({"nb": GaussianNB()}, *drawn, seed=1)

    def test_no_mean_over_examples(self, drawn):
        with pytest.raises(ValueError, match="no mean over examples"):
            order_by_size(PAIR, *drawn, metric="f1", seed=1)

    def test_neither_data_nor_runs(self):
        with pytest.raises(TypeError, match=r"order_by_size\(learners, X, y\)"):
            order_by_size(PAIR)

    def test_runs_of_one_size(self, drawn):
        runs = [fw.evaluate(PAIR, *drawn, scheme="10", seed=seed) for seed in (1, 2)]
        with pytest.raises(fw.SchemeMismatchError, match="270 training examples are not more than 270"):
            order_by_size(runs)


class TestCommand:
    def test_it_prints_and_draws(self, tmp_path, capsys):
        plot = tmp_path / "sizes.png"
        words = ["sizes", "wine", "--learner", "nb", "--learner", "c45", "--seed", "1", "--quiet", "--plot", str(plot)]
        assert main(words) == 0
        assert "NaiveBayes is ahead of C45 with 89, 119 and 160 examples." in capsys.readouterr().out
        assert plot.stat().st_size > 1000

    def test_json(self, capsys):
        assert main(["sizes", "wine", "-l", "nb", "-l", "c45", "--seed", "1", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["schema"] == "foldwise.order-by-size/1"

    @pytest.mark.parametrize(
        ("words", "said"),
        [(["wine", "-l", "nb"], "two or more learners"), (["wine", "iris", "-l", "nb", "-l", "c45"], "one dataset")],
    )
    def test_refusals(self, words, said, capsys):
        assert main(["sizes", *words]) == 2
        assert said in capsys.readouterr().err
