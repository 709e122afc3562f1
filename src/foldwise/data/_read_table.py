"""Tables that are no data to learn from: results of other programs, in files."""

import re
from pathlib import Path
from typing import Any, Final

import pandas as pd

from foldwise._core import DataFormatError
from foldwise.data._csv_frame import csv_frame
from foldwise.data._read_arff import arff_frame
from foldwise.data._read_excel import SHEETS, excel_frame
from foldwise.data._read_parquet import parquet_frame
from foldwise.data._text_file import existing_file, read_text, stem

_ARFF = re.compile(r"\s*(%[^\n]*\n\s*)*@relation", re.IGNORECASE)
_NO_NAME = re.compile(r"""\A(?:""|'')?(?=[,;\t])""")
# Each is read twice, as numbers and as written, which takes a minute for some 100,000.
_MOST_COLUMNS: Final = 10_000


def read_table(path: str | Path) -> tuple[pd.DataFrame, str]:
    r"""Read a CSV, ARFF, Parquet or Excel file as it is: no column is a target, none is dropped.

    What kind of text it is the content says, not the name: ARFF begins with ``@relation``, all else is CSV, plain or
    gzipped. Numbers stay texts where as numbers they would be other labels: one number written in two ways (``1`` and
    ``1.0``), or whole ones with leading zeros or exponents (``01``). A first column without a name, as pandas writes
    its index, is called ``Unnamed: 0``. Result files of Weka quote with apostrophes, and are known by their ``Key_``
    columns.

    Parameters
    ----------
    path : str or Path
        File; a name that ends in ``.parquet`` means Parquet, one in ``.xlsx`` an Excel file with one sheet that holds
        something.

    Returns
    -------
    frame : DataFrame
        Its columns.
    name : str
        Name of the file without its endings.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from foldwise.data import read_table
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "scores.csv")
    ...     _ = path.write_text("learner,fold,accuracy\nnb,1,0.9\nnb,2,0.8\n")
    ...     frame, name = read_table(path)
    >>> name, frame["accuracy"].tolist()
    ('scores', [0.9, 0.8])
    """
    path = existing_file(path)
    if path.suffix.lower() in SHEETS:
        return excel_frame(path), stem(path)
    if path.suffix.lower() in (".xls", ".ods"):
        raise DataFormatError(f"{path.name}: of spreadsheets only .xlsx is read. Save it as .xlsx, or as CSV.")
    if path.suffix.lower() == ".parquet":
        return parquet_frame(path), stem(path)
    text = read_text(path)
    if _ARFF.match(text):
        return arff_frame(text, path.name), stem(path)
    is_weka = text.startswith(("Key_", "'Key_"))
    # Numbers of rows, as pandas and R write them.
    text = _NO_NAME.sub('"Unnamed: 0"', text, count=1)
    marks: dict[str, Any] = {"quote": "'", "escape": "\\"} if is_weka else {}

    def labels(names: list[str]) -> list[str]:
        # Whatever is no score is a label.
        if len(names) > _MOST_COLUMNS:
            raise DataFormatError(
                f"{path.name} has {len(names):,} columns, and results have {_MOST_COLUMNS:,} at most. "
                "Keep those of the results; data to learn from are no results yet."
            )
        return names

    return csv_frame(text, path.name, **marks, labels=labels), stem(path)
