"""What every room may lean on: errors, argument checks, words and numbers, seeds and digests, progress."""

from foldwise._core._atomic import make_folder, write_atomically, writing
from foldwise._core._canonical_json import canonical_json, content_hash
from foldwise._core._caught_warnings import caught_warnings, filters_put_back
from foldwise._core._checks import check_bool, check_choice, check_fraction, check_integer, check_seed
from foldwise._core._column_arrays import column_arrays
from foldwise._core._environment import environment
from foldwise._core._errors import (
    Caveat,
    DataFormatError,
    FoldwiseError,
    InadvisableWarning,
    IncompleteRunError,
    MissingDependencyError,
    OutputError,
    SchemeMismatchError,
    StoreError,
    StudyFileError,
    TooManyFoldsError,
    UndefinedMetricError,
    is_refusal,
)
from foldwise._core._function_text import text_of_function
from foldwise._core._glance import OUTCOME_MARKS, Glance, GlanceTable, Outcome, first_and_last, notebook_html
from foldwise._core._mark_untested import mark_untested
from foldwise._core._memory import available_memory, bytes_in_words
from foldwise._core._names import SHORT_NAMES, STEP_NAMES, close_names
from foldwise._core._numbers import (
    about_so_many,
    compact,
    count_range,
    counted,
    decimals,
    duration,
    fixed,
    limits_text,
    percent,
    pvalue_text,
    score_text,
    significant,
    time_left,
    true_minus,
)
from foldwise._core._on_use import explained, moved, on_use, require
from foldwise._core._progress import Progress, Row
from foldwise._core._read_json import read_json
from foldwise._core._read_objects import read_objects
from foldwise._core._roles import read_roles
from foldwise._core._row_slices import row_slices
from foldwise._core._seeds import derive_seed, digest
from foldwise._core._short_caveats import SHORT_CAVEATS, beware_words
from foldwise._core._show_progress import show_progress
from foldwise._core._words import escaped_json, listed, one_line, printable, shortened
from foldwise._core._written import written

__all__ = [
    "OUTCOME_MARKS",
    "SHORT_CAVEATS",
    "SHORT_NAMES",
    "STEP_NAMES",
    "Caveat",
    "DataFormatError",
    "FoldwiseError",
    "Glance",
    "GlanceTable",
    "InadvisableWarning",
    "IncompleteRunError",
    "MissingDependencyError",
    "Outcome",
    "OutputError",
    "Progress",
    "Row",
    "SchemeMismatchError",
    "StoreError",
    "StudyFileError",
    "TooManyFoldsError",
    "UndefinedMetricError",
    "about_so_many",
    "available_memory",
    "beware_words",
    "bytes_in_words",
    "canonical_json",
    "caught_warnings",
    "check_bool",
    "check_choice",
    "check_fraction",
    "check_integer",
    "check_seed",
    "close_names",
    "column_arrays",
    "compact",
    "content_hash",
    "count_range",
    "counted",
    "decimals",
    "derive_seed",
    "digest",
    "duration",
    "environment",
    "escaped_json",
    "explained",
    "filters_put_back",
    "first_and_last",
    "fixed",
    "is_refusal",
    "limits_text",
    "listed",
    "make_folder",
    "mark_untested",
    "moved",
    "notebook_html",
    "on_use",
    "one_line",
    "percent",
    "printable",
    "pvalue_text",
    "read_json",
    "read_objects",
    "read_roles",
    "require",
    "row_slices",
    "score_text",
    "shortened",
    "show_progress",
    "significant",
    "text_of_function",
    "time_left",
    "true_minus",
    "write_atomically",
    "writing",
    "written",
]
