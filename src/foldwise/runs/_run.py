"""What a run leaves behind: predictions, example by example, to be scored and judged at leisure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from foldwise._core import Caveat, on_use, one_line
from foldwise.runs._fold_scores import fold_scores
from foldwise.runs._learner import Learner
from foldwise.runs._metric import Metric, accuracies, as_metric, example_losses, within_range
from foldwise.runs._target import Target
from foldwise.splits import Assignment, Layout
from foldwise.tuning import Ledger

if TYPE_CHECKING:
    import pandas as pd

UNTESTED = -1
FAILED = -2

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A fold on which a learner failed, and the first line of its error.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> class Broken(NaiveBayes):
    ...     def fit(self, X, y):
    ...         raise ValueError("out of ideas")
    >>> run = fw.evaluate(learners | {"broken": Broken()}, "iris", scheme="10", seed=1)
    >>> run.failures[0]
    Failure(learner='broken', repeat=0, fold=0, error='ValueError: out of ideas')
    """

    learner: str
    repeat: int
    fold: int
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DataInfo:
    """What a run remembers of its dataset; None and an empty fingerprint where results from elsewhere do not say.

    `n_attributes` is 0 if the examples are documents, of which a pipeline makes the attributes.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> run = fw.evaluate(learners, "wine", scheme="2x5", seed=1)
    >>> run.data.name, run.data.n_examples, run.data.n_attributes, run.data.task
    ('wine', 178, 13, 'classification')
    """

    name: str
    fingerprint: str
    n_examples: int | None
    n_attributes: int | None
    task: str
    classes: tuple[Any, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Run:
    """Predictions of some learners on all folds of one assignment. Made by `evaluate`.

    Results from elsewhere become a Run by `from_predictions`, or by `from_scores`; then there are scores only, and
    `has_predictions` is False.

    Parameters
    ----------
    data : DataInfo
        Name, fingerprint and shape of the dataset.
    learners : tuple of Learner
        Who took part.
    assignment : Assignment or Layout
        Which example was tested when; the same for all learners. A Layout where results from elsewhere do not say.
    target : Target
        The truth: class codes or real values.
    predictions : ndarray of shape (n_learners, n_repeats, n_examples)
        Class codes, places in ``target.answers`` (-1: not tested in that repeat, -2: the fold failed), or real values
        (NaN for both).
    responses : ndarray of shape (n_learners, n_repeats, n_examples[, n_classes]), or None
        Probabilities or decision values, if they were asked for or the metric needs them. For two classes only
        those of the second.
    response_methods : tuple of str
        Which method of each learner gave its `responses`; empty where none did.
    metric : Metric
        What `scores` computes unless told otherwise.
    fitted_scores : ndarray of shape (n_learners, n_repeats, n_folds), or None
        Scores by `metric`, if that needed the fitted learners: computed while they existed. Or all there is, if the
        scores come from elsewhere.
    fit_seconds, predict_seconds : ndarray of shape (n_learners, n_repeats, n_folds)
        Wall time. Where folds share work, `fit_seconds` has the time of all of them divided evenly, fitting and
        predicting, and `predict_seconds` is 0.
    failures : tuple of Failure
        Folds without a prediction.
    caveats : tuple of Caveat
        What to beware of, whichever learners are compared.
    ledger : Ledger
        Every candidate that was tried in tuning; empty if nothing was tuned.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> run = fw.evaluate(learners, "wine", scheme="2x5", seed=1)
    >>> run.learner_names, run.has_predictions
    (('bayes', 'tree'), True)
    >>> run.frame().head(2)
      dataset learner  repeat  fold  n_train  n_test     score
    0    wine   bayes       0     0      142      36  0.972222
    1    wine   bayes       0     1      142      36  0.888889
    """

    data: DataInfo
    learners: tuple[Learner, ...]
    assignment: Assignment | Layout
    target: Target = field(repr=False)
    predictions: npt.NDArray[Any] = field(repr=False)
    responses: Floats | None = field(repr=False)
    response_methods: tuple[str, ...]
    metric: Metric
    fitted_scores: Floats | None = field(repr=False)
    fit_seconds: Floats = field(repr=False)
    predict_seconds: Floats = field(repr=False)
    failures: tuple[Failure, ...]
    caveats: tuple[Caveat, ...]
    ledger: Ledger = field(default_factory=Ledger)

    @property
    def learner_names(self) -> tuple[str, ...]:
        """Names of the learners, in the order of the first axis of every array."""
        return tuple(learner.name for learner in self.learners)

    @property
    def has_predictions(self) -> bool:
        """Whether predictions were kept; False for scores from elsewhere."""
        return bool(self.predictions.shape[-1] > 0)

    @property
    def is_imported(self) -> bool:
        """Whether the learners were run elsewhere: only their scores or predictions are known."""
        # Whoever ran them here has seen the data.
        return not self.data.fingerprint

    @classmethod
    def from_scores(
        cls,
        frame: "pd.DataFrame",
        *,
        metric: str | None = None,
        scheme: Any = None,
        columns: Mapping[str, Any] | None = None,
    ) -> "Run":
        """Make a run from a table of scores on one dataset, one row per learner, repeat and fold.

        Parameters
        ----------
        frame : DataFrame
            Columns for the learner, the repeat, the fold and the score, and for the sizes `n_train` and `n_test` if
            they are known. Other usual names (``run``, ``classifier``, ``accuracy``) are understood.
        metric : str, optional
            What the scores are; by default what their column is called.
        scheme : str, Scheme or scikit-learn splitter, optional
            How the splits were made, if the table does not tell.
        columns : mapping of str to str, optional
            Which column plays which role, such as ``{"score": "f1"}``, where names do not tell.

        Returns
        -------
        Run
            Without predictions.

        Examples
        --------
        >>> import pandas as pd
        >>> from foldwise.runs import Run
        >>> frame = pd.DataFrame({"model": ["nb"] * 3 + ["knn"] * 3, "fold": [1, 2, 3] * 2,
        ...                       "err": [0.1, 0.2, 0.1, 0.3, 0.2, 0.2]})
        >>> run = Run.from_scores(frame)
        >>> run, run.scores()[0].tolist()
        (<Run of nb, knn on data: 3-fold cross-validation>, [[-0.1, -0.2, -0.1]])
        """
        run: Run = on_use("foldwise.results._door", "one_run")(
            frame, "scores", metric=metric, scheme=scheme, columns=columns
        )
        return run

    @classmethod
    def from_predictions(
        cls,
        frame: "pd.DataFrame",
        *,
        metric: Any = None,
        scheme: Any = None,
        columns: Mapping[str, Any] | None = None,
    ) -> "Run":
        """Make a run from a table of predictions on one dataset, one row per learner, repeat and example.

        Parameters
        ----------
        frame : DataFrame
            Columns for the learner, the repeat, the instance, the actual and the predicted label or value, and for
            the fold if it is known. Other usual names (``model``, ``y_true``, ``y_pred``) are understood.
        metric : str or callable, optional
            What to score, as for `evaluate`.
        scheme : str, Scheme or scikit-learn splitter, optional
            How the splits were made, if the table does not tell.
        columns : mapping of str to str, optional
            Which column plays which role, such as ``{"actual": "diagnosis"}``, where names do not tell.

        Returns
        -------
        Run

        Examples
        --------
        >>> import pandas as pd
        >>> from foldwise.runs import Run
        >>> frame = pd.DataFrame({"model": ["nb"] * 4 + ["knn"] * 4, "fold": [1, 1, 2, 2] * 2, "id": list("abcd") * 2,
        ...                       "y_true": [0, 1, 0, 1] * 2, "y_pred": [0, 1, 0, 0, 0, 0, 0, 0]})
        >>> Run.from_predictions(frame).scores().tolist()
        [[[1.0, 0.5]], [[0.5, 0.5]]]
        """
        run: Run = on_use("foldwise.results._door", "one_run")(
            frame, "predictions", metric=metric, scheme=scheme, columns=columns
        )
        return run

    def tested(self) -> npt.NDArray[np.bool_]:
        """Whether there is a prediction, of the shape of `predictions`."""
        if self.target.task == "regression":
            return np.asarray(~np.isnan(self.predictions))
        return np.asarray(self.predictions >= 0)

    def correct(self) -> npt.NDArray[np.bool_]:
        """Whether the prediction is right, of the shape of `predictions`; False where there is none."""
        self._check_predictions("correct()")
        if self.target.task == "regression":
            raise ValueError("correct() needs a classification run; this one predicts numbers. Use losses('absolute').")
        return np.asarray(self.predictions == self.target.values)

    def losses(self, name: str) -> Floats:
        """Loss of every prediction: 'zero_one', 'log', 'brier', 'absolute' or 'squared'; NaN where there is none."""
        self._check_predictions("losses()")
        return example_losses(name, self.target, self.predictions, self.responses, self.response_methods, self.tested())

    def sizes(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]] | None:
        """Numbers of training and of test examples, each of shape (n_repeats, n_folds), or None if not known."""
        return self.assignment.sizes()

    def failed(self) -> npt.NDArray[np.bool_]:
        """Whether the fold failed, of shape (n_learners, n_repeats, n_folds)."""
        failed = np.zeros(self.fit_seconds.shape, dtype=bool)
        for failure in self.failures:
            failed[self.learner_names.index(failure.learner), failure.repeat, failure.fold] = True
        return failed

    def scores(self, metric: Any = None) -> Floats:
        """Score every fold.

        Parameters
        ----------
        metric : str, callable or Metric, optional
            Name of a scikit-learn scorer, a scorer, or ``f(y_true, y_pred)``; the run's own metric by default. A
            function whose name ends in ``_error``, ``_loss`` or ``_deviance`` is negated.

        Returns
        -------
        ndarray of shape (n_learners, n_repeats, n_folds)
            Greater is better. NaN where the fold failed or the metric is undefined. Where it is not known which
            examples were tested together, each repeat is scored as a whole.
        """
        return self.scored(metric)[0]

    def scored(self, metric: Any = None) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """Score every fold, and say where scikit-learn put a number (0) because the metric, or a part of it, has none.

        Parameters
        ----------
        metric : str, callable or Metric, optional
            As for `scores`.

        Returns
        -------
        scores : ndarray of shape (n_learners, n_repeats, n_folds)
            What `scores` returns.
        filled : ndarray of bool, of the same shape
            Such as precision where nothing is predicted positive. False where only scores are known.
        """
        resolved = self.metric if metric is None else as_metric(metric, self.target.task)
        filled = np.zeros(self.fit_seconds.shape, dtype=bool)
        return within_range(self._scored(resolved, filled), resolved), filled

    def _scored(self, resolved: Metric, filled: npt.NDArray[np.bool_]) -> Floats:
        if not self.has_predictions:
            return self._given(resolved)
        if not resolved.response:
            return self._fitted(resolved)
        folds = self._folds()
        if resolved.is_accuracy and self.target.task == "classification":
            scores = accuracies(self.predictions, self.target.values, folds, self.assignment.n_folds)
            return np.where(self.failed(), np.nan, scores)
        values, methods = self._heard(resolved)
        failed = self.failed()
        at_once = fold_scores(resolved, self.target, values, methods, folds, ~failed)
        if at_once is not None:
            filled[:] = at_once[1]
            return at_once[0]
        return self._one_by_one(resolved, folds, ~failed, filled)

    def _one_by_one(
        self, metric: Metric, folds: npt.NDArray[np.int32], wanted: npt.NDArray[np.bool_], filled: npt.NDArray[np.bool_]
    ) -> Floats:
        values, methods = self._heard(metric)
        are_codes = metric.response == ("predict",) and self.target.task == "classification"
        scores = np.full(wanted.shape, np.nan)
        for repeat, fold in np.ndindex(scores.shape[1:]):
            test = np.flatnonzero(folds[repeat] == fold)
            truth = self.target.labels[test]
            for learner in np.flatnonzero(wanted[:, repeat, fold]).tolist():
                given = values[learner, repeat, test]
                given = self.target.answers[given] if are_codes else given
                place = learner, repeat, fold
                scores[place], filled[place] = metric.scored(truth, given, self.target.classes, methods[learner])
        return scores

    def frame(self, metric: Any = None) -> "pd.DataFrame":
        """One row per learner, repeat and fold, with sizes and score."""
        import pandas as pd

        n_learners, n_repeats, n_folds = self.fit_seconds.shape
        learner, repeat, fold = (index.ravel() for index in np.indices((n_learners, n_repeats, n_folds)))
        n_train, n_test = self.sizes() or (np.full((n_repeats, n_folds), np.nan),) * 2
        return pd.DataFrame(
            {
                "dataset": self.data.name,
                "learner": np.array(self.learner_names, dtype=object)[learner],
                "repeat": repeat,
                "fold": fold,
                "n_train": n_train[repeat, fold],
                "n_test": n_test[repeat, fold],
                "score": self.scores(metric).ravel(),
            }
        )

    def __repr__(self) -> str:
        failed = f", {len(self.failures)} folds failed" if self.failures else ""
        who = f"{', '.join(self.learner_names)} on {self.data.name}"
        return one_line(f"<Run of {who}: {self.assignment.description}{failed}>")

    def _folds(self) -> npt.NDArray[np.int32]:
        """Fold codes; where no folds are known, all that a repeat tests is one."""
        if isinstance(self.assignment, Assignment):
            return self.assignment.folds
        return np.where(self.tested().any(axis=0), 0, UNTESTED).astype(np.int32)

    def _check_predictions(self, wanted: str) -> None:
        if not self.has_predictions:
            raise ValueError(f"{wanted} needs predictions; of {self.data.name} there are only scores.")

    def _given(self, metric: Metric) -> Floats:
        if metric.name != self.metric.name or self.fitted_scores is None:
            raise ValueError(
                f"Of {self.data.name} there are only scores, and they are {self.metric.label}: predictions are needed "
                f"to score by {metric.name!r}."
            )
        return self.fitted_scores.copy()

    def _fitted(self, metric: Metric) -> Floats:
        if self.fitted_scores is None or metric.function is not self.metric.function:
            raise ValueError(
                f"Metric {metric.name!r} needs the fitted learners, which are gone. Pass it to evaluate or compare."
            )
        return self.fitted_scores.copy()

    def _heard(self, metric: Metric) -> tuple[npt.NDArray[Any], tuple[str, ...]]:
        """Return what the metric reads, example by example, and which method of each learner gave it."""
        if metric.response == ("predict",):
            return self.predictions, ("predict",) * len(self.learners)
        if self.responses is None or not set(self.response_methods) - {""} <= set(metric.response):
            raise ValueError(
                f"Metric {metric.name!r} needs {' or '.join(metric.response)}, which this run did not keep. "
                f"Pass metric={metric.name!r} to evaluate or compare."
            )
        return self.responses, self.response_methods
