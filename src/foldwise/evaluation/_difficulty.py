"""How hard a dataset is, by what needs no learner worth the name."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise.data import Dataset, column_kind
from foldwise.evaluation._evaluate import evaluate

_MOST_EXAMPLES: Final = 5000
# Of larger tables fewer examples are taken.
_MOST_CELLS: Final = 300_000
_FEWEST_EXAMPLES: Final = 500
_MOST_COLUMNS: Final = 300
_N_FOLDS: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Difficulty:
    """What simple rules reach on a dataset.

    Parameters
    ----------
    n_examples : int
        Number of examples in the dataset.
    n_used : int
        Number of examples that the accuracies rest on: a sample of large data.
    majority : float
        Share of the most frequent class, of all examples.
    one_rule, nearest_neighbor : float
        Accuracies in one tenfold cross-validation: of the best single attribute, chosen in each training set, and of
        the nearest neighbour.
    linear : float or None
        The same of a linear rule; None for data of too many columns.
    is_separable : bool or None
        Whether every two classes lie on two sides of a plane; None for data of too many columns.

    Examples
    --------
    >>> import foldwise as fw
    >>> wine = fw.evaluation.difficulty(fw.data.load("wine"))
    >>> wine.n_examples, wine.n_used, round(wine.majority, 3)
    (178, 178, 0.399)
    """

    n_examples: int
    n_used: int
    majority: float
    one_rule: float
    linear: float | None
    is_separable: bool | None
    nearest_neighbor: float


def difficulty(dataset: Dataset, *, seed: int = 0) -> Difficulty:
    r"""Measure what the commonest class, one attribute, a plane and the nearest neighbour reach.

    Where one attribute or a plane comes near to what elaborate learners reach, the data cannot tell these apart.

    Parameters
    ----------
    dataset : Dataset
        A table with classes; at least ten examples.
    seed : int, default 0
        Of the folds, and of the sample of large data.

    Returns
    -------
    Difficulty

    Notes
    -----
    The rule of one attribute is Holte's [1]_, but for numbers, which it puts into at most ten bins of as many examples
    each. The linear rule is Fisher's linear discriminant on standardized columns, its covariance shrunk after Ledoit
    and Wolf. For the plane and the linear rule, nominal columns are one-hot encoded, and missing numbers replaced by
    the median.

    Classes :math:`a` and :math:`b` are separable if the linear program

    .. math:: w^\top x + c \ge 1 \text{ for all } x \text{ of } a, \qquad
              w^\top x + c \le -1 \text{ for all } x \text{ of } b

    has a solution. This is asked of the examples at hand: with as many columns as examples the answer is nearly always
    yes, and says little.

    Of more than 5,000 examples, or 300,000 values, a sample is taken, without regard to class. A plane is sought for
    up to 300 columns.

    References
    ----------
    .. [1] R. C. Holte (1993). Very simple classification rules perform well on most commonly used datasets. Machine
       Learning 11, 63-91.

    Examples
    --------
    >>> from foldwise.data import load
    >>> from foldwise.evaluation import difficulty
    >>> iris = difficulty(load("iris"))
    >>> round(iris.majority, 3), iris.one_rule > 0.9, iris.is_separable
    (0.333, True, False)
    """
    # Whoever only evaluates need not wait for these.
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    from foldwise.evaluation._one_rule import OneRule
    from foldwise.evaluation._separable import are_separable
    from foldwise.learners import NearestNeighbor

    _refuse(dataset)
    sample = _sample(dataset, seed)
    learners: dict[str, Any] = {"one rule": OneRule(), "nearest neighbor": NearestNeighbor()}
    columns = _as_numbers(sample.X)
    is_narrow = columns.shape[1] <= _MOST_COLUMNS
    if is_narrow:
        # It standardizes the columns by itself, to shrink.
        learners["linear"] = LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto")
    # Matrices this small take longer, on a busy machine much longer, when threads share them.
    with threadpool_limits(1):
        run = evaluate(learners, sample, scheme=f"1x{_N_FOLDS}", seed=seed, progress=False)
        is_separable = are_separable(columns, pd.factorize(sample.y)[0]) if is_narrow else None
    accuracies = dict(zip(learners, run.correct().mean(axis=(1, 2)).tolist(), strict=True))
    return Difficulty(
        n_examples=dataset.n_examples,
        n_used=sample.n_examples,
        majority=float(pd.Series(dataset.y).value_counts(normalize=True).iloc[0]),
        one_rule=accuracies["one rule"],
        linear=accuracies.get("linear"),
        is_separable=is_separable,
        nearest_neighbor=accuracies["nearest neighbor"],
    )


def _refuse(dataset: Dataset) -> None:
    if dataset.holds_documents or hasattr(dataset.X, "tocsr"):
        raise ValueError("difficulty needs a table of attributes, got texts or a sparse matrix. Make a table first.")
    if pd.isna(dataset.y).any():
        raise ValueError("difficulty needs a class for every example, and some are missing. Drop these rows.")
    if dataset.y.dtype.kind == "f" and dataset.target_names is None and (dataset.y != np.floor(dataset.y)).any():
        raise ValueError("difficulty needs classes, and the target is a number. Take another target.")
    if any(np.isinf(column).any() for column in _numbers(dataset.X)):
        raise ValueError("difficulty needs finite numbers, and some are infinite. Write them as missing.")
    sizes = pd.Series(dataset.y).value_counts()
    if len(sizes) > max(dataset.n_examples / 2, 2):
        raise ValueError(f"difficulty needs classes, and {len(sizes)} labels of {dataset.n_examples} rows are none.")
    if dataset.n_attributes < 1 or dataset.n_examples < _N_FOLDS or (sizes >= 2).sum() < 2:
        raise ValueError(
            f"difficulty needs an attribute, {_N_FOLDS} examples, and two classes of two examples at least. "
            "Take more data."
        )


def _sample(dataset: Dataset, seed: int) -> Dataset:
    n = min(_MOST_EXAMPLES, max(_MOST_CELLS // dataset.n_attributes, _FEWEST_EXAMPLES))
    if dataset.n_examples <= n:
        return dataset
    rows = np.sort(np.random.default_rng(seed).choice(dataset.n_examples, size=n, replace=False))
    X = dataset.X.iloc[rows] if isinstance(dataset.X, pd.DataFrame) else dataset.X[rows]
    return Dataset(X, dataset.y[rows], name=dataset.name, target_names=dataset.target_names)


def _numbers(X: Any) -> list[npt.NDArray[np.float64]]:
    frame = pd.DataFrame(X)
    columns = [frame.iloc[:, position] for position in range(frame.shape[1])]
    return [column.to_numpy(np.float64, na_value=np.nan) for column in columns if column_kind(column) == "numeric"]


def _as_numbers(X: Any) -> npt.NDArray[np.float64]:
    """Return a column for each category, a missing one included, and numbers with the median where missing."""
    frame = pd.DataFrame(X)
    parts = []
    for position in range(frame.shape[1]):
        column = frame.iloc[:, position]
        if column_kind(column) == "nominal":
            codes, categories = pd.factorize(column.astype(object), use_na_sentinel=False)
            parts.append(np.eye(len(categories))[codes])
        else:
            numbers = column.to_numpy(np.float64, na_value=np.nan)
            known = numbers[~np.isnan(numbers)]
            parts.append(np.where(np.isnan(numbers), np.median(known) if len(known) else 0.0, numbers)[:, None])
    return np.hstack(parts)
