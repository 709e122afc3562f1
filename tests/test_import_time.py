"""What is imported when: first use must not wait for what it does not need."""

import json
import subprocess
import sys
from itertools import pairwise

import pytest

HEAVY = {"joblib", "matplotlib", "numpy", "pandas", "pyarrow", "rich", "scipy", "sklearn", "typer"}
# What scikit-learn and pandas import for themselves (it varies with their versions) is not ours to avoid.
PEERS = "import numpy, pandas, sklearn, scipy.special, sklearn.compose, sklearn.impute, sklearn.pipeline"
HELP = """
from foldwise.cli import main
main(["--help"]), main(["compare", "--help"]), main(["replicate", "--help"]), main(["lab", "power", "--help"])
main(["papers", "run", "--help"])
"""


def modules_after(*steps):
    """The modules that each step has added, the steps being done in one process one after the other."""
    lines = ["import sys, json, os", "out, sys.stdout = sys.stdout, open(os.devnull, 'w')"]
    lines.append("stages = [list(sys.modules)]")
    for step in steps:
        lines += [step, "stages.append(list(sys.modules))"]
    lines.append("print(json.dumps(stages), file=out)")
    finished = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True)
    stages = [set(stage) for stage in json.loads(finished.stdout)]
    return [after - before for before, after in pairwise(stages)]


def test_the_root_imports_nothing_heavy_and_a_room_loads_on_first_use():
    root, room = modules_after("import foldwise", "foldwise.stats")
    assert not HEAVY & root
    assert {"numpy", "foldwise.stats"} <= room


def test_the_command_line_helps_without_learners_and_their_kernels():
    cli, helped = modules_after("import foldwise.cli._main", HELP)
    assert "foldwise.cli._options" in cli
    assert not {"numpy", "pandas", "scipy", "sklearn", "foldwise.learners"} & cli
    assert not {"numpy", "pandas", "scipy", "sklearn", "matplotlib", "joblib"} & helped
    # What reads versions, makes keys and converts arguments: a third of the time that help took.
    assert not {"importlib.metadata", "secrets", "decimal", "pydantic", "rich"} & (cli | helped)


SCORES = "learner,repeat,fold,accuracy\n" + "".join(
    f"{name},{repeat},{fold},0.{7 + (fold + len(name)) % 3}\n"
    for name in ("a", "bb")
    for repeat in range(2)
    for fold in range(3)
)


@pytest.fixture(scope="module")
def added(tmp_path_factory):
    """Modules that the verb adds to what it works with, and those that commands with reports and figures have."""
    folder = tmp_path_factory.mktemp("added")
    (folder / "scores.csv").write_text(SCORES)
    files = ["--report", str(folder / "x.html"), "--plot", str(folder / "x.png")]
    commands = [
        ["compare", "iris", "-l", "nb", "-l", "c45", "--scheme", "2x2", "--quiet", *files],
        ["evaluate", "iris", "-l", "nb", "--scheme", "2x2", "--quiet", *files],
        ["judge", str(folder / "scores.csv"), "--quiet", *files],
    ]
    step = f"from foldwise.cli import main\nassert [main(words) for words in {commands!r}] == [0, 0, 0]"
    _, verb, rest = modules_after(PEERS, "from foldwise.verdicts import compare", step)
    return verb, verb | rest


def test_compare_adds_no_plotting_page_making_or_command_line(added):
    verb, _ = added
    assert "foldwise.runs" in verb
    assert not {"jinja2", "matplotlib", "pyarrow", "rich", "scipy.stats", "typer"} & verb
    assert not {"foldwise.cli", "foldwise.displays", "foldwise.reports"} & verb


def test_reports_and_figures_load_no_room_that_made_none_of_what_they_show(added):
    """Reports and displays know the results of all rooms by name alone."""
    _, commands = added
    assert {"foldwise.cli", "foldwise.displays", "foldwise.reports", "foldwise.verdicts"} <= commands
    needless = ("foldwise.lab", "foldwise.papers", "foldwise.replicability", "foldwise.studies")
    assert [name for name in commands if name.startswith(needless)] == []
