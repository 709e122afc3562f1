"""The driver of levels over many datasets, at the smallest size, and what the page says against its numbers."""

from pathlib import Path

import pandas as pd
import pytest
import run_datasets
from tablelab.pages import markdown
from tablelab.populations import groups

from foldwise.lab import dataset_methods

DOCS = Path(__file__).parents[3] / "docs"


@pytest.fixture(scope="module")
def numbers():
    return pd.read_csv(DOCS / "datasets-levels.csv")


def test_every_method_is_measured():
    assert {name for group in groups().values() for name in group.methods} == set(dataset_methods())


def test_it_writes_numbers_and_page_and_goes_on_from_a_store(tmp_path, capsys):
    page = tmp_path / "lab-datasets.md"
    page.write_text(f"before\n{run_datasets.BEGIN}old\n{run_datasets.END}\nafter\n", encoding="utf-8")
    few = {name: group for name, group in groups().items() if name.endswith(("5 learners", "10 datasets", "centre"))}
    for group in few.values():
        del group.populations[2:]
    words = ["--n", "3", "--out", str(tmp_path), "--store", str(tmp_path / "lab.db")]
    run_datasets.main(words, several=few)
    first, text = (tmp_path / "datasets-levels.csv").read_text(), page.read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert text.endswith(f"{run_datasets.END}\nafter\n")
    assert "old" not in text
    assert "| wilcoxon/bergmann_hommel |" in text
    run_datasets.main(words, several=few)
    assert (tmp_path / "datasets-levels.csv").read_text() == first
    run_datasets.main([*words, "--tables"])
    assert page.read_text(encoding="utf-8") == text
    assert capsys.readouterr().out.count("null, 5 learners: ") == 2


def test_the_page_shows_the_numbers(numbers):
    inside = (DOCS / "lab-datasets.md").read_text(encoding="utf-8").partition(run_datasets.BEGIN)[2]
    assert inside.partition(run_datasets.END)[0] == markdown(numbers) + "\n"


def test_the_numbers_are_those_that_the_program_gives(numbers):
    several = {name: group for name, group in groups().items() if name == "centre"}
    again = run_datasets.measure(several, run_datasets.N_TABLES, {})
    kept = numbers[numbers["group"] == "centre"].reset_index(drop=True)
    pd.testing.assert_frame_equal(again, kept, rtol=1e-5)


def test_what_the_page_says_to_hold_holds(numbers):
    symmetric = numbers[
        numbers["group"].str.startswith(("null, ", "odd null"))
        & (numbers["measure"] == "family_wise")
        & ~numbers["source"].str.contains("skewed|every dataset")
    ]
    for method in ("wilcoxon/holm", "wilcoxon:dropped/holm", "wilcoxon:split/holm", "sign_test/holm", "t/holm"):
        own = symmetric[symmetric["method"] == method]
        # Twelve sizes; seven populations of two sizes.
        assert len(own) == 12 + 14
        assert own["rate"].max() <= 0.05, method


@pytest.mark.parametrize(
    ("source", "method", "words"),
    [
        ("every dataset twice", "wilcoxon/holm", (".313", ".298")),
        ("every dataset five times", "wilcoxon/holm", (".856", ".767")),
        ("skewed, equal medians", "wilcoxon/holm", (".085", ".204")),
        ("skewed, equal medians", "t/holm", (".071", ".295")),
        ("skewed, equal medians", "sign_test/holm", (".036", ".062")),
        ("skewed, equal means", "nemenyi", (".194", ".350")),
        ("three equal, two better", "conover/holm", (".071", ".085")),
        ("three equal, two better", "nemenyi", (".001", ".001")),
    ],
)
def test_what_the_page_says_to_fail_fails(numbers, source, method, words):
    """With 20 and with 50 datasets, as the text above the tables has them, rounded."""
    rows = numbers[(numbers["source"] == source) & (numbers["method"] == method)]
    rows = rows[(rows["measure"] == "family_wise") & rows["group"].str.startswith("odd null")]
    assert tuple(f"{rate:.3f}".removeprefix("0") for rate in rows["rate"]) == words
