"""A whole methodology run on permuted labels: whether it leaks, and whether it has found anything.

Evaluates what it is given again and again. Never compares learners, and knows nothing of other tests.
"""

from foldwise.verdicts.randomization._label_randomization import label_randomization
from foldwise.verdicts.randomization._randomization import LabelRandomization

__all__ = ["LabelRandomization", "label_randomization"]
