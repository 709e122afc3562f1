"""What other rooms of foldwise use of `verdicts`; users import from the room itself."""

from foldwise.verdicts._against import against_question, against_words, check_against, standing_beside
from foldwise.verdicts._stored import is_store, open_store, stored_runs
from foldwise.verdicts._terms import INTERVALS, Terms
from foldwise.verdicts.estimates._intervals import check_interval, scheme_for
from foldwise.verdicts.evidence._by_size import (
    check_same_examples,
    difference_at_size,
    mean_train_size,
    size_change,
)
from foldwise.verdicts.evidence._setting import Setting, loss_of, metric_losses
from foldwise.verdicts.items._find import Units, are_answers
from foldwise.verdicts.items._spread import spread_of
from foldwise.verdicts.judging._judge_runs import judge_runs
from foldwise.verdicts.overall import make_overall
from foldwise.verdicts.settling._again import judge_settled

__all__ = [
    "INTERVALS",
    "Setting",
    "Terms",
    "Units",
    "against_question",
    "against_words",
    "are_answers",
    "check_against",
    "check_interval",
    "check_same_examples",
    "difference_at_size",
    "is_store",
    "judge_runs",
    "judge_settled",
    "loss_of",
    "make_overall",
    "mean_train_size",
    "metric_losses",
    "open_store",
    "scheme_for",
    "size_change",
    "spread_of",
    "standing_beside",
    "stored_runs",
]
