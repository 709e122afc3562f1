"""Studies: many datasets and learners under one scheme, defined in a file or in Python."""

from foldwise.studies._export import export
from foldwise.studies._read_results import read_results
from foldwise.studies._results import LeftOut, StudyResults
from foldwise.studies._run_study import run_study
from foldwise.studies._score_table import Gap, ScoreTable, score_tables
from foldwise.studies._source import DataSource
from foldwise.studies._status import StudyStatus, find_store, study_status
from foldwise.studies._study import Study

__all__ = [
    "DataSource",
    "Gap",
    "LeftOut",
    "ScoreTable",
    "Study",
    "StudyResults",
    "StudyStatus",
    "export",
    "find_store",
    "read_results",
    "run_study",
    "score_tables",
    "study_status",
]
