"""Many datasets: who is best over all of them, from mean scores and from what each dataset says by itself.

Holds the table of learners by datasets, the tests of every pair over datasets, ranks with their intervals, and their
words. Never looks at folds or predictions: those are judged dataset by dataset.
"""

from foldwise.verdicts.overall._cells import Cells
from foldwise.verdicts.overall._make_overall import make_overall
from foldwise.verdicts.overall._overall import Omnibus, Overall, OverallLearner
from foldwise.verdicts.overall._pairs import OnDatasets, OverallPair
from foldwise.verdicts.overall._win_tie_loss import signs_on_datasets

__all__ = [
    "Cells",
    "Omnibus",
    "OnDatasets",
    "Overall",
    "OverallLearner",
    "OverallPair",
    "make_overall",
    "signs_on_datasets",
]
