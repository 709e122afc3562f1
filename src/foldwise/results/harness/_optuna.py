"""Trials of Optuna: a study, or its table of trials, if each trial kept the scores of its folds."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import pandas as pd

from foldwise._core import DataFormatError, counted, listed
from foldwise.results._cells import numbers
from foldwise.results._given_design import needs_scheme
from foldwise.results._how import how_metric
from foldwise.results._quantity import Scale, known_scale, scale_of
from foldwise.results._reading import ReadingOptions
from foldwise.results.harness._given import Given
from foldwise.results.harness._items import number
from foldwise.results.harness._translated import Translated

_ATTRIBUTE: Final = "user_attrs_"
_NUMBERED: Final = re.compile(r"(?P<name>.*?[^\d_])?_?(?P<place>\d+)")
_COMPLETE: Final = "COMPLETE"


@dataclass(frozen=True, slots=True)
class _Trial:
    number: int
    value: float | None
    attributes: dict[str, Any]


def is_optuna(source: Given) -> bool:
    """Whether this is a study, or a table of its trials."""
    if source.form == "thing":
        return hasattr(source.thing, "trials_dataframe")
    is_table = source.has_columns("number", "state", "datetime_start")
    return is_table and source.frame is not None and any(str(name).startswith("value") for name in source.frame)


def read_optuna(sources: Sequence[Given], options: ReadingOptions) -> Translated:
    """Read the scores of folds that complete trials kept; trials are learners."""
    if len(sources) > 1:
        raise DataFormatError("Trials of several studies were not scored together. Judge each study by itself.")
    source = sources[0]
    trials, n_others, direction = _of_study(source.thing) if source.form == "thing" else _of_table(source)
    if not trials:
        raise DataFormatError(f"{source.name}: no trial is complete ({counted(n_others, 'other')}). Run the study.")
    name, scores = _chosen(trials, options.score_name(), source.name)
    metric = options.score_name() or name
    _check_direction(trials, scores, scale_of(metric), direction, told=options.metric is not None)
    lengths = {number: len(values) for number, values in scores.items()}
    if len(set(lengths.values())) > 1:
        first, other = (next(n for n in lengths if lengths[n] == m) for m in sorted(set(lengths.values()))[:2])
        raise DataFormatError(
            f"{source.name}: trial {first} has {lengths[first]} scores in {name!r}, trial {other} has "
            f"{lengths[other]}. Tests are paired: every trial needs the scores of the same folds."
        )
    n_splits = next(iter(lengths.values()))
    if options.design is None:
        raise needs_scheme(n_splits, "Scores in trials of Optuna")
    rows = [
        {"learner": f"trial {number}", "fold": fold, "score": value}
        for number, values in scores.items()
        for fold, value in enumerate(values)
    ]
    left_out = f", {counted(n_others, 'pruned or failed one')} left out" if n_others else ""
    return Translated(
        frame=pd.DataFrame(rows),
        options=replace(options, metric=metric),
        kind=f"{counted(len(trials), 'complete trial')} of Optuna{left_out}",
        columns={"learner": "number", "fold": None, "score": f"{_ATTRIBUTE}{name}"},
    )


def _of_study(study: Any) -> tuple[list[_Trial], int, str | None]:
    directions = [direction.name for direction in study.directions]
    trials = [
        _Trial(trial.number, trial.values[0] if len(directions) == 1 else None, dict(trial.user_attrs))
        for trial in study.trials
        if trial.state.name == _COMPLETE
    ]
    return trials, len(study.trials) - len(trials), directions[0] if len(directions) == 1 else None


def _of_table(source: Given) -> tuple[list[_Trial], int, None]:
    frame = source.frame
    assert frame is not None
    places = numbers(frame["number"], "number")
    if places.isna().any() or (places % 1 != 0).any():
        raise DataFormatError(f"{source.name}: the column 'number' must hold the whole numbers of the trials.")
    if places.duplicated().any():
        raise DataFormatError(f"{source.name}: trial {places[places.duplicated()].iloc[0]:.0f} is there twice.")
    complete = frame[frame["state"].astype(str) == _COMPLETE]
    trials = []
    for row in complete.to_dict("records"):
        attributes = {
            str(name).removeprefix(_ATTRIBUTE): _cell(value)
            for name, value in row.items()
            if str(name).startswith(_ATTRIBUTE) and not (np.ndim(value) == 0 and pd.isna(value))
        }
        trials.append(_Trial(int(float(row["number"])), number(row.get("value")), attributes))
    return trials, len(frame) - len(trials), None


def _cell(value: Any) -> Any:
    """Return what a cell holds; a list is a text in a file."""
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            return json.loads(value)
        except json.JSONDecodeError:
            return value
    return value


def _chosen(trials: Sequence[_Trial], wanted: str | None, where: str) -> tuple[str, dict[int, list[float]]]:
    """Return the attribute that holds scores of folds, and the scores of each trial."""
    kept = {trial.number: _lists(trial.attributes) for trial in trials}
    names = list(dict.fromkeys(name for lists in kept.values() for name in lists))
    if not names:
        raise DataFormatError(
            f"{where} has one score for each trial, all on the same data: nothing says how much it would vary. Keep "
            "the scores of the folds in the objective, trial.set_user_attr('accuracy', scores.tolist()), and run the "
            "study again; or compare the best parameters with the default ones (compare)."
        )
    if wanted in names:
        names = [str(wanted)]
    if len(names) > 1:
        raise DataFormatError(
            f"{where}: several attributes hold scores of folds: {listed(names, most=6)}. Choose: "
            f"{how_metric(names[0])}."
        )
    lacking = [trial for trial, lists in kept.items() if names[0] not in lists]
    if lacking:
        raise DataFormatError(
            f"{where}: {counted(len(lacking), 'complete trial')} of {len(kept)} kept no scores in {names[0]!r} (number "
            f"{listed(map(str, lacking), most=5, quote=False)}). Every trial needs the scores of the same folds."
        )
    return names[0], {trial: lists[names[0]] for trial, lists in kept.items()}


def _lists(attributes: dict[str, Any]) -> dict[str, list[float]]:
    """Find lists of numbers, and numbers whose names end in 0, 1 and so on.

    >>> _lists({"acc": [0.5, 0.75], "fold_0": 0.5, "fold_1": 0.25, "seed": 3})
    {'acc': [0.5, 0.75], 'fold': [0.5, 0.25]}
    """
    found: dict[str, list[float]] = {}
    numbered: dict[str, dict[int, float]] = {}
    for name, value in attributes.items():
        values = [number(each) for each in value] if isinstance(value, list | tuple | np.ndarray) else []
        if len(values) > 1 and all(each is not None for each in values):
            found[name] = [each for each in values if each is not None]
        match, single = _NUMBERED.fullmatch(name), number(value)
        if match is not None and single is not None:
            numbered.setdefault(match["name"] or "fold", {})[int(match["place"])] = single
    for name, places in numbered.items():
        if len(places) > 1 and sorted(places) in (list(range(len(places))), list(range(1, len(places) + 1))):
            found.setdefault(name, [places[place] for place in sorted(places)])
    return found


def _check_direction(
    trials: Sequence[_Trial], scores: dict[int, list[float]], scale: Scale, direction: str | None, *, told: bool
) -> None:
    """Refuse scores of which nobody says whether greater is better, or of which the study says the reverse."""
    assumed = scale.quantity.orientation_assumed
    if assumed and not told and direction != "MAXIMIZE":
        why = "the study minimizes" if direction else "a table of trials does not say"
        raise DataFormatError(
            f"Are greater values of {scale.quantity.name!r} better? Its name does not tell, and {why}. Name the "
            f"metric, such as {how_metric('accuracy')} or {how_metric('rmse')}."
        )
    is_value = all(
        trial.value is not None and np.isclose(np.mean(scores[trial.number]), trial.value) for trial in trials
    )
    greater = scale.factor > 0
    if direction is not None and is_value and greater != (direction == "MAXIMIZE"):
        known = known_scale(scale.quantity.name) is not None
        raise DataFormatError(
            f"The study {'maximizes' if direction == 'MAXIMIZE' else 'minimizes'} the mean of these scores, but "
            f"{'greater' if greater else 'lower'} values of {scale.quantity.label!r} are "
            f"{'' if known else 'taken to be '}better. Name the metric (metric=, --metric) as it was scored."
        )
