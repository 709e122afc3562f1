"""Every command that learns says which column of a file it predicted, where nobody named one."""

import pytest

from foldwise.data import load, write_arff

SAID = "table: predicted is 'width', the last column. --target COLUMN takes another.\n"
NB, C45 = ("--learner", "nb"), ("--learner", "c45")
COMMANDS = {
    "compare": (*NB, *C45, "--scheme", "2x2"),
    "evaluate": (*NB, "--scheme", "2x2"),
    "replicate": (*NB, *C45, "--scheme", "2x2", "--executions", "2"),
    "sizes": (*NB, *C45),
    "plan": (*NB, *C45, "--scheme", "2x2", "--difference", "0.1"),
}


@pytest.fixture
def two_classes(table):
    """The class of the first column is often what is meant."""
    return table("kind,width", [f"{'uv'[i % 2]},{'ab'[i // 5 % 2]}" for i in range(20)])


@pytest.mark.parametrize("command", COMMANDS)
def test_it_is_said_beside_the_answer_unless_it_was_named(run, two_classes, command):
    words = (command, two_classes, *COMMANDS[command])
    assert run(*words).err == SAID
    assert run(*words, "--quiet").err == ""
    assert run(*words, "--target", "kind").err == ""


def test_a_certificate_says_it(run, table):
    path = table("kind,width", [f"{'uv'[i * 7 // 5 % 2]},{'ab'[i // 5 % 2]}" for i in range(120)])
    words = ("lab", "certify", path, *NB, *C45, "-p", "2x2/corrected_repeated_kfold_t", "--trials", "20")
    assert run(*words).err.endswith(SAID)


def test_of_what_is_known_by_name_and_of_arff_files_it_needs_no_word(run, two_classes, tmp_path):
    words = COMMANDS["compare"]
    assert run("compare", two_classes, "iris", *words).err == SAID
    write_arff(load("iris"), tmp_path / "iris.arff")
    for known in ("iris", str(tmp_path / "iris.arff")):
        assert run("compare", known, *words).err == ""
