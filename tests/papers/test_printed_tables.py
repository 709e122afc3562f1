"""The tables as printed: read as they are, and never changed by the way."""

from hashlib import sha256
from importlib.resources import files

import pytest

from foldwise.papers import printed, printed_accuracies_of

# Of the files as they were when the pages in docs were made.
DIGESTS = {
    "bouckaert_frank_2004_table1": "3bb5e0c922020e1d",
    "bouckaert_frank_2004_table2": "fbf35b0cba805ce9",
    "bouckaert_frank_2004_table3": "415d1fd66328da59",
    "bouckaert_frank_2004_table4": "82d78715e517afe4",
    "bouckaert_frank_2004_table5": "d2a5c77223155324",
    "bradford_brodley_2001_groups": "5d5b3a82b98223d0",
    "bradford_brodley_2001_table1": "e680a1ac3c4c1beb",
    "bradford_brodley_2001_table2": "dad7f0e0b79308ff",
    "bradford_brodley_2001_table3": "7bad9ea714816e5e",
    "bradford_brodley_2001_table4": "aaa7e30c0fe23db6",
    "dietterich_1998_recovered": "7513e3ba9c78533b",
    "dietterich_1998_simulation_reference": "c8e875dcfb3b6e8e",
    "worked_examples": "f77d96b06df36069",
}


def test_printed_numbers_are_those_of_the_pages():
    """A slip in an editor would otherwise turn a reproduction into its opposite."""
    folder = files("foldwise.papers").joinpath("tables")
    found = {path.name.removesuffix(".csv"): sha256(path.read_bytes()).hexdigest()[:16] for path in folder.iterdir()}
    assert found == DIGESTS


@pytest.mark.parametrize("name", DIGESTS)
def test_each_can_be_read_and_belongs_to_the_reader(name):
    table = printed(name)
    assert len(table) >= 4
    table.iloc[0, 0] = "changed"
    assert printed(name).iloc[0, 0] != "changed"


def test_accuracies_of_a_dataset_are_those_of_the_table():
    table = printed_accuracies_of("uci:labor")
    assert set(table["dataset"]) == {"labor-neg"}
    line = printed("bradford_brodley_2001_table1").set_index("dataset").loc["labor-neg"]
    assert (100 * table["accuracy"]).tolist() == pytest.approx(line.drop(["abbr", "size"]).astype(float).tolist())
    assert printed_accuracies_of("labor.arff").empty
