"""Work that folds share, learner by learner."""

from foldwise.runs._sharing._registry import share
from foldwise.runs._sharing._shared import Answers, Examples, Shared

__all__ = ["Answers", "Examples", "Shared", "share"]
