"""Sheets of Excel files."""

import zipfile
from pathlib import Path
from typing import Final

import pandas as pd

from foldwise._core import DataFormatError, listed, one_line, require
from foldwise.data._text_file import check_text_size

SHEETS: Final = (".xlsx", ".xlsm")


def excel_frame(path: Path) -> pd.DataFrame:
    """Columns of the only sheet that holds something; formulas count by the values that were last computed."""
    require("openpyxl", "reading Excel files", "excel")
    try:
        with zipfile.ZipFile(path) as file:
            check_text_size(sum(member.file_size for member in file.infolist()), path.stat().st_size, path.name)
            sheets = pd.read_excel(path, sheet_name=None, engine="openpyxl")
    except DataFormatError:
        raise
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise DataFormatError(f"{path.name} cannot be read as an Excel file: {one_line(error)}") from error
    filled = {str(name): sheet for name, sheet in sheets.items() if not sheet.empty}
    if not filled:
        raise DataFormatError(f"{path.name} has no sheet with rows below a header.")
    if len(filled) > 1:
        raise DataFormatError(
            f"{path.name} has several sheets: {listed(filled, most=6)}. Save the one that is meant as CSV."
        )
    return next(iter(filled.values()))
