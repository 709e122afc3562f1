"""The pages in a real browser: a file is dropped, the verdict is read, on a desk and on a phone."""

import shutil

import pytest

import foldwise as fw
from foldwise.browser import serve, view

BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = [
    pytest.mark.pages,
    pytest.mark.skipif(BROWSER is None or DRIVER is None, reason="no chromium and chromedriver on PATH"),
]
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DROP = """
const file = new File([arguments[0]], arguments[1]), data = new DataTransfer();
data.items.add(file);
document.getElementById("drop").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
"""
TABLE = "learner,repeat,fold,accuracy\n" + "".join(
    f"{name},{repeat},{fold},{base + (fold * repeat * len(name) % 7) / 100}\n"
    for name, base in (("old", 0.8), ("newer", 0.9))
    for repeat in range(10)
    for fold in range(10)
)


@pytest.fixture(params=[(1280, 900), (390, 844)], ids=["desk", "phone"])
def browser(request):
    webdriver = pytest.importorskip("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for flag in (*FLAGS, "--window-size={},{}".format(*request.param)):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    driver.set_script_timeout(60)
    yield driver
    messages = [each["message"] for each in driver.get_log("browser") if "422" not in each["message"]]
    driver.quit()
    assert messages == []


def wait_for(browser, condition):
    from selenium.webdriver.support.ui import WebDriverWait

    return WebDriverWait(browser, 60, poll_frequency=0.1).until(condition)


def text_of(browser, name):
    return browser.find_element("id", name).text


def report_text(browser):
    """The words of the report in its frame, when they are there."""
    frame = browser.find_element("id", "report")
    wait_for(browser, lambda _: frame.is_displayed())
    browser.switch_to.frame(frame)
    try:
        return wait_for(browser, lambda _: browser.find_element("tag name", "body").text)
    finally:
        browser.switch_to.default_content()


def is_too_wide(browser):
    return browser.execute_script("return document.documentElement.scrollWidth > innerWidth;")


def test_a_file_that_is_dropped_is_judged(browser):
    with view(opens=False) as server:
        browser.get(server.address)
        assert not is_too_wide(browser)
        browser.execute_script(DROP, TABLE, "results.csv")
        assert "newer is better than old" in report_text(browser)
        assert text_of(browser, "reading").startswith("Read 200 rows as scores")
        assert not is_too_wide(browser)
        browser.execute_script(DROP, "nothing\n", "broken.csv")
        wait_for(browser, lambda _: text_of(browser, "error"))
        assert "\n" not in text_of(browser, "error")
        assert not browser.find_element("id", "report").is_displayed()
        browser.find_element("id", "example").click()
        assert "forest is better than logistic" in report_text(browser)
        assert text_of(browser, "error") == ""


STUDY = (
    'name = "small"\ndatasets = ["iris", "wine"]\nscheme = "2x3"\n'
    '[learners]\nbayes = "nb"\nmajority = "sklearn.dummy.DummyClassifier"\n'
)


def test_a_study_is_followed(browser, tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(STUDY)
    with serve(path, opens=False) as server:
        browser.get(server.address)
        wait_for(browser, lambda _: "Nothing is running" in text_of(browser, "running"))
        fw.studies.run_study(fw.Study.read(path), progress=False)
        wait_for(browser, lambda _: "24/24" in text_of(browser, "rows"))
        assert "bayes has the best mean rank" in text_of(browser, "answer")
        assert "bayes" in report_text(browser)
        assert not is_too_wide(browser)


def test_who_reads_a_report_stays_where_he_is_when_it_is_made_anew(browser, tmp_path):
    """Focus, what is unfolded, and how far the page is scrolled; the report is as high as its words."""
    path = tmp_path / "study.toml"
    path.write_text(STUDY)
    fw.studies.run_study(fw.Study.read(path), progress=False)
    with serve(path, opens=False) as server:
        browser.get(server.address)
        assert "2 times 3-fold" in report_text(browser)
        frame = browser.find_element("id", "report")
        wait_for(browser, lambda _: frame.size["height"] > 900)
        browser.switch_to.frame(frame)
        browser.execute_script("document.querySelector('details').open = true;")
        browser.switch_to.default_content()
        browser.execute_script("document.querySelector('#rows button').focus(); scrollTo(0, 700);")
        wait_for(browser, lambda _: browser.execute_script("return unfolded.length;") == 1)
        path.write_text(STUDY.replace("2x3", "4x3"))
        fw.studies.run_study(fw.Study.read(path), progress=False)
        wait_for(browser, lambda _: "48/48" in text_of(browser, "rows"))
        browser.switch_to.frame(frame)
        is_new = "return (document.body || {}).innerText?.includes('4 times 3-fold') "
        wait_for(browser, lambda _: browser.execute_script(is_new + "&& document.querySelector('details').open;"))
        browser.switch_to.default_content()
        assert browser.execute_script("return scrollY;") == 700
        assert browser.execute_script("return document.activeElement.textContent;") == "small"
