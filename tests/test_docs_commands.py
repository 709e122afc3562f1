"""Commands in the pages print what stands below them: ``$ foldwise ...`` in blocks marked as console."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

import foldwise as fw
from foldwise.cli import main

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


def helped(capsys, *path):
    """What ``--help`` of a command shows: the commands below it, and its options, two names of one together."""
    assert main([*path, "--help"]) == 0
    options, _, commands = capsys.readouterr().out.partition("\nOptions:\n")[2].partition("\nCommands:\n")
    lines = re.findall(r"^  (-.*?)(?:  .*)?$", options, re.MULTILINE)
    return re.findall(r"^  (\w+)", commands, re.MULTILINE), [set(re.findall(r"--[a-z][\w-]*", line)) for line in lines]


def all_options(capsys, *path):
    """Commands with the options of each."""
    below, options = helped(capsys, *path)
    if not below:
        yield " ".join(path), [names for names in options if names != {"--help"}]
    for name in below:
        yield from all_options(capsys, *path, name)


def test_the_page_of_the_command_line_names_every_command_and_option(capsys):
    text = (DOCS / "cli.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?<![\w-])--[a-z][\w-]*", text))
    options = dict(all_options(capsys))
    assert {"compare", "data show", "lab type1", "papers run"} <= options.keys()
    assert sum(map(len, options.values())) > 200
    assert [(command, names) for command, each in options.items() for names in each if not names & named] == []
    words = {word for command in options for word in command.split()}
    assert [word for word in sorted(words) if not re.search(rf"\b{word}\b", text)] == []
