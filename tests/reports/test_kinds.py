"""What the pages of each kind of result show, in every format."""

import json
import re
from dataclasses import replace
from html import unescape

import numpy as np
import pandas as pd
import pytest
from sklearn.naive_bayes import GaussianNB

from foldwise.evaluation import evaluate
from foldwise.reports import report, summary
from foldwise.tuning import Entry, Ledger
from foldwise.verdicts import NEEDS, Caveat, decision_words, judge

pytestmark = pytest.mark.usefixtures("undrawn")

FORMATS = (".html", ".md", ".tex")


def written(obj, tmp_path, ending):
    return report(obj, tmp_path / f"report{ending}").read_text(encoding="utf-8")


@pytest.fixture(params=FORMATS)
def ending(request):
    return request.param


@pytest.fixture(params=(".html", ".md"))
def in_words(request):
    """An ending of pages that say more than tables."""
    return request.param


def test_a_verdict_names_its_sources_of_variation(pair, tmp_path, in_words):
    text = written(pair, tmp_path, in_words)
    for source in pair.sources:
        assert source.name in text
        assert source.why in text
    assert summary(pair)["sources"][0] == {
        "name": pair.sources[0].name,
        "status": "covered",
        "why": pair.sources[0].why,
    }


def test_the_rope_has_three_probabilities(make, tmp_path, in_words):
    verdict = make(rope=0.02)
    row = verdict.comparisons[0]
    text = written(verdict, tmp_path, in_words)
    parts = [f"{value:.3f}" for value in (row.p_left, row.p_rope, row.p_right)]
    assert row.p_left + row.p_rope + row.p_right == pytest.approx(1)
    joined = {".html": '</td>\n<td class="n">', ".md": " | "}[in_words].join(parts)
    assert joined in text
    assert "P(within rope)" not in written(replace(verdict, rope=None), tmp_path, in_words)


def test_a_test_without_interval_says_none(make, tmp_path, ending):
    verdict = make(test="averaged_t")
    assert np.isnan(verdict.comparisons[0].low)
    text = written(verdict, tmp_path, ending)
    assert {".html": '<td class="n">none</td>', ".md": "| none |", ".tex": "& none &"}[ending] in text
    document = summary(verdict)["comparisons"][0]
    assert (document["low"], document["high"], document["standard_error"]) == (None, None, None)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "for a family of 3 comparisons, by Holm's method;"),
        ({"adjust": "bonferroni"}, "for a family of 3 comparisons, by Bonferroni's method;"),
        ({"adjust": "none"}, "The family has 3 comparisons; p-values are not adjusted for that: level 0.05 for each "),
        ({"tries": 7}, "for a family of 7 comparisons, of which 3 are shown, by Holm's method;"),
    ],
)
def test_the_family_and_its_adjustment(make, tmp_path, in_words, options, expected):
    verdict = judge(make(["a", "b", "c"]).runs, **options)
    assert expected in unescape(written(verdict, tmp_path, in_words))
    document = summary(verdict)
    assert (document["adjust"], document["family"]) == (options.get("adjust", "holm"), options.get("tries", 3))


def test_one_comparison_has_no_adjusted_p(make, panel, tmp_path, ending):
    """Adjusted for a family of one, p is p."""
    several = make(["a", "b", "c"])
    for result in (make(), panel):
        assert "adjusted p" not in re.sub(r"[\\()]", "", written(result, tmp_path, ending))
    for result in (several, judge(several.runs, test="all")):
        assert "adjusted p" in re.sub(r"[\\()]", "", written(result, tmp_path, ending))


def test_tables_write_p_as_the_words_do(pair, tmp_path, ending):
    less = {".html": "&lt;", ".md": "&lt;", ".tex": r"\textless{}"}[ending]
    for p in (0.3, 0.0504, 3.21e-7, 0.0):
        verdict = replace(pair, comparisons=(replace(pair.comparisons[0], pvalue=p, adjusted_pvalue=p),))
        (said,) = re.findall(r", p (?:= )?([^)]+)\)", str(verdict))
        said = said.replace("<", less)
        cell = {".html": f'<td class="n">{said}</td>', ".md": f"| {said} |", ".tex": f"& {said} \\\\"}[ending]
        assert cell in written(verdict, tmp_path, ending)


