"""What other rooms of foldwise use of `sharing`; users import from the room itself."""

from foldwise.sharing._predict_folds import predict_folds
from foldwise.sharing._shared_job import Preparations, SharedJob

__all__ = ["Preparations", "SharedJob", "predict_folds"]
