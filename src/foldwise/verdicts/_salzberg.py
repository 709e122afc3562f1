"""Salzberg's recommended procedure, as one call."""

from dataclasses import replace
from numbers import Integral
from typing import Any, Final

import numpy.typing as npt

from foldwise._core import Caveat, listed, one_line
from foldwise.evaluation._door import Execution, execute
from foldwise.runs._door import make_plans
from foldwise.splits import KFold
from foldwise.verdicts._family import Adjust
from foldwise.verdicts._judge import check_options, judge
from foldwise.verdicts.evidence._finding import Alternative
from foldwise.verdicts.evidence._setting import Setting
from foldwise.verdicts.judging._choose import choose_test
from foldwise.verdicts.judging._verdict import Verdict

# Ten subsets leave nine tenths to train on: of fewer examples than these each is missed.
_SMALL: Final = 100
_FOLDS: Final = 10


def salzberg(
    learners: Any,
    X: Any,
    y: Any = None,
    *,
    n_folds: int = 10,
    stratified: bool | None = None,
    alpha: float = 0.05,
    rope: float | None = None,
    alternative: Alternative = "two-sided",
    adjust: Adjust = "holm",
    count_tries: bool = False,
    similar: str | None = None,
    strength: str | None = None,
    groups: npt.ArrayLike | None = None,
    seed: int | None = None,
    n_jobs: int = 1,
    allow_partial: bool = False,
    progress: bool | None = None,
) -> Verdict:
    """Compare classifiers by Salzberg's recommended procedure.

    Two steps are yours: choose the learners to compare with, among them the one most like the new one [1]_, and choose
    data that can show what is claimed (``foldwise data list`` finds some by their sizes and kinds). The verdict says
    what you answered (`similar`, `strength`), and what is open (caveat `recommended_steps`). The others are done here:

    1. The examples are divided into `n_folds` subsets.
    2. For each subset, the examples T outside it are the training set. A learner that is a `foldwise.tuning.Tuned`
       divides T into T1 and T2, tries its candidates on them, and fits the winner on all of T.
    3. Every learner is scored on the subset, which had no part in step 2; scores are averaged over the subsets.
    4. The right and wrong answers are pooled: each example is tested exactly once. Two learners are compared by the
       exact binomial test on the examples that only one of them gets right.
    5. The p-values are adjusted for all pairs on all datasets.

    Parameters
    ----------
    learners : mapping of str to estimator, or list of estimators
        Two or more scikit-learn classifiers; those with parameters to choose as ``Tuned(estimator, grid)``.
    X : array, DataFrame, sparse matrix, Dataset, or list or mapping of Datasets
        The examples.
    y : array_like of shape (n_examples,), optional
        Labels; not given for Datasets.
    n_folds : int, default 10
        Number of subsets; more for small data, of which the verdict reminds below 100 examples. There are no repeats:
        an example that is tested again is not a new trial.
    stratified : bool, optional
        Whether each subset gets its share of every class; by default it does.
    alpha : float, default 0.05
        Level, for the whole family of comparisons.
    rope, alternative, allow_partial
        As in `judge`.
    adjust : {'holm', 'bonferroni', 'sidak', 'hommel', 'benjamini_hochberg', 'max_t', 'none'}, default 'holm'
        How the p-values are adjusted.
    count_tries : bool, default False
        Adjust for all candidates that the tuning of the learners has tried, if they are more than the comparisons:
        every adjustment of a parameter is an experiment (section 3.3 of [1]_). Strict, since the choice is made
        without a look at the test examples.
    similar : str, optional
        Name of the learner that is most like the new one: what a comparison with it shows is due to what is new.
    strength : str, optional
        What the data were chosen to show, in words: the strength that is claimed for the new learner.
    groups, seed, n_jobs, progress
        As in `evaluate`.

    Returns
    -------
    Verdict
        ``tries`` is the number of candidates tried, ``family`` the number of experiments adjusted for, and the
        ``ledger`` of each of its ``runs`` says what was chosen on which fold.

    Notes
    -----
    The test speaks about the classifiers of these `n_folds` training sets. Another division of the data may give
    another answer; `compare` asks about learners. The training sets overlap, so the pooled answers are not independent,
    and the test is not exact on them. Where the null was exactly true, it rejected .111 of the time with 1-nearest
    neighbour and .044 with linear discriminants (200 examples, ten folds, nominal .05); between learners that only
    guess, .13 of the time (60 examples, five folds). Where a false alarm is costly, ask for a smaller `alpha`.

    References
    ----------
    .. [1] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended approach. Data Mining
       and Knowledge Discovery 1, 317-328, section 3.5.

    Examples
    --------
    >>> from foldwise import data
    >>> from foldwise.tuning import Tuned
    >>> from foldwise.verdicts import salzberg
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> neighbours = Tuned(KNeighborsClassifier(), {"n_neighbors": [1, 5, 15]})
    >>> verdict = salzberg({"bayes": GaussianNB(), "neighbours": neighbours}, data.load("wine"), seed=1)
    >>> verdict.comparisons[0].winner, verdict.test, verdict.tries
    ('bayes', 'binomial', 3)
    """
    if isinstance(n_folds, bool) or not isinstance(n_folds, Integral):
        raise TypeError(
            f"n_folds must be an integer, got {n_folds!r}: the data are divided once. Repeating whole "
            "cross-validations and counting each as a trial is not allowed."
        )
    check_options(test="binomial", alpha=alpha, rope=rope, alternative=alternative, adjust=adjust)
    scheme = KFold(int(n_folds), stratified=stratified)
    # Of classifiers that is accuracy.
    plans, _ = make_plans(learners, X, y, scheme=scheme, metric=None, groups=groups, seed=seed)
    if len(plans[0].learners) < 2:
        raise ValueError("salzberg needs two or more learners: a mapping of names to estimators, or a list.")
    if plans[0].target.task == "regression":
        raise ValueError(
            "salzberg counts right and wrong answers of classifiers, got numbers to predict. Use compare: its tests "
            "read scores."
        )
    names = [learner.name for learner in plans[0].learners]
    if similar is not None and similar not in names:
        raise ValueError(f"similar must be one of the learners, got {similar!r}. They are {listed(names)}.")
    for plan in plans:
        choose_test(Setting(plan.assignment, plan.target.task, plan.metric, len(plans)), "binomial")
    verdict: Verdict = judge(
        execute(plans, Execution(n_jobs=n_jobs, progress=progress)),
        test="binomial",
        alpha=alpha,
        rope=rope,
        alternative=alternative,
        adjust=adjust,
        tries="counted" if count_tries else 0,
        allow_partial=allow_partial,
    )
    small = [plan.dataset.name for plan in plans if plan.dataset.n_examples < _SMALL and n_folds <= _FOLDS]
    return replace(verdict, caveats=(*verdict.caveats, _steps(similar, strength, small, int(n_folds))))


def _steps(similar: str | None, strength: str | None, small: list[str], n_folds: int) -> Caveat:
    """Say what was answered of the steps that nobody can take for the user, and what is open."""
    alike = "not said which (similar=)" if similar is None else one_line(similar)
    shown = "not said (strength=)" if strength is None else one_line(strength)
    few = ""
    if small:
        few = (
            f" With fewer than {_SMALL} examples ({listed(small, quote=False)}) more subsets (n_folds=20, or one for "
            "each example) leave more to train on."
        )
    return Caveat(
        code="recommended_steps",
        message=f"Salzberg's first steps: the most similar algorithm: {alike}; the strength that the data were chosen "
        f"to show: {shown}; {n_folds} subsets.{few}",
    )
