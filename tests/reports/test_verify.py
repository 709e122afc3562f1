"""Verdicts recomputed from their documents: what agrees, what was changed, what cannot be known."""

import copy
import json
from hashlib import sha256

import numpy as np
import pandas as pd
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import foldwise as fw
from foldwise.reports import report, summary, verify
from foldwise.splits import RepeatedKFold

LEARNERS = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0), "guess": DummyClassifier()}


@pytest.fixture(scope="module")
def several():
    """Three learners on two datasets, of which wine has folds of different sizes."""
    return fw.compare(LEARNERS, [fw.data.load("iris"), fw.data.load("wine")], scheme="2x5", seed=1, rope=0.01)


@pytest.fixture(scope="module")
def document(several):
    return json.loads(json.dumps(summary(several)))


@pytest.fixture(scope="module")
def items():
    rng = np.random.default_rng(1)
    rows = [(m, i, float(rng.random() < p)) for m, p in (("gpt", 0.8), ("phi", 0.5)) for i in range(60)]
    return pd.DataFrame(rows, columns=["model", "item", "score"])


def content(value):
    """What a seal is of, by hand: all but how fast and where a document was computed."""
    if isinstance(value, list):
        return [content(each) for each in value]
    if not isinstance(value, dict):
        return value
    aside = {"seal", "timings", "environment"} if "schema" in value else set()
    return {key: content(each) for key, each in value.items() if key not in aside}


def changed(document, *path, to):
    """A copy with another value at one place, and with the seal that goes with it."""
    copied = copy.deepcopy(document)
    place = copied
    for key in path[:-1]:
        place = place[key]
    assert place[path[-1]] != to
    place[path[-1]] = to
    text = json.dumps(content(copied), sort_keys=True, separators=(",", ":"))
    copied["seal"]["hash"] = sha256(text.encode()).hexdigest()
    return copied


def judged(name, **options):
    return summary(fw.judge(fw.evaluate(LEARNERS, fw.data.load(name), scheme="5", seed=2, **options)))


def fields(found):
    return {each.field for each in found.disagreements}


def test_an_untouched_document_agrees(several, document, tmp_path):
    found = verify(report(several, tmp_path / "out.json"))
    assert found.agrees
    assert found.seal == "agrees"
    assert found.checked == ("6 comparisons by corrected_repeated_kfold_t, from the scores in the document",)
    assert found.not_checked[-1] == "words, caveats and forecasts, which only the seal covers"
    assert str(found).startswith("out.json agrees with what was recomputed.")


@pytest.mark.parametrize(
    ("path", "to", "field"),
    [
        (("comparisons", 0, "pvalue"), 0.01, "pvalue"),
        (("comparisons", 0, "adjusted_pvalue"), 0.04, "adjusted_pvalue"),
        (("comparisons", 1, "low"), 0.5, "low"),
        (("comparisons", 0, "decision"), "a", "decision"),
        (("comparisons", 0, "winner"), "nb", "winner"),
        (("comparisons", 1, "estimate"), 0.7, "estimate"),
        (("comparisons", 1, "n_scores"), 100, "n_scores"),
        (("comparisons", 1, "statistic"), 9.0, "statistic"),
        (("comparisons", 2, "p_rope"), 0.5, "p_rope"),
        (("comparisons", 3, "pooled_estimate"), 0.5, "pooled_estimate"),
        (("runs", 0, "learners", 0, "mean_score"), 0.99, "mean_score"),
        (("runs", 1, "learners", 0, "scores", 0, 0), 0.5, "pvalue"),
        (("family",), 5, "family"),
        (("alpha",), 0.1, "low"),
        (("overall", "pairs", 0, "estimate"), 0.5, "estimate"),
        (("overall", "pairs", 0, "pvalue"), 0.001, "pvalue"),
        (("overall", "learners", 0, "mean_rank"), 1.1, "mean_rank"),
        (("overall", "best"), "nb", "best"),
    ],
)
def test_a_number_that_was_changed_is_found_even_under_a_new_seal(document, path, to, field):
    found = verify(changed(document, *path, to=to))
    assert found.seal == "agrees"
    assert not found.agrees
    assert field in fields(found)