@pytest.mark.parametrize("names", [["a", "b"], list("abcd")])
def test_answer_figure_lines_and_table_come_in_this_order(make, tmp_path, names):
    """Then comes what is folded; the numbers of a single pair are in the answer, and their table is folded too."""
    text = written(make(names), tmp_path, ".html")
    table = "Comparisons</h2>" if len(names) > 2 else "<summary>Numbers</summary>"
    parts = ("<h1", "<figure>", '<dl class="lines">', table, "<summary>To beware of", "<summary>In full sentences<")
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert len(re.findall("<h1", text)) == 1


def test_a_figure_of_many_rows_comes_below_the_words(make, tmp_path):
    """Three learners are three rows, five are ten."""
    heroes = [
        re.findall('<section class="(hero.*?)">', written(make(list(n)), tmp_path, ".html")) for n in ("abc", "abcde")
    ]
    assert heroes == [["hero"], ["hero long"]]


def test_what_was_added_at_once_has_no_figure_of_repeats(pair, tmp_path):
    assert "How repeats were added" not in written(pair, tmp_path, ".html")


@pytest.mark.parametrize(
    ("scheme", "caption"),
    [("holdout:0.5", "One split."), ("resampled:9:0.2", "Splits share training data: the dots are not independent.")],
)
def test_captions_speak_of_folds_only_where_there_are_any(make, tmp_path, scheme, caption):
    verdict = make(scheme=scheme)
    text = written([verdict, verdict.runs[0]], tmp_path, ".html")
    figures = "".join(re.findall("<figcaption>.*?</figcaption>", text))
    assert caption in figures
    assert "fold" not in figures.lower()


def test_the_call_repeats_adjustment_and_tries(make, tmp_path):
    text = written(make(["a", "b", "c"], adjust="sidak", tries=9), tmp_path, ".html")
    assert "adjust=&#39;sidak&#39;,\n    tries=9,\n    seed=1,\n)" in text


def test_tuning_is_counted(tuned, tmp_path, in_words):
    """Two depths on each of four folds are two candidates."""
    (entry,) = summary(tuned)["runs"][0]["tuning"]
    assert (entry["learner"], entry["tries"], len(entry["folds"])) == ("tuned", 2, 4)
    assert {fold["n_candidates"] for fold in entry["folds"]} == {2}
    text = written(tuned, tmp_path, in_words)
    expected = {
        ".html": '<th scope="row" class="t">tuned</th>\n<td class="n">2</td>',
        ".md": "| tuned | 2 |",
    }
    assert entry["uncounted"] == []
    assert expected[in_words] in text


@pytest.mark.parametrize(
    ("candidates", "said"),
    [((), "unknown: LassoCV does not tell"), (("depth=1", "depth=2"), "at least 2: LassoCV does not tell")],
)
def test_a_search_that_does_not_count_is_named(pair, tmp_path, in_words, candidates, said):
    entry = Entry(learner="tree", repeat=0, fold=0, candidates=candidates, chosen="", uncounted=("LassoCV",))
    verdict = replace(pair, runs=(replace(pair.runs[0], ledger=Ledger((entry,))),))
    (document,) = summary(verdict)["runs"][0]["tuning"]
    assert (document["tries"], document["uncounted"]) == (len(candidates), ["LassoCV"])
    text = written(verdict, tmp_path, in_words)
    assert said in text
    assert "not told (1)" in text


@pytest.mark.parametrize(
    ("adjust", "end"),
    [
        ("holm", "level 0.05 for all comparisons together."),
        ("none", "level 0.05 for each comparison."),
        ("benjamini_hochberg", "level 0.05 (the expected share of false rejections)."),
    ],
)
def test_markdown_says_what_the_level_is_of(make, tmp_path, adjust, end):
    assert end in written(make(["a", "b", "c"], adjust=adjust), tmp_path, ".md")


