"""Running learners: predictions example by example, kept, and scored later with any metric."""

from foldwise.runs._as_runs import as_runs
from foldwise.runs._choose_learners import choose_learners
from foldwise.runs._choose_repeats import choose_repeats
from foldwise.runs._content_key import content_key
from foldwise.runs._evaluate import evaluate
from foldwise.runs._execute import execute
from foldwise.runs._growing import Growing, grow
from foldwise.runs._hands import Hands, hands
from foldwise.runs._isolation import Limits
from foldwise.runs._learner import Learner, name_learners
from foldwise.runs._metric import Metric, as_metric
from foldwise.runs._plan import Plan, make_plans
from foldwise.runs._predict_folds import predict_folds
from foldwise.runs._processes import in_worker_processes
from foldwise.runs._progress import progress_bar, progress_line
from foldwise.runs._reading import Reading
from foldwise.runs._rows import copy_table, take_rows
from foldwise.runs._run import DataInfo, Failure, Run
from foldwise.runs._seeding import SeededClones
from foldwise.runs._store import MISSING, ArrayStore, CellStatus, Judgement, Store, Watcher
from foldwise.runs._target import Target, find_task
from foldwise.runs._workers import count_workers

__all__ = [
    "MISSING",
    "ArrayStore",
    "CellStatus",
    "DataInfo",
    "Failure",
    "Growing",
    "Hands",
    "Judgement",
    "Learner",
    "Limits",
    "Metric",
    "Plan",
    "Reading",
    "Run",
    "SeededClones",
    "Store",
    "Target",
    "Watcher",
    "as_metric",
    "as_runs",
    "choose_learners",
    "choose_repeats",
    "content_key",
    "copy_table",
    "count_workers",
    "evaluate",
    "execute",
    "find_task",
    "grow",
    "hands",
    "in_worker_processes",
    "make_plans",
    "name_learners",
    "predict_folds",
    "progress_bar",
    "progress_line",
    "take_rows",
]
