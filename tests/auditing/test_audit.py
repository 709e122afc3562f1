"""What reviewers get, from every kind of thing that they are sent; answers by hand from how each was made."""

import json
from dataclasses import replace
from shutil import copy

import pandas as pd
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise import DataFormatError
from foldwise.auditing import audit
from foldwise.data import load, make_waveform
from foldwise.evaluation import evaluate
from foldwise.reports import report, summary
from foldwise.store import Store
from foldwise.studies import read_results, run_study
from foldwise.tuning import Tuned
from foldwise.verdicts import compare, judge, label_randomization, salzberg


def replies(found, *codes):
    return [found[code].reply for code in codes]


def test_a_registered_study_by_its_store(study):
    found = audit(study.store)
    assert found.name == "first.db, a store"
    good = (
        "separate_tuning rivals real_data several_datasets fixed_before one_look tries paired partitions varies sizes"
    )
    good += " repeatable intact complete tests_counted overlap test_fits interval"
    assert set(replies(found, *good.split())) == {"yes"}
    assert found["rivals"].evidence == ("3 learners: bayes, near, guess.",)
    assert found["tries"].evidence == ("The ledger counts 6 on these data; p-values are adjusted for 6.",)
    assert found["fixed_before"].evidence[0].startswith("The results are as first.registered.json, sealed at 20")
    assert found["real_data"].evidence == (
        "monk2 has the content of monk2, which is made up by a rule.",
        "iris has the content of iris, which was collected.",
    )
    assert found["similar_rival"].reply == found["confirmed"].reply == "cannot be seen"
    assert sum(found.counts.values()) == len(found.answers) == 23


def test_nothing_is_written(study):
    with Store(study.store, writes=False) as store:
        before = store.last_link(), len(store.judgements())
    audit(study.store)
    with Store(study.store, writes=False) as store:
        assert (store.last_link(), len(store.judgements())) == before


def test_the_document_of_the_study_tells_the_same_but_for_the_ledger(study):
    by_store, by_document = audit(study.store), audit(summary(read_results(study, notes=False)))
    differ = {a.code for a, b in zip(by_store.answers, by_document.answers, strict=True) if a.reply != b.reply}
    assert differ == {"tries"}
    assert by_document["tries"].reply == "cannot be seen"


def test_a_study_that_deviates_says_so(study, tmp_path):
    for path in (study.store, study.store.with_name("first.registered.json")):
        copy(path, tmp_path / path.name)
    moved = replace(study, store=tmp_path / "first.db", alpha=0.1)
    run_study(moved)
    found = audit(moved.store)["fixed_before"]
    assert found.reply == "no"
    assert "the level alpha was sealed as 0.05, and is 0.1" in found.evidence[0]


def test_a_single_comparison_by_a_test_that_does_not_fit(one_store):
    found = audit(one_store)
    bad = replies(found, "rivals", "several_datasets", "partitions", "overlap", "test_fits", "disagreements")
    assert set(bad) == {"no"}
    assert found["overlap"].evidence == ("kfold_t takes scores for independent although training sets overlap.",)
    assert found["test_fits"].evidence == ("kfold_t rejects true null hypotheses too often [elevated_type1].",)
    assert found["separate_tuning"].reply == "cannot be seen"
    assert "tree has parameters that somebody chose" in found["separate_tuning"].evidence[0]
    assert found["one_look"].evidence[0].startswith("The store notes one: kfold_t by accuracy.")


@pytest.mark.parametrize(
    ("scheme", "evidence"),
    [
        ("distinct:5:0.33", "repeated_measures_anova is made for this design; its level is exact for normal scores"),
        ("disjoint:5:0.5", "delve_quasi_f is made for this design; its level is approximate"),
    ],
)
def test_tests_for_training_sets_that_share_nothing_are_known(scheme, evidence):
    """Their levels are in docs/choosing.md, measured."""
    learners = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=1)}
    found = audit(compare(learners, load("wine"), scheme=scheme, seed=1))
    assert replies(found, "overlap", "test_fits") == ["yes", "yes"]
    assert found["test_fits"].evidence[0].startswith(evidence)


