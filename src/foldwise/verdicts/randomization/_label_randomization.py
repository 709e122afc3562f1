"""Run a whole methodology on permuted labels, to see whether it is biased and whether it found anything."""

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import Caveat, FoldwiseError, Progress, check_integer, check_seed, derive_seed, show_progress
from foldwise.data import as_dataset
from foldwise.runs import Metric
from foldwise.stats import permutation_pvalue
from foldwise.stats._door import student_quantile
from foldwise.verdicts.randomization._methodology import Methodology, as_methodology, failure
from foldwise.verdicts.randomization._randomization import LabelRandomization
from foldwise.workers._door import count_workers, in_worker_processes

# With fewer permutations p cannot reach .05.
FEWEST = 19
# Of methodologies without a bias at most this share is called biased.
FALSE_ALARMS = 0.001
# A bias below this is rounding of the mean.
ROUNDING = 1e-12


def label_randomization(
    methodology: Any,
    X: Any,
    y: Any = None,
    *,
    n_permutations: int = 999,
    chance: float | None = None,
    scheme: Any = None,
    metric: Any = None,
    seed: int | None = None,
    n_jobs: int = 1,
    progress: bool | None = None,
) -> LabelRandomization:
    """Run an entire methodology, tuning included, on the data with their labels permuted.

    Permuted labels have nothing to do with the attributes. A methodology that scores above chance on them gets
    something from the tested labels, mostly by a leak; one that scores much higher on the true labels has found
    something.

    Parameters
    ----------
    methodology : callable or estimator
        ``f(X, y)`` that does all that is done to the data, selection and tuning included, and returns the score it
        would report, greater being better; if it has a keyword ``seed`` it gets one. Or a scikit-learn estimator (a
        pipeline, a search, a `Tuned` learner): then its mean score over the folds of `scheme`.
    X : array, DataFrame, sparse matrix or Dataset
        The examples.
    y : array_like of shape (n_examples,), optional
        Labels or real numbers; not given for a Dataset.
    n_permutations : int, default 999
        How often the labels are permuted.
    chance : float, optional
        What the best fixed rule, which looks at no example, would score. For accuracy, which scores are taken to be
        unless `metric` says otherwise, the share of the largest class; otherwise not known, and then the bias is not
        either.
    scheme : Scheme, str or splitter, optional
        How an estimator is evaluated; ten-fold cross-validation by default.
    metric : str or callable, optional
        What an estimator is scored by, or what the number of a function is; accuracy by default.
    seed : int, optional
        Determines everything. None: derived from the data. The labels as they are get it unchanged, permutation b one
        derived from it.
    n_jobs : int, default 1
        Number of processes, four for each core at most; -1 for all cores. The result does not depend on it.
    progress : bool, optional
        Show a progress bar on standard error; by default on a terminal and in a notebook.

    Returns
    -------
    LabelRandomization

    Notes
    -----
    With ``g`` of ``B`` permutations scoring as high as the labels as they are, ``p = (1 + g) / (1 + B)``. If labels
    had nothing to do with the attributes, ``p <= alpha`` would come out with probability ``alpha`` at most, leaks or
    not: they are in the reference, too [1]_.

    The bias is the mean over permutations minus chance. If every test fold has the same share of each class, a
    methodology to which nothing leaks has a bias of zero or less: the counts of the training labels then say nothing
    about the tested ones, and nobody is expected to be right more often than by always naming the largest class. If
    folds differ, a class that is rare in the training set is frequent in the test set. Learners that follow the
    majority then come out lower; one that leans against it comes out higher with no leak: naming the rarest class, by
    0.5 with two classes of equal size and one example left out at a time.

    The interval of one methodology in forty that has a bias of zero lies above zero; so the caveat
    `biased_methodology` asks for more, a bias that one in a thousand of them would show.

    Labels must be exchangeable: not so for groups, or time series. What leaked into the attributes before they were
    handed over is not seen.

    References
    ----------
    .. [1] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended approach.
       Data Mining and Knowledge Discovery 1, 317-328. The idea is there attributed to D. Jensen.

    Examples
    --------
    >>> from foldwise import data
    >>> from foldwise.verdicts import label_randomization
    >>> from sklearn.naive_bayes import GaussianNB
    >>> result = label_randomization(GaussianNB(), data.load("iris"), n_permutations=19, scheme="5", seed=1)
    >>> result.pvalue, round(result.observed, 3), round(result.chance, 3)
    (0.05, 0.953, 0.333)
    """
    dataset = as_dataset(X, y)
    n_permutations = check_integer(n_permutations, "n_permutations", least=2)
    n_workers = count_workers(n_jobs)
    steps = as_methodology(methodology, dataset, scheme=scheme, metric=metric)
    seed = derive_seed("seed", dataset.fingerprint, "labels") if seed is None else check_seed(seed)
    level = _chance(chance, steps.metric, dataset.y)
    observed, caveats = _attempt(steps, dataset.y, seed, "the labels as they are")
    reference = np.empty(n_permutations)
    bar = Progress(f"{steps.name} on {dataset.name}: permutations", n_permutations)
    with show_progress(bar, progress):
        for number, score in enumerate(_permuted(steps, dataset.y, seed, n_permutations, n_workers)):
            reference[number] = score
            bar.advance()
    bias = None if level is None else float(reference.mean() - level)
    error = float(np.std(reference, ddof=1)) / np.sqrt(n_permutations)
    half = -student_quantile(n_permutations - 1, 0.025) * error
    all_caveats = list(caveats)
    if bias is not None and bias + student_quantile(n_permutations - 1, FALSE_ALARMS) * error > ROUNDING:
        all_caveats.append(
            Caveat(
                code="biased_methodology",
                message=_why_biased(is_given=chance is not None),
            )
        )
    if n_permutations < FEWEST:
        all_caveats.append(
            Caveat(
                code="few_permutations",
                message=f"{n_permutations} permutations: p cannot be smaller than {1 / (n_permutations + 1):.2g}.",
            )
        )
    reference.flags.writeable = False
    return LabelRandomization(
        name=steps.name,
        dataset=dataset.name,
        metric_label=_label(steps.metric),
        observed=observed,
        reference=reference,
        chance=level,
        bias=bias,
        bias_low=None if bias is None else float(bias - half),
        bias_high=None if bias is None else float(bias + half),
        pvalue=float(permutation_pvalue(observed, reference)),
        n_permutations=n_permutations,
        seed=seed,
        caveats=tuple(all_caveats),
    )


