"""The page that judges: what is posted is what `judge` would say, and bad files end in one line."""

import json
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

import foldwise as fw
from foldwise.browser import view

TABLE = "learner,repeat,fold,accuracy\n" + "".join(
    f"{name},{repeat},{fold},{base + (fold % 3) / 100}\n"
    for name, base in (("old", 0.8), ("<b>new</b>", 0.9))
    for repeat in range(10)
    for fold in range(10)
)


@pytest.fixture(scope="module")
def server():
    with view(opens=False) as running:
        yield running


def post(server, *files, claimed=None, **terms):
    """Post files, each name and text, and return status and document."""
    bodies = [text if isinstance(text, bytes) else text.encode() for _, text in files]
    sizes = claimed or [len(body) for body in bodies]
    named = [{"name": name, "size": size} for (name, _), size in zip(files, sizes, strict=True)]
    address = server.address + "judge?" + urlencode({"files": json.dumps(named), **terms})
    try:
        with urlopen(Request(address, data=b"".join(bodies))) as answer:
            return answer.status, json.loads(answer.read())
    except HTTPError as error:
        return error.code, json.loads(error.read())


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


def test_there_is_nothing_else(server):
    with pytest.raises(HTTPError, match="404"):
        urlopen(server.address + "etc/passwd")
