"""Imports that last as long as the process, without looking for garbage among them."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def lasting_imports() -> Iterator[None]:
    """Import what a command needs, and never look for garbage among it.

    Some 300,000 objects are there then, none of them garbage. To look through them now and then while they are
    made, and again when the process ends, takes a quarter of the time of a small comparison.
    """
    # Where pandas is there already, the process does more than this, and what it holds may be garbage one day.
    if "pandas" in sys.modules or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        gc.enable()
