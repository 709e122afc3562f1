"""All pairs of a run are worked out at once: every number is what the pair gives when it is judged alone."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import foldwise as fw
from foldwise.stats import holm
from foldwise.verdicts._family import holm_passing
from foldwise.verdicts.judging._family_risk import _holm_rejects, _Others


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


def test_leaving_one_out_of_holm_is_holm_without_it():
    rng = np.random.default_rng(0)
    for _ in range(200):
        n, more, alpha = rng.integers(1, 9), rng.integers(0, 3), rng.choice([0.05, 0.4])
        p = np.round(rng.random(n) ** 3, 2)
        for i, found in enumerate(holm_passing(p, n + more, alpha)):
            others = np.append(np.delete(p, i), np.ones(more + 1))
            in_order = np.sort(others)
            passes = in_order <= alpha / (n + more - np.arange(others.size))
            # One that is left out does not shrink the family.
            assert found == min(np.append(passes, False).argmin(), n - 1)


def test_draws_that_matter_are_those_of_all():
    """Holm's decision on each comparison, from draws of which those above the level are cut off, and from all."""
    rng = np.random.default_rng(1)
    p, errors = rng.random(40) ** 4, rng.uniform(0, 1, 40)
    known = [_Others(p, errors, errors > 0.1, np.full(40, 4)) for _ in range(2)]
    which = np.flatnonzero(p <= 0.05)
    assert which.size > 10
    for _ in range(50):
        cut, whole = known[0].draw_up_to(0.05), known[1].draw()
        assert np.array_equal(cut[whole <= 0.05], whole[whole <= 0.05])
        found = _holm_rejects(which, p[which], cut, 0.05, 40)
        for i, rejected in zip(which, found, strict=True):
            beside = whole.copy()
            beside[i] = p[i]
            assert rejected == (holm(beside)[i] <= 0.05)
