"""What a table that cannot be read probably holds: guesses for the hints of a refusal, never acted upon."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import pandas as pd

from foldwise._core import DataFormatError, SchemeMismatchError, listed
from foldwise.results._columns import KEYS, Columns
from foldwise.results._given_design import GivenDesign, is_seed, seeds_on_one_test_set
from foldwise.results._how import how_columns, how_to_write
from foldwise.results._quantity import known_scale
from foldwise.results._wide import is_average, likely_dataset
from foldwise.runs._door import is_about_a_score, is_spread, plain

_MOST_LABELS: Final = 100
_MOST_NAMED: Final = 12
_OTHER: Final = "another column"


def no_learner(frame: pd.DataFrame, roles: Mapping[str, Any], each: str) -> DataFormatError:
    """Refuse a table in which no column is called after the learners; `each` is the role of a column for each.

    >>> table = pd.DataFrame({"Verfahren": ["a", "a", "b", "b"], "note": ["x", "y", "z", "z"], "acc": [0.5] * 4})
    >>> print(no_learner(table, {"score": "acc"}, "learner"))
    No column says which is the learner; the columns are 'Verfahren', 'note', 'acc'. Name it:
    columns={'learner': 'Verfahren'}, --column learner=Verfahren. If each learner has a column of its own, name them:
    columns={'learner': ['nb', 'svm']}, --column learner=nb --column learner=svm.
    """
    free = [name for name in frame if name not in roles.values()]
    dataset = likely_dataset(frame, free) if each == "learner" and "dataset" not in roles else None
    likely = _likely_learner(frame, free)
    name = "" if likely is None else f" Name it: {how_columns({'learner': likely})}."
    if dataset is not None:
        return DataFormatError(
            f"No column says which is the learner; the columns are {listed(frame, most=12)}.{name} If each learner "
            f"has a column of its own, and {str(dataset)!r} names the datasets, say so: "
            f"{how_columns({'dataset': dataset})}."
        )
    numeric = [name for name in free if pd.api.types.is_float_dtype(frame[name]) and known_scale(name) is None]
    cells = (cell for name in free for cell in frame[name].dropna().head(_MOST_LABELS))
    written = next((advice for cell in cells if (advice := how_to_write(cell))), None)
    if each == "learner" and written is not None:
        return DataFormatError(f"No column holds learners or plain numbers. {written}")
    averages = [name for name in numeric if is_average(name)]
    numeric = [name for name in numeric if name not in averages]
    no_learners = f" {listed(averages)} seems to be an average, not a learner." if averages else ""
    # Means and their spread are no two learners.
    is_summary = any(is_spread(name) or is_about_a_score(name) for name in numeric)
    several = numeric if each == "learner" and 1 < len(numeric) <= _MOST_NAMED and not is_summary else ["nb", "svm"]
    return DataFormatError(
        f"No column says which is the learner; the columns are {listed(frame, most=12)}.{name} If each learner has a "
        f"column of its own, name them: {how_columns({each: several})}.{no_learners}"
    )


def _likely_learner(frame: pd.DataFrame, free: Iterable[Any]) -> Any:
    """Find the column that looks most like names of learners: few texts, each equally often."""
    counts = {name: frame[name].astype(str).value_counts() for name in free if _is_text(frame[name])}
    likely = [name for name, count in counts.items() if 2 <= len(count) <= len(frame) / 2 and count.nunique() == 1]
    return min(likely, key=lambda name: len(counts[name]), default=None)


def unnamed_predictions(frame: pd.DataFrame, known: Columns) -> DataFormatError | None:
    """Refuse a table of predictions whose columns have other names than the usual ones, if it is one.

    Columns with the same labels are what was there and what was said.
    """
    keys = [role for role in KEYS if not isinstance(known.given.get(role), list | tuple)]
    named = known.likely([*keys, "n_train", "n_test"])
    instance, actual = known.likely(["instance"]), known.likely(["actual"])
    labels = {
        name: values
        for name in frame
        if name not in (*named, *instance) and (actual or _is_text(frame[name]))
        if len(values := set(frame[name].dropna().astype(str))) <= _MOST_LABELS
    }
    # What is called a prediction is not the truth, if another column can be.
    for truth in actual or sorted(labels, key=lambda name: "pred" in plain(name)):
        there = labels.get(truth, set())
        predicted = [name for name in labels if name != truth and len(there) > 1 and set() < labels[name] <= there]
        if predicted:
            return _refusal(frame, [*named, *instance], instance, truth, predicted)
    return None


def _refusal(
    frame: pd.DataFrame, named: Sequence[Any], instance: Sequence[Any], truth: Any, predicted: list[Any]
) -> DataFormatError:
    free = [name for name in frame if name not in (*named, truth, *predicted)]
    likely = [*instance, *sorted(free, key=lambda name: -frame[name].astype(str).nunique()), "id"]
    roles = {"instance": likely[0], "actual": truth, "predicted": predicted if len(predicted) > 1 else predicted[0]}
    each = "; each learner has a column" if len(predicted) > 1 else ""
    return DataFormatError(
        f"The columns {listed(map(str, [truth, *predicted]), most=4)} hold the same labels, as predictions do, but not "
        f"all have a usual name. Say which is which{each}: {how_columns(roles)}."
    )


def untold_apart(
    frame: pd.DataFrame, roles: Mapping[str, Any], keys: Sequence[str], unread: Iterable[Any]
) -> DataFormatError | SchemeMismatchError | None:
    """Refuse rows that are the same but for a column that was not read, if there is such a column.

    It must make every combination of its labels and the keys occur once: then it is a key too.
    """
    there = frame[[roles[role] for role in keys if role in roles and not isinstance(roles[role], list)]].astype(str)
    n_cells = len(there.drop_duplicates()) if there.shape[1] else 1
    for name in unread:
        labels = frame[name].astype(str)
        n_labels = labels.nunique()
        if n_cells * n_labels != len(frame) or there.assign(**{_OTHER: labels}).duplicated().any():
            continue
        likely = ("dataset", "repeat", "fold") if _is_text(frame[name]) else ("repeat", "fold", "dataset")
        role = next((role for role in likely if role not in roles), None)
        if is_seed(name):
            return seeds_on_one_test_set(name, n_labels)
        if role is not None:
            return DataFormatError(
                f"Each result is there {n_labels} times, with a difference in the column {str(name)!r}, which was not "
                f"read. If it is the {role}: {how_columns({role: name})}."
            )
    return None


def needs_place(roles: Mapping[str, Any], design: GivenDesign | None) -> DataFormatError | None:
    """Refuse rows of which only the order says to which split they belong."""
    if design is None:
        return None
    numbers = {"fold": design.n_folds, "repeat": design.n_repeats}
    role = next((role for role, number in numbers.items() if number > 1 and role not in roles), None)
    if role is None:
        return None
    n_labels = numbers[role] if {"fold", "repeat"} & set(roles) else design.n_repeats * design.n_folds
    return DataFormatError(
        f"No column says which is the {role}, and the order of the rows is not enough: tests are paired. Add a "
        f"column {role} that numbers those of each learner, 1 to {n_labels}."
    )


def _is_text(column: "pd.Series[Any]") -> bool:
    if pd.api.types.is_numeric_dtype(column) or pd.api.types.is_datetime64_any_dtype(column):
        return False
    # Numbers that a file writes in two ways come as texts.
    return bool(pd.to_numeric(column.dropna().astype(object), errors="coerce").isna().any())
