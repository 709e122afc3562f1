"""What is said where foldwise is installed without what all but `foldwise.stats` needs."""

import tomllib
from pathlib import Path

import pytest

WITHOUT = "import sys; sys.modules[{name!r}] = None\n"
CALLED = (
    "import foldwise\ntry:\n    foldwise.{name}\nexcept ImportError as error:\n    print(type(error).__name__, error)"
)


@pytest.mark.parametrize(
    ("asked", "absent", "package"),
    [("compare", "sklearn", "scikit-learn"), ("data", "pandas", "pandas")],
)
def test_a_name_of_the_root_says_what_to_install(finished, asked, absent, package):
    done = finished("-c", WITHOUT.format(name=absent) + CALLED.format(name=asked))
    assert done.stdout == (
        f"MissingDependencyError foldwise.{asked} needs the package {package!r}, which is not installed. "
        "Run: pip install foldwise, which adds what is missing.\n"
    )


@pytest.mark.parametrize(("absent", "words"), [("typer", ["--help"]), ("pandas", ["data", "list"])])
def test_a_command_says_so_in_one_line(finished, absent, words):
    program = f"from foldwise.cli import main; sys.exit(main({words!r}))"
    done = finished("-c", WITHOUT.format(name=absent) + program)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert f"needs the package '{absent}', which is not installed. Run: pip install foldwise" in done.stderr


def test_modules_that_are_not_ours_to_name_keep_their_error(core):
    error = ModuleNotFoundError("No module named 'pandaz'", name="pandaz")
    assert core.explained(error, "this") is error


def test_all_that_foldwise_needs_is_known(core):
    needed = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]["dependencies"]
    for package in {line.partition(">")[0] for line in needed} - {"numpy", "scipy"}:
        error = ModuleNotFoundError(name="sklearn.base" if package == "scikit-learn" else package)
        assert f"needs the package {package!r}" in str(core.explained(error, "this"))
