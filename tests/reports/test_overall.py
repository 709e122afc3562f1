"""The answer over datasets, alone and as the first part of a verdict: numbers where they belong, in every format."""

import json
import re

import numpy as np
import pytest

from foldwise.reports import report, summary


def written(obj, tmp_path, ending):
    return report(obj, tmp_path / f"report{ending}").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def holes(overall_of):
    """Three learners on eight datasets; the third failed on one and has no score on another."""
    scores = np.array(
        [
            [0.91, 0.82, 0.73, 0.64, 0.85, 0.96, 0.77, 0.88],
            [0.90, 0.80, 0.70, 0.60, 0.80, 0.90, 0.70, 0.80],
            [0.50, np.nan, 0.40, 0.30, np.nan, 0.60, 0.45, 0.35],
        ]
    )
    return overall_of(scores, ["a", "b", "c"], list("stuvwxyz"), reasons={("c", "t"): "MemoryError: <b>"})


@pytest.fixture(scope="module")
def several(make):
    return make(["stump", "tree", "deep"], datasets=["one", "two", "three"])


def test_all_numbers_of_a_published_table(five_on_thirty):
    """Mean ranks and Iman and Davenport's F of the table without its ties are published; intervals were worked out."""
    document = json.loads(json.dumps(summary(five_on_thirty), allow_nan=False))
    assert document["schema"] == "foldwise.overall/1"
    assert [each["name"] for each in document["learners"]] == ["C4.5", "NaiveBayes", "CN2", "k-NN(k=1)", "Kernel"]
    ranks = [each["mean_rank"] for each in document["learners"]]
    assert ranks == pytest.approx([2.1, 2.2, 3.1167, 3.25, 4.3333], abs=1e-4)
    assert [(each["rank_low"], each["rank_high"]) for each in document["learners"]] == [
        (1, 2), (1, 3), (3, 4), (2, 4), (5, 5)
    ]  # fmt: skip
    assert (document["best"], document["may_be_best"]) == (None, ["C4.5", "NaiveBayes"])
    assert (len(document["pairs"]), len(document["cells"]), len(document["datasets"])) == (10, 150, 30)
    assert (document["omnibus"]["test"], document["omnibus"]["df"]) == ("iman_davenport", [4, 116])
    pair = document["pairs"][3]
    assert (pair["a"], pair["b"], pair["wins"], pair["ties"], pair["losses"]) == ("C4.5", "CN2", 23, 1, 6)
    assert pair["estimate"] == five_on_thirty.pair("C4.5", "CN2").estimate
    assert pair["differences"][:2] == pytest.approx([0.219 - 0.261, 0.803 - 0.798])
    assert (document["test"], pair["pvalues"], pair["called"]) == (None, None, None)
    counts = {
        each["learner"]: (each["wins"], each["ties"], each["losses"]) for each in document["win_tie_loss"]["counts"]
    }
    assert counts == {"k-NN(k=1)": (7, 1, 22), "NaiveBayes": (16, 0, 14), "Kernel": (3, 0, 27), "CN2": (6, 1, 23)}


def test_missing_cells_are_null_and_say_why(holes):
    document = summary(holes)
    missing = [cell for cell in document["cells"] if cell["score"] is None]
    assert [(cell["learner"], cell["dataset"], cell["reason"]) for cell in missing] == [
        ("c", "t", "MemoryError: <b>"),
        ("c", "w", ""),
    ]
    assert not any(cell["is_used"] for cell in missing)
    assert document["missing"] == "pairs"
    assert document["pairs"][1]["differences"][1] is None
    assert "missing_cells" in {caveat["code"] for caveat in document["caveats"]}


