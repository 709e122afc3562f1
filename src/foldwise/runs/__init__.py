"""What was run, and what came of it: plans, folds, learners, metrics, and a Run of predictions, scored when asked.

Holds the nouns that every room above speaks of, and the fit of a single fold. Never decides who works when, keeps no
file, and never hears of significance.
"""

from foldwise._core import moved as _moved
from foldwise.runs._learner import Learner
from foldwise.runs._metric import Metric, as_metric
from foldwise.runs._run import DataInfo, Failure, Run
from foldwise.runs._target import Target

__all__ = ["DataInfo", "Failure", "Learner", "Metric", "Run", "Target", "as_metric"]

# Where names are that could be imported from here before version 0.2; to be dropped in 0.4.
_MOVED = {
    "ArrayStore": "foldwise.store._door",
    "CellStatus": "foldwise.store",
    "Growing": "foldwise.evaluation._door",
    "Hands": "foldwise.workers._door:Workers",
    "Judgement": "foldwise.store",
    "Limits": "foldwise.workers",
    "MISSING": "foldwise.store._door",
    "Plan": "foldwise.runs._door",
    "Reading": "foldwise.results:ResultsReading",
    "SeededClones": "foldwise.runs._door",
    "Store": "foldwise.store",
    "as_runs": "foldwise.results",
    "choose_learners": "foldwise.runs._door",
    "choose_repeats": "foldwise.runs._door",
    "content_key": "foldwise.store._door",
    "copy_table": "foldwise.runs._door",
    "count_workers": "foldwise.workers._door",
    "evaluate": "foldwise.evaluation",
    "execute": "foldwise.evaluation._door",
    "find_task": "foldwise.runs._door",
    "grow": "foldwise.evaluation._door",
    "hands": "foldwise.workers._door:find_workers",
    "in_worker_processes": "foldwise.workers._door",
    "make_plans": "foldwise.runs._door",
    "name_learners": "foldwise.runs._door",
    "predict_folds": "foldwise.sharing._door",
    "take_rows": "foldwise.runs._door",
}


def __getattr__(name: str) -> object:
    return _moved(__name__, name, _MOVED)