def test_tables_say_decisions_as_the_words_do(panel, tmp_path, ending):
    """What the lines of the panel in words end with stands in the table of every page."""
    text = written(panel, tmp_path, ending)
    found = {decision_words(row.decision, row.winner) for verdict in panel.verdicts for row in verdict.comparisons}
    assert "not told apart" in found
    for words in found:
        assert f"  {words}\n" in panel.details()
        assert words in text
    assert "difference shown" not in text


@pytest.mark.parametrize(
    ("alternative", "said"),
    [("two-sided", "two-sided, level 0.1"), ("greater", "one-sided (is stump better than tree?), level 0.1")],
)
def test_a_panel_names_sides_and_level(pair, tmp_path, in_words, alternative, said):
    panel = judge(pair.runs[0], test="all", alternative=alternative, alpha=0.1)
    assert f"All tests {said}." in written(panel, tmp_path, in_words)


def test_a_panel_says_why_a_test_is_missing(panel, tmp_path):
    """A design in a few words, or a sentence of its own."""
    odd = replace(panel, not_applicable={"kfold_t": "a single cross-validation", "delong": "Fold 3 is missing."})
    text = written(odd, tmp_path, ".md")
    assert f"- {NEEDS['kfold_t'].label} (kfold\\_t): needs a single cross-validation.\n" in text
    assert f"- {NEEDS['delong'].label} (delong): Fold 3 is missing.\n" in text
    text = written(odd, tmp_path, ".html")
    assert f"<li>{NEEDS['kfold_t'].label} (<code>kfold_t</code>): needs a single cross-validation.</li>" in text
    assert "(<code>delong</code>): Fold 3 is missing.</li>" in text


def test_a_panel_says_each_caveat_once(make, tmp_path):
    """Those of the panel without names, those of a test under its name, and the datasets where not all are meant."""
    runs = make(datasets=["one", "two"], scheme="4").runs
    panel = judge(runs, test="all")
    few, everywhere = Caveat(code="few", message="Few."), Caveat(code="all", message="Everywhere.")
    first, *others = panel.verdicts
    rows = [
        replace(first.comparisons[0], caveats=(few, everywhere)),
        replace(first.comparisons[1], caveats=(everywhere,)),
    ]
    panel = replace(panel, verdicts=(replace(first, comparisons=tuple(rows)), *others))
    text = unescape(written(panel, tmp_path, ".md")).replace("\\_", "_")
    lines = text.split("## To beware of\n\n")[1].split("\n\n")[0].splitlines()
    label = NEEDS[first.test].label
    assert lines[: len(panel.caveats)] == [f"- {each.message} ({each.code})" for each in panel.caveats]
    assert f"- Few. (few: {label} (one))" in lines
    assert f"- Everywhere. (all: {label})" in lines
    said = [line.rsplit(" (", 1)[0] for line in lines]
    assert len(set(said)) == len(said)


def test_a_verdict_names_the_datasets_of_a_caveat_once(make, tmp_path):
    """Three datasets, a caveat on two of them: one line, the pair not repeated."""
    verdict = make(datasets=["one", "two", "three"])
    odd = Caveat(code="odd", message="Odd.")
    rows = tuple(replace(row, caveats=(odd,) if row.dataset != "two" else ()) for row in verdict.comparisons)
    text = written(replace(verdict, comparisons=rows), tmp_path, ".md")
    assert text.count("- Odd. (odd: one; three)\n") == 1


def test_a_panel_shows_every_test_and_why_they_differ(panel, tmp_path, ending):
    text = written(panel, tmp_path, ending)
    assert panel.splits_opinion() == [("noise", "stump", "tree")]
    for verdict in panel.verdicts:
        need = NEEDS[verdict.test]
        assert need.label.replace("'", "&#39;" if ending == ".html" else "'") in text
        assert (need.differs in text) is (ending != ".tex")
    assert "(not advised)" in text
    (opinion,) = summary(panel)["opinions"]
    sides = {camp["decision"]: camp["tests"] for camp in opinion["decisions"]}
    assert sides["none"][0] == "corrected_repeated_kfold_t"
    assert "uncorrected_repeated_kfold_t" in sides["a"]


