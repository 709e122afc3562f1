"""Metrics: names of scikit-learn scorers, scorers, functions of (y_true, y_pred); and losses of single predictions."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise._core import caught_warnings, check_choice, close_names, listed, one_line, row_slices
from foldwise.runs._metric_names import KNOWN, usual_name
from foldwise.runs._positive import check_takes_positive, label_called, split_positive, which_is_positive
from foldwise.runs._target import Target

DEFAULTS = {"classification": "accuracy", "regression": "neg_root_mean_squared_error"}
# Nothing beyond 0 and 1 exists of these, nor of their averages: f1_macro, ...
_SHARES = (
    "jaccard",
    "top_k_accuracy",
    *(name for name, _, scale, _ in KNOWN if (scale.get("low"), scale.get("high")) == (0, 1)),
)
_LABELS = {name: label for name, label, _, _ in KNOWN}
LARGEST_SCORE = 1e150
_LOWER_IS_BETTER = ("_error", "_loss", "_deviance")
_CLASS_LOSSES = ("zero_one", "log", "brier")
_NUMBER_LOSSES = ("absolute", "squared")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Metric:
    """How predictions are scored. Scores are on a scale where greater is better.

    Parameters
    ----------
    name : str
        Name of the scorer or of the function.
    label : str
        The quantity in words, on its natural scale.
    lower_is_better : bool
        Whether the natural quantity is negated to make a score.
    response : tuple of str
        Methods of the estimator of which the first that exists feeds the metric; empty if the metric is a scorer
        that needs the fitted estimator itself.
    function : callable
        ``f(y_true, response)``, or ``scorer(estimator, X, y)`` if `response` is empty.
    options : dict
        Keyword arguments of `function`.
    orientation_assumed : bool
        Whether nothing says that greater values are better: a function of the user's own.
    positive : str or None
        The positive label as text, if one was named.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> run = fw.evaluate(learners, "wine", scheme="2x5", seed=1)
    >>> run.metric.label, run.metric.lower_is_better
    ('accuracy', False)
    >>> round(float(run.scores()[0].mean()), 3)
    0.969
    """

    name: str
    label: str
    lower_is_better: bool
    response: tuple[str, ...]
    function: Callable[..., Any]
    options: dict[str, Any] = field(default_factory=dict)
    orientation_assumed: bool = False
    positive: str | None = None

    def __post_init__(self) -> None:
        # Functions and the columns of tables may be called anything.
        object.__setattr__(self, "label", one_line(self.label))

    @property
    def is_accuracy(self) -> bool:
        """Whether this is the share of right answers, whatever it is called."""
        from sklearn.metrics import accuracy_score

        return self.function is accuracy_score and not self.options

    @property
    def is_share(self) -> bool:
        """Whether nothing beyond 0 and 1 exists, as far as is known."""
        return self.name.startswith(_SHARES) and not self.orientation_assumed

    def natural(self, score: float) -> float:
        """Turn a score into the natural quantity."""
        return -score if self.lower_is_better else score

    def score(
        self, y_true: npt.NDArray[Any], response: npt.NDArray[Any], classes: npt.NDArray[Any], method: str
    ) -> float:
        """Score one fold, given what `method` of the learner returned. The function may write into what it gets."""
        return self.scored(y_true, response, classes, method)[0]

    def scored(
        self, y_true: npt.NDArray[Any], response: npt.NDArray[Any], classes: npt.NDArray[Any], method: str
    ) -> tuple[float, bool]:
        """Score one fold, and tell whether scikit-learn has put a number where the metric, or a part, has none."""
        options = self.options_for(classes)
        if method != "predict":
            response = self._for_positive_label(options, response, classes, method)
            # A fold may lack a class; probabilities have a column for it all the same.
            if "labels" in _parameters(self.function):
                options.setdefault("labels", classes.copy())
        try:
            # An undefined score comes out as NaN, which is refused by name later.
            with caught_warnings() as caught:
                value = float(self.function(y_true.copy(), response.copy(), **options))
        except (Exception, SystemExit) as error:
            lines = str(error).splitlines()
            reason = one_line(lines[0] if lines and isinstance(error, Exception) else type(error).__name__).rstrip(".")
            if "pos_label" in reason and self.positive is None and "pos_label" not in self.options:
                raise ValueError(which_is_positive(self.name, classes)) from error
            raise ValueError(f"Metric {self.name!r} cannot score these predictions: {reason}.") from error
        filled = bool(np.isfinite(value)) and any(_tells_of_filling(*warning) for warning in caught)
        return -value if self.lower_is_better else value, filled

    def options_for(self, classes: npt.NDArray[Any]) -> dict[str, Any]:
        """Return the keyword arguments of `function`, with the positive label if one was named."""
        options = dict(self.options)
        if self.positive is not None:
            label = label_called(self.positive, self.name, classes)
            if _has_direction(self.function, options):
                options["pos_label"] = label
        return options

    def positive_label(self, options: Mapping[str, Any]) -> Any:
        """Return the label that `function` is about, by its options or by default; None if there is none."""
        default = _parameters(self.function).get("pos_label")
        return options.get("pos_label", None if default is None else default.default)

    def try_out(self, target: Target) -> None:
        """Score the truth itself: a metric that cannot do that is refused before the first fit."""
        if self.is_accuracy and target.task == "classification":
            return
        if self.response and self.response != ("predict",) and target.task == "regression":
            raise ValueError(f"Metric {self.name!r} needs {' or '.join(self.response)}, which regressors do not have.")
        if self.response:
            self._score_truth(target, np.arange(len(target.values)))

    def score_truth(self, target: Target, rows: npt.NDArray[np.intp]) -> float:
        """Score the truth of some examples; NaN where that cannot be done."""
        if self.is_accuracy and target.task == "classification":
            return 1.0
        try:
            return self._score_truth(target, rows)
        except ValueError:
            return np.nan

    def _score_truth(self, target: Target, rows: npt.NDArray[np.intp]) -> float:
        labels = target.labels[rows]
        if self.response == ("predict",):
            return self.score(labels, labels, target.classes, "predict")
        certain = np.eye(len(target.classes))[target.values[rows]]
        response = certain[:, 1] if len(target.classes) == 2 else certain
        return self.score(labels, response, target.classes, "predict_proba")

    def _for_positive_label(
        self, options: Mapping[str, Any], response: npt.NDArray[Any], classes: npt.NDArray[Any], method: str
    ) -> npt.NDArray[Any]:
        """Turn the response for the second of two classes into that for the first, if the metric looks for that."""
        positive = self.positive_label(options)
        if response.ndim != 1 or positive is None or positive != classes[0]:
            return response
        return 1 - response if method == "predict_proba" else -response


def _has_direction(function: Callable[..., Any], options: Mapping[str, Any]) -> bool:
    """Whether a metric is about one of two labels; averages over labels are not."""
    return "pos_label" in _parameters(function) and options.get("average", "binary") == "binary"


def as_metric(metric: Any, task: str) -> Metric:
    """Resolve a scorer name, a scorer or a function; None gives accuracy or the root mean squared error.

    A name may end in the label that it is about: ``f1:yes`` is the F1 measure with ``yes`` as the positive label.

    Examples
    --------
    >>> as_metric(None, "regression").label, as_metric("f1_macro", "classification").name
    ('root mean squared error', 'f1_macro')
    >>> as_metric("f1:yes", "classification").label
    'F1 (positive: yes)'
    """
    if isinstance(metric, Metric):
        return metric
    if metric is None:
        metric = DEFAULTS[task]
    if isinstance(metric, str):
        return _from_text(metric)
    if not callable(metric):
        raise TypeError(f"metric must be the name of a scorer or a function, got {type(metric).__name__}.")
    if hasattr(metric, "_score_func"):
        return _from_scorer(metric, _name_of(metric._score_func))
    name = _name_of(metric)
    needs_estimator = _needs_estimator(metric)
    return Metric(
        name=name,
        label=name.replace("_", " ").strip(),
        lower_is_better=name.endswith(_LOWER_IS_BETTER) and not needs_estimator,
        response=() if needs_estimator else ("predict",),
        function=metric,
        orientation_assumed=not (name.endswith(_LOWER_IS_BETTER) or _is_from_scikit_learn(metric)),
    )


def _from_text(text: str) -> Metric:
    from sklearn.metrics import get_scorer, get_scorer_names

    name, positive = split_positive(text)
    if name not in get_scorer_names():
        usual = usual_name(name)
        close = [usual] if usual in get_scorer_names() else close_names(name, get_scorer_names())
        hint = f"Did you mean {listed(close)}?" if close else "See sklearn.metrics.get_scorer_names()."
        raise ValueError(f"Unknown metric {name!r}. {hint}")
    metric = _from_scorer(get_scorer(name), name)
    if positive is None:
        return metric
    has_direction = _has_direction(metric.function, metric.options)
    check_takes_positive(name, positive, has_direction=has_direction)
    if not has_direction:
        return replace(metric, positive=positive)
    return replace(metric, name=text, label=f"{metric.label} (positive: {positive})", positive=positive)


def _from_scorer(scorer: Any, name: str) -> Metric:
    response = getattr(scorer, "_response_method", "predict")
    if response == "default":
        response = "predict"
    return Metric(
        name=name,
        label=_LABELS.get(name, name.removeprefix("neg_").replace("_", " ")),
        lower_is_better=scorer._sign < 0,
        response=(response,) if isinstance(response, str) else tuple(response),
        function=scorer._score_func,
        options=dict(scorer._kwargs),
    )


def is_for_numbers(metric: Metric) -> bool:
    """Whether this is one of scikit-learn's metrics of regression.

    >>> is_for_numbers(as_metric("r2", "regression")), is_for_numbers(as_metric("f1", "classification"))
    (True, False)
    """
    return getattr(_unwrapped(metric.function), "__module__", "") == "sklearn.metrics._regression"


def is_own_function(metric: Metric) -> bool:
    """Whether a function of the user's own computes it."""
    return not _is_from_scikit_learn(metric.function)


