"""All pairs of a run are worked out at once: every number is what the pair gives when it is judged alone."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import foldwise as fw


@pytest.fixture(scope="module")
def table():
    """Four learners on three datasets, 5 x 10 folds; one pair scores the same, one differs by a constant."""
    rng = np.random.default_rng(4)
    scores = np.round(0.7 + rng.normal(0, 0.05, (3, 1, 50)) + rng.normal(0, 0.03, (3, 4, 50)), 3)
    scores[:, 1] += 0.02
    scores[1, 3], scores[2, 3] = scores[1, 0], scores[2, 0] + 0.125
    dataset, learner, fold = (index.ravel() for index in np.indices(scores.shape))
    names = np.array(list("wxyz"))[learner], np.array(["one", "two", "three"])[dataset]
    return pd.DataFrame(
        {"dataset": names[1], "learner": names[0], "repeat": fold // 10, "fold": fold % 10, "accuracy": scores.ravel()}
    )


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"rope": 0.02},
        {"alternative": "less", "rope": 0.05},
        {"test": "five_by_two_f"},
        {"test": "uncorrected_repeated_kfold_t"},
        {"scheme": "resampled:50:0.1"},
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore::foldwise.InadvisableWarning")
def test_a_pair_among_others_is_the_pair_alone(table, options):
    # Without some folds, or with two of each repeat, or each fold a split.
    table = table[table["fold"] < 2] if options.get("test") == "five_by_two_f" else table.drop(index=[17, 333])
    if "scheme" in options:
        table = table.assign(repeat=10 * table["repeat"] + table["fold"]).drop(columns="fold")
    options = {**options, "adjust": "none", "allow_partial": True}
    together = fw.judge(table, **options).comparisons
    assert len(together) == 18
    for row in together[1::3]:
        alone = fw.judge(table[table["dataset"] == row.dataset], learners=[row.a, row.b], **options)
        (own,) = alone.comparisons
        # As texts, in which NaN is NaN.
        assert repr(replace(row, caveats=())) == repr(replace(own, caveats=()))
        assert {caveat.code for caveat in row.caveats} == {caveat.code for caveat in own.caveats}


def test_means_that_differ_by_rounding_favour_nobody():
    """Both sums are 7.8661; the means differ by -1e-16, and the mean of the differences is 1e-17."""
    a = [0.7689, 0.7861, 0.8932, 0.8124, 0.7518, 0.7483, 0.8776, 0.7452, 0.7249, 0.7577]
    b = [0.7324, 0.8764, 0.8283, 0.8624, 0.8048, 0.8892, 0.8929, 0.8261, 0.8274, 0.3262]
    assert round(sum(a), 4) == round(sum(b), 4) == 7.8661
    (row,) = fw.judge(pd.DataFrame({"fold": range(10), "a": a, "b": b}), columns={"learner": "*"}).comparisons
    assert row.estimate * (row.score_a - row.score_b) < 0
    assert "opposite_means" not in {caveat.code for caveat in row.caveats}
