"""What other rooms of foldwise use of `runs`; users import from the room itself."""

from foldwise.runs._caveats import label_caveats
from foldwise.runs._choose_learners import choose_learners
from foldwise.runs._choose_repeats import choose_repeats
from foldwise.runs._claim import Claim, claim_all
from foldwise.runs._collector import Collector
from foldwise.runs._fold import Block, FoldOutcome, Job, Pair, as_predictions, response_method, work
from foldwise.runs._learner import name_learners
from foldwise.runs._listen import Heard, Listen, first_line, listen_alone, listen_here
from foldwise.runs._metric import is_for_numbers, is_own_function
from foldwise.runs._metric_names import KNOWN, USUAL, is_about_a_score, is_spread, plain
from foldwise.runs._occurring import among_occurring
from foldwise.runs._plan import Plan, make_plans
from foldwise.runs._prepare import look_at, prepare
from foldwise.runs._quiet import Printed
from foldwise.runs._rows import copy_table, take_rows
from foldwise.runs._run import FAILED, UNTESTED
from foldwise.runs._seeding import SeededClones, has_open_seeds
from foldwise.runs._shared_block import SharedBlock
from foldwise.runs._target import Task, declared_labels, find_task, make_target, takes_declared
from foldwise.runs._work_kept import work_kept

__all__ = [
    "FAILED",
    "KNOWN",
    "UNTESTED",
    "USUAL",
    "Block",
    "Claim",
    "Collector",
    "FoldOutcome",
    "Heard",
    "Job",
    "Listen",
    "Pair",
    "Plan",
    "Printed",
    "SeededClones",
    "SharedBlock",
    "Task",
    "among_occurring",
    "as_predictions",
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
