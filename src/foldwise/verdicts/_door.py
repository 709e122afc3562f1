"""What other rooms of foldwise use of `verdicts`; users import from the room itself."""

from foldwise.verdicts._terms import Terms
from foldwise.verdicts.judging._judge_runs import judge_runs
from foldwise.verdicts.overall import make_overall

__all__ = ["Terms", "judge_runs", "make_overall"]