def test_an_answer_over_datasets_with_folds_behind_it_agrees_by_itself_and_with_its_folds(several, tmp_path):
    path = report(several.overall, tmp_path / "over.json")
    alone = verify(path)
    assert alone.agrees
    assert alone.checked == ("3 pairs over datasets, from the table in the document",)
    assert alone.not_checked[0].startswith("tests of single datasets")
    document = summary(several.overall)
    for key, to in (("least_a", 5), ("datasets_b", ["moon"]), ("pvalue", 0.5)):
        assert key in fields(verify(changed(document, "pairs", 0, key, to=to)))
    rows = [
        (name, learner, fold, 0.8 + number / 50 + fold % 3 / 90 + int(name[1]) % 3 / 70)
        for name in ("d1", "d2", "d3", "d4", "d5", "d6")
        for number, learner in enumerate(("worst", "middle", "best"))
        for fold in range(10)
    ]
    folds = tmp_path / "folds.csv"
    pd.DataFrame(rows, columns=["dataset", "learner", "fold", "accuracy"]).to_csv(folds, index=False)
    path = report(fw.judge(folds).overall, tmp_path / "over.json")
    assert verify(path).agrees
    assert verify(path, data=folds).agrees


def test_an_edit_without_a_new_seal_is_found_even_in_words(document):
    edited = {**document, "headline": "tree is best."}
    found = verify(edited)
    assert (found.seal, found.agrees, found.disagreements) == ("does not agree", False, ())
    assert "the document was edited after it was written" in str(found)
    # How fast, and where, is not sealed.
    assert verify({**document, "timings": [], "environment": {}}).agrees


def test_documents_from_before_there_were_seals(document):
    old = copy.deepcopy(document)
    old.pop("seal")
    for run in old["runs"]:
        run["design"].pop("fold_sizes")
    found = verify(old)
    assert found.seal == "none"
    # What weighs folds by their sizes is not known of wine any more.
    assert found.agrees, str(found)
    assert "what weighs folds by their sizes, which the document does not hold" in found.not_checked


def test_the_seal_is_the_same_however_it_was_computed():
    assert judged("iris")["seal"] == judged("iris", sharing=False)["seal"] != judged("wine")["seal"]


@pytest.mark.parametrize("scheme", ["5x2", "10", "3x4", "resampled:12:0.2", "holdout:0.4"])
def test_every_test_of_a_design_agrees_with_its_store_and_what_reads_scores_without(tmp_path, scheme):
    run = fw.evaluate(LEARNERS, fw.data.load("wine"), scheme=scheme, seed=2, store=tmp_path / "w.db")
    panel = summary(fw.judge(run, test="all", adjust="hommel"))
    found = verify(panel)
    assert found.agrees, str(found)
    stored = verify(panel, store=tmp_path / "w.db")
    assert stored.agrees, str(stored)
    # The store has predictions: every test is recomputed from it.
    assert not any(" itself: " in each for each in stored.not_checked)
    assert len(stored.checked) == len(panel["tests"]) + 1


def test_a_store_tells_scores_that_were_changed(tmp_path):
    run = fw.evaluate(LEARNERS, fw.data.load("iris"), scheme="3x5", seed=2, store=tmp_path / "i.db")
    document = summary(fw.judge(run))
    rows = document["runs"][0]["learners"][0]["scores"]
    found = verify(changed(document, "runs", 0, "learners", 0, "scores", to=rows[::-1]), store=tmp_path / "i.db")
    assert fields(found) == {"scores"}
    with pytest.raises(fw.StoreError, match=r"i.db holds not the folds of this document \(these data split in another"):
        verify(judged("iris"), store=tmp_path / "i.db")
    with pytest.raises(fw.StoreError, match="no study on these data"):
        verify(judged("wine"), store=tmp_path / "i.db")


def test_nothing_is_written_to_the_store(tmp_path):
    from foldwise.store import Store

    run = fw.evaluate(LEARNERS, fw.data.load("iris"), scheme="5", seed=2, store=tmp_path / "i.db")
    verify(summary(fw.judge(run)), store=tmp_path / "i.db")
    with Store(tmp_path / "i.db", writes=False) as store:
        assert store.judgements() == []


