"""Results as plain dictionaries: what machines read, and what every report is made from."""

import math
import platform
from collections.abc import Iterable
from dataclasses import asdict
from importlib.metadata import version
from typing import Any, Final

import numpy as np

from foldwise._core import Caveat
from foldwise.runs import Metric, Run
from foldwise.verdicts import Verdict

PACKAGES: Final = ("foldwise", "numpy", "scipy", "scikit-learn")

Document = dict[str, Any]


def summary(obj: Any) -> Document:
    """Turn a verdict, a run, or a list of them into a dictionary that `json` can write.

    Undefined and infinite numbers become None. The keys ``'timings'`` and ``'environment'`` hold all that differs
    from one computer or execution to another; the rest is the same for the same data, learners, design and seed.

    Parameters
    ----------
    obj : Verdict, Run, or list or tuple of them
        What to summarize.

    Returns
    -------
    dict
        With a key ``'schema'``: ``'foldwise.verdict/1'``, ``'foldwise.run/1'``, or for a list
        ``'foldwise.collection/1'``. The keys are described in ``docs/report-json.md``; keys may be added under the
        same schema, none is renamed or removed.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from foldwise.reports import summary
    >>> from foldwise.verdicts import compare
    >>> learners = {"stump": DecisionTreeClassifier(max_depth=1), "majority": DummyClassifier()}
    >>> document = summary(compare(learners, [[0.0], [1.0]] * 10, [0, 1] * 10, scheme="10", seed=1))
    >>> document["schema"], document["comparisons"][0]["estimate"]
    ('foldwise.verdict/1', 0.5)
    """
    if isinstance(obj, Verdict):
        return _verdict(obj)
    if isinstance(obj, Run):
        return _run(obj)
    if isinstance(obj, list | tuple):
        return {"schema": "foldwise.collection/1", "items": [summary(item) for item in obj]}
    raise TypeError(f"Expected a Verdict, a Run, or a list of them, got {type(obj).__name__}.")


def _verdict(verdict: Verdict) -> Document:
    return {
        "schema": "foldwise.verdict/1",
        "verdict": str(verdict),
        "test": verdict.test,
        "metric": _metric(verdict.metric),
        "alpha": verdict.alpha,
        "rope": plain(verdict.rope),
        "alternative": verdict.alternative,
        "comparisons": [{**plain(asdict(row)), "winner": row.winner} for row in verdict.comparisons],
        "caveats": _caveats(verdict.caveats),
        "runs": [_design(run, verdict.metric) for run in verdict.runs],
        "timings": [row for run in verdict.runs for row in _timings(run)],
        "environment": _environment(),
    }


def _run(run: Run) -> Document:
    return {
        "schema": "foldwise.run/1",
        "metric": _metric(run.metric),
        "runs": [_design(run, run.metric)],
        "timings": _timings(run),
        "environment": _environment(),
    }


def _design(run: Run, metric: Metric) -> Document:
    """Say what was compared on what, and how: all that a reader needs to repeat the run."""
    n_train, n_test = run.sizes()
    assignment = run.assignment
    return {
        "dataset": {
            "name": run.data.name,
            "fingerprint": run.data.fingerprint,
            "n_examples": int(run.data.n_examples),
            "n_attributes": int(run.data.n_attributes),
            "task": run.data.task,
            "classes": [str(label) for label in run.data.classes],
        },
        "design": {
            "scheme": assignment.scheme,
            "description": assignment.description,
            "stratified": bool(assignment.stratified),
            "seed": int(assignment.seed),
            "n_repeats": int(assignment.n_repeats),
            "n_folds": int(assignment.n_folds),
            "n_train": [int(n_train.min()), int(n_train.max())],
            "n_test": [int(n_test.min()), int(n_test.max())],
            "fingerprint": assignment.fingerprint,
        },
        "learners": [
            {
                "name": learner.name,
                "description": learner.description,
                "preparation": learner.preparation,
                "caveats": _caveats(learner.caveats),
                **_spread(scores),
                "scores": plain(scores.tolist()),
            }
            for learner, scores in zip(run.learners, run.scores(metric), strict=True)
        ],
        "failures": [plain(asdict(failure)) for failure in run.failures],
        "caveats": _caveats(run.caveats),
    }


def _spread(scores: Any) -> Document:
    there = scores[np.isfinite(scores)]
    return {
        "mean_score": float(there.mean()) if there.size else None,
        "sd_over_folds": float(there.std(ddof=1)) if there.size > 1 else None,
    }


def _timings(run: Run) -> list[Document]:
    return [
        {
            "dataset": run.data.name,
            "learner": name,
            "mean_fit_seconds": _mean(run.fit_seconds[index]),
            "mean_predict_seconds": _mean(run.predict_seconds[index]),
        }
        for index, name in enumerate(run.learner_names)
    ]


def _mean(seconds: Any) -> float | None:
    there = seconds[np.isfinite(seconds)]
    return float(there.mean()) if there.size else None


def _metric(metric: Metric) -> Document:
    return {"name": metric.name, "label": metric.label, "lower_is_better": bool(metric.lower_is_better)}


def _caveats(caveats: Iterable[Caveat]) -> list[Document]:
    return [{"code": caveat.code, "message": caveat.message} for caveat in caveats]


def _environment() -> Document:
    return {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}}


def plain(value: Any) -> Any:
    """Turn nested results into what JSON knows; a number that is not finite becomes None.

    >>> plain({"low": float("nan"), "n_train": (1, 2)})
    {'low': None, 'n_train': [1, 2]}
    """
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, np.generic):
        return plain(value.item())
    return None if isinstance(value, float) and not math.isfinite(value) else value
