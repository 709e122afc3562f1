"""The design of a table of predictions: which example it says was tested when, as far as it does."""

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import DataFormatError, SchemeMismatchError, counted
from foldwise.results._cells import (
    Coded,
    first_cell,
    numbers,
)
from foldwise.results._given_design import GivenDesign, check_share, how_instead
from foldwise.results._how import how_scheme
from foldwise.splits import TRAIN_ONLY, Assignment, Layout
from foldwise.splits._door import design_scheme, design_words


def repeats_counted_through(name: str, part: pd.DataFrame, design: GivenDesign | None) -> pd.DataFrame:
    """Return predictions with their repeats numbered, where an example is tested in several folds and no column does.

    If the first so many folds test every example once, and so do the next, they are those of a repeated
    cross-validation, counted through; else each is an independent split.
    """
    one = part[part["learner"] == part["learner"].iloc[0]]
    times = one["instance"].value_counts()
    n_repeats, fold = int(times.iloc[0]), Coded.of(part["fold"], "fold")
    n_folds, rest = divmod(len(fold.labels), n_repeats)
    repeats = fold.codes // max(n_folds, 1)
    in_turn = part.assign(repeat=repeats)[part["learner"] == part["learner"].iloc[0]]
    is_repeated = (
        (times == n_repeats).all() and not rest and n_folds > 1 and not in_turn.duplicated(["repeat", "instance"]).any()
    )
    if not is_repeated or (design is not None and design.n_folds == 1):
        return part.rename(columns={"fold": "repeat"})
    if design is None or not design.describes(n_repeats, n_folds):
        raise SchemeMismatchError(
            f"{name}: the {len(fold.labels)} folds test every example {n_repeats} times, {n_folds} of them once. If "
            f"they are {n_repeats} repeats of {n_folds} folds, counted through, say so: "
            f"{how_scheme(f'{n_repeats}x{n_folds}')}; or add a column repeat."
        )
    labels = np.array(fold.labels, dtype=object)
    return part.assign(repeat=repeats, fold=labels[fold.codes % n_folds])


def _check_other_test_sets(name: str, n_repeats: int, n_examples: int, design: GivenDesign) -> None:
    """Refuse to call repeats random splits that all test the same examples."""
    if design.n_folds == 1 and n_repeats > 1:
        raise SchemeMismatchError(
            f"{name}: all {n_repeats} repeats test the same {n_examples} examples, but scheme {design.shown} draws new "
            "ones for every split. Several trainings on one test set are not independent splits, and no test here can "
            "judge them yet."
        )


def prediction_design(
    name: str, part: pd.DataFrame, axes: list[Coded], tested: npt.NDArray[np.bool_], design: GivenDesign | None
) -> Assignment | Layout:
    """Return the design of one dataset; `axes` are learner, repeat and instance, `tested` which repeat tests which."""
    _, repeat, instance = axes
    fold = Coded.of(part["fold"], "fold") if "fold" in part else Coded.single("fold", len(part))
    n_folds = len(fold.labels)
    codes = np.full(tested.shape, TRAIN_ONLY, dtype=np.int32)
    codes[repeat.codes, instance.codes] = fold.codes
    differing = np.flatnonzero(codes[repeat.codes, instance.codes] != fold.codes)
    if len(differing):
        raise DataFormatError(
            f"{name}: {first_cell([repeat, instance], int(differing[0]))} is in different folds for different learners "
            f"({counted(len(differing), 'row')}). Tests are paired: all learners need the same folds."
        )
    if n_folds == 1:
        return _without_folds(name, tested, design, _training_sizes(name, part, repeat))
    if not tested.all():
        places = np.argwhere(~tested)
        words = [", ".join(filter(None, (repeat.words(int(r)), instance.words(int(i))))) for r, i in places[:3]]
        raise DataFormatError(
            f"{name}: {len(places)} predictions are missing: {'; '.join(words)}{' and more' if len(places) > 3 else ''}"
            ". Cross-validation tests every instance in every repeat."
        )
    empty = np.argwhere(np.stack([np.bincount(row, minlength=n_folds) for row in codes]) == 0)
    if len(empty):
        raise DataFormatError(
            f"{name}: fold {fold.labels[empty[0][1]]} tests nothing in {repeat.words(int(empty[0][0]))}"
            ". All repeats need the same folds."
        )
    n_repeats = len(codes)
    if design is not None and not design.describes(n_repeats, n_folds):
        raise _mismatch(design_words(n_repeats, n_folds), design, how_instead(n_repeats, n_folds))
    return Assignment(
        folds=codes,
        n_folds=n_folds,
        scheme=design_scheme(n_repeats, n_folds) if design is None else design.scheme,
        description=design_words(n_repeats, n_folds),
        stratified=None,
        seed=None,
        repeats_per_execution=(design and design.repeats_per_execution) or n_repeats,
    )


