"""From findings to a verdict: families, decisions, forecasts, caveats, and what they are in words."""

from foldwise.verdicts._family import decision_thresholds
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.judging._chance import constant_losses, constant_score
from foldwise.verdicts.judging._decide import decide, interval_caveats

__all__ = ["Terms", "constant_losses", "constant_score", "decide", "decision_thresholds", "interval_caveats"]
