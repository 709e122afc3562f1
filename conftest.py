"""What holds for all tests: one thread per process, files in memory, folders of their own for pages of the docs."""

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

# Two processes that test, each with a thread of BLAS for every core, wait for one another: ten times as long for a fit
# of a logistic regression. To be set before numpy is imported; programs that tests start inherit it.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

# A store waits for the disk at every fold that it keeps: half of the time of its tests. No test sees whether a file is
# on a disk or in memory, where there is some; but some load libraries that they have built.
MEMORY = "/dev/shm"  # noqa: S108
if (
    "TMPDIR" not in os.environ
    and os.access(MEMORY, os.W_OK)
    and shutil.disk_usage(MEMORY).free > 1e9
    and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
):
    os.environ["TMPDIR"] = tempfile.tempdir = MEMORY

# make forbids compiled files, which must not appear in src; here they save rewriting the asserts of all tests again.
sys.dont_write_bytecode = False


# What `make docs` writes repeats pages and docstrings, which are tried where they stand.
collect_ignore_glob = ["docs/_*", "docs/api", "docs/sections"]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep what is collected out of the searches for garbage: it stays until the end, and takes long to walk."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(autouse=True)
def _example_page(request: pytest.FixtureRequest) -> None:
    if request.node.path.suffix == ".md":
        import matplotlib

        matplotlib.use("Agg")
        folder = request.getfixturevalue("tmp_path")
        for table in (Path(__file__).parent / "docs" / "examples").glob("*.csv"):
            shutil.copy(table, folder)
        request.getfixturevalue("monkeypatch").chdir(folder)
