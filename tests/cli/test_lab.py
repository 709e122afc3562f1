"""`foldwise lab`: studies of tests on the command line."""

import json
from dataclasses import replace

import pytest

import foldwise.lab
from foldwise.lab import power, replicability, sources, type_one_error
from foldwise.learners import C45, NaiveBayes
from foldwise.reports import summary

TESTS = ("-p", "10/kfold_t", "-p", "5x2/five_by_two_t")


def document(outcome, study):
    assert (outcome.code, outcome.err) == (0, "")
    found = json.loads(outcome.out)
    assert (found["schema"], found["study"]) == ("foldwise.lab/1", study)
    return found


@pytest.fixture
def read(run, monkeypatch):
    """Make the sources that a command names, and stop before the first trial."""

    def call(*texts, learners=(), study="type_one_error"):
        made = []

        def stop(_, populations, **__):
            made.extend(populations)
            raise KeyboardInterrupt

        monkeypatch.setattr(foldwise.lab, study, stop)
        words = [word for text in texts for word in ("-s", text)] + [word for text in learners for word in ("-l", text)]
        assert run("lab", {"type_one_error": "type1"}.get(study, study), "-p", "10x10", *words).code == 130
        return made

    return call


def test_what_is_printed_is_what_python_finds(run):
    words = ("-s", "two-kinds:0.4", "--trials", "50", "--seed", "2", "--alpha", "0.1")
    result = type_one_error(["10/kfold_t", "5x2/five_by_two_t"], sources.TwoKinds(0.4), n_trials=50, alpha=0.1, seed=2)
    assert run("lab", "type1", *TESTS, *words).out == replace(result.glance(), call="--details").text() + "\n"
    outcome = run("lab", "type1", *TESTS, *words, "--details")
    assert (outcome.code, outcome.err) == (0, "")
    title, _, source, headings, first, second = outcome.out.splitlines()[:6]
    assert (title, source) == ("Type I error at level 0.1, 50 trials from each source", "two kinds, error 0.4")
    assert headings.split() == ["procedure", "rate", "95%", "interval", "rejections"]
    for line, row in zip((first, second), result.frame().itertuples(), strict=True):
        assert line.split()[0] == row.procedure
        assert line.split()[-1] == str(row.n_rejections)
    assert outcome.out.splitlines()[-1] == summary(result)["findings"][0]


def test_the_document_is_that_of_python(run):
    words = ("--trials", "10", "--executions", "3", "--json")
    found = document(run("lab", "replicability", *TESTS, "-s", "network:0", *words), "replications")
    null = sources.random_network(seed=0, independent=True)
    result = replicability(["10/kfold_t", "5x2/five_by_two_t"], null, n_trials=10, n_executions=3)
    assert found["table"] == summary(result)["table"]


def test_power_has_a_table_for_each_procedure(run):
    """The four networks are in order of their differences, of which C4.5 has the better side."""
    outcome = run("lab", "power", *TESTS, "--trials", "4", "--details")
    lines = outcome.out.splitlines()
    place = lines.index("5x2/five_by_two_t")
    assert lines[place - 1] == ""
    assert [line.split()[4] for line in lines[place + 2 : place + 6]] == ["0.000", "-0.028", "-0.058", "-0.113"]
    assert lines[place + 2].startswith("source 1, 0 points ")
    assert lines[place + 5].startswith("source 4, 11.3 points ")
    result = power(["10/kfold_t", "5x2/five_by_two_t"], list(sources.table_five_sources()), n_trials=4)
    assert lines[place + 5].split()[5] == f"{result.frame()['rate'].iloc[-1]:.3f}"


def test_defaults_are_said(run):
    outcome = run("lab", "calibration", "--trials", "3", "--details")
    assert outcome.code == 0
    assert outcome.err == "These are the 8 usual procedures. Others with -p: foldwise lab procedures lists them.\n"
    assert [line for line in outcome.out.splitlines() if line.startswith(("two", "blocks"))] == [
        "two kinds, error 0.1",
        "blocks shifted 0.35, NearestNeighbor",
    ]
    assert run("lab", "calibration", "--trials", "3", "--quiet").err == ""


def test_files(run, tmp_path):
    page, figure = tmp_path / "out.html", tmp_path / "out.png"
    outcome = run("lab", "type1", *TESTS, "--trials", "5", "--report", page, "--plot", figure)
    assert outcome.code == 0
    assert outcome.out.endswith(f"plot: {figure}\nreport: {page}\n")
    assert "Study of tests" in page.read_text(encoding="utf-8")
    assert figure.read_bytes().startswith(b"\x89PNG")


