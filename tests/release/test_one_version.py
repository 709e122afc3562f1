"""The same facts stand in several files: version, dependencies, kernels."""

import importlib.util
import re
import shutil
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
RECIPE = yaml.safe_load((ROOT / "release" / "recipe.yaml").read_text())
CONDA_NAMES = {"matplotlib": "matplotlib-base"}


def set_version():
    """The program that writes a version into every place."""
    spec = importlib.util.spec_from_file_location("set_version", ROOT / "release" / "set_version.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PLACES = set_version().PLACES


@pytest.mark.parametrize(("path", "pattern"), PLACES, ids=[f"{path}-{n}" for n, (path, _) in enumerate(PLACES)])
def test_the_version_is_the_same_everywhere(path, pattern):
    assert set(set_version().versions(path, pattern)) == {PROJECT["project"]["version"]}


def test_the_readme_says_which_version_it_is_about():
    """While one is being made (.dev), the README is about the one before."""
    version = PROJECT["project"]["version"]
    about = re.search(r"^Version (\d+\.\d+)\.", (ROOT / "README.md").read_text(), re.MULTILINE)[1]
    assert version.startswith(f"{about}.") != ("dev" in version)


def test_a_version_is_written_into_every_place(tmp_path, monkeypatch):
    program = set_version()
    for path, _ in PLACES:
        (tmp_path / path).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    monkeypatch.setattr(program, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["set_version.py", "10.2.0rc1"])
    program.main()
    assert [set(program.versions(path, pattern)) for path, pattern in PLACES] == [{"10.2.0rc1"}] * len(PLACES)
    assert tomllib.loads((tmp_path / "pyproject.toml").read_text())["project"] == {
        **PROJECT["project"],
        "version": "10.2.0rc1",
    }


@pytest.mark.parametrize("version", ["0.2", "v0.2.0", "0.2.0-rc1"])
def test_what_is_no_version_is_refused(version, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["set_version.py", version])
    with pytest.raises(SystemExit):
        set_version().main()
    assert "must be X.Y.Z" in capsys.readouterr().err


def test_the_conda_recipe_asks_for_the_same_packages():
    needed = [re.fullmatch(r"([\w-]+)(.*)", line).groups() for line in PROJECT["project"]["dependencies"]]
    expected = {f"{CONDA_NAMES.get(name, name)} {versions}" for name, versions in needed}
    assert set(RECIPE["requirements"]["run"]) - {"python"} == expected


def test_what_builds_the_package_is_listed_alike():
    assert set(PROJECT["build-system"]["requires"]) == set(PROJECT["dependency-groups"]["build"]) > {"ninja"}


def test_every_kernel_is_built():
    built = set(re.findall(r"'(\w+)'", (ROOT / "meson.build").read_text().partition("foreach")[2].partition("]")[0]))
    assert built == {path.stem for path in (ROOT / "src" / "foldwise" / "_kernels").glob("*.pyx")}
