"""The verb most users need: run learners and decide which is better."""

from dataclasses import replace
from functools import partial
from typing import Any, Literal, cast

import numpy.typing as npt

from foldwise.evaluation._door import Execution, execute
from foldwise.runs._door import work_kept
from foldwise.verdicts._family import Adjust
from foldwise.verdicts._procedure import Procedure
from foldwise.verdicts._stored import judge_again, note, open_store
from foldwise.verdicts._terms import Missing
from foldwise.verdicts.evidence._finding import Alternative
from foldwise.verdicts.judging._judge_runs import judge_runs
from foldwise.verdicts.judging._panel import Panel
from foldwise.verdicts.judging._verdict import Verdict
from foldwise.verdicts.settling._settled import as_settled
from foldwise.workers import Limits


def compare(
    learners: Any,
    X: Any,
    y: Any = None,
    *,
    scheme: Any = None,
    test: str | None = None,
    metric: Any = None,
    alpha: float = 0.05,
    rope: float | None = None,
    alternative: Alternative = "two-sided",
    adjust: Adjust = "holm",
    against: str | None = None,
    tries: int | Literal["counted"] = 0,
    groups: npt.ArrayLike | None = None,
    seed: int | None = None,
    n_jobs: int = 1,
    allow_partial: bool = False,
    missing: Missing = "pairs",
    sharing: bool = True,
    store: Any = None,
    retry_failed: bool = False,
    isolate: bool | Limits = False,
    dask: Any = None,
    progress: bool | None = None,
) -> Verdict:
    """Decide which learner is better, by how much, how sure that is, and whether another split would say so again.

    By default repeats of ten-fold cross-validation are added until the verdict no longer hangs on the random
    partitions, see `Settled`. With a fixed scheme, or a test, it is the same as `evaluate` followed by `judge`.

    Parameters
    ----------
    learners : mapping of str to estimator, or list of estimators
        Two or more scikit-learn classifiers, regressors or pipelines.
    X : array, DataFrame, sparse matrix, list of texts, Dataset, name or path, or list or mapping of Datasets
        The examples, as in `evaluate`.
    y : array_like of shape (n_examples,), optional
        Labels or real numbers; not given for Datasets.
    scheme : Settled, Scheme, str, scikit-learn splitter or list of (train, test) indices, optional
        `Settled` (``'settled'``) by default, also ``'settled:strict'`` and ``'settled:guard'``; or a fixed design as in
        `evaluate`. With a test and no scheme: 10 times 10-fold cross-validation.
    test : str, optional
        Of a fixed design, as in `judge`.
    metric, groups, seed, n_jobs, sharing, store, retry_failed, isolate, dask, progress
        As in `evaluate`.
    alpha, rope, alternative, adjust, against, tries, allow_partial, missing
        As in `judge`.

    Returns
    -------
    Verdict, or Panel for ``test='all'``
        Print it, plot it (`foldwise.plot`), report it (`foldwise.report`); ``verdict.runs`` holds the predictions.

    Raises
    ------
    IncompleteRunError
        If a learner failed on some fold and `allow_partial` is False. Its ``run`` holds what was computed, as that of
        any other error which is raised after the fits.

    Examples
    --------
    >>> from foldwise import data
    >>> from foldwise.verdicts import compare
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> learners = {"nb": GaussianNB(), "tree": DecisionTreeClassifier()}
    >>> verdict = compare(learners, data.load("wine"), seed=1)
    >>> row = verdict.comparisons[0]
    >>> row.winner, row.settlement.settled, row.settlement.n_repeats
    ('nb', True, 10)
    """
    execution = Execution(
        n_jobs=n_jobs,
        sharing=sharing,
        store=store,
        retry_failed=retry_failed,
        isolate=isolate,
        dask=dask,
        progress=progress,
    )
    settled = as_settled(scheme, test)
    procedure = Procedure(
        settled or ("10x10" if scheme is None else scheme),
        None if test == "all" else test,
        alpha=alpha,
        rope=rope,
        alternative=alternative,
        adjust=adjust,
        against=against,
        allow_partial=bool(allow_partial),
    )
    terms = replace(procedure.terms, tries=tries, missing=missing)
    plans = procedure.plan(learners, X, y, metric=metric, groups=groups, seed=seed)
    if len(plans[0].learners) < 2:
        raise ValueError("compare needs two or more learners: a mapping of names to estimators, or a list.")
    # Refuse before hours of fitting what could not be judged after them.
    for plan in plans:
        procedure.check(plan, n_datasets=len(plans))
    if test == "all":
        # A panel is for looking: no procedure, which has one test.
        runs = execute(plans, execution)
        with work_kept(lambda: runs):
            verdict: Verdict = judge_runs(runs, terms, test="all")
    else:
        verdict = procedure.execute(plans, execution, tries=tries, missing=missing)
    if store is None:
        return verdict
    with work_kept(lambda: verdict.runs), open_store(store) as opened:
        judged = verdict.verdicts[0].runs if isinstance(verdict, Panel) else verdict.runs
        again = None if settled is not None else partial(judge_again, judged, test, None)
        return cast(Verdict, note(opened, None, verdict, terms, again=again))
