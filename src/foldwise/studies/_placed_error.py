"""An error that knows its place in what was given."""

from collections.abc import Iterator
from contextlib import contextmanager

from foldwise._core import FoldwiseError


class PlacedError(ValueError):
    """What is wrong, and where: the path of keys and numbers that leads to it.

    Whoever reads a file turns the path into a line.
    """

    def __init__(self, message: object, path: tuple[str | int, ...]) -> None:
        super().__init__(str(message))
        self.path = path


@contextmanager
def placed(*path: str | int) -> Iterator[None]:
    """Give the errors of a block a place, or put it before the place that they have."""
    try:
        yield
    except (FoldwiseError, ValueError, TypeError) as error:
        raise PlacedError(error, (*path, *getattr(error, "path", ()))) from error
