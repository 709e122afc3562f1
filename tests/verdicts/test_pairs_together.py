"""Many pairs of one run are tested as one batch: each comparison is that of its pair alone."""

from dataclasses import fields
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from foldwise import InadvisableWarning, SchemeMismatchError
from foldwise.results import as_runs
from foldwise.verdicts import NEEDS, judge

LEARNERS = ("a", "b", "c", "copy of c", "higher by one tenth")
# A table of scores does not say which of them are of halves, nor what halves share.
NOT_OF_TABLES = {"conservative_z", "balanced_two_fold_t"}
OF_DIFFERENCES = {name for name, need in NEEDS.items() if need.reads == "differences"}
ON_DIFFERENCES = sorted(OF_DIFFERENCES - NOT_OF_TABLES)
DESIGNS = [(5, 10), (5, 2), (1, 10), (12, 1)]


def table_of(n_repeats, n_folds):
    """Five learners, of which two are the same and one is always better than another by the same amount."""
    scores = np.random.default_rng(3).integers(5, 18, (5, n_repeats, n_folds)) / 20
    scores[3] = scores[2]
    scores[4] = scores[0] + 0.1
    learner, repeat, fold = np.indices(scores.shape).reshape(3, -1)
    names = np.take(LEARNERS, learner)
    table = pd.DataFrame({"learner": names, "repeat": repeat, "fold": fold, "accuracy": scores.ravel()})
    return table.assign(n_train=10 * n_folds - 10 if n_folds > 1 else 90, n_test=10)


def judged(table, name, learners=LEARNERS, **options):
    runs, _ = as_runs(table, learners=learners, allow_partial=True)
    return judge(runs, test=name, adjust="none", rope=0.02, allow_partial=True, **options)


def assert_same(together, alone):
    for field in fields(alone):
        found, expected = getattr(together, field.name), getattr(alone, field.name)
        if isinstance(expected, float):
            assert found == pytest.approx(expected, rel=1e-12, nan_ok=True), field.name
        elif field.name == "forecast" and expected is not None:
            assert_same(found, expected)
        else:
            assert found == expected, field.name


@pytest.mark.filterwarnings("ignore", category=InadvisableWarning)
@pytest.mark.parametrize("name", ON_DIFFERENCES)
def test_each_comparison_is_that_of_its_pair_alone(name):
    n_designs = 0
    for design in DESIGNS:
        table = table_of(*design)
        try:
            together = judged(table, name)
        except SchemeMismatchError:
            continue
        n_designs += 1
        rows = [judged(table, name, pair).comparisons[0] for pair in combinations(LEARNERS, 2)]
        for row, alone in zip(together.comparisons, rows, strict=True):
            assert_same(row, alone)
    assert n_designs


def test_pairs_that_lack_a_fold_are_tested_on_the_others():
    table = table_of(3, 4)
    table = table[~((table["learner"] == "b") & (table["repeat"] == 1) & (table["fold"] == 0))]
    together = judged(table, "corrected_repeated_kfold_t")
    assert [row.n_scores for row in together.comparisons] == [
        11 if "b" in pair else 12 for pair in combinations(LEARNERS, 2)
    ]
    for row, pair in zip(together.comparisons, combinations(LEARNERS, 2), strict=True):
        assert_same(row, judged(table, "corrected_repeated_kfold_t", pair).comparisons[0])
