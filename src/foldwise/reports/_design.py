"""What was run on what, and how: the part of a document that lets a reader repeat it."""

from dataclasses import asdict
from typing import Any

import numpy as np

from foldwise.reports._plain import Document, caveat_documents, plain
from foldwise.runs import Metric, Run
from foldwise.tuning import Ledger


def metric_document(metric: Metric) -> Document:
    """Name what was scored, and say whether less of it is better."""
    return {
        "name": metric.name,
        "label": metric.label,
        "lower_is_better": bool(metric.lower_is_better),
        "is_scorer": _is_scorer(metric),
    }


def _is_scorer(metric: Metric) -> bool:
    """Whether scikit-learn knows this very metric by its name; a user's function may have the name of another."""
    from sklearn.metrics import get_scorer, get_scorer_names

    if metric.name not in get_scorer_names():
        return False
    scorer = get_scorer(metric.name)
    return metric.function is getattr(scorer, "_score_func", scorer)


def run_document(run: Run, metric: Metric) -> Document:
    """Say what was compared on what, and how: all that a reader needs to repeat the run."""
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


def timing_documents(run: Run) -> list[Document]:
    """Give the mean seconds that a fold took, learner by learner."""
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
    """Say how many candidates each tuned learner had, and which was chosen on each fold."""
    by_learner: dict[str, list[Document]] = {}
    for entry in ledger.entries:
        place = {"repeat": entry.repeat, "fold": entry.fold, "n_candidates": entry.n_candidates, "chosen": entry.chosen}
        by_learner.setdefault(entry.learner, []).append(place)
    uncounted = ledger.uncounted
    return [
        {
            "learner": name,
            "tries": ledger.tries(name),
            "uncounted": list(uncounted.get(name, ())),
            "folds": folds,
        }
        for name, folds in by_learner.items()
    ]


def _spread(scores: Any) -> Document:
    there = scores[np.isfinite(scores)]
    return {
        "mean_score": _mean(scores),
        "sd_over_folds": float(there.std(ddof=1)) if there.size > 1 else None,
    }


def _mean(values: Any) -> float | None:
    there = values[np.isfinite(values)]
    return float(there.mean()) if there.size else None
