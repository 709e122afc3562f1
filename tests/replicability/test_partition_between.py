"""One pair of learners out of several."""

import numpy as np
import pytest

from foldwise.replicability import partition_analysis

# Three folds, df 2, critical value 4.303: t = 34.6, 3.46, -34.6.
STRONG, WEAK = 0.01 * np.array([19.0, 20.0, 21.0]), 0.01 * np.array([1.0, 2.0, 3.0])


@pytest.fixture(scope="module")
def analysis(run_of):
    # l0 is ahead of l2 on three of four partitions, l1 behind l2 on all.
    return partition_analysis(run_of([STRONG, STRONG, STRONG, WEAK], [-STRONG, -STRONG, -STRONG, -STRONG]))


def test_rows_and_count_of_one_pair(analysis):
    assert [(row.a, row.b) for row in analysis.rows] == [("l0", "l1"), ("l0", "l2"), ("l1", "l2")]
    pair = analysis.between("l0", "l2")
    (row,) = pair.rows
    assert row is analysis.rows[1]
    # The averaged t is (3 * 34.64 + 3.46) / 4 = 26.8: significant, so that one of four partitions is wrong.
    assert (pair.tally.correct_reject, pair.tally.type_two, pair.tally.n_conclusions) == (3, 1, 4)
    assert analysis.tally.n_conclusions == 12
    assert (pair.test, pair.df, pair.alpha, pair.runs) == (analysis.test, analysis.df, analysis.alpha, analysis.runs)


def test_caveats_are_those_of_the_pair(analysis, run_of):
    constant = np.full(3, 0.25)
    both = partition_analysis(run_of([STRONG, STRONG], [constant, constant]))
    codes = {pair: {caveat.code for caveat in both.between(*pair).caveats} for pair in (("l0", "l2"), ("l1", "l2"))}
    assert codes["l0", "l2"] == {"not_calibrated"}
    assert codes["l1", "l2"] == {"not_calibrated", "zero_variance", "undetermined_counted"}
    assert both.between("l1", "l2").tally is None


def test_a_pair_that_is_not_there(analysis):
    with pytest.raises(ValueError, match=r"There is no pair \('l2', 'l0'\)\. There are: \('l0', 'l1'\), "):
        analysis.between("l2", "l0")
