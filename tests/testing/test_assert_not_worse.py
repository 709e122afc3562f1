"""An assertion for tests of one's own."""

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

from foldwise.testing import assert_not_worse


def answers(right):
    """The first `right` of 400 answers are right."""
    return pd.DataFrame({"item": range(400), "accuracy": (np.arange(400) < right).astype(int)})


def test_not_worse_passes_and_returns_the_gate():
    assert assert_not_worse(answers(300), answers(301), worse_by=0.02).estimate == 1 / 400


def test_worse_raises_with_the_words():
    with pytest.raises(AssertionError, match=r"^Worse: candidate is worse than baseline by more than 0\.02"):
        assert_not_worse(answers(300), answers(250), worse_by=0.02)


def test_pytest_shows_the_line_of_the_test(tmp_path):
    (tmp_path / "test_it.py").write_text(
        "import pandas as pd\n"
        "from foldwise.testing import assert_not_worse\n"
        "def test_it():\n"
        "    old = pd.DataFrame({'item': range(90), 'accuracy': 1})\n"
        "    assert_not_worse(old, old.assign(accuracy=0), worse_by=0.1)\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path / "test_it.py")]
    shown = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    assert "Worse: candidate is worse than baseline by more than 0.1." in shown
    assert "raise AssertionError" not in shown


def test_undecided_fails_unless_told_otherwise():
    undecided = (answers(300), answers(296))
    with pytest.raises(AssertionError, match="Undecided"):
        assert_not_worse(*undecided, worse_by=0.015)
    with pytest.raises(pytest.skip.Exception, match="Undecided"):
        assert_not_worse(*undecided, worse_by=0.015, undecided="skip")
    assert assert_not_worse(*undecided, worse_by=0.015, undecided="pass").outcome == "undecided"
    with pytest.raises(AssertionError, match="Worse"):
        assert_not_worse(answers(300), answers(250), worse_by=0.02, undecided="pass")
    with pytest.raises(ValueError, match="undecided must be"):
        assert_not_worse(*undecided, worse_by=0.02, undecided="maybe")


def test_options_of_a_gate_are_passed_on():
    with pytest.raises(AssertionError, match="new is worse than baseline"):
        assert_not_worse(answers(300), answers(250), worse_by=0.02, candidate_name="new", alpha=0.01)


def test_nothing_of_pytest_is_needed(tmp_path):
    """Where there is no pytest, what would be skipped raises."""
    old, new = (str(tmp_path / f"{name}.csv") for name in ("old", "new"))
    answers(300).to_csv(old, index=False)
    answers(296).to_csv(new, index=False)
    program = (
        "import sys; sys.modules['pytest'] = None\n"
        "from foldwise.testing import assert_not_worse\n"
        f"try: assert_not_worse({old!r}, {new!r}, worse_by=0.015, undecided='skip')\n"
        "except AssertionError as error: print(str(error).splitlines()[0])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Undecided: whether new is worse than old")
