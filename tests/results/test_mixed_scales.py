"""Percent beside shares."""

import numpy as np
import pandas as pd
import pytest

from foldwise import DataFormatError
from foldwise.results import as_runs


def scores(name="accuracy"):
    """Shares from 0.70 to 0.85: two datasets, two learners, two repeats of two folds."""
    keys = [(d, m, r, f) for d in ("d1", "d2") for m in ("nb", "svm") for r in (1, 2) for f in (1, 2)]
    return pd.DataFrame(keys, columns=["dataset", "learner", "repeat", "fold"]).assign(
        **{name: np.arange(70, 86) / 100}
    )


def in_percent(table, name, **where):
    chosen = np.logical_and.reduce([table[key] == value for key, value in where.items()])
    return table.assign(**{name: table[name].mask(chosen, 100 * table[name])})


def refusal(table, **options):
    with pytest.raises(DataFormatError) as caught:
        as_runs(table, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("name", ["accuracy", "percent_correct", "score", "quality", "auc"])
@pytest.mark.parametrize(
    ("where", "small", "large"),
    [
        ({"learner": "svm"}, "learner nb", "learner svm"),
        ({"dataset": "d1"}, "dataset d2", "dataset d1"),
        ({"repeat": 2}, "repeat 1", "repeat 2"),
        ({"dataset": "d2", "learner": "nb"}, "dataset d1, learner nb, repeat 1", "dataset d2, learner nb, repeat 1"),
    ],
)
def test_which_are_shares_and_which_percent(name, where, small, large):
    table = in_percent(scores(name), name, **where)
    message = refusal(table, columns={"score": name})
    assert message.startswith(f"Percent and shares are mixed: the scores of {small} are at or below 1 (such as 0.")
    assert f"those of {large} above (such as 7" in message or f"those of {large} above (such as 8" in message


def test_who_says_percent_has_not_said_which():
    """The refusal of 82 as an accuracy must not advise what makes 0.0082 of the others."""
    table = in_percent(scores(), "accuracy", learner="svm")
    assert "say so" not in refusal(table)
    assert "Percent and shares are mixed" in refusal(table, metric="percent")


def test_errors_of_one_dataset():
    """Half a percent beside twenty: learners are asked about, and taken if the user says so."""
    table = scores("percent_incorrect").assign(percent_incorrect=np.where(scores()["learner"] == "nb", 0.5, 20.0))
    assert refusal(table).endswith("if they are all percent, say so: metric='percent', --metric percent.")
    runs, _ = as_runs(table, metric="percent")
    assert runs[0].scores()[:, 0, 0].tolist() == [-0.005, -0.2]


@pytest.mark.parametrize(
    ("name", "values", "options"),
    [
        ("accuracy", [0.7, 1.0], {}),
        ("percent_correct", [0.0, 80.0], {}),
        ("percent_correct", [0.9, 2.0], {}),
        ("rmse", [0.5, 50.0], {}),
        ("reward", [0.5, 50.0], {"metric": "reward"}),
        ("score", [0.5, 500.0], {}),
        ("score", [-0.5, 0.5], {}),
    ],
)
def test_what_is_not_mixed(name, values, options):
    table = scores(name).assign(**{name: np.where(scores()["learner"] == "nb", *values)})
    runs, _ = as_runs(table, columns={"score": name}, **options)
    assert len(runs) == 2


def test_one_number_out_of_range_is_called_so():
    table = scores()
    table.loc[3, "accuracy"] = 1.2
    assert "accuracy must lie between 0 and 1, got 1.2 (1 of 8 are outside). Correct those" in refusal(table)
