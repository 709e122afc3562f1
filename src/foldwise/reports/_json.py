"""Results as a JSON document."""

from json import dumps
from typing import Any

from foldwise._core import escaped_json
from foldwise.reports._summary import summary


def json(obj: Any) -> str:
    """Write the summary as strict JSON, indented, ending in a newline."""
    return escaped_json(dumps(summary(obj), indent=2, ensure_ascii=False, allow_nan=False)) + "\n"
