"""A learner that misbehaves becomes a row of the record."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB

from foldwise.evaluation import evaluate

MESSAGES = {
    "raise": "RuntimeError: no luck",
    "exit": "SystemExit: 3",
    "short": "ValueError: predict returned shape (9,) for 10 examples",
    "wide": "ValueError: predict returned shape (10, 2) for 10 examples",
    "nan": "ValueError: predict returned NaN, which is not a class of y",
    "unknown": "ValueError: predict returned 'surprise', which is not a class of y",
}


@pytest.mark.parametrize(("how", "n_jobs"), [*((how, 1) for how in MESSAGES), ("raise", 2), ("exit", 2)])
def test_failures_are_recorded_with_their_message(xy, odd, how, n_jobs):
    X, y = xy
    run = evaluate({"nb": GaussianNB(), "odd": odd(how)}, X, y, scheme="4", seed=1, n_jobs=n_jobs)
    assert [(failure.learner, failure.fold) for failure in run.failures] == [("odd", fold) for fold in range(4)]
    assert {failure.error for failure in run.failures} == {MESSAGES[how]}
    assert (run.predictions[1] == -2).all()
    assert np.isnan(run.scores()[1]).all()
    assert np.isfinite(run.scores()[0]).all()


def test_a_learner_may_fail_on_some_folds_only(xy, odd):
    X, y = xy
    run = evaluate([odd("raise sometimes")], X, y, scheme="2x5", seed=1)
    assert 0 < len(run.failures) < 10
    assert run.failed().sum() == len(run.failures)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_whatever_a_learner_raises(xy, n_jobs):
    """What some compiled extensions raise is no Exception."""

    class PanicError(BaseException):
        def __str__(self):
            raise SystemExit(3)

    class Panics(LogisticRegression):
        def fit(self, X, y):
            raise PanicError

    run = evaluate([Panics()], *xy, scheme="3", seed=1, n_jobs=n_jobs)
    assert [failure.error for failure in run.failures] == ["PanicError: no readable message"] * 3


def test_regressors_must_return_finite_numbers():
    class Blank(LinearRegression):
        def predict(self, X):
            return np.full(X.shape[0], np.nan)

    X = np.arange(12.0).reshape(-1, 1)
    run = evaluate([Blank()], X, X[:, 0], scheme="3", seed=1)
    assert {failure.error for failure in run.failures} == {
        "ValueError: predict returned NaN or infinity for 4 examples"
    }


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_what_a_learner_prints_stays_off_our_output(xy, odd, n_jobs, capfd):
    """What it writes below Python, in worker processes alone: here that cannot be told from what others write."""
    X, y = xy
    run = evaluate([odd("print")], X, y, scheme="3", seed=1, n_jobs=n_jobs)
    assert capfd.readouterr().out == ("noise from below\n" * 3 if n_jobs == 1 else "")
    assert "noise from Python" in run.learners[0].output
    assert ("noise from below" in run.learners[0].output) == (n_jobs == 2)


def test_warnings_of_a_learner_are_counted_not_shown(xy):
    X, y = xy
    run = evaluate([LogisticRegression(max_iter=1)], X, y, scheme="4", seed=1)
    (caveat,) = run.learners[0].caveats
    assert caveat.code == "learner_warnings"
    assert caveat.message.startswith("LogisticRegression warned 4 times: ConvergenceWarning: ")


def test_a_learner_that_writes_into_its_input_reaches_nothing_of_ours(xy, odd):
    X, y = xy
    X_before, y_before = X.copy(), y.copy()
    run = evaluate([odd("write into X"), GaussianNB()], X, y, scheme="2x3", seed=1)
    assert (X_before == X).all()
    assert (y == y_before).all()
    clean = evaluate([GaussianNB()], X, y, scheme="2x3", seed=1)
    assert (run.predictions[1] == clean.predictions[0]).all()


def test_read_only_input_will_do(xy):
    X, y = (array.copy() for array in xy)
    X.setflags(write=False)
    y.setflags(write=False)
    assert evaluate([GaussianNB()], X, y, scheme="3", seed=1).failures == ()


def test_learners_are_not_fitted_themselves(xy):
    X, y = xy
    learner = GaussianNB()
    evaluate([learner], X, y, scheme="3", seed=1)
    assert not hasattr(learner, "classes_")
