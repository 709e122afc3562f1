"""Faults are played by a driver in another process, which runs the study and to which things happen."""

import os
import sys
import tempfile
from pathlib import Path

import pytest

# What the tests share with the command of the long version is a package beside that.
sys.path.insert(0, str(Path(__file__).parents[2] / "experiments" / "faults"))


@pytest.fixture(scope="session")
def theatre():
    """A driver that waits for jobs; skipped where faults cannot be injected."""
    from faultlab.theatre import Theatre, why_not

    if reason := why_not():
        pytest.skip(reason)
    # Not in pytest's own folder, which other users may not enter: some scenes are played by a user without rights.
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        with Theatre(folder) as opened:
            yield opened
