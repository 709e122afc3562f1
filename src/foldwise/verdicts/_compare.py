"""The verb most users need: run learners and say which is better."""

from dataclasses import asdict
from typing import Any, Literal

import numpy.typing as npt

from foldwise.runs import Limits, execute, hands, make_plans
from foldwise.verdicts._adjust import Adjust
from foldwise.verdicts._choose import choose_test
from foldwise.verdicts._comparison import Alternative
from foldwise.verdicts._judge import check_options, judge
from foldwise.verdicts._make_verdict import check_rope
from foldwise.verdicts._setting import Setting
from foldwise.verdicts._stored import Options, note, open_store
from foldwise.verdicts._verdict import Verdict


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
    tries: int | Literal["counted"] = 0,
    groups: npt.ArrayLike | None = None,
    seed: int | None = None,
    n_jobs: int = 1,
    allow_partial: bool = False,
    sharing: bool = True,
    store: Any = None,
    retry_failed: bool = False,
    isolate: bool | Limits = False,
    dask: Any = None,
    progress: bool | None = None,
) -> Verdict:
    """Say which learner is better, by how much and how sure that is.

    The same as `evaluate` followed by `judge`, which describe the parameters.

    Parameters
    ----------
    learners : mapping of str to estimator, or list of estimators
        Two or more scikit-learn classifiers, regressors or pipelines.
    X : array, DataFrame, sparse matrix, Dataset, or list or mapping of Datasets
        The examples.
    y : array_like of shape (n_examples,), optional
        Labels or real numbers; not given for Datasets.
    scheme, metric, groups, seed, n_jobs, sharing, store, retry_failed, isolate, dask, progress
        As in `evaluate`; 10 times 10-fold cross-validation by default.
    test, alpha, rope, alternative, adjust, tries, allow_partial
        As in `judge`.

    Returns
    -------
    Verdict, or Panel for ``test='all'``
        Print it, plot it (`foldwise.plot`), report it (`foldwise.report`); ``verdict.runs`` holds the predictions.

    Raises
    ------
    IncompleteRunError
        If a learner failed on some fold and `allow_partial` is False. Its ``run`` holds what was computed.

    Examples
    --------
    >>> from foldwise import data
    >>> from foldwise.verdicts import compare
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> learners = {"nb": GaussianNB(), "tree": DecisionTreeClassifier()}
    >>> verdict = compare(learners, data.load("wine"), scheme="10", seed=1)
    >>> verdict.comparisons[0].winner
    'nb'
    """
    # Refuse before hours of fitting what could not be judged after them.
    check_options(test=test, alpha=alpha, rope=rope, alternative=alternative, adjust=adjust, tries=tries)
    plans, _ = make_plans(learners, X, y, scheme=scheme, metric=metric, groups=groups, seed=seed)
    if len(plans[0].learners) < 2:
        raise ValueError("compare needs two or more learners: a mapping of names to estimators, or a list.")
    check_rope(rope, plans[0].metric)
    for plan in plans:
        setting = Setting(plan.assignment, plan.target.task, plan.metric, len(plans))
        choose_test(setting, None if test == "all" else test)
    with hands(n_jobs=n_jobs, sharing=sharing, isolate=isolate, dask=dask) as workers:
        runs = execute(plans, workers, store=store, retry_failed=retry_failed, progress=progress)
    options = Options.of(
        alpha=alpha, rope=rope, alternative=alternative, adjust=adjust, tries=tries, allow_partial=allow_partial
    )
    verdict: Verdict = judge(runs, test=test, **asdict(options))
    if store is None:
        return verdict
    with open_store(store) as opened:
        noted: Verdict = note(opened, None, verdict, options)
    return noted
