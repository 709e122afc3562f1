"""The design that row numbers show: what ``cross_validate(return_indices=True)`` returns."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from foldwise._core import DataFormatError, SchemeMismatchError
from foldwise.results._given_design import Counts, GivenDesign
from foldwise.splits import assign_foreign


def shown_design(indices: Mapping[Any, Any], *, paired: bool) -> tuple[Counts, Counts, GivenDesign]:
    """Training and test sizes of all splits, and their design, from the row numbers of every learner that has them.

    >>> rows = {"train": [[0, 1], [0, 1, 2]], "test": [[2], [3]]}
    >>> n_train, n_test, design = shown_design({"nb": rows}, paired=True)
    >>> n_train.tolist(), n_test.tolist(), design.words, design.irregular
    ([2, 3], [1, 1], '2 independent splits', True)
    """
    common = _common(indices)
    splits = list(zip(common["train"], common["test"], strict=True))
    n_examples = 1 + max(int(np.max(rows)) for split in splits for rows in split)
    assignment = assign_foreign(splits, n_examples, seed=0)
    n_train, n_test = (sizes.ravel() for sizes in assignment.sizes())
    kind = "cross-validation" if assignment.n_folds > 1 else "splits"
    design = GivenDesign(
        n_repeats=assignment.n_repeats,
        n_folds=assignment.n_folds,
        scheme=f"{len(splits)} given {kind}",
        paired=paired,
        irregular=assignment.is_irregular,
    )
    return n_train, n_test, design


def agreed(shown: GivenDesign | None, given: GivenDesign | None) -> GivenDesign | None:
    """Return the design that the user describes, with what the row numbers add; refuse one that they contradict."""
    if shown is None or given is None:
        return given or shown
    if not given.describes(shown.n_repeats, shown.n_folds):
        raise SchemeMismatchError(
            f"The indices are those of {shown.words}, but scheme {given.shown} means {given.words}. Leave the scheme "
            "out: the indices say it."
        )
    return replace(given, n_repeats=shown.n_repeats, paired=shown.paired, irregular=shown.irregular)


def _common(indices: Mapping[Any, Any]) -> Any:
    """Test and training rows of all splits, if the learners agree about them."""
    first, *others = indices.items()
    for name, other in others:
        for part in ("train", "test"):
            same = len(other[part]) == len(first[1][part]) and all(map(np.array_equal, other[part], first[1][part]))
            if not same:
                raise DataFormatError(
                    f"{name} was scored on other splits than {first[0]}: tests are paired. Pass the same cv, with a "
                    "fixed random_state, to both."
                )
    return first[1]
