"""``foldwise claim``."""

import json

from foldwise.cli import main


def test_a_claim_is_checked(capsys):
    assert main(["claim", "10-fold,", "n=500,", "0.912 vs 0.905,", "p=0.03"]) == 0
    assert capsys.readouterr().out.startswith("The claim does not stand at 0.05")


def test_its_numbers_for_programs(capsys):
    assert main(["claim", "10x10, t=9.1", "--json", "--alpha", "0.01"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["standing"] == "falls"
    assert document["df"] == 99


def test_details(capsys):
    assert main(["claim", "test set, n=1000, 91.2% vs 90.5%", "--details"]) == 0
    assert "exact binomial test" in capsys.readouterr().out


def test_what_cannot_be_read_is_one_line(capsys):
    assert main(["claim", "better by far"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
