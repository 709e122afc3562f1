"""``--against NAME``: one learner with each of the others, on every command that compares."""

import json

import pytest

WORDS = ("iris", "-l", "nb", "-l", "c45", "-l", "nn", "--scheme", "5x10", "--seed", "1")


def pairs(done):
    document = json.loads(done.out)
    return document["against"], document["family"], [(row["a"], row["b"]) for row in document["comparisons"]]


@pytest.mark.parametrize("name", ["C45", "c45"])
def test_compare_takes_the_name_or_what_was_typed_for_it(run, name):
    done = run("compare", *WORDS, "--against", name, "--json")
    assert pairs(done) == ("C45", 2, [("NaiveBayes", "C45"), ("NearestNeighbor", "C45")])
    assert run("compare", *WORDS, "--against", name).out.startswith("2 learners against C45 on iris: ")


def test_an_unknown_name_is_one_line(run):
    assert run("compare", *WORDS, "--against", "C54").error == (
        "error: against must be one of 'NaiveBayes', 'C45', 'NearestNeighbor', got 'C54'. Did you mean 'C45'?"
    )


def test_judge_takes_it_for_scores_of_folds_and_for_one_score_each(run, tmp_path):
    path = tmp_path / "scores.csv"
    rows = [
        f"{dataset},{learner},{fold},{0.6 + 0.1 * (learner == 'a') + 0.01 * fold * (1 + number)}"
        for number, dataset in enumerate(("d", "e"))
        for learner in "abc"
        for fold in range(10)
    ]
    path.write_text("\n".join(["dataset,learner,fold,accuracy", *rows]), encoding="utf-8")
    against, family, both = pairs(run("judge", path, "--against", "a", "--json", "-q"))
    assert (against, family, both[:2]) == ("a", 4, [("b", "a"), ("c", "a")])
    means = tmp_path / "means.csv"
    lines = [f"d{n},{0.6 + n / 100},{0.5 + n / 90},{0.4 + n / 80}" for n in range(8)]
    means.write_text("\n".join(["dataset,x,y,z", *lines]), encoding="utf-8")
    document = json.loads(run("judge", means, "--metric", "accuracy", "--against", "y", "--json", "-q").out)
    assert [(pair["a"], pair["b"]) for pair in document["pairs"]] == [("x", "y"), ("z", "y")]
    assert document["win_tie_loss"]["learner"] == "y"


def test_replicate_takes_it(run):
    document = json.loads(run("replicate", *WORDS, "--executions", "2", "--against", "nb", "--json", "-q").out)
    assert document["against"] == "NaiveBayes"
    assert {row["b"] for row in document["agreements"]} == {"NaiveBayes"}


STUDY = """
name = "small"
scheme = "5x10"
seed = 1
{}

[datasets]
iris = "iris"
wine = "wine"

[learners]
bayes = "nb"
tree = "c45"
nearest = "nn"
"""


class TestStudy:
    @pytest.fixture
    def write(self, tmp_path):
        def call(line):
            path = tmp_path / "small.toml"
            path.write_text(STUDY.format(line), encoding="utf-8")
            return path

        return call

    def verdicts(self, done):
        (verdict,) = json.loads(done.out)["verdicts"]
        return verdict["against"], verdict["family"], {row["b"] for row in verdict["comparisons"]}

    def test_the_file_may_say_it(self, run, write):
        path = write('against = "tree"')
        assert self.verdicts(run("study", "run", path, "--json", "-q")) == ("tree", 4, {"tree"})
        assert "2 learners against tree" in run("study", "report", path).out

    def test_and_so_may_the_command_without_another_fit(self, run, write):
        path = write("")
        assert self.verdicts(run("study", "run", path, "--json", "-q")) == (None, 6, {"tree", "nearest"})
        assert "2 learners against bayes" in run("study", "report", path, "--against", "bayes").out
        assert self.verdicts(run("study", "run", path, "--against", "bayes", "--json", "-q")) == ("bayes", 4, {"bayes"})

    def test_a_name_that_is_not_there_is_refused_where_it_stands(self, run, write):
        path = write('against = "tre"')
        assert run("study", "run", path).error == (
            f"error: {path.name}, line 5: against must be one of 'bayes', 'tree', 'nearest', got 'tre'. "
            "Did you mean 'tree'?"
        )
        path = write("")
        run("study", "run", path, "-q")
        assert "Did you mean 'tree'?" in run("study", "report", path, "--against", "tre").error

    def test_a_settled_study_settles_these_pairs_only(self, run, write):
        path = write('scheme = "settled"\nmax_repeats = 10\nagainst = "bayes"')
        path.write_text(path.read_text(encoding="utf-8").replace('scheme = "5x10"\n', ""), encoding="utf-8")
        assert self.verdicts(run("study", "run", path, "--json", "-q")) == ("bayes", 4, {"bayes"})
        assert "2 learners against bayes" in run("study", "report", path).out