def test_a_panel_document_is_the_panel(panel):
    document = summary(panel)
    assert (document["schema"], document["advised"]) == ("foldwise.panel/1", "corrected_repeated_kfold_t")
    flat = [
        (test["test"], test["advisable"], row["estimate"]) for test in document["tests"] for row in test["comparisons"]
    ]
    assert flat == list(panel.frame()[["test", "advisable", "estimate"]].itertuples(index=False, name=None))
    assert {entry["test"]: entry["needs"] for entry in document["not_applicable"]} == panel.not_applicable


def test_a_unanimous_panel_says_so(pair, tmp_path, in_words):
    text = written(judge(pair.runs[0], test="all"), tmp_path, in_words)
    assert text.count("All tests come to the same conclusion.") == 1


def test_estimates_have_an_interval_only_where_there_is_one(estimates, spread, tmp_path, ending):
    """Seven of twenty right: Clopper and Pearson's interval is [0.154, 0.592]."""
    text = written(estimates, tmp_path, ending)
    low, high = {".md": (r"\[", r"\]"), ".tex": ("{[}", "{]}")}.get(ending, "[]")
    assert f"{low}0.154, 0.592{high}" in text
    error = -spread.rows[0].score
    text = written(spread, tmp_path, ending)
    expected = {
        ".html": f'<td class="n">{error:.4g}</td>\n<td class="n">none</td>',
        ".md": f"| {error:.4g} | none |",
        ".tex": f"& {error:.4g} & none &",
    }
    assert expected[ending] in text
    assert "not a confidence interval" in text


@pytest.mark.parametrize(("scheme", "shared"), [("2x3", True), ("distinct:5:0.33", False)])
def test_training_data_are_said_to_be_shared_only_where_they_are(scheme, shared, tmp_path, ending):
    judged = judge(evaluate({"bayes": GaussianNB()}, "iris", scheme=scheme, seed=1))
    assert ("share training data" in written(judged, tmp_path, ending)) is shared


def test_a_randomization_shows_its_numbers(randomization, tmp_path, ending):
    text = written(randomization, tmp_path, ending)
    for shown in ("+0.1", "0.4", "0.9", "0.05"):
        assert shown in text
    assert ("Scores beyond chance." in text) is (ending != ".tex")
    document = summary(randomization)
    assert document["schema"] == "foldwise.randomization/1"
    assert (document["reference_mean"], document["seed"]) == (pytest.approx(0.5), 7)
    assert document["reference"] == randomization.reference.tolist()
    unknown = replace(randomization, chance=None, bias=None, bias_low=None, bias_high=None)
    assert "not known" in written(unknown, tmp_path, ending)


def test_a_randomization_does_not_call_all_bias_a_leak(randomization, tmp_path, in_words):
    text = written(randomization, tmp_path, in_words)
    assert "beyond a fixed rule is bias: a leak, or class counts where folds differ in them." in text
    assert "sound methodology" not in text


def test_results_from_elsewhere_do_not_pretend_to_know(tmp_path, ending):
    """Scores of ten folds, without sizes, seed or examples."""
    rng = np.random.default_rng(0)
    rows = [
        {"learner": learner, "repeat": 0, "fold": fold, "score": score + 0.02 * rng.random()}
        for learner, score in (("mine", 0.9), ("theirs", 0.8))
        for fold in range(10)
    ]
    verdict = judge(pd.DataFrame(rows), metric="accuracy", scheme="10")
    design = summary(verdict)["runs"][0]["design"]
    assert (design["seed"], design["stratified"], design["n_train"]) == (None, None, None)
    text = written([verdict, verdict.runs[0]], tmp_path, ending)
    assert ("unknown" in text) is (ending != ".tex")
    assert "None" not in text.replace("rope=None", "")
    assert "fingerprint ," not in text
    assert "fingerprint ;" not in text
    json.loads(written(verdict, tmp_path, ".json"))
