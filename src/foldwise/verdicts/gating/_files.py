"""Files of other programs: a baseline and a candidate from one of them, or from one each."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from foldwise._core import DataFormatError, listed, one_line
from foldwise.results import ItemScores
from foldwise.results._door import Given, is_foreign, is_named_by_path
from foldwise.runs import Run
from foldwise.verdicts.gating._asked import WHICH, Asked, Names, different, results_of

# What tells the learners of two files apart, whatever they are called there.
_APART: Final = ("baseline: ", "candidate: ")


def read_files(given: Sequence[Given], asked: Asked) -> tuple[Any, Names, str]:
    """Return results as `as_results` returns them, what the two are called there, and how they were read."""
    how = asked.how()
    tables = [not is_foreign(each, asked.columns) for each in given]
    if any(tables):
        # A file of no known kind is refused by itself.
        results_of(given[tables.index(False)], **how)
        known, other = (given[tables.index(is_table)].name for is_table in (False, True))
        raise DataFormatError(
            f"Both must be of one kind: {known} is a file of another program, {other} a table. Give two files of one."
        )
    if len(given) == 1:
        names = asked.both_names()
        results, reading = results_of(given[0], learners=names, **how)
        return results, names, str(reading)
    if all(map(is_named_by_path, given)):
        results, reading = results_of(list(given), **how)
        there = _learners(results)
        return *_called(results, there, there, asked), str(reading)
    alone = [results_of(source, **how)[0] for source in given]
    datasets = [_datasets(results) for results in alone]
    if datasets[0] != datasets[1]:
        old, new = (listed(names, most=4) for names in datasets)
        raise DataFormatError(f"The baseline was scored on {old}, the candidate on {new}. Both need the same dataset.")
    each = [_learners(results) for results in alone]
    own = [choose(there, name, which) for there, name, which in zip(each, asked.names, WHICH, strict=True)]
    # Together, for their examples are then compared by more than their names.
    chosen = own
    if set(each[0]) & set(each[1]):
        given = [replace(source, apart=apart) for source, apart in zip(given, _APART, strict=True)]
        chosen = [f"{apart}{name}" for apart, name in zip(_APART, own, strict=True)]
    results, reading = results_of(list(given), learners=chosen, **how)
    return *_called(results, chosen, own, asked), str(replace(reading, learners=tuple(own)))


def _learners(results: Any) -> tuple[str, ...]:
    first = results[0] if isinstance(results, tuple) else results
    return first.learner_names if isinstance(first, Run) else tuple(first.learners)


def _datasets(results: Any) -> list[str]:
    if not isinstance(results, tuple):
        return list(results.datasets)
    return [each.data.name if isinstance(each, Run) else each.dataset for each in results]


def choose(there: Sequence[str], label: str | None, which: str) -> str:
    """Return the learner that is meant: the one named, or the only one."""
    if label is not None and one_line(label) in there:
        return one_line(label)
    if len(there) == 1:
        return there[0]
    if label is None:
        raise DataFormatError(
            f"The file of the {which} holds {listed(there, most=4)}. Say which to take: {which}_name= (--{which}-name)."
        )
    raise DataFormatError(f"The file of the {which} has no learner {label!r}. There are: {listed(there, most=8)}.")


def _called(results: Any, there: Sequence[str], own: Sequence[str], asked: Asked) -> tuple[Any, Names]:
    """Call scores of items as the user does, or as the files do; a run keeps its names."""
    if isinstance(results, tuple) and all(isinstance(each, ItemScores) and len(each.learners) == 2 for each in results):
        names = different(asked.names[0] or own[0], asked.names[1] or own[1])
        return tuple(replace(each, learners=names) for each in results), names
    return results, (there[0], there[1])
