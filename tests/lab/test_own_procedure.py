"""A test of one's own: what it is given, what it may return, what is said when it fails."""

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from foldwise import FoldwiseError
from foldwise.lab import OwnProcedure, run_trials, sources
from foldwise.lab.sources import Answers
from foldwise.runs import Run
from foldwise.splits import as_scheme
from foldwise.stats import corrected_resampled_t
from foldwise.verdicts import Procedure, judge

N = 30


def answers_of(short, n_trials=5, n_executions=2):
    rng = np.random.default_rng(1)
    scheme = as_scheme(short)
    folds = np.stack(
        [
            scheme.assign(N, seed=1, dataset=str(trial), n_executions=n_executions).folds.reshape(n_executions, -1, N)
            for trial in range(n_trials)
        ]
    )
    truth = rng.integers(0, 2, (n_trials, N))
    wrong = rng.random((n_trials, 2, *folds.shape[1:])) < np.array([0.2, 0.4])[:, None, None, None]
    predicted = np.where(folds[:, None] >= 0, np.abs(truth[:, None, None, None] - wrong), -1)
    return Answers(truth=truth, predicted=predicted, folds=folds, n_folds=int(folds.max()) + 1)


def own_t(differences):
    return ttest_1samp(differences.ravel(), 0.0)


def test_differences_and_a_result_of_scipy(read):
    answers = answers_of("5")
    found, ours = read(OwnProcedure("5", own_t), answers), read(Procedure("5", "kfold_t"), answers)
    np.testing.assert_allclose(found.statistic, ours.statistic, rtol=1e-10)
    np.testing.assert_allclose(found.pvalue, ours.pvalue, rtol=1e-10)
    np.testing.assert_allclose(found.estimate, ours.estimate, atol=1e-15)
    np.testing.assert_array_equal(found.decisions(0.2), ours.decisions(0.2))


def test_sizes_for_whom_they_are_asked(read):
    answers = answers_of("resampled:6:0.3")

    def corrected(differences, n_train, n_test):
        assert differences.shape == n_train.shape == n_test.shape == (6, 1)
        result = corrected_resampled_t(differences[:, 0], n_train=n_train[:, 0], n_test=n_test[:, 0])
        return result.statistic, result.pvalue

    ours = read(Procedure("resampled:6:0.3", "corrected_resampled_t"), answers)
    found = read(OwnProcedure("resampled:6:0.3", corrected), answers)
    np.testing.assert_allclose(found.pvalue, ours.pvalue, rtol=1e-12)


def test_losses(read):
    answers = answers_of("resampled:3:0.3")
    seen = []

    def watch(losses):
        seen.append(losses)
        return 0.5

    found = read(OwnProcedure("resampled:3:0.3", watch, reads="losses"), answers)
    assert len(seen) == 10
    assert seen[0].shape == (2, 3, N)
    # 9 of 30 examples are tested in each of three repeats.
    assert np.isfinite(seen[0]).sum() == 2 * 3 * 9
    # The ninth call is the first execution of the fifth trial.
    means = np.nanmean(seen[8], axis=(1, 2))
    assert means[1] - means[0] == pytest.approx(found.estimate[4, 0])
    assert np.isnan(found.statistic).all()


def test_a_run(read):
    answers = answers_of("3x4")

    def averaged(run):
        assert isinstance(run, Run)
        return judge(run, test="averaged_t").comparisons[0].pvalue

    found = read(OwnProcedure("3x4", averaged, reads="run"), answers)
    np.testing.assert_allclose(found.pvalue, read(Procedure("3x4", "averaged_t"), answers).pvalue, rtol=1e-9)


def test_the_statistic_says_who_is_better_where_it_is_signed(read):
    answers = answers_of("5")

    def against_the_mean(differences):
        return -differences.mean(), 0.01

    signed, plain = (read(OwnProcedure("5", against_the_mean, signed=flag), answers) for flag in (True, False))
    assert (signed.direction == signed.statistic).all()
    assert (plain.direction == plain.estimate).all()
    # A statistic that contradicts the mean difference declares nobody better.
    assert (signed.decisions(0.05) == 0).all()
    assert (plain.decisions(0.05) == np.sign(plain.estimate)).all()


def test_it_may_write_into_what_it_is_given(read):
    answers = answers_of("5")
    before = answers.differences().copy()

    def careless(differences):
        differences.sort()
        differences[:] = 0
        return 1.0

    read(OwnProcedure("5", careless), answers)
    np.testing.assert_array_equal(answers.differences(), before)


def test_rounding_beyond_one_is_forgiven(read):
    found = read(OwnProcedure("5", lambda d: 1 + 1e-12, name="rounded"), answers_of("5"))
    assert (found.pvalue == 1).all()
    undefined = read(OwnProcedure("5", lambda d: np.float64("nan"), name="none"), answers_of("5"))
    assert np.isnan(undefined.pvalue).all()
    assert (undefined.decisions(0.05) == 0).all()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (1.5, "the p-value was 1.5, not between 0 and 1"),
        (-0.1, "the p-value was -0.1, not"),
        (True, "the p-value was True, not a number"),
        ("0.05", "the p-value was '0.05', not a number"),
        (None, "the p-value was None, not a number"),
        (np.array([0.1, 0.2]), "not a number"),
        ((1.0, 0.5, 3), "returned a tuple of 3"),
        (("t", 0.5), "the statistic was 't', not a number"),
    ],
)
def test_what_is_no_p_value_is_refused(answer, words, read):
    with pytest.raises(FoldwiseError, match=words) as caught:
        read(OwnProcedure("5", lambda d: answer, name="mine"), answers_of("5"))
    assert "mine must return a p-value" in str(caught.value)
    assert "trial 0" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_test_that_fails_is_named(read):
    def fails(differences):
        if fails.calls == 7:
            raise ValueError("no such\nfold")
        fails.calls += 1
        return 0.5

    fails.calls = 0
    with pytest.raises(FoldwiseError, match=r"^fails failed in trial 3: ValueError: no such fold$"):
        read(OwnProcedure("5", fails), answers_of("5"))


def test_a_test_that_ends_the_program_fails(read):
    def leaves(differences):
        raise SystemExit(0)

    with pytest.raises(FoldwiseError, match=r"^leaves failed in trial 0: SystemExit: 0$"):
        read(OwnProcedure("5", leaves), answers_of("5"))


def test_what_makes_no_procedure():
    with pytest.raises(TypeError, match="test must be a function, got str"):
        OwnProcedure("10", "kfold_t")
    with pytest.raises(ValueError, match="reads must be"):
        OwnProcedure("10", own_t, reads="everything")
    with pytest.raises(TypeError, match="signed must be"):
        OwnProcedure("10", own_t, signed="yes")


def test_in_trials_beside_ours():
    trials = run_trials([OwnProcedure("10", own_t), "10/kfold_t"], sources.TwoKinds(0.3), n_trials=50, seed=3)
    mine, ours = trials.found["own_t"], trials.found["10/kfold_t"]
    np.testing.assert_allclose(mine.pvalue, ours.pvalue, rtol=1e-9)
