"""Studies: many datasets and learners under one scheme, defined in a file or in Python."""

from foldwise._core import moved as _moved
from foldwise.studies._dataset import StudyDataset
from foldwise.studies._deviations import Deviation
from foldwise.studies._export import export
from foldwise.studies._hypothesis import Hypothesis
from foldwise.studies._pace import StudyPace
from foldwise.studies._read_results import find_store, read_results
from foldwise.studies._register import register
from foldwise.studies._registered import HypothesisAnswer, Registered
from foldwise.studies._results import LeftOut, StudyResults
from foldwise.studies._run_study import run_study
from foldwise.studies._score_table import Gap, ScoreTable, score_tables
from foldwise.studies._seal import Registration
from foldwise.studies._status import StudyStatus, study_status
from foldwise.studies._study import Study

__all__ = [
    "Deviation",
    "Gap",
    "Hypothesis",
    "HypothesisAnswer",
    "LeftOut",
    "Registered",
    "Registration",
    "ScoreTable",
    "Study",
    "StudyDataset",
    "StudyPace",
    "StudyResults",
    "StudyStatus",
    "export",
    "find_store",
    "read_results",
    "register",
    "run_study",
    "score_tables",
    "study_status",
]

# What a name that could be imported before version 0.2 is called now; to be dropped in 0.4.
_MOVED = {"DataSource": "foldwise.studies:StudyDataset"}


def __getattr__(name: str) -> object:
    return _moved(__name__, name, _MOVED)
