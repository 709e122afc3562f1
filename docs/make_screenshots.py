"""Make the pictures of docs/browser.md, with chromium and selenium: ``python docs/make_screenshots.py``."""

import base64
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from selenium import webdriver
from selenium.webdriver.support.ui import WebDriverWait

from foldwise.browser import serve, view

FOLDER = Path(__file__).parent / "img"
STUDY = """
name = "four learners"
datasets = ["iris", "wine", "wdbc", "balance-scale"]
scheme = "10x10"
[learners]
bayes = "nb"
tree = "c45"
neighbours = "sklearn.neighbors.KNeighborsClassifier"
forest = "sklearn.ensemble.RandomForestClassifier(n_estimators=30)"
"""


def browser_of(width: int, height: int) -> webdriver.Chrome:
    """Start a browser of this size."""
    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for flag in ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    return driver


def wait_for(driver: webdriver.Chrome, script: str) -> None:
    """Wait until an expression of the page is true."""
    WebDriverWait(driver, 300, poll_frequency=0.1).until(lambda _: driver.execute_script(f"return {script};"))


def save(driver: webdriver.Chrome, name: str) -> None:
    """Write what is on the screen, and end the browser."""
    shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
    (FOLDER / name).write_bytes(base64.b64decode(shot["data"]))
    driver.quit()


def draw_view() -> None:
    """Draw the example, judged, with what was read of it."""
    driver = browser_of(1100, 860)
    with view(opens=False) as server:
        driver.get(server.address)
        driver.find_element("id", "example").click()
        wait_for(driver, "document.getElementById('busy').textContent === 'Judged.'")
        driver.execute_script("document.getElementById('table').open = true;")
        wait_for(driver, "document.getElementById('report').style.height")
        save(driver, "view.png")


def draw_serve() -> None:
    """Draw a study while it runs."""
    driver = browser_of(1100, 640)
    with TemporaryDirectory() as folder:
        file = Path(folder, "study.toml")
        file.write_text(STUDY, encoding="utf-8")
        command = [sys.executable, "-m", "foldwise", "study", "run", str(file), "--quiet"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as program, serve(file, opens=False) as server:  # noqa: S603
            driver.get(server.address)
            wait_for(driver, "/ about .* left/.test(document.getElementById('running').textContent)")
            wait_for(driver, "document.getElementById('answer').textContent")
            wait_for(driver, "document.getElementById('report').style.height")
            # The folder is called otherwise each time.
            driver.execute_script("document.getElementById('store').textContent = 'study.db';")
            save(driver, "serve.png")
            program.terminate()


if __name__ == "__main__":
    draw_view()
    draw_serve()
