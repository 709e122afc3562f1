"""Samples of Every Eval Ever: JSON lines that name model, evaluation and sample."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from foldwise._core import DataFormatError
from foldwise.results._item_rows import ItemRows, item_results
from foldwise.results._item_scores import ItemScores
from foldwise.results._reading import ReadingOptions, ResultsReading
from foldwise.results.harness._given import Given
from foldwise.results.harness._items import check_hashes, chosen_metric, label, number
from foldwise.results.harness._json_text import json_lines

_NEEDED = ("model_id", "evaluation_name", "sample_id", "evaluation")


def is_every_eval_ever(source: Given) -> bool:
    """Whether a file has the keys of the schema."""
    return source.form == "lines" and source.has(*_NEEDED)


def read_every_eval_ever(
    sources: Sequence[Given], options: ReadingOptions
) -> tuple[tuple[ItemScores, ...], ResultsReading]:
    """Read files of samples; `score` of each is taken, or `is_correct` if the metric is called so."""
    wanted = options.score_name()
    key = "is_correct" if wanted == "is_correct" else "score"
    rows: dict[str, list[Any]] = {role: [] for role in ("dataset", "learner", "item", "hash", "score", "at")}
    same = True
    for source in sources:
        assert source.path is not None
        for line, record in json_lines(source.path):
            at = f"{source.name}, line {line}"
            lacking = [name for name in _NEEDED if record.get(name) is None]
            if lacking:
                raise DataFormatError(f"{at}: there is no {lacking[0]}. All lines must be samples of one schema.")
            evaluation = record["evaluation"]
            value = number(evaluation.get(key)) if isinstance(evaluation, dict) else None
            if value is None:
                raise DataFormatError(f"{at}: evaluation must have a number as its {key}. Score the sample again.")
            same = same and value == number(evaluation.get("is_correct"))
            for role, cell in zip(
                rows,
                (
                    label(record["evaluation_name"], "evaluation_name", at),
                    f"{source.apart}{label(record['model_id'], 'model_id', at)}",
                    label(record["sample_id"], "sample_id", at),
                    None if record.get("sample_hash") is None else str(record["sample_hash"]),
                    value,
                    at,
                ),
                strict=True,
            ):
                rows[role].append(cell)
    table = pd.DataFrame(rows)
    twice = table.duplicated(["dataset", "learner", "item"])
    if twice.any():
        row = table[twice].iloc[0]
        raise DataFormatError(
            f"{row['at']}: sample {row['item']} of {row['dataset']} is there twice for {row['learner']}. Keep one "
            "result of each sample."
        )
    check_hashes(table, "sample_hash")
    # A score that is 1 exactly where the answer is correct can be nothing else.
    own = "is_correct" if same else "score"
    metric = own if wanted in (None, own) else wanted
    if wanted == "accuracy" and not same:
        chosen_metric(["score", "is_correct"], wanted, sources[0].name)
    found = ItemRows(
        table=table,
        kind="samples of Every Eval Ever",
        metric=metric or own,
        columns={
            "learner": "model_id",
            "dataset": "evaluation_name",
            "item": "sample_id",
            "score": f"evaluation.{key}",
        },
    )
    return item_results(found, options)
