"""The page that judges: what is posted is what `judge` would say, and bad files end in one line."""

import gzip
import io
import json
import shlex
import zipfile
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pandas as pd
import pytest

import foldwise as fw
from foldwise.browser import view
from foldwise.cli import main

TABLE = "learner,repeat,fold,accuracy\n" + "".join(
    f"{name},{repeat},{fold},{base + (fold % 3) / 100}\n"
    for name, base in (("old", 0.8), ("<b>new</b>", 0.9))
    for repeat in range(10)
    for fold in range(10)
)


def bomb():
    """An Excel file of a megabyte that unpacks to a gigabyte."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file, file.open("xl/worksheets/sheet1.xml", "w") as sheet:
        for _ in range(2**10):
            sheet.write(bytes(2**20))
    return made.getvalue()


@pytest.fixture(scope="module")
def server():
    with view(opens=False) as running:
        yield running


def ask(server, *files, claimed=None, path="judge", **terms):
    """Post files, each name and text, and return the answer: status, headers, body."""
    bodies = [text if isinstance(text, bytes) else text.encode() for _, text in files]
    sizes = claimed or [len(body) for body in bodies]
    named = [{"name": name, "size": size} for (name, _), size in zip(files, sizes, strict=True)]
    body = json.dumps({"files": named, "terms": terms}).encode() + b"\n" + b"".join(bodies)
    try:
        with urlopen(Request(server.address + path, data=body)) as answer:
            return answer.status, answer.headers, answer.read()
    except HTTPError as error:
        return error.code, error.headers, error.read()


def post(server, *files, **how):
    """Post files, and return status and document."""
    status, _, body = ask(server, *files, **how)
    return status, json.loads(body)


def test_the_page_is_the_report_that_judge_gives(server, tmp_path):
    (tmp_path / "scores.csv").write_text(TABLE)
    status, found = post(server, ("scores.csv", TABLE))
    path = fw.report(fw.judge(tmp_path / "scores.csv"), tmp_path / "report.html")
    assert status == 200
    assert found["report"] == path.read_text()
    assert found["reading"].startswith("Read 200 rows as scores")
    assert "<b>new" not in found["report"]


def test_several_files_are_read_together(server):
    status, found = post(
        server,
        *(
            (f"{name}.csv", "item,score\n" + "".join(f"q{i},{(i + k) % 3 > 0:d}\n" for i in range(40)))
            for k, name in enumerate(("first", "second"))
        ),
    )
    assert status == 200
    assert "first" in found["reading"]
    assert "second" in found["reading"]


@pytest.mark.parametrize(
    ("file", "terms", "line"),
    [
        (("empty.csv", ""), {}, "empty"),
        (("a.xlsx", b"\0\1"), {}, "a.xlsx cannot be read as an Excel file"),
        (("a.csv", TABLE), {"scheme": "9x9"}, "The results are those of 10 times 10-fold"),
        (("a.csv", TABLE), {"test": "nonsense"}, "nonsense"),
        (("a.csv", TABLE), {"less": "yes"}, "Whether less is better is known of accuracy."),
        (("a.csv", TABLE), {"alpha": "half"}, "alpha must be a number, got 'half'"),
        (("a.csv", TABLE), {"rope": "-1"}, "rope"),
        (("a.csv", TABLE), {"columns": "score"}, "needs ROLE=NAME"),
        (("a.db", b"SQLite format 3\0" + bytes(100)), {}, "a.db"),
        (("a.json", "{" * 100_000), {}, "a.json"),
        (("a.csv.gz", gzip.compress(b"learner,fold,accuracy\n" + b"a,1,0.5\n" * 2**25)), {}, "a.csv.gz"),
        (("a.xlsx", bomb()), {}, "a.xlsx"),
        (("../../etc/a.csv", TABLE), {"metric": "f1"}, "The metric is 'f1', but the column"),
    ],
)
def test_a_bad_file_or_a_wrong_term_is_one_line(server, file, terms, line):
    status, found = post(server, file, **terms)
    assert status == 422
    assert line in found["error"]
    assert "\n" not in found["error"]


@pytest.mark.parametrize("claimed", [[3], [-1], ["many"]])
def test_sizes_that_do_not_fit_are_refused(server, claimed):
    status, found = post(server, ("a.csv", TABLE), claimed=claimed)
    assert (status, found["error"][:30]) == (422, "The names and sizes of the fil")


def as_excel(frame):
    made = io.BytesIO()
    frame.to_excel(made, index=False)
    return made.getvalue()


def as_parquet(frame):
    made = io.BytesIO()
    frame.to_parquet(made)
    return made.getvalue()


KINDS = {
    "a.csv": TABLE.encode(),
    "a.tsv": TABLE.replace(",", "\t").encode(),
    "semicolon.csv": TABLE.replace(",", ";").replace("0.", "0,").encode(),
    "a.csv.gz": gzip.compress(TABLE.encode()),
    "a.arff": "@relation r\n@attribute learner string\n@attribute repeat numeric\n@attribute fold numeric\n"
    "@attribute accuracy numeric\n@data\n" + TABLE.partition("\n")[2].replace("<b>new</b>", "'<b>new</b>'"),
}


@pytest.mark.parametrize("name", [*KINDS, "a.xlsx", "a.parquet"])
def test_every_kind_of_table_is_read_and_shown(server, name):
    frame = pd.read_csv(io.StringIO(TABLE))
    if name.endswith(("xlsx", "parquet")):
        pytest.importorskip("openpyxl" if name.endswith("xlsx") else "pyarrow")
        content = (as_excel if name.endswith("xlsx") else as_parquet)(frame)
    else:
        content = KINDS[name]
    status, found = post(server, (name, content))
    assert status == 200, found
    first = found["first"]
    assert first["headings"] == ["learner", "repeat", "fold", "accuracy"]
    assert first["roles"] == ["learner", "repeat", "fold", "score"]
    assert (len(first["rows"]), first["n_rows"], first["n_columns"]) == (6, 200, 4)
    assert first["rows"][0][0] == "old"


def test_what_is_no_table_is_shown_by_its_first_lines(server):
    status, found = post(server, ("log.jsonl", '{"some": "log"}\n' * 9))
    assert status == 422
    assert (found["first"]["headings"], len(found["first"]["rows"])) == ([], 6)
    assert found["first"]["rows"][0] == ['{"some": "log"}']


def test_terms_are_those_of_judge(server, tmp_path):
    terms = {
        "alpha": "0.01",
        "rope": "0.02",
        "alternative": "less",
        "adjust": "none",
        "tries": "7",
        "test": "averaged_t",
    }
    _, found = post(server, ("scores.csv", TABLE), **terms)
    (tmp_path / "scores.csv").write_text(TABLE)
    verdict = fw.judge(
        tmp_path / "scores.csv", alpha=0.01, rope=0.02, alternative="less", adjust="none", tries=7, test="averaged_t"
    )
    assert found["report"] == fw.report(verdict, tmp_path / "report.html").read_text()


@pytest.mark.parametrize(
    "terms",
    [
        {"metric": "quux"},
        {"metric": "quux", "rope": "0.01", "alpha": "0.1", "test": "all"},
        {"metric": "r2", "columns": "score=quux\nlearner=learner"},
        {"less": "yes", "columns": "score=quux"},
        {"less": "yes", "metric": "quux"},
    ],
)
def test_the_command_gives_the_same(server, tmp_path, monkeypatch, capsys, terms):
    monkeypatch.chdir(tmp_path)
    table = TABLE.replace("accuracy", "quux")
    (tmp_path / "some 'scores'.csv").write_text(table)
    status, found = post(server, ("some 'scores'.csv", table), **terms)
    assert status == 200, found
    program, *words = shlex.split(found["command"])
    assert program == "foldwise"
    assert main(words) == 0
    assert (tmp_path / "verdict.html").read_text() == found["report"]
    capsys.readouterr()


def test_of_what_is_called_by_no_known_name_less_can_be_better(server):
    table = TABLE.replace("accuracy", "quux")
    better = []
    for terms in ({}, {"less": "yes"}):
        _, _, body = ask(server, ("a.csv", table), path="judge?as=json", columns="score=quux", **terms)
        better.append(json.loads(body)["comparisons"][0]["estimate"])
    # New is 0.1 above old in every fold.
    assert better == pytest.approx([-0.1, 0.1])


@pytest.mark.parametrize(("ending", "begins"), [("html", "<!DOCTYPE"), ("md", "#"), ("tex", "%"), ("json", "{")])
def test_reports_are_kept_as_files_of_every_kind(server, ending, begins):
    status, headers, body = ask(server, ("scores.csv", TABLE), path=f"judge?as={ending}")
    assert (status, headers["Content-Disposition"]) == (200, f'attachment; filename="verdict-scores.{ending}"')
    assert body.decode().startswith(begins)


def test_a_wrong_file_shows_what_was_read_of_it(server):
    """So that a reader sees that it is another file, or which column to name."""
    status, found = post(server, ("a.csv", "name,colour\nx,red\ny,blue\n"))
    assert status == 422
    assert found["first"]["headings"] == ["name", "colour"]
    assert "report" not in found


@pytest.mark.parametrize(
    "name", ["..", "/", "", "a/../..", "x" * 5000 + ".csv", "C:\\runs\\a.csv", "-rf.csv", "\0.csv"]
)
def test_names_lead_nowhere(server, name):
    status, found = post(server, (name, TABLE), (name, TABLE.replace("old", "older")))
    assert "/foldwise-" not in json.dumps(found)
    assert status in (200, 422)
    status, found = post(server, (name, TABLE))
    assert status == 200, found
    assert not any(word.startswith("-rf") for word in shlex.split(found["command"]))


def test_hundreds_of_files_are_read_together(server):
    """Their names are longer than an address may be, which is 65,536 bytes for the server."""
    tables = [
        (f"{'a' * 90}{k:03}.csv", f"dataset,learner,accuracy\nd{k},nb,0.9{k % 7}\nd{k},tree,0.8{k % 5}\n")
        for k in range(700)
    ]
    status, found = post(server, *tables)
    assert (status, found["n_files"]) == (200, 700), found


def test_there_is_nothing_else(server):
    with pytest.raises(HTTPError, match="404"):
        urlopen(server.address + "etc/passwd")
