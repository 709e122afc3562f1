"""The code behind a learner: the same in every process, changed code seen and named."""

import importlib
import os
import subprocess
import sys
import time
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from sklearn.model_selection import RandomizedSearchCV
from sklearn.preprocessing import FunctionTransformer
from sklearn.svm import SVC

from foldwise import StoreError
from foldwise.learners import C45

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
# What programs of their own need.
IDENTIFY = "from foldwise.store._identity import identify"
REPORT = (
    f"\n{IDENTIFY}"
    + """
from sklearn.ensemble import VotingClassifier
print(identify(Mine({"p", "q", "r", make(1), 5})).key)
learner = Mine([{"b": 1, "a": frozenset("xyz")}, make(2), np.random.RandomState(0)])
print(identify(VotingClassifier([("a", learner), ("b", Mine())])).to_json())
"""
)
CHANGES = {
    "its own code": ("[self.value_] *", "[-self.value_] *"),
    "a base of it": ("else 2", "else 3"),
    "a value in its base": ('"delta"}', '"epsilon"}'),
    "a function beside it": ("return x + CONSTANT", "return x - CONSTANT"),
    "a constant": ("CONSTANT = 3", "CONSTANT = 4"),
}


def test_versions_name_the_distributions_inside(identify):
    search = identify(RandomizedSearchCV(SVC(), {"C": stats.uniform(0, 1)}))
    assert search.versions == {name: version(name) for name in ("scikit-learn", "scipy")}
    assert search.sources == {}
    own = identify(C45())
    assert own.versions == {name: version(name) for name in ("foldwise", "scikit-learn")}
    assert own.sources == {}


@pytest.fixture
def told_by(finished):
    """The lines that a program printed."""

    def run(*arguments, path=()):
        done = finished(*arguments, PYTHONPATH=os.pathsep.join(map(str, path)), PYTHONDONTWRITEBYTECODE=1)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    return run


@pytest.mark.slow
def test_the_same_in_every_process(Identity, tmp_path):
    script, module = tmp_path / "script.py", tmp_path / "folder" / "mine.py"
    module.parent.mkdir()
    script.write_text(MINE + REPORT + "from mine import *" + REPORT)
    module.write_text(MINE)
    places = [{**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(module.parent)} for seed in "12"]
    first, second = (
        subprocess.check_output([sys.executable, script], text=True, env=place).splitlines() for place in places
    )
    assert first == second
    assert len(set(first)) == 4
    assert not any("0x7" in line for line in first)
    # The program imports the module: so both belong to both.
    assert list(Identity.from_json(first[1]).sources) == ["__main__", "__main__.make.<locals>.<lambda>", "mine"]
    assert list(Identity.from_json(first[3]).sources) == ["mine", "mine.make.<locals>.<lambda>"]


# What a notebook does with a cell: Python finds its text by a name that no file has.
NOTEBOOK = """
import linecache
def cell(text, name=[0]):
    name[0] += 1
    file = f"<cell {name[0]}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), globals())
"""


def test_changed_code_without_a_file_is_seen(Identity, differences, told_by):
    versions = [MINE, MINE, *(MINE.replace(*change) for change in CHANGES.values())]
    code = f"""{NOTEBOOK}
{IDENTIFY}
for code in {versions!r}:
    cell(code)
    print(identify(Mine()).to_json())
"""
    first, *others = map(Identity.from_json, told_by("-c", code))
    said = [differences(first, other) for other in others]
    assert said == [
        [],
        ["the code of __main__.Mine has changed"],
        ["the code of __main__.Base has changed"],
        ["the code of __main__.Base has changed"],
        ["the code of __main__.beside has changed"],
        ["the code of __main__.beside has changed"],
    ]


def test_a_changed_module_that_code_without_a_file_names_is_seen(Identity, differences, tmp_path, told_by):
    code = f"""{NOTEBOOK}
{IDENTIFY}
cell("import helper, other")
cell({MINE.replace("return x + CONSTANT", "import late; return helper.add(x, CONSTANT)")!r})
print(identify(Mine()).to_json())
"""
    write(tmp_path, helper="def add(x, y): return x + y", late="", other="")
    (text,) = told_by("-c", code, path=[tmp_path])
    first = Identity.from_json(text)
    assert {"helper", "late"} <= set(first.sources)
    assert "other" not in first.sources
    write(tmp_path, helper="def add(x, y): return x - y")
    (text,) = told_by("-c", code, path=[tmp_path])
    assert differences(first, Identity.from_json(text)) == ["the code of helper has changed"]


