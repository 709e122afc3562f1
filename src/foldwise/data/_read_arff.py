"""ARFF, Weka's attribute-relation file format."""

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from foldwise._core import DataFormatError, listed
from foldwise.data._arff_header import Attribute, parse_header
from foldwise.data._arff_text import quoted, split_values
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
    rows = _decode(attributes, lines[n_header:], n_header, where)
    if not rows:
        raise DataFormatError(f"{where} has no rows after @data.")
    columns = zip(*rows, strict=True)
    return pd.DataFrame({a.name: _column(a, values) for a, values in zip(attributes, columns, strict=True)})


def _decode(attributes: Sequence[Attribute], lines: Sequence[str], offset: int, where: str) -> list[list[Any]]:
    import arff

    number = offset

    def numbered() -> Iterator[str]:
        nonlocal number
        for number, line in enumerate(lines, start=offset + 1):
            if line.lstrip().startswith("{") and any(a.kind == "string" for a in attributes):
                raise DataFormatError(f"{where}, line {number}: sparse rows with string attributes are not supported.")
            yield line

    declared = chain(_declarations(attributes), numbered())
    try:
        # Labels come as codes, so that an implicit value of a sparse row is the first declared label, as in Weka.
        return list(arff.ArffDecoder().decode(declared, encode_nominal=True, return_type=arff.DENSE_GEN)["data"])
    except DataFormatError:
        raise
    except (arff.ArffException, ValueError):
        problem = _problem(attributes, lines[number - offset - 1])
        raise DataFormatError(f"{where}, line {number}: {problem}") from None


def _declarations(attributes: Sequence[Attribute]) -> Iterator[str]:
    """Yield the header in a form that liac-arff understands whatever the names and labels are."""
    yield "@relation r"
    for position, attribute in enumerate(attributes):
        labels = "{" + ",".join(map(quoted, attribute.labels)) + "}"
        yield f"@attribute a{position} {labels if attribute.kind == 'nominal' else attribute.kind}"
    yield "@data"


def _problem(attributes: Sequence[Attribute], line: str) -> str:
    """Say what is wrong with a row that liac-arff refused."""
    import arff

    sparse = line.lstrip().startswith("{")
    texts = _declarations([Attribute("", "string")] * len(attributes))
    try:
        (row,) = arff.ArffDecoder().decode([*texts, line], return_type=arff.LOD if sparse else arff.DENSE)["data"]
    except arff.BadDataFormat:
        found = len(split_values(line))
        if sparse or found == len(attributes):
            return f"the row does not fit the {len(attributes)} declared attributes."
        return f"expected {len(attributes)} values, got {found}."
    except (arff.ArffException, ValueError):
        return "not a row of values. Quote values that hold spaces, quotes, braces or backslashes."
    for position, value in row.items() if sparse else enumerate(row):
        attribute = attributes[position]
        if value is None:
            continue
        if attribute.kind == "nominal" and value not in attribute.labels:
            labels = listed(attribute.labels, quote=False)
            return f"value {value!r} is not among {{{labels}}} declared for {attribute.name!r}."
        if attribute.kind == "numeric" and not _is_number(value):
            return f"value {value!r} of {attribute.name!r} is not a number."
    return "the row cannot be read."


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _column(attribute: Attribute, values: Sequence[Any]) -> Any:
    if attribute.kind == "numeric":
        return np.array(values, dtype=np.float64)
    if attribute.kind == "string":
        return pd.Categorical(np.array(values, dtype=object))
    codes = [-1 if code is None else code for code in values]
    return pd.Categorical.from_codes(codes, categories=pd.Index(attribute.labels))
