"""Columns of text before a pipeline: encoded where it begins with a step for numbers, else left to it."""

import numpy as np
import pandas as pd
import pytest
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import CategoricalNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder, OrdinalEncoder, StandardScaler

from foldwise.evaluation import evaluate

TABLE = pd.DataFrame({"size": np.arange(40.0), "colour": pd.Categorical(["red", "blue"] * 20)})
Y = np.where(TABLE["colour"] == "red", "yes", "no")


@pytest.mark.parametrize("first", [StandardScaler(), MinMaxScaler(), SimpleImputer()])
def test_text_is_encoded_before_a_step_for_numbers(first):
    """The colour tells the label, so that whoever sees it is right everywhere."""
    run = evaluate({"logit": make_pipeline(first, LogisticRegression(C=1000))}, TABLE, Y, scheme="4")
    assert run.learners[0].preparation == "1 nominal column one-hot encoded"
    assert run.scores().min() == 1


@pytest.mark.parametrize("first", [OneHotEncoder(handle_unknown="ignore"), OrdinalEncoder()])
def test_a_step_that_takes_text_gets_it(first):
    learner = make_pipeline(first, CategoricalNB() if isinstance(first, OrdinalEncoder) else LogisticRegression())
    run = evaluate({"own": learner}, TABLE[["colour"]], Y, scheme="4")
    assert run.learners[0].preparation == ""
    assert run.scores().min() == 1