def _tells_of_filling(message: Warning | str, category: type[Warning]) -> bool:
    from sklearn.exceptions import UndefinedMetricWarning

    # Precision, recall and their kin; average precision says it without that category.
    return issubclass(category, UndefinedMetricWarning) or str(message).startswith("No positive class found")


def _unwrapped(function: Any) -> Any:
    while isinstance(function, partial):
        function = function.func
    return function


def _name_of(function: Any) -> str:
    inner = _unwrapped(function)
    return str(getattr(inner, "__name__", type(inner).__name__)).replace("<lambda>", "score")


def _is_from_scikit_learn(function: Any) -> bool:
    return str(getattr(_unwrapped(function), "__module__", "")).startswith("sklearn.metrics")


def _parameters(function: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):
        return {}


def _needs_estimator(function: Callable[..., Any]) -> bool:
    """Whether a function is a scorer of (estimator, X, y): by its first name, or by three required arguments."""
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    arguments = [p for p in _parameters(function).values() if p.kind in positional]
    required = [p for p in arguments if p.default is inspect.Parameter.empty]
    return len(required) >= 3 or (
        len(arguments) >= 3 and arguments[0].name in ("estimator", "est", "clf", "model", "learner")
    )


def within_range(scores: npt.NDArray[np.float64], metric: Metric) -> npt.NDArray[np.float64]:
    """Return `scores`, unless some are finite and so large that sums of their squares need not be.

    >>> within_range(np.array([0.5, np.nan]), as_metric("r2", "regression"))
    array([0.5, nan])
    """
    largest = float(np.max(np.abs(scores), initial=0.0, where=np.isfinite(scores)))
    if largest > LARGEST_SCORE:
        raise ValueError(
            f"Scores must be at most {LARGEST_SCORE:g} in size, so that they can be averaged; by {metric.label} one is "
            f"{largest:g}. Give the target, or the scores, in a larger unit."
        )
    return scores


