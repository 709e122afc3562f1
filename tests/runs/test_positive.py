"""Metrics of one label, named after a colon: ``f1:yes``."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import average_precision_score, f1_score, make_scorer, recall_score
from sklearn.naive_bayes import GaussianNB

from foldwise.evaluation import evaluate
from foldwise.runs import as_metric

X, CODES = load_breast_cancer(return_X_y=True)
TEXTS = np.array(["ill", "well"])[CODES]
NAIVE = {"bayes": GaussianNB()}


def scores(metric, y=TEXTS):
    return evaluate(NAIVE, X, y, scheme="3", metric=metric, seed=1).scores()


@pytest.mark.parametrize(
    ("name", "function", "response"),
    [
        ("f1", f1_score, "predict"),
        ("average_precision", average_precision_score, ("decision_function", "predict_proba")),
    ],
)
@pytest.mark.parametrize("label", ["ill", "well"])
def test_the_label_is_the_positive_one(name, function, response, label):
    own = make_scorer(function, pos_label=label, response_method=response)
    assert scores(f"{name}:{label}").tolist() == scores(own).tolist()


def test_the_two_labels_differ():
    assert scores("f1:ill").mean() < scores("f1:well").mean()


def test_a_number_is_a_label_by_its_text():
    own = make_scorer(recall_score, pos_label=0)
    assert scores("recall:0", CODES).tolist() == scores(own, CODES).tolist()
    assert scores("recall:1", CODES).tolist() == scores("recall", CODES).tolist()


def test_the_area_under_the_roc_curve_is_the_same_either_way():
    metric = as_metric("roc_auc:ill", "classification")
    assert (metric.name, metric.positive) == ("roc_auc", "ill")
    assert scores("roc_auc:ill").tolist() == scores("roc_auc").tolist()


def test_name_and_label_say_which():
    metric = as_metric("precision:a:b", "classification")
    assert (metric.name, metric.label, metric.positive) == ("precision:a:b", "precision (positive: a:b)", "a:b")
    assert metric.is_share


@pytest.mark.parametrize(
    ("metric", "words"),
    [
        (
            "f1",
            "Metric 'f1' is about one label, and it is not known which of 'ill', 'well'. Write 'f1:ill' or 'f1:well' "
            "(on the command line --positive ill or --positive well), or use an average such as f1_macro.",
        ),
        ("f1:sick", "Metric 'f1:sick': no example has the positive label 'sick'. The labels are 'ill', 'well'."),
        ("roc_auc:sick", "Metric 'roc_auc': no example has the positive label 'sick'. The labels are 'ill', 'well'."),
        (
            "accuracy:ill",
            "Metric 'accuracy' is about all labels alike, so none is the positive one. Leave 'ill' (--positive) out.",
        ),
        (
            "f1_macro:ill",
            "Metric 'f1_macro' is about all labels alike, so none is the positive one. Leave 'ill' (--positive) out. "
            "Or use f1.",
        ),
        ("AUC:ill", "Unknown metric 'AUC'. Did you mean 'roc_auc'?"),
    ],
)
def test_refusals(metric, words):
    with pytest.raises(ValueError) as refusal:
        scores(metric)
    assert str(refusal.value) == words


def test_a_store_keeps_the_label(tmp_path):
    from foldwise.store import Store

    with Store(tmp_path / "kept.db") as store:
        first = evaluate(NAIVE, X, TEXTS, scheme="3", metric="f1:ill", seed=1, store=store)
        (again,) = store.runs()
    assert again.metric.name == "f1:ill"
    assert again.scores().tolist() == first.scores().tolist()
