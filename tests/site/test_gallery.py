"""The gallery: every example has a question, a figure and links that lead somewhere, and runs by itself.

The build of the site runs the examples, too, in one process that has imported everything and lets warnings pass.
"""

import ast
import re
import runpy
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
GALLERY = DOCS / "gallery"
SCRIPTS = sorted(GALLERY.glob("*/plot_*.py"))
ORDER = runpy.run_path(str(DOCS / "site" / "gallery_order.py"))

# A script as it is downloaded: alone in a folder, warnings are errors; then its figures, what it took, and whether the
# words of each figure lie inside it.
ALONE = """
import runpy, sys, time
from matplotlib import pyplot
runpy.run_path(sys.argv[1], run_name="__main__")
figures = [pyplot.figure(number) for number in pyplot.get_fignums()]
assert figures, "no figure"
for figure in figures:
    assert figure.get_size_inches()[0] == 8, "as wide as the page"
    figure.draw_without_rendering()
    box = figure.get_tightbbox()
    width, height = figure.get_size_inches()
    assert box.x0 > -0.05 and box.y0 > -0.05 and box.x1 < width + 0.05 and box.y1 < height + 0.05, box
assert time.process_time() < 30, "an example takes ten seconds at most, on a machine that does nothing else"
"""


def parts(script):
    """Title, text above the first cell, and all of the file."""
    text = script.read_text(encoding="utf-8")
    title, line, words = ast.get_docstring(ast.parse(text)).split("\n", 2)
    assert line == len(title) * "=", script
    return title, words, text


def named(kind, text):
    return re.findall(rf":{kind}:`~?([^`]+)`", text)


def test_all_scripts_are_in_the_order_and_nothing_else_is():
    found = {
        folder.name: {path.stem for path in folder.glob("*.py")} for folder in GALLERY.iterdir() if folder.is_dir()
    }
    assert {name: set(scripts) for name, scripts in ORDER["ORDER"].items()} == found
    assert all((GALLERY / name / "GALLERY_HEADER.rst").is_file() for name in found)


def test_scripts_and_sections_have_places_of_their_own():
    sections = [ORDER["place_of_section"](f"anywhere/{name}") for name in ORDER["ORDER"]]
    scripts = [ORDER["place_of_script"](path.name) for path in SCRIPTS]
    assert sections == list(range(len(sections)))
    assert sorted(scripts) == list(range(len(SCRIPTS)))


def test_titles_differ():
    assert len({parts(script)[0] for script in SCRIPTS}) == len(SCRIPTS)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_an_example_asks_draws_and_says_what_to_read(script):
    title, words, text = parts(script)
    assert title.endswith("?")
    assert len(words.split()) > 20
    assert re.search(r"plot\(|\.plot\(\)", text)
    assert "\nplt.show()\n" in text
    assert "\n# What to read from it\n# --------------------\n" in text


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_its_links_lead_somewhere(script):
    text = parts(script)[2]
    pages, names = named("doc", text), named("(?:func|class|meth)", text)
    assert pages
    assert names
    for page in pages:
        assert (DOCS / f"{page.removeprefix('/')}.md").is_file(), page
    for name in names:
        room, *rest = name.removeprefix("foldwise.").split(".")
        found = getattr(import_module("foldwise"), room)
        for each in rest:
            found = getattr(found, each)


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_it_runs_alone_and_warns_of_nothing(script, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.delenv("DISPLAY", raising=False)
    command = [sys.executable, "-W", "error", "-c", ALONE, script]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    assert not list(tmp_path.iterdir()), "leaves no files"
