"""The same facts stand in several files: version, dependencies, kernels."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
RECIPE = yaml.safe_load((ROOT / "release" / "recipe.yaml").read_text())
CONDA_NAMES = {"matplotlib": "matplotlib-base"}


@pytest.mark.parametrize(
    "version",
    [
        re.search(r"^  version: '(.+)',$", (ROOT / "meson.build").read_text(), re.MULTILINE)[1],
        RECIPE["context"]["version"],
        str(yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"]),
    ],
    ids=["meson.build", "recipe.yaml", "CITATION.cff"],
)
def test_the_version_is_the_same_everywhere(version):
    assert version == PROJECT["project"]["version"]


def test_the_conda_recipe_asks_for_the_same_packages():
    needed = [re.fullmatch(r"([\w-]+)(.*)", line).groups() for line in PROJECT["project"]["dependencies"]]
    expected = {f"{CONDA_NAMES.get(name, name)} {versions}" for name, versions in needed}
    assert set(RECIPE["requirements"]["run"]) - {"python"} == expected


def test_what_builds_the_package_is_listed_alike():
    assert set(PROJECT["build-system"]["requires"]) == set(PROJECT["dependency-groups"]["build"]) > {"ninja"}


def test_every_kernel_is_built():
    built = set(re.findall(r"'(\w+)'", (ROOT / "meson.build").read_text().partition("foreach")[2].partition("]")[0]))
    assert built == {path.stem for path in (ROOT / "src" / "foldwise" / "_kernels").glob("*.pyx")}
