"""How well one learner does: its score on each dataset, with an interval only where the design gives one.

Answers Dietterich's questions 1, 2, 5 and 6. Never compares learners.
"""

from foldwise.verdicts.estimates._estimate import estimate_runs
from foldwise.verdicts.estimates._estimates import Estimate, Estimates

__all__ = ["Estimate", "Estimates", "estimate_runs"]