def test_code_that_no_text_tells_is_refused(told_by):
    code = f"""
{IDENTIFY}
exec(compile({MINE!r}, "<stdin>", "exec"))
try:
    identify(Mine())
except TypeError as error:
    print(error)
"""
    assert told_by("-c", code) == [
        "Mine cannot be kept in a store: the text of __main__.Mine is in no file. Put it into one, or evaluate without "
        "a store."
    ]


def write(folder, **texts):
    """Write modules by their names; a part of a package has a name with two underscores."""
    for name, text in texts.items():
        parts = ["__init__" if part == "INIT" else part for part in name.split("__")]
        file = folder.joinpath(*parts).with_suffix(".py")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


@pytest.fixture
def told(identify, tmp_path, monkeypatch):
    """Say the identity of a learner, with the modules of a folder as they are in their files now."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def forget():
        for name, module in list(sys.modules.items()):
            # Not by getattr: some modules warn when they are looked at.
            said = getattr(module, "__dict__", {})
            if str(tmp_path) in str(said.get("__path__", said.get("__file__", ""))):
                del sys.modules[name]
        importlib.invalidate_caches()

    def tell(module="mine", make=lambda mine: mine.Mine()):
        forget()
        return identify(make(importlib.import_module(module)))

    yield tell
    forget()


def test_a_changed_file_is_seen(differences, tmp_path, told):
    """The whole file counts, comments too."""
    write(tmp_path, mine=MINE)
    first = told()
    assert list(first.sources) == ["mine"]
    write(tmp_path, mine=MINE)
    assert differences(first, told()) == []
    versions = [MINE.replace(*change) for change in CHANGES.values()]
    for text in [*versions, MINE + "# a comment"]:
        write(tmp_path, mine=text)
        assert differences(first, told()) == ["the code of mine has changed"]


IMPORTS = {
    "plain": ("import helper", "helper"),
    "a name from it": ("from helper import f", "helper"),
    "inside a function": ("def f():\n    import helper", "helper"),
    "under a condition": ("try:\n    import helper\nexcept ImportError: pass", "helper"),
    "of an import": ("import first", "second"),
    "in a circle": ("import round", "round"),
    "of a package": ("from pack import part", "pack.part"),
    "the package itself": ("import pack.part", "pack"),
    "relative, in a package": ("import pack.near", "pack.part"),
    "relative, inside a function": ("import pack.late", "pack.part"),
    "without an __init__": ("import space.inner", "space.inner"),
    "never imported yet": ("def f():\n    from pack.asleep import g", "pack.asleep"),
}


@pytest.mark.parametrize(("line", "module"), IMPORTS.values(), ids=list(IMPORTS))
def test_a_changed_module_that_the_learner_imports_is_seen(differences, tmp_path, told, line, module):
    files = {
        "helper": "def f(x): return x",
        "first": "import second",
        "second": "",
        "round": "import mine",
        "pack__INIT": "",
        "pack__part": "",
        "pack__near": "from . import part",
        "pack__late": "def f():\n    from .part import g",
        "pack__asleep": "raise RuntimeError('nobody asked for this')",
        "space__inner": "",
        "unused": "",
    }
    write(tmp_path, mine=f"{line}\n{MINE}", **files)
    first = told()
    assert module in first.sources
    assert "unused" not in first.sources
    name = "pack__INIT" if module == "pack" else module.replace(".", "__")
    write(tmp_path, unused="# changed", **{name: files[name] + "\n# changed"})
    assert differences(first, told()) == [f"the code of {module} has changed"]


@pytest.mark.parametrize("function", ["half", "whole"])
def test_a_function_in_a_parameter_brings_its_module_and_what_that_imports(differences, tmp_path, told, function):
    write(tmp_path, steps="import deep\nhalf = lambda x: deep.half(x)\ndef whole(x): return x", deep="half = None")

    def tell():
        return told("steps", lambda steps: FunctionTransformer(getattr(steps, function)))

    first = tell()
    assert {"steps", "deep"} <= set(first.sources)
    write(tmp_path, deep="half = 1")
    assert differences(first, tell()) == ["the code of deep has changed"]


def test_versions_of_installed_packages_that_own_modules_import_count(tmp_path, told):
    write(tmp_path, mine="import helper\n" + MINE, helper="import scipy.stats\nimport hypothesis")
    names = ("hypothesis", "numpy", "scikit-learn", "scipy")
    assert told().versions == {name: version(name) for name in names}


def test_a_compiled_module_of_ones_own_is_told_by_its_file(differences, tmp_path, told):
    write(tmp_path, mine="try:\n    import fast\nexcept ImportError: pass\n" + MINE)
    compiled = tmp_path / f"fast{EXTENSION_SUFFIXES[0]}"
    compiled.write_bytes(Path(np.random.mtrand.__file__).read_bytes())
    first = told()
    assert "fast" in first.sources
    compiled.write_bytes(compiled.read_bytes() + b"x")
    assert differences(first, told()) == ["the code of fast has changed"]


def test_lambdas_of_one_line_differ_by_their_text(tmp_path, told):
    write(tmp_path, mine=MINE + "\nboth = [lambda x: x + 1, lambda x: x + 2, lambda x: lambda y: x, lambda x: x + 1]")
    keys = [told("mine", lambda mine, at=place: mine.Mine(mine.both[at])).key for place in range(4)]
    assert len(set(keys)) == 3
    assert keys[0] == keys[3]


def test_a_file_edited_after_its_import_is_refused(identify, differences, tmp_path, told):
    """What runs is what was imported: kept by what the file says now, another program would take it for its own."""
    write(tmp_path, mine="import helper\n" + MINE, helper="")
    original = told()
    learner = sys.modules["mine"].Mine()
    write(tmp_path, helper="# edited")
    with pytest.raises(StoreError) as refused:
        identify(learner)
    assert str(refused.value) == (
        f"{tmp_path / 'helper.py'} has changed since this program imported it, so that what runs is not what the file "
        "says. Start the program again, or evaluate without a store."
    )
    importlib.reload(sys.modules["helper"])
    assert differences(original, identify(learner)) == ["the code of helper has changed"]
    write(tmp_path, helper="")
    importlib.reload(sys.modules["helper"])
    assert identify(learner) == original


def edit_later(file):
    file.write_text(file.read_text() + "# edited")
    os.utime(file, (time.time() + 5, time.time() + 5))


def test_a_file_edited_between_its_import_and_the_first_look_is_refused(identify, tmp_path, told, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    write(tmp_path, mine=MINE)
    mine = importlib.import_module("mine")
    edit_later(tmp_path / "mine.py")
    with pytest.raises(StoreError, match=r"mine\.py has changed since this program imported it"):
        identify(mine.Mine())
    importlib.reload(mine)
    assert list(identify(mine.Mine()).sources) == ["mine"]


def test_a_program_edited_after_its_start_is_refused(tmp_path, told_by):
    script = tmp_path / "script.py"
    script.write_text(f"""{MINE}
