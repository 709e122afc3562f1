"""The site in a browser, on a desk and on a phone: nothing sticks out, search and copying work, words can be read."""

import re
import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = [
    pytest.mark.pages,
    pytest.mark.skipif(BROWSER is None or DRIVER is None, reason="no chromium and chromedriver on PATH"),
]
SITE = Path(__file__).parents[2] / "docs" / "_site"
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
KFOLD = "api/foldwise.stats.corrected_repeated_kfold_t.html"
SETTLED = "auto_examples/one_dataset/plot_settled.html"
# One of each kind, and of the reference the names that are longest, or have most in them.
SOME = (
    "index",
    "start",
    "guide-two-models",
    "ranking",
    "paper-dietterich-1998",
    "cli",
    "auto_examples/index",
    "search",
)

# Words that cannot be told from what is behind them: contrast below 4.5, by the formula of WCAG 2.
PALE = """
const light = (colour) => {
  const [r, g, b] = colour.match(/[\\d.]+/g).map(Number)
    .map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const behind = (node) => {
  for (let at = node; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor, parts = colour.match(/[\\d.]+/g);
    if (parts && (parts.length < 4 || Number(parts[3]) > 0.5)) return colour;
  }
  return "rgb(255, 255, 255)";
};
const pale = [], walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode.parentElement, style = getComputedStyle(node);
  if (!walker.currentNode.data.trim() || !node.getClientRects().length) continue;
  if (node.closest("svg, button, .headerlink, .search-button__kbd-shortcut")) continue;
  const [a, b] = [light(style.color), light(behind(node))];
  const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (contrast < 4.5) pale.push([node.className, node.textContent.slice(0, 30), contrast.toFixed(1)]);
}
return pale.slice(0, 5);
"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


@pytest.fixture(scope="module")
def address():
    assert (SITE / "index.html").exists(), "the site is not built: make docs"
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=SITE))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module", params=[(1280, 900), (390, 844)], ids=["desk", "phone"])
def opened(request, address):
    """A browser of that width, by which pages of the site are opened."""
    webdriver = pytest.importorskip("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    width, height = request.param
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite"], "origin": address[:-1]})
    driver.set_script_timeout(60)

    def show(page):
        driver.get(address + page)
        return driver

    yield show
    driver.quit()


def wait_for(browser, condition):
    from selenium.webdriver.support.ui import WebDriverWait

    return WebDriverWait(browser, 60, poll_frequency=0.1).until(condition)


def all_pages():
    found = [path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html") if "_static" not in path.parts]
    names = [page for page in found if page.startswith("api/foldwise")]
    longest = sorted(names, key=lambda page: -(SITE / page).stat().st_size)[:10] + sorted(names, key=len)[-10:]
    return sorted((set(found) - set(names)) | set(longest))


def test_no_page_scrolls_sideways_or_complains(opened):
    wide, complaints = [], []
    for page in all_pages():
        browser = opened(page)
        if browser.execute_script("return document.documentElement.scrollWidth > innerWidth;"):
            wide.append(page)
        complaints += [(page, each["message"]) for each in browser.get_log("browser") if each["level"] != "INFO"]
    assert (wide, complaints) == ([], [])


def test_search_finds_a_test(opened):
    browser = opened("search.html?q=mcnemar")
    wait_for(browser, lambda _: browser.find_elements("css selector", "#search-results li a"))
    links = [each.get_attribute("href") for each in browser.find_elements("css selector", "#search-results li a")]
    assert any("api/foldwise.stats.mcnemar" in link for link in links[:5])


def test_a_formula_is_drawn(opened):
    browser = opened(KFOLD)
    drawn = browser.find_element("css selector", "div.math svg")
    assert drawn.size["width"] > 100
    assert drawn.size["height"] > 20
    assert "\\sqrt" in drawn.get_attribute("aria-label")
    assert "\\sqrt" not in browser.find_element("tag name", "article").text


def test_code_is_copied_without_prompts_and_output(opened):
    from selenium.webdriver import ActionChains

    browser = opened(KFOLD)
    button = browser.find_element("css selector", ".doctest button.copybtn")
    browser.execute_script("arguments[0].scrollIntoView({ block: 'center' })", button)
    ActionChains(browser).move_to_element(button).click().perform()
    read = "const done = arguments[0]; navigator.clipboard.readText().then(done, (error) => done('no: ' + error));"
    text = wait_for(browser, lambda _: browser.execute_async_script(read))
    assert text.startswith("from foldwise.stats import corrected_repeated_kfold_t\nresult = ")
    assert not re.search(r"^(>>>|\.\.\.|\()", text, flags=re.MULTILINE)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_words_can_be_told_from_what_is_behind_them(opened, mode):
    opened("index.html").execute_script(f"localStorage.mode = localStorage.theme = '{mode}'")
    pale = {}
    for page in [KFOLD, SETTLED, *(f"{name}.html" for name in SOME)]:
        browser = opened(page)
        assert browser.execute_script("return document.documentElement.dataset.theme") == mode
        pale[page] = browser.execute_script(PALE)
    assert {page: found for page, found in pale.items() if found} == {}
