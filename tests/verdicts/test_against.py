"""One learner against each of the others: the same numbers as all pairs have, in a family that is smaller."""

import json

import numpy as np
import pandas as pd
import pytest
from scipy.stats import wilcoxon as scipy_wilcoxon
from sklearn.base import BaseEstimator, ClassifierMixin

import foldwise as fw
from foldwise.displays import CriticalDifferenceDisplay, DatasetForestDisplay, PairMatrixDisplay
from foldwise.learners import C45, DiscretizedNaiveBayes, NaiveBayes, NearestNeighbor
from foldwise.reports import summary
from foldwise.stats import holm
from foldwise.verdicts import adjust_pvalues
from foldwise.verdicts.overall import Cells

LEARNERS = {"nb": NaiveBayes(), "c45": C45(), "nn": NearestNeighbor(), "dnb": DiscretizedNaiveBayes()}
# In the order given: "nn" stands after two of the others and before one.
AGAINST = "nn"
OTHERS = ["nb", "c45", "dnb"]
TURNED = {"a": "b", "b": "a"}


@pytest.fixture(scope="module")
def runs():
    datasets = [fw.data.load(name) for name in ("wine", "iris", "balance-scale")]
    return fw.evaluate(LEARNERS, datasets, scheme="5x10", seed=1)


@pytest.fixture(scope="module")
def answers(runs):
    return fw.judge(runs, against=AGAINST)


def by_pair(verdict):
    return {(row.dataset, row.a, row.b): row for row in verdict.comparisons}


@pytest.mark.parametrize(
    ("scheme", "test"),
    [
        ("5x10", None),
        ("5x10", "averaged_t"),
        ("5x2", "five_by_two_t"),
        ("5x2", "five_by_two_f"),
        ("10", "binomial"),
        ("10", "mcnemar"),
        ("10", "sign_flip"),
        ("resampled:10:0.2", None),
        ("holdout:0.33", None),
    ],
)
def test_every_number_of_a_pair_is_that_of_all_pairs(scheme, test):
    run = fw.evaluate(LEARNERS, fw.data.load("wine"), scheme=scheme, seed=1)
    everything = by_pair(fw.judge(run, test=test))
    chosen = fw.judge(run, test=test, against=AGAINST)
    assert [(row.a, row.b) for row in chosen.comparisons] == [(name, AGAINST) for name in OTHERS]
    for row in chosen.comparisons:
        same = everything.get((row.dataset, row.a, row.b))
        side = 1 if same is not None else -1
        same = everything[row.dataset, row.b, row.a] if same is None else same
        assert (row.pvalue, row.n_scores) == (same.pvalue, same.n_scores)
        assert row.estimate == side * same.estimate
        assert {row.score_a, row.score_b} == {same.score_a, same.score_b}
        assert row.standard_error == pytest.approx(same.standard_error, nan_ok=True, abs=0)
        limits = (same.low, same.high) if side > 0 else (-same.high, -same.low)
        assert (row.low, row.high) == pytest.approx(limits, nan_ok=True, abs=0)


@pytest.mark.parametrize("adjust", ["holm", "bonferroni", "sidak", "hommel", "benjamini_hochberg", "none"])
def test_the_family_is_one_smaller_than_the_learners_are(runs, adjust):
    verdict = fw.judge(runs[:1], against=AGAINST, adjust=adjust)
    pvalues = [row.pvalue for row in verdict.comparisons]
    assert verdict.family == 3
    assert [row.adjusted_pvalue for row in verdict.comparisons] == adjust_pvalues(pvalues, adjust, family=3)


def test_several_datasets_are_one_family_of_three_each(answers):
    pvalues = [row.pvalue for row in answers.comparisons]
    assert answers.family == len(pvalues) == 9
    assert [row.adjusted_pvalue for row in answers.comparisons] == pytest.approx(holm(pvalues), abs=0)
    assert "9 comparisons (3 pairs of learners on 3 datasets, each with nn)" in answers.details()


