"""The verb that turns runs, or results from elsewhere, into a verdict."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from os import PathLike
from typing import Any, Final, Literal, overload

from foldwise.results import ItemScores, ScoreTable, as_results
from foldwise.results._door import are_sources
from foldwise.runs import Run
from foldwise.verdicts._family import Adjust
from foldwise.verdicts._stored import is_store, judge_again, note, open_store, stored_runs
from foldwise.verdicts._terms import IntervalName, Missing, Terms
from foldwise.verdicts.evidence._finding import Alternative
from foldwise.verdicts.items import judge_items
from foldwise.verdicts.judging._choose import check_test
from foldwise.verdicts.judging._judge_runs import judge_runs
from foldwise.verdicts.judging._judge_table import judge_table
from foldwise.verdicts.judging._panel import Panel

# Tests that only scores of items can feed.
_OF_ITEMS: Final = ("paired_items_t", "paired_items_t+hall_t", "sign_flip+hall_t")


@overload
def judge(
    run: Any,
    *,
    test: Literal["all"],
    metric: Any = ...,
    alpha: float = ...,
    rope: float | None = ...,
    alternative: Alternative = ...,
    adjust: Adjust = ...,
    against: str | None = ...,
    tries: int | Literal["counted"] = ...,
    allow_partial: bool = ...,
    missing: Missing = ...,
    interval: IntervalName | None = ...,
    scheme: Any = ...,
    columns: Any = ...,
    learners: Sequence[str] | None = ...,
    study: str | None = ...,
    whole: Run | Sequence[Run] = ...,
) -> Panel: ...


@overload
def judge(
    run: Any,
    *,
    test: str | Callable[..., Any] | None = ...,
    metric: Any = ...,
    alpha: float = ...,
    rope: float | None = ...,
    alternative: Alternative = ...,
    adjust: Adjust = ...,
    against: str | None = ...,
    tries: int | Literal["counted"] = ...,
    allow_partial: bool = ...,
    missing: Missing = ...,
    interval: IntervalName | None = ...,
    scheme: Any = ...,
    columns: Any = ...,
    learners: Sequence[str] | None = ...,
    study: str | None = ...,
    whole: Run | Sequence[Run] = ...,
) -> Any: ...


def judge(
    run: Any,
    *,
    test: str | Callable[..., Any] | None = None,
    metric: Any = None,
    alpha: float = 0.05,
    rope: float | None = None,
    alternative: Alternative = "two-sided",
    adjust: Adjust = "holm",
    against: str | None = None,
    tries: int | Literal["counted"] = 0,
    allow_partial: bool = False,
    missing: Missing = "pairs",
    interval: IntervalName | None = None,
    scheme: Any = None,
    columns: Any = None,
    learners: Sequence[str] | None = None,
    study: str | None = None,
    whole: Run | Sequence[Run] = (),
) -> Any:
    """Decide which learner is better, from a run or from results obtained elsewhere, without refitting anything.

    Parameters
    ----------
    run : Run, iterable of Run, Store, ScoreTable, ItemScores, DataFrame, mapping or path
        What `evaluate` made, several datasets together; or what a store keeps; or scores or predictions from
        elsewhere, as `foldwise.results.as_results` takes them, also with one score for each learner and dataset, or for
        each learner and example. A store also keeps which tests were run on it.
    test : str or callable, optional
        Name of a function in `foldwise.stats`, or ``'all'`` for a panel of every test that the run can feed. By
        default the advised test for the design: the corrected repeated k-fold t test for cross-validation, Dietterich's
        for 5x2, the corrected resampled t test for several random splits, the exact binomial test for one. A
        function of one's own gets the differences of every pair, of shape (n_repeats, n_folds), and returns a p-value,
        as in `foldwise.lab.OwnProcedure`; the verdict says that its level is not known.
    metric : str or callable, optional
        What to score; the run's own metric by default.
    alpha : float, default 0.05
        Level, for the whole family of comparisons.
    rope : float, optional
        Differences up to this size, in the metric's units, do not matter. Two learners are equivalent if the interval
        at level ``1 - 2 alpha`` lies within ``[-rope, rope]`` (for a family of m: ``1 - 2 alpha / m``).
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks only whether the first learner of a pair is better.
    adjust : {'holm', 'bonferroni', 'sidak', 'hommel', 'benjamini_hochberg', 'max_t', 'none'}, default 'holm'
        How p-values are adjusted for all pairs on all datasets. ``'max_t'`` uses how the comparisons depend on each
        other, see `foldwise.stats.max_t`; for ``test='sign_flip'`` and ``'binomial'``, whose examples can be flipped,
        and for scores of items.
    against : str, optional
        Compare each other learner with this one, and no others with each other: a baseline, or a method of one's own.
        The family is then one smaller than the number of learners on each dataset. Differences are those of the other
        learner minus this one, so ``alternative='greater'`` asks which others are better than it, and ``'less'``
        which it is better than.
    tries : int or 'counted', default 0
        How many comparisons were tried in all, shown here or not, if more than are shown: p-values are adjusted for
        that many. ``'counted'``: the candidates that tuning tried, as the ledger of the run has them; of a store, all
        tries that it has counted on these data, by whichever program, and those that were declared to it.
    allow_partial : bool, default False
        Judge the remaining folds if some failed, or results from elsewhere lack some; otherwise that is refused.
    missing : {'pairs', 'skillings_mack', 'complete'}, default 'pairs'
        What the answer over several datasets does about learners that have no score on some of them: judge each pair
        where both are there; the same, with Skillings and Mack's test of all learners; or use only datasets on which
        every learner has a score. Nothing is filled in, and what is missing is named.
    interval : {'corrected_t', 'nested_cv_z', 'conservative_z', 'cross_validation_z', 'none'}, optional
        Of one learner: which interval for its score. By default the one that its design has, if it has one that covers;
        ``'none'`` leaves a spread. Each is for certain designs, and an error names them.
    scheme, columns, learners
        For results from elsewhere, as in `foldwise.results.as_results`: how they were split, what their columns mean,
        which learners to take, in which order. The last also for a store.
    study : str, optional
        Which study of a store; the last one that was run by default.
    whole : Run or sequence of Run, optional
        Beside runs whose learners were trained on halves, as 5x2 cross-validation does: runs of the same learners on
        the same examples, trained on more of them, such as one of ten folds. Where a difference is another one there,
        its row carries the caveat `size_dependent`.

    Returns
    -------
    Verdict, ItemVerdict, Overall, Panel or Estimates
        A `Panel` for ``test='all'``; `Estimates` if there is only one learner: its score, with an interval where one
        exists; an `Overall` if there is one score for each learner and dataset; an `ItemVerdict` if there is one for
        each learner and example, or for each training (seed) on one test set. A `Verdict` otherwise, which on several
        datasets has the answer over all of them as its `overall`.

    Warns
    -----
    InadvisableWarning
        If a test is named that rejects true null hypotheses too often to be relied on.

    Examples
    --------
    >>> from foldwise import data
    >>> from foldwise.evaluation import evaluate
    >>> from foldwise.verdicts import judge
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.naive_bayes import GaussianNB
    >>> run = evaluate({"nb": GaussianNB(), "guess": DummyClassifier()}, data.load("iris"), scheme="10", seed=1)
    >>> judge(run).comparisons[0].decision, judge(run, test="mcnemar").comparisons[0].winner
    ('a', 'nb')
    """
    if test not in ("all", *_OF_ITEMS) and not callable(test):
        check_test(test)
    terms = Terms(
        alpha=alpha,
        rope=rope,
        alternative=alternative,
        adjust=adjust,
        against=against,
        tries=tries,
        allow_partial=allow_partial,
        missing=missing,
        interval=interval,
    )
    larger = (whole,) if isinstance(whole, Run) else tuple(whole) if isinstance(whole, Iterable) else (whole,)
    if not _are(larger, Run):
        other = next(each for each in larger if not isinstance(each, Run))
        raise TypeError(f"whole must be a Run, or one for each dataset, got {other!r} of type {type(other).__name__}.")
    if is_store(run):
        if scheme is not None or columns is not None:
            raise ValueError("scheme and columns describe results from elsewhere; a store knows its own.")
        with open_store(run) as store:
            stored = stored_runs(store, study, learners)
            result = _judge_each(stored, terms, test, metric, larger)
            again = partial(judge_again, stored, test, metric)
            return note(store, study, result, terms, learners, again)
    if study is not None:
        raise ValueError("study names one of the studies of a store, but no store was given.")
    if isinstance(run, str | PathLike) or hasattr(run, "keys") or hasattr(run, "fit") or are_sources(run):
        # A search is handed on, too: who reads results knows what to ask of it.
        imported, _ = as_results(
            run, metric=metric, scheme=scheme, columns=columns, learners=learners, allow_partial=terms.allow_partial
        )
        if isinstance(imported, ScoreTable):
            return judge_table(imported, terms, test=test)
        return _judge_each(imported, terms, test, whole=larger)
    if isinstance(run, ScoreTable):
        if scheme is not None or columns is not None or learners is not None or metric is not None:
            raise ValueError("scheme, columns, learners and metric describe results as they are read; a table was.")
        return judge_table(run, terms, test=test)
    is_one = isinstance(run, Run | ItemScores)
    runs: tuple[Any, ...] = (run,) if is_one else tuple(run) if isinstance(run, Iterable) else ()
    if not runs or not (_are(runs, Run) or _are(runs, ItemScores)):
        came = f"a {type(run).__name__}" + (f" of {type(runs[0]).__name__}" if runs else "")
        raise TypeError(
            "judge needs a Run, or several, or results from elsewhere: a table, the path of a file, or what "
            f"scikit-learn returned. Got {came}."
        )
    if scheme is not None or columns is not None or learners is not None:
        raise ValueError("scheme, columns and learners describe results from elsewhere; a Run knows its own.")
    if _are(runs, ItemScores) and metric is not None:
        raise ValueError("metric says what to read; these scores of items were read already. Leave it out.")
    return _judge_each(runs, terms, test, metric, larger)


def _are(runs: Sequence[Any], kind: type) -> bool:
    return all(isinstance(each, kind) for each in runs)


def _judge_each(runs: Sequence[Any], terms: Terms, test: Any, metric: Any = None, whole: Sequence[Run] = ()) -> Any:
    """Judge runs, or scores of items: one of each dataset."""
    if _are(runs, ItemScores):
        if whole:
            raise ValueError("whole is for runs of learners; these are scores of items. Leave it out.")
        return judge_items(runs, terms, test=test)
    if test in _OF_ITEMS:
        check_test(test)
    return judge_runs(runs, terms, test=test, metric=metric, whole=whole)


def check_options(
    *,
    test: str | None,
    alpha: float,
    rope: float | None,
    alternative: Any,
    adjust: Any = "holm",
    tries: Any = 0,
) -> None:
    """Refuse options that no run could satisfy.

    Examples
    --------
    >>> from foldwise.verdicts import check_options
    >>> check_options(test="kfold_t", alpha=0.05, rope=None, alternative="two-sided")
    >>> try:
    ...     check_options(test="kfold_t", alpha=5, rope=None, alternative="two-sided")
    ... except ValueError as error:
    ...     print(error)
    alpha must be strictly between 0 and 1, got 5.
    """
    if test != "all":
        check_test(test)
    Terms(alpha=alpha, rope=rope, alternative=alternative, adjust=adjust, tries=tries)
