"""A verdict that was not settled calls nobody better: not in words, tables, counts, figures or JSON."""

import json
from dataclasses import replace

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

from foldwise.displays import plot
from foldwise.reports import report
from foldwise.verdicts import compare


@pytest.fixture(scope="module")
def settled():
    y = np.arange(60) % 2
    X = np.random.default_rng(1).normal(size=(60, 2)) + 1.5 * y[:, np.newaxis]
    return compare({"nb": GaussianNB(), "guess": DummyClassifier()}, X, y, seed=1)


@pytest.fixture(scope="module")
def unsettled(settled):
    (row,) = settled.comparisons
    assert row.winner == "nb"
    open_row = replace(row, settlement=replace(row.settlement, settled=False, ended_by="fits"))
    return replace(settled, comparisons=(open_row,))


def test_words(settled, unsettled):
    assert settled.details().startswith("nb is better than guess on data: ")
    assert unsettled.details().startswith("nb is ahead of guess on data, but that is not settled: ")
    assert "better than guess" not in unsettled.details()


def test_other_decisions_are_not_settled_either(unsettled):
    (row,) = unsettled.comparisons
    none = replace(unsettled, comparisons=(replace(row, decision="none"),))
    assert none.details().startswith(
        "No difference between nb and guess is established on data, but that is not settled: "
    )
    same = replace(unsettled, comparisons=(replace(row, decision="equivalent"),), rope=0.9)
    assert same.details().startswith("nb and guess look practically equivalent on data, but that is not settled: ")


def test_there_is_a_leader_and_no_winner(unsettled):
    (row,) = unsettled.comparisons
    assert (row.leader, row.winner, row.decision) == ("nb", None, "a")
    assert repr(unsettled).endswith(": a (not settled)>")
    assert unsettled.frame().loc[0, ["winner", "settled"]].tolist() == [None, False]


@pytest.mark.parametrize("kind", ["html", "md"])
def test_tables_and_headings(settled, unsettled, tmp_path, kind, bare):
    for verdict, words in ((settled, "nb better"), (unsettled, "open, nb ahead")):
        report(verdict, tmp_path / f"page.{kind}")
        page = (tmp_path / f"page.{kind}").read_text("utf-8")
        page = bare(page) if kind == "html" else page
        assert words in page
        assert "was settled:" not in page
    assert "nb better" not in page


def test_a_table_in_print_has_a_sign_of_its_own(settled, unsettled, tmp_path):
    told, open_one = (report(each, tmp_path / "t.tex").read_text("utf-8") for each in (settled, unsettled))
    assert "dagger" not in told
    assert r"\rlap{\(^\ddagger\)}" in open_one
    assert r"\(^\ddagger\) whether the best is better is open: the verdict is not settled." in open_one


def test_the_page_has_another_colour_and_shape(settled, unsettled, tmp_path):
    for verdict, outcome, mark in ((settled, "better", "\N{BLACK CIRCLE}"), (unsettled, "open", "\u25d0")):
        page = report(verdict, tmp_path / "page.html").read_text("utf-8")
        sign = f'<span class="sign" aria-hidden="true">{mark}</span>'
        assert f'<div class="answer {outcome}">' in page
        assert page.count(f'<span class="outcome {outcome}">{sign}') == 1
        assert page.count(sign) == 2, "before the answer and in the table"


def test_json(unsettled, tmp_path):
    report(unsettled, tmp_path / "page.json")
    (row,) = json.loads((tmp_path / "page.json").read_text("utf-8"))["comparisons"]
    assert (row["winner"], row["decision"], row["outcome"]) == (None, "a", "open")
    assert row["settlement"]["settled"] is False


def test_figure(unsettled):
    axes = plot(unsettled)
    words = " ".join(text.get_text().replace("\n", " ") for text in axes.texts)
    assert "open, nb ahead" in words
    assert "nb better," not in words
