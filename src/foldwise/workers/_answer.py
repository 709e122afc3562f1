"""Answers of a worker process, marked so that anything else a learner writes to the same place is noticed."""

import pickle
import struct
from typing import Any
from zlib import crc32

TOKEN_BYTES = 16
_HEADER = struct.Struct(f"<{TOKEN_BYTES}sQI")


class GarbledError(Exception):
    """What came is not an answer to what was asked."""


def pack_answer(token: bytes, *answer: Any) -> bytes:
    """Write an answer to the question that came with this token."""
    body = pickle.dumps(answer)
    return _HEADER.pack(token, len(body), crc32(body)) + body


class Inbox:
    """Puts answers together from the pieces in which they arrive."""

    def __init__(self) -> None:
        self._pieces = bytearray()
        self.token = b""

    @property
    def is_begun(self) -> bool:
        """Whether a part of an answer is here and the rest is to come."""
        return bool(self._pieces)

    def put(self, piece: bytes) -> None:
        """Add what has arrived."""
        self._pieces += piece

    def take(self) -> tuple[Any, ...] | None:
        """Return the next answer; None if it is not complete."""
        if not self.token.startswith(self._pieces[:TOKEN_BYTES]):
            raise GarbledError
        if len(self._pieces) < _HEADER.size:
            return None
        _, size, checksum = _HEADER.unpack_from(self._pieces)
        end = _HEADER.size + size
        if len(self._pieces) < end:
            return None
        body = bytes(self._pieces[_HEADER.size : end])
        del self._pieces[:end]
        if crc32(body) != checksum:
            raise GarbledError
        try:
            answer = pickle.loads(body)  # noqa: S301 (from our own worker, with the token of our own question)
        except Exception as error:
            raise GarbledError from error
        if not isinstance(answer, tuple):
            raise GarbledError
        return answer
