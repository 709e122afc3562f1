"""From what a user gives, one source or two, to the results of a baseline and a candidate on one dataset."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import pandas as pd

from foldwise._core import DataFormatError, listed
from foldwise.results import ItemScores, ScoreTable
from foldwise.results._door import Columns, Given, checked_table, given_sources, is_foreign, item_column, tasks_column
from foldwise.runs import Run
from foldwise.verdicts.gating._asked import WHICH, Asked, Names, different, results_of
from foldwise.verdicts.gating._files import read_files
from foldwise.verdicts.gating._tables import names_results, one_table
from foldwise.verdicts.gating._test_set import items_of_run, with_clusters
from foldwise.verdicts.gating._weka import one_experiment

# Roles of columns that only scores of examples have; of predictions, which examples belong together is read here.
OF_ITEMS: Final = ("cluster", "epoch", "seed")
# Scores of items or a run, what the two are called there, and how they were read.
Both = tuple[ItemScores | Run, Names, str]


def read_both(baseline: Any, candidate: Any, asked: Asked) -> Both:
    """Return results that hold the baseline and the candidate; those of one test set as scores of its examples."""
    if candidate is None and isinstance(baseline, ItemScores | Run):
        names = asked.both_names()
        there = baseline.learners if isinstance(baseline, ItemScores) else baseline.learner_names
        unknown = [name for name in names if name not in there]
        if unknown:
            raise DataFormatError(f"There is no learner {unknown[0]!r}. There are: {listed(there, most=8)}.")
        return _by_example(baseline), names, ""
    sources = [baseline] if candidate is None else [baseline, candidate]
    if all(isinstance(source, Mapping) for source in sources):
        return _mappings(sources, asked)
    given = [_looked_at(source, which) for source, which in zip(sources, WHICH, strict=False)]
    if any(is_foreign(each, asked.columns) for each in given):
        results, names, reading = read_files(given, asked)
        return _by_example(_only(results)), names, reading
    return _tables(given, asked)


def _looked_at(source: Any, which: str) -> Given:
    given = () if isinstance(source, list | tuple) else given_sources(source)
    if len(given) != 1:
        raise TypeError(f"The {which} must be the path of a file or a table, got {type(source).__name__}.")
    return given[0]


def _mappings(sources: Sequence[Mapping[Any, Any]], asked: Asked) -> Both:
    """Read what scikit-learn returned, or columns of a table."""
    if len(sources) == 1:
        names = asked.both_names()
        results, reading = results_of(sources[0], learners=names, **asked.how())
    elif all(any(str(key).startswith("test_") for key in source) for source in sources):
        names = different(asked.names[0] or WHICH[0], asked.names[1] or WHICH[1])
        results, reading = results_of(dict(zip(names, sources, strict=True)), **asked.how())
    else:
        frames = [pd.DataFrame(dict(source)) for source in sources]
        return read_both(frames[0], frames[1], asked)
    return _by_example(_only(results)), names, str(reading)


def _tables(given: Sequence[Given], asked: Asked) -> Both:
    frames = [each.frame for each in given if each.frame is not None]
    empty = [which for frame, which in zip(frames, WHICH, strict=False) if frame.empty]
    if empty:
        raise DataFormatError(f"The table of the {empty[0]} has no rows. Give one row for every example or fold.")
    frames = [checked_table(frame, least=1) for frame in frames]
    if len(frames) == 1 and not names_results(frames[0], asked):
        # Of Weka, of a search; or there is nobody.
        names = asked.both_names()
        results, found = results_of(frames[0], learners=names, **asked.how())
        return _by_example(_only(results)), names, str(found)
    experiment = one_experiment(frames, asked) if len(frames) > 1 else None
    if experiment is not None:
        frame, names = experiment
        results, found = results_of(frame, **asked.how())
        return _by_example(_only(results)), names, str(found)
    frame, names, name = one_table(frames, [each.stem for each in given], asked)
    columns = {**asked.columns, "learner": "learner"}
    roles = {"instance" if role == "item" else role: column for role, column in columns.items() if role not in OF_ITEMS}
    known = Columns.of(frame, roles)
    if known.of_predictions:
        columns = roles
    else:
        _check_rows(frame, known, asked.scheme)
    if name != "data" and not known.likely(["dataset"]) and not tasks_column(frame, columns.values()):
        frame = frame.assign(dataset=name)
    results, reading = results_of(frame, learners=names, **replace(asked, columns=columns).how())
    result = _by_example(_only(results))
    if known.of_predictions and isinstance(result, ItemScores):
        result = with_clusters(result, frame, asked.columns.get("cluster"), reading)
    # These two may be of our own making.
    told = {role: column for role, column in reading.columns.items() if column not in ("learner", "dataset")}
    return result, names, str(replace(reading, columns=told))


def _check_rows(frame: pd.DataFrame, known: Columns, scheme: Any) -> None:
    """Refuse rows of which nothing says what they are scores of, and a scheme where they are of examples."""
    is_of_items = item_column(known, {}) is not None
    told = is_of_items or known.likely(["dataset", "repeat", "fold"])
    if is_of_items and not known.likely(["repeat", "fold"]) and scheme is not None:
        raise ValueError("scheme (--scheme) is for scores of folds, and these are of examples. Leave it out.")
    if not told and not any(str(name).startswith(("Key_", "split")) for name in frame):
        names = [name for name in frame if name != "learner"]
        raise DataFormatError(
            f"No column says which example, or which fold, a row is about; the columns are {listed(names, most=12)}. "
            "Name it: columns={'item': 'NAME'}, --column item=NAME; or add one that numbers the examples."
        )


def _only(results: Any) -> ItemScores | Run:
    """Return the only result, if there is one."""
    if isinstance(results, ScoreTable):
        raise DataFormatError(
            "One score for each learner and dataset says nothing of how scores vary: give scores of examples, with a "
            "column item, or of folds, with a column fold."
        )
    if len(results) != 1:
        datasets = [each.dataset if isinstance(each, ItemScores) else each.data.name for each in results]
        raise DataFormatError(
            f"A gate is about one dataset, the results are of {listed(datasets, most=4)}. Gate them one by one."
        )
    only: ItemScores | Run = results[0]
    return only


def _by_example(results: ItemScores | Run) -> ItemScores | Run:
    return results if isinstance(results, ItemScores) else items_of_run(results) or results
