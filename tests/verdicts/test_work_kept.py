"""Errors that come after the fits."""

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise.verdicts import compare


def odd_score(y_true, y_pred):
    """Undefined where somebody is wrong: that cannot be foreseen."""
    return 1.0 if (y_true == y_pred).all() else np.nan


@pytest.mark.parametrize("scheme", ["2x5", "settled"])
def test_an_error_that_comes_after_the_fits_brings_what_was_computed(scheme):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 2)), np.arange(40) % 2
    learners = {"a": GaussianNB(), "b": DecisionTreeClassifier()}
    with pytest.raises(ValueError, match="'odd_score' is undefined for a") as caught:
        compare(learners, X, y, scheme=scheme, metric=odd_score, seed=1)
    assert caught.value.run.learner_names == ("a", "b")
    assert caught.value.run.scores("accuracy").shape[2] == (5 if scheme == "2x5" else 10)
