"""Plain tables with a score for every example: a row for each learner and example, or a column for each learner."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import pandas as pd

from foldwise._core import DataFormatError, listed
from foldwise.results._cells import numbers
from foldwise.results._columns import Columns, ambiguous
from foldwise.results._find_scores import called_after, one_row_each, texts, unread_columns
from foldwise.results._grades import check_grades, with_truths
from foldwise.results._guess import no_learner
from foldwise.results._how import how_columns
from foldwise.results._item_rows import SHARES, ItemRows, item_results, scale_of_items
from foldwise.results._item_scores import ItemScores
from foldwise.results._missing import holds_scores
from foldwise.results._quantity import Scale, scale_of
from foldwise.results._reading import ReadingOptions, ResultsReading
from foldwise.results._row_kinds import check_one_kind, rows_by, the_metric
from foldwise.results._wide import columns_of_each, guessed_learners, unnamed_column
from foldwise.runs._door import plain

# What only scores of examples have, and what it is usually called.
_OTHER: Final = {
    "cluster": frozenset(("cluster", "clusterid", "group", "groupid")),
    "epoch": frozenset(("epoch",)),
    "seed": frozenset(("seed", "randomseed", "randomstate")),
}
# These name examples whatever else there is; a number of the row may only count.
_SURE: Final = frozenset(
    ("item", "itemid", "instance", "instanceid", "example", "exampleid", "question", "questionid", "docid", "promptid")
)
# Several of them are several test sets, where no column is called one.
_TASKS: Final = frozenset(("task", "taskname", "benchmark"))
_RUNS: Final = frozenset(("run", "repeat", "repetition", "rep", "iteration", "trial", "replicate", "replication"))
_FIRST: Final = 1000


def from_items(frame: pd.DataFrame, options: ReadingOptions) -> tuple[tuple[ItemScores, ...], ResultsReading] | None:
    """Read a table with a score for every example; None if it is another one.

    It names examples, and neither folds nor predictions; and learners, or datasets in a table with a column for each
    learner, are there several times: else there is one score for each of them.
    """
    given = {"instance" if role == "item" else role: name for role, name in (options.columns or {}).items()}
    other = {role: given.pop(role) for role in _OTHER if role in given}
    told = bool(other) or "item" in (options.columns or {})
    _check_there(frame, other)
    known = Columns.of(frame, given)
    item = item_column(known, other)
    if item is None and told:
        raise DataFormatError(
            f"No column says which is the item; the columns are {listed(frame, most=12)}. Name it: "
            f"{how_columns({'item': 'NAME'})}."
        )
    if item is None or (options.design is not None and not told):
        return None
    frame = with_truths(frame)
    if known.of_predictions and not told and "score" not in given:
        check_grades(frame, known)
        return None
    other = {**usual_columns(frame, [item, *given.values()]), **other}
    roles = {"item": item, **other, **(known.find(("dataset",), ()) or tasks_column(frame, [item, *given.values()]))}
    learner = known.likely(["learner"]) if known.each is None else []
    if not told and not _is_of_items(frame, known, roles, learner):
        return None
    if {"epoch", "seed"} <= set(other):
        raise DataFormatError(
            f"Both {str(other['epoch'])!r} (epoch) and {str(other['seed'])!r} (seed) tell scores of an item apart, and "
            "only one can be judged. Average over the other first."
        )
    return _read(frame, known, roles, options, told=told)


def _read(
    frame: pd.DataFrame, known: Columns, roles: dict[str, Any], options: ReadingOptions, *, told: bool
) -> tuple[tuple[ItemScores, ...], ResultsReading] | None:
    """Find learners and scores, and arrange them."""
    metric = options.score_name()
    frame = rows_by(metric, frame, unread_columns(frame, {**roles, **known.given}))
    wide = _columns_of_learners(frame, known, roles)
    if wide is None:
        roles = {**roles, **known.find(("learner",), ())}
        try:
            score, scale = _score(frame, known, roles, metric)
        except DataFormatError:
            if "learner" in roles or told:
                raise
            return None
        table = called_after(frame, roles).assign(score=numbers(frame[score], score).to_numpy())
        if "learner" not in roles:
            others = [name for name in frame if name not in (*roles.values(), score) and holds_scores(frame[name])]
            names = list(options.learners or [options.name if options.name != "data" else str(score)])
            if len(names) > 1:
                raise no_learner(frame, roles, "learner")
            if others and metric is None and "score" not in known.given:
                # Their scores may be those of other learners.
                return None
            table["learner"] = names[0]
        roles, form = {**roles, "score": score}, ""
    else:
        scale = scale_of("score") if metric is None else scale_of_items(metric)
        columns = {name: {"score": numbers(frame[name], name)} for name in wide}
        table = one_row_each(frame, roles, "learner", columns)
        roles, form = {**roles, "learner": wide}, ", a column for each learner"
    unread = unread_columns(frame, roles)
    check_one_kind(frame, unread, roles.get("dataset"))
    again = "seed" if "seed" in roles else "epoch"
    rows = ItemRows(
        table=table.rename(columns={again: "again"}),
        kind=f"scores of examples{form}",
        metric=scale.quantity.label,
        columns=roles,
        n_rows=len(frame),
        unread=texts(unread),
        again="seed" if again == "seed" else "epoch",
        cluster_name=str(roles["cluster"]) if "cluster" in roles else None,
    )
    return item_results(rows, options, scale=scale)


def item_column(known: Columns, other: Mapping[str, Any]) -> Any:
    """Return the column that names the examples, if there is one."""
    candidates = [name for name in known.likely(["instance"]) if name not in other.values()]
    if "instance" in known.given:
        return known.given["instance"]
    free = [name for name in known.names if name not in (*known.given.values(), *other.values())]
    sure = [name for name in free if plain(name) in _SURE]
    for found in (sure, candidates):
        exact = [name for name in found if plain(name) == "item"]
        if len(found) == 1 or len(exact) == 1:
            return (exact or found)[0]
        if len(found) > 1 and not known.of_predictions:
            raise ambiguous("item", found)
    return None


def usual_columns(frame: pd.DataFrame, taken: Iterable[Any]) -> dict[str, Any]:
    """Find clusters, epochs and seeds by their usual names; what is the same everywhere tells nothing apart."""
    used = list(taken)
    found: dict[str, Any] = {}
    for role, words in _OTHER.items():
        names = [name for name in frame if name not in used and plain(name) in words and frame[name].nunique() > 1]
        if len(names) > 1:
            raise ambiguous(role, names)
        if names:
            found[role] = names[0]
    return found


def tasks_column(frame: pd.DataFrame, taken: Iterable[Any]) -> dict[str, Any]:
    """Find the column of several tasks, each a test set of its own."""
    used = list(taken)
    names = [name for name in frame if name not in used and plain(name) in _TASKS and frame[name].nunique() > 1]
    return {"dataset": names[0]} if len(names) == 1 else {}


def _is_of_items(frame: pd.DataFrame, known: Columns, roles: Mapping[str, Any], learner: list[Any]) -> bool:
    """Whether rows are examples, and can be nothing else."""
    places = [
        name
        for name in known.likely(["fold", "repeat"])
        if name not in roles.values() and frame[name].nunique(dropna=False) > 1
    ]
    item, dataset = roles["item"], [roles["dataset"]] if "dataset" in roles else []
    if not learner:
        if places or unnamed_column(frame) is not None:
            return False
        return not dataset or _has_several(frame, dataset)
    keys = [*dataset, *learner]
    if len(learner) > 1 or not _has_several(frame, keys):
        return False
    if not (plain(item) in _SURE or _is_shared(frame, item, learner[0])):
        return False
    if len(places) == 1 and plain(places[0]) in _RUNS and _has_several(frame, [*keys, places[0]]):
        name = places[0]
        raise DataFormatError(
            f"The column {str(name)!r} does not say what tells several scores of an item apart. If each is another "
            f"answer of the same learner: {how_columns({'epoch': name})}; of a learner trained anew: "
            f"{how_columns({'seed': name})}."
        )
    return not places


def _has_several(frame: pd.DataFrame, keys: list[Any]) -> bool:
    """Whether rows have the same keys; of a long table the first rows mostly tell."""
    return bool(frame.head(_FIRST).duplicated(keys).any() or frame.duplicated(keys).any())


def _is_shared(frame: pd.DataFrame, item: Any, learner: Any) -> bool:
    """Whether several learners were scored on the same item, or there is only one of them."""
    first = frame[frame[item] == frame[item].iloc[0]]
    if first[learner].nunique() > 1 or frame[learner].nunique() == 1:
        return True
    return bool(frame.groupby(item)[learner].nunique().max() > 1)


def _columns_of_learners(frame: pd.DataFrame, known: Columns, roles: Mapping[str, Any]) -> list[Any] | None:
    """Return the columns of the learners in a table that has one for each; None if it has not."""
    if known.each == "learner":
        return columns_of_each(frame, roles, known.given["learner"])
    if known.likely(["learner"]):
        return None
    if known.each == "dataset":
        raise no_learner(frame, roles, "learner")
    return guessed_learners(frame, {**roles, "dataset": roles.get("dataset")})


def _score(frame: pd.DataFrame, known: Columns, roles: Mapping[str, Any], metric: str | None) -> tuple[Any, Scale]:
    """Find the column of scores; shares of single examples have names of their own."""
    taken = list(roles.values())
    metric = metric or the_metric(frame, unread_columns(frame, roles))
    shares = [name for name in frame if name not in taken and str(name).lower() in SHARES]
    try:
        name, scale = known.find_score(taken, metric)
    except DataFormatError:
        if len(shares) != 1 or metric not in (None, "accuracy"):
            raise
        return shares[0], scale_of_items(metric or str(shares[0]))
    called = str(name) if metric is None else metric
    return name, scale_of_items(called) if scale.quantity.orientation_assumed and called.lower() in SHARES else scale


def _check_there(frame: pd.DataFrame, other: Mapping[str, Any]) -> None:
    for role, name in other.items():
        if name not in frame:
            raise DataFormatError(f"There is no column {name!r}, given as the {role}. There are: {listed(frame)}.")
