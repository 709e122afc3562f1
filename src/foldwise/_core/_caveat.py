"""What a reader of a result should beware of."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Caveat:
    """One thing to beware of, under a code that stays the same from version to version.

    Parameters
    ----------
    code : str
        Stable name, such as ``'duplicate_rows'``; the list is in ``docs/caveats.md``.
    message : str
        One sentence for the reader.
    """

    code: str
    message: str
