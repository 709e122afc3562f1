"""ARFF, Weka's attribute-relation file format."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pandas as pd

from foldwise._core import DataFormatError, listed
from foldwise.data._arff_text import QUOTED, row_values, sparse_values, split_values, unquoted
from foldwise.data._as_dataset import from_frame
from foldwise.data._dataset import Dataset
from foldwise.data._other_targets import ONE_TARGET
from foldwise.data._text_file import check_table_size, existing_file, read_text, stem

_ATTRIBUTE = re.compile(rf"@attribute\s+({QUOTED}|[^\s{{'\"][^\s{{]*)\s*(.*)", re.IGNORECASE)
# The brace that closes is the first one outside quotes; what follows is a comment, with braces of its own perhaps.
_LABELS = re.compile(rf"\{{((?:{QUOTED}|[^'\"}}])*+)\}}\s*(?:%.*)?")
# How Meka says in the name of the relation that the first attributes, or the last, are all labels.
_SEVERAL_TARGETS = re.compile(r"^\s*@relation\b.*:.*-C\s+(-?\d+)", re.IGNORECASE | re.MULTILINE)
_LABELS_AT_FAULT = re.compile(r"\{(.*)\}\s*(?:%.*)?")


@dataclass(frozen=True, slots=True)
class Attribute:
    """One declared attribute: its name, what it holds and, if nominal, its labels with their codes."""

    name: str
    kind: Literal["numeric", "nominal", "string"]
    labels: Mapping[str, int] = field(default_factory=dict)

    def read(self, value: str | None) -> float | str | None:
        """Return what a value of a row is: a number, the code of a label, or a string."""
        if value is None or self.kind == "string":
            return value
        try:
            return float(value) if self.kind == "numeric" else self.labels[value]
        except ValueError:
            raise ValueError(f"value {value!r} of {self.name!r} is not a number.") from None
        except KeyError:
            labels = listed(self.labels, quote=False)
            raise ValueError(f"value {value!r} is not among {{{labels}}} declared for {self.name!r}.") from None


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
        Attribute to predict; the last by default. It must be named if the relation says, as Meka does, that several
        are labels.

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
    text = read_text(path)
    several = _SEVERAL_TARGETS.search(text[: text.lower().find("@attribute")])
    if target is None and several and abs(int(several[1])) > 1:
        raise DataFormatError(f"{path.name} says that {abs(int(several[1]))} attributes are labels. {ONE_TARGET}")
    return from_frame(arff_frame(text, path.name), target, name=stem(path), where=path.name)


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


def parse_header(lines: Sequence[str], where: str) -> tuple[list[Attribute], int]:
    """Return the declared attributes and the number of lines up to and including ``@data``."""
    attributes: dict[str, Attribute] = {}
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        word = text.split(maxsplit=1)[0].lower() if text else ""
        if not text or word.startswith(("%", "@relation")):
            continue
        if word == "@data":
            if not attributes:
                raise DataFormatError(f"{where}, line {number}: @data comes before any @attribute.")
            return list(attributes.values()), number
        if word != "@attribute":
            raise DataFormatError(f"{where}, line {number}: expected @attribute or @data, got {_cut(text)!r}.")
        try:
            attribute = _attribute(text)
        except ValueError as error:
            raise DataFormatError(f"{where}, line {number}: {error}") from None
        if attribute.name in attributes:
            raise DataFormatError(f"{where}, line {number}: attribute {attribute.name!r} is declared twice.")
        attributes[attribute.name] = attribute
    raise DataFormatError(f"{where} is not an ARFF file: there is no @data line.")


def _attribute(text: str) -> Attribute:
    match = _ATTRIBUTE.fullmatch(text)
    if not match:
        raise ValueError(f"expected @attribute NAME TYPE, got {_cut(text)!r}.")
    name, declared = unquoted(match[1]), match[2]
    if labels := _LABELS.fullmatch(declared) or _LABELS_AT_FAULT.fullmatch(declared):
        return Attribute(name, "nominal", _labels(labels[1], name))
    kind = declared.split("%")[0].strip().lower()
    if kind in {"numeric", "real", "integer"}:
        return Attribute(name, "numeric")
    if kind == "string":
        return Attribute(name, "string")
    if kind.startswith("date"):
        raise ValueError(f"attribute {name!r} is a date, which is not supported. Declare it numeric or nominal.")
    raise ValueError(f"attribute {name!r} must be numeric, string or {{label, ...}}, got {_cut(declared)!r}.")


def _labels(text: str, name: str) -> dict[str, int]:
    written = split_values(text)
    for label in written:
        if label == "?":
            raise ValueError(f"the unquoted ? among the labels of {name!r} means missing. Remove it, or write '?'.")
        if not label or (unquoted(label) == label and re.search(r"[\s'\"{}]", label)):
            raise ValueError(f"label {_cut(label)!r} of {name!r} must be quoted.")
    codes: dict[str, int] = {}
    for code, label in enumerate(map(unquoted, written)):
        if codes.setdefault(label, code) != code:
            raise ValueError(f"label {label!r} of {name!r} is declared twice.")
    return codes


def _cut(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
