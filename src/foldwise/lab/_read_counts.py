"""How tests on right and wrong answers of single examples read a whole block of trials at once."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise.lab._answers import Answers
from foldwise.lab._as_found import as_found
from foldwise.lab._found import Found
from foldwise.lab._read_differences import check_no_sides
from foldwise.stats import (
    binomial,
    corrected_difference_of_proportions,
    delve_quasi_f,
    difference_of_proportions,
    mcnemar,
    sign_flip,
    twofold_jackknife_t,
)
from foldwise.verdicts import Alternative

AnswerReader = Callable[[Answers, Alternative], Found]


def _counts_to(test: Callable[..., Any]) -> AnswerReader:
    def read(answers: Answers, alternative: Alternative) -> Found:
        a_only, b_only = (count.sum(axis=-1) for count in answers.disagreements())
        return as_found(test(a_only, b_only, n_examples=_n_tested(answers), alternative=alternative))

    return read


def _proportions(answers: Answers, alternative: Alternative) -> Found:
    a, b = (count.sum(axis=(-2, -1)) for count in answers.n_right())
    return as_found(difference_of_proportions(a, b, n_examples=_n_tested(answers), alternative=alternative))


def _sign_flip(answers: Answers, alternative: Alternative) -> Found:
    # An example that no repeat tests counts as one that both get right: its difference has no sign to flip.
    ahead = _ahead(answers).sum(axis=-2, dtype=np.int64)
    result = sign_flip(ahead, alternative=alternative)
    return as_found(result, estimate=ahead.sum(axis=-1) / _n_tested(answers))


def _delve_quasi_f(answers: Answers, alternative: Alternative) -> Found:
    check_no_sides("delve_quasi_f", alternative)
    right, tested = answers.right.swapaxes(1, 2), np.asarray((answers.folds >= 0).all(axis=-2))
    n_tested = tested.sum(axis=-1)
    numbers = np.empty((3, *n_tested.shape))
    for n in np.unique(n_tested):
        # Experiments with as many test examples fit into one array, examples that are not tested left out.
        which = n_tested == n
        places = np.argsort(~tested[which], axis=-1, kind="stable")[:, np.newaxis, np.newaxis, :n]
        result = delve_quasi_f(~np.take_along_axis(right[which], places, axis=-1))
        numbers[:, which] = result.statistic, result.pvalue, result.estimate[..., 0] - result.estimate[..., 1]
    statistic, pvalue, estimate = numbers
    return Found(statistic=statistic, pvalue=pvalue, estimate=estimate, direction=estimate)


def _twofold_jackknife_t(answers: Answers, alternative: Alternative) -> Found:
    return as_found(twofold_jackknife_t(_ahead(answers), answers.folds, alternative=alternative))


def _ahead(answers: Answers) -> npt.NDArray[np.int8]:
    """1 where only a is right, -1 where only b is, of shape (n_trials, n_executions, n_repeats, n_examples)."""
    right = answers.right
    return np.subtract(right[:, 0], right[:, 1], dtype=np.int8)


def _n_tested(answers: Answers) -> npt.NDArray[np.int64]:
    return np.asarray(answers.sizes()[1].sum(axis=(-2, -1)))


ANSWER_READERS: Final[dict[str, AnswerReader]] = {
    "binomial": _counts_to(binomial),
    "corrected_difference_of_proportions": _counts_to(corrected_difference_of_proportions),
    "delve_quasi_f": _delve_quasi_f,
    "difference_of_proportions": _proportions,
    "mcnemar": _counts_to(mcnemar),
    "sign_flip": _sign_flip,
    "twofold_jackknife_t": _twofold_jackknife_t,
}
