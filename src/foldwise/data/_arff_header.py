"""The declarations of an ARFF file.

liac-arff strips quotes from names without undoing escapes and knows no tabs here, so this part is read by ourselves.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from foldwise._core import DataFormatError
from foldwise.data._arff_text import QUOTED, split_values, unquoted

_ATTRIBUTE = re.compile(rf"@attribute\s+({QUOTED}|[^\s{{'\"][^\s{{]*)\s*(.*)", re.IGNORECASE)
_LABELS = re.compile(r"\{(.*)\}\s*(?:%.*)?")


@dataclass(frozen=True, slots=True)
class Attribute:
    """One declared attribute: its name, what it holds and, if nominal, its labels in declared order."""

    name: str
    kind: Literal["numeric", "nominal", "string"]
    labels: tuple[str, ...] = ()


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
    if labels := _LABELS.fullmatch(declared):
        return Attribute(name, "nominal", _labels(labels[1], name))
    kind = declared.split("%")[0].strip().lower()
    if kind in {"numeric", "real", "integer"}:
        return Attribute(name, "numeric")
    if kind == "string":
        return Attribute(name, "string")
    if kind.startswith("date"):
        raise ValueError(f"attribute {name!r} is a date, which is not supported. Declare it numeric or nominal.")
    raise ValueError(f"attribute {name!r} must be numeric, string or {{label, ...}}, got {_cut(declared)!r}.")


def _labels(text: str, name: str) -> tuple[str, ...]:
    written = split_values(text)
    for label in written:
        if label == "?":
            raise ValueError(f"the unquoted ? among the labels of {name!r} means missing. Remove it, or write '?'.")
        if not label or (unquoted(label) == label and re.search(r"[\s'\"{}]", label)):
            raise ValueError(f"label {_cut(label)!r} of {name!r} must be quoted.")
    labels = tuple(map(unquoted, written))
    if len(set(labels)) < len(labels):
        twice = next(label for label in labels if labels.count(label) > 1)
        raise ValueError(f"label {twice!r} of {name!r} is declared twice.")
    return labels


def _cut(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
