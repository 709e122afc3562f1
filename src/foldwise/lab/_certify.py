"""Measure the Type I error of a procedure on data like one's own."""

from dataclasses import replace
from itertools import combinations
from math import ceil
from typing import Any, Final

import numpy as np

from foldwise._core import (
    Progress,
    check_choice,
    check_fraction,
    check_integer,
    check_seed,
    derive_seed,
    show_progress,
)
from foldwise.data import Dataset
from foldwise.lab._certificate import Certificate, Null
from foldwise.lab._certified_pair import CertifiedPair, as_independent, drawn_share
from foldwise.lab._equally_good import EquallyGood, equally_good
from foldwise.lab._procedures import as_procedures, training_sizes
from foldwise.lab._source import DataSource
from foldwise.lab._trials import Trials, run_trials
from foldwise.lab.sources import Fitted, SubSamples
from foldwise.runs._door import Plan, make_plans
from foldwise.verdicts import Procedure, Settled

# Smaller datasets leave folds with next to nothing in them.
_FEWEST: Final = 30
# Training sets on which the learners are made equal.
_SETS: Final = 100


def certify(
    learners: Any,
    X: Any,
    y: Any = None,
    *,
    procedure: Any = None,
    null: Null = "subsamples",
    n_trials: int = 200,
    n_examples: int | None = None,
    alpha: float | None = None,
    seed: int | None = None,
    n_jobs: int = 1,
    store: Any = None,
    progress: bool | None = None,
) -> Certificate:
    """Measure how often a procedure would call one of your learners better, on data like yours, if both were as good.

    Many datasets are made from yours. On them the better learner of a pair is made as bad as the other, by random
    errors, and the procedure is applied to each: what it rejects, it rejects wrongly.

    Parameters
    ----------
    learners : mapping of str to classifier, or list of classifiers
        Two or more; every pair is certified.
    X : array, DataFrame, sparse matrix or Dataset
        The examples.
    y : array_like of shape (n_examples,), optional
        Labels; not given for a Dataset.
    procedure : Procedure, Settled or str, optional
        What to measure; by default that of `compare`, ``Settled()``. A text is a scheme, and a test if it holds a
        slash: ``'10x10'``, ``'5x2/five_by_two_f'``.
    null : {'subsamples', 'generator'}, default 'subsamples'
        ``'subsamples'``: every trial takes some of the examples, without replacement, learners are made equal on the
        others, and statistics are enlarged to those of independent samples. ``'generator'``: every trial takes new
        examples from a generator fitted to the data, see `foldwise.lab.sources.Fitted`.
    n_trials : int, default 200
        How many datasets for each pair.
    n_examples : int, optional
        Their size; by default a third of the examples for sub-samples, and as many as given for a generator.
    alpha : float, optional
        The level; by default that of the procedure, 0.05 if it is not given.
    seed : int, optional
        The same seed gives the same numbers, whatever the number of workers. None: derived from the data.
    n_jobs : int, default 1
        Number of processes, four for each core at most; -1 for all cores.
    store : path, optional
        File in which finished blocks of trials are kept: called again, the study goes on where it stopped.
    progress : bool, optional
        Show progress on standard error; by default where that is a terminal.

    Returns
    -------
    Certificate
        Print it, plot it (`foldwise.plot`), report it beside the verdict (``foldwise.report([verdict, certificate],
        path)``); `readjudge` says what becomes of a verdict.

    See Also
    --------
    foldwise.lab.matched : Learners made equal by any kind of damage.
    foldwise.lab.type_one_error : The same on populations that are known.

    Notes
    -----
    It costs about `n_trials` times what a comparison costs, for each pair. What it can tell from one dataset is
    limited, and every certificate says how: ``docs/certificate.md`` has how well certificates agree with what is true
    where that is known.

    References
    ----------
    .. [1] T. G. Dietterich (1998). Approximate statistical tests for comparing supervised classification learning
       algorithms. Neural Computation 10, 1895-1923.

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.lab import certify
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"nb": NaiveBayes(), "c45": C45()}
    >>> certificate = certify(learners, load("iris"), procedure="10x10", n_trials=40, seed=1)
    >>> pair = certificate.pairs[0]
    >>> pair.n_trials, pair.damaged, pair.judgement
    (40, 'nb', 'near')
    """
    check_choice(null, "null", ("subsamples", "generator"))
    wanted = _procedure(procedure, alpha)
    level = wanted.alpha
    check_integer(n_trials, "n_trials", least=fewest_trials(level))
    plan = _plan(learners, X, y)
    n = _size(plan.dataset, null, n_examples)
    seed = derive_seed("seed", plan.dataset.fingerprint, "certificate") if seed is None else check_seed(seed)
    wanted = _with_test(wanted, plan, n)
    how = {"n_trials": n_trials, "seed": seed, "n_jobs": n_jobs, "store": store, "progress": progress}
    pairs, fit_errors = [], []
    for first, second in combinations(range(len(plan.learners)), 2):
        a, b = plan.learners[first].name, plan.learners[second].name
        source = _source(plan, (first, second), null, n)
        with show_progress(Progress(f"{plan.dataset.name}: making {a} and {b} equally good"), progress):
            sizes = training_sizes(wanted, n)[:-1]
            equal = equally_good(source, (a, b), sizes, n_sets=_SETS, seed=seed)
        trials = run_trials({str(wanted): wanted}, equal, **how)
        share = drawn_share(wanted, n, plan.dataset.n_examples) if null == "subsamples" else 0.0
        pairs.append(_pair(a, b, trials, share, equal, level))
        if isinstance(source, Fitted):
            fit_errors.append((source.given_errors, source.generated_errors))
    return Certificate(
        pairs=tuple(pairs),
        procedure=wanted,
        learners=plan.learners,
        data=plan.info,
        n_examples=n,
        null=null,
        alpha=level,
        n_trials=n_trials,
        seed=seed,
        fit_errors=tuple(fit_errors),
    )