def test_the_data_are_compared_by_their_fingerprint(several, document):
    assert "the content of wine, by its fingerprint" in verify(document, data="wine").checked
    found = verify(changed(document, "runs", 1, "dataset", "fingerprint", to="0" * 32), data=["iris", "wine"])
    assert fields(found) == {"fingerprint"}
    with pytest.raises(fw.DataFormatError, match="wdbc is called 'wdbc', and the document is about 'iris', 'wine'"):
        verify(document, data="wdbc")


def test_settled_verdicts():
    few = {name: LEARNERS[name] for name in ("nb", "tree")}
    settled = summary(fw.compare(few, fw.data.load("wine"), seed=1, scheme=fw.Settled(max_repeats=10)))
    found = verify(settled)
    assert found.agrees, str(found)
    assert found.checked == ("1 comparison by corrected_repeated_kfold_t, from the scores in the document",)
    assert "pvalue" in fields(verify(changed(settled, "comparisons", 0, "pvalue", to=0.9)))


def test_guarded_ones_are_checked_as_far_as_the_document_goes():
    few = {name: LEARNERS[name] for name in ("nb", "tree")}
    scheme = fw.Settled(guard=True, max_fits=400)
    guarded = summary(fw.compare(few, fw.data.load("iris"), seed=1, scheme=scheme))
    found = verify(guarded)
    assert found.agrees, str(found)
    assert "two-fold repeats or halvings, which a document does not hold" in found.not_checked[0]
    assert "pvalue" in fields(verify(changed(guarded, "comparisons", 0, "pvalue", to=1e-9)))


def test_scores_from_elsewhere_with_gaps_and_their_file(tmp_path):
    rng = np.random.default_rng(3)
    rows = [
        (dataset, learner, repeat, fold, rng.normal(0.8 + 0.02 * (learner == "b"), 0.02))
        for dataset in ("one", "two", "three")
        for learner in "abc"
        for repeat in range(3)
        for fold in range(4)
        if (dataset, learner) != ("two", "c")
    ]
    table = pd.DataFrame(rows, columns=["dataset", "learner", "repeat", "fold", "accuracy"])
    table.to_csv(tmp_path / "s.csv", index=False)
    verdict = summary(fw.judge(table, alternative="greater", adjust="bonferroni", tries=20))
    assert verify(verdict).agrees, str(verify(verdict))
    assert verify(verdict, data=tmp_path / "s.csv").agrees
    table.assign(accuracy=table["accuracy"].round(2)).to_csv(tmp_path / "s.csv", index=False)
    assert "statistic" in fields(verify(verdict, data=tmp_path / "s.csv"))


def test_folds_that_failed():
    rows = [(name, fold, 0.8 + fold / 100 + 0.01 * (name == "b")) for name in "ab" for fold in range(8)]
    table = pd.DataFrame(rows[:-1], columns=["learner", "fold", "accuracy"])
    document = summary(fw.judge(table, allow_partial=True))
    assert verify(document).agrees
    assert document["comparisons"][0]["n_scores"] == 7


def test_items(items, tmp_path):
    document = summary(fw.judge(items))
    found = verify(document)
    assert found.agrees, str(found)
    assert found.not_checked[0].startswith("estimates and standard errors, which take the scores of items")
    assert fields(verify(changed(document, "comparisons", 0, "items", "wins", to=20))) == {"pvalue"}
    items.to_csv(tmp_path / "i.csv", index=False)
    assert verify(document, data=tmp_path / "i.csv").agrees
    assert "estimate" in fields(
        verify(changed(document, "comparisons", 0, "estimate", to=0.5), data=tmp_path / "i.csv")
    )
    graded = summary(fw.judge(items.assign(score=items["score"] + items["item"] / 100)))
    assert verify(graded).agrees, str(verify(graded))
    # Joined with another test: p may be larger, and the interval wider, than Student's, and not the other way round.
    assert any("paired_items_t+hall_t in full" in each for each in verify(graded).not_checked)
    assert fields(verify(changed(graded, "comparisons", 0, "standard_error", to=0.5))) == {"pvalue", "low", "high"}
    assert verify(changed(graded, "comparisons", 0, "high", to=0.6)).agrees
    alone = summary(fw.judge(items.assign(score=items["score"] + items["item"] / 100), test="paired_items_t"))
    assert verify(alone).agrees, str(verify(alone))
    assert "high" in fields(verify(changed(alone, "comparisons", 0, "high", to=0.6)))


