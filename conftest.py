"""What holds for all tests: one thread per process; pages of README and docs have folders of their own, no windows."""

import os
import shutil
import sys
from pathlib import Path

import pytest

# Two processes that test, each with a thread of BLAS for every core, wait for one another: ten times as long for a fit
# of a logistic regression. To be set before numpy is imported; programs that tests start inherit it.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

# make forbids compiled files, which must not appear in src; here they save rewriting the asserts of all tests again.
sys.dont_write_bytecode = False


@pytest.fixture(autouse=True)
def _example_page(request: pytest.FixtureRequest) -> None:
    if request.node.path.suffix == ".md":
        import matplotlib

        matplotlib.use("Agg")
        folder = request.getfixturevalue("tmp_path")
        for table in (Path(__file__).parent / "docs" / "examples").glob("*.csv"):
            shutil.copy(table, folder)
        request.getfixturevalue("monkeypatch").chdir(folder)
