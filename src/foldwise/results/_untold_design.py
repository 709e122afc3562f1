"""Numbers of results that may mean more than one design: refused until someone says which."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pandas as pd

from foldwise._core import SchemeMismatchError
from foldwise.results._cells import Coded
from foldwise.results._given_design import GivenDesign, needs_scheme
from foldwise.results._how import how_scheme
from foldwise.runs._door import plain

# Nobody numbers more folds than these without saying so: they may be those of several repeats, counted through.
_MOST_FOLDS: Final = 10


def check_design_told(table: pd.DataFrame, found: Mapping[str, Any], given: GivenDesign | None) -> None:
    """Refuse scores whose columns leave open how the splits were made, unless the user says it."""
    if given is not None:
        return
    n_folds = int(table["fold"].nunique()) if "fold" in table else 1
    if plain(found.get("fold", "")).startswith("split") and "repeat" not in found:
        raise SchemeMismatchError(
            f"The column {found['fold']!r} numbers splits, of folds or at random: say which, as in scheme='10', "
            "'10x10' or 'resampled:100:0.1' (--scheme), or call it fold or repeat."
        )
    if is_seed(found.get("repeat", "")) and n_folds == 1 and table["repeat"].nunique() > 1:
        raise seeds_on_one_test_set(found["repeat"], int(table["repeat"].nunique()))
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


def repeats_counted_through(name: str, part: pd.DataFrame, given: GivenDesign | None) -> pd.DataFrame:
    """Tell predictions apart in which an example is tested in several folds, and no column numbers the repeats.

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
    if not is_repeated or (given is not None and given.n_folds == 1):
        return part.rename(columns={"fold": "repeat"})
    if given is None or not given.describes(n_repeats, n_folds):
        raise SchemeMismatchError(
            f"{name}: the {len(fold.labels)} folds test every example {n_repeats} times, {n_folds} of them once. If "
            f"they are {n_repeats} repeats of {n_folds} folds, counted through, say so: "
            f"{how_scheme(f'{n_repeats}x{n_folds}')}; or add a column repeat."
        )
    labels = np.array(fold.labels, dtype=object)
    return part.assign(repeat=repeats, fold=labels[fold.codes % n_folds])


def check_other_test_sets(name: str, n_repeats: int, n_examples: int, given: GivenDesign) -> None:
    """Refuse to call repeats random splits that all test the same examples."""
    if given.n_folds == 1 and n_repeats > 1:
        raise SchemeMismatchError(
            f"{name}: all {n_repeats} repeats test the same {n_examples} examples, but scheme {given.shown} draws new "
            "ones for every split. Several trainings on one test set are not independent splits, and no test here can "
            "judge them yet."
        )
