"""The declarations of an ARFF file."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from foldwise._core import DataFormatError, listed
from foldwise.data._arff_text import QUOTED, split_values, unquoted

_ATTRIBUTE = re.compile(rf"@attribute\s+({QUOTED}|[^\s{{'\"][^\s{{]*)\s*(.*)", re.IGNORECASE)
# The brace that closes is the first one outside quotes; what follows is a comment, with braces of its own perhaps.
_LABELS = re.compile(rf"\{{((?:{QUOTED}|[^'\"}}])*+)\}}\s*(?:%.*)?")
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