def test_over_datasets_wilcoxon_and_holm_are_of_three_pairs(answers):
    overall = answers.overall
    assert (overall.against, overall.family, len(overall.pairs)) == (AGAINST, 3, 3)
    means = overall.scores()
    for pair in overall.pairs:
        assert pair.b == AGAINST
        d = (means[pair.a] - means[AGAINST]).to_numpy()
        assert pair.pvalue == pytest.approx(scipy_wilcoxon(d, zero_method="pratt", method="exact").pvalue)
        assert pair.wins == (d > 0).sum()
    assert [pair.adjusted_pvalue for pair in overall.pairs] == pytest.approx(
        holm([pair.pvalue for pair in overall.pairs]), abs=0
    )


def test_what_single_datasets_say_belongs_to_its_pair(runs, answers):
    everything = fw.judge(runs, adjust="none").overall
    for number, pair in enumerate(fw.judge(runs, adjust="none", against=AGAINST).overall.pairs):
        same = everything.pair(pair.a, pair.b)
        side = 1 if same.a == pair.a else -1
        place = everything.pairs.index(same)
        own = answers.overall.cells.differences[number]
        assert own == pytest.approx(side * everything.cells.differences[place], abs=0)
        assert (pair.datasets_a, pair.least_a) == ((same.datasets_a, same.least_a), (same.datasets_b, same.least_b))[
            side < 0
        ]


def means():
    scores = {"tree": [0.7, 0.8, 0.6, 0.9, 0.7, 0.8], "rule": [0.6, 0.7, 0.6, 0.8, 0.6, 0.7]}
    return pd.DataFrame({"dataset": list("abcdef"), **scores, "forest": [0.75, 0.84, 0.63, 0.92, 0.76, 0.87]})


def test_a_table_of_scores_and_its_win_tie_loss_are_against_it():
    table = means()
    overall = fw.judge(table, metric="accuracy", against="forest")
    assert [(pair.a, pair.winner, pair.pvalue, pair.adjusted_pvalue) for pair in overall.pairs] == [
        ("tree", None, 0.03125, 0.0625),
        ("rule", None, 0.03125, 0.0625),
    ]
    greater = fw.judge(table, metric="accuracy", against="rule", alternative="greater")
    assert greater.pair("forest", "rule").pvalue == 0.015625
    assert str(greater).startswith("2 learners against rule over 6 datasets: all of them are better.")
    assert overall.win_tie_loss().split()[:2] == ["dataset", "forest"]
    with pytest.raises(ValueError, match="'forest', with which each other was compared, got 'tree'"):
        overall.win_tie_loss("tree")
    with pytest.raises(KeyError, match="each compared with 'forest' only"):
        overall.pair("tree", "rule")


class TestItems:
    def frame(self):
        rng = np.random.default_rng(0)
        right = {name: rng.random(200) < share for name, share in (("a", 0.7), ("b", 0.6), ("c", 0.5))}
        return pd.concat(
            pd.DataFrame({"item": range(200), "learner": name, "score": values.astype(int)})
            for name, values in right.items()
        )

    def test_pairs_and_family(self):
        everything = by_pair(fw.judge(self.frame(), metric="accuracy"))
        verdict = fw.judge(self.frame(), metric="accuracy", against="b")
        assert [(row.a, row.b) for row in verdict.comparisons] == [("a", "b"), ("c", "b")]
        first, second = verdict.comparisons
        assert first.pvalue == everything[first.dataset, "a", "b"].pvalue
        assert second.pvalue == everything[first.dataset, "b", "c"].pvalue
        assert second.estimate == -everything[first.dataset, "b", "c"].estimate
        assert verdict.family == 2
        assert str(verdict).startswith("2 learners against b on ")
        assert summary(verdict)["against"] == "b"