def _chance(chance: Any, metric: Metric | None, y: npt.NDArray[Any]) -> float | None:
    if chance is not None:
        if isinstance(chance, bool) or not isinstance(chance, Real) or not np.isfinite(float(chance)):
            raise ValueError(f"chance must be a finite score, such as 0.5, got {chance!r}.")
        return float(chance)
    if metric is None or not metric.is_accuracy:
        return None
    return float(np.unique(y, return_counts=True)[1].max() / len(y))


def _why_biased(*, is_given: bool) -> str:
    than = "the chance that was given" if is_given else "a fixed rule would get, always naming the largest class"
    low = "; or chance was given too low" if is_given else ""
    return (
        f"On permuted labels it scores more than {than}, so the observed score flatters. Either information about the "
        "tested labels reaches it, a leak; or the learner leans on class counts, which give tested labels away where "
        f"test folds differ in them, small and unstratified ones most{low}. Folds with equal counts of each class "
        "leave only the leak."
    )


def _label(metric: Metric | None) -> str:
    if metric is None:
        return "score"
    return f"negated {metric.label}" if metric.lower_is_better else metric.label


def _permuted(
    steps: Methodology, y: npt.NDArray[Any], seed: int, n_permutations: int, n_workers: int
) -> Iterator[float]:
    """Scores of all permutations in order."""
    calls = (partial(_one_permutation, steps, y, seed, number) for number in range(1, n_permutations + 1))
    with closing(in_worker_processes(calls, n_workers, what="the methodology")) as scores:
        yield from scores


def _one_permutation(steps: Methodology, y: npt.NDArray[Any], seed: int, number: int) -> float:
    own = derive_seed(seed, "permutation", number)
    permuted = np.random.default_rng(own).permutation(y)
    return _attempt(steps, permuted, derive_seed(own, "methodology"), f"permutation {number} of the labels")[0]


def _attempt(steps: Methodology, y: npt.NDArray[Any], seed: int, where: str) -> tuple[float, tuple[Caveat, ...]]:
    try:
        # A copy: a methodology that writes into its labels cannot reach the user's.
        return steps.score(y.copy(), seed)
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:
        # It may raise what is no Exception: SystemExit, or the panic of a compiled extension.
        raise FoldwiseError(f"{steps.name} failed on {where}: {failure(error, y)}") from error
