"""What the tests of this room share."""

import os
from pathlib import Path

import pytest


@pytest.fixture
def uci_folder():
    folder = os.environ.get("FOLDWISE_DATA")
    if not folder:
        pytest.skip("FOLDWISE_DATA does not name a folder of UCI ARFF files")
    return Path(folder)


@pytest.fixture
def write(tmp_path):
    """Write a file of the given name and content, and return its path."""

    def writer(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return writer
