"""Scores as scikit-learn returns them: of a search, of `cross_validate` with its row numbers, of `cross_val_score`."""

import ast
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pandas as pd

from foldwise._core import DataFormatError, SchemeMismatchError, counted, listed, one_line
from foldwise.results._cells import numbers
from foldwise.results._given_design import Counts, GivenDesign, needs_scheme
from foldwise.results._how import how_metric
from foldwise.results._quantity import Quantity, Scale, is_percent, known_scale
from foldwise.results._reading import distinct_names
from foldwise.splits import assign_foreign

_SPLIT: Final = re.compile(r"split(\d+)_test_(.+)")
_TEST: Final = re.compile(r"test_(.+)")


def is_search(names: Any) -> bool:
    """Whether these are the keys of ``cv_results_``."""
    return any(_SPLIT.fullmatch(str(name)) for name in names)


def is_cross_validate(results: Mapping[Any, Any]) -> bool:
    """Whether this is what ``cross_validate`` returns for one estimator."""
    return "fit_time" in results and is_of_tests(results)


def is_of_tests(results: Mapping[Any, Any]) -> bool:
    """Whether a mapping has scores on test sets, as ``cross_validate`` names them."""
    return any(_TEST.fullmatch(str(name)) for name in results)


def search_scores(results: Any, metric: str | None) -> tuple[pd.DataFrame, Scale]:
    """One row per candidate and split of ``cv_results_``."""
    frame = pd.DataFrame({str(name): list(values) for name, values in dict(results).items()})
    if "n_resources" in frame:
        raise DataFormatError(
            "These candidates come from a halving search, which scores them on different numbers of examples: they "
            "cannot be compared. Search without halving."
        )
    matches = [match for name in frame if (match := _SPLIT.fullmatch(str(name)))]
    chosen = _choose({match[2] for match in matches}, metric)
    splits = sorted(int(match[1]) for match in matches if match[2] == chosen)
    learners = _candidates(frame)
    tables = [
        pd.DataFrame({"learner": learners, "fold": split, "score": frame[f"split{split}_test_{chosen}"]})
        for split in splits
    ]
    return pd.concat(tables, ignore_index=True), _scale(chosen, metric)


def cross_validation_scores(
    results: Mapping[Any, Any], metric: str | None
) -> tuple[pd.DataFrame, Scale, GivenDesign | None]:
    """One row per learner and split of a mapping from names to what scikit-learn returned; and the design, if shown."""
    if is_cross_validate(results):
        results = {"estimator": results}
    kinds = {isinstance(value, Mapping) for value in results.values()}
    if len(kinds) > 1:
        raise TypeError("Give what cross_validate returned for every learner, or arrays of scores for every learner.")
    indices: dict[Any, Any] = {}
    chosen = "score"
    scores = results
    if kinds == {True}:
        offered = [{match[1] for name in value if (match := _TEST.fullmatch(str(name)))} for value in results.values()]
        chosen = _choose(set.intersection(*offered), metric)
        scores = {name: value[f"test_{chosen}"] for name, value in results.items()}
        indices = {name: value["indices"] for name, value in results.items() if "indices" in value}
    arrays = {name: np.asarray(scores[key]) for key, name in distinct_names(scores).items()}
    lengths = {name: array.shape for name, array in arrays.items()}
    if len(set(lengths.values())) > 1 or any(len(shape) != 1 for shape in lengths.values()):
        shapes = [f"{name} has shape {shape}" for name, shape in lengths.items()]
        raise DataFormatError(
            f"Every learner needs as many scores as there are splits, but {listed(shapes, most=3, quote=False)}. "
            "Tests are paired."
        )
    tables = [
        pd.DataFrame({"learner": name, "fold": np.arange(len(array)), "score": numbers(pd.Series(array), name)})
        for name, array in arrays.items()
    ]
    table = pd.concat(tables, ignore_index=True)
    scale = _scale(chosen, metric)
    if not indices:
        return table, scale, None
    n_train, n_test, design = shown_design(indices, paired=len(indices) == len(results))
    n_scores = table["fold"].nunique()
    if len(n_test) != n_scores:
        raise DataFormatError(
            f"The indices are those of {len(n_test)} splits, but each learner has {counted(n_scores, 'score')}. Pass "
            "what cross_validate returned, unchanged."
        )
    return table.assign(n_train=n_train[table["fold"]], n_test=n_test[table["fold"]]), scale, design