def test_a_second_look_and_declared_tries_are_seen(one_store, tmp_path):
    path = copy(one_store, tmp_path / "one.db")
    judge(path, test="binomial", metric="accuracy")
    with Store(path) as store:
        store.declare_tries("wine", 40, note="settings by hand")
    found = audit(path)
    assert found["one_look"].reply == found["tries"].reply == found["tests_counted"].reply == "no"
    assert found["one_look"].evidence == ("The store notes 2: kfold_t by accuracy, binomial by accuracy.",)
    assert found["tries"].evidence == ("The ledger counts 42 on these data; p-values are adjusted for 1.",)
    assert "declared by hand" in " ".join(found["separate_tuning"].evidence)


def test_a_ledger_from_which_a_try_was_taken(one_store, tmp_path):
    import sqlite3

    path = copy(one_store, tmp_path / "one.db")
    judge(path, test="binomial")
    connection = sqlite3.connect(path)
    connection.execute("DELETE FROM entry WHERE id = (SELECT min(id) FROM entry)")
    connection.commit()
    connection.close()
    found = audit(path)["intact"]
    assert found.reply == "no"
    assert found.evidence[0] == "Entry 1 of the ledger: removed, or moved to another place."


def test_an_edited_document(learners):
    document = summary(compare(learners, load("wine"), scheme="2x5", seed=1))
    assert audit(document)["intact"].reply == "yes"
    document["comparisons"][0]["pvalue"] = 0.5
    found = audit(document)["intact"]
    assert found.reply == "no"
    assert found.evidence[-1] == "The seal does not agree: the document was edited."


def test_a_settled_verdict_and_its_forecasts(learners):
    found = audit(compare(learners, load("iris"), seed=1))
    assert found["again"].reply == "yes"
    assert found["partitions"].evidence[0].endswith("times 10-fold cross-validation, stratified).")


def test_a_panel_is_many_looks(learners):
    found = audit(judge(evaluate(learners, load("wine"), scheme="5x10", seed=1), test="all"))
    assert replies(found, "one_look", "tests_counted", "test_fits", "overlap") == ["no"] * 4
    assert found["paired"].reply == "yes"


def test_salzbergs_procedure(learners):
    """Tuned inside the training folds; the four numbers are there; pooled folds overlap."""
    tuned = {"bayes": learners["bayes"], "tree": Tuned(learners["tree"], {"max_depth": [1, 3]})}
    found = audit(salzberg(tuned, load("wine"), seed=1))
    assert found["separate_tuning"].evidence[1] == "tree was tuned inside the training folds: 2 candidates."
    assert replies(found, "separate_tuning", "disagreements", "overlap", "partitions") == ["yes", "yes", "no", "no"]


def test_two_of_one_class_are_similar(learners):
    from sklearn.tree import DecisionTreeClassifier

    both = {"stump": DecisionTreeClassifier(max_depth=1), "tree": DecisionTreeClassifier()}
    found = audit(compare(both, load("iris"), scheme="2x5", seed=1))["similar_rival"]
    assert found.reply == "yes"
    assert found.evidence == ("stump, tree are all DecisionTreeClassifier, with other parameters.",)


class HomeMade:
    """Defaults of somebody's own."""


def test_defaults_of_an_own_class_say_nothing(learners):
    document = summary(compare(learners, load("iris"), scheme="2x5", seed=1))
    document["runs"][0]["learners"][0]["description"] = "HomeMade()"
    found = audit(document)["separate_tuning"]
    assert "bayes is of a class that is not known here, HomeMade: who chose its defaults is not said." in found.evidence


@pytest.mark.parametrize(
    ("data", "reply"),
    [("monk1-full", "no"), ("tic-tac-toe", "no"), ("digits", "yes")],
)
def test_data_are_recognized_by_content_under_any_name(learners, data, reply):
    found = audit(
        evaluate(learners, replace(load(data), name="patients") if data == "digits" else load(data), scheme="2")
    )
    assert found["real_data"].reply == reply


def test_data_that_are_not_known(learners):
    found = audit(evaluate(learners, make_waveform(60, seed=3), scheme="2x2", seed=1))
    assert found["real_data"].reply == "cannot be seen"
    assert "overlap" not in [answer.code for answer in found.answers]
    assert ("Does the test allow for training sets that overlap?", "no test has been made on these results") in (
        found.not_asked
    )


