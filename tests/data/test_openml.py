"""OpenML without a network: scikit-learn's `urlopen` is answered from responses recorded here in OpenML's format."""

import hashlib
import json
from io import BytesIO
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlparse

import pytest
import sklearn.datasets._openml

from foldwise import DataFormatError, FoldwiseError
from foldwise.data import cache_folder, load

# Data set 62 of OpenML is zoo; these are its first rows, cut to five columns. `animal` is to be ignored.
ZOO = """% recorded
@relation zoo
@attribute animal {aardvark,bass,chicken,clam}
@attribute milk {false,true,'?'}
@attribute legs numeric
@attribute type {mammal,bird,reptile,fish}
@data
aardvark,true,4,mammal
bass,'?',0,fish
chicken,?,2,bird
clam,false,?,fish
"""


def features(*columns):
    """Write OpenML's description of columns given as (name, type, role)."""
    return [
        {
            "index": str(index),
            "name": name,
            "data_type": kind,
            "is_target": str(role == "target").lower(),
            "is_ignore": str(role == "ignore").lower(),
            "is_row_identifier": "false",
            "number_of_missing_values": "0",
        }
        for index, (name, kind, role) in enumerate(columns)
    ]


class Response(BytesIO):
    def info(self):
        return {}


class Server:
    """Answers by the path of the address, and counts how often it was asked."""

    def __init__(self, data_id, name, content, columns):
        # scikit-learn 1.6.0 asks for the file by its number alone, later ones where the description says.
        by_number = "/data/v1/download/52352"
        path = f"{by_number}/{name}.arff"
        description = {
            "id": str(data_id),
            "name": name,
            "version": "1",
            "description": "recorded",
            "format": "ARFF",
            "status": "active",
            "url": f"https://www.openml.org{path}",
            "file_id": "52352",
            "md5_checksum": hashlib.md5(content.encode()).hexdigest(),
        }
        self.files = (path, by_number)
        n_rows = len(content.split("@data\n")[1].splitlines())
        qualities = [{"name": "NumberOfInstances", "value": f"{n_rows}.0"}]
        api = "/api/v1/json/data"
        self.answers = {
            f"{api}/{data_id}": json.dumps({"data_set_description": description}),
            f"{api}/features/{data_id}": json.dumps({"data_features": {"feature": features(*columns)}}),
            f"{api}/qualities/{data_id}": json.dumps({"data_qualities": {"quality": qualities}}),
            **dict.fromkeys(self.files, content),
        }
        self.asked = 0

    def __call__(self, request, *args, **options):
        self.asked += 1
        path = urlparse(request.full_url).path
        if path not in self.answers:
            raise HTTPError(request.full_url, 412, "unknown data set", {}, BytesIO())
        return Response(self.answers[path].encode())