def is_lists(results: Mapping[Any, Any]) -> bool:
    """Whether these are scores and nothing else, a list for every learner, as ``cross_val_score`` returns them."""
    return not is_cross_validate(results) and not any(isinstance(value, Mapping) for value in results.values())


def refuse_search(search: Any) -> None:
    """Refuse a search itself where its results are needed."""
    name = type(search).__name__
    if hasattr(search, "cv_results_"):
        raise TypeError(f"results must be what a search found, got a fitted {name}: pass its cv_results_.")
    if hasattr(search, "fit"):
        raise TypeError(
            f"results must be results, got {name}, which is not fitted: fit a search and pass its cv_results_, or let "
            "compare fit the learners."
        )


def check_told(table: pd.DataFrame, design: GivenDesign | None, what: str) -> GivenDesign:
    """Refuse several splits of which nobody says how they were made."""
    n_splits = int(table["fold"].nunique())
    if design is None and n_splits == 1:
        return GivenDesign(n_repeats=1, n_folds=1, scheme="one split")
    if design is None:
        raise needs_scheme(n_splits, what)
    return design


def _choose(offered: set[str], metric: str | None) -> str:
    if metric is not None and metric in offered:
        return metric
    if len(offered) == 1:
        (only,) = offered
        if only != "score" and metric is not None:
            raise DataFormatError(f"The scores are {only!r}, not {metric!r}. Pass {how_metric(only)}.")
        return only
    if not offered:
        raise DataFormatError("The learners have no scores by the same metric. Score all of them alike.")
    names = sorted(offered)
    raise DataFormatError(f"There are scores by {listed(names)}: choose one, such as {how_metric(names[0])}.")


def _scale(chosen: str, metric: str | None) -> Scale:
    """Take the scores as they are: with scikit-learn greater is always better."""
    name = metric if chosen == "score" and metric is not None else chosen
    percent = is_percent(name)
    known = known_scale(chosen if percent else name)
    quantity = Quantity(name, name.replace("_", " ")) if known is None else known.quantity
    scale = Scale(quantity, 1)
    return scale.in_percent() if percent or (known is not None and known.is_percent) else scale


def _candidates(frame: pd.DataFrame) -> list[str]:
    parameters = [_parameters(row) for row in frame.to_dict("records")]
    keys = list(dict.fromkeys(key for row in parameters for key in row))
    short = {key: key.rpartition("__")[2] for key in keys}
    if len(set(short.values())) < len(keys):
        short = {key: key for key in keys}
    names = [", ".join(f"{short[key]}={one_line(value)}" for key, value in row.items()) for row in parameters]
    return [name or f"candidate {number}" for number, name in enumerate(names)]


def _parameters(row: dict[Any, Any]) -> dict[str, Any]:
    params = row.get("params")
    if isinstance(params, str):
        # A file holds the text of a dict; values that are no literals are found in the other columns.
        try:
            params = ast.literal_eval(params)
        except (SyntaxError, ValueError):
            params = None
    if isinstance(params, Mapping):
        return {str(key): value for key, value in params.items()}
    prefix = "param_"
    return {
        name.removeprefix(prefix): value
        for name, value in row.items()
        if name.startswith(prefix) and not (isinstance(value, float) and np.isnan(value))
    }


def shown_design(indices: Mapping[Any, Any], *, paired: bool) -> tuple[Counts, Counts, GivenDesign]:
    """Training and test sizes of all splits, and their design, from the row numbers of every learner that has them.

    >>> rows = {"train": [[0, 1], [0, 1, 2]], "test": [[2], [3]]}
    >>> n_train, n_test, design = shown_design({"nb": rows}, paired=True)
    >>> n_train.tolist(), n_test.tolist(), design.words, design.irregular
    ([2, 3], [1, 1], '2 periods in the order of time', True)
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
        in_time=assignment.is_time_ordered,
    )
    return n_train, n_test, design


def agreed(shown: GivenDesign | None, design: GivenDesign | None) -> GivenDesign | None:
    """Return the design that the user describes, with what the row numbers add; refuse one that they contradict."""
    if shown is None or design is None:
        return design or shown
    if not design.describes(shown.n_repeats, shown.n_folds):
        raise SchemeMismatchError(
            f"The indices are those of {shown.words}, but scheme {design.shown} means {design.words}. Leave the scheme "
            "out: the indices say it."
        )
    return replace(
        design, n_repeats=shown.n_repeats, paired=shown.paired, irregular=shown.irregular, in_time=shown.in_time
    )


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
