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
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore::foldwise.InadvisableWarning")
def test_a_pair_among_others_is_the_pair_alone(table, options):
    # Without some folds, or with two of each repeat.
    table = table[table["fold"] < 2] if options.get("test") == "five_by_two_f" else table.drop(index=[17, 333])
    options = {**options, "adjust": "none", "allow_partial": True}
    together = fw.judge(table, **options).comparisons
    assert len(together) == 18
    for row in together[1::3]:
        alone = fw.judge(table[table["dataset"] == row.dataset], learners=[row.a, row.b], **options)
        (own,) = alone.comparisons
        # As texts, in which NaN is NaN.
        assert repr(replace(row, caveats=())) == repr(replace(own, caveats=()))
        assert {caveat.code for caveat in row.caveats} == {caveat.code for caveat in own.caveats}
