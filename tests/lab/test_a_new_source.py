"""A source is added as CONTRIBUTING says, in a copy of the package, and goes through all that is done with sources."""

import json
import shutil
from pathlib import Path

import pytest

import foldwise
from foldwise.lab import sources

SOURCE = '''"""A made-up source."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from foldwise.lab._source import DataSource, as_pair
from foldwise.learners import C45, NaiveBayes


@dataclass(frozen=True, slots=True)
class Rings(DataSource):
    """Points inside and outside of a circle."""

    learners: tuple[Any, Any] = field(default_factory=lambda: (NaiveBayes(), C45()))
    n_examples: int = 60

    def __post_init__(self) -> None:
        object.__setattr__(self, "learners", as_pair(self.learners))
        if not self.name:
            object.__setattr__(self, "name", "rings")

    @property
    def difference(self) -> None:
        """Not known."""
        return None

    def draw(self, rng: np.random.Generator) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Draw points of a square."""
        X = rng.uniform(-1, 1, (self.n_examples, 2))
        return X, (np.square(X).sum(axis=1) < 0.6).astype(int)
'''
IMPORT = "from foldwise.lab.sources._rings import Rings\n"
READER = """def _rings(rest: str, request: StudyRequest) -> "list[Source]":
    from foldwise.lab.sources import Rings

    return [Rings(**request.learners)]


KINDS: Final = {
    "rings": SourceKind("rings", "points inside and outside of a circle", _rings, is_unequal=True),
"""
SCRIPT = """
import contextlib, io, json
import foldwise as fw
from foldwise import lab
from foldwise.cli import main

source = lab.sources.Rings()
how = {"n_trials": 4, "seed": 1}
told = {"where": fw.__file__}
null = lab.matched(source, lab.NoisyAnswers, sizes=[30], n_sets=5)
studies = {
    "level": lab.type_one_error(["5x2/five_by_two_t", "settled"], null, store="lab.db", **how),
    "p-values": lab.calibration("10/kfold_t", null, **how),
    "power": lab.power("10/kfold_t", [source, null], **how),
    "noise": lab.partition_noise("10/kfold_t", source, n_executions=2, **how),
    "agreement": lab.replicability("10/kfold_t", source, n_executions=2, **how),
    "folds": lab.fold_correlation(source, "5", n_trials=20),
}
told["kept"] = lab.kept_trials(["5x2/five_by_two_t", "settled"], null, store="lab.db", **how)
told["names"] = {name: study.frame()["source"].tolist() for name, study in studies.items()}
told["families"] = studies["power"].families
for name, study in studies.items():
    fw.report(study, "page.json")
    told["page " + name] = open("page.json", encoding="utf-8").read()
told["errors"] = lab.example_errors(source.learners[1], source, train_size=30, n_sets=4).details()
with contextlib.redirect_stdout(io.StringIO()) as printed:
    commands = ["lab sources", "lab replicability -s rings -p 5x2 --trials 2 --executions 2"]
    told["codes"] = [main(command.split()) for command in commands]
told["printed"] = printed.getvalue()
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """The first three places; the others, a line of the docs, a test file and a note, are not part of the package."""
    folder = tmp_path_factory.mktemp("copy")
    package = folder / "foldwise"
    shutil.copytree(Path(foldwise.__file__).parent, package)
    (package / "lab" / "sources" / "_rings.py").write_text(SOURCE, encoding="utf-8")
    door, names = package / "lab" / "sources" / "__init__.py", package / "cli" / "_lab_names.py"
    text = door.read_text("utf-8").replace("__all__ = [", f'{IMPORT}\n__all__ = [\n    "Rings",', 1)
    door.write_text(text, encoding="utf-8")
    names.write_text(names.read_text("utf-8").replace("KINDS: Final = {\n", READER, 1), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def told(place, finished):
    done = finished("-c", SCRIPT, cwd=place, PYTHONPATH=place, PYTHONDONTWRITEBYTECODE=1)
    assert done.returncode == 0, done.stderr
    answers = json.loads(done.stdout.splitlines()[-1])
    assert Path(answers["where"]).parent == place / "foldwise"
    return answers


def test_every_study_takes_it(told):
    assert told["kept"] == 4
    for name, names in told["names"].items():
        assert set(names) <= {"rings", "rings, matched"}, name
    # A source and what was matched to it are points of one curve.
    assert told["families"] == ["Rings, NaiveBayes and C45, 60 examples"] * 2
    assert told["errors"].startswith("rings: C45, 4 training sets of 30.")


def test_reports_say_how_to_do_a_study_again(told):
    for name in ("level", "p-values", "power", "noise", "agreement", "folds"):
        assert "fw.lab.sources.Rings(" in told[f"page {name}"], name


def test_the_command_line_takes_it(told):
    assert told["codes"] == [0, 0]
    assert "points inside and outside of a circle" in told["printed"]
    assert "Replicability of decisions at level 0.05" in told["printed"]


def test_every_source_is_in_the_docs():
    page = (Path(__file__).parents[2] / "docs" / "sources.md").read_text("utf-8")
    kinds = {name for name in sources.__all__ if isinstance(getattr(sources, name), type)}
    # A network is drawn or found; the others are what sources are made of.
    for name in kinds - {"Answers", "BayesianNetwork", "DataSource", "Design", "Source", "TableSource", "Tables"}:
        assert f"| `{name}(" in page, name