def accuracies(
    predictions: npt.NDArray[Any], truth: npt.NDArray[Any], folds: npt.NDArray[np.int32], n_folds: int
) -> npt.NDArray[np.float64]:
    """Accuracy of each learner, repeat and fold from whole numbers, so that equal counts give equal scores."""
    # Some repeats at a time: what it takes to count is larger than the predictions.
    runs = row_slices(folds, 1 << 20)
    scores = [_accuracies(predictions[:, some] == truth, folds[some], n_folds) for some in runs]
    return np.concatenate(scores, axis=1)


def _accuracies(correct: npt.NDArray[np.bool_], folds: npt.NDArray[np.int32], n_folds: int) -> npt.NDArray[np.float64]:
    n_learners, n_repeats, _ = correct.shape
    codes = np.where(folds >= 0, folds, n_folds) + (n_folds + 1) * np.arange(n_repeats)[:, np.newaxis]
    size = n_repeats * (n_folds + 1)
    n_test = np.bincount(codes.ravel(), minlength=size)
    hits = np.stack([np.bincount(codes[row], minlength=size) for row in correct])
    with np.errstate(invalid="ignore"):
        scores: npt.NDArray[np.float64] = (hits / n_test).reshape(n_learners, n_repeats, n_folds + 1)
    return scores[:, :, :n_folds]


def example_losses(
    name: str,
    target: Target,
    predictions: npt.NDArray[Any],
    responses: npt.NDArray[np.float64] | None,
    response_methods: tuple[str, ...],
    tested: npt.NDArray[np.bool_],
) -> npt.NDArray[np.float64]:
    """Loss of every prediction; NaN where there is none.

    The logarithmic loss takes probabilities no smaller than the spacing of numbers near 1; the Brier loss is
    the sum over all classes of the squared difference between probability and outcome.
    """
    check_choice(name, "loss", _CLASS_LOSSES if target.task == "classification" else _NUMBER_LOSSES)
    if name == "zero_one":
        return np.where(tested, predictions != target.values, np.nan)
    if name in _NUMBER_LOSSES:
        gap: npt.NDArray[np.float64] = np.abs(predictions - target.values)
        return gap if name == "absolute" else gap**2
    if responses is None or set(response_methods) - {""} != {"predict_proba"}:
        raise ValueError(f"The {name} loss needs probabilities. Pass probabilities=True to evaluate.")
    probabilities = responses
    if len(target.classes) == 2:
        probabilities = np.stack([1 - probabilities, probabilities], axis=-1)
    if name == "brier":
        outcome = np.eye(len(target.classes))[target.values]
        losses = ((probabilities - outcome) ** 2).sum(axis=-1)
    else:
        truth = target.values[np.newaxis, np.newaxis, :, np.newaxis]
        probability = np.take_along_axis(probabilities, truth, axis=-1)[..., 0]
        losses = -np.log(np.maximum(probability, np.finfo(np.float64).eps))
    return np.where(tested, losses, np.nan)
