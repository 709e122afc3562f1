"""Data: the `Dataset`, loaders and writers, built-in sets, and the papers' UCI sets."""

from foldwise.data._as_dataset import as_dataset
from foldwise.data._available import available, is_at_hand, sets_of
from foldwise.data._builtin import make_waveform
from foldwise.data._column_kind import column_kind
from foldwise.data._csv_records import means_missing
from foldwise.data._dataset import Dataset
from foldwise.data._doubts import doubtful_columns, doubts_in_words, similar_labels
from foldwise.data._load import find_source, load, load_with_groups, source_name
from foldwise.data._named_columns import with_named_columns
from foldwise.data._openml import cache_folder
from foldwise.data._other_tables import as_pandas
from foldwise.data._read_arff import read_arff
from foldwise.data._read_csv import read_csv
from foldwise.data._read_parquet import read_parquet
from foldwise.data._read_table import read_table
from foldwise.data._write_arff import write_arff

__all__ = [
    "Dataset",
    "as_dataset",
    "as_pandas",
    "available",
    "cache_folder",
    "column_kind",
    "doubtful_columns",
    "doubts_in_words",
    "find_source",
    "is_at_hand",
    "load",
    "load_with_groups",
    "make_waveform",
    "means_missing",
    "read_arff",
    "read_csv",
    "read_parquet",
    "read_table",
    "sets_of",
    "similar_labels",
    "source_name",
    "with_named_columns",
    "write_arff",
]
