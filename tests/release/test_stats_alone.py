"""`foldwise.stats` where only NumPy and SciPy are installed."""

import os
import subprocess
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.pages,
    pytest.mark.skipif(
        "FOLDWISE_WHEEL" not in os.environ, reason="FOLDWISE_WHEEL does not name a wheel; see `make pages`"
    ),
]

# All examples of the room.
EXAMPLES = """
import doctest, importlib, pkgutil
import foldwise.stats
flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
names = [info.name for info in pkgutil.iter_modules(foldwise.stats.__path__)]
results = [doctest.testmod(importlib.import_module(f"foldwise.stats.{name}"), optionflags=flags) for name in names]
print("examples", sum(one.attempted for one in results), "failed", sum(one.failed for one in results))
"""
MISSING = "needs the package {!r}, which is not installed. Run: pip install foldwise"


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """Make an environment with NumPy and SciPy of this one, and the wheel; return its Python."""
    folder = tmp_path_factory.mktemp("alone")
    venv.create(folder)
    python = folder / "bin" / "python"
    place = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(subprocess.run([python, "-c", place], capture_output=True, text=True, check=True).stdout.strip())
    for name in ("numpy", "numpy.libs", "scipy", "scipy.libs"):
        theirs = Path(sysconfig.get_path("platlib"), name)
        if theirs.exists():
            (site / name).symlink_to(theirs)
    with zipfile.ZipFile(os.environ["FOLDWISE_WHEEL"]) as wheel:
        wheel.extractall(site)
    return python


def run(python, *words):
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run([python, *words], capture_output=True, text=True, env=environ, cwd=python.parent, check=False)


def test_every_example_runs(python):
    done = run(python, "-c", EXAMPLES)
    _, attempted, _, failed = done.stdout.splitlines()[-1].split()
    assert failed == "0", done.stdout
    assert int(attempted) > 500


def test_whatever_needs_more_says_in_one_line_what_to_install(python):
    help_asked = run(python, "-m", "foldwise", "--help")
    assert (help_asked.returncode, help_asked.stdout) == (2, "")
    assert help_asked.stderr.count("\n") == 1
    assert MISSING.format("typer") in help_asked.stderr
    verb = run(python, "-c", "import foldwise; foldwise.compare")
    # Whichever of the two is looked for first.
    said = verb.stderr.splitlines()[-1]
    assert MISSING.format("pandas") in said or MISSING.format("scikit-learn") in said