import os, time
from pathlib import Path
from foldwise import StoreError
{IDENTIFY}
os.utime(__file__, (time.time() + 5, time.time() + 5))
try:
    identify(Mine())
except StoreError as error:
    print(error)
""")
    (refused,) = told_by(script)
    assert refused.startswith(f"{script} has changed since this program imported it")


def install(site, home, package, release):
    """Write a package, and what an installer would note of it."""
    notes = site / f"some_{package}-{release}.dist-info"
    notes.mkdir(parents=True)
    (notes / "METADATA").write_text(f"Metadata-Version: 2.1\nName: some-{package}\nVersion: {release}\n")
    (notes / "top_level.txt").write_text(package)
    (home / package).mkdir(parents=True, exist_ok=True)
    (home / package / "__init__.py").write_text(MINE)


def test_an_installed_package_is_told_by_its_version_and_one_being_worked_on_by_its_code_too(
    Identity, differences, tmp_path, told_by
):
    site, project = tmp_path / "site-packages", tmp_path / "project"
    code = f"{IDENTIFY}\nimport firm, loose\nfor one in (firm, loose): print(identify(one.Mine()).to_json())"

    def tell():
        return map(Identity.from_json, told_by("-c", code, path=[site, project]))

    install(site, site, "firm", "1.0")
    install(site, project, "loose", "1.0")
    firm, loose = tell()
    assert firm.versions["some-firm"] == loose.versions["some-loose"] == "1.0"
    assert firm.sources == {}
    assert set(loose.sources) == {"loose"}

    for home, package in ((site, "firm"), (project, "loose")):
        (home / package / "__init__.py").write_text(MINE + "# edited")
    edited_firm, edited_loose = tell()
    assert differences(firm, edited_firm) == []
    assert differences(loose, edited_loose) == ["the code of loose has changed"]

    for home, package in ((site, "firm"), (project, "loose")):
        (site / f"some_{package}-1.0.dist-info" / "METADATA").unlink()
        (site / f"some_{package}-1.0.dist-info" / "top_level.txt").unlink()
        (site / f"some_{package}-1.0.dist-info").rmdir()
        install(site, home, package, "1.1")
    newer_firm, newer_loose = tell()
    assert differences(firm, newer_firm) == ["some-firm was 1.0, is 1.1"]
    assert differences(loose, newer_loose) == ["some-loose was 1.0, is 1.1"]
