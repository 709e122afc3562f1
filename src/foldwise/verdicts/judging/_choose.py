"""Which tests a run can feed, which one is advised, and what to say when the one asked for is not among them."""

import warnings

from foldwise._core import InadvisableWarning, SchemeMismatchError, close_names, listed
from foldwise.runs import Metric
from foldwise.splits import Assignment, Layout
from foldwise.verdicts.evidence._setting import Setting
from foldwise.verdicts.tests._on_arrays import array_test_hint
from foldwise.verdicts.tests._record import Need
from foldwise.verdicts.tests._table import CALLED, NEEDS


def usable_tests(assignment: Assignment | Layout, task: str, metric: Metric, *, n_datasets: int = 1) -> list[str]:
    """Names of the tests that can judge this design with this metric, the advised one first.

    Parameters
    ----------
    assignment : Assignment or Layout
        The design: ``run.assignment``.
    task : {'classification', 'regression'}
        What is learned: ``run.data.task``.
    metric : Metric
        What is scored: ``run.metric``.
    n_datasets : int, default 1
        On how many datasets.

    Returns
    -------
    list of str
        Functions of `foldwise.stats`.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> run = fw.evaluate(learners, "wine", scheme="2x5", seed=1)
    >>> from foldwise.verdicts import usable_tests
    >>> usable_tests(run.assignment, run.target.task, run.metric)[:2]
    ['corrected_repeated_kfold_t', 'averaged_t']
    """
    return fitting_tests(Setting(assignment, task, metric, n_datasets))


def fitting_tests(setting: Setting) -> list[str]:
    """Names of the tests that fit a setting, the advised one first."""
    return [name for name, need in NEEDS.items() if need.fits(setting)]


def check_test(test: str | None) -> None:
    """Refuse the name of a test that does not exist."""
    if test is None or (isinstance(test, str) and test in NEEDS):
        return
    if callable(test):
        raise TypeError(f"test must be a name, got {type(test).__name__}. A test of your own: judge(run, test=...).")
    if not isinstance(test, str):
        raise TypeError(f"test must be one name, got {type(test).__name__}. For several use test='all'.")
    hint = array_test_hint(test)
    if hint is not None:
        raise ValueError(hint)
    close = close_names(test, NEEDS, called=CALLED)
    hint = f"Did you mean {' or '.join(close)}? " if close else ""
    raise ValueError(f"Unknown test {test!r}. {hint}There are: {listed(NEEDS, most=40, quote=False)}.")


def choose_test(setting: Setting, test: str | None) -> str:
    """Return the test asked for if the design feeds it, or the advised one; else say which tests would do."""
    check_test(test)
    usable = fitting_tests(setting)
    if test in usable:
        assert test is not None
        return test
    there = f"Usable here: {listed(usable, most=40, quote=False)}." if usable else _what_to_do(setting)
    if test is None:
        if usable:
            return usable[0]
        raise SchemeMismatchError(f"No test can judge {setting}. {there}")
    raise SchemeMismatchError(f"{test} needs {NEEDS[test].design}; this is {setting}. {there}")


def check_fits(need: Need, setting: Setting) -> None:
    """Refuse a design that a test of one's own cannot be fed from."""
    if not need.fits(setting):
        raise SchemeMismatchError(f"{need.label} needs {need.design}; this is {setting}. {_what_to_do(setting)}")


def warn_if_inadvisable(test: str) -> None:
    """Warn whoever asks by name for a test that foldwise would not use."""
    need = NEEDS[test]
    if not need.advisable:
        warnings.warn(f"{test} {need.differs}. {need.avoid}", InadvisableWarning, stacklevel=4)


def _what_to_do(setting: Setting) -> str:
    if setting.is_hold_out:
        return "One split gives one difference: use cross-validation, such as scheme='10x10'."
    if not setting.assignment.has_folds:
        return (
            "Add a column fold, which says what was tested together. Several trainings on one test set, as with other "
            "seeds, cannot be judged yet: take one of each learner."
        )
    return ""
