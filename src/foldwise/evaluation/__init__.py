"""The verbs that run learners: `evaluate`, runs that grow by repeats, and their progress; how hard a dataset is.

Puts plans, workers and store together. Never hears of significance.
"""

from foldwise.evaluation._difficulty import Difficulty, difficulty
from foldwise.evaluation._evaluate import evaluate

__all__ = ["Difficulty", "difficulty", "evaluate"]
