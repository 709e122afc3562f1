"""What other rooms of foldwise use of `verdicts`; users import from the room itself."""

from foldwise.verdicts.judging._judge_runs import judge_runs
from foldwise.verdicts.judging._terms import Terms

__all__ = ["Terms", "judge_runs"]
