"""Scores of examples that were read wrongly: several tasks in one table, and quantities of which less is better."""

import numpy as np
import pandas as pd
import pytest

import foldwise as fw
from foldwise.results import as_results

RNG = np.random.default_rng(0)
TASKS = pd.DataFrame(
    {"model": ["a"] * 40 + ["b"] * 40, "task": (["x"] * 20 + ["y"] * 20) * 2, "item": [*range(20)] * 4}
).assign(accuracy=RNG.integers(0, 2, 80))


def test_several_tasks_are_several_test_sets():
    """Also if no example of one is called like one of the other, so that they could be pooled."""
    for items in (TASKS["item"], TASKS["item"] + 100 * (TASKS["task"] == "y")):
        results, _ = as_results(TASKS.assign(item=items))
        assert [each.dataset for each in results] == ["x", "y"]


def test_one_task_is_not_what_the_data_are_called():
    results, _ = as_results(TASKS[TASKS["task"] == "x"])
    assert [each.dataset for each in results] == ["data"]


def test_a_gate_on_several_tasks_is_refused():
    with pytest.raises(fw.DataFormatError, match="one dataset, the results are of 'x', 'y'"):
        fw.gate(TASKS, baseline_name="a", candidate_name="b", worse_by=0.1)


def test_items_that_are_there_twice_are_counted_once():
    """20 items have two scores of both learners each: 20 such items, not 40."""
    with pytest.raises(fw.DataFormatError, match=r"\(20 such items\)"):
        as_results(TASKS.drop(columns="task"))


@pytest.mark.parametrize("name", ["latency", "latency_ms", "val_rmse", "perplexity", "token cost", "WER"])
def test_of_costs_less_is_better(name):
    """The candidate takes one more on every example: worse by any margin below one."""
    values = RNG.random(50)
    tables = [pd.DataFrame({"item": range(50), name: each}) for each in (values, values + 1 + RNG.random(50) / 100)]
    result = fw.gate(*tables, worse_by=0.5, columns={"score": name})
    assert (result.outcome, result.lower_is_better) == ("worse", True)
    assert result.caveats == ()


@pytest.mark.parametrize("name", ["quality", "neg_perplexity", "cost_savings"])
def test_of_other_names_more_is_taken_to_be_better(name):
    table = pd.DataFrame({"item": range(9), name: RNG.random(9)})
    result = fw.gate(table, table.assign(**{name: RNG.random(9)}), worse_by=0.5, columns={"score": name})
    assert not result.lower_is_better
    assert "orientation_assumed" in {caveat.code for caveat in result.caveats}
