"""Several datasets on the command line: the answer over them in figures, reports and documents."""

import json

WORDS = ("compare", "iris", "wine", "-l", "nb", "-l", "c45", "-l", "nn", "--scheme", "2x5", "--seed", "1")
KINDS = ("ranks", "matrix", "cd", "forest", "heatmap", "differences")


def words_of(path):
    return path.read_text(encoding="utf-8")


def test_every_kind_of_figure_is_written(run, tmp_path):
    for kind in KINDS:
        done = run(*WORDS, "--plot", tmp_path / f"{kind}.svg", "--kind", kind)
        assert (done.code, done.out.splitlines()[-1]) == (0, f"plot: {tmp_path / f'{kind}.svg'}")
    assert len({words_of(tmp_path / f"{kind}.svg") for kind in KINDS}) == len(KINDS)


def test_without_a_kind_there_are_two_panels(run, tmp_path):
    done = run(*WORDS, "--plot", tmp_path / "figure.svg")
    one = run(*WORDS, "--plot", tmp_path / "one.svg", "--kind", "ranks")
    assert (done.code, one.code) == (0, 0)
    panels = [words_of(tmp_path / name).count('<g id="axes_') for name in ("figure.svg", "one.svg")]
    assert panels == [2, 1]


def test_the_document_and_the_report_have_the_answer_over_datasets(run, tmp_path):
    done = run(*WORDS, "--json", "--report", tmp_path / "report.md")
    document = json.loads(done.out)
    assert document["overall"]["datasets"] == ["iris", "wine"]
    assert {each["name"] for each in document["overall"]["learners"]} == {"NaiveBayes", "C45", "NearestNeighbor"}
    text = words_of(tmp_path / "report.md")
    assert text.index("## Over all datasets") < text.index("## The datasets one by one")


def test_results_from_elsewhere_have_kinds(run, tmp_path):
    path = tmp_path / "scores.csv"
    rows = [
        f"{dataset},{learner},{fold},{0.6 + 0.1 * (learner == 'a') + 0.01 * fold * (1 + number)}"
        for number, dataset in enumerate(("one", "two", "three"))
        for learner in "ab"
        for fold in range(5)
    ]
    path.write_text("\n".join(["dataset,learner,fold,score", *rows]) + "\n", encoding="utf-8")
    done = run("judge", path, "--metric", "accuracy", "--plot", tmp_path / "x.png", "--kind", "matrix")
    assert done.code == 0, done.err
    refused = run("judge", path, "--metric", "accuracy", "--test", "all", "--plot", tmp_path / "y.png", "--kind", "cd")
    assert refused.code == 2
    assert "only one figure of this result: leave out kind='cd'" in refused.err
    assert not refused.out, "nothing is printed before it is refused"
    assert not (tmp_path / "y.png").exists()
