"""Verdicts: which part of a run feeds which test, and what the answer means."""

from foldwise._core import Caveat
from foldwise.verdicts._compare import compare
from foldwise.verdicts._comparison import Alternative, Comparison, Decision
from foldwise.verdicts._judge import judge
from foldwise.verdicts._needs import NEEDS, Need, usable_tests
from foldwise.verdicts._verdict import Verdict

__all__ = [
    "NEEDS",
    "Alternative",
    "Caveat",
    "Comparison",
    "Decision",
    "Need",
    "Verdict",
    "compare",
    "judge",
    "usable_tests",
]
