"""The page in a real browser: what a reader sees, on a wide and on a narrow screen, in the light and in the dark."""

import html
import json
import re
import shutil
import subprocess
from dataclasses import replace

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

from foldwise.lab import sources, type_one_error
from foldwise.reports import ComparedValue, SideBySide, report
from foldwise.verdicts import compare, judge

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [
    pytest.mark.pages,
    pytest.mark.skipif(BROWSER is None, reason="no chromium, chromium-browser or google-chrome on PATH"),
]
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Messages of the console go to standard error.
    "--enable-logging=stderr",
]
DARK = "--blink-settings=preferredColorScheme=0"
WIDTHS = (360, 768, 1280)

# The page sits in a frame of the width of the screen, where a script of ours, not of the report, can measure it.
FRAME = """<!DOCTYPE html><meta charset="utf-8"><pre id="found">waiting</pre>
<iframe width="{width}" height="900" srcdoc="{page}"></iframe>
<script>
document.querySelector("iframe").addEventListener("load", function () {{
  const view = this.contentWindow, page = this.contentDocument;
  const all = (what) => [...page.querySelectorAll(what)];
  let found;
  try {{ found = (function () {{ {script} }})(); }} catch (error) {{ found = {{ error: String(error) }}; }}
  document.getElementById("found").textContent = JSON.stringify(found);
}});
</script>"""

# Every word against the ground behind it, by the formula of WCAG 2; below which ratio it is hard to read.
CONTRAST = """
  all("details").forEach(part => { part.open = true; });
  const numbers = (colour) => {
    const n = colour.match(/[\\d.]+/g).map(Number), rgb = n.slice(0, 3);
    return [...(colour.startsWith("color(srgb") ? rgb.map(x => 255 * x) : rgb), n[3] ?? 1];
  };
  const over = (top, ground) => [0, 1, 2].map(i => top[i] * top[3] + ground[i] * (1 - top[3])).concat(1);
  const linear = (x) => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
  const light = (rgb) => [.2126, .7152, .0722].reduce((sum, weight, i) => sum + weight * linear(rgb[i] / 255), 0);
  const ground = (element) => {
    if (!element) return [255, 255, 255, 1];
    const own = numbers(view.getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, ground(element.parentElement));
  };
  const bad = [];
  let n = 0;
  for (const element of all("main *")) {
    if (![...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim())) continue;
    const style = view.getComputedStyle(element), isDrawn = element instanceof view.SVGElement;
    if (element.closest(SKIPPED)) continue;
    const behind = ground(element.closest("svg") || element);
    let ink = numbers(isDrawn ? style.fill : style.color);
    for (let each = element; each && each !== page.body; each = each.parentElement)
      ink = [...ink.slice(0, 3), ink[3] * Number(view.getComputedStyle(each).opacity)];
    const lights = [light(over(ink, behind)), light(behind)].sort((a, b) => b - a);
    const ratio = (lights[0] + 0.05) / (lights[1] + 0.05), size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    n += 1;
    if (ratio < (isLarge ? 3 : 4.5)) bad.push([element.textContent.trim().slice(0, 40), style.fontSize, ratio]);
  }
  return { n, bad, ground: view.getComputedStyle(page.body).backgroundColor };
"""


