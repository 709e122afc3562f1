"""Judging what a store keeps: the same verdicts, without fitting, and a record of every try."""

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise import StoreError
from foldwise.cli import main
from foldwise.data import load
from foldwise.evaluation import evaluate
from foldwise.store import Store
from foldwise.verdicts import compare, judge

LEARNERS = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0), "guess": DummyClassifier()}


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """A store with one study, and its runs."""
    path = tmp_path_factory.mktemp("store") / "study.db"
    return path, evaluate(LEARNERS, [load("iris"), load("wine")], scheme="3x4", seed=1, store=path)


@pytest.fixture
def store(template, tmp_path):
    path = tmp_path / "study.db"
    path.write_bytes(template[0].read_bytes())
    return path


@pytest.mark.parametrize("options", [{}, {"test": "averaged_t"}, {"metric": "f1_macro", "rope": 0.02}], ids=str)
def test_the_same_verdict_without_fitting(template, store, options):
    fresh, stored = judge(template[1], **options), judge(store, **options)
    assert stored.details() == fresh.details()
    assert stored.frame().equals(fresh.frame())


def test_a_store_given_by_text_or_open(store):
    with Store(store) as opened:
        assert judge(opened, test="averaged_t").details() == judge(str(store), test="averaged_t").details()


def test_a_test_of_counts_is_kept_with_its_four_numbers(template, tmp_path):
    """Right and wrong answers of the one partition, counted by hand from the run."""
    run = evaluate(LEARNERS, load("wine"), scheme="4", seed=1, store=tmp_path / "one.db")
    bayes, tree = (run.correct()[place, 0] for place in (0, 1))
    judge(tmp_path / "one.db", test="binomial")
    with Store(tmp_path / "one.db", writes=False) as opened:
        found = opened.judgements()[0].findings[0]
    by_hand = [(bayes & tree).sum(), (bayes & ~tree).sum(), (~bayes & tree).sum(), (~bayes & ~tree).sum()]
    assert [found[name] for name in ("both_right", "only_a", "only_b", "both_wrong")] == by_hand
    assert sum(by_hand) == 178


def test_every_other_test_is_a_try_that_the_next_verdict_tells_of(store):
    assert "judged_before" not in codes(judge(store))
    assert "judged_before" not in codes(judge(store))  # the same again is no other try
    third = judge(store, metric="f1_macro")
    assert "judged_before" in codes(third)
    assert "1 time (corrected_repeated_kfold_t by accuracy)" in third.details()
    panel = judge(store, test="all")
    assert "judged_before" in {caveat.code for caveat in panel.caveats}
    with Store(store, writes=False) as opened:
        kept = opened.judgements()
    tests = [(each.terms["test"], each.terms["metric"]) for each in kept]
    assert tests[:2] == [("corrected_repeated_kfold_t", "accuracy"), ("corrected_repeated_kfold_t", "f1_macro")]
    assert len(tests) == len(set(tests)) == 1 + len(panel.verdicts)  # the first was in the panel, too
    assert kept[1].findings[0]["pvalue"] == third.comparisons[0].pvalue


def codes(verdict):
    return {caveat.code for caveat in verdict.caveats}


def test_some_learners_in_an_order_of_ones_own(store):
    verdict = judge(store, learners=["guess", "bayes"])
    assert [(row.a, row.b) for row in verdict.comparisons] == [("guess", "bayes")] * 2
    alone = judge(store, learners=["tree"])
    assert np.isfinite([row.score for row in alone.rows]).all()
    with pytest.raises(ValueError, match="There is no learner 'forest' on iris"):
        judge(store, learners=["forest"])
    with pytest.raises(ValueError, match="may be named once"):
        judge(store, learners=["tree", "tree"])


def test_what_a_store_cannot_be_told(store):
    with pytest.raises(ValueError, match="a store knows its own"):
        judge(store, scheme="10x10")
    with pytest.raises(StoreError, match="has no study 'second'"):
        judge(store, study="second")
    with pytest.raises(ValueError, match="no store was given"):
        judge([], study="second")


def test_numbers_of_numpy_are_terms_as_well(store):
    judge(store, alpha=np.float32(0.25), rope=np.float32(0.5), tries=np.int64(3))
    with Store(store, writes=False) as opened:
        (kept,) = opened.judgements()
    assert (kept.terms["alpha"], kept.terms["rope"], kept.terms["tries"]) == (0.25, 0.5, 3)


def test_another_split_of_the_same_data_is_a_try_and_other_data_are_none(tmp_path):
    path = tmp_path / "x.db"
    iris, wine = load("iris"), load("wine")
    compare(LEARNERS, iris.X, iris.y, scheme="2x3", seed=1, store=path)
    judge(path)
    compare(LEARNERS, wine.X, wine.y, scheme="2x3", seed=1, store=path)  # also called data
    assert "judged_before" not in codes(judge(path))
    compare(LEARNERS, wine.X, wine.y, scheme="2x3", seed=2, store=path)
    assert "judged_before" in codes(judge(path))


def test_a_metric_of_ones_own_is_not_taken_for_another_of_its_name(tmp_path):
    def precision(truth, predicted):
        return float(len(predicted))

    path = tmp_path / "x.db"
    compare(LEARNERS, load("iris"), scheme="2x3", seed=1, metric=precision, store=path)
    with pytest.raises(
        ValueError, match=r"'precision' cannot score .* a function of your own, which a store does not keep"
    ):
        judge(path)
    assert judge(path, metric="accuracy").metric.name == "accuracy"


def test_a_store_that_may_not_be_written_is_judged_all_the_same(store, monkeypatch):
    monkeypatch.setattr("os.access", lambda *_: False)
    assert judge(store).comparisons[0].dataset == "iris"
    with Store(store, writes=False) as opened:
        assert opened.judgements() == []


def test_compare_by_way_of_a_store(tmp_path):
    path = tmp_path / "wine.db"
    plain = compare(LEARNERS, load("wine"), scheme="2x5", seed=3)
    assert compare(LEARNERS, load("wine"), scheme="2x5", seed=3, store=path).details() == plain.details()
    assert judge(path).details() == plain.details()
    with Store(path, writes=False) as opened:
        assert len(opened.judgements()) == 1
    assert "judged_before" in codes(judge(path, test="averaged_t"))


def test_the_command_line(tmp_path, capsys):
    path = str(tmp_path / "x.db")
    words = ["compare", "iris", "-l", "nb", "-l", "c45", "--scheme", "2x5", "--seed", "1", "--quiet"]
    assert main([*words, "--store", path]) == 0
    first = capsys.readouterr().out
    assert main([*words, "--store", path]) == 0
    assert capsys.readouterr().out == first
    assert main(["judge", path]) == 0
    assert capsys.readouterr().out == first
    assert main(["judge", path, "--study", "other"]) == 2
    assert capsys.readouterr().err == f"error: {path} has no study 'other'. It has: 'run of iris'.\n"
    assert main(["judge", path, "--column", "score=x"]) == 2
    assert "a store knows its own" in capsys.readouterr().err
    assert main([*words, "--store", str(tmp_path)]) == 2
    assert "is a folder" in capsys.readouterr().err


def test_a_store_of_a_settled_comparison_says_that_repeats_were_added(tmp_path, store):
    path = tmp_path / "settled.db"
    compare({name: LEARNERS[name] for name in ("bayes", "guess")}, load("iris"), seed=1, store=path)
    again = judge(path)
    assert "repeats_added" in codes(again)
    assert "repeats were added until another verdict was settled: rely on that one" in str(again)
    assert "repeats_added" not in codes(judge(store))