def test_an_answer_over_datasets():
    rng = np.random.default_rng(5)
    table = pd.DataFrame({"dataset": [f"d{i}" for i in range(12)], **{n: rng.random(12) for n in "abcd"}})
    table.loc[3, "b"] = np.nan
    document = summary(fw.judge(table, metric="accuracy", missing="skillings_mack"))
    assert verify(document).agrees, str(verify(document))
    assert {"statistic", "pvalue"} <= fields(verify(changed(document, "cells", 0, "score", to=0.0)))
    assert not verify(changed(document, "pairs", 2, "adjusted_pvalue", to=0.001)).agrees


def test_a_function_as_metric_and_a_test_of_ones_own():
    def closeness(y_true, y_pred):
        return float((y_true == y_pred).mean())

    def own(differences):
        return 0.5

    run = fw.evaluate(LEARNERS, fw.data.load("iris"), scheme=RepeatedKFold(5, 2), seed=2, metric=closeness)
    assert verify(summary(fw.judge(run))).agrees
    found = verify(summary(fw.judge(run, test=own)))
    assert found.agrees
    assert "a function of somebody's own" in found.not_checked[0]


def test_several_documents_and_a_study(tmp_path, document, items):
    both = summary([fw.judge(items), fw.judge(items, rope=0.5)])
    assert verify(both).agrees
    both["items"][1]["comparisons"][0]["pvalue"] = 0.5
    found = verify(both)
    assert found.seal == "does not agree"
    assert {"seal", "pvalue"} <= fields(found)
    study = fw.Study(
        name="s", datasets=["iris"], learners=["nb", "c45"], scheme="2x3", tests="all", store=tmp_path / "s.db"
    )
    results = fw.studies.run_study(study)
    assert verify(report(results, tmp_path / "s.json"), store=tmp_path / "s.db").agrees
    wrong = changed(summary(results), "verdicts", 0, "tests", 0, "comparisons", 0, "pvalue", to=0.5)
    assert not verify(wrong).agrees


def test_the_seal_of_a_registration(tmp_path):
    study = fw.Study(name="s", datasets=["iris"], learners=["nb", "c45"], scheme="2x3", store=tmp_path / "s.db")
    seal = fw.studies.register(study)
    assert verify(seal.path).agrees
    seal.path.write_text(seal.path.read_text().replace('"alpha": 0.05', '"alpha": 0.5'))
    assert verify(seal.path).seal == "does not agree"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"schema": "foldwise.verdict/1", "comp', "ends too early: it was cut"),
        ('{"schema": "other.thing/1"}', "is JSON of another program"),
        ('{"accuracy": 0.9}', "is JSON of another program"),
        ("[]", "holds no JSON object"),
        ('{"schema": "foldwise.verdict/1"}', r"is no whole foldwise.verdict/1: KeyError \('test'\)"),
        ('{"schema": "foldwise.verdict/1", "test": 3, "comparisons": 4}', "is no whole foldwise.verdict/1"),
        ('{"schema": "foldwise.run/1", "seal": 3}', "is no whole foldwise.run/1"),
        ('{"schema": "foldwise.lab/1"}', "is a foldwise.lab/1, which carries no verdict that could be recomputed"),
        ('{"schema": "foldwise.collection/1", "items": [{"schema": "foldwise.run/1"}]}', "carries no verdict"),
    ],
)
def test_what_is_no_document_is_refused_in_one_line(tmp_path, text, message):
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(fw.DataFormatError, match=message) as caught:
        verify(tmp_path / "x.json")
    assert "\n" not in str(caught.value)
