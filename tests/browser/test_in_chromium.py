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
    """The words of the report in its frame, when they are there; meanwhile another frame may take its place."""
    from selenium.common.exceptions import NoSuchFrameException, NoSuchWindowException, StaleElementReferenceException

    def words(_):
        try:
            frame = browser.find_element("id", "report")
            if not frame.is_displayed():
                return ""
            browser.switch_to.frame(frame)
            return browser.execute_script("return document.body && document.body.innerText;")
        except (NoSuchFrameException, NoSuchWindowException, StaleElementReferenceException):
            return ""
        finally:
            browser.switch_to.default_content()

    return wait_for(browser, words)


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


def choose(browser, name, value):
    """Choose in a field as a reader does, and let the page know."""
    script = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change'));"
    browser.execute_script(script, browser.find_element("css selector", name), value)


def height_of_report(browser):
    return browser.find_element("id", "report").size["height"]


def test_what_was_understood_is_shown_and_can_be_corrected(browser):
    """A score of no known name: its column is named above it; then less is better, on other terms, by the keyboard."""
    from selenium.webdriver.common.keys import Keys

    table = TABLE.replace("accuracy", "quux")
    with view(opens=False) as server:
        browser.get(server.address)
        browser.execute_script(DROP, table, "results.csv")
        wait_for(browser, lambda _: text_of(browser, "error"))
        assert "Choose above each column what it means" in text_of(browser, "hint")
        assert "The first rows of results.csv: 200 rows, 4 columns" in text_of(browser, "caption")
        choose(browser, "select[aria-label='What quux means']", "score")
        assert "newer is better than old" in report_text(browser)
        assert text_of(browser, "error") == text_of(browser, "hint") == ""
        assert text_of(browser, "command") == "foldwise judge results.csv --column score=quux --report verdict.html"
        browser.find_element("id", "less").send_keys(Keys.SPACE)
        browser.find_element("id", "rope").send_keys("0.01", Keys.ENTER)
        wait_for(browser, lambda _: "--rope 0.01" in text_of(browser, "command"))
        assert "old is better than newer" in report_text(browser)
        assert not is_too_wide(browser)


def test_all_is_reached_by_the_keyboard_and_has_a_name(browser):
    """From the first field on."""
    from selenium.webdriver import ActionChains
    from selenium.webdriver.common.keys import Keys

    with view(opens=False) as server:
        browser.get(server.address)
        browser.find_element("id", "example").click()
        report_text(browser)
        for each in browser.find_elements("css selector", "details"):
            browser.execute_script("arguments[0].open = true;", each)
        seen = []
        browser.execute_script("document.activeElement.blur(); document.getElementById('files').focus();")
        for _ in range(40):
            active = browser.switch_to.active_element
            seen.append(active.get_attribute("id") or active.get_attribute("data-ending") or active.tag_name)
            if active.tag_name not in ("body", "iframe"):
                assert active.accessible_name, seen[-1]
            if active.tag_name == "iframe":
                break
            ActionChains(browser).send_keys(Keys.TAB).perform()
        assert {"files", "example", "metric", "test", "less", "again", "copy", "html", "json"} <= set(seen)


def test_a_report_is_as_high_as_its_words_each_time(browser):
    """Twenty learners on a hundred datasets, then a verdict of two: the page is scrolled as one."""
    names = [f"learner{k:02}" for k in range(20)]
    rows = [
        [f"data{i:03}", *(f"{0.7 + 0.01 * k + (i * k * 7919 % 13) / 300:.4f}" for k in range(20))] for i in range(100)
    ]
    with view(opens=False) as server:
        browser.get(server.address)
        browser.execute_script(DROP, "\n".join(map(",".join, [["dataset", *names], *rows])), "large.csv")
        assert "20 learners over 100 datasets" in report_text(browser)
        wait_for(browser, lambda _: height_of_report(browser) > 5000)
        assert not is_too_wide(browser)
        browser.find_element("id", "example").click()
        wait_for(browser, lambda _: "forest is better" in report_text(browser))
        wait_for(browser, lambda _: 500 < height_of_report(browser) < 2000)
        # What was shown before is no step to go back by.
        assert browser.execute_script("return history.length;") <= 2


def test_names_that_are_programs_are_only_text(browser):
    name = "<img src=x onerror=document.title='caught'>"
    with view(opens=False) as server:
        browser.get(server.address)
        title = browser.title
        browser.execute_script(DROP, TABLE.replace("newer", name), f"{name}.csv")
        assert name in report_text(browser)
        assert name in text_of(browser, "caption")
        browser.switch_to.frame("report")
        assert browser.execute_script("return document.querySelectorAll('img').length;") == 0
        browser.switch_to.default_content()
        assert browser.title == title


def test_what_cannot_be_sent_is_said_on_the_page(browser):
    with view(opens=False) as server:
        browser.get(server.address)
        browser.execute_script(
            "const file = new File(['x'], 'vast.csv');"
            "Object.defineProperty(file, 'size', { value: 2 ** 40 }); judge([file]);"
        )
        wait_for(browser, lambda _: "256 MiB" in text_of(browser, "error"))
        browser.execute_script(
            "document.dispatchEvent(new DragEvent('drop', { dataTransfer: new DataTransfer(), bubbles: true }));"
        )
        assert "That was no file" in text_of(browser, "error")


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
        wait_for(browser, lambda _: browser.find_element("id", "report").size["height"] > 900)
        browser.switch_to.frame("report")
        browser.execute_script("document.querySelector('details').open = true;")
        browser.switch_to.default_content()
        browser.execute_script("document.querySelector('#rows button').focus(); scrollTo(0, 700);")
        wait_for(browser, lambda _: browser.execute_script("return unfolded.length;") == 1)
        path.write_text(STUDY.replace("2x3", "4x3"))
        fw.studies.run_study(fw.Study.read(path), progress=False)
        wait_for(browser, lambda _: "48/48" in text_of(browser, "rows"))
        wait_for(browser, lambda _: "4 times 3-fold" in report_text(browser))
        browser.switch_to.frame("report")
        wait_for(browser, lambda _: browser.execute_script("return document.querySelector('details').open;"))
        browser.switch_to.default_content()
        assert browser.execute_script("return scrollY;") == 700
        assert browser.execute_script("return document.activeElement.textContent;") == "small"
