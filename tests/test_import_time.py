"""What is imported when: first use must not wait for what it does not need."""

import subprocess
import sys

HEAVY = {"joblib", "matplotlib", "numpy", "pandas", "pyarrow", "rich", "scipy", "sklearn", "typer"}
# What scikit-learn and pandas import for themselves (it varies with their versions) is not ours to avoid.
PEERS = "import numpy, pandas, sklearn, scipy.special, sklearn.compose, sklearn.impute, sklearn.pipeline"


def modules_after(code: str) -> set[str]:
    finished = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(finished.stdout.split())


def test_the_root_imports_nothing_heavy():
    assert not HEAVY & (modules_after("import foldwise") - modules_after("pass"))


def test_the_command_line_helps_without_learners_and_their_kernels():
    added = modules_after("import foldwise.cli") - modules_after("pass")
    assert "foldwise.cli._options" in added
    assert not {"numpy", "pandas", "scipy", "sklearn", "foldwise.learners"} & added


def test_a_room_loads_on_first_use():
    """The counterpart of the test above: it would see numpy if it were there."""
    assert {"numpy", "foldwise.stats"} <= modules_after("import foldwise; foldwise.stats")


def test_compare_adds_no_plotting_page_making_or_command_line():
    added = modules_after(f"{PEERS}; from foldwise.verdicts import compare") - modules_after(PEERS)
    assert "foldwise.runs" in added
    assert not {"jinja2", "matplotlib", "pyarrow", "rich", "scipy.stats", "typer"} & added
    assert not {"foldwise.cli", "foldwise.displays", "foldwise.reports"} & added
