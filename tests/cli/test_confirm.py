"""``foldwise confirm``."""

import json

import pytest

from foldwise.cli import main


@pytest.fixture
def results(tmp_path):
    def write(name, lead):
        rows = [
            f"{learner},{r},{k},{0.7 + (lead if learner == 'a' else 0) + 0.01 * ((7 * r + 3 * k) % 5)}"
            for learner in "ab"
            for r in range(5)
            for k in range(5)
        ]
        path = tmp_path / name
        # What differs from fold to fold must differ between learners, too.
        rows = [row if row[0] == "b" or n % 3 else row + "5" for n, row in enumerate(rows)]
        path.write_text("learner,repeat,fold,accuracy\n" + "\n".join(rows) + "\n")
        return str(path)

    return write


def test_a_difference_is_found_again(results, capsys):
    files = [results("before.csv", 0.1), results("after.csv", 0.12)]
    assert main(["confirm", *files]) == 0
    assert capsys.readouterr().out.startswith("That a is better than b is confirmed on after: accuracy 0.1218 higher")
    assert main(["confirm", *files, "--details"]) == 0
    assert "Not confirmed: they call the other one better" in capsys.readouterr().out
    assert main(["confirm", *files, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"][0]["standing"] == "confirmed"


def test_a_file_that_is_not_there_is_one_line(results, capsys):
    assert main(["confirm", results("before.csv", 0.1), "nowhere.csv"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
