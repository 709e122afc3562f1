"""What several folders of tests share."""

import importlib.util
from pathlib import Path

import pytest

ORACLES = Path(__file__).parent / "oracles"


@pytest.fixture(scope="session")
def load_oracle():
    """Import an oracle by name: it stands beside the tests and imports nothing from foldwise."""

    def load(name):
        spec = importlib.util.spec_from_file_location(f"oracle_{name}", ORACLES / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load
