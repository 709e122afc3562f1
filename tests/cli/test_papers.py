import json
import sys
import time

import pytest

from foldwise.cli._papers_progress import ReproductionProgress
from foldwise.papers import PAPERS, Event, Experiment

# A paper in a module of its own, so that another process can have it as well. Its learner counts its fits, and hangs at
# the fit that a file names.
MODULE = """
import time
from pathlib import Path
import foldwise as fw
from foldwise.papers import PAPERS, Experiment, Paper, Part
from foldwise.reports import Check, ComparedValue, Exhibit, SideBySide
from sklearn.dummy import DummyClassifier

HERE = Path(__file__).parent

class Counting(DummyClassifier):
    def fit(self, X, y):
        with (HERE / "fits").open("a") as file:
            file.write("x")
        hang = HERE / "hang"
        while hang.exists() and (HERE / "fits").stat().st_size >= int(hang.read_text()):
            time.sleep(0.01)
        return super().fit(X, y)

def run(bench):
    sets = bench.sets({"Iris": "iris"}, quick=1)
    return bench.evaluate({"counting": Counting()}, sets, "2x5")["Iris"]

WORK = Experiment(run, "ten folds", 50.0, lambda: {"Iris": "iris"})
NAMES = {"Labor": "uci:labor"}
LABOR = Experiment(lambda bench: bench.sets(NAMES, quick=1), "labor", 10.0, lambda: NAMES)

def exhibit(name, bench, **fields):
    fields = {**fields, "title": f"Title of {name}", "incomplete": bench.incomplete}
    return Exhibit(paper="a_paper", name=name, about="", **fields)

def table(bench):
    mean = float(bench.once(WORK).scores().mean())
    cell = ComparedValue(measured=mean, printed=1 / 3, digits=3)
    shown = SideBySide(title="Accuracy", index="learner", rows=("counting",), columns=("accuracy",), cells=((cell,),))
    return exhibit("table1", bench, tables=(shown,))

def figure(bench):
    return exhibit("figure1", bench, checks=(Check(asked="no more than 10 fits", found="20", met=False),))

def broken(bench):
    raise RuntimeError("it is broken")

def labor(bench):
    return exhibit("table3", bench, checks=(Check(asked="one", found=str(bench.once(LABOR)), met=True),))

def papers():
    def part(name, make, *needs):
        return Part(name=name, title=f"Title of {name}", make=make, needs=needs)
    first = (part("table1", table, WORK), part("figure1", figure, WORK), part("table3", labor, LABOR))
    def paper(name, parts):
        return {name: Paper(name=name, title=name.capitalize(), reference="A reference.", about="Words.", parts=parts)}
    return {**paper("a_paper", first), **paper("trouble", (part("table1", broken), part("table2", table, WORK)))}
"""
CHILD = """
import sys
import paper_of_this_test
from foldwise.cli import main
from foldwise.papers import PAPERS
PAPERS.clear()
PAPERS.update(paper_of_this_test.papers())
sys.exit(main(sys.argv[1:]))
"""
KEPT = "finished work is kept in {}: the same command goes on where an interrupted one stopped."


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Put two papers in the place of all others, and no data but those that come with foldwise."""
    (tmp_path / "paper_of_this_test.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.delenv("FOLDWISE_DATA", raising=False)
    monkeypatch.setenv("FOLDWISE_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "paper_of_this_test", raising=False)
    import paper_of_this_test

    for name in list(PAPERS):
        monkeypatch.delitem(PAPERS, name)
    for name, paper in paper_of_this_test.papers().items():
        monkeypatch.setitem(PAPERS, name, paper)
    return tmp_path


def n_fits(folder):
    path = folder / "fits"
    return path.stat().st_size if path.exists() else 0


def test_list(run, folder):
    found = run("papers", "list")
    assert found.code == 0
    lines = [" ".join(line.split()) for line in found.out.splitlines()]
    assert lines[:4] == [
        "part datasets at hand takes about title",
        "a_paper/table1 1 of 1 50 s Title of table1",
        "a_paper/figure1 1 of 1 50 s Title of figure1",
        "a_paper/table3 0 of 1 10 s Title of table3",
    ]
    # Work that parts share counts once: 50 + 10.
    assert "all of them take about 60 s on two cores" in found.out
    assert "Not at hand: uci:labor. Set FOLDWISE_DATA" in found.out


def test_list_as_a_document(run, folder):
    document = json.loads(run("papers", "list", "--json").out)
    assert document["schema"] == "foldwise.papers-list/1"
    assert [paper["name"] for paper in document["papers"]] == ["a_paper", "trouble"]
    assert document["papers"][0]["parts"][2] == {
        "name": "table3",
        "title": "Title of table3",
        "seconds": 10.0,
        "n_datasets": 1,
        "missing": ["uci:labor"],
    }


def test_run_one_table(run, folder):
    found = run("papers", "run", "a_paper", "--table", 1, "--jobs", 1)
    assert found.code == 0
    assert found.out.startswith("Title of table1\nREPRODUCED: 1 of 1 printed numbers")
    first, begun, done = found.err.splitlines()
    assert first == KEPT.format("foldwise-papers")
    # 50 s on two cores, guessed to be twice as long on one.
    assert begun == "experiment 1 of 1: ten folds (about 2 min left)"
    assert done.startswith("experiment 1 of 1: done (")
    assert (folder / "foldwise-papers" / "runs.db").is_file()


def test_run_all_without_the_data(run, folder):
    found = run(
        "papers", "run", "a_paper", "--no-store", "--quiet", "--jobs", 1, "--report", "out.html", "--pages", "pages"
    )
    assert (found.code, found.err) == (0, "")
    table, figure, labor, _, counts = found.out.splitlines()
    assert table.startswith("a_paper/table1: reproduced. ")
    assert figure == "a_paper/figure1: not reproduced. 0 of 1 conditions are met."
    assert labor.startswith("a_paper/table3: not run. No dataset of 1 is at hand. Set FOLDWISE_DATA")
    assert counts == "3 parts: 1 reproduced, 1 not reproduced, 1 not run."
    assert "Title of figure1" in (folder / "out.html").read_text()
    assert "Title of figure1" in (folder / "pages" / "paper-a-paper.md").read_text()
    assert not (folder / "foldwise-papers").exists()


def test_quick_keeps_nothing_and_judges_nothing(run, folder):
    found = run("papers", "run", "a_paper/table1", "a_paper/figure1", "--quick", "--jobs", 1)
    assert found.code == 0
    assert "2 parts: 2 not judged." in found.out
    assert found.err.splitlines()[0] == "experiment 1 of 1, a small version of: ten folds"
    assert not (folder / "foldwise-papers").exists()


def test_a_part_that_fails_does_not_lose_the_others(run, folder):
    found = run("papers", "run", "trouble", "--no-store", "--jobs", 1)
    assert found.code == 1
    first, second, _, counts = found.out.splitlines()
    assert first == "trouble/table1: not run. It failed: RuntimeError: it is broken"
    assert second.startswith("a_paper/table1: reproduced.")
    assert counts == "2 parts: 1 not run, 1 reproduced."
    assert found.err.splitlines()[-1] == "error: 1 of 2 parts failed; FOLDWISE_DEBUG=1 shows tracebacks."
    assert "Traceback" not in found.err


def test_a_traceback_for_those_who_ask(run, folder, monkeypatch):
    monkeypatch.setenv("FOLDWISE_DEBUG", "1")
    assert 'RuntimeError("it is broken")' in run("papers", "run", "trouble/table1", "--quick").err


def test_json_is_one_document(run, folder):
    found = run("papers", "run", "--all", "--quick", "--json", "--quiet", "--jobs", 1)
    documents = json.loads(found.out)["items"]
    assert [each["statement"] for each in documents] == ["not judged", "not judged", "not run", "not run", "not judged"]


def test_killed_and_run_again_it_goes_on_where_it_stopped(run, start, folder):
    words = ("papers", "run", "a_paper", "--table", "1", "--quick", "--jobs", "1", "--store", "kept")
    (folder / "hang").write_text("7")
    with start("-c", CHILD, *words) as process:
        while n_fits(folder) < 7:
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.01)
        process.kill()
    (folder / "hang").unlink()
    resumed = run(*words)
    assert resumed.code == 0
    # Of six of ten fits that were finished the last may not have been written yet; the seventh, in which it hung, is
    # done again.
    assert 7 + 4 <= n_fits(folder) <= 7 + 6
    (folder / "fits").unlink()
    assert run(*words).out == resumed.out
    assert n_fits(folder) == 0


@pytest.mark.parametrize(
    ("option", "says"),
    [
        (("--store", "kept"), "interrupted: finished work is kept in kept, and the same command goes on from there."),
        (("--no-store",), "interrupted."),
    ],
)
def test_interrupted_it_says_how_to_go_on(run, folder, monkeypatch, option, says):
    import paper_of_this_test

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(paper_of_this_test.Counting, "fit", interrupt)
    found = run("papers", "run", "a_paper/table1", "--jobs", 1, *option)
    assert found.code == 130
    assert found.err.splitlines()[-1] == says


def test_fetch_says_what_could_not_be_fetched(run, folder, monkeypatch):
    import foldwise.data
    from foldwise import FoldwiseError

    def load(name):
        raise FoldwiseError(f"{name} could not be fetched.")

    monkeypatch.setattr(foldwise.data, "load", load)
    found = run("papers", "fetch", "a_paper")
    assert found.code == 1
    assert found.out.splitlines() == ["1 of 2 datasets at hand.", "uci:labor: uci:labor could not be fetched."]
    assert run("papers", "fetch", "trouble").out == "1 of 1 dataset at hand.\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "no paper was named. Name one or a part of it (see: foldwise papers list), or give --all."),
        (("a_papre",), "There is no paper 'a_papre'. Did you mean 'a_paper'?"),
        (("a_paper", "--table", 9), "a_paper has no part 'table9'. It has: table1, figure1, table3."),
        (("a_paper", "--figure", 3), "a_paper has no part 'figure3'. It has: table1, figure1, table3."),
        (("a_paper", "trouble", "--table", 1), "--table, --figure and --part are of one paper"),
        (("--all", "a_paper"), "--all is everything, got a_paper as well."),
        (("a_paper", "--report", "no/page.html"), "there is no folder 'no'"),
        (("a_paper", "--report", "page.doc"), "must be one of '.html'"),
        (("a_paper", "--pages", "paper_of_this_test.py"), "--pages must be a folder, got the file"),
        (("a_paper", "--store", "paper_of_this_test.py"), "--store must be a folder, got the file"),
        (("a_paper/table1", "--pages", "pages"), "--pages writes pages of whole papers"),
        (("a_paper", "--store", "kept", "--no-store"), "--store and --no-store exclude each other."),
        (("a_paper", "--jobs", 0), "n_jobs must be a positive integer, or -1 for all cores, got 0."),
        (("a_paper", "--seed", -1), "seed must be a non-negative integer, got -1."),
    ],
)
def test_bad_input_is_refused_before_anything_is_run(run, folder, words, says):
    found = run("papers", "run", *words)
    assert found.code == 2
    assert says in found.error
    assert not (folder / "fits").exists()
    assert not (folder / "foldwise-papers").exists()


@pytest.mark.parametrize("words", [("list",), ("fetch",), ("run", "a_paper")])
def test_a_data_folder_that_is_none_is_refused(run, folder, monkeypatch, words):
    monkeypatch.setenv("FOLDWISE_DATA", str(folder / "no_such"))
    found = run("papers", *words)
    assert found.code == 2
    assert "FOLDWISE_DATA must name a folder with ARFF files, got" in found.error
    assert not (folder / "fits").exists()


def test_a_part_that_needs_no_experiment_leaves_no_folder_behind(run, folder):
    found = run("papers", "run", "trouble/table1", "--jobs", 1)
    assert "finished work is kept" not in found.err
    assert not (folder / "foldwise-papers").exists()


def test_experiments_are_numbered_as_they_begin_also_one_that_nobody_announced(capsys):
    first, second, third = (Experiment(lambda _: None, name, 100.0) for name in ("first", "second", "third"))
    lines = ReproductionProgress([first, second], cores=2, quick=False)
    for of, what, seconds in (
        (second, "begun", 0.0),
        (third, "begun", 0.0),
        (third, "failed", 7.0),
        (second, "done", 100.0),
        (first, "begun", 0.0),
    ):
        lines.tell(Event(of=of, what=what, seconds=seconds))
    assert capsys.readouterr().err.splitlines() == [
        "experiment 1 of 2: second (about 3 min left)",
        "experiment 2 of 3: third (about 3 min left)",
        "experiment 2 of 3: failed (7 s)",
        "experiment 1 of 3: done (2 min)",
        "experiment 3 of 3: first (about 2 min left)",
    ]


class TestTimeLeft:
    """Four experiments of 100 s, on a machine with a clock that we turn."""

    @pytest.fixture
    def work(self):
        return [Experiment(lambda _: None, str(i), 100.0) for i in range(4)]

    @pytest.mark.parametrize(("cores", "seconds"), [(2, 400.0), (1, 800.0), (64, 100.0)])
    def test_two_cores_are_what_was_planned_for(self, work, cores, seconds):
        assert ReproductionProgress(work, cores=cores, quick=False).seconds_left() == seconds

    def test_it_shrinks_while_one_is_at_work_but_not_below_the_others(self, work):
        now = [0.0]
        progress = ReproductionProgress(work, cores=2, quick=False, clock=lambda: now[0])
        progress.tell(Event(of=work[0], what="begun"))
        now[0] = 60.0
        assert progress.seconds_left() == 340.0
        now[0] = 5000.0
        assert progress.seconds_left() == 300.0

    # (20 guessed + 300 measured) / (20 + 100 planned) = 2.67 times as long, for the 300 s that are left. What took a
    # second was in the store, and says nothing about the machine.
    @pytest.mark.parametrize(("took", "left"), [(300.0, 800.0), (1.0, 300.0)], ids=["slow", "resumed"])
    def test_the_speed_of_this_machine_is_noticed(self, work, took, left):
        progress = ReproductionProgress(work, cores=2, quick=False, clock=lambda: 0.0)
        progress.tell(Event(of=work[0], what="begun"))
        progress.tell(Event(of=work[0], what="done", seconds=took))
        assert progress.seconds_left() == pytest.approx(left)
        assert (progress.done, progress.total) == (1, 4)
