"""The examples in README and docs run as tests: each file in an empty folder of its own, and without windows."""

import pytest


@pytest.fixture(autouse=True)
def _example_page(request: pytest.FixtureRequest) -> None:
    if request.node.path.suffix == ".md":
        import matplotlib

        matplotlib.use("Agg")
        request.getfixturevalue("monkeypatch").chdir(request.getfixturevalue("tmp_path"))
