"""What was run on what, and how: the part of a document that lets a reader repeat it, and its names in words."""

from dataclasses import asdict
from typing import Any

import numpy as np

from foldwise._core import one_line
from foldwise.reports._document import Document, caveat_documents, plain
from foldwise.runs import Metric, Run
from foldwise.tuning import Ledger
from foldwise.verdicts._door import against_words


def metric_document(metric: Metric) -> Document:
    """Return what was scored, and whether less of it is better."""
    return {
        "name": metric.name,
        "label": metric.label,
        "lower_is_better": bool(metric.lower_is_better),
        "is_scorer": _is_scorer(metric),
    }


def _is_scorer(metric: Metric) -> bool:
    """Whether scikit-learn knows this very metric by its name; a user's function may have the name of another."""
    from sklearn.metrics import get_scorer, get_scorer_names

    # What follows a colon is the positive label.
    name = metric.name.partition(":")[0]
    if name not in get_scorer_names():
        return False
    scorer = get_scorer(name)
    return metric.function is getattr(scorer, "_score_func", scorer)


def run_document(run: Run, metric: Metric) -> Document:
    """Return what was compared on what, and how: all that a reader needs to repeat the run."""
    assignment, data = run.assignment, run.data
    sizes = run.sizes()
    n_train, n_test = (None, None) if sizes is None else ([int(n.min()), int(n.max())] for n in sizes)
    return {
        "dataset": {
            "name": data.name,
            "fingerprint": data.fingerprint,
            "n_examples": plain(data.n_examples),
            "n_attributes": plain(data.n_attributes),
            "task": data.task,
            "classes": [str(label) for label in data.classes],
        },
        "design": {
            "scheme": assignment.scheme,
            "description": assignment.description,
            "stratified": plain(assignment.stratified),
            "seed": plain(assignment.seed),
            "n_repeats": int(assignment.n_repeats),
            "n_folds": int(assignment.n_folds),
            "n_train": n_train,
            "n_test": n_test,
            "fold_sizes": _fold_sizes(sizes),
            "fingerprint": assignment.fingerprint,
        },
        "learners": [
            {
                "name": learner.name,
                "description": learner.description,
                "preparation": learner.preparation,
                "caveats": caveat_documents(learner.caveats),
                **_spread(scores),
                "scores": plain(scores),
            }
            for learner, scores in zip(run.learners, run.scores(metric), strict=True)
        ],
        "tuning": _tuning_documents(run.ledger),
        "failures": [plain(asdict(failure)) for failure in run.failures],
        "caveats": caveat_documents(run.caveats),
    }


def _fold_sizes(sizes: Any) -> Document | None:
    """Return the size of every fold, one row for all repeats if they are alike; None where all folds are alike."""
    if sizes is None or all(size.min() == size.max() for size in sizes):
        return None
    alike = all((size == size[0]).all() for size in sizes)
    n_train, n_test = (plain(size[:1] if alike else size) for size in sizes)
    return {"n_train": n_train, "n_test": n_test}


def timing_documents(run: Run) -> list[Document]:
    """Return the mean seconds that a fold took, learner by learner."""
    return [
        {
            "dataset": run.data.name,
            "learner": learner.name,
            "mean_fit_seconds": _mean(run.fit_seconds[index]),
            "mean_predict_seconds": _mean(run.predict_seconds[index]),
            "sharing": learner.sharing,
        }
        for index, learner in enumerate(run.learners)
    ]


def _tuning_documents(ledger: Ledger) -> list[Document]:
    """Return how many candidates each tuned learner had, and which was chosen on each fold."""
    by_learner: dict[str, list[Document]] = {}
    for entry in ledger.entries:
        place = {"repeat": entry.repeat, "fold": entry.fold, "n_candidates": entry.n_candidates, "chosen": entry.chosen}
        by_learner.setdefault(entry.learner, []).append(place)
    uncounted = ledger.uncounted
    return [
        {"learner": name, "tries": ledger.tries(name), "uncounted": list(uncounted.get(name, ())), "folds": folds}
        for name, folds in by_learner.items()
    ]


def _spread(scores: Any) -> Document:
    there = scores[np.isfinite(scores)]
    return {"mean_score": _mean(scores), "sd_over_folds": float(there.std(ddof=1)) if there.size > 1 else None}


def _mean(values: Any) -> float | None:
    there = values[np.isfinite(values)]
    return float(there.mean()) if there.size else None


def who_on_what(runs: list[Document], against: str | None = None) -> str:
    """Return the names of the learners and of the dataset, or their number where they are many.

    `against` is the learner that each other was compared with, if not all pairs were.
    """
    names = list(dict.fromkeys(learner["name"] for run in runs for learner in run["learners"]))
    datasets = [run["dataset"]["name"] for run in runs]
    who = " vs ".join(one_line(name) for name in names) if len(names) <= 2 else f"{len(names)} learners"
    if against is not None and len(names) > 2:
        who = against_words(len(names), against)
    where = one_line(datasets[0]) if len(datasets) == 1 else f"{len(datasets)} datasets"
    return f"{who} on {where}"


def shape(data: Document) -> str:
    """Return how large a dataset is, as far as that is known.

    >>> shape({"n_examples": 150, "n_attributes": None, "task": "classification", "classes": ["a", "b"]})
    '150 examples, classification, 2 classes'
    """
    classes = [f"{len(data['classes'])} classes"] if data["classes"] else []
    return ", ".join([*sizes(data), data["task"], *classes])


def sizes(data: Document) -> list[str]:
    """Return the numbers of examples and attributes of a dataset, as far as they are known.

    >>> sizes({"n_examples": 150, "n_attributes": None})
    ['150 examples']
    >>> sizes({"n_examples": 150, "n_attributes": 0})
    ['150 documents']
    """
    if data["n_attributes"] == 0:
        return [f"{data['n_examples']} documents"]
    words = {"n_examples": "examples", "n_attributes": "attributes"}
    return [f"{data[key]} {word}" for key, word in words.items() if data[key] is not None]


def unit_of(runs: list[Document]) -> str:
    """Return what the scores of runs belong to; nothing if each has only one.

    >>> unit_of([{"design": {"n_repeats": 100, "n_folds": 1}}]), unit_of([{"design": {"n_repeats": 1, "n_folds": 1}}])
    ('split', '')
    """
    designs = [run["design"] for run in runs]
    if all(design["n_repeats"] * design["n_folds"] == 1 for design in designs):
        return ""
    return "fold" if designs[0]["n_folds"] > 1 else "split"


def shared_training(unit: str) -> str:
    """Return why the dots of a figure are not independent.

    >>> shared_training("fold")
    'Folds share training data: the dots are not independent.'
    """
    return f"{unit.capitalize()}s share training data: the dots are not independent."
