"""Commands in the pages print what stands below them: ``$ foldwise ...`` in blocks marked as console."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.main import get_command

import foldwise as fw
from foldwise.cli import main
from foldwise.cli._main import app

DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PAGES = [DOCS / "start.md", DOCS / "many-datasets.md", *sorted(DOCS.glob("guide-*.md"))]
ALIKE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def commands(page):
    """Words of each command of foldwise on a page, and what it is said to print."""
    for block in BLOCK.findall(page.read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            words = shlex.split(command)
            assert words[0] == "foldwise", command
            yield words[1:], printed


CASES = [(page, *case) for page in PAGES for case in commands(page)]


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Lie in a folder with the files that the pages name."""
    for table in (DOCS / "examples").glob("*.csv"):
        (tmp_path / table.name).symlink_to(table)
    wine = fw.data.load("wine")
    wine.X.assign(cultivar=wine.y).to_csv(tmp_path / "wine.csv", index=False)
    monkeypatch.chdir(tmp_path)


def test_every_page_has_a_command():
    assert {page for page, *_ in CASES} == set(PAGES)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("page", "words", "printed"), CASES, ids=lambda value: getattr(value, "stem", ""))
def test_a_command_prints_what_the_page_shows(page, words, printed, capsys):
    assert main(words) == 0
    told = capsys.readouterr()
    assert doctest.OutputChecker().check_output(printed, f"{told.err}{told.out}", ALIKE), told


def all_options(command, *path):
    """The options of each command, as they are typed: two names of one stand together."""
    for name, inner in getattr(command, "commands", {}).items():
        yield from all_options(inner, *path, name)
    if not hasattr(command, "commands"):
        for option in command.params:
            names = {each for each in (*option.opts, *option.secondary_opts) if each.startswith("--")}
            if names and not getattr(option, "hidden", False):
                yield " ".join(path), names


def test_the_page_of_the_command_line_names_every_option():
    text = (DOCS / "cli.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?<![\w-])--[a-z][\w-]*", text))
    options = [each for each in all_options(get_command(app)) if each[1] != {"--help"}]
    assert len(options) > 200
    assert [(command, names) for command, names in options if not names & named] == []


@pytest.mark.parametrize("command", sorted({command for command, _ in all_options(get_command(app))}))
def test_the_page_of_the_command_line_names_every_command(command):
    text = (DOCS / "cli.md").read_text(encoding="utf-8")
    assert all(re.search(rf"\b{word}\b", text) for word in command.split())
