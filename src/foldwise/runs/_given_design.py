"""The design of results from elsewhere: what their labels say, and what the user says."""

from dataclasses import dataclass
from typing import Any

from foldwise._core import SchemeMismatchError
from foldwise.splits import FiveByTwo, Holdout, KFold, RepeatedKFold, Resampled, as_scheme

_EXAMPLES = "'10x10' (repeats x folds), '10' (folds), '5x2' or 'resampled:100:0.1'"


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenDesign:
    """Repeats and folds as the user describes them."""

    n_repeats: int
    n_folds: int
    scheme: str
    ratio: float | None = None
    repeats_per_execution: int | None = None

    @property
    def words(self) -> str:
        """The design in words."""
        return design_words(self.n_repeats, self.n_folds)


def design_words(n_repeats: int, n_folds: int) -> str:
    """Say how many repeats of how many folds.

    >>> design_words(10, 10), design_words(1, 5), design_words(100, 1), design_words(1, 1)
    ('10 times 10-fold cross-validation', '5-fold cross-validation', '100 independent splits', 'one split')
    """
    if n_folds == 1:
        return "one split" if n_repeats == 1 else f"{n_repeats} independent splits"
    times = "" if n_repeats == 1 else f"{n_repeats} times "
    return f"{times}{n_folds}-fold cross-validation"


def design_scheme(n_repeats: int, n_folds: int) -> str:
    """Write the scheme as one would type it, as far as it is known.

    >>> design_scheme(10, 10), design_scheme(1, 5), design_scheme(100, 1)
    ('RepeatedKFold(10, 10)', 'KFold(5)', '100 independent splits')
    """
    if n_folds == 1:
        return design_words(n_repeats, n_folds)
    return f"KFold({n_folds})" if n_repeats == 1 else f"RepeatedKFold({n_folds}, {n_repeats})"


def given_design(scheme: Any) -> GivenDesign | None:
    """Read a scheme, its short name or a scikit-learn splitter as the shape of a table.

    >>> given_design("10x10").n_repeats, round(given_design("resampled:100:0.1").ratio, 3)
    (10, 0.111)
    """
    if scheme is None:
        return None
    made = as_scheme(scheme)
    match made:
        case FiveByTwo():
            return GivenDesign(n_repeats=5, n_folds=2, scheme=str(made), repeats_per_execution=5)
        case RepeatedKFold():
            return GivenDesign(n_repeats=made.n_repeats, n_folds=made.n_folds, scheme=str(made))
        case KFold():
            return GivenDesign(n_repeats=1, n_folds=made.n_folds, scheme=str(made))
        case Resampled():
            return GivenDesign(n_repeats=made.n_repeats, n_folds=1, scheme=str(made), ratio=_ratio(made.test_size))
        case Holdout():
            return GivenDesign(n_repeats=1, n_folds=1, scheme=str(made), ratio=_ratio(made.test_size))
    return _from_splitter(made)


def _from_splitter(splitter: Any) -> GivenDesign:
    name = type(splitter).__name__
    words = repr(splitter)
    if name in ("RepeatedKFold", "RepeatedStratifiedKFold"):
        return GivenDesign(n_repeats=splitter.n_repeats, n_folds=splitter.cvargs["n_splits"], scheme=words)
    if name in ("KFold", "StratifiedKFold", "GroupKFold", "StratifiedGroupKFold"):
        return GivenDesign(n_repeats=1, n_folds=splitter.n_splits, scheme=words)
    if name in ("ShuffleSplit", "StratifiedShuffleSplit", "GroupShuffleSplit"):
        return GivenDesign(n_repeats=splitter.n_splits, n_folds=1, scheme=words, ratio=_splitter_ratio(splitter))
    raise SchemeMismatchError(f"{name} says nothing about the design of a table. Pass scheme as {_EXAMPLES}.")


def _ratio(test_size: float) -> float | None:
    return test_size / (1 - test_size) if isinstance(test_size, float) else None


def _splitter_ratio(splitter: Any) -> float | None:
    test, train = splitter.test_size, splitter.train_size
    if test is None and train is None:
        # The default of each of these splitters, which it keeps to itself.
        test = splitter._default_test_size
    if test is None:
        return (1 - train) / train if isinstance(train, float) else None
    if not isinstance(test, float):
        return None
    return test / (train if isinstance(train, float) else 1 - test)


def needs_scheme(n_scores: int, what: str) -> SchemeMismatchError:
    """Refuse to guess how splits were made."""
    return SchemeMismatchError(
        f"{what} hold {n_scores} scores per learner and do not say how the splits were made. Pass scheme=, --scheme: "
        f"'{n_scores}' for {n_scores}-fold cross-validation, '2x{max(n_scores // 2, 2)}' (repeats x folds), "
        f"'resampled:{n_scores}:0.1' for random splits with a tenth for testing."
    )