def fewest_trials(alpha: float) -> int:
    """Return the fewest trials that can tell a critical value: with fewer, no p-value is below so small a share.

    Parameters
    ----------
    alpha : float
        The level.

    Examples
    --------
    >>> from foldwise.lab import fewest_trials
    >>> fewest_trials(0.05), fewest_trials(0.01)
    (19, 99)
    """
    return max(2, ceil(1 / alpha * (1 - 1e-12)) - 1)


def _procedure(procedure: Any, alpha: float | None) -> Procedure:
    (chosen,) = as_procedures([Settled() if procedure is None else procedure]).values()
    if not isinstance(chosen, Procedure):
        raise TypeError(f"procedure must be a Procedure, a Settled or a text, got {type(chosen).__name__}.")
    if chosen.alternative != "two-sided":
        raise ValueError(f"A certificate is about two-sided tests, got {chosen.alternative!r}. Leave alternative out.")
    return chosen if alpha is None else replace(chosen, alpha=check_fraction(alpha, "alpha"))


def _plan(learners: Any, X: Any, y: Any) -> Plan:
    plans, several = make_plans(learners, X, y, scheme="holdout")
    plan = plans[0]
    if several:
        raise ValueError(f"A certificate is about one dataset, got {len(plans)}. Certify them one by one.")
    if plan.target.task != "classification":
        raise ValueError("A certificate is about the accuracy of classifiers, got regressors. There is none for them.")
    if len(plan.learners) < 2:
        raise ValueError("certify needs two or more learners: a mapping of names to classifiers, or a list.")
    return plan


def _size(dataset: Dataset, null: str, n_examples: int | None) -> int:
    n_given = dataset.n_examples
    n = (n_given // 3 if null == "subsamples" else n_given) if n_examples is None else n_examples
    if check_integer(n, "n_examples", least=1) < _FEWEST:
        hint = " Use null='generator'." if null == "subsamples" and n_given >= _FEWEST else ""
        raise ValueError(f"A certificate needs trials of {_FEWEST} examples or more, got {n} of {n_given}.{hint}")
    if null == "subsamples" and n > n_given - 10:
        raise ValueError(
            f"n_examples must leave 10 of the {n_given} examples or more to make learners equal on, got {n}."
        )
    return n


def _with_test(procedure: Procedure, plan: Plan, n: int) -> Procedure:
    """Return the procedure with the test that it applies; refuse a scheme that cannot split so few examples."""
    if procedure.settled is not None:
        procedure.check(plan)
        return procedure
    assignment = procedure.scheme.assign(n, classes=None, seed=0, dataset=plan.dataset.fingerprint)
    return replace(procedure, test=procedure.test_for(assignment, "classification", plan.metric))


def _source(plan: Plan, places: tuple[int, int], null: str, n: int) -> DataSource:
    # As prepared for the data, since learners are also fitted outside a run.
    a, b = (plan.jobs[place].estimator for place in places)
    return SubSamples(plan.dataset, n, (a, b)) if null == "subsamples" else Fitted(plan.dataset, (a, b), n)


def _pair(a: str, b: str, trials: Trials, share: float, equal: EquallyGood, alpha: float) -> CertifiedPair:
    (findings,) = trials.found.values()
    statistics, pvalues = findings.statistic[:, 0], findings.pvalue[:, 0]
    if share:
        statistics, pvalues = as_independent(statistics, pvalues, share)
    place = int(equal.damage[1] > equal.damage[0])
    differences = findings.estimate[:, 0]
    return CertifiedPair(
        a=a,
        b=b,
        trials=trials,
        pvalues=pvalues,
        statistics=statistics,
        alpha=alpha,
        damaged=(a, b)[place],
        damage=equal.damage[place],
        errors=equal.errors,
        gap=float(differences.mean()),
        gap_error=float(differences.std(ddof=1) / np.sqrt(len(differences))),
    )
