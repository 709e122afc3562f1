"""Numbers of results that may mean more than one design."""

import numpy as np
import pandas as pd
import pytest

from foldwise import SchemeMismatchError, judge
from foldwise.results import as_runs


def scores(n, role="fold", learners=("nb", "svm")):
    rng = np.random.default_rng(0)
    return pd.concat(
        [pd.DataFrame({"learner": name, role: range(n), "acc": rng.uniform(0.7, 0.9, n)}) for name in learners],
        ignore_index=True,
    )


def refusal(table, kind=SchemeMismatchError, **options):
    with pytest.raises(kind) as caught:
        as_runs(table, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# Folds counted through.


def test_many_folds_without_repeats_are_asked_about():
    assert refusal(scores(100)) == (
        "100 folds without a column of repeats do not say how the 100 splits were made. Pass scheme=, --scheme: '100' "
        "for 100-fold cross-validation, '10x10' or '20x5' (repeats x folds), 'resampled:100:0.1' for random splits "
        "with a tenth for testing."
    )


@pytest.mark.parametrize(
    ("scheme", "words"),
    [("100", "100-fold cross-validation"), ("10x10", "10 times 10-fold cross-validation")],
)
def test_who_says_it_is_believed(scheme, words):
    (run,), _ = as_runs(scores(100), scheme=scheme)
    assert run.assignment.description == words


def test_the_correction_is_that_of_what_was_said():
    """The ratio of test to training size is 1/9, not 1/99: s^2 (1/100 + 1/9) against s^2 (1/100 + 1/99)."""
    ten, hundred = (judge(scores(100), scheme=scheme).comparisons[0] for scheme in ("10x10", "100"))
    assert hundred.statistic / ten.statistic == pytest.approx(((0.01 + 1 / 9) / (0.01 + 1 / 99)) ** 0.5)


def test_ten_folds_a_column_of_repeats_or_the_sizes_tell():
    assert as_runs(scores(10))[0][0].assignment.n_folds == 10
    assert as_runs(scores(20).assign(repeat=0))[0][0].assignment.n_folds == 20
    assert as_runs(scores(20).assign(n_train=95, n_test=5))[0][0].assignment.n_folds == 20


def test_sizes_of_repeats_counted_through():
    """20 folds of 10 out of 100: every example is tested twice."""
    message = refusal(scores(20).assign(n_train=90, n_test=10))
    assert "If these are 2 repeats counted through, say so: scheme='2x10', --scheme 2x10; if independent" in message
    assert as_runs(scores(20).assign(n_train=90, n_test=10), scheme="2x10")[0][0].assignment.n_repeats == 2


def predictions(n_repeats=3, n_folds=2, n=6):
    """Every repeat tests all examples, example i in fold (i + repeat) % n_folds, counted through."""
    rows = [
        (learner, repeat * n_folds + (i + repeat) % n_folds, i, i % 2, 0 if learner == "nb" else i % 2)
        for learner in ("nb", "svm")
        for repeat in range(n_repeats)
        for i in range(n)
    ]
    return pd.DataFrame(rows, columns=["learner", "fold", "id", "y_true", "y_pred"])


def test_predictions_of_folds_counted_through():
    assert refusal(predictions()).startswith(
        "data: the 6 folds test every example 3 times, 2 of them once. If they are 3 repeats of 2 folds, counted "
        "through, say so: scheme='3x2', --scheme 3x2; or add a column repeat."
    )
    (run,), _ = as_runs(predictions(), scheme="3x2")
    assert run.assignment.folds.tolist() == [[0, 1] * 3, [1, 0] * 3, [0, 1] * 3]
    assert run.scores()[1].tolist() == [[1, 1]] * 3
    assert "say so: scheme='3x2'" in refusal(predictions(), scheme="6")


def test_folds_that_overlap_are_splits():
    """Examples 0 to 2 are tested twice, the others once."""
    table = predictions(n_repeats=1)
    table = pd.concat([table, table[table["id"] < 3].assign(fold=2)], ignore_index=True)
    assert as_runs(table)[0][0].assignment.description == "3 independent splits"


# Seeds.


@pytest.mark.parametrize("name", ["seed", "Random seed", "random_state"])
@pytest.mark.parametrize("more", [{}, {"n_train": 80, "n_test": 20}, {"fold": 1}])
def test_seeds_may_all_have_one_test_set(name, more):
    message = refusal(scores(5, name).assign(**more))
    assert message.startswith(f"The column {name!r} does not say whether each of the 5 seeds made a new random split")
    assert "no test here can judge them yet. If each seed made a new split, say so: scheme='resampled:5:0.2'" in message
    assert refusal(scores(5, name).assign(**more), columns={"repeat": name}) == message


def test_seeds_of_splits_are_taken_if_said():
    (run,), _ = as_runs(scores(5, "seed"), scheme="resampled:5:0.2")
    assert run.assignment.description == "5 independent splits"


def test_seeds_of_cross_validations_are_repeats():
    table = pd.concat([scores(3).assign(seed=seed) for seed in (1, 2)])
    assert as_runs(table)[0][0].assignment.description == "2 times 3-fold cross-validation"


def test_a_seed_that_was_not_read_is_no_repeat():
    assert "'train_seed' does not say whether each of the 5 seeds" in refusal(scores(5, "train_seed"))
    assert "'train_seed' does not say whether each of the 5 seeds" in refusal(
        scores(5, "train_seed"), columns={"repeat": "train_seed"}
    )


def test_predictions_on_one_test_set_are_no_splits():
    table = pd.concat([predictions(n_repeats=1).drop(columns="fold").assign(seed=seed) for seed in range(5)])
    assert refusal(table, scheme="resampled:5:0.2").startswith(
        "data: all 5 repeats test the same 6 examples, but scheme"
    )
    runs, _ = as_runs(table)
    with pytest.raises(SchemeMismatchError, match="Several trainings on one test set, as with other seeds, cannot be"):
        judge(runs)


def test_repeats_without_sizes_are_not_called_splits():
    with pytest.raises(
        SchemeMismatchError, match=r"every repeat was a new random split.*resampled:5:0\.1.*one test set"
    ):
        judge(scores(5, "run"))


def test_splits_are_asked_about():
    assert "The column 'split' numbers splits, of folds or at random" in refusal(scores(5, "split"))
