"""Runs from what others computed: tables of scores or predictions, scikit-learn's and Weka's results.

Reads, asks back where a table is ambiguous, and hands on a Run. Never fits a learner, and never guesses in silence.
"""

from foldwise.results._as_results import as_results
from foldwise.results._as_runs import as_runs
from foldwise.results._item_scores import ItemScores
from foldwise.results._item_table import scores_of_items
from foldwise.results._reading import ResultsReading
from foldwise.results._score_table import ScoreTable

__all__ = ["ItemScores", "ResultsReading", "ScoreTable", "as_results", "as_runs", "scores_of_items"]
