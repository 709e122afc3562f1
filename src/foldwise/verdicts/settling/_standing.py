"""How a comparison stands while it is being settled, in the few words that stand beside a bar."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from foldwise._core import counted, one_line
from foldwise.runs import Run
from foldwise.verdicts.judging._forecast import agreement_percent
from foldwise.verdicts.judging._numbers import probability_words
from foldwise.verdicts.settling._case import Case, Weighed


def first_standing(runs: Sequence[Run], goal: int) -> str:
    """Return who is ahead before the first look, at which so many repeats are to be there; of one run only."""
    so_far = f"{min(run.assignment.n_repeats for run in runs)} of {counted(goal, 'repeat')}"
    if len(runs) > 1:
        return so_far
    by_repeat = runs[0].scores().mean(axis=2)
    means = by_repeat.mean(axis=1)
    if np.isnan(means).any():
        return f"{so_far}, with failures"
    first, second, *others = np.argsort(-means, kind="stable").tolist()
    ahead = float(means[first] - means[second])
    names = [one_line(learner.name) for learner in runs[0].learners]
    if ahead == 0:
        return f"{so_far}: {names[first]} and {names[second]} level"
    n_times = int((by_repeat[first] > by_repeat[second]).sum())
    how_often = f", in {n_times} of them" if len(by_repeat[first]) > 1 else ""
    next_best = f" of {names[second]}" if others else ""
    return f"{so_far}: {names[first]} ahead{next_best} by {ahead:.2g}{how_often}"


def standing(
    cases: Sequence[Case], weighed: Mapping[Case, Weighed], is_open: Callable[[Case], bool], alpha: float
) -> str:
    """Return the present answer and how sure it is; of several comparisons, that of the least sure one."""
    if len(cases) == 1:
        only = weighed[cases[0]]
        return f"{counted(only.examined.spread.n_repeats, 'repeat')}: {_answer(only, alpha)}"
    n_closed = sum(not is_open(case) for case in cases)
    closest = max((weighed[case] for case in cases), key=lambda each: each.nearest.risk)
    pair = closest.examined.pair
    a, b = (one_line(pair.run.learners[number].name) for number in (pair.a, pair.b))
    return (
        f"{n_closed} of {len(cases)} comparisons done; the least sure, {a} and {b} on {one_line(pair.run.data.name)}: "
        f"{_answer(closest, alpha)}"
    )


def _answer(weighed: Weighed, alpha: float) -> str:
    pair, estimate = weighed.examined.pair, weighed.examined.finding.estimate
    ahead = one_line(pair.run.learners[pair.a if estimate > 0 else pair.b].name)
    who = "level" if estimate == 0 else f"{ahead} ahead by {abs(estimate):.2g}"
    p = probability_words(weighed.adjusted_pvalue, alpha)
    return f"{who}, {p}, another split would agree in {agreement_percent(1 - weighed.nearest.risk)} of cases"
