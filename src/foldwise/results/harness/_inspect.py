"""Inspect: the table of ``samples_df()``, and logs (``.json``, or ``.eval`` packed so that Python can unpack them)."""

import json
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pandas as pd

from foldwise._core import DataFormatError, counted
from foldwise.results._item_rows import ItemRows, item_results
from foldwise.results._item_scores import ItemScores
from foldwise.results._reading import ReadingOptions, ResultsReading
from foldwise.results.harness._given import Given, rows_together
from foldwise.results.harness._items import chosen_metric, label, number
from foldwise.results.harness._json_text import whole_json

# What Inspect's own reducers make of the letters.
_LETTERS: Final = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
_SCORE: Final = "score_"
_HEADER: Final = "header.json"


def is_inspect(source: Given) -> bool:
    """Whether this is the table of samples, or a log."""
    if source.form == "zip":
        return _HEADER in source.members and any(name.startswith("samples/") for name in source.members)
    if source.form in ("lines", "object"):
        return source.has("version", "status", "eval", "samples")
    is_table = source.has_columns("sample_id", "eval_id", "id", "epoch")
    return is_table and source.frame is not None and any(str(name).startswith(_SCORE) for name in source.frame)


def read_inspect(sources: Sequence[Given], options: ReadingOptions) -> tuple[tuple[ItemScores, ...], ResultsReading]:
    """Read samples; epochs are answers to the same item."""
    if all(source.form == "table" for source in sources):
        frame, kind = rows_together(list(map(_set_apart, sources))), "samples of Inspect"
    else:
        frame, kind = pd.DataFrame([row for source in sources for row in _logged(source)]), "logs of Inspect"
    name = sources[0].name
    if frame.empty:
        raise DataFormatError(f"{name} has no samples. Run the evaluation, and keep its samples.")
    if "model" not in frame:
        raise DataFormatError(
            f"{name}: no column says which model answered. Add it: samples_df(logs, columns=SampleSummary + EvalModel)."
        )
    scorers = [str(column).removeprefix(_SCORE) for column in frame if str(column).startswith(_SCORE)]
    metric = chosen_metric(scorers, options.score_name(), name)
    error = frame["error"] if "error" in frame else pd.Series(np.nan, index=frame.index)
    failed = error.notna() & (error.astype(str) != "")
    if failed.any():
        raise DataFormatError(
            f"{name}: {counted(int(failed.sum()), 'sample')} ended in an error, the first is "
            f"{str(frame['id'][failed].iloc[0])!r}. Run them again, or leave these items out for all models."
        )
    table = pd.DataFrame(
        {
            "dataset": frame.get("task_name", "data"),
            "learner": frame["model"],
            "item": frame["id"],
            "again": frame["epoch"],
            "score": [_value(cell, row, name, metric) for row, cell in enumerate(frame[f"{_SCORE}{metric}"], start=1)],
        }
    )
    rows = ItemRows(
        table=table,
        kind=kind,
        metric=metric,
        columns={"learner": "model", "item": "id", "epoch": "epoch", "score": f"{_SCORE}{metric}"},
    )
    return item_results(rows, options)


def _set_apart(source: Given) -> Given:
    """Return a table whose models have other names than those of another table, if they are to differ."""
    if not source.apart or source.frame is None or "model" not in source.frame:
        return source
    return replace(source, frame=source.frame.assign(model=source.apart + source.frame["model"].astype(str)))


def _value(cell: Any, row: int, name: str, metric: str) -> float:
    text = str(cell).strip()
    if text in _LETTERS:
        return _LETTERS[text]
    if text.lower() in ("true", "false"):
        return float(text.lower() == "true")
    value = number(cell)
    if value is None:
        try:
            value = float(text)
        except ValueError:
            raise DataFormatError(
                f"{name}, row {row}: the score by {metric!r} must be a number or one of C, I, P and N, got "
                f"{text[:40]!r}. Choose another (metric=, --metric)."
            ) from None
    return value


def _logged(source: Given) -> Iterator[dict[str, Any]]:
    """Go through the samples of a log."""
    assert source.path is not None
    if source.form == "zip":
        header, samples = _unpacked(source)
    else:
        header = whole_json(source.path)
        samples = iter(header["samples"] or ())
    try:
        task, model = header["eval"]["task"], f"{source.apart}{header['eval']['model']}"
        for sample in samples:
            scores = {f"{_SCORE}{name}": score["value"] for name, score in (sample.get("scores") or {}).items()}
            error = (sample.get("error") or {}).get("message")
            place = {
                "task_name": label(task, "task", source.name),
                "model": label(model, "model", source.name),
                "id": label(sample["id"], "id", source.name),
                "epoch": label(sample["epoch"], "epoch", source.name),
                "error": None if error is None else str(error),
            }
            yield {**place, **scores}
    except (KeyError, TypeError, AttributeError) as error:
        raise DataFormatError(
            f"{source.name} is a log of Inspect, but a sample or its header lacks what a log has ({error}). Write it "
            "again with Inspect."
        ) from None


def _unpacked(source: Given) -> tuple[dict[str, Any], Iterator[dict[str, Any]]]:
    assert source.path is not None
    try:
        with zipfile.ZipFile(source.path) as file:
            header = json.loads(file.read(_HEADER))
            names = sorted(name for name in source.members if name.startswith("samples/") and name.endswith(".json"))
            return header, iter([json.loads(file.read(name)) for name in names])
    except NotImplementedError:
        raise DataFormatError(
            f"{source.name} is packed with zstandard, which this Python cannot unpack. Convert it: inspect log "
            "convert --to json; or hand over samples_df(logs, columns=SampleSummary + EvalModel)."
        ) from None
    except (zipfile.BadZipFile, ValueError, RecursionError) as error:
        raise DataFormatError(f"{source.name} is no whole log of Inspect ({error}). Copy it again.") from None
