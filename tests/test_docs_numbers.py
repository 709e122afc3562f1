"""Numbers in words and pages that would go stale in silence: each is computed again."""

import importlib
import re
from pathlib import Path

import pandas as pd
import pytest

from foldwise import stats
from foldwise.verdicts import card
from foldwise.verdicts.guidance import measured_levels
from foldwise.verdicts.tests import FLAGS

DOCS = Path(__file__).parents[1] / "docs"


def share(value):
    return f"{value:.3f}".removeprefix("0")


def test_limits_of_a_rate_in_the_lab():
    rows = re.findall(
        r"^\| ([\d,]+) \| (\S+) to (\S+) \| (\S+) \| (\S+) to (\S+) \|$", (DOCS / "lab.md").read_text("utf-8"), re.M
    )
    assert len(rows) == 7
    for trials, *printed in rows:
        n = int(trials.replace(",", ""))
        low, high = stats.clopper_pearson(n // 20, n).low, stats.clopper_pearson(n // 20, n).high
        middle = stats.clopper_pearson(n // 2, n)
        assert printed == [share(x) for x in (low, high, (high - low) / 2, middle.low, middle.high)]


def worst(test, design):
    """Largest level over the nominal one that was measured in a design, with independent examples."""
    rows = [row for row in measured_levels(test) if design(row.design) and "not independent" not in row.source]
    return f"{max(row.rate / row.level for row in rows):.1f}"


@pytest.mark.parametrize(
    ("test", "design"),
    [("corrected_repeated_kfold_t", lambda text: True), ("kfold_t", lambda text: text == "10 folds")],
)
def test_cards_warn_of_the_worst_level_that_they_list(test, design):
    (said,) = re.findall(r"([\d.]+) times", card(test).avoid)
    assert said == worst(test, design)


def test_the_caveat_of_kfold_t_has_the_same_number():
    for text in (FLAGS["elevated_type1"], (DOCS / "caveats.md").read_text("utf-8")):
        assert f"up to {worst('kfold_t', lambda text: text == '10 folds')} times as often" in text


@pytest.mark.parametrize("page", ["make_coming_from", "make_coming_from_mlxtend"])
def test_the_side_of_foldwise_beside_other_packages(page, monkeypatch):
    """The others' side needs the others; ours must not go stale beside it."""
    monkeypatch.syspath_prepend(DOCS)
    make = importlib.import_module(page)
    rows_of = importlib.import_module("make_coming_from").rows_of
    kept = pd.read_csv(make.NUMBERS, dtype=str, keep_default_na=False)
    kept = kept[kept["source"] == "foldwise"].set_index(["table", "row", "by"])["value"]
    made = rows_of("foldwise", make.foldwise_rows).set_index(["table", "row", "by"])["value"]
    # The page says which version computed its numbers; a later one has to find the same.
    kept, made = (numbers.drop("versions", level="table") for numbers in (kept, made))
    assert list(kept.index) == list(made.index)
    numbers = pd.to_numeric(made, errors="coerce").dropna()
    assert len(numbers) > {"make_coming_from": 60, "make_coming_from_mlxtend": 10}[page]
    assert kept[numbers.index].astype(float).to_numpy() == pytest.approx(numbers.to_numpy(), rel=1e-6)
    assert kept.drop(numbers.index).to_dict() == made.drop(numbers.index).to_dict()


@pytest.mark.parametrize(
    ("file", "test"),
    [
        ("coming-from-weka.txt", stats.corrected_repeated_kfold_t),
        ("coming-from-weka-no-sizes.txt", stats.uncorrected_repeated_kfold_t),
    ],
)
def test_weka_marks_what_this_test_finds(file, test):
    """Its corrected tester is the plain t test where the results lack the sizes of their training and test sets."""
    table = pd.read_csv(DOCS / "examples" / "weka.csv")
    scores = table.pivot(index=["Key_Dataset", "Key_Run", "Key_Fold"], columns="Key_Scheme", values="Percent_correct")
    first = scores.pop("weka.classifiers.bayes.NaiveBayes")
    lines = re.findall(
        r"^(\w+) +\(100\).*\| +[\d.]+ ([v* ]) +[\d.]+ ?([v* ]?)$", (DOCS / file).read_text("utf-8"), re.M
    )
    assert [name for name, *_ in lines] == ["glass", "labor", "soybean", "vote"]
    for name, *marks in lines:
        for scheme, mark in zip(["trees.J48", "lazy.IBk"], marks, strict=True):
            result = test((scores[f"weka.classifiers.{scheme}"] - first)[name].to_numpy().reshape(10, 10))
            expected = ("v" if result.estimate > 0 else "*") if result.pvalue < 0.05 else ""
            assert mark.strip() == expected, (name, scheme)