class TestSettled:
    def test_only_these_pairs_decide_when_it_ends(self):
        """Between "twin" and its copy nothing ever settles by itself; against "nb" nobody asks."""
        data, settled = fw.data.load("wine"), fw.Settled(max_repeats=30)
        verdict = fw.compare(LEARNERS, data, scheme=settled, seed=1, against="nb")
        assert [(row.a, row.b) for row in verdict.comparisons] == [(name, "nb") for name in ("c45", "nn", "dnb")]
        assert (verdict.family, verdict.against) == (3, "nb")
        everything = by_pair(fw.compare(LEARNERS, data, scheme=settled, seed=1))
        fits = sum(row.settlement.n_repeats for row in verdict.comparisons)
        assert fits <= sum(row.settlement.n_repeats for row in everything.values())
        for row in verdict.comparisons:
            same = everything[row.dataset, "nb", row.a]
            if same.settlement.n_repeats == row.settlement.n_repeats:
                assert (row.pvalue, row.estimate) == (same.pvalue, -same.estimate)

    @pytest.mark.parametrize("options", [{"strict": True, "max_fits": 260}, {"guard": True, "max_fits": 300}])
    def test_other_forms(self, options):
        data, three = fw.data.load("iris"), {name: LEARNERS[name] for name in ("nb", "c45", "nn")}
        settled = fw.Settled(**options)
        verdict = fw.compare(three, data, scheme=settled, seed=1, against="c45")
        everything = by_pair(fw.compare(three, data, scheme=settled, seed=1))
        assert [(row.a, row.b) for row in verdict.comparisons] == [("nb", "c45"), ("nn", "c45")]
        for row in verdict.comparisons:
            same = everything.get((row.dataset, row.a, row.b)) or everything[row.dataset, row.b, row.a]
            if same.settlement.n_repeats == row.settlement.n_repeats:
                assert row.pvalue == pytest.approx(same.pvalue, rel=1e-12)

    def test_a_report_of_it_is_verified(self, tmp_path):
        data = fw.data.load("wine")
        verdict = fw.compare(LEARNERS, data, scheme=fw.Settled(max_repeats=10), seed=1, against="nn")
        path = fw.report(verdict, tmp_path / "verdict.json")
        assert not fw.reports.verify(path).disagreements


def test_words_name_it(runs):
    one = fw.judge(runs[2], against=AGAINST)
    assert str(one).startswith("3 learners against nn on balance-scale: nb is better; nn is better than c45 and dnb.")
    assert one.methods().startswith("nb, c45 and dnb were each compared with nn by accuracy on balance-scale")
    greater = fw.judge(runs[2], against=AGAINST, alternative="greater")
    assert str(greater).startswith(
        "3 learners against nn on balance-scale: nb is better; that c45 and dnb are better is not shown."
    )
    assert "one-sided (is it better than nn?)" in greater.details()
    less = fw.judge(runs[2], against=AGAINST, alternative="less")
    assert str(less).startswith(
        "3 learners against nn on balance-scale: nn is better than c45 and dnb; that it is better than nb is not shown."
    )
    assert "one-sided (is nn better?)" in str(less)


def test_two_learners_are_the_ordinary_pair_turned(runs):
    two = fw.judge(fw.evaluate({name: LEARNERS[name] for name in ("nb", "c45")}, fw.data.load("iris"), seed=1))
    run = two.runs[0]
    turned = fw.judge(run, against="nb")
    assert str(turned) == str(fw.judge(run))
    assert turned.comparisons[0].estimate == -two.comparisons[0].estimate


def test_a_panel_has_only_these_pairs(runs):
    panel = fw.judge(runs[0], test="all", against=AGAINST)
    assert {(a, b) for _, a, b in panel.by_comparison()} == {(name, AGAINST) for name in OTHERS}
    assert {verdict.family for verdict in panel.verdicts} == {3}
    assert summary(panel)["against"] == AGAINST


def test_executions_of_a_procedure_have_only_these_pairs():
    procedure = fw.Procedure("10", against="nb", adjust="holm")
    assert str(procedure) == "Procedure(KFold(10), adjust='holm', against='nb')"
    found = fw.replicate(LEARNERS, fw.data.load("iris"), procedure=procedure, n=2, seed=1)
    assert found.pairs == (("c45", "nb"), ("nn", "nb"), ("dnb", "nb"))


