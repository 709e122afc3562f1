"""The design of results from elsewhere: what the user says, and what to refuse as long as nobody says it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from numbers import Integral
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import SchemeMismatchError, one_line
from foldwise.results._how import how_scheme
from foldwise.runs._door import plain
from foldwise.splits import FiveByTwo, Holdout, KFold, RepeatedKFold, Resampled, RollingOrigin, as_scheme
from foldwise.splits._door import design_words, short_design

Counts = npt.NDArray[np.int64]
_EXAMPLES = "'10x10' (repeats x folds), '10' (folds), '5x2' or 'resampled:100:0.1'"
# Nobody numbers more folds than these without saying so: they may be those of several repeats, counted through.
_MOST_FOLDS: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenDesign:
    """Repeats and folds as the user describes them."""

    n_repeats: int
    n_folds: int
    scheme: str
    ratio: float | None = None
    repeats_per_execution: int | None = None
    typed: str = ""
    # What the splits themselves showed: all learners were scored on the same ones.
    paired: bool = False
    # A splitter that makes other splits whenever it is asked.
    redrawn: bool = False
    # A share of the groups, not of the examples.
    by_group: bool = False
    # What the splits themselves showed: some examples are left out of some repeats.
    irregular: bool = False
    # Splits or periods in the order of time.
    in_time: bool = False

    @property
    def share(self) -> float | None:
        """Share of the examples that is tested, if the scheme says so."""
        return None if self.ratio is None else self.ratio / (1 + self.ratio)

    @property
    def shown(self) -> str:
        """The scheme as the user typed it, beside what it stands for."""
        return f"{self.typed!r} ({self.scheme})" if self.typed else self.scheme

    @property
    def words(self) -> str:
        """The design in words."""
        return time_words(self.n_repeats) if self.in_time else design_words(self.n_repeats, self.n_folds)

    def describes(self, n_repeats: int, n_folds: int) -> bool:
        """Whether results of this shape are of the design, or of whole executions of it."""
        per_execution = self.repeats_per_execution
        same_repeats = n_repeats == self.n_repeats or (per_execution is not None and n_repeats % per_execution == 0)
        return same_repeats and n_folds == self.n_folds


def time_words(n_periods: int) -> str:
    """Return periods in words.

    >>> time_words(24)
    '24 periods in the order of time'
    """
    return f"{n_periods} periods in the order of time"


_PERIODS: Final = frozenset(
    ("period", "origin", "cutoff", "time", "timestamp", "date", "day", "week", "month", "quarter", "year")
)


def is_period(name: object) -> bool:
    """Whether a column is called after time.

    >>> is_period("Period"), is_period("date"), is_period("run")
    (True, True, False)
    """
    return plain(name) in _PERIODS


def design_in_time(table: pd.DataFrame, roles: Mapping[str, Any], design: GivenDesign | None) -> GivenDesign | None:
    """Return the design of scores in a column of periods, unless the user gives one or there are folds, too."""
    n_periods = int(table["repeat"].nunique()) if "repeat" in table else 0
    if design is not None or "fold" in table or n_periods < 2 or not is_period(roles.get("repeat", "")):
        return design
    return GivenDesign(n_repeats=n_periods, n_folds=1, scheme=time_words(n_periods), in_time=True)


def given_design(scheme: Any) -> GivenDesign | None:
    """Read a scheme, its short name or a scikit-learn splitter as the shape of a table.

    >>> given_design("10x10").n_repeats, round(given_design("resampled:100:0.1").ratio, 3)
    (10, 0.111)
    """
    if scheme is None:
        return None
    design = _design(as_scheme(scheme))
    return replace(design, typed=scheme) if isinstance(scheme, str) else design


def _design(scheme: Any) -> GivenDesign:
    match scheme:
        case FiveByTwo():
            return GivenDesign(n_repeats=5, n_folds=2, scheme=str(scheme), repeats_per_execution=5)
        case RepeatedKFold():
            return GivenDesign(n_repeats=scheme.n_repeats, n_folds=scheme.n_folds, scheme=str(scheme))
        case KFold():
            return GivenDesign(n_repeats=1, n_folds=scheme.n_folds, scheme=str(scheme))
        case Resampled():
            return GivenDesign(
                n_repeats=scheme.n_repeats, n_folds=1, scheme=str(scheme), ratio=_ratio(scheme.test_size)
            )
        case RollingOrigin():
            return GivenDesign(n_repeats=scheme.n_origins, n_folds=1, scheme=str(scheme), in_time=True)
        case Holdout():
            return GivenDesign(n_repeats=1, n_folds=1, scheme=str(scheme), ratio=_ratio(scheme.test_size))
    return replace(_from_splitter(scheme), redrawn=_is_redrawn(scheme))


def _is_redrawn(splitter: Any) -> bool:
    """Whether a splitter shuffles, and not by a fixed number."""
    return getattr(splitter, "shuffle", True) and not isinstance(getattr(splitter, "random_state", 0), Integral)


def _from_splitter(splitter: Any) -> GivenDesign:
    name = type(splitter).__name__
    words = one_line(repr(splitter))
    if name in ("RepeatedKFold", "RepeatedStratifiedKFold"):
        return GivenDesign(n_repeats=splitter.n_repeats, n_folds=splitter.cvargs["n_splits"], scheme=words)
    if name in ("KFold", "StratifiedKFold", "GroupKFold", "StratifiedGroupKFold"):
        return GivenDesign(n_repeats=1, n_folds=splitter.n_splits, scheme=words)
    if name in ("ShuffleSplit", "StratifiedShuffleSplit", "GroupShuffleSplit"):
        ratio = _splitter_ratio(splitter)
        by_group = name == "GroupShuffleSplit"
        return GivenDesign(n_repeats=splitter.n_splits, n_folds=1, scheme=words, ratio=ratio, by_group=by_group)
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


def needs_scheme(n_splits: int, what: str) -> SchemeMismatchError:
    """Refuse to guess how splits were made.

    >>> print(needs_scheme(10, "Scores"))
    Scores do not say how the 10 splits were made. Pass scheme=, --scheme: '10' for 10-fold cross-validation, '2x5' or
    '5x2' (repeats x folds), 'resampled:10:0.1' for random splits with a tenth for testing.
    """
    usual = [10, 5, 2, *range(3, n_splits)]
    # Of a prime number of splits there are no repeats.
    repeated = [f"'{n_splits // n}x{n}'" for n in dict.fromkeys(usual) if n_splits % n == 0 and n_splits > n][:2]
    return SchemeMismatchError(
        f"{what} do not say how the {n_splits} splits were made. Pass scheme=, --scheme: '{n_splits}' for "
        f"{n_splits}-fold cross-validation, {' or '.join(repeated) + ' (repeats x folds), ' if repeated else ''}"
        f"'resampled:{n_splits}:0.1' for random splits with a tenth for testing."
    )


def check_same_splits(design: GivenDesign) -> None:
    """Refuse learners that were scored one after the other by a splitter which makes new splits every time."""
    if design.redrawn and not design.paired:
        short = short_design(design.n_repeats, design.n_folds, design.share)
        same = f" If they did have the same splits, pass scheme={short!r}." if short else ""
        raise SchemeMismatchError(
            f"{design.scheme} makes other splits in every call, so two learners were scored on different ones. Give "
            f"random_state an integer and score again, with return_indices=True to show that they are the same.{same}"
        )


def check_share(design: GivenDesign | None, n_train: Counts, n_test: Counts, where: str) -> None:
    """Refuse sizes that are not those of the share that the scheme says, but for rounding of either."""
    if design is None or design.share is None or design.by_group:
        return
    total = n_train + n_test
    wrong = np.abs(n_test - design.share * total) > np.maximum(1, 0.01 * total)
    if wrong.any():
        trained, tested = int(n_train[wrong][0]), int(n_test[wrong][0])
        raise SchemeMismatchError(
            f"{where}: scheme {design.shown} means that {design.share:.3g} of the examples are tested, but the sizes "
            f"are {trained} for training and {tested} for testing, {tested / (trained + tested):.3g} of them. Correct "
            "the scheme or the sizes."
        )


def how_instead(n_repeats: int, n_folds: int) -> str:
    """Return how to say which scheme fits, if there is a short name for it.

    >>> how_instead(2, 3), how_instead(5, 1)
    (": scheme='2x3', --scheme 2x3", '')
    """
    short = short_design(n_repeats, n_folds)
    return f": {how_scheme(short)}" if short else ""


def check_design_told(table: pd.DataFrame, roles: Mapping[str, Any], design: GivenDesign | None) -> None:
    """Refuse scores whose columns leave open how the splits were made, unless the user says it."""
    if design is not None:
        return
    n_folds = int(table["fold"].nunique()) if "fold" in table else 1
    if plain(roles.get("fold", "")).startswith("split") and "repeat" not in roles:
        raise SchemeMismatchError(
            f"The column {roles['fold']!r} numbers splits, of folds or at random: say which, as in scheme='10', "
            "'10x10' or 'resampled:100:0.1' (--scheme), or call it fold or repeat."
        )
    if is_seed(roles.get("repeat", "")) and n_folds == 1 and table["repeat"].nunique() > 1:
        raise seeds_on_one_test_set(roles["repeat"], int(table["repeat"].nunique()))
    # Sizes tell: folds of one cross-validation test every example once.
    if "repeat" not in table and n_folds > _MOST_FOLDS and not {"n_train", "n_test"} <= set(table):
        raise needs_scheme(n_folds, f"{n_folds} folds without a column of repeats")


def is_seed(name: object) -> bool:
    """Whether a column is called after the seed of something: a split, or a training.

    >>> is_seed("Random seed"), is_seed("seed_id"), is_seed("random_state"), is_seed("run")
    (True, True, True, False)
    """
    word = plain(name)
    return word.startswith("seed") or word.endswith("seed") or word == "randomstate"


def seeds_on_one_test_set(name: object, n_seeds: int) -> SchemeMismatchError:
    """Refuse scores of several seeds, which may all be of one split."""
    return SchemeMismatchError(
        f"The column {str(name)!r} does not say whether each of the {n_seeds} seeds made a new random split, or only "
        "another training on one test set. Scores of one test set are not independent splits, and no test here can "
        f"judge them yet. If each seed made a new split, say so: {how_scheme(f'resampled:{n_seeds}:0.2')} (here with "
        "a fifth for testing)."
    )
