"""ARFF, Weka's attribute-relation file format."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from foldwise._core import DataFormatError
from foldwise.data._arff_header import Attribute, parse_header
from foldwise.data._arff_text import row_values, sparse_values
from foldwise.data._dataset import Dataset
from foldwise.data._from_frame import from_frame
from foldwise.data._text_file import check_table_size, existing_file, read_text, stem


def read_arff(path: str | Path, *, target: str | None = None) -> Dataset:
    r"""Read an ARFF file [1]_, plain or gzipped.

    Nominal attributes become `category` columns with all declared labels in declared order, used or not; strings
    become categories too; numbers become floats. An unquoted ``?`` is missing, a quoted ``'?'`` is a value:
    Weka's *anneal* has 22175 of them, and no missing value. Sparse rows (``{1 5, 3 x}``) are understood.

    Parameters
    ----------
    path : str or Path
        File whose name ends in ``.arff`` or ``.arff.gz``, in UTF-8 or Latin-1.
    target : str, optional
        Attribute to predict; the last by default.

    Returns
    -------
    Dataset
        Named after the file.

    References
    ----------
    .. [1] I. H. Witten, E. Frank, M. A. Hall and C. J. Pal (2016). Data Mining: Practical Machine Learning
       Tools and Techniques, fourth edition. Morgan Kaufmann. Section 2.4.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from foldwise.data import read_arff
    >>> text = "@relation t\n@attribute a {'?',x,unused}\n@attribute class {no,yes}\n@data\n'?',no\n?,yes\nx,no"
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "t.arff")
    ...     _ = path.write_text(text)
    ...     data = read_arff(path)
    >>> data.n_missing, list(data.X["a"].cat.categories)
    (1, ['?', 'x', 'unused'])
    """
    path = existing_file(path)
    return from_frame(arff_frame(read_text(path), path.name), target, name=stem(path), where=path.name)


def arff_frame(text: str, where: str) -> pd.DataFrame:
    """Columns of an ARFF text, nominal ones as categories; `where` names the file in messages."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    attributes, n_header = parse_header(lines, where)
    # Values left out of sparse rows take no place in the file; their rows all have braces.
    check_table_size(sum(line.lstrip()[:1] == "{" for line in lines[n_header:]), len(attributes), len(text), where)
    rows = []
    for number, line in enumerate(map(str.strip, lines[n_header:]), start=n_header + 1):
        if line and not line.startswith("%"):
            try:
                rows.append(_row(line, attributes))
            except ValueError as error:
                raise DataFormatError(f"{where}, line {number}: {error}") from None
    if not rows:
        raise DataFormatError(f"{where} has no rows after @data.")
    columns = zip(*rows, strict=True)
    return pd.DataFrame({a.name: _column(a, values) for a, values in zip(attributes, columns, strict=True)})


def _row(line: str, attributes: Sequence[Attribute]) -> list[Any]:
    if not line.startswith("{"):
        values = row_values(line)
        if len(values) != len(attributes):
            raise ValueError(f"expected {len(attributes)} values, got {len(values)}.")
        return [attribute.read(value) for attribute, value in zip(attributes, values, strict=True)]
    if any(attribute.kind == "string" for attribute in attributes):
        raise ValueError("sparse rows with string attributes are not supported.")
    # What is left out is zero, or the first declared label, as in Weka.
    row: list[Any] = [0] * len(attributes)
    for position, value in sparse_values(line):
        if position >= len(row):
            raise ValueError(f"the row does not fit the {len(row)} declared attributes.")
        row[position] = attributes[position].read(value)
    return row


def _column(attribute: Attribute, values: Sequence[Any]) -> Any:
    if attribute.kind == "numeric":
        return np.array(values, dtype=np.float64)
    if attribute.kind == "string":
        return pd.Categorical(np.array(values, dtype=object))
    codes = [-1 if code is None else code for code in values]
    return pd.Categorical.from_codes(codes, categories=pd.Index(list(attribute.labels)))
