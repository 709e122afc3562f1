"""The pages of a study, in every format; expected numbers as the fixture `moods` explains them."""

import json
import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier

from foldwise.data import Dataset
from foldwise.reports import report, summary
from foldwise.runs import Failure
from foldwise.store import Judgement
from foldwise.studies import LeftOut, Study, run_study
from foldwise.verdicts import Caveat, judge

pytestmark = pytest.mark.usefixtures("undrawn")

DOCS = Path(__file__).parents[2] / "docs" / "report-json.md"
NAMES = (
    "<script>alert('x')</script>",
    'a|b `c` "q"\n& $x_1^2$ %#~ \\end{tabular} {} \U0001f98a \u202e',
    "long " * 2000,
)


class Cells(HTMLParser):
    """Collect the texts of table cells row by row, the tags, and the attributes."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.rows, self.tags, self.attributes, self._inside = [], [], [], False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, *pair) for pair in attrs]
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self._inside = True

    def handle_endtag(self, tag):
        self._inside = self._inside and tag not in ("td", "th")

    def handle_data(self, data):
        if self._inside:
            self.rows[-1][-1] += data


def written(obj, tmp_path, ending):
    return report(obj, tmp_path / f"report{ending}").read_text(encoding="utf-8")


@pytest.fixture(params=(".html", ".md", ".tex"))
def ending(request):
    return request.param


@pytest.fixture(params=(".html", ".md"))
def in_words(request):
    """An ending of pages that say more than tables."""
    return request.param


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """Hostile names of learners, datasets and of the study itself, and a test that was run on other terms before."""
    datasets = [Dataset(np.arange(40.0).reshape(20, 2), [0] * 12 + [1] * 8, name=name) for name in NAMES]
    learners = {name: DummyClassifier(strategy="constant", constant=k % 2) for k, name in enumerate(NAMES)}
    store = tmp_path_factory.mktemp("hostile") / "hostile.db"
    results = run_study(Study(name=NAMES[0], datasets=datasets, learners=learners, scheme="4", seed=1, store=store))
    failure = Failure(learner=NAMES[2], repeat=0, fold=1, error=f"ValueError: {NAMES[1]}")
    runs = (replace(results.runs[0], failures=(failure,)), *results.runs[1:])
    *cells, last = results.cells
    cells = (*cells, replace(last, n_failed=1, error=f"ValueError: {NAMES[0]}"))
    return replace(results, cells=cells, runs=runs, changes=(f"the data of {NAMES[1]} have changed.",))


def test_the_answer_comes_first(moods, tmp_path, ending):
    """72 folds: 8 failed, 8 not run, the other 56 done."""
    text = unescape(written(moods, tmp_path, ending))
    assert moods.glance().headline in text
    in_words = ending != ".tex"
    assert ("64 of 72 folds run, 8 failed, 8 missing (so far: the answer may change)" in text) is in_words
    assert ("2 of 9 cells (moody on odd, moody on late): each pair is judged on the datasets" in text) is in_words


def test_a_study_that_is_done_says_so(moods, tmp_path, ending):
    done = replace(moods, cells=moods.cells[:3], runs=moods.runs[:1], left_out=())
    text = unescape(written(done, tmp_path, ending))
    said = "3 learners on 1 dataset, 2 times 4-fold cross-validation, all 24 folds run" in text
    assert said is (ending != ".tex")
    assert "Left out" not in text


def test_scores_stand_in_a_matrix(moods, tmp_path):
    rows = Cells(written(moods, tmp_path, ".html")).rows
    start = rows.index(["dataset", "zeros", "ones", "moody"])
    assert rows[start + 1 : start + 5] == [
        ["plain", "0.6★", "0.4", "0.6★"],
        ["odd", "0.4", "0.6★", "8 of 8 folds failed: ValueError: three columns"],
        ["late", "0.8★", "0.2", "8 of 8 folds not run"],
        ["average rank", "1.5", "3.0", "1.5"],
    ]
    text = written(moods, tmp_path, ".md")
    assert (
        "\n| dataset | zeros | ones | moody |\n| --- | ---: | ---: | ---: |\n| plain | **0.6** | 0.4 | **0.6** |\n"
        in text
    )
    assert "\n| late | **0.8** | 0.2 | 8 of 8 folds not run |\n| average rank | 1.5 | 3.0 | 1.5 |\n\n" in text
    text = written(moods, tmp_path, ".tex")
    assert "\\begin{tabular}{lrrr}\n\\toprule\ndataset & zeros & ones & moody \\\\\n\\midrule\n" in text
    assert "\nplain & \\textbf{0.6} & 0.4 & \\textbf{0.6} \\\\\n" in text
    assert (
        "\nlate & \\textbf{0.8} & 0.2 & \\textendash{} \\\\\n\\midrule\naverage rank & 1.5 & 3.0 & 1.5 \\\\\n" in text
    )


def test_numbers_of_a_table_end_alike(tmp_path, ending):
    """14 of 20 right beside 17 of 25: as many decimals as the longest number needs, here two."""
    datasets = [
        Dataset(np.arange(2.0 * n).reshape(n, 2), [0] * n_zeros + [1] * (n - n_zeros), name=name)
        for name, n, n_zeros in (("twenty", 20, 14), ("more", 25, 17))
    ]
    learners = {"zeros": DummyClassifier(strategy="constant", constant=0), "often": DummyClassifier()}
    study = Study(name="ends", datasets=datasets, learners=learners, scheme="5:plain", seed=1, store=tmp_path / "s.db")
    text = re.sub(r"<.*?>|\\textbf{|}", "|", written(run_study(study), tmp_path, ending))
    assert re.search(r"\b0\.70\b", text)
    assert re.search(r"\b0\.68\b", text)


def test_the_learners_are_described(moods, tmp_path, in_words):
    text = unescape(written(moods, tmp_path, in_words)).replace("\\_", "_")
    described = r"(?:</span>|</dt><dd><code>|: |<[^>]*>)*DummyClassifier\(constant=1, strategy='constant'\)"
    assert re.search(rf"ones{described}", text)
    assert text.count("Learners") >= 1


def test_the_summary_names_who_beats_whom(make, moods, tmp_path, in_words):
    """Decisions written in by hand: two learners on few datasets are named, on many counted."""

    def told(decisions, names):
        verdict = make(datasets=names)
        rows = zip(verdict.comparisons, decisions, strict=True)
        verdict = replace(verdict, comparisons=tuple(replace(row, decision=what) for row, what in rows))
        return unescape(written(replace(moods, verdicts=(verdict,)), tmp_path, in_words))

    few = told(["a", "b", "none", "a"], list("uvwx"))
    assert "4 comparisons: 3 with one learner better, 1 not told apart. stump beats tree on u, x; " in few
    assert "; tree beats stump on v." in few
    many = told(["a"] * 7, list("tuvwxyz"))
    assert "stump beats tree on 7 datasets." in many
    none = told(["none"] * 4, list("uvwx"))
    assert "beats" not in none


def test_ranks_say_of_how_many_datasets(moods, tmp_path, ending):
    assert "Ranks are averaged over the 1 of 3 datasets on which every learner has a score" in written(
        moods, tmp_path, ending
    )


def test_errors_are_shown_as_errors(regression, moods, tmp_path):
    """Root mean squared errors of the line and the stump; the line is better, so that its smaller one is the best."""
    run = regression.runs[0]
    cells = tuple(replace(moods.cells[0], dataset=run.data.name, learner=name) for name in run.learner_names)
    study = replace(moods, runs=(run,), cells=cells, verdicts=(regression,), left_out=())
    line, stump = -run.scores().mean(axis=(1, 2))
    assert line < stump
    text = written(study, tmp_path, ".md")
    assert f"| {run.data.name} | **{line:.4g}** | {stump:.4g} |" in text
    assert "less is better" in text


def test_wins_draws_and_losses(make, moods, tmp_path, ending):
    """Seven datasets, what was decided on each written in by hand."""
    verdict = make(datasets=list("tuvwxyz"), rope=0.01)
    decisions = zip(verdict.comparisons, ["a"] * 3 + ["b", "equivalent", "none", "undetermined"], strict=True)
    verdict = replace(verdict, comparisons=tuple(replace(row, decision=what) for row, what in decisions))
    study = replace(moods, verdicts=(verdict,))
    (row,) = summary(study)["wins"]
    assert (row["a"], row["b"], row["wins"], row["draws"], row["losses"]) == ("stump", "tree", 3, 2, 1)
    text = re.sub(r"</?t[dh][^>]*>\n?", "|", written(study, tmp_path, ending))
    expected = {
        ".html": "|stump||tree||3||2||1||1|",
        ".md": "| stump | tree | 3 | 2 | 1 | 1 |",
        ".tex": "stump & tree & 3 & 2 & 1 & 1",
    }
    assert expected[ending] in text


def test_a_test_over_datasets_has_no_wins(make, moods):
    verdict = judge(make(datasets=[f"d{i}" for i in range(6)]).runs, test="wilcoxon")
    assert summary(replace(moods, verdicts=(verdict,)))["wins"] == []


def test_every_verdict_is_there_and_folded(make, panel, estimates, moods, drawn, tmp_path):
    verdict = make(["a", "b", "c"], datasets=["one", "two"])
    text = written(replace(moods, verdicts=(verdict, panel, estimates)), tmp_path, ".html")
    what = ("corrected repeated k-fold t test", "every test that fits", "estimates")
    starts = [text.index(f"<details>\n<summary>Accuracy, {words}</summary>") for words in what]
    ends = [*starts[1:], text.index("<summary>Tests that were ever run")]
    parts = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    assert [part.count("<svg") for part in parts] == [2, 1, 1], "of a verdict the ranks and the differences"
    assert "<h2>Comparisons</h2>" in parts[0]
    assert "<h2>What each test says</h2>" in parts[1]
    assert "<h2>Estimates</h2>" in parts[2]
    for row in verdict.comparisons:
        assert f'colspan="9">{row.dataset}</th>' in parts[0]


def test_short_verdicts_are_told_in_words_and_long_ones_counted(make, pair, moods, tmp_path, in_words):
    text = unescape(written(replace(moods, verdicts=(pair, make(list("abcd")))), tmp_path, in_words))
    text = text.replace("\N{NO-BREAK SPACE}", " ")
    assert text.count(pair.glance().headline) == 2, "above, and in the part of the verdict"
    assert "Accuracy, corrected repeated k-fold t test: 6 comparisons: " in text


def test_failures_are_grouped(moods, tmp_path, ending):
    """Eight folds of one learner failed alike; those that have not been run did not fail."""
    assert summary(moods)["failures"] == [
        {"learner": "moody", "error": "ValueError: three columns", "n_folds": 8, "datasets": ["odd"]}
    ]
    other = Failure(learner="zeros", repeat=0, fold=0, error="TimeLimit: 3 s")
    runs = [replace(run, failures=(*run.failures, other)) for run in moods.runs]
    study = replace(moods, runs=tuple(runs))
    assert [group["n_folds"] for group in summary(study)["failures"]] == [8, 3], "the most frequent first"
    if ending == ".html":
        rows = Cells(written(study, tmp_path, ending)).rows
        assert ["moody", "ValueError: three columns", "8", "odd"] in rows
        assert ["zeros", "TimeLimit: 3 s", "3", "plain, odd, late"] in rows
    elif ending == ".md":
        assert "| zeros | TimeLimit: 3 s | 3 | plain, odd, late |" in written(study, tmp_path, ending)


def test_seconds_are_summed(moods, tmp_path):
    cells = tuple(replace(cell, seconds=float(10**k)) for k, cell in enumerate(moods.cells))
    rows = Cells(written(replace(moods, cells=cells), tmp_path, ".html")).rows
    assert rows[-4] == ["plain", "1", "10", "100", "111"]
    assert rows[-1][0] == "all"
    assert float(rows[-1][1]) == pytest.approx(1001001, rel=1e-3)


def test_every_try_is_told(moods, tmp_path, in_words):
    """One test by the study itself, on three pairs and two times one, and one more on other terms."""
    assert len(moods.judgements) == 1
    other = Judgement(
        terms={"test": "mcnemar", "metric": "f1", "alpha": 0.1, "rope": None, "allow_partial": False},
        findings=[{"winner": "zeros"}, {"winner": None}],
    )
    study = replace(moods, judgements=(*moods.judgements, other))
    text = written(study, tmp_path, in_words)
    assert "2 tests with 7 comparisons were run on the results of this study so far." in text
    if in_words == ".html":
        rows = Cells(text).rows
        assert ["mcnemar", "f1", "alpha 0.1", "2", "1"] in rows
        (row,) = [row for row in rows if row[:2] == ["corrected_repeated_kfold_t", "accuracy"]]
        assert "alpha 0.05" in row[2]
        assert row[3:] == ["5", "0"]
    elif in_words == ".md":
        assert "| mcnemar | f1 | alpha 0.1 | 2 | 1 |" in text


def test_caveats_are_said_once(moods, make, tmp_path):
    """A caveat of one run, which a verdict on several repeats with the name of the dataset before it."""
    odd, few = Caveat(code="odd", message="Odd rows."), Caveat(code="few", message="Few rows.")
    runs = (replace(moods.runs[0], caveats=(odd,)), *moods.runs[1:])
    told = Caveat(code="odd", message="plain: Odd rows.")
    verdict = replace(make(), caveats=(told, few))
    text = written(replace(moods, runs=runs, verdicts=(verdict,)), tmp_path, ".html")
    section = text.split("<summary>To beware of")[-1].split("</details>")[0]
    assert 'Odd rows. <span class="code">odd: plain</span>' in section
    assert 'Few rows. <span class="code">few</span>' in section
    assert section.count("Odd rows.") == 1


def test_changes_and_what_is_left_out_are_listed(moods, tmp_path):
    left = LeftOut(dataset="late", reason="moody: 8 of 8 folds not run")
    study = replace(moods, changes=("the data of odd have changed.",), left_out=(left,))
    for ending, start in ((".html", "<li>"), (".md", "- ")):
        text = written(study, tmp_path, ending)
        assert f"{start}the data of odd have changed." in text
        assert f"{start}late: moody: 8 of 8 folds not run." in text
    assert "What has changed" not in written(moods, tmp_path, ".html")


def test_a_learner_that_is_left_out_is_named(moods, tmp_path, in_words):
    left = LeftOut(dataset="every dataset", learner="moody", reason="complete on no dataset")
    study = replace(moods, left_out=(left,))
    assert summary(study)["left_out"] == [
        {"dataset": "every dataset", "reason": "complete on no dataset", "learner": "moody"}
    ]
    text = written(study, tmp_path, in_words)
    assert "Left out of verdicts: moody; see below why." in text
    assert "moody: complete on no dataset." in text


def test_it_says_how_to_repeat_it(moods, tmp_path):
    text = written(replace(moods, store=Path("far", "my moods.db")), tmp_path, ".html")
    assert "foldwise study run STUDY.toml\nfoldwise study status &#39;my moods.db&#39;\n" in text


def test_nothing_judged_yet(moods, tmp_path, in_words):
    study = replace(moods, verdicts=(), left_out=(), judgements=())
    text = written(study, tmp_path, in_words)
    assert "Nothing has been judged yet." in text
    assert "Wins" not in text
    assert "so far" not in text


def test_the_figure_is_told_in_words(moods, drawn, tmp_path):
    cells = Cells(written(moods, tmp_path, ".html"))
    words = [value for tag, key, value in cells.attributes if key == "aria-label" and value.startswith("The best on")]
    assert words[0] == (
        "The best on each dataset, by accuracy. plain: zeros 0.6, moody 0.6. odd: ones 0.6, 1 without a score. "
        "late: zeros 0.8, 1 without a score."
    )
    assert "average rank (1 of 3)" in written(moods, tmp_path, ".html").split("</svg>")[0]


def test_the_document_is_strict_json_and_documented(moods, tmp_path):
    study = replace(moods, left_out=(LeftOut(dataset="late", reason="moody: 8 of 8 folds not run"),))
    document = json.loads(written(study, tmp_path, ".json"), parse_constant=lambda name: pytest.fail(name))
    assert document["schema"] == "foldwise.study/1"
    assert (document["name"], document["store"], document["is_complete"]) == ("moods", "moods.db", False)
    (table,) = document["tables"]
    assert table["scores"][5] == {
        "dataset": "odd",
        "learner": "moody",
        "mean_score": None,
        "is_best": False,
        "rank": None,
        "gap": "8 of 8 folds failed: ValueError: three columns",
    }
    assert table["average_ranks"][0] == {"learner": "zeros", "rank": 1.5}
    assert [verdict["schema"] for verdict in document["verdicts"]] == ["foldwise.verdict/1"]
    section = DOCS.read_text(encoding="utf-8").split("foldwise.study/1")[1].split("\n## ")[0]
    inner = [document[key][0] for key in ("cells", "tables", "wins", "left_out", "failures", "judgements", "timings")]
    keys = {*document, *(key for entry in [*inner, table["scores"][0]] for key in entry)}
    assert {key for key in keys if f"`{key}`" not in section} == {"schema", "seal"}


def test_documents_differ_only_where_they_may(moods):
    """Another place and another speed."""
    cells = tuple(replace(cell, seconds=9.0) for cell in moods.cells)
    first, second = summary(moods), summary(replace(moods, cells=cells, store=Path("elsewhere", "moods.db")))
    assert {key for key in first if first[key] != second[key]} == {"timings"}


def test_hostile_names_are_only_text_in_html(hostile, drawn, tmp_path, bare):
    text = written(hostile, tmp_path, ".html")
    page = Cells(bare(text))
    assert "script" not in page.tags
    assert not any(key.startswith("on") for _, key, _ in page.attributes)
    assert "\u202e" not in text
    short = f"{NAMES[2][:30]}…"
    assert any(cell.startswith(short) and len(cell) <= 60 for row in page.rows for cell in row)
    assert ("span", "title", " ".join(NAMES[2].split())) in page.attributes, "whole for those who point at it"
    assert max(len(cell) for row in page.rows for cell in row) < 500


def test_hostile_names_are_only_text_in_markdown(hostile, tmp_path):
    text = written(hostile, tmp_path, ".md")
    assert not re.search(r"<[a-z/!]", text)
    assert not re.search(r"(?<!\\)[\[`$]", text)
    matrix = text.split("## Scores: accuracy\n\n")[1].split("\n\n")[0].splitlines()
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in matrix} == {5}, "three learners, one more, and both ends"
    assert len(matrix) == 6


def test_hostile_names_are_only_text_in_latex(hostile, tmp_path, bare):
    """Strip what we wrote ourselves: no special character may be left unescaped."""
    body = bare(written(hostile, tmp_path, ".tex"))
    commands = re.sub(r"\\[%&$#_{}]", "", body.replace(r"\(^\dagger\)", ""))
    texts = r"\\text(?:backslash|asciicircum|asciitilde|less|greater|bar|endash)\{\}|\\ldots\{\}"
    commands = re.sub(texts, "", commands)
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
        "textbf",
    }
    note = {"par", "smallskip", "parbox", "linewidth", "footnotesize", "setlength", "tabcolsep", "raggedright"}
    assert set(re.findall(r"\\([a-zA-Z]+)", commands)) <= ours | note
    opened, closed = ([*re.findall(rf"\\{word}{{(\w+)}}", body)] for word in ("begin", "end"))
    assert sorted(opened) == sorted(closed)
    matrix = body.split("\\midrule\n")[1].splitlines()
    assert len(matrix) == 3
    assert all(row.endswith("\\\\") and len(re.findall(r"(?<!\\)&", row)) == 3 for row in matrix)


def test_long_tables_are_parted_in_latex(moods, tmp_path):
    """Ninety datasets are three tables; only the last has the ranks."""
    run, cell = moods.runs[0], moods.cells[0]
    runs = tuple(replace(run, data=replace(run.data, name=f"d{i}")) for i in range(90))
    cells = tuple(replace(cell, dataset=each.data.name, learner=name) for each in runs for name in run.learner_names)
    text = written(replace(moods, runs=runs, cells=cells, verdicts=(), left_out=()), tmp_path, ".tex")
    assert text.count("\\begin{table}") == 3
    assert text.count("\naverage rank &") == 1


def test_hostile_names_survive_json(hostile, tmp_path):
    document = json.loads(written(hostile, tmp_path, ".json"))
    assert document["name"] == NAMES[0]
    assert [each["learner"] for each in document["tables"][0]["average_ranks"]] == list(NAMES)


def test_several_results_in_one_page(moods, pair, tmp_path):
    text = written([moods, pair], tmp_path, ".html")
    assert text.count("<article") == 2
    assert summary([moods, pair])["items"][0] == summary(moods)
