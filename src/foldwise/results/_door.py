"""What other rooms of foldwise use of `results`; users import from the room itself."""

from foldwise.results._as_runs import one_run
from foldwise.results._bare_run import bare_run
from foldwise.results._cells import OTHERWISE, Coded
from foldwise.results._columns import Columns
from foldwise.results._from_items import item_column, tasks_column, usual_columns
from foldwise.results._source import checked_table
from foldwise.results._weka_results import is_weka, weka_learners
from foldwise.results.harness import Given, are_sources, given_sources, is_foreign, is_named_by_path

__all__ = [
    "OTHERWISE",
    "Coded",
    "Columns",
    "Given",
    "are_sources",
    "bare_run",
    "checked_table",
    "given_sources",
    "is_foreign",
    "is_named_by_path",
    "is_weka",
    "item_column",
    "one_run",
    "tasks_column",
    "usual_columns",
    "weka_learners",
]
