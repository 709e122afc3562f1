"""Samples of lm-evaluation-harness: ``samples_<task>_<date>.jsonl``, one line for each example and filter."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pandas as pd

from foldwise._core import DataFormatError, counted
from foldwise.results._item_rows import ItemRows, item_results
from foldwise.results._item_scores import ItemScores
from foldwise.results._quantity import Quantity, Scale
from foldwise.results._reading import ReadingOptions, ResultsReading
from foldwise.results.harness._given import Given
from foldwise.results.harness._items import check_hashes, chosen_metric, label, number
from foldwise.results.harness._json_text import json_lines
from foldwise.results.harness._names import names_of_files

_FILE: Final = re.compile(r"samples_(?P<task>.+)_\d{4}-\d{2}-\d{2}T.*")
# Keys of a line that are no metrics.
_KEYS: Final = frozenset(
    [
        "doc_id",
        "doc",
        "target",
        "arguments",
        "resps",
        "filtered_resps",
        "filter",
        "metrics",
        "doc_hash",
        "prompt_hash",
        "target_hash",
    ]
)
# The harness keeps the log-likelihood of an example under the name of what it makes of all of them.
_LOGS: Final = Scale(Quantity("log_likelihood", "log-likelihood"), 1)
_ID = "doc_id"


def is_lm_eval(source: Given) -> bool:
    """Whether a file has the keys that the harness writes."""
    return source.form == "lines" and source.has(_ID) and (source.has("resps") or source.has("filtered_resps"))


def read_lm_eval(sources: Sequence[Given], options: ReadingOptions) -> tuple[tuple[ItemScores, ...], ResultsReading]:
    """Read files of samples, each of one model on one task."""
    paths = [source.path for source in sources if source.path is not None]
    matches = [_FILE.fullmatch(path.stem) for path in paths]
    tasks = [match["task"] if match else "" for match in matches]
    learners = names_of_files(paths, options.learners, tasks=tasks if all(tasks) else None)
    one_name = paths[0].stem if len(paths) == 1 else "data"
    parts, wanted = [], options.score_name()
    for path, task, learner in zip(paths, tasks, learners, strict=True):
        wanted, part = _samples(path, wanted)
        parts.append(part.assign(dataset=task or one_name, learner=learner, file=path.name))
    table = pd.concat(parts, ignore_index=True)
    assert wanted is not None
    _check_twice(table)
    check_hashes(table, "doc_hash")
    metric = wanted.partition(",")[0]
    by_id = () if table["hash"].notna().all() else ("matched by doc_id alone, some have no doc_hash",)
    rows = ItemRows(
        table=table,
        kind="samples of lm-evaluation-harness",
        metric=metric,
        columns={"item": _ID, "score": wanted},
        notes=(*by_id, *_prompts(table)),
    )
    return item_results(rows, options, scale=_LOGS if metric == "perplexity" else None)


def _samples(path: Path, wanted: str | None) -> tuple[str, pd.DataFrame]:
    """Read the scores of one file by one metric, which may have the name of a filter after a comma."""
    items: list[Any] = []
    hashes: list[str | None] = []
    prompts: list[str | None] = []
    lines: list[int] = []
    values: list[float] = []
    filters: dict[str, None] = {}
    metric, only = "", ""
    for line, record in json_lines(path):
        if _ID not in record:
            raise DataFormatError(f"{path.name}, line {line}: there is no {_ID}. All lines must be samples.")
        if not metric:
            listed = record.get("metrics")
            # Older versions do not list them.
            metrics = (
                list(map(str, listed)) if isinstance(listed, list) else [key for key in record if key not in _KEYS]
            )
            metric, _, only = (wanted or "").partition(",")
            metric = chosen_metric(metrics, metric or None, path.name)
        name = str(record.get("filter", "none"))
        filters[name] = None
        if only and name != only:
            continue
        value = number(record.get(metric))
        if value is None:
            raise _no_number(path, line, metric, record)
        items.append(label(record[_ID], _ID, f"{path.name}, line {line}"))
        hashes.append(None if record.get("doc_hash") is None else str(record["doc_hash"]))
        prompts.append(None if record.get("prompt_hash") is None else str(record["prompt_hash"]))
        lines.append(line)
        values.append(value)
    if (only and only not in filters) or (not only and len(filters) > 1):
        # The names that the harness itself prints.
        chosen_metric([f"{metric},{name}" for name in filters], f"{metric},{only}" if only else None, path.name)
    table = pd.DataFrame({"item": items, "hash": hashes, "prompt": prompts, "score": values, "line": lines})
    return (f"{metric},{only}" if only else metric), table


def _prompts(table: pd.DataFrame) -> tuple[str, ...]:
    """Tell of how many items the models were asked differently: with other examples before it, or another template."""
    known = table.dropna(subset=["prompt"])
    counts = known.groupby(["dataset", "item"], sort=False, observed=True)["prompt"].nunique()
    n_differ = int((counts > 1).sum())
    return (f"asked by different prompts on {n_differ:,} of {counted(len(counts), 'item')}",) if n_differ else ()


def _no_number(path: Path, line: int, metric: str, record: dict[str, Any]) -> DataFormatError:
    if metric not in record:
        return DataFormatError(f"{path.name}, line {line}: there is no {metric!r}. All lines must have one metric.")
    if isinstance(record[metric], list | dict):
        return DataFormatError(
            f"{path.name}, line {line}: {metric!r} is no number but {str(record[metric])[:40]}: it is made from all "
            "examples together. Choose another metric (metric=, --metric)."
        )
    return DataFormatError(
        f"{path.name}, line {line}: {metric!r} must be a number, got {str(record[metric])[:40]!r}. Score it again."
    )


def _check_twice(table: pd.DataFrame) -> None:
    twice = table.duplicated(["dataset", "learner", "item"])
    if twice.any():
        row = table[twice].iloc[0]
        raise DataFormatError(
            f"{row['file']}, line {row['line']}: {_ID} {row['item']} is there twice for {row['learner']}. Give each "
            "file once, and one file for each model and task."
        )
