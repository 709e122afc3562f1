"""What other rooms of foldwise use of `learners`; users import from the room itself."""

from foldwise.learners._table_classifier import TableClassifier
from foldwise.learners._training import Training

__all__ = ["TableClassifier", "Training"]
