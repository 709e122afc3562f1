"""Pages of the docs show the tables that are kept beside them."""

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"


def _fill_tables():
    spec = importlib.util.spec_from_file_location("fill_tables", DOCS / "fill_tables.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


FILL = _fill_tables()


@pytest.mark.parametrize("page", FILL.pages(), ids=lambda page: page.name)
def test_a_page_shows_the_numbers_of_its_files_and_all_tests(page):
    assert FILL.filled_page(page) == page.read_text(encoding="utf-8")
