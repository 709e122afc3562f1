"""Tables of models by seeds on one test set: read as trainings, said so, never as splits."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats as scipy_stats

import foldwise as fw
from foldwise.results import ItemScores, as_results

A = [0.81, 0.83, 0.82, 0.80, 0.84]
B = [0.78, 0.79, 0.80, 0.77, 0.81]


def table(**more):
    return pd.DataFrame({"model": ["a"] * 5 + ["b"] * 5, "seed": [1, 2, 3, 4, 5] * 2, "accuracy": A + B, **more})


def test_a_column_of_seeds_is_read_as_trainings():
    (scores,), reading = as_results(table())
    assert isinstance(scores, ItemScores)
    assert (scores.again, scores.paired, scores.scores.shape) == ("seed", False, (2, 1, 5))
    assert "taken to be trainings on one test set" in str(reading)
    assert [caveat.code for caveat in scores.caveats] == ["seeds_assumed"]


def test_the_user_may_say_so():
    (scores,), reading = as_results(table(), scheme="seeds")
    assert "seeds_assumed" not in {caveat.code for caveat in scores.caveats}
    assert "5 seeds each" in str(reading)


def test_paired_seeds_are_the_paired_t_test():
    row = fw.judge(table(), scheme="seeds:paired").comparisons[0]
    assert row.pvalue == pytest.approx(scipy_stats.ttest_rel(A, B).pvalue, rel=1e-9)
    row = fw.judge(table(), scheme="seeds").comparisons[0]
    assert row.pvalue == pytest.approx(scipy_stats.ttest_ind(A, B, equal_var=False).pvalue, rel=1e-9)


def test_seeds_that_made_new_splits_are_splits():
    verdict = fw.judge(table(), scheme="resampled:5:0.2")
    assert verdict.test == "corrected_resampled_t"


def test_learners_may_have_had_other_seeds_unless_they_belong_together():
    other = table(seed=[1, 2, 3, 4, 5, 11, 12, 13, 14, 15])
    assert as_results(other)[0][0].scores.shape == (2, 1, 5)
    with pytest.raises(ValueError, match="seeds belong together only if all learners have the same"):
        as_results(other, scheme="seeds:paired")


def test_percent_and_errors():
    frame = table().drop(columns="accuracy").assign(**{"error (%)": 100 - 100 * np.array(A + B)})
    row = fw.judge(frame).comparisons[0]
    assert row.winner == "a"
    assert row.estimate == pytest.approx(0.03)


def test_several_datasets():
    frame = pd.concat([table(dataset=name) for name in ("x", "y")])
    verdict = fw.judge(frame)
    assert [row.dataset for row in verdict.comparisons] == ["x", "y"]


@pytest.mark.parametrize(
    ("frame", "scheme", "words"),
    [
        (table().iloc[:9], None, "b has 4 seeds, a 5"),
        (pd.concat([table(), table().iloc[:1]]), None, "a has two scores for seed"),
        (table().drop(columns="seed").iloc[[0, 5]], "seeds", "needs a column of seeds"),
        (table(accuracy=[np.nan, *A[1:], *B]), None, "is nan"),
    ],
)
def test_refusals(frame, scheme, words):
    with pytest.raises(ValueError, match=words):
        as_results(frame.reset_index(drop=True), scheme=scheme)
