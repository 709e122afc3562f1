"""The page in a real browser: what a reader sees, on a wide and on a narrow screen."""

import html
import re
import shutil
import subprocess

import pytest

from foldwise.reports import report

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
  document.title = [root.scrollWidth, root.clientWidth, image.complete, image.naturalWidth > 0].join(' ');
"></iframe>"""


def dom(path, tmp_path):
    profile = tmp_path / "profile"
    command = [BROWSER, *FLAGS, f"--user-data-dir={profile}", "--dump-dom", path.as_uri()]
    return subprocess.run(command, capture_output=True, check=True, timeout=120).stdout.decode("utf-8")


def test_verdict_and_figure_are_shown(pair, tmp_path):
    page = dom(report(pair, tmp_path / "report.html"), tmp_path)
    assert html.escape(str(pair)[:60], quote=False) in page
    assert '<img src="data:image/svg+xml;base64,' in page


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_overflows(hostile, tmp_path, width):
    text = report([hostile, hostile.runs[0]], tmp_path / "report.html").read_text(encoding="utf-8")
    frame = tmp_path / "frame.html"
    frame.write_text(MEASURE.format(width=width, page=html.escape(text)), encoding="utf-8")
    title = re.search("<title>(.*?)</title>", dom(frame, tmp_path)).group(1)
    scroll, client, *image = title.split()
    assert int(scroll) <= int(client) <= width
    assert image == ["true", "true"]
