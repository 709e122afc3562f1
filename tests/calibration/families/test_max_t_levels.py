"""The program of experiments/families, small: max-T keeps its level where comparisons depend; so says its table."""

import importlib.util
from pathlib import Path

import pandas as pd
import pytest
from scipy.stats import binom

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def program():
    spec = importlib.util.spec_from_file_location("run_max_t", ROOT / "experiments" / "families" / "run_max_t.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_small_run_of_each_family(program):
    for place, family in enumerate(program.families()):
        row = program.measure(family, 3, place)
        assert 0 <= row["false_max_t"] <= row["false_none"] <= 1
        assert (row["found_max_t"] is None) == (family.n_true == 0)


@pytest.mark.slow
def test_the_level_of_variants_that_mostly_answer_alike(program):
    """The row of the table, with another seed: max-T at most .05, and Holm's method, at a fifth of that, below it."""
    family = next(each for each in program.families() if "mostly" in each.families)
    row = program.measure(family, 600, 99)
    assert row["false_max_t"] * 600 <= binom.ppf(0.9999, 600, 0.05)
    assert row["false_holm"] < row["false_max_t"]


def test_the_table_has_no_rate_above_the_level():
    table = pd.read_csv(ROOT / "docs" / "max-t-levels.csv")
    assert (table["low"] <= 0.05).all()
    assert (table["found_max_t"].dropna() > table["found_holm"].dropna() + 0.1).all()
