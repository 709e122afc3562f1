"""Words of this room's results, at a glance and in details, as files beside this one."""

import numpy as np
import pytest

from foldwise.data import load
from foldwise.learners import C45, NaiveBayes
from foldwise.replicability import by_repeats, partition_analysis, replicate
from foldwise.verdicts import Procedure, Settled

LEARNERS = {"nb": NaiveBayes(), "c45": C45()}
# Differences of four partitions in three folds: one of them shows a difference by itself, all together do not.
BY_HAND = np.array([[0.1, 0.2, 0.3], [0.2, 0.2, 0.3], [0.0, 0.2, 0.4], [0.1, 0.1, 0.4]])


@pytest.mark.parametrize(
    ("name", "procedure", "n"),
    [
        ("executions", Procedure("5x2", "five_by_two_t"), 10),
        ("executions_agree", Procedure("10", alpha=0.001), 3),
        ("executions_open", Settled(max_fits=100), 3),
    ],
)
def test_executions_of_one_pair(same_words, name, procedure, n):
    same_words(name, replicate(LEARNERS, load("wine"), procedure=procedure, n=n, seed=1, progress=False))


def test_executions_that_contradict_each_other(same_words, noisy, trees):
    """At a level this high, what trees of different depth show on noise hangs on the split."""
    result = replicate(trees, noisy(), procedure=Procedure("5", alpha=0.9), n=12, seed=1, progress=False)
    assert result.agreements[0].is_reversed
    same_words("executions_reversed", result)


def test_executions_of_several(same_words, noisy, trees):
    datasets = [noisy(0, "one"), noisy(1, "two")]
    same_words("executions_several", replicate(trees, datasets, procedure=Procedure("2x3"), n=3, progress=False))


def test_partitions(same_words, run_of):
    same_words("partitions", partition_analysis(run_of(BY_HAND)))
    same_words("partitions_several", partition_analysis([run_of(BY_HAND), run_of(-BY_HAND, name="turned")]))
    same_words("partitions_undefined", partition_analysis(run_of(np.array([[0.25, 0.25, 0.25], [0.0, 0.25, 0.5]]))))


def test_repeats(same_words, run_of):
    same_words("repeats", by_repeats(run_of(BY_HAND)))
    same_words("repeats_several", by_repeats(run_of(BY_HAND, BY_HAND / 2)))


def test_many_comparisons_show_their_ends(run_of):
    """Fourteen datasets: three and three, and how many are left out."""
    runs = [run_of(BY_HAND, name=f"d{number}") for number in range(14)]
    glance = partition_analysis(runs).glance()
    assert len(glance.table.rows) == 7
    assert glance.table.rows[3][0] == "... 8 more"
    assert glance.all_rows == "analysis.frame()"
