"""New examples one by one: which of two learners is better, looked at as often as one likes."""

from foldwise.verdicts.streaming._stream import Stream

__all__ = ["Stream"]