def test_a_verdict_holds_it(several, pair):
    document = summary(several)
    over = document["overall"]
    alone = summary(several.overall)
    assert {key: alone[key] for key in alone if key not in ("schema", "environment", "seal")} == over
    assert over["test"] == document["test"]
    first = over["pairs"][0]
    rows = [row for row in document["comparisons"] if (row["a"], row["b"]) == ("stump", "tree")]
    assert first["pvalues"] == [row["pvalue"] for row in rows]
    assert first["differences"] == pytest.approx([row["estimate"] for row in rows])
    assert summary(pair)["overall"] is None


ENDS = {
    ".html": ('<td class="n">{}</td>', '<td class="n">{}</td>'),
    ".md": ("| {} |", "| {} |"),
    ".tex": ("& {} &",) * 2,
}


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("ending", ENDS)
def test_ranks_are_in_a_table(five_on_thirty, tmp_path, ending):
    text = written(five_on_thirty, tmp_path, ending)
    for words in ("2.10", "1 to 3", "4.33", "0.780"):
        assert ENDS[ending][0].format(words) in text, words
    assert "C4.5 has the best mean rank (2.10)" in text


@pytest.mark.usefixtures("undrawn")
def test_every_pair_is_in_a_matrix(five_on_thirty, tmp_path):
    text = written(five_on_thirty, tmp_path, ".md").split("## Every pair\n\n")[1].split("\n\n")[0]
    heading, _, *rows = ([cell.strip() for cell in line.strip("| ").split(" | ")] for line in text.splitlines())
    assert heading == ["C4.5", "NaiveBayes", "CN2", "k-NN(k=1)", "Kernel"]
    pair = five_on_thirty.pair("C4.5", "CN2")
    told = f"**+{pair.estimate:.3f}** ({pair.low:.3f} to {pair.high:.3f}) (23/1/6) (p = {pair.adjusted_pvalue:.2g})"
    assert rows[0][3] == told
    assert rows[2][1].startswith(f"**\N{MINUS SIGN}{pair.estimate:.3f}**")
    assert rows[0][2].startswith("+0.007 ("), "not told apart, not bold"
    page = written(five_on_thirty, tmp_path, ".html")
    assert page.count('<td class="n won">') == page.count('<td class="n lost">') == 7


def test_the_matrix_in_print(five_on_thirty, tmp_path):
    """Above the diagonal differences and counts, below it p; the last row has no second line."""
    text = written(five_on_thirty, tmp_path, ".tex").split("\\midrule\n")[2].split("\\bottomrule")[0]
    rows = [line.removesuffix(r" \\").split(" & ") for line in text.splitlines()]
    assert len(rows) == 9
    assert rows[0] == ["C4.5", "", "+0.007", r"\textbf{+0.042}", r"\textbf{+0.048}", r"\textbf{+0.198}"]
    assert rows[1] == ["", "", "14/0/16", "23/1/6", "22/1/7", "27/0/3"]
    assert rows[8] == ["Kernel", r"\textbf{8.3e-06}", r"\textbf{6.0e-05}", r"\textbf{0.00087}", r"\textbf{0.025}", ""]


@pytest.mark.usefixtures("undrawn")
def test_wins_in_the_form_of_weka(five_on_thirty, tmp_path):
    text = written(five_on_thirty, tmp_path, ".tex")
    assert r"Mushrooms* & 0.990 & 0.482\rlap{\(^*\)} & 0.941\rlap{\(^*\)} & 0.857\rlap{\(^*\)} & 0.990 \\" in text
    assert r"(v/ /*) &  & (7/1/22) & (16/0/14) & (3/0/27) & (6/1/23) \\" in text
    assert r"| Abalone\* | 0.219 | 0.202 \* | 0.249 v | 0.165 \* | 0.261 v |" in written(
        five_on_thirty, tmp_path, ".md"
    )


