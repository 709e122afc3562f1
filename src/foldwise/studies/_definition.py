"""How a study was asked for, as a document that a store keeps and an export shows."""

import json
import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from foldwise._core import listed, one_line, written
from foldwise.data import Dataset
from foldwise.runs import as_metric
from foldwise.splits import Scheme
from foldwise.studies._dataset import StudyDataset
from foldwise.studies._options import OF_JUDGING
from foldwise.studies._study import Study
from foldwise.verdicts import Settled

# What decides about the folds; the rest is about judging them, which needs no other run.
_OF_THE_WORK: Final = ("scheme", "seed", "datasets", "learners")
# On what terms it is judged decides about the repeats of a settled study.
_OF_SETTLING: Final = ("metrics", "alpha", "rope", "alternative", "adjust", "against")


def define(study: Study) -> dict[str, Any]:
    """Return a study as what strict JSON can hold; comments and the place of the file are no part of it."""
    learners = tomllib.loads(study.text).get("learners") if study.text else None
    tables = learners if isinstance(learners, Mapping) else {}
    folder = None if study.path is None else study.path.parent
    return {
        "name": study.name,
        "scheme": str(study.scheme) if isinstance(study.scheme, Scheme | Settled) else _splitter(study.scheme),
        "seed": study.seed,
        "tests": list(study.tests),
        # A function has the name of a scorer only by chance.
        "metrics": [
            metric if isinstance(metric, str) else {"own": as_metric(metric, "classification").name}
            for metric in study.metrics
        ],
        # Of all pairs nothing is said, as before there was a choice.
        **{key: value for key in OF_JUDGING if (value := getattr(study, key)) is not None or key != "against"},
        "datasets": {name: _describe(source, folder) for name, source in study.datasets.items()},
        "learners": {name: _plain(tables.get(name, learner)) for name, learner in study.learners.items()},
        **({"hypotheses": list(study.hypotheses)} if study.hypotheses else {}),
    }


def is_settled(definition: Mapping[str, Any]) -> bool:
    """Whether repeats are added until the pairs on all datasets are settled."""
    return str(definition.get("scheme")).startswith(f"{Settled.__name__}(")


def to_json(definition: Mapping[str, Any]) -> str:
    """Return a definition as text, the same one always in the same way."""
    return json.dumps(definition, ensure_ascii=True, sort_keys=True, allow_nan=False)


def from_json(text: str) -> dict[str, Any]:
    """Read what a store keeps; nothing is known of runs that were not asked for as a study."""
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


def what_changed(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return what another run would do otherwise; nothing if there is no telling.

    >>> what_changed({"seed": 1, "learners": {"tree": "c45", "nb": "nb"}}, {"seed": 1, "learners": {"tree": "c45(5)"}})
    ["learners ('tree', 'nb')"]
    """
    changed = []
    for key in (*_OF_THE_WORK, *(_OF_SETTLING if is_settled(now) else ())) if before else ():
        was, is_now = before.get(key), now.get(key)
        if was == is_now:
            continue
        names = ""
        if isinstance(was, dict) and isinstance(is_now, dict):
            differ = [name for name in {**is_now, **was} if was.get(name) != is_now.get(name)]
            names = f" ({listed([one_line(name)[:40] for name in differ], most=3)})"
        changed.append(f"{key}{names}")
    return changed


def _describe(source: StudyDataset, folder: Path | None) -> dict[str, Any]:
    data = source.source
    if isinstance(data, Dataset):
        words = f"a table of {data.n_examples} examples"
    elif isinstance(data, Path):
        # A folder that is moved as a whole is the same study.
        words = (data.relative_to(folder) if folder and data.is_relative_to(folder) else data).as_posix()
    else:
        words = data
    return {"source": words, "target": source.target, "groups": source.groups}


def _splitter(scheme: Any) -> str:
    """Return a splitter with its parameters; of splits that were handed over there is no more to say."""
    return written(scheme) if hasattr(scheme, "split") else type(scheme).__name__


def _plain(value: Any) -> Any:
    """Turn a value of TOML, or an estimator, into what strict JSON can hold."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    return written(value)
