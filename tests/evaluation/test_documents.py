"""Documents through every verb; scores are those of scikit-learn's cross_val_score on the same folds."""

import json

import numpy as np
import pandas as pd
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import foldwise as fw
from foldwise.cli import main
from foldwise.data import Dataset, as_dataset
from foldwise.learners import C45

WORDS = np.array(["film", "plot", "actor", "scene", "end", "music", "long", "short", "old", "new"])


def documents(n=60, seed=3):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    likely = np.where(rng.random(n) < 0.8, y, 1 - y)
    return [" ".join([*rng.choice(WORDS, 5), ("awful", "great")[code]]) for code in likely], y


DOCS, Y = documents()
LEARNERS = {
    "counts": make_pipeline(CountVectorizer(), MultinomialNB()),
    "tfidf": make_pipeline(TfidfVectorizer(), LogisticRegression()),
    "hashed": make_pipeline(HashingVectorizer(n_features=64), LogisticRegression()),
}
FORMS = {
    "list": DOCS,
    "tuple": tuple(DOCS),
    "series": pd.Series(DOCS, index=range(60, 0, -1)),
    "string": pd.Series(DOCS, dtype="string"),
    "category": pd.Series(DOCS, dtype="category"),
    "objects": np.array(DOCS, dtype=object),
    "numpy": np.array(DOCS),
    "column": pd.DataFrame({"review": DOCS}),
}


def test_scores_are_those_of_cross_val_score():
    splits = list(StratifiedKFold(5, shuffle=True, random_state=1).split(DOCS, Y))
    run = fw.evaluate(LEARNERS, DOCS, Y, scheme=splits, seed=1)
    for number, learner in enumerate(LEARNERS.values()):
        np.testing.assert_array_equal(run.scores()[number, 0], cross_val_score(learner, DOCS, Y, cv=splits))


@pytest.mark.parametrize("form", FORMS)
def test_all_forms_are_the_same_data(form):
    run = fw.evaluate(LEARNERS["counts"], FORMS[form], Y, scheme="2x5")
    same = fw.evaluate(LEARNERS["counts"], DOCS, Y, scheme="2x5")
    assert run.data.fingerprint == same.data.fingerprint
    assert run.data.n_attributes == 0
    np.testing.assert_array_equal(run.predictions, same.predictions)


def test_the_content_is_the_texts_in_their_order():
    data = as_dataset(DOCS, Y)
    assert repr(data) == "Dataset('data': 60 documents, integer target)"
    assert data.fingerprint == as_dataset(list(DOCS), Y).fingerprint
    assert data.fingerprint != as_dataset([DOCS[1], DOCS[0], *DOCS[2:]], Y).fingerprint
    assert data.fingerprint != as_dataset(pd.DataFrame({"review": DOCS}), Y).fingerprint
    assert as_dataset(data) is data
    assert data.feature_names == data.nominal == ()
    assert data.n_missing == 0
    assert data.frame().shape == (60, 2)
    assert as_dataset(["a", "b", "a"], [0, 1, 0]).duplicates().tolist() == [0, -1, 0]


@pytest.mark.parametrize("how", [{"n_jobs": 2}, {"isolate": True}, {"sharing": False}], ids=str)
def test_who_does_the_work_does_not_matter(how):
    learners = {name: LEARNERS[name] for name in ("counts", "tfidf")}
    alone = fw.evaluate(learners, pd.Series(DOCS), Y, scheme="1x5", seed=1)
    other = fw.evaluate(learners, pd.Series(DOCS), Y, scheme="1x5", seed=1, **how)
    assert not other.failures
    np.testing.assert_array_equal(alone.predictions, other.predictions)


def test_a_store_keeps_documents_and_goes_on(tmp_path):
    first = fw.evaluate(LEARNERS, DOCS, Y, scheme="1x5", store=tmp_path / "kept.db")
    again = fw.evaluate(LEARNERS, pd.Series(DOCS), Y, scheme="1x5", store=tmp_path / "kept.db")
    assert again.data == first.data
    np.testing.assert_array_equal(first.predictions, again.predictions)
    np.testing.assert_array_equal(first.fit_seconds, again.fit_seconds)


def test_settled_verdict_and_its_reports_speak_of_documents(tmp_path):
    learners = {"counts": LEARNERS["counts"], "chance": DummyClassifier()}
    verdict = fw.compare(learners, DOCS, Y, seed=1)
    assert verdict.comparisons[0].winner == "counts"
    for ending in ("md", "html", "tex", "json"):
        fw.report(verdict, tmp_path / f"report.{ending}")
    text = (tmp_path / "report.md").read_text()
    assert "60 documents" in text
    assert "attributes" not in text
    assert json.loads((tmp_path / "report.json").read_text())["runs"][0]["dataset"]["n_attributes"] == 0


def test_a_search_over_pipelines_and_a_baseline():
    search = GridSearchCV(LEARNERS["counts"], {"multinomialnb__alpha": [0.5, 1.0]}, cv=3)
    assert not fw.evaluate({"search": search, "chance": DummyClassifier()}, DOCS, Y, scheme="1x3").failures


@pytest.mark.parametrize(
    ("X", "error", "match"),
    [
        ([*DOCS[:-2], 3, 4], TypeError, "texts and 2 values of type int, the first in row 58"),
        ([*DOCS[:-1], None], ValueError, "a missing document, the first in row 59"),
        (pd.Series([*DOCS[:-2], pd.NA, pd.NA], dtype="string"), ValueError, "2 missing documents, the first in row 58"),
        (list(range(60)), ValueError, r"X must be 2-D, got shape \(60,\)"),
        (DOCS[:2], ValueError, "X has 2 rows and y has 60"),
        (
            pd.DataFrame({"review": DOCS, "n": range(60)}),
            ValueError,
            r"counts begins with CountVectorizer.*X\['review'\]",
        ),
    ],
)
def test_refusals(X, error, match):
    with pytest.raises(error, match=match) as caught:
        fw.evaluate({"counts": LEARNERS["counts"]}, X, Y, scheme="1x5")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "learner", [LogisticRegression(), C45(), make_pipeline(StandardScaler(), LogisticRegression())], ids=str
)
def test_a_learner_of_tables_is_refused_before_the_first_fit(learner):
    with pytest.raises(ValueError, match=r"own cannot use documents: .* takes a table. Put a vectorizer before it"):
        fw.evaluate({"own": learner}, DOCS, Y, scheme="1x5")


def test_a_file_with_one_column_of_texts(tmp_path, capsys):
    path = tmp_path / "reviews.csv"
    pd.DataFrame({"review": DOCS, "liked": np.where(Y, "yes", "no")}).to_csv(path, index=False)
    text = "sklearn.feature_extraction.text."
    specs = [
        f"counts={text}CountVectorizer + sklearn.naive_bayes.MultinomialNB",
        f"tfidf={text}TfidfVectorizer + sklearn.linear_model.LogisticRegression",
    ]
    arguments = ["compare", str(path), "--scheme", "2x5", "--json", *(part for spec in specs for part in ("-l", spec))]
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert "taken as categories" not in err
    assert json.loads(out)["runs"][0]["dataset"]["n_attributes"] == 0


def test_a_dataset_of_documents():
    run = fw.evaluate(LEARNERS["counts"], Dataset(DOCS, Y, "reviews"), scheme="1x5")
    assert (run.data.name, run.data.n_examples) == ("reviews", 60)