def seen(text, script, tmp_path, width=1280, *flags):
    """Run a script on a page in a window of this width; no message may reach the console."""
    frame = tmp_path / "frame.html"
    frame.write_text(FRAME.format(width=width, page=html.escape(text), script=script), encoding="utf-8")
    command = [BROWSER, *FLAGS, *flags, f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", frame.as_uri()]
    done = subprocess.run(command, capture_output=True, check=True, timeout=120)
    assert "CONSOLE" not in done.stderr.decode("utf-8", "replace")
    (found,) = re.findall('<pre id="found">(.*?)</pre>', done.stdout.decode("utf-8"), flags=re.DOTALL)
    answer = json.loads(html.unescape(found))
    assert "error" not in answer, answer
    return answer


def page_of(obj, tmp_path):
    return report(obj, tmp_path / "report.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def settled():
    y = np.arange(60) % 2
    X = np.random.default_rng(1).normal(size=(60, 2)) + 1.5 * y[:, np.newaxis]
    return compare({"nb": GaussianNB(), "guess": DummyClassifier()}, X, y, seed=1, progress=False)


@pytest.fixture(scope="module")
def still_open(settled):
    (row,) = settled.comparisons
    return replace(settled, comparisons=(replace(row, settlement=replace(row.settlement, settled=False)),))


@pytest.fixture(scope="module")
def kinds(settled, still_open, hostile, panel, estimates, randomization, both_hostile, moods, exhibits, make):
    """One result of every kind, hostile names, and a verdict of 72 rows."""
    study = type_one_error(["10/kfold_t", "5x2/five_by_two_f"], sources.TwoKinds(0.1), n_trials=20, seed=2)
    many = make([f"learner {n}" for n in range(9)], datasets=["one", "two"], scheme="3")
    verdicts = [settled, still_open, make(["a", "b", "c"], datasets=["one", "two"]), many, hostile]
    others = [hostile.runs[0], judge(hostile.runs, test="all"), panel, estimates, randomization, *both_hostile]
    return [*verdicts, *others, moods, study, *exhibits]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("opening", ["<details>", "<details open>"])
def test_nothing_overflows(kinds, tmp_path, width, opening):
    text = page_of(kinds, tmp_path).replace("<details>", opening)
    script = """return { width: page.documentElement.scrollWidth, drawn: all("svg").length,
      asked: view.performance.getEntriesByType("resource").length };"""
    found = seen(text, script, tmp_path, width)
    assert found["width"] <= width
    assert found["drawn"] == text.count("<figure>") > 15
    assert found["asked"] == 0, "the page asks for nothing beside itself"


@pytest.mark.parametrize("flags", [(), (DARK,)])
def test_every_word_can_be_read(kinds, tmp_path, flags):
    """Contrast AA, unfolded. The cells of a study's figure have grounds of their own, which its own tests look at."""
    found = seen(
        page_of(kinds, tmp_path), CONTRAST.replace("SKIPPED", "'[aria-label^=\"The best on\"]'"), tmp_path, 1280, *flags
    )
    assert found["n"] > 1000
    assert found["bad"] == []
    assert found["ground"] == ("rgb(21, 25, 29)" if flags else "rgb(255, 255, 255)")


@pytest.mark.parametrize(("width", "beside"), [(360, False), (768, False), (1280, True)])
def test_answer_and_figure(settled, tmp_path, width, beside):
    """Beside each other on a desk, one below the other on a phone; then come the lines."""
    script = """const at = (what) => { const r = page.querySelector(what).getBoundingClientRect();
        return [r.left, r.top, r.right, r.bottom]; };
      return { answer: at(".answer"), figure: at("figure"), lines: at(".lines") };"""
    found = seen(page_of(settled, tmp_path), script, tmp_path, width)
    answer, figure, lines = found["answer"], found["figure"], found["lines"]
    if beside:
        assert figure[0] > answer[2]
        assert figure[1] == answer[1]
        assert lines[1] > answer[3]
    else:
        assert answer[3] < figure[1] < figure[3] < lines[1]


def test_outcomes_are_seen_without_scrolling_sideways(make, panel, still_open, tmp_path):
    results = [make(["a", "b", "c"], datasets=["one", "two"]), panel, still_open]
    script = """all("details").forEach(part => { part.open = true; });
      return { ends: all("td .outcome").map(each => each.getBoundingClientRect().right) };"""
    found = seen(page_of(results, tmp_path), script, tmp_path, 360)
    # Three learners over both datasets, six comparisons one by one, the tests of the panel, and one that is open.
    assert len(found["ends"]) == 3 + 6 + len(panel.verdicts) + 1
    assert max(found["ends"]) <= 360


def test_tables_are_saved_and_copied(make, hostile, tmp_path):
    """Two buttons for each table; minus signs that spreadsheets read, no formulas, groups in a column of their own."""
    verdict = make(["a", "b", "c"], datasets=["=1+1", "two, three"])
    text = page_of(verdict, tmp_path)
    assert "<button" not in text, "without a script there are none"
    script = """
      let saved = "", copied = "";
      view.Blob = function (parts) { saved = parts.join(""); };
      view.URL.createObjectURL = () => "#";
      view.HTMLAnchorElement.prototype.click = function () { saved = this.download + saved; };
      const writeText = (text) => { copied = text; return Promise.resolve(); };
      Object.defineProperty(view.navigator, "clipboard", { value: { writeText } });
      const place = all("table").findIndex(each => each.textContent.includes("effect size"));
      const [copy, save] = all(".tools")[place].children;
      copy.click(); save.click();
      return { saved, copied, buttons: all(".tools button").length, tables: all("table").length };"""
    found = seen(text, script, tmp_path)
    assert found["buttons"] == 2 * found["tables"] > 4
    name, _, content = found["saved"].partition("\ufeff")
    lines = content.split("\r\n")
    assert name.startswith("table-")
    assert lines[0].startswith(",learners,outcome,accuracy,against,difference,95% interval,p,adjusted p,effect size")
    assert lines[1].startswith("'=1+1,a vs b,")
    assert lines[4].startswith('"two, three",a vs b,')
    assert len(lines) == 8, "headings, six rows and the end"
    assert "\N{MINUS SIGN}" not in content
    for row, line in zip(verdict.comparisons, found["copied"].split("\n")[1:], strict=True):
        assert float(line.split("\t")[5]) == pytest.approx(row.estimate, abs=5e-4)


def test_long_names_and_reasons_do_not_push_a_study_apart(moods, panel, tmp_path):
    *cells, last = moods.cells
    cells = (*cells, replace(last, n_done=8, n_failed=8, error="x" * 500))
    runs = (*moods.runs[:2], replace(moods.runs[2], data=replace(moods.runs[2].data, name="W" * 10_000)))
    study = replace(moods, name="<b>" * 1000, cells=cells, runs=runs, verdicts=(*moods.verdicts, panel))
    text = page_of(study, tmp_path).replace("<details>", "<details open>")
    for width in (320, 1280):
        found = seen(text, "return { width: page.documentElement.scrollWidth };", tmp_path, width)
        assert found["width"] <= width


def test_measured_beside_printed_fits_a_narrow_screen(exhibits, tmp_path):
    """A table of 23 rows and 12 columns scrolls inside its frame."""
    row = tuple(ComparedValue(measured=0.7, printed=0.7, low=0.6, high=0.8) for _ in range(12))
    columns = tuple(f"corrected resampled {place}" for place in range(12))
    names = tuple(f"dataset {place}" for place in range(22))
    wide = SideBySide(title="W", index="set", rows=(*names, "W" * 500), columns=columns, cells=(row,) * 23)
    shown = [replace(exhibits[0], tables=(wide,), title="T" * 500), *exhibits]
    found = seen(page_of(shown, tmp_path), "return { width: page.documentElement.scrollWidth };", tmp_path, 360)
    assert found["width"] <= 360


def test_what_is_folded_is_printed(moods, tmp_path):
    """The same pages as with everything unfolded, give or take the names of files in them."""
    sizes = []
    for opening in ("<details>", "<details open>"):
        page, paper = tmp_path / "page.html", tmp_path / "page.pdf"
        page.write_text(page_of(moods, tmp_path).replace("<details>", opening), encoding="utf-8")
        flags = [f"--user-data-dir={tmp_path / 'profile'}", "--no-pdf-header-footer", f"--print-to-pdf={paper}"]
        subprocess.run([BROWSER, *FLAGS, *flags, page.as_uri()], capture_output=True, check=True, timeout=120)
        sizes.append(paper.stat().st_size)
    assert sizes[0] == pytest.approx(sizes[1], rel=0.02)
