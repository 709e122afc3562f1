"""Reproduced tables, figures and claims in every format: numbers beside the printed ones, and what to think of them."""

import json
import math
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from foldwise.reports import Check, ComparedValue, Exhibit, SideBySide, report, summary

FORMATS = (".html", ".md", ".tex")
MINUS, DASH = "\N{MINUS SIGN}", "\N{EN DASH}"
HOSTILE = '</title><script>alert("x")</script> a|b `c` $x_1^2$ %#~ \\end{tabular} {} & \u202e'


def written(obj, tmp_path, ending):
    return report(obj, tmp_path / f"report{ending}").read_text(encoding="utf-8")


class Nested(HTMLParser):
    """Refuse tags that do not nest; list them, and the addresses inside the page."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.ids, self.links = [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.ids += [value for key, value in attrs if key == "id"]
        self.links += [value for key, value in attrs if key == "href"]
        if tag not in {"meta", "img", "br", "wbr"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_document_has_every_cell(exhibits, tmp_path):
    table_one = exhibits[0]
    document = summary(table_one)
    assert document["schema"] == "foldwise.exhibit/1"
    assert (document["statement"], document["n_same"], document["n_printed"]) == ("not reproduced", 2, 4)
    assert document["why"] == table_one.why
    assert document["checks"][1] == {"asked": "at most 3 differ", "found": "5", "met": False}
    assert document["figures"] == [{"name": "rates", "caption": "Rejections by test."}]
    assert document["timings"] == {"seconds": None}
    cells = document["tables"][0]["cells"]
    assert [cell["agreement"] for cell in cells] == ["same", "near", "far", "alone", "same", "alone"]
    assert cells[0] == {
        "row": "iris",
        "column": "R",
        "measured": 0.7412,
        "printed": 0.737,
        "low": 0.7,
        "high": 0.78,
        "margin": None,
        "near": 0.05,
        "digits": 3,
        "agreement": "same",
    }
    assert cells[5]["measured"] is None
    assert json.loads(written(table_one, tmp_path, ".json")) == document


def test_cells_in_every_format(exhibits, tmp_path):
    """0.7412 within its limits of the printed 0.737; -0.0321 near -0.06; 12 far from 14; 0.5 beside nothing."""
    page = written(exhibits[0], tmp_path, ".html")
    mark = '<span class="mark" role="img" aria-label="{}">{}</span>'
    same = f'<td class="n same">0.741 <span class="printed">(0.737)</span>{mark.format("same", "=")}'
    assert f"{same}<br><small>0.700 to 0.780</small></td>" in page
    near = f'<td class="n near">{MINUS}0.03 <span class="printed">({MINUS}0.06)</span>{mark.format("near", "~")}</td>'
    assert near in page
    assert f'<td class="n far">12 <span class="printed">(14)</span>{mark.format("far", "≠")}</td>' in page
    assert '<td class="n alone">0.500</td>' in page
    assert f'<td class="n alone">{DASH}</td>' in page
    text = written(exhibits[0], tmp_path, ".md")
    assert (
        f"| iris | \\= 0.741 (0.737)<br><sub>0.700 to 0.780</sub> | \\~ {MINUS}0.03 ({MINUS}0.06) | ≠ 12 (14) |\n"
        in text
    )
    assert f"| wine | 0.500 | \\= yes (yes) | {DASH} |\n" in text
    text = written(exhibits[0], tmp_path, ".tex")
    assert r"iris & 0.741 (0.737) & \(-\)0.03 (\(-\)0.06) \(\approx\) & 12 (14) \(\neq\) \\" in text


@pytest.mark.parametrize("ending", [".html", ".md"])
def test_pages_say_what_to_think_and_why(exhibits, tmp_path, ending):
    exhibit = exhibits[0]
    text = written(exhibit, tmp_path, ending)
    for said in ("Table 1: R", exhibit.statement, exhibit.why, exhibit.about, "at most 3 differ", *exhibit.notes):
        assert said in text
    assert text.count("not met") == 1


@pytest.mark.parametrize(
    ("place", "statement", "look"),
    [
        (0, "not reproduced", "far"),
        (1, "reproduced in kind", "near"),
        (2, "reproduced", "same"),
        (3, "holds", "same"),
        (4, "not judged", "alone"),
        (5, "not run", "alone"),
    ],
)
def test_statements_have_colours_where_a_format_has_them(exhibits, tmp_path, place, statement, look):
    text = written(exhibits[place], tmp_path, ".md")
    assert f"\n**{statement}.**" in text
    # Signs that any font has.
    assert max(text) < "\u2700"
    assert f'<p><span class="badge {look}">{statement}</span>' in written(exhibits[place], tmp_path, ".html")


def test_words_begin_at_the_left(tmp_path):
    cells = ((ComparedValue(measured="none"), ComparedValue(measured=0.5)),)
    table = SideBySide(title="T", index="set", rows=("iris",), columns=("better", "p"), cells=cells)
    exhibit = Exhibit(paper="a_paper", name="t", title="T", about="", tables=(table,))
    assert "| --- | --- | ---: |" in written(exhibit, tmp_path, ".md")
    page = written(exhibit, tmp_path, ".html")
    assert '<td class="alone">none</td>' in page
    assert '<td class="n alone">0.500</td>' in page


def test_several_begin_with_contents(exhibits, tmp_path):
    """Each linked to its heading, whatever else is on the page."""
    page = Nested(text := written([*exhibits], tmp_path, ".html"))
    assert page.links == [*(f"#r{place}-title" for place in range(1, 7)), *["#contents"] * 6]
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert len(set(page.ids)) == len(page.ids)
    contents = text.split("<nav")[1].split("</nav>")[0]
    assert re.findall('badge [a-z]+">([a-z ]+)<', contents) == [exhibit.statement for exhibit in exhibits]
    assert "<nav" not in written(exhibits[0], tmp_path, ".html")


def test_figures_are_inside_the_page(exhibits, tmp_path):
    text = written(exhibits[0], tmp_path, ".html")
    assert Nested(text).tags.count("svg") == 1
    assert "<figcaption>Rejections by test.</figcaption>" in text


def test_a_page_says_how_to_repeat_it_if_that_is_known(exhibits, tmp_path):
    assert "How to repeat this" not in written(exhibits[0], tmp_path, ".html")
    again = replace(exhibits[0], call="reproduce('it')")
    assert "<code>reproduce(&#39;it&#39;)</code>" in written(again, tmp_path, ".html")


def test_wide_tables_go_on_below_in_print_and_in_terminals(tmp_path):
    """Twelve columns: five, five and two in LaTeX; lines of at most 79 letters in a terminal, or what it has."""
    columns = tuple(f"column {place}" for place in range(12))
    row = tuple(ComparedValue(measured=float(place), printed=float(place)) for place in range(12))
    table = SideBySide(title="Wide", index="set", rows=("a", "b"), columns=columns, cells=(row, row))
    exhibit = Exhibit(paper="p", name="t", title="T", about="", tables=(table,))
    text = written(exhibit, tmp_path, ".tex")
    assert re.findall(r"\\begin\{tabular\}\{(l?r*)\}", text) == ["lrrrrr", "lrrrrr", "lrr"]
    lines = str(exhibit).splitlines()
    assert max(map(len, lines)) <= 130
    heads = [line for line in lines if line.startswith("set")]
    assert len(heads) == 3
    narrow = [line for line in exhibit.text(40).splitlines() if line.startswith(("set", "a", "b"))]
    assert max(map(len, narrow)) <= 40
    # Numbers below 10 leave room for two columns: five times; 10 and 11 have a piece each.
    assert sum(line.startswith("set") for line in narrow) == 7
    assert [name for line in heads for name in re.findall(r"column \d+", line)] == list(columns)
    assert max(len(line) for line in lines if line.startswith(("a", "b"))) <= 79


def test_the_text_for_terminals(exhibits):
    """Beside printed numbers there are no limits; without printed numbers there are."""
    lines = str(exhibits[0]).splitlines()
    assert lines[0] == "Table 1: R_2 & so on"
    assert lines[1].startswith(
        "NOT REPRODUCED: 2 of 4 printed numbers are the same but for chance and rounding. 1 of 2"
    )
    place = lines.index("set                 R                d          n")
    assert lines[place + 1] == f"iris  0.741 (0.737) =  {MINUS}0.03 ({MINUS}0.06) ~  12 (14) ≠"
    assert "met: R is .9 or more; found: .95" in lines
    assert "NOT MET: at most 3 differ; found: 5" in lines
    assert "Note: The last row is off by one." in lines
    cell = ComparedValue(measured=0.25, low=0.2, high=0.3, digits=2)
    alone = SideBySide(title="Alone", index="", rows=("x",), columns=("rate",), cells=((cell,),))
    text = str(Exhibit(paper="p", name="t", title="T", about="", tables=(alone,)))
    assert "x  0.25 [0.20 to 0.30]" in text
    assert "Measured (printed)" not in text


def test_hostile_words_stay_words(tmp_path, bare):
    cell = ComparedValue(measured=HOSTILE, printed=HOSTILE)
    table = SideBySide(
        title=HOSTILE, index=HOSTILE, rows=(HOSTILE,), columns=(HOSTILE,), cells=((cell,),), note=HOSTILE
    )
    exhibit = Exhibit(
        paper=HOSTILE,
        name=HOSTILE,
        title=HOSTILE,
        about=HOSTILE,
        tables=(table,),
        checks=(Check(asked=HOSTILE, found=HOSTILE, met=True),),
        because=HOSTILE,
        notes=(HOSTILE,),
    )
    page = written([exhibit, exhibit], tmp_path, ".html")
    assert not {"script", "link", "iframe"} & set(Nested(bare(page)).tags)
    assert Nested(page).tags.count("title") == 1
    assert "\u202e" not in page
    text = written(exhibit, tmp_path, ".md")
    assert set(re.findall(r"<[a-z/!]\w*", text)) <= {"<br", "<sub", "</sub"}
    assert not re.search(r"(?<!\\)[\[`$]", text)
    commands = bare(written(exhibit, tmp_path, ".tex"))
    commands = re.sub(r"\\text(?:backslash|asciicircum|asciitilde|less|greater|bar)\{\}", "", commands)
    assert not set(re.sub(r"\\[%&$#_{}]", "", commands)) & set('%$#_^~<>|"')


def test_what_is_incomplete_is_not_judged(exhibits, tmp_path):
    """An experiment of another size has other numbers: no colours, no signs, no conditions met or missed."""
    quick = replace(exhibits[0], incomplete="A quick look.")
    row = "12 (14)"
    page = written(quick, tmp_path, ".html")
    assert '<td class="n alone">12 <span class="printed">(14)</span></td>' in page
    assert page.count('<span class="badge alone">not judged</span>') == 3
    assert not re.search('class="(?:badge|n) (?:same|near|far)"', page)
    text = written(quick, tmp_path, ".md")
    assert f"| {row} |\n" in text
    assert not set(text) & set("≠~")
    assert f"& {row} \\\\\n" in written(quick, tmp_path, ".tex")
    lines = str(quick).splitlines()
    assert "not judged: at most 3 differ; found: 5" in lines
    assert not set("".join(lines)) & set("≠~")
    assert summary(quick)["tables"] == summary(exhibits[0])["tables"]


def test_a_number_that_is_not_there_is_far_from_a_printed_one():
    cell = ComparedValue(measured=math.nan, printed=0.5)
    table = SideBySide(title="T", index="", rows=("x",), columns=("y",), cells=((cell,),))
    assert f"x  {DASH} (0.500) ≠" in str(Exhibit(paper="p", name="t", title="T", about="", tables=(table,)))


@pytest.mark.parametrize(("limits", "said"), [({}, False), ({"low": 1.0, "high": 3.0}, True)])
@pytest.mark.parametrize("ending", [".html", ".md"])
def test_limits_are_spoken_of_where_there_are_any(tmp_path, ending, limits, said):
    cell = ComparedValue(measured=2.0, printed=2.0, **limits)
    table = SideBySide(title="One", index="set", rows=("a",), columns=("n",), cells=((cell,),))
    text = written(Exhibit(paper="p", name="t", title="T", about="", tables=(table,)), tmp_path, ending)
    assert ("95% Monte Carlo limits" in text) is said


@pytest.mark.parametrize("incomplete", ["", "A quick look."])
def test_a_terminal_explains_brackets_and_parentheses_where_there_are_any(incomplete):
    bracketed = ComparedValue(measured=0.5, low=0.4, high=0.6)
    table = SideBySide(title="One", index="set", rows=("a",), columns=("n",), cells=((bracketed,),))
    exhibit = Exhibit(paper="p", name="t", title="T", about="", tables=(table,), incomplete=incomplete)
    assert "[0.400" in str(exhibit)
    assert "Measured [95% Monte Carlo limits of what was measured]." in str(exhibit)
    printed = replace(table, cells=((ComparedValue(measured=0.5, printed=0.5),),))
    beside = str(replace(exhibit, tables=(printed,)))
    assert "Measured (printed)" in beside
    assert "Monte Carlo limits of" not in beside