class Absent(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        self.classes_ = np.unique(y)
        if X.shape[1] == 4:
            raise RuntimeError("not on four attributes")
        return self

    def predict(self, X):
        return np.repeat(self.classes_[0], len(X))


def test_where_it_has_no_score_nothing_is_compared():
    learners, datasets = {"nb": NaiveBayes(), "odd": Absent(), "nn": NearestNeighbor()}, ["wine", "iris", "wdbc"]
    verdict = fw.compare(learners, [fw.data.load(name) for name in datasets], scheme="5", seed=1, against="odd")
    assert [row.dataset for row in verdict.comparisons] == ["wine", "wine", "wdbc", "wdbc"]
    assert (verdict.family, verdict.overall.family) == (4, 2)
    with pytest.raises(fw.FoldwiseError, match="fits failed on iris"):
        fw.compare(learners, fw.data.load("iris"), scheme="5", seed=1, against="odd")


@pytest.mark.parametrize(
    ("against", "message"),
    [
        ("c54", r"against must be one of 'nb', 'c45', 'nn', 'dnb', got 'c54'. Did you mean 'c45'\?"),
        ("svm", r"against must be one of 'nb', 'c45', 'nn', 'dnb', got 'svm'\.$"),
    ],
)
def test_an_unknown_name_is_refused_before_anything_is_fitted(against, message):
    with pytest.raises(ValueError, match=message):
        fw.compare({**LEARNERS}, fw.data.load("iris"), against=against)


def test_what_is_no_name_is_refused(runs):
    with pytest.raises(TypeError, match="against must be the name of a learner, got 2 of type int"):
        fw.judge(runs, against=2)
    one = fw.evaluate({"nb": NaiveBayes()}, fw.data.load("iris"), scheme="5", seed=1)
    with pytest.raises(ValueError, match="compares the other learners with nb, but there are no others"):
        fw.judge(one, against="nb")


class TestReports:
    def test_the_document_has_it(self, answers):
        document = summary(answers)
        assert (document["against"], document["overall"]["against"]) == (AGAINST, AGAINST)
        assert document["overall"]["win_tie_loss"]["learner"] == AGAINST

    def test_every_format_says_it_and_documents_are_verified(self, answers, tmp_path):
        for ending in ("html", "md", "tex"):
            text = fw.report(answers, tmp_path / f"report.{ending}").read_text(encoding="utf-8")
            assert "3 learners against nn on 3 datasets" in text
        assert "against=&#39;nn&#39;" in (tmp_path / "report.html").read_text(encoding="utf-8")
        for result in (answers, fw.judge(means(), metric="accuracy", against="forest"), self.panel(answers)):
            path = fw.report(result, tmp_path / "report.json")
            assert not fw.reports.verify(path).disagreements

    def panel(self, answers):
        return fw.judge(answers.runs[0], test="all", against=AGAINST)

    def test_a_document_of_before_is_of_all_pairs(self, runs, tmp_path):
        path = tmp_path / "old.json"
        document = json.loads(json.dumps(summary(fw.judge(runs[0]))))
        del document["against"]
        path.write_text(json.dumps(document), encoding="utf-8")
        assert not fw.reports.verify(path).disagreements


class TestFigures:
    def test_the_bar_joins_neighbours_that_are_not_told_from_it(self, answers):
        """Learners among themselves were not compared: a bar of two others would say what nobody asked."""
        rows = [[0.9, 0.8, 0.7, 0.6]] * 4 + [[0.8, 0.9, 0.7, 0.6]] * 4 + [[0.9, 0.7, 0.8, 0.6]] * 4
        table = pd.DataFrame(rows, columns=list("wxyz")).assign(dataset=[f"d{i}" for i in range(12)])
        table[list("wxyz")] += np.arange(48).reshape(12, 4) % 7 / 1000
        overall = fw.judge(table, metric="accuracy", against="x")
        assert [overall.pair(name, "x").winner for name in "wyz"] == [None, None, "x"]
        display = CriticalDifferenceDisplay.from_overall(overall)
        assert display.bars() == [("w", "x", "y")]
        assert "not told from x" in " ".join(display.plot().get_xlabel().split())

    def test_matrix_and_forest_have_what_was_compared(self, answers):
        overall = answers.overall
        assert len(PairMatrixDisplay.from_overall(overall).frame()) == 6
        assert AGAINST in {
            DatasetForestDisplay.from_verdict(answers).pair.b,
            DatasetForestDisplay.from_overall(overall).pair.a,
        }


def test_the_pairs_of_a_table_are_those_of_one_learner():
    cells = Cells.of_scores(np.eye(3) + 0.5, list("abc"), list("xyz"), against="b")
    assert cells.pairs == [(0, 1), (2, 1)]
    assert cells.differences.tolist() == [[1.0, -1.0, 0.0], [0.0, -1.0, 1.0]]
