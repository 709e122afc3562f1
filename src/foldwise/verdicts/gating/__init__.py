"""A candidate against a baseline: not worse by a margin, worse, or undecided."""

from foldwise.verdicts.gating._gate import gate
from foldwise.verdicts.gating._levels import MeasuredGate
from foldwise.verdicts.gating._result import Gate

__all__ = ["Gate", "MeasuredGate", "gate"]
