"""Runs, tables and terms made again from a JSON document, as far as they are in it."""

from typing import Any, Final

import numpy as np

from foldwise.reports._document import Document
from foldwise.results._door import bare_run
from foldwise.runs import DataInfo, Failure, Metric, Run, Target, as_metric
from foldwise.splits import Layout
from foldwise.verdicts import Cells, Look, OnDatasets, Settled, Settlement
from foldwise.verdicts._door import Terms

_LOOK: Final = tuple(Look.__dataclass_fields__)
_SETTLEMENT: Final = tuple(Settlement.__dataclass_fields__)


def terms_of(document: Document, *, allow_partial: bool = False) -> Terms:
    """Return on what terms a document was judged; its family stands for all that was tried."""
    over = document if "missing" in document else document.get("overall") or {}
    judged = document["tests"][0] if "tests" in document else document
    n_rows = len(judged["pairs"] if "pairs" in judged else judged["comparisons"])
    return Terms(
        **{key: document[key] for key in ("alpha", "rope", "alternative", "adjust")},
        # Documents of before there was a choice are of all pairs.
        against=document.get("against"),
        tries=judged["family"] if judged["family"] > n_rows else 0,
        allow_partial=allow_partial,
        missing=over.get("missing", "pairs"),
    )


def metric_of(described: Document, task: str) -> Metric:
    """Return the metric of a document; of a function nothing is known but its name, and which way is better."""
    if described["is_scorer"]:
        return as_metric(described["name"], task)
    return Metric(
        name=described["name"],
        label=described["label"],
        lower_is_better=described["lower_is_better"],
        response=(),
        function=_unknown,
    )


def _unknown(*_: Any) -> float:
    raise ValueError("only the scores of this metric are known")


def runs_of(document: Document) -> list[Run]:
    """Return the runs of a document, with their scores and nothing else."""
    return [_run(each, metric_of(document["metric"], each["dataset"]["task"])) for each in document["runs"]]


def _run(described: Document, metric: Metric) -> Run:
    data, design = described["dataset"], described["design"]
    scores = np.array([_floats(learner["scores"]) for learner in described["learners"]], dtype=np.float64)
    shape = (design["n_repeats"], design["n_folds"])
    if scores.shape[1:] != shape:
        raise ValueError(f"the scores on {data['name']} are of shape {scores.shape[1:]}, the design is {shape}")
    n_train, n_test = (_sizes(design, key, shape) for key in ("n_train", "n_test"))
    layout = Layout(
        n_repeats=shape[0],
        n_folds=shape[1],
        scheme=design["scheme"],
        description=design["description"],
        each_example_tested_once=False,
        repeats_per_execution=shape[0],
        n_train=n_train,
        n_test=n_test,
    )
    keys = ("learner", "repeat", "fold", "error")
    return bare_run(
        DataInfo(
            name=data["name"],
            fingerprint=data["fingerprint"],
            n_examples=data["n_examples"],
            n_attributes=data["n_attributes"],
            task=data["task"],
            classes=tuple(data["classes"]),
        ),
        tuple(learner["name"] for learner in described["learners"]),
        layout,
        Target(data["task"], np.empty(0, dtype=np.intp), np.empty(0), np.empty(0)),
        metric,
        scores=scores,
        failures=tuple(Failure(**{key: each[key] for key in keys}) for each in described["failures"]),
        caveats=(),
    )


def _floats(rows: Any) -> Any:
    return [[np.nan if value is None else float(value) for value in row] for row in rows]


def _sizes(design: Document, key: str, shape: tuple[int, int]) -> Any:
    """Return the size of each fold; None where they are not known."""
    if design[key] is None:
        return None
    least, most = design[key]
    known = design.get("fold_sizes")
    if known is None and least != most:
        # Written before sizes were kept.
        return None
    rows = np.array([[least]] if known is None else known[key], dtype=np.int64)
    return np.broadcast_to(rows, shape).copy()


def settlements_of(document: Document) -> list[Settlement]:
    """Return how each comparison of a settled verdict came about."""
    found = []
    for row in document["comparisons"]:
        said = row["settlement"]
        looks = tuple(Look(**{key: _nan(look[key]) for key in _LOOK}) for look in said["looks"])
        fields = {key: said[key] for key in _SETTLEMENT if key != "looks"}
        found.append(Settlement(**fields, looks=looks))
    return found


def _nan(value: Any) -> Any:
    return np.nan if value is None else value


def settled_of(document: Document) -> Settled:
    """Return the procedure of a settled verdict."""
    return Settled(**document["settled"])


def cells_of(document: Document) -> Cells:
    """Return the table of an answer over datasets that rests on one score for each cell."""
    datasets, learners = (
        list(dict.fromkeys(cell[key] for cell in document["cells"])) for key in ("dataset", "learner")
    )
    table = np.full((len(learners), len(datasets)), np.nan)
    reasons = {}
    for cell in document["cells"]:
        place = learners.index(cell["learner"]), datasets.index(cell["dataset"])
        table[place] = _nan(cell["score"])
        if cell["reason"]:
            reasons[cell["learner"], cell["dataset"]] = cell["reason"]
    return Cells.of_scores(table, learners, datasets, reasons, against=document.get("against"))


def on_datasets_of(document: Document, cells: Cells) -> OnDatasets | None:
    """Return what the tests of single datasets said, as an answer over datasets holds it; None if there were none."""
    if document["test"] is None:
        return None
    used = np.isin(cells.datasets, document["datasets"])
    pvalues, called = np.full(cells.differences.shape, np.nan), np.zeros(cells.differences.shape, dtype=np.int8)
    for number, pair in enumerate(document["pairs"]):
        pvalues[number, used] = list(map(_nan, pair["pvalues"]))
        called[number, used] = pair["called"]
    return OnDatasets(test=document["test"], pvalues=pvalues, estimates=cells.differences, called=called)
