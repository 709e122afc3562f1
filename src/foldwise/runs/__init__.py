"""Running learners: predictions example by example, kept, and scored later with any metric."""

from foldwise.runs._as_runs import as_runs
from foldwise.runs._evaluate import evaluate
from foldwise.runs._execute import execute
from foldwise.runs._learner import Learner
from foldwise.runs._metric import Metric, as_metric
from foldwise.runs._plan import Plan, make_plans
from foldwise.runs._progress import progress_bar
from foldwise.runs._reading import Reading
from foldwise.runs._run import DataInfo, Failure, Run
from foldwise.runs._target import Target

__all__ = [
    "DataInfo",
    "Failure",
    "Learner",
    "Metric",
    "Plan",
    "Reading",
    "Run",
    "Target",
    "as_metric",
    "as_runs",
    "evaluate",
    "execute",
    "make_plans",
    "progress_bar",
]
