"""Tables of a baseline and a candidate made into one, with a column that says whose result a row is."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pandas as pd

from foldwise._core import DataFormatError, listed, one_line
from foldwise.results._door import Columns, usual_columns
from foldwise.verdicts.gating._asked import WHICH, Asked, Names, different

_LEARNER: Final = "learner"
# Roles of columns that say what a row is about.
_ROLES: Final = ("dataset", "repeat", "fold", "instance", "actual", "predicted", "n_train", "n_test")


def one_table(frames: Sequence[pd.DataFrame], stems: Sequence[str], asked: Asked) -> tuple[pd.DataFrame, Names, str]:
    """Return the rows of both with a column ``learner``, what the two are called, and what the data are called."""
    if len(frames) == 1:
        names = asked.both_names()
        parts = _from_columns(frames[0], asked.columns, names)
        if not parts:
            parts = [_of_one(frames[0], asked.columns, name, which) for name, which in zip(names, WHICH, strict=True)]
        return _joined(parts, names), names, stems[0]
    parts = [
        _of_one(frame, asked.columns, name, which)
        for frame, name, which in zip(frames, asked.names, WHICH, strict=True)
    ]
    parts = _of_common_columns(parts)
    _check_datasets(parts, asked.columns)
    # Names of files, unless both have one.
    defaults = stems if stems[0] != stems[1] else WHICH
    names = different(asked.names[0] or defaults[0], asked.names[1] or defaults[1])
    return _joined(parts, names), names, "data"


def _of_common_columns(parts: Sequence[pd.DataFrame]) -> list[pd.DataFrame]:
    """Return the columns that both have; refuse one that only one has if it says what a row is about."""
    common = [name for name in parts[0] if name in parts[1]]
    odd = [name for part in parts for name in part if name not in common]
    says_what = [any(_says_what(part, name) for part in parts if name in part) for name in (*odd, *common)]
    if odd and (any(says_what[: len(odd)]) or all(says_what[len(odd) :])):
        raise DataFormatError(
            f"Both tables need the same columns; only one of them has {listed(sorted(map(str, odd)), most=4)}."
        )
    return [part[common] for part in parts]


def _check_datasets(parts: Sequence[pd.DataFrame], columns: Mapping[str, Any]) -> None:
    """Refuse results on different datasets."""
    told = {role: name for role, name in columns.items() if role == "dataset"}
    found = Columns.of(parts[0], told).likely(["dataset"])
    names = [list(dict.fromkeys(part[found[0]].map(one_line))) for part in parts] if len(found) == 1 else [[], []]
    if set(names[0]) != set(names[1]):
        old, new = (listed(each, most=4) for each in names)
        raise DataFormatError(f"The baseline was scored on {old}, the candidate on {new}. Both need the same dataset.")


def _says_what(part: pd.DataFrame, name: Any) -> bool:
    return bool(Columns.of([name], None).likely(_ROLES) or usual_columns(part[[name]], ()))


def _joined(parts: Sequence[pd.DataFrame], names: Names) -> pd.DataFrame:
    return pd.concat([part.assign(learner=name) for part, name in zip(parts, names, strict=True)], ignore_index=True)


def _from_columns(frame: pd.DataFrame, columns: Mapping[str, Any], names: Names) -> list[pd.DataFrame]:
    """Return the results of each where each has a column of its own; nothing if they have not."""
    called = {one_line(name): name for name in frame}
    known = Columns.of(frame, {role: name for role, name in columns.items() if role in _ROLES})
    told = columns.get(_LEARNER)
    is_wide = isinstance(told, list | tuple) or (told == "*" and "*" not in frame)
    if not is_wide and (told is not None or known.likely([_LEARNER]) or not set(names) <= set(called)):
        return []
    unknown = [name for name in names if name not in called]
    if unknown:
        raise DataFormatError(f"There is no column {unknown[0]!r}. There are: {listed(frame.columns, most=12)}.")
    role = "predicted" if known.likely(["actual"]) else "score"
    rest = frame.drop(columns=[called[name] for name in names])
    if role in rest:
        raise DataFormatError(
            f"The columns {listed(names)} could be the results, and so could {role!r}. Rename or drop one of them."
        )
    return [rest.assign(**{role: frame[called[name]]}) for name in names]


def names_results(frame: pd.DataFrame, asked: Asked) -> bool:
    """Whether a table of both says whose result a row is, or has a column for each of them."""
    if asked.columns.get(_LEARNER) is not None or Columns.of(frame, None).likely([_LEARNER]):
        return True
    return {one_line(name) for name in asked.both_names()} <= set(map(one_line, frame))


def _of_one(frame: pd.DataFrame, columns: Mapping[str, Any], label: str | None, which: str) -> pd.DataFrame:
    """Return the rows of one learner without the column that names it."""
    told = {role: name for role, name in columns.items() if role == _LEARNER}
    found = Columns.of(frame, told).likely([_LEARNER])
    if not found:
        return frame
    if len(found) > 1:
        raise DataFormatError(
            f"Both columns {listed(found[:2])} could be the learner. Name one: columns={{'learner': {found[0]!r}}}, "
            f"--column learner={found[0]}."
        )
    texts = frame[found[0]].map(one_line)
    there = list(dict.fromkeys(texts))
    kept = frame.drop(columns=found)
    if label is None and len(there) > 1:
        raise DataFormatError(
            f"The table of the {which} holds {listed(there, most=4)}. Say which to take: {which}_name= "
            f"(--{which}-name)."
        )
    if label is None:
        return kept
    if one_line(label) not in there:
        raise DataFormatError(f"The table of the {which} has no learner {label!r}. There are: {listed(there, most=8)}.")
    chosen: pd.DataFrame = kept[(texts == one_line(label)).to_numpy()]
    return chosen