def test_a_store_is_gone_on_with(run, tmp_path, monkeypatch):
    """The second time nothing is drawn."""
    words = ("lab", "type1", *TESTS, "--trials", "20", "--store", tmp_path / "lab.db", "--json")
    first = document(run(*words), "type_one_error")

    def draw(*_, **__):
        raise AssertionError

    monkeypatch.setattr(sources.TwoKinds, "answer", draw)
    assert document(run(*words), "type_one_error") == first


def test_an_interruption_says_what_is_kept(run, tmp_path, monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(foldwise.lab, "type_one_error", stop)
    outcome = run("lab", "type1")
    assert (outcome.code, outcome.out) == (130, "")
    assert (
        outcome.err == "interrupted: nothing was kept. With --store FILE the same command goes on where it stopped.\n"
    )
    outcome = run("lab", "type1", "--store", tmp_path / "lab.db")
    assert outcome.code == 130
    assert outcome.err == f"interrupted: no trials are in {tmp_path / 'lab.db'} yet; the same command begins again.\n"


def test_an_interruption_counts_what_is_kept(run, tmp_path, monkeypatch):
    """Interrupted in the third block of ten trials of the second source, which has 25 to do as the first."""
    draw, calls = sources.ExchangeableBlocks.answer, []

    def stop(self, trials, designs, seed):
        calls.append(trials)
        if len(calls) == 6:
            raise KeyboardInterrupt
        return draw(self, trials, designs, seed)

    monkeypatch.setattr(sources.ExchangeableBlocks, "answer", stop)
    words = ("-s", "blocks:nn", "-s", "blocks:c45", "-p", "5x2", "--trials", "25", "--store", tmp_path / "lab.db")
    outcome = run("lab", "type1", *words)
    assert (outcome.code, outcome.out) == (130, "")
    assert (
        outcome.err
        == f"interrupted: 45 of 50 trials are in {tmp_path / 'lab.db'}; the same command goes on from there.\n"
    )


@pytest.mark.parametrize("option", ["--report", "--plot"])
def test_a_store_is_not_written_over(run, tmp_path, monkeypatch, option):
    """Whatever way the same file is named; before anything is done."""
    monkeypatch.chdir(tmp_path)
    name = {"--report": "s.json", "--plot": "s.png"}[option]
    outcome = run("lab", "type1", *TESTS, "--trials", "2", "--store", name, option, tmp_path / "." / name)
    assert outcome.code == 2
    assert f"{option} and --store are the same file, {name}: it would be lost" in outcome.error
    assert not (tmp_path / name).exists()
    (tmp_path / name).write_bytes(b"kept")
    (tmp_path / "lab.db").hardlink_to(tmp_path / name)
    for words in (("lab", "certify", "iris", "-l", "nb", "-l", "c45"), ("compare", "iris", "-l", "nb", "-l", "c45")):
        assert run(*words, "--store", "lab.db", option, name).code == 2
    assert (tmp_path / name).read_bytes() == b"kept"


def test_settled_has_sources_to_train_on(run):
    """Of the usual sources one has no learners."""
    outcome = run("lab", "type1", "-p", "settled", "--trials", "1", "--details")
    assert outcome.code == 0
    assert outcome.err.startswith("The only source is blocks: settled trains learners, and two-kinds has none.")
    assert "blocks shifted 0.35, NearestNeighbor\n" in outcome.out
    assert "two kinds" not in outcome.out


def test_columns_are_explained(run):
    """One number of decimals in a column, and words for what its heading does not say."""
    outcome = run(
        "lab", "calibration", "-p", "10/kfold_t", "-p", "10x10", "-s", "two-kinds", "--trials", "40", "--details"
    )
    lines = outcome.out.splitlines()
    assert lines[3].split() == [
        "procedure",
        "distance",
        "band",
        "rate",
        "0.01",
        "rate",
        "0.05",
        "rate",
        "0.10",
        "critical",
    ]
    assert {len(cell.partition(".")[2]) for line in lines[4:6] for cell in line.split()[1:]} == {3}
    assert [line.partition(":")[0] for line in lines[7:10]] == ["distance", "band", "critical"]


def test_no_rejections_are_a_number(run):
    outcome = run("lab", "type1", "-p", "5x2", "-s", "two-kinds", "--trials", "5", "--details")
    assert outcome.out.splitlines()[3].split()[-1] == "rejections"
    assert outcome.out.splitlines()[4].split()[-1] == "0"


def test_sources_are_listed_as_they_are_read(run, read):
    """Every form without its brackets makes a source that the list knows."""
    outcome = run("lab", "sources", "--json")
    listed = json.loads(outcome.out)
    assert listed["schema"] == "foldwise.lab-sources/1"
    for row in listed["sources"]:
        text = row["form"].partition("[")[0].replace("DATA:N", "iris:50").replace("SOURCE", "plane")
        if row["name"] != "matched":
            assert read(text, study="replicability")
        assert row["form"] in run("lab", "sources").out


def test_listed_procedures_can_be_tried(run):
    outcome = run("lab", "procedures", "--json")
    rows = json.loads(outcome.out)["procedures"]
    names = [row["procedure"] for row in rows if "/" in row["procedure"]]
    assert {"10x10/corrected_repeated_kfold_t", "disjoint:5:0.5/delve_quasi_f", "5x2/five_by_two_f"} <= set(names)
    assert {row["procedure"]: row["advised"] for row in rows}["10/kfold_t"] is False
    found = type_one_error(names, sources.ExchangeableBlocks(n_examples=30), n_trials=1).frame()
    assert list(found["procedure"]) == names
    assert "settled:strict" in run("lab", "procedures").out


def test_sources_by_their_texts(read):
    assert read("lines")[0].name == sources.ExchangeableLines().name
    assert read("mirror")[0].name == sources.MirrorImages().name
    assert read("lines:sklearn.linear_model.Lasso")[0].name == "lines of slope 0.3, Lasso, by neg_mean_squared_error"
    assert read("two-kinds:0.3") == [sources.TwoKinds(0.3)]
    (blocks,) = read("blocks:c45(min_leaf=5)")
    assert repr(blocks.learner) == "C45(min_leaf=5)"
    assert blocks.difference == 0.0
    (blocks,) = read("blocks:nn:0.2", study="power")
    assert (type(blocks.learner).__name__, blocks.second_shift) == ("NearestNeighbor", 0.2)
    (blocks,) = read("blocks:0.2", study="power")
    assert blocks.second_shift == 0.2
    assert [source.second_shift for source in read("blocks", study="power")] == [0.35, 0.3, 0.25, 0.2, 0.1]
    (coin,) = read("coin", learners=("nb", "c45"))
    assert [type(learner) for learner in coin.learners] == [NaiveBayes, C45]
    assert [source.difference for source in read("network")] == [0.0]
    assert len(read("network", study="replicability")) == 4
    (part,) = read("subsample:wine:100", study="power")
    assert (part.dataset.name, part.n_examples) == ("wine", 100)


def test_data_of_a_source_may_hold_colons(read, table, monkeypatch):
    path = table(name="a:b.csv")
    monkeypatch.chdir(path.parent)
    (part,) = read("subsample:a:b.csv:12", study="replicability")
    assert (part.dataset.n_examples, part.n_examples) == (20, 12)


def test_matched_sources_are_nulls_or_a_curve(read, monkeypatch):
    """At the training sizes of the procedures; how they are matched is not for the command line to test."""
    seen = {}
    monkeypatch.setattr(foldwise.lab, "matched", lambda *given, **how: seen.update(null=(given, how)))
    monkeypatch.setattr(foldwise.lab, "power_sources", lambda *given, **how: seen.update(power=(given, how)) or [])
    read("matched:plane")
    read("matched:subsample:wine:100", study="power", learners=("nb", "c45"))
    (source, damage), how = seen["null"]
    assert (source.name, damage, how["sizes"]) == ("plane", foldwise.lab.NoisyAnswers, (270, 300))
    (source, _), how = seen["power"]
    assert (source.n_examples, how["sizes"], type(source.learners[1])) == (100, (90, 100), C45)


def test_options_reach_the_certificate(run, monkeypatch):
    """What a certificate says is tested with it; here any result will do."""
    seen = {}
    made = type_one_error("5x2", sources.TwoKinds(), n_trials=2)
    monkeypatch.setattr(foldwise.lab, "certify", lambda *given, **how: seen.update(given=given, **how) or made)
    words = ("-p", "10/kfold_t", "--null", "generator", "--trials", "30", "--seed", "1", "--alpha", "0.1", "-j", "2")
    outcome = run("lab", "certify", "iris", "-l", "nb", "-l", "tree=c45", *words)
    assert outcome == (0, replace(made.glance(), call="--details").text() + "\n", "")
    learners, dataset = seen.pop("given")
    assert (list(learners), dataset.name) == (["NaiveBayes", "tree"], "iris")
    expected = {"procedure": "10/kfold_t", "null": "generator", "n_trials": 30, "alpha": 0.1, "seed": 1, "n_jobs": 2}
    assert seen == {**expected, "store": None, "progress": None}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("type1", "-s", "nothing"), "--source must be one of 'two-kinds', 'blocks', "),
        (("type1", "-s", "two-kinds:x"), "ERROR of two-kinds must be a number, got 'x'"),
        (("type1", "-s", "two-kinds:0.9"), "error must be at most 2/3"),
        (("type1", "-s", "coin:0.5"), "--source must be typed coin, got 'coin:0.5'"),
        (("type1", "-s", "blocks:"), "--source must be typed blocks[:LEARNER][:SHIFT], got 'blocks:'"),
        (("type1", "-s", "blocks:nn:0.2"), "blocks with a SHIFT differ, got 0.2"),
        (("type1", "-s", "blocks:sklearn.svm.SVX"), "sklearn.svm has no class 'SVX'"),
        (("type1", "-s", "network:5"), "network:5 is no null"),
        (("type1", "-s", "plane"), "Use matched:plane, where they are"),
        (
            ("type1", "-s", "matched:coin"),
            "must be followed by one of 'plane', 'waveform', 'crossing', 'subsample', got 'coin'",
        ),
        (("power", "-s", "two-kinds"), "two-kinds has learners that never differ"),
        (("power", "-s", "mirror"), "a learner and its mirror image never differ"),
        (("power", "-s", "lines"), "nobody knows how much regressors differ in squared error"),
        (("power", "-s", "subsample:iris"), "--source must be typed subsample:DATA:N, N a number"),
        (("power", "-s", "subsample:nowhere.csv:9"), "'nowhere.csv' does not exist"),
        (("type1", "-s", "coin", "-s", "coin"), "--source coin is given twice"),
        (("type1", "-p", "10x10", "-p", "10x10"), "--procedure 10x10 is given twice"),
        (("type1", "-p", "10/five_by_two_t"), "five_by_two_t needs five times two-fold cross-validation"),
        (("type1", "-p", "tenfold"), "--procedure is 'settled' or begins with a scheme: scheme must be one of '10x10'"),
        (("type1", "-p", "10/tea_test"), "Unknown test 'tea_test'"),
        (("type1", "-s", "coin", "-l", "nb"), "--learner is given twice or not at all"),
        (("type1", "-l", "nb", "-l", "c45"), "two-kinds has learners of its own"),
        (("type1", "--trials", "0"), "--trials must be at least 1, got 0"),
        (("type1", "--alpha", "2"), "--alpha must be strictly between 0 and 1"),
        (("type1", "--seed", "-1"), "--seed must be at least 0, got -1"),
        (("type1", "--jobs", "0"), "--jobs must be at least 1, or -1 for all cores, got 0"),
        (("type1", "--trials", "2.5"), "'--trials': must be a whole number, got '2.5'"),
        (("type1", "-p", "10x10/"), "--procedure must have a test after the slash, or no slash, got '10x10/'"),
        (("type1", "-p", "settled/kfold_t"), "A settled verdict has a test of its own"),
        (("type1", "-p", "settled", "-s", "two-kinds"), "two-kinds has none to train. Use -s blocks, or -p 10x10"),
        (("type1", "-s", "coin", "-l", "nb", "-l", "nb"), "the two learners are the same, NaiveBayes()"),
        (("type1", "-s", "matched:subsample:wine:900"), "N of subsample:wine:900 must be from 10 to 177, got 900"),
        (("power", "-s", "subsample:wine:9"), "N of subsample:wine:9 must be from 10 to 177, got 9"),
        (("type1", "--report", "nowhere/x.html"), "there is no folder 'nowhere'"),
        (("type1", "--plot", "x.txt"), "ending of 'x.txt'"),
        (("replicability", "--executions", "1"), "--executions must be at least 2, got 1"),
        (("certify", "iris", "-l", "nb"), "certify needs two or more learners, got 1"),
        (("certify", "iris", "-l", "nb", "-l", "c45", "--null", "none"), "--null must be one of 'subsamples'"),
        (("certify", "iris", "-l", "nb", "-l", "c45", "--trials", "5"), "--trials must be at least 19, got 5"),
        (("certify", "iris", "-l", "nb", "-l", "c45", "--jobs", "0"), "--jobs must be at least 1"),
        (("certify", "iris", "-l", "nb", "-l", "c45", "-l", "nb"), "two of the learners are the same, NaiveBayes()"),
        (("certify", "irs", "-l", "nb", "-l", "c45"), "Did you mean 'iris'"),
        (("sometimes",), "no such command 'sometimes'"),
    ],
)
def test_refusals(run, words, message):
    outcome = run("lab", *words)
    assert outcome.code == 2
    assert message in outcome.error
