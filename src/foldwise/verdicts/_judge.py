"""The verb that turns runs into a verdict."""

from collections.abc import Iterable
from numbers import Real
from typing import Any, get_args

import numpy as np

from foldwise._core import Caveat, check_choice, check_fraction, listed
from foldwise.runs import Run, as_metric
from foldwise.stats import holm
from foldwise.verdicts._caveats import design_caveats
from foldwise.verdicts._comparison import Alternative, Comparison, Decision
from foldwise.verdicts._needs import NEEDS, check_test, choose_test
from foldwise.verdicts._rows import Tested, apply_test, make_pairs, pair_caveats, pooled_estimate
from foldwise.verdicts._verdict import Verdict


def judge(
    run: Run | Iterable[Run],
    *,
    test: str | None = None,
    metric: Any = None,
    alpha: float = 0.05,
    rope: float | None = None,
    alternative: Alternative = "two-sided",
    allow_partial: bool = False,
) -> Verdict:
    """Say which learner of a run is better, without refitting anything.

    Parameters
    ----------
    run : Run or iterable of Run
        What `evaluate` made; several datasets are judged together.
    test : str, optional
        Name of a function in `foldwise.stats`. By default the advised test for the design: the corrected repeated
        k-fold t test for cross-validation, the corrected resampled t test for several random splits, the exact
        binomial test for one.
    metric : str or callable, optional
        What to score; the run's own metric by default.
    alpha : float, default 0.05
        Level, for the whole family of comparisons: with several pairs or datasets the p-values are adjusted by Holm's
        method.
    rope : float, optional
        Differences up to this size, in the metric's units, do not matter. Two learners are equivalent if the interval
        at level ``1 - 2 alpha`` lies within ``[-rope, rope]`` (for m comparisons: ``1 - 2 alpha / m``).
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        ``'greater'`` asks only whether the first learner of a pair is better.
    allow_partial : bool, default False
        Judge the remaining folds if some failed; otherwise a run with failures is refused.

    Returns
    -------
    Verdict

    Examples
    --------
    >>> from foldwise import data
    >>> from foldwise.runs import evaluate
    >>> from foldwise.verdicts import judge
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.naive_bayes import GaussianNB
    >>> run = evaluate({"nb": GaussianNB(), "guess": DummyClassifier()}, data.load("iris"), scheme="10", seed=1)
    >>> judge(run).comparisons[0].decision, judge(run, test="mcnemar").comparisons[0].winner
    ('a', 'nb')
    """
    runs = (run,) if isinstance(run, Run) else tuple(run) if isinstance(run, Iterable) else ()
    if not runs or not all(isinstance(item, Run) for item in runs):
        raise TypeError("judge needs a Run, or several, as made by evaluate.")
    check_options(test=test, alpha=alpha, rope=rope, alternative=alternative)
    names = [item.data.name for item in runs]
    if len(set(names)) < len(names):
        raise ValueError(f"Each dataset may be judged once, but the runs are on {listed(names)}.")
    if metric is None and len({item.metric.name for item in runs}) > 1:
        raise ValueError("The runs were made with different metrics: name the one to judge by.")
    resolved = runs[0].metric if metric is None else as_metric(metric, runs[0].target.task)
    chosen = {choose_test(item.assignment, item.target.task, resolved, test) for item in runs}
    if len(chosen) > 1:
        raise ValueError(
            f"The runs have different designs, for which {' and '.join(sorted(chosen))} are advised: name a test."
        )
    (name,) = chosen
    tested = [
        apply_test(pair, name, NEEDS[name].reads, alternative)
        for item in runs
        for pair in make_pairs(item, resolved, allow_partial=allow_partial)
    ]
    adjusted = holm(np.array([item.result.pvalue for item in tested]), undefined="count")
    rows = [
        _comparison(item, float(p), alpha=alpha, rope=rope, family=len(tested))
        for item, p in zip(tested, adjusted, strict=True)
    ]
    shared = list(design_caveats(name, runs))
    if len(rows) > 1:
        message = (
            f"{len(rows)} comparisons were made; p-values are adjusted for that by Holm's method, intervals are not."
        )
        shared.append(Caveat(code="several_comparisons", message=message))
    return Verdict(
        comparisons=tuple(rows),
        test=name,
        metric=resolved,
        alpha=alpha,
        rope=None if rope is None else float(rope),
        alternative=alternative,
        caveats=tuple(shared),
        runs=runs,
    )


def check_options(*, test: str | None, alpha: float, rope: float | None, alternative: str) -> None:
    """Refuse options that no run could satisfy."""
    check_test(test)
    check_fraction(alpha, "alpha")
    check_choice(alternative, "alternative", get_args(Alternative))
    if rope is not None and (isinstance(rope, bool) or not isinstance(rope, Real) or not 0 <= float(rope) < np.inf):
        raise ValueError(f"rope must be a non-negative number in the metric's units, got {rope!r}.")
    if rope is not None and alpha >= 0.5:
        raise ValueError(
            f"With a rope, alpha must be below 0.5, got {alpha}: equivalence is judged at level 1 - 2 alpha."
        )


def _comparison(tested: Tested, adjusted: float, *, alpha: float, rope: float | None, family: int) -> Comparison:
    pair, result = tested.pair, tested.result
    estimate, pvalue = float(result.estimate), float(result.pvalue)
    decision = _decide(result, adjusted, alpha=alpha, rope=rope, family=family)
    caveats = pair_caveats(tested)
    if decision == "equivalent" and adjusted <= alpha:
        caveats.append(
            Caveat(
                code="significant_but_negligible",
                message="The difference is statistically significant, and too small to matter by the rope given.",
            )
        )
    low, high = (float(bound) for bound in result.confidence_interval(1 - alpha))
    n_train, n_test = pair.run.sizes()
    name_a, name_b = pair.names
    return Comparison(
        dataset=pair.run.data.name,
        a=name_a,
        b=name_b,
        score_a=float(pair.scores[pair.a][pair.kept].mean()),
        score_b=float(pair.scores[pair.b][pair.kept].mean()),
        estimate=estimate,
        pooled_estimate=pooled_estimate(pair),
        low=low,
        high=high,
        standard_error=float(result.standard_error),
        statistic=float(result.statistic),
        df=None if result.df is None else float(result.df),
        pvalue=pvalue,
        adjusted_pvalue=adjusted,
        decision=decision,
        effect_size=tested.effect_size,
        effect_size_name=tested.effect_size_name,
        n_train=(int(n_train.min()), int(n_train.max())),
        n_test=(int(n_test.min()), int(n_test.max())),
        n_scores=tested.n_scores,
        caveats=tuple(caveats),
    )


def _decide(result: Any, adjusted: float, *, alpha: float, rope: float | None, family: int) -> Decision:
    if np.isnan(adjusted):
        return "undetermined"
    # Scores that never differ leave no variance to build an interval from, so they prove no equivalence.
    if rope is not None and "identical_scores" not in result.flags:
        low, high = result.confidence_interval(1 - 2 * alpha / family)
        if -rope <= low and high <= rope:
            return "equivalent"
    # p <= alpha rejects: a statistic exactly at the critical value counts.
    if adjusted <= alpha and result.estimate != 0:
        return "a" if result.estimate > 0 else "b"
    return "none"
