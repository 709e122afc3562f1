"""What other rooms of foldwise use of `verdicts`; users import from the room itself."""

from foldwise.verdicts._stored import is_store, open_store, stored_runs
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.evidence._setting import Setting, loss_of, metric_losses
from foldwise.verdicts.items._find import Units, are_answers
from foldwise.verdicts.items._spread import spread_of
from foldwise.verdicts.judging._judge_runs import judge_runs
from foldwise.verdicts.overall import make_overall

__all__ = [
    "Setting",
    "Terms",
    "Units",
    "are_answers",
    "is_store",
    "judge_runs",
    "loss_of",
    "make_overall",
    "metric_losses",
    "open_store",
    "spread_of",
    "stored_runs",
]
