"""Workflows, hooks, the changelog and the conda recipe: read by the programs that will read them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.pages

ROOT = Path(__file__).parents[2]


def output(*command):
    """What a tool prints, run in the repository without a network; it has to end well."""
    finished = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


@pytest.mark.parametrize("path", sorted((ROOT / ".github" / "workflows").glob("*.yml")), ids=lambda path: path.name)
def test_workflows_are_what_github_reads(path):
    output(sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", path)


def test_workflows_have_no_known_weakness():
    output(Path(sys.executable).with_name("zizmor"), "--offline", "--quiet", ".github")


@pytest.mark.parametrize("platform", ["linux", "macos", "windows"])
def test_what_builds_the_wheels_reads_what_it_is_told(platform):
    """One wheel for all Pythons from 3.11, and one for the free-threaded Python that has wheels of NumPy."""
    ask = ["--print-build-identifiers", "--platform", platform, "--archs", "auto64"]
    named = output(sys.executable, "-m", "cibuildwheel", *ask).split()
    assert {name.partition("-")[0] for name in named} == {"cp311", "cp314t"}


def test_hooks_are_read_and_all_of_them_local():
    import yaml

    output(sys.executable, "-m", "pre_commit", "validate-config")
    repos = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    assert [repo["repo"] for repo in repos] == ["local"]


def test_every_note_comes_into_the_changelog():
    draft = output(sys.executable, "-m", "towncrier", "build", "--draft", "--version", "9.9", "--date", "2030-01-01")
    notes = [path for path in (ROOT / "changelog.d").glob("*.md") if path.name != "README.md"]
    assert draft.count("\n- ") == len(notes)


def test_the_conda_recipe_renders():
    script = (
        "import json, rattler_build as r; "
        "variants = r.VariantConfig.from_file('release/variants.yaml'); "
        "(one,) = r.Stage0Recipe.from_file('release/recipe.yaml').render(variants); "
        "print(json.dumps([one.recipe.package.name, one.recipe.package.version, len(one.recipe.requirements.run)]))"
    )
    name, version, needed = json.loads(output(sys.executable, "-c", script))
    assert (name, needed) == ("foldwise", 12)
    assert version.startswith("0.")
