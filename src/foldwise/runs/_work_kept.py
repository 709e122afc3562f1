"""What was computed is not lost with an error that comes after it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from foldwise.runs._run import Run


@contextmanager
def work_kept(computed: Callable[[], Sequence[Run]]) -> Iterator[None]:
    """Give an error that is raised within what was computed until then, as `run`: a Run, or a list of several."""
    try:
        yield
    except Exception as error:
        runs = list(computed())
        if runs and getattr(error, "run", None) is None:
            error.run = runs[0] if len(runs) == 1 else runs  # type: ignore[attr-defined]
        raise
