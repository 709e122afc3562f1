"""What other rooms of foldwise use of `runs`; users import from the room itself."""

from foldwise.runs._caveats import label_caveats
from foldwise.runs._choose import choose_learners, choose_repeats
from foldwise.runs._collector import Collector, bytes_kept, work_kept
from foldwise.runs._fold import (
    Block,
    Claim,
    FoldOutcome,
    Job,
    Pair,
    SharedBlock,
    Tables,
    as_predictions,
    claim_all,
    response_method,
    work,
)
from foldwise.runs._fold_columns import FoldColumns
from foldwise.runs._learner import name_learners
from foldwise.runs._listen import Heard, Listen, Printed, first_line, listen_alone, listen_here
from foldwise.runs._metric import is_for_numbers, is_own_function
from foldwise.runs._metric_names import KNOWN, USUAL, is_about_a_score, is_spread, plain
from foldwise.runs._plan import Plan, make_plans
from foldwise.runs._prepare import _as_text as as_text
from foldwise.runs._prepare import copy_table, look_at, prepare, take_rows
from foldwise.runs._run import FAILED, UNTESTED
from foldwise.runs._seeding import SeededClones, all_parameters, has_open_seeds
from foldwise.runs._target import Task, among_occurring, declared_labels, find_task, make_target, takes_declared
from foldwise.runs._vectorizers import as_documents_for

__all__ = [
    "FAILED",
    "KNOWN",
    "UNTESTED",
    "USUAL",
    "Block",
    "Claim",
    "Collector",
    "FoldColumns",
    "FoldOutcome",
    "Heard",
    "Job",
    "Listen",
    "Pair",
    "Plan",
    "Printed",
    "SeededClones",
    "SharedBlock",
    "Tables",
    "Task",
    "all_parameters",
    "among_occurring",
    "as_documents_for",
    "as_predictions",
    "as_text",
    "bytes_kept",
    "choose_learners",
    "choose_repeats",
    "claim_all",
    "copy_table",
    "declared_labels",
    "find_task",
    "first_line",
    "has_open_seeds",
    "is_about_a_score",
    "is_for_numbers",
    "is_own_function",
    "is_spread",
    "label_caveats",
    "listen_alone",
    "listen_here",
    "look_at",
    "make_plans",
    "make_target",
    "name_learners",
    "plain",
    "prepare",
    "response_method",
    "take_rows",
    "takes_declared",
    "work",
    "work_kept",
]
