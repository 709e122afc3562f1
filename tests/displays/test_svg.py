"""Figures as text: they follow the page around them, share no identifiers, and leave matplotlib as it was."""

import re
import threading
import time
from types import SimpleNamespace
from xml.etree import ElementTree

import matplotlib as mpl
import numpy as np
import pytest

from foldwise.displays import svg


def test_threads_that_overlap_leave_the_settings_as_they_were(monkeypatch):
    """The first is done while the second, if it may, has begun and is not done yet."""
    before = dict(mpl.rcParams)
    begun = threading.Event()

    def first(ax):
        begun.wait(0.5)

    def second(ax):
        begun.set()
        time.sleep(0.3)

    displays = {word: SimpleNamespace(height=1.0, plot=plot) for word, plot in (("1", first), ("2", second))}
    monkeypatch.setattr(
        "foldwise.displays._save.displays_for", lambda words, kind: [[displays[word]] for word in words]
    )
    threads = [threading.Thread(target=svg, args=(word,)) for word in displays]
    for thread in threads:
        thread.start()
        time.sleep(0.1)
    for thread in threads:
        thread.join()
    assert dict(mpl.rcParams) == before


@pytest.fixture(scope="module")
def drawing(pair):
    return svg(pair)


def style_of(drawing):
    """The properties that the outermost element gives to the figure."""
    style = ElementTree.fromstring(drawing).get("style")
    return dict(part.split(": ", 1) for part in style.split("; "))


def test_text_and_ground_are_those_of_the_page(drawing):
    styles = re.findall(r'style="([^"]*)"', drawing)
    assert style_of(drawing)["fill"] == "currentColor"
    assert not any("#000000" in style for style in styles)
    for style in styles:
        for name, colour in re.findall(r"(fill|stroke): (#[0-9a-f]{6})", style):
            # Who knows no variables reads the first, all others the second.
            variable = "--fw-paper" if colour == "#ffffff" else f"--fw-{colour[1:]}"
            assert f"{name}: {colour}; {name}: var({variable})" in style
            assert variable in style_of(drawing)
    grounds = [path for path in ElementTree.fromstring(drawing).iter() if path.get("style") == "fill: none"]
    assert len(grounds) >= 2, "figure and axes have no ground of their own"


def test_words_stay_words(drawing):
    assert ">stump better →</text>" in drawing
    assert style_of(drawing)["font-family"].startswith("system-ui, ")
    assert drawing.count("font-family") == 1


def mixed(value, words, paper):
    """What a browser makes of ``color-mix(in srgb, ...)``, as red, green and blue up to 255."""
    colours = {"currentColor": words, "var(--fw-paper)": paper}
    first, share, second = re.fullmatch(r"color-mix\(in srgb, (.+) ([\d.]+)%, (.+)\)", value).groups()
    one, two = (
        np.array(colours[each] if each in colours else [int(n) for n in re.findall(r"\d+", each)])
        for each in (first, second)
    )
    return float(share) / 100 * one + (1 - float(share) / 100) * two


def luminance(rgb):
    rgb = np.asarray(rgb) / 255
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722]


def test_colours_are_themselves_on_white_and_read_on_dark(make, with_row, pair):
    rows = [svg(with_row(pair, rope=0.02, decision=decision)) for decision in ("a", "b", "none", "equivalent")]
    names = {"--fw-0060a0", "--fw-b04a00", "--fw-00735c", "--fw-444444"}
    styles = {name: value for row in rows for name, value in style_of(row).items() if name in names}
    assert set(styles) == names
    for name, value in styles.items():
        own = [int(name[5 + place : 7 + place], 16) for place in (0, 2, 4)]
        assert mixed(value, [0, 0, 0], [255, 255, 255]) == pytest.approx(own, abs=1.5)
        light, dark = (mixed(value, *page) for page in (([17] * 3, [255] * 3), ([230] * 3, [22] * 3)))
        assert 1.05 / (luminance(light) + 0.05) > 4.5, name
        assert (luminance(dark) + 0.05) / (luminance([22] * 3) + 0.05) > 4.5, name


def test_identifiers_of_two_figures_differ(pair, regression):
    ids = [set(re.findall(r' id="([^"]+)"', svg(each))) for each in (pair, regression)]
    assert all(ids)
    assert not ids[0] & ids[1]
    for each in (pair, regression):
        text = svg(each)
        used = set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))
        assert used == set(re.findall(r' id="([^"]+)"', text)), "only what is referred to has one"


def test_no_rule_is_about_the_page(drawing):
    (sheet,) = re.findall(r"<style[^>]*>([^<]*)</style>", drawing)
    selectors = re.findall(r"([^{}]+)\{[^{}]*\}", sheet.replace("@media (prefers-color-scheme:dark){", ""))
    assert selectors == ["svg:root", "svg:root"], "which is nothing inside a page"


def test_names_that_look_like_styles_are_left_alone(make):
    name = 'style="fill: #ffffff" id="x"'
    assert f">{name} better →</text>" in svg(make([name, "tree"]))