def _without_folds(
    name: str, tested: npt.NDArray[np.bool_], design: GivenDesign | None, n_train: npt.NDArray[np.int64] | None
) -> Assignment | Layout:
    """Return what is known when every row says only that an instance was tested in a repeat."""
    n_repeats = len(tested)
    if design is not None and design.n_repeats != n_repeats:
        raise _mismatch(f"{counted(n_repeats, 'repeat')} without folds", design)
    splits = not tested.all()
    if design is not None and design.n_folds == 1 and splits and n_train is None and _covers_all(tested, design):
        # Splits that the user describes train on what they do not test.
        return Assignment(
            folds=np.where(tested, 0, TRAIN_ONLY).astype(np.int32),
            n_folds=1,
            scheme=design.scheme,
            description=design.words,
            stratified=None,
            seed=None,
            repeats_per_execution=n_repeats,
        )
    if design is not None and design.n_folds > 1 and splits:
        raise DataFormatError(f"{name}: scheme {design.shown} tests every instance in every repeat, and some are not.")
    if design is not None and not splits:
        _check_other_test_sets(name, n_repeats, tested.shape[1], design)
    n_test = tested.sum(axis=1, dtype=np.int64)[:, np.newaxis]
    if n_train is not None:
        check_share(design, n_train, n_test, name)
    has_folds = splits or (design is not None and design.n_folds == 1)
    unknown = "one test set" if n_repeats == 1 else f"{n_repeats} repeats, of which the folds are not known"
    words = design_words(n_repeats, 1) if has_folds else unknown
    return Layout(
        n_repeats=n_repeats,
        n_folds=1,
        scheme=words if design is None else design.scheme,
        description=words if design is None else design.words + (" (folds not known)" if design.n_folds > 1 else ""),
        each_example_tested_once=bool(tested.sum(axis=0).max() <= 1),
        repeats_per_execution=n_repeats,
        has_folds=has_folds,
        n_train=n_train,
        n_test=None if n_train is None else n_test,
        ratio=None if design is None or design.n_folds > 1 else design.ratio,
    )


def _covers_all(tested: npt.NDArray[np.bool_], design: GivenDesign) -> bool:
    """Whether all examples are there: test sets are as large a share of them as the scheme says.

    Few splits leave some examples untested, and then untold.
    """
    if design.share is None:
        return False
    return bool((np.abs(tested.sum(axis=1) - design.share * tested.shape[1]) <= 1).all())


def _training_sizes(name: str, part: pd.DataFrame, repeat: Coded) -> npt.NDArray[np.int64] | None:
    """Return the training size of every repeat, if there is a column of it."""
    if "n_train" not in part:
        return None
    values = numbers(part["n_train"], "n_train").to_numpy()
    sizes = np.zeros(len(repeat.labels))
    sizes[repeat.codes] = values
    wrong = ~(sizes >= 1) | (sizes != np.floor(sizes))
    if wrong.any() or (sizes[repeat.codes] != values).any():
        raise DataFormatError(f"{name}: n_train must be one number of examples for each repeat.")
    return sizes.astype(np.int64)[:, np.newaxis]


def _mismatch(shape: str, design: GivenDesign, instead: str = "") -> SchemeMismatchError:
    return SchemeMismatchError(
        f"The predictions are those of {shape}, but scheme {design.shown} means {design.words}. Correct the "
        f"scheme{instead}."
    )
