"""JSON in one form only, and its hash: what a seal is made of."""

import json
from hashlib import sha256
from typing import Any


def canonical_json(content: Any) -> str:
    """Return content as JSON, the same content always in the same way: keys sorted, no blanks, ASCII.

    >>> canonical_json({"b": [1, 0.5], "a": None})
    '{"a":null,"b":[1,0.5]}'
    """
    return json.dumps(content, sort_keys=True, ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def content_hash(content: Any) -> str:
    """Return the SHA-256 of the canonical JSON of content, which anybody can compute with any program.

    >>> content_hash({"a": 1})
    '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862'
    """
    return sha256(canonical_json(content).encode("ascii")).hexdigest()
