"""The verbs that run learners: `evaluate`, runs that grow by repeats, and their progress.

Puts plans, workers and store together. Never hears of significance.
"""

from foldwise.evaluation._evaluate import evaluate

__all__ = ["evaluate"]
