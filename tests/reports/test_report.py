import json
import os
import re
import stat
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from foldwise.data import load
from foldwise.learners import NaiveBayes
from foldwise.reports import report, summary
from foldwise.verdicts import compare

VOID = {"meta", "img", "br", "link", "hr", "input"}
ENDINGS = (".html", ".json", ".md", ".tex")


class Page(HTMLParser):
    """Collect tags, attributes and words; refuse tags that do not nest."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.attributes, self.words, self.ids = [], [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, *pair) for pair in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())

    def values(self, name):
        return [value for _, key, value in self.attributes if key == name]


def written(obj, tmp_path, ending):
    return report(obj, tmp_path / f"report{ending}").read_text(encoding="utf-8")


@pytest.mark.parametrize("ending", [*ENDINGS, ".HTML"])
def test_every_ending_writes_the_verdict(pair, tmp_path, ending):
    path = report(pair, str(tmp_path / f"out{ending}"))
    assert path == tmp_path / f"out{ending}"
    text = path.read_text(encoding="utf-8")
    assert "stump" in text
    assert "tree" in text
    assert os.listdir(tmp_path) == [path.name], "no draft is left behind"


@pytest.mark.parametrize("ending", ENDINGS)
def test_runs_and_lists_too(pair, regression, tmp_path, ending):
    assert "stump" in written(pair.runs[0], tmp_path, ending)
    both = written([pair, regression], tmp_path, ending)
    assert "line" in both
    assert "tree" in both


def test_json_is_the_summary(pair, tmp_path):
    assert json.loads(written(pair, tmp_path, ".json")) == summary(pair)


def test_html_is_one_sound_page(pair, tmp_path):
    page = Page(written(pair, tmp_path, ".html"))
    assert page.tags[:2] == ["html", "head"]
    assert ("html", "lang", "en") in page.attributes
    assert "stump vs tree on noise" in page.text
    assert page.text.index(pair.glance().headline) < page.text.index(pair.details()[:40])
    for heading in ("Numbers", "To beware of", "Design", "Learners", "How to read this", "How to repeat this"):
        assert heading in page.text
    assert "The null hypothesis" in page.text
    assert "not a confidence interval" in page.text


def test_html_says_whose_folds_share_work(tmp_path):
    entrants = {"bayes": NaiveBayes(), "tree": DecisionTreeClassifier()}
    verdicts = [compare(entrants, load("iris"), scheme="5", seed=1, sharing=sharing) for sharing in (True, False)]
    pages = [written(verdict, tmp_path, ".html") for verdict in verdicts]
    assert [page.count("its folds share their work") for page in pages] == [1, 0]
    assert [page.count("divided evenly") for page in pages] == [1, 0]


def test_html_asks_nothing_of_the_network(hostile, tmp_path, bare):
    text = written([hostile, hostile.runs[0]], tmp_path, ".html")
    page = Page(text)
    assert not {"link", "iframe", "object", "base", "form", "img", "style"} & set(Page(bare(text)).tags[8:])
    assert not page.values("src")
    assert all(value.startswith("#f") for value in page.values("href") + page.values("xlink:href"))
    assert all(part.startswith("#f") for part in text.split("url(")[1:])
    assert "@import" not in text
    assert len(set(page.values("id"))) == len(page.values("id"))


def test_figure_is_inside_and_described(pair, tmp_path):
    page = Page(written(pair, tmp_path, ".html"))
    assert page.tags.count("svg") == 1
    (words,) = [value for value in page.values("aria-label") if value and value.startswith("Differences in accuracy")]
    assert "stump vs tree on noise: " in words


def test_numbers_in_the_table_are_those_of_the_verdict(regression, tmp_path):
    """Errors on their natural scale; the difference with the sign of score(a) - score(b)."""
    row = regression.comparisons[0]
    numbers = [f"{-row.score_a:.3f}", f"{-row.score_b:.3f}", f"+{row.estimate:.3f}", f"{row.low:.3f} to {row.high:.3f}"]
    assert " ".join(numbers) in Page(written(regression, tmp_path, ".html")).text
    table = written(regression, tmp_path, ".md")
    assert f"| line vs stump | \N{BLACK CIRCLE} line better | {' | '.join(numbers)} |" in table


def test_markdown_says_what_was_run(pair, tmp_path):
    (run,) = pair.runs
    text = written(pair, tmp_path, ".md")
    assert f"fingerprint {run.data.fingerprint}" in text
    assert f"numpy {np.__version__}" in text
    assert "(RepeatedKFold(4, 3))" in text


def test_undefined_numbers_are_said_to_be_so(constant, tmp_path):
    for ending in (".html", ".md", ".tex"):
        text = written(constant, tmp_path, ending)
        assert ("undetermined" in text) is (ending != ".tex")
        assert "undefined" in text
        assert not re.search(r"\bnan\b|\bNone\b(?!,)", text)


@pytest.mark.parametrize("ending", [".html", ".md", ".tex"])
def test_same_input_same_page(pair, tmp_path, ending):
    assert written(pair, tmp_path, ending) == written(pair, tmp_path, ending)


def test_hostile_names_are_only_text_in_html(hostile, hostile_names, tmp_path, bare):
    text = written(hostile, tmp_path, ".html")
    page = Page(text)
    assert "<script" not in bare(text)
    assert "onerror" not in {name for _, name, _ in page.attributes}
    assert page.tags.count("title") == 1
    for name in hostile_names:
        assert " ".join(name.split()) in page.text
    assert "\u202e" not in text


def test_hostile_names_are_only_text_in_markdown(hostile, tmp_path):
    text = written(hostile, tmp_path, ".md")
    assert not re.search(r"<[a-z/!]", text)
    assert not re.search(r"(?<!\\)[\[`$]", text)
    tables = [line for line in text.splitlines() if line.startswith("|")]
    widths = {len(re.findall(r"(?<!\\)\|", line)) for line in tables}
    of_overall = {8, 5}
    of_each = {10, 7, 4, 6}
    assert widths == of_overall | of_each, (
        "columns of ranks and of pairs, then of comparisons, of the rope, of sources and of learners, each plus one"
    )


def test_hostile_names_are_only_text_in_latex(hostile, tmp_path, bare):
    """Strip what we wrote ourselves: no special character may be left unescaped."""
    text = written(hostile, tmp_path, ".tex")
    body = bare(text).replace(r"\(^\dagger\)", "")
    commands = re.sub(r"\\[%&$#_{}]", "", body)
    commands = re.sub(r"\\text(?:backslash|asciicircum|asciitilde|less|greater|bar)\{\}", "", commands)
    assert not set(commands) & set('%$#_^~<>|"')
    assert commands.count("{") == commands.count("}")
    ours = {
        "begin",
        "end",
        "centering",
        "small",
        "caption",
        "label",
        "toprule",
        "midrule",
        "bottomrule",
        "rlap",
        "ldots",
    }
    note = {
        "par",
        "smallskip",
        "parbox",
        "linewidth",
        "footnotesize",
        "textbf",
        "setlength",
        "tabcolsep",
        "raggedright",
    }
    assert set(re.findall(r"\\([a-zA-Z]+)", commands)) <= ours | note
    parts = re.findall(r"\\(?:begin|end)\{(\w+)\}", body)
    assert parts == 3 * ["table", "tabular", "tabular", "table"], "ranks, pairs, and the datasets one by one"
    rows = body.split("\\midrule\n")[3].split("\\bottomrule")[0].splitlines()
    assert len(rows) == 2, "two datasets"
    assert all(row.endswith("\\\\") and len(re.findall(r"(?<!\\)&", row)) == 3 for row in rows)


def test_hostile_names_survive_json(hostile, hostile_names, tmp_path):
    document = json.loads(written(hostile, tmp_path, ".json"))
    assert [learner["name"] for learner in document["runs"][0]["learners"]] == list(hostile_names)


@pytest.mark.parametrize("name", ["report.pdf", "report", "html", ".html"])
def test_unknown_endings_are_refused(pair, tmp_path, name):
    with pytest.raises(ValueError, match=r"must end in \.html, \.json, \.md, \.tex, got") as error:
        report(pair, tmp_path / name)
    assert "\n" not in str(error.value)


def test_a_missing_directory_is_named(pair, tmp_path):
    with pytest.raises(FileNotFoundError, match="no/such' does not exist"):
        report(pair, tmp_path / "no" / "such" / "report.html")
    (tmp_path / "folder.html").mkdir()
    with pytest.raises(IsADirectoryError, match="is a directory"):
        report(pair, tmp_path / "folder.html")


@pytest.mark.parametrize("obj", [None, "verdict", {"a": 1}, [3]])
def test_what_cannot_be_reported_is_refused(obj, tmp_path):
    with pytest.raises(
        TypeError, match=r"report takes one of Verdict, Overall, Run, Panel, .*, or a list of them, got"
    ):
        report(obj, tmp_path / "report.html")
    with pytest.raises(ValueError, match="empty list"):
        report([], tmp_path / "report.html")


def test_a_failure_leaves_the_old_file(pair, tmp_path, monkeypatch):
    path = tmp_path / "report.md"
    path.write_text("old")

    def fail(obj):
        raise RuntimeError("no ink")

    with pytest.raises(AttributeError):
        report(replace(pair, runs=(None,)), path)
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(RuntimeError, match="no ink"):
        report(pair, path)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["report.md"]


@pytest.mark.skipif(os.name != "posix", reason="permissions and links of POSIX")
def test_links_stay_and_others_may_read(pair, tmp_path):
    target, link = tmp_path / "target.md", tmp_path / "link.md"
    target.write_text("old")
    link.symlink_to(target)
    report(pair, link)
    assert link.is_symlink()
    assert "stump" in target.read_text(encoding="utf-8")
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(target.stat().st_mode) == 0o666 & ~mask


def test_failed_folds_are_listed(pair, tmp_path):
    from foldwise.runs import Failure

    failure = Failure(learner="tree", repeat=1, fold=3, error="ValueError: <no> & never")
    run = replace(pair.runs[0], failures=(failure,))
    assert "tree, repeat 1, fold 3: ValueError: <no> & never" in Page(written(run, tmp_path, ".html")).text
    assert "- noise, tree, repeat 1, fold 3: ValueError: &lt;no&gt; &amp; never" in written(run, tmp_path, ".md")
