"""All folds scored at once by the usual metrics of scikit-learn, which takes a millisecond or more to check each fold.

Folds of one size are the rows of one array. Sums along its rows add in the same order as scikit-learn's do along one
fold, so the scores are the same to the last digit. Areas and average precisions come from whole numbers and may differ
from scikit-learn's by its rounding.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise.runs._metric import Metric
from foldwise.runs._scores_of_labels import SHARES, Scored, balanced_accuracy, count_labels, matthews_correlation, share
from foldwise.runs._scores_of_numbers import NUMBERS
from foldwise.runs._scores_of_responses import area_under_roc, average_precision, brier, log_loss
from foldwise.runs._target import Target

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
# Truth and what a learner has said, one fold per row.
Scorer = Callable[[npt.NDArray[Any], npt.NDArray[Any]], Scored]

_AT_ONCE: Final = 1 << 18
_LARGEST_LABEL: Final = 2.0**53
_AVERAGES: Final = ("binary", "micro", "macro", "weighted")


class _NotCoveredError(Exception):
    """Scikit-learn has to look at it: it may refuse, or do something of its own."""


def fold_scores(
    metric: Metric, target: Target, values: npt.NDArray[Any], methods: tuple[str, ...], folds: Any, wanted: Bools
) -> Scored | None:
    """Score all folds at once, or return None where only `metric` itself knows.

    Parameters
    ----------
    metric : Metric
        That needs no fitted learner.
    target : Target
        The truth.
    values : ndarray of shape (n_learners, n_repeats, n_examples[, n_classes])
        Predictions, or responses if the metric reads those.
    methods : tuple of str
        Which method of each learner gave them.
    folds : ndarray of shape (n_repeats, n_examples)
        Fold codes; negative where an example is not tested.
    wanted : ndarray of bool, of shape (n_learners, n_repeats, n_folds)
        Which folds to score.

    Returns
    -------
    scores, filled : ndarray of the shape of `wanted`
        As `Run.scored` returns them. NaN where not wanted.
    """
    scores, filled = np.full(wanted.shape, np.nan), np.zeros(wanted.shape, dtype=bool)
    if not wanted.any():
        return scores, filled
    heard = {method for method, some in zip(methods, wanted, strict=True) if some.any()}
    try:
        scorers = {method: _scorer(metric, target, values, method) for method in heard}
        # Infinite values and numbers that are too large are scikit-learn's to refuse or to let pass.
        with np.errstate(all="ignore"):
            for learner, repeat, fold, rows in _gathered(folds, wanted, _width(target, values)):
                given = np.ascontiguousarray(values[learner, repeat[:, np.newaxis], rows])
                place = learner, repeat, fold
                scores[place], filled[place] = scorers[methods[learner]](target.values[rows], given)
    except _NotCoveredError:
        return None
    return -scores if metric.lower_is_better else scores, filled


def _width(target: Target, values: npt.NDArray[Any]) -> int:
    return int(values.shape[3]) if values.ndim == 4 else max(len(target.answers), 1)


def _gathered(
    folds: npt.NDArray[Any], wanted: Bools, width: int
) -> Iterator[tuple[int, npt.NDArray[np.intp], npt.NDArray[np.intp], npt.NDArray[np.intp]]]:
    """Yield learner, repeats and folds of one size, and their examples, one row each: no more than fit in memory."""
    n_learners, n_repeats, n_folds = wanted.shape
    n_examples = folds.shape[1]
    step = max(1, _AT_ONCE // (n_examples * width))
    for start in range(0, n_repeats, step):
        codes = folds[start : start + step].astype(np.int64)
        codes = np.where(codes >= 0, codes, n_folds) + (n_folds + 1) * np.arange(len(codes))[:, np.newaxis]
        # Stable: within a fold, examples keep their order.
        order = np.argsort(codes.ravel(), kind="stable")
        sizes = np.bincount(codes.ravel(), minlength=len(codes) * (n_folds + 1))
        begins = np.cumsum(sizes) - sizes
        is_fold = np.arange(len(sizes)) % (n_folds + 1) < n_folds
        for size in np.unique(sizes[is_fold]).tolist():
            cells = np.flatnonzero(is_fold & (sizes == size))
            at_once = max(1, _AT_ONCE // (max(size, 1) * width))
            for some in (cells[first : first + at_once] for first in range(0, len(cells), at_once)):
                rows = order[begins[some][:, np.newaxis] + np.arange(size)] % n_examples
                repeat, fold = start + some // (n_folds + 1), some % (n_folds + 1)
                for learner in range(n_learners):
                    here = wanted[learner, repeat, fold]
                    if here.any() and size == 0:
                        raise _NotCoveredError
                    if here.any():
                        yield learner, repeat[here], fold[here], rows[here]


def _scorer(metric: Metric, target: Target, values: npt.NDArray[Any], method: str) -> Scorer:
    import sklearn.metrics

    name = getattr(metric.function, "__name__", "")
    is_known = bool(name) and getattr(sklearn.metrics, name, None) is metric.function
    if not is_known or (method == "predict") != (metric.response == ("predict",)):
        raise _NotCoveredError
    options = metric.options_for(target.classes)
    if target.task == "regression" and method == "predict":
        return _of_numbers(name, options, values)
    if target.task == "regression" or not _are_plain(target.answers):
        raise _NotCoveredError
    positive = _code(metric.positive_label(options), target)
    if method == "predict":
        return _of_labels(name, options, target, positive)
    return _of_responses(name, options, target, values, method, positive)


def _of_numbers(name: str, options: dict[str, Any], values: npt.NDArray[Any]) -> Scorer:
    if name not in NUMBERS or options or values.dtype != np.float64:
        raise _NotCoveredError

    def scored(truth: npt.NDArray[Any], predicted: npt.NDArray[Any]) -> Scored:
        if not (np.isfinite(truth).all() and np.isfinite(predicted).all()):
            raise _NotCoveredError
        return NUMBERS[name](truth, predicted), np.zeros(len(truth), dtype=bool)

    return scored


def _of_labels(name: str, options: dict[str, Any], target: Target, positive: int | None) -> Scorer:
    average = "binary"
    if name in SHARES:
        average = options.pop("average", "binary")
        options.pop("pos_label", None)
        if average not in _AVERAGES or (average == "binary" and (positive is None or len(target.answers) != 2)):
            raise _NotCoveredError
    elif name not in ("balanced_accuracy_score", "matthews_corrcoef"):
        raise _NotCoveredError
    if options:
        raise _NotCoveredError

    def scored(truth: npt.NDArray[Any], predicted: npt.NDArray[Any]) -> Scored:
        if (predicted < 0).any():
            raise _NotCoveredError
        counts = count_labels(truth, predicted, len(target.answers))
        if name in SHARES:
            return share(name, average, counts, positive)
        return balanced_accuracy(counts) if name == "balanced_accuracy_score" else matthews_correlation(counts)

    return scored


def _of_responses(
    name: str, options: dict[str, Any], target: Target, values: npt.NDArray[Any], method: str, positive: int | None
) -> Scorer:
    if name in ("average_precision_score", "brier_score_loss") and positive is not None:
        options.pop("pos_label", None)
    n_classes = len(target.classes)
    is_wide = values.ndim == 4
    if options or values.dtype not in (np.float32, np.float64) or values.shape[3:] != (n_classes,) * is_wide:
        raise _NotCoveredError
    if (is_wide and name != "log_loss") or is_wide == (n_classes == 2):
        raise _NotCoveredError
    if name == "roc_auc_score":
        # Either label will do: scikit-learn takes the second.
        return _checked(area_under_roc, 1, method, are_chances=False)
    if name == "average_precision_score" and positive is not None:
        return _checked(average_precision, positive, method, are_chances=False)
    if method != "predict_proba":
        raise _NotCoveredError
    if name == "log_loss":
        return _checked(log_loss, None, method, are_chances=True)
    if name == "brier_score_loss" and positive is None and target.classes.tolist() in ([0, 1], [-1, 1]):
        positive = 1
    if name == "brier_score_loss" and positive is not None:
        return _checked(brier, positive, method, are_chances=True)
    raise _NotCoveredError


def _checked(scorer: Scorer, positive: int | None, method: str, *, are_chances: bool) -> Scorer:
    def scored(truth: npt.NDArray[Any], values: npt.NDArray[Any]) -> Scored:
        if not np.isfinite(values).all() or (are_chances and (values.min() < 0 or values.max() > 1)):
            raise _NotCoveredError
        if positive == 0:
            values = 1 - values if method == "predict_proba" else -values
        return scorer(truth if positive is None else truth == positive, values)

    return scored


def _are_plain(labels: npt.NDArray[Any]) -> bool:
    """Whether scikit-learn takes them for labels, whichever of them a fold has."""
    if labels.dtype.kind == "f":
        return bool(((np.abs(labels) < _LARGEST_LABEL) & (labels == np.round(labels))).all())
    return labels.dtype.kind in "biuU"


def _code(label: Any, target: Target) -> int | None:
    codes = [code for code, other in enumerate(target.classes.tolist()) if other == label]
    return codes[0] if len(codes) == 1 else None
