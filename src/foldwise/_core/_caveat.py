"""What a reader of a result should beware of."""

from dataclasses import dataclass

from foldwise._core._words import one_line


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

    def __post_init__(self) -> None:
        # It names learners and columns, which may be called anything.
        object.__setattr__(self, "message", one_line(self.message))
