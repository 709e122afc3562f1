"""The page in a real browser: what a reader sees, on a wide and on a narrow screen."""

import html
import re
import shutil
import subprocess
from dataclasses import replace

import pytest

from foldwise.reports import ComparedValue, SideBySide, report
from foldwise.verdicts import judge

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no chromium, chromium-browser or google-chrome on PATH")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# The page sits in a frame of the width of the screen, where a script of ours, not of the report, can measure it.
MEASURE = """<!DOCTYPE html><title>waiting</title>
<iframe width="{width}" height="900" srcdoc="{page}" onload="
  const root = this.contentDocument.documentElement, image = this.contentDocument.images[0];
  const view = this.contentWindow, asked = view.performance.getEntriesByType('resource').filter(
    entry => !entry.name.startsWith('data:')).length;
  document.title = [root.scrollWidth, root.clientWidth, image.complete, image.naturalWidth > 0, asked,
    view.getComputedStyle(view.document.body).backgroundColor].join(' ');
"></iframe>"""


def dom(path, tmp_path, *flags):
    profile = tmp_path / "profile"
    command = [BROWSER, *FLAGS, *flags, f"--user-data-dir={profile}", "--dump-dom", path.as_uri()]
    return subprocess.run(command, capture_output=True, check=True, timeout=120).stdout.decode("utf-8")


def measured(obj, width, tmp_path, *flags):
    """Width of the content and of the screen, the state of the image, requests made, and the colour of the ground."""
    return measured_page(report(obj, tmp_path / "report.html").read_text(encoding="utf-8"), width, tmp_path, *flags)


def measured_page(text, width, tmp_path, *flags):
    frame = tmp_path / "frame.html"
    frame.write_text(MEASURE.format(width=width, page=html.escape(text)), encoding="utf-8")
    title = re.search("<title>(.*?)</title>", dom(frame, tmp_path, *flags)).group(1)
    return title.split(maxsplit=5)


def test_verdict_and_figure_are_shown(pair, tmp_path):
    page = dom(report(pair, tmp_path / "report.html"), tmp_path)
    assert html.escape(pair.details()[:60], quote=False) in page
    assert '<img src="data:image/svg+xml;base64,' in page


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_overflows(hostile, panel, estimates, randomization, both_hostile, tmp_path, width):
    runs = hostile.runs
    everything = [hostile, runs[0], judge(runs, test="all"), panel, estimates, randomization, *both_hostile]
    scroll, client, complete, drawn, asked, _ = measured(everything, width, tmp_path)
    assert int(scroll) <= int(client) <= width
    assert (complete, drawn) == ("true", "true")
    assert asked == "0", "the page asks for nothing beside itself"


def test_the_dark_has_a_dark_page(panel, tmp_path):
    *_, light = measured(panel, 390, tmp_path)
    *_, dark = measured(panel, 390, tmp_path, "--blink-settings=preferredColorScheme=0")
    assert (light, dark) == ("rgb(255, 255, 255)", "rgb(21, 25, 29)")


@pytest.mark.parametrize("width", [320, 1280])
def test_a_study_fits_any_screen(moods, panel, tmp_path, width):
    """Open what is folded, too; long names and reasons must not push the page apart."""
    *cells, last = moods.cells
    cells = (*cells, replace(last, n_done=8, n_failed=8, error="x" * 500))
    runs = (*moods.runs[:2], replace(moods.runs[2], data=replace(moods.runs[2].data, name="W" * 10_000)))
    study = replace(moods, name="<b>" * 1000, cells=cells, runs=runs, verdicts=(*moods.verdicts, panel))
    text = report(study, tmp_path / "report.html").read_text(encoding="utf-8")
    assert text.count("<details>") == 4
    scroll, client, complete, drawn, asked, _ = measured_page(
        text.replace("<details>", "<details open>"), width, tmp_path
    )
    assert int(scroll) <= int(client) <= width
    assert (complete, drawn, asked) == ("true", "true", "0")


def test_what_is_folded_is_printed(moods, tmp_path):
    """The same pages as with everything unfolded, give or take the names of files in them."""
    sizes = []
    for opening in ("<details>", "<details open>"):
        page = tmp_path / "page.html"
        text = report(moods, page).read_text(encoding="utf-8")
        page.write_text(text.replace("<details>", opening), encoding="utf-8")
        paper = tmp_path / "page.pdf"
        dom(page, tmp_path, "--no-pdf-header-footer", f"--print-to-pdf={paper}")
        sizes.append(paper.stat().st_size)
    assert sizes[0] == pytest.approx(sizes[1], rel=0.02)


def test_measured_beside_printed_fits_a_narrow_screen(exhibits, tmp_path):
    """A table of 23 rows and 12 columns scrolls inside its frame."""
    first = exhibits[0]
    row = tuple(ComparedValue(measured=0.7, printed=0.7, low=0.6, high=0.8) for _ in range(12))
    columns = tuple(f"corrected resampled {place}" for place in range(12))
    names = tuple(f"dataset {place}" for place in range(22))
    wide = SideBySide(title="W", index="set", rows=(*names, "W" * 500), columns=columns, cells=(row,) * 23)
    shown = [replace(first, tables=(wide,), title="T" * 500), *exhibits]
    scroll, client, complete, drawn, asked, _ = measured(shown, 390, tmp_path)
    assert int(scroll) <= int(client) <= 390
    assert (complete, drawn, asked) == ("true", "true", "0")
