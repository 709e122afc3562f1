"""An identity as text: strict JSON, read back only as it was written."""

import json
import math

import pytest
from sklearn.svm import SVC

from foldwise import DataFormatError
from foldwise.store._identity import Identity, identify


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"class_path": "a", "parameters": {"x": NaN}, "sources": {}, "versions": {}}',
        '{"class_path": "a", "parameters": {"x": -Infinity}, "sources": {}, "versions": {}}',
        '{"class_path": "a", "parameters": {}, "sources": {}}',
        '{"class_path": "a", "parameters": {}, "sources": {}, "versions": {}, "more": 1}',
        '{"class_path": 1, "parameters": {}, "sources": {}, "versions": {}}',
        '{"class_path": "a", "parameters": [], "sources": {}, "versions": {}}',
        '{"class_path": "a", "parameters": {}, "sources": {"a": 1}, "versions": {}}',
    ],
)
def test_only_what_was_written_can_be_read(text):
    with pytest.raises(DataFormatError, match="A learner's identity must"):
        Identity.from_json(text)


def test_the_json_is_strict():
    text = identify(SVC(C=[math.nan, math.inf, 10**5000])).to_json()
    assert json.loads(text, parse_constant=pytest.fail)["parameters"]["C"][0] == {"float": "nan"}
