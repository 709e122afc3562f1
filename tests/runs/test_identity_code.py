"""The code behind a learner: the same in every process, changed code seen and named."""

import os
import subprocess
import sys
from importlib.metadata import version

import pytest
from scipy import stats
from sklearn.model_selection import RandomizedSearchCV
from sklearn.svm import SVC

from foldwise.learners import C45
from foldwise.runs._identity import Identity, differences, identify

# What a learner of the user's own may look like; written to a file, or run without one.
MINE = """
import functools
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin

CONSTANT = 3

def beside(x):
    return x + CONSTANT

class Base(BaseEstimator):
    names = {"alpha", "beta", "gamma", "delta"}

    @functools.cached_property
    def late(self):
        return 1 if self.x in {"one", "two", "three"} else 2

class Mine(ClassifierMixin, Base):
    def __init__(self, x=None):
        self.x = x

    def fit(self, X, y):
        self.value_ = beside(1)
        return super().fit(X, y)

    def predict(self, X):
        return [self.value_] * len(X)

class Scaler(TransformerMixin, BaseEstimator):
    def transform(self, X):
        return X * 2

def make(n):
    return lambda x: x + n
"""
REPORT = """
from sklearn.ensemble import VotingClassifier
from foldwise.runs._identity import identify
print(identify(Mine({"p", "q", "r", make(1), 5})).key)
learner = Mine([{"b": 1, "a": frozenset("xyz")}, make(2), np.random.RandomState(0)])
print(identify(VotingClassifier([("a", learner), ("b", Mine())])).to_json())
"""
CHANGES = {
    "its own code": ("[self.value_] *", "[-self.value_] *"),
    "a base of it": ("else 2", "else 3"),
    "a value in its base": ('"delta"}', '"epsilon"}'),
    "a function beside it": ("return x + CONSTANT", "return x - CONSTANT"),
    "a constant": ("CONSTANT = 3", "CONSTANT = 4"),
}


def run(*arguments, hash_seed=0, path=()):
    """Run Python in a process of its own and return the lines it printed."""
    search = os.pathsep.join(map(str, path))
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": search}
    command = [sys.executable, *map(str, arguments)]
    finished = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.splitlines()


def test_versions_name_the_distributions_inside():
    search = identify(RandomizedSearchCV(SVC(), {"C": stats.uniform(0, 1)}))
    assert search.versions == {name: version(name) for name in ("scikit-learn", "scipy")}
    assert search.sources == {}
    own = identify(C45())
    assert own.versions == {name: version(name) for name in ("foldwise", "scikit-learn")}
    assert own.sources == {}


@pytest.mark.slow
def test_the_same_in_every_process(tmp_path):
    script, module = tmp_path / "script.py", tmp_path / "folder" / "mine.py"
    module.parent.mkdir()
    script.write_text(MINE + REPORT + "from mine import *" + REPORT)
    module.write_text(MINE)
    for place in (["-c", script.read_text()], [script]):
        first, second = (run(*place, hash_seed=seed, path=[module.parent]) for seed in (1, 2))
        assert first == second
        assert len(set(first)) == 4
        assert not any("0x7" in line for line in first)
        assert list(Identity.from_json(first[1]).sources) == [
            "__main__.Base",
            "__main__.Mine",
            *(["__main__.beside"] if place[0] == "-c" else []),
            "__main__.make.<locals>.<lambda>",
        ]
        assert "mine.Base" in Identity.from_json(first[3]).sources


def test_changed_code_without_a_file_is_seen():
    versions = [MINE, MINE, *(MINE.replace(*change) for change in CHANGES.values())]
    code = f"""
from foldwise.runs._identity import identify
for code in {versions!r}:
    exec(code)
    print(identify(Mine()).to_json())
"""
    first, *others = map(Identity.from_json, run("-c", code))
    said = [differences(first, other) for other in others]
    assert said == [
        [],
        ["the code of __main__.Mine has changed"],
        ["the code of __main__.Base has changed"],
        ["the code of __main__.Base has changed"],
        ["the code of __main__.beside has changed"],
        ["the code of __main__.beside has changed"],
    ]


