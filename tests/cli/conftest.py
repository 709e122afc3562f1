import os
import subprocess
import sys
from typing import NamedTuple

import pytest

from foldwise.cli import main


class Outcome(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def error(self):
        """The only line on stderr, once it is known to be one, and not a traceback."""
        assert self.out == ""
        assert "Traceback" not in self.err
        (line,) = self.err.splitlines()
        assert line.startswith("error: ")
        return line


@pytest.fixture
def run(capsys):
    """Call the command line in this process."""

    def call(*words):
        code = main([str(word) for word in words])
        return Outcome(code, *capsys.readouterr())

    return call


@pytest.fixture
def shell():
    """Call the command line in a process of its own."""

    def call(*words, **environment):
        done = subprocess.run(
            [sys.executable, "-m", "foldwise", *map(str, words)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
            check=False,
            env={**os.environ, "PYTHONUTF8": "1", **environment},
        )
        return Outcome(done.returncode, done.stdout, done.stderr)

    return call


@pytest.fixture
def table(tmp_path):
    """Write a small CSV file that two classes of ten rows make easy: size tells them apart, colour does not."""

    def write(header="size,colour,label", rows=None, name="table.csv", end="\n"):
        if rows is None:
            rows = [f"{i % 10 + 20 * (i // 10)},{('red', 'blue')[i % 2]},{('no', 'yes')[i // 10]}" for i in range(20)]
        path = tmp_path / name
        path.write_bytes(end.join([header, *rows, ""]).encode())
        return path

    return write