def test_an_answer_comes_before_the_datasets_one_by_one(several, tmp_path):
    text = written(several, tmp_path, ".html")
    assert re.findall("<h2>(.*?)</h2>", text)[:5] == [
        "Over all datasets",
        "Every pair",
        "Wins, ties and losses",
        "The datasets one by one",
        "Comparisons",
    ]
    ranks, differences = (text.index(words) for words in ("rank over 3 datasets", "difference in accuracy"))
    assert text.index("<h1") < ranks < text.index("<h2>Over all datasets") < differences
    assert "over datasets</span>" in text, "caveats of the answer over datasets"
    captions = re.findall(r"\\caption\{(.*?)[.,]", written(several, tmp_path, ".tex"))
    assert captions == [
        "Ranks by accuracy",
        "Every pair of 3 learners on 3 datasets",
        "Accuracy of 3 learners on 3 datasets",
    ]


@pytest.mark.usefixtures("undrawn")
def test_errors_are_errors(overall_of, tmp_path):
    """Scores are negated errors; a page shows the errors."""
    errors = np.array([[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.5, 2.25, 3.5, 4.5, 5.5, 7.0]])
    overall = overall_of(-errors, ["a", "b"], list("uvwxyz"), metric="neg_root_mean_squared_error", task="regression")
    text = written(overall, tmp_path, ".md")
    assert "| **a** | \N{BLACK CIRCLE} best | 1.00 | 1 | 3.500 |" in text
    assert "the learner of the row is ahead: it has the lower root mean squared error" in text


@pytest.mark.usefixtures("undrawn")
def test_one_direction_has_no_ranks(overall_of, tmp_path):
    overall = overall_of(np.random.default_rng(0).random((3, 8)), "abc", list("stuvwxyz"), alternative="greater")
    text = written(overall, tmp_path, ".md")
    assert "| learner | mean rank | mean accuracy | better than | worse than |" in text
    assert "Where only one direction is asked about, ranks have no intervals." in text


@pytest.mark.usefixtures("undrawn")
def test_learners_that_never_met(overall_of, tmp_path):
    scores = np.array([[0.9, 0.8, 0.7, np.nan], [0.8, 0.7, 0.6, np.nan], [np.nan, np.nan, np.nan, 0.5]])
    overall = overall_of(scores, "abc", list("wxyz"))
    assert "no dataset in common" in written(overall, tmp_path, ".html")
    assert r"\textendash{}" in written(overall, tmp_path, ".tex")
    json.loads(written(overall, tmp_path, ".json"))


def test_hostile_names_are_only_text(overall_of, hostile_names, bare, tmp_path):
    names = [*hostile_names, "x" * 9999]
    scores = np.random.default_rng(0).random((4, 8))
    scores[1, 2] = np.nan
    datasets = ["</title><b>&amp;\u202e", "d_2 $ 100%", *"uvwxyz"]
    overall = overall_of(scores, names, datasets, reasons={(names[1], "u"): "<img onerror=1>"})
    text = written(overall, tmp_path, ".html")
    assert "<script" not in bare(text)
    assert "<img" not in text
    assert "\u202e" not in text
    markdown = written(overall, tmp_path, ".md")
    assert not re.search(r"<[a-z/!]", markdown)
    assert not re.search(r"(?<!\\)[\[`$]", markdown)
    commands = re.sub(r"\\[%&$#_{}]|\\rlap\{\\\(\^\*\\\)\}", "", bare(written(overall, tmp_path, ".tex")))
    commands = re.sub(r"\\text(?:backslash|asciicircum|asciitilde|less|greater|bar)\{\}", "", commands)
    assert not set(commands) & set('%$#_^~<>|"')
    assert commands.count("{") == commands.count("}")
    assert [each["name"] for each in summary(overall)["learners"]] == [each.name for each in overall.learners]


def test_how_to_repeat_it_is_code(overall_of, code_of):
    scores = np.random.default_rng(0).random((3, 8))
    code = code_of(overall_of(scores, "abc", list("stuvwxyz"), missing="complete", rope=0.01))
    compile(code, "page", "exec")
    for words in ("fw.judge(", "metric='accuracy'", "learners=['a', 'b', 'c']", "rope=0.01", "missing='complete'"):
        assert words in code