def test_scores_from_elsewhere_carry_no_test():
    rows = [(d, n, r, f, 0.8 + r / 50 + f / 100) for d in "pq" for n in "abc" for r in range(2) for f in range(5)]
    found = audit(pd.DataFrame(rows, columns=["dataset", "learner", "repeat", "fold", "accuracy"]))
    assert replies(found, "rivals", "several_datasets", "partitions") == ["yes"] * 3
    unseen = "separate_tuning real_data fixed_before one_look tries paired again sizes repeatable tests_counted overlap"
    assert set(replies(found, *unseen.split(), "test_fits", "interval", "intact")) == {"cannot be seen"}


def test_one_score_for_each_learner_and_dataset(tmp_path):
    table = pd.DataFrame({"dataset": list("uvwx"), "p": [0.8, 0.7, 0.9, 0.6], "q": [0.7, 0.6, None, 0.7]})
    table.to_csv(tmp_path / "means.csv", index=False)
    found = audit(tmp_path / "means.csv")
    assert found["complete"].reply == "no"
    assert found["complete"].evidence == ("Left out: q on w.",)
    assert found["partitions"].reply == "cannot be seen"


def test_scores_of_items_are_paired():
    rows = [(name, item, (item * k) % 3 % 2) for name, k in (("gpt", 1), ("phi", 2)) for item in range(40)]
    found = audit(pd.DataFrame(rows, columns=["learner", "item", "score"]))
    assert found["paired"].reply == "yes"
    assert found["varies"].reply == "no"  # one training of each


def test_an_answer_over_datasets_as_a_document():
    table = pd.DataFrame({"dataset": list("uvwxyz"), "p": [0.8, 0.7, 0.9, 0.6, 0.7, 0.5], "q": [0.7] * 6})
    found = audit(summary(judge(table, metric="accuracy")))
    assert replies(found, "overlap", "tests_counted", "interval") == ["yes"] * 3


def test_a_run_on_random_labels_answers_its_question(learners):
    X, y = load("iris").X.iloc[:100], load("iris").y[:100]
    verdict = compare(learners, X, y, scheme="2x5", seed=1)
    randomized = label_randomization(learners["bayes"], X, y, n_permutations=19, scheme="5", seed=1)
    found = audit([verdict, randomized])["random_labels"]
    assert found.reply == "yes"
    assert found.evidence[0].startswith("GaussianNB on 19 permutations of the labels: ")


def test_hostile_names_are_only_text(tmp_path):
    rows = [(n, f, 0.5 + f / 20) for n in ("a\x1b[31m", "<b>&|") for f in range(5)]
    found = audit(pd.DataFrame(rows, columns=["learner", "fold", "accuracy"]))
    assert "\x1b" not in str(found)
    assert "<b>" not in found._repr_html_()
    text = report(found, tmp_path / "a.html").read_text(encoding="utf-8")
    assert "&lt;b&gt;&amp;|" in text


def test_what_cannot_be_audited_is_refused(tmp_path, learners):
    with pytest.raises(DataFormatError, match=r"'foldwise.plan/1' compares no learners, so there is nothing to audit"):
        audit({"schema": "foldwise.plan/1"})
    with pytest.raises(DataFormatError, match=r"the document is no whole foldwise.verdict/1: KeyError"):
        audit({"schema": "foldwise.verdict/1"})
    with pytest.raises(ValueError, match="study names one of the studies of a store"):
        audit({"schema": "foldwise.verdict/1"}, study="first")
    with pytest.raises(KeyError, match="no answer has the code 'moon'"):
        audit(evaluate(learners, load("iris"), scheme="2x2", seed=1))["moon"]


def test_the_table_and_the_document_hold_all_answers(one_store, tmp_path):
    found = audit(one_store)
    frame = found.frame()
    assert list(frame["code"]) == [answer.code for answer in found.answers]
    document = json.loads(report(found, tmp_path / "a.json").read_text(encoding="utf-8"))
    assert document["schema"] == "foldwise.audit/1"
    assert document["counts"] == {"yes": 10, "no": 7, "cannot_be_seen": 6}
    asked = [answer["ask"] for answer in document["answers"] if answer["reply"] == "no"]
    text = str(found)
    assert text.index("Ask the authors:") < text.index(asked[0])
    assert text.splitlines()[-1].startswith(f"{len(found.to_ask)}. ")
    page = report(found, tmp_path / "a.md").read_text(encoding="utf-8")
    assert f"\n1. {asked[0]}\n" in page
