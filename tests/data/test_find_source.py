from pathlib import Path

import pytest

from foldwise.data import find_source, load, source_name


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "visits.csv"
    path.write_text("x,y\n1,a\n2,b\n")
    return path


@pytest.mark.parametrize("name", ["iris", "uci:labor", "openml:61"])
def test_names_are_themselves(name):
    assert find_source(name, folder=Path("nowhere")) == name


def test_paths_start_at_the_folder(table, monkeypatch):
    assert find_source("visits.csv", folder=table.parent) == table
    assert find_source(Path("visits.csv"), folder=table.parent) == table
    assert find_source(str(table), folder=Path("elsewhere")) == table
    monkeypatch.chdir(table.parent)
    assert find_source("visits.csv") == Path("visits.csv")
    monkeypatch.setenv("HOME", str(table.parent))
    assert find_source("~/visits.csv", folder=Path("elsewhere")) == table


@pytest.mark.parametrize("source", ["irs", "uci:irs", "openml:", "openml:x", "no.csv", "no.doc", Path("iris"), ".", 3])
def test_what_is_not_found_is_not_loaded_for_the_same_reason(source):
    with pytest.raises((TypeError, ValueError, OSError)) as early:
        find_source(source)
    with pytest.raises((TypeError, ValueError, OSError)) as late:
        load(source)
    assert type(early.value) is type(late.value)
    assert str(early.value).partition(" or a Dataset")[0].partition(",")[0] in str(late.value).replace(
        "a name, a path or a Dataset", "a name or a path"
    )


def test_the_name_is_known_before_loading(table):
    for source in ("iris", table, str(table), load("wine")):
        assert source_name(source) == load(source).name