def test_a_changed_file_is_seen(tmp_path):
    """The whole file counts. Each version stands in a folder of its own: an import looks at the second of a change."""
    versions = [MINE, MINE, *(MINE.replace(*change) for change in CHANGES.values())]
    for number, text in enumerate([*versions, MINE + "# a comment"]):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "mine.py").write_text(text)
    code = f"""
import sys
from foldwise.runs._identity import identify
for number in range({len(versions) + 1}):
    sys.path[0] = {str(tmp_path)!r} + "/" + str(number)
    sys.modules.pop("mine", None)
    import mine
    print(identify(mine.Mine()).to_json())
"""
    first, same, *others = map(Identity.from_json, run("-c", code))
    assert set(first.sources) == {"mine.Base", "mine.Mine"}
    assert differences(first, same) == []
    assert len(others) == 6
    for other in others:
        assert differences(first, other) == ["the code of mine.Base has changed", "the code of mine.Mine has changed"]


def test_a_file_edited_after_its_import_is_not_what_is_running(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    code = f"""
import importlib, mine
from pathlib import Path
from foldwise.runs._identity import identify
for text in {[MINE.replace("x + CONSTANT", "x * 1 * CONSTANT"), MINE, MINE.replace("X * 2", "X * 33"), MINE]!r}:
    print(identify(mine.Mine()).key)
    Path(mine.__file__).write_text(text)
    print(identify(mine.Mine()).key)
    importlib.reload(mine)
"""
    original, edited, helper, edited_back, again, edited_more, wrapped, edited_back_more = run(
        "-B", "-c", code, path=[tmp_path]
    )
    # scikit-learn wraps the method `transform`; what it wraps is looked at all the same.
    assert original == again
    assert len({original, edited, helper, edited_back, edited_more, wrapped, edited_back_more}) == 7


def install(site, home, package, release):
    """Write a package, and what an installer would note of it."""
    notes = site / f"some_{package}-{release}.dist-info"
    notes.mkdir(parents=True)
    (notes / "METADATA").write_text(f"Metadata-Version: 2.1\nName: some-{package}\nVersion: {release}\n")
    (notes / "top_level.txt").write_text(package)
    (home / package).mkdir(parents=True, exist_ok=True)
    (home / package / "__init__.py").write_text(MINE)


def test_an_installed_package_is_told_by_its_version_and_one_being_worked_on_by_its_code_too(tmp_path):
    site, project = tmp_path / "site-packages", tmp_path / "project"

    def tell():
        code = "from foldwise.runs._identity import identify\nimport firm, loose\n"
        code += "for one in (firm, loose): print(identify(one.Mine()).to_json())"
        return map(Identity.from_json, run("-B", "-c", code, path=[site, project]))

    install(site, site, "firm", "1.0")
    install(site, project, "loose", "1.0")
    firm, loose = tell()
    assert firm.versions["some-firm"] == loose.versions["some-loose"] == "1.0"
    assert firm.sources == {}
    assert set(loose.sources) == {"loose.Base", "loose.Mine"}

    for home, package in ((site, "firm"), (project, "loose")):
        (home / package / "__init__.py").write_text(MINE + "# edited")
    edited_firm, edited_loose = tell()
    assert differences(firm, edited_firm) == []
    assert differences(loose, edited_loose) == [f"the code of loose.{name} has changed" for name in ("Base", "Mine")]

    for home, package in ((site, "firm"), (project, "loose")):
        (site / f"some_{package}-1.0.dist-info" / "METADATA").unlink()
        (site / f"some_{package}-1.0.dist-info" / "top_level.txt").unlink()
        (site / f"some_{package}-1.0.dist-info").rmdir()
        install(site, home, package, "1.1")
    newer_firm, newer_loose = tell()
    assert differences(firm, newer_firm) == ["some-firm was 1.0, is 1.1"]
    assert differences(loose, newer_loose) == ["some-loose was 1.0, is 1.1"]