COLUMNS = [
    ("animal", "nominal", "ignore"),
    ("milk", "nominal", ""),
    ("legs", "numeric", ""),
    ("type", "nominal", "target"),
]


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("FOLDWISE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("FOLDWISE_DATA", raising=False)
    monkeypatch.setattr(sklearn.datasets._openml.time, "sleep", lambda seconds: None)
    return tmp_path / "cache"


@pytest.fixture
def serve(monkeypatch):
    def start(data_id=62, name="zoo", content=ZOO, columns=COLUMNS):
        server = Server(data_id, name, content, columns)
        monkeypatch.setattr(sklearn.datasets._openml, "urlopen", server)
        return server

    return start


@pytest.fixture
def offline(monkeypatch):
    def urlopen(request, *args, **options):
        raise URLError("Name or service not known")

    monkeypatch.setattr(sklearn.datasets._openml, "urlopen", urlopen)


def test_by_hand(serve):
    """Declared labels survive, the quoted question mark is a value, and the ignored column is gone."""
    serve()
    data = load("openml:62")
    assert (data.name, data.target) == ("zoo", "type")
    assert data.feature_names == ("milk", "legs")
    assert data.y.tolist() == ["mammal", "fish", "bird", "fish"]
    assert data.target_names == ("mammal", "bird", "reptile", "fish")
    assert data.X["milk"].cat.categories.tolist() == ["false", "true", "?"]
    assert data.X["milk"].cat.codes.tolist() == [1, 2, -1, 0]
    assert data.n_missing == 2


def test_the_second_time_comes_from_the_cache(serve, cache):
    server = serve()
    first = load("openml:62")
    asked = server.asked
    assert asked == 4
    assert load("openml:62").fingerprint == first.fingerprint
    assert server.asked == asked
    assert any(cache.rglob("*.gz"))


def test_another_target(serve):
    serve()
    data = load("openml:62", target="legs")
    assert data.target_names is None
    assert data.feature_names == ("milk", "type")


def test_offline(offline):
    with pytest.raises(FoldwiseError, match=r"OpenML data set 62 could not be fetched: .*Name or service") as caught:
        load("openml:62")
    assert "\n" not in str(caught.value)


def test_unknown_number_column_and_checksum(serve):
    server = serve()
    with pytest.raises(FoldwiseError, match="OpenML data set 63 could not be fetched"):
        load("openml:63")
    with pytest.raises(FoldwiseError, match=r"could not be fetched: .*'tail'"):
        load("openml:62", target="tail")
    for path in server.files:
        server.answers[path] += "\n"
    with pytest.warns(RuntimeWarning, match="redownloading"), pytest.raises(FoldwiseError, match="checksum"):
        load("openml:62")


def test_no_default_target(serve):
    serve(columns=[(name, kind, "") for name, kind, _ in COLUMNS])
    with pytest.raises(DataFormatError, match=r"openml:62 has 0 default targets. Name one with target="):
        load("openml:62")


def iris(n=150, label="Iris-versicolor"):
    names = ["sepallength", "sepalwidth", "petallength", "petalwidth"]
    head = "".join(f"@attribute {name} numeric\n" for name in names)
    classes = ["Iris-setosa", label, "Iris-virginica"]
    rows = "".join(f"{i % 7},{i % 5},{i % 3},{i % 2},{classes[i % 3]}\n" for i in range(n))
    content = f"@relation iris\n{head}@attribute class {{Iris-setosa,Iris-versicolor,Iris-virginica}}\n@data\n{rows}"
    return content, [*((name, "numeric", "") for name in names), ("class", "nominal", "target")]


def test_a_uci_set_is_fetched_by_its_pinned_number_and_checked(serve):
    content, columns = iris()
    serve(61, "iris", content, columns)
    data = load("uci:iris")
    assert (data.name, data.n_examples, data.target) == ("iris", 150, "class")
    assert load("uci:iris", target="petalwidth").target_names is None


def test_a_uci_set_of_another_shape_is_refused(serve):
    content, columns = iris(149, "Iris-setosa")
    serve(61, "iris", content, columns)
    with pytest.raises(DataFormatError) as caught:
        load("uci:iris")
    assert str(caught.value) == (
        "OpenML data set 61 is not the set uci:iris: it has 149 rows instead of 150, 2 classes used instead of 3."
    )


def test_labels_that_no_example_has_are_dropped_where_the_pinned_set_has_none(serve):
    """OpenML's heart-c declares five labels and uses two; the papers' cleve declares the two."""
    kinds = ["numeric"] * 6 + ["nominal"] * 7
    head = "".join(f"@attribute a{i} {'numeric' if kind == 'numeric' else '{p,q}'}\n" for i, kind in enumerate(kinds))
    rows = [["1"] * 6 + ["p"] * 7 + [("<50", ">50_1")[i % 2]] for i in range(303)]
    for row in rows[:7]:
        row[0] = "?"
    lines = "".join(",".join(f"'{v}'" if "50" in v else v for v in row) + "\n" for row in rows)
    content = f"@relation heart-c\n{head}@attribute num {{'<50','>50_1','>50_2','>50_3','>50_4'}}\n@data\n{lines}"
    serve(49, "heart-c", content, [*((f"a{i}", k, "") for i, k in enumerate(kinds)), ("num", "nominal", "target")])
    assert load("uci:cleve").target_names == ("<50", ">50_1")


def test_offline_a_uci_set_says_both_ways(offline):
    with pytest.raises(
        FoldwiseError, match=r"uci:labor needs a file or the network.*FOLDWISE_DATA.*labor.arff"
    ) as caught:
        load("uci:labor")
    assert "\n" not in str(caught.value)


def test_a_set_that_openml_does_not_have(offline):
    with pytest.raises(
        FoldwiseError, match=r"uci:glass2 is not on OpenML in this form. Set FOLDWISE_DATA to .*arff.gz\.$"
    ):
        load("uci:glass2")
    with pytest.raises(FoldwiseError, match=r"Or use the built-in set 'monk2'\.$"):
        load("uci:monk2")


def test_a_folder_comes_first(write, monkeypatch, tmp_path, offline):
    content, _ = iris()
    write("iris.arff", content)
    monkeypatch.setenv("FOLDWISE_DATA", str(tmp_path))
    assert load("uci:iris").n_examples == 150
    write("iris.arff", content + "1,1,1,1,Iris-setosa\n")
    with pytest.raises(DataFormatError, match=r"iris.arff is not the set uci:iris: it has 151 rows instead of 150"):
        load("uci:iris")
    with pytest.raises(FoldwiseError, match="uci:labor needs a file or the network"):
        load("uci:labor")


def test_where_downloads_are_kept(monkeypatch):
    monkeypatch.setenv("FOLDWISE_CACHE", "/own/place")
    assert cache_folder() == Path("/own/place")
    monkeypatch.delenv("FOLDWISE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/xdg")
    assert cache_folder() == Path("/xdg/foldwise")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path("~/.cache/foldwise").expanduser()
