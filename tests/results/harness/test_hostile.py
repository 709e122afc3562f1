"""Files of other programs that are damaged, empty or odd: one line says what is wrong."""

import copy
import json
import random
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from foldwise import DataFormatError, FoldwiseError
from foldwise.results import as_results

FILES = Path(__file__).parent / "files"
LM_EVAL = [json.loads(line) for line in next((FILES / "model-a").glob("*.jsonl")).read_text().splitlines()]
INSPECT = json.loads((FILES / "inspect_model-a.json").read_text())
EVER = [
    {"model_id": name, "evaluation_name": "quiz", "sample_id": i, "sample_hash": f"h{i}"}
    | {"evaluation": {"score": float(i % 2), "is_correct": i % 2 == 1}}
    for name in "ab"
    for i in range(4)
]
HELM = [
    {"instance_id": f"id{i}", "train_trial_index": 0}
    | {"stats": [{"name": {"name": "em", "split": "test"}, "count": 1, "sum": 1, "mean": 1}]}
    for i in range(4)
]
OWN = [{"item": i, "model": name, "score": i % 2} for name in "ab" for i in range(4)]
FORMS = {
    "lm_eval.jsonl": LM_EVAL,
    "ever.jsonl": EVER,
    "per_instance_stats.json": HELM,
    "inspect.json": INSPECT,
    "own.jsonl": OWN,
}
ODD = (None, [], {}, "x", "", float("nan"), 10**400, -5, True, [1, 2], {"a": 1}, 0.5, "NaN", 1e300, [None], 2**70)


def written(path, content):
    lines = path.suffix == ".jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in content) if lines else json.dumps(content))
    return path


def refusal(path, **how):
    with pytest.raises(DataFormatError) as caught:
        as_results(path, **how)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def places(content, before=()):
    for key, value in content.items() if isinstance(content, dict) else enumerate(content):
        yield (*before, key)
        if isinstance(value, dict | list) and len(before) < 3:
            yield from places(value, (*before, key))


@pytest.mark.parametrize("name", FORMS)
def test_values_of_other_kinds(tmp_path, name):
    """Whatever stands in place of a value, the file is read or refused in one line."""
    rng = random.Random(1)
    outcomes = set()
    for _ in range(40):
        content = copy.deepcopy(FORMS[name])
        *way, key = rng.choice(list(places(content)))
        inner = content
        for step in way:
            inner = inner[step]
        inner[key] = copy.deepcopy(rng.choice(ODD))
        try:
            as_results(written(tmp_path / name, content))
            outcomes.add("read")
        except FoldwiseError as error:
            outcomes.add("refused in several lines" if "\n" in str(error) else "refused")
    assert outcomes == {"read", "refused"}


def edited(content, change):
    content = copy.deepcopy(content)
    change(content)
    return content


def nan(record, *way):
    *way, key = way
    for step in way:
        record = record[step]
    record[key] = float("nan")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("lm_eval.jsonl", edited(LM_EVAL, lambda all_: nan(all_, 1, "exact_match")), "item 1 is nan (1 of 3"),
        (
            "lm_eval.jsonl",
            edited(LM_EVAL, lambda all_: all_[1].update(doc_id=None)),
            "line 2: doc_id must be a text or",
        ),
        ("lm_eval.jsonl", edited(LM_EVAL, lambda all_: all_[0].update(metrics=[])), "holds no scores"),
        ("lm_eval.jsonl", edited(LM_EVAL, lambda all_: all_.append(all_[0])), "line 4: doc_id 0 is there twice"),
        ("lm_eval.jsonl", [*LM_EVAL, EVER[0]], "line 4: there is no doc_id"),
        ("ever.jsonl", edited(EVER, lambda all_: nan(all_, 0, "evaluation", "score")), "item 0 is nan (1 of 8"),
        ("ever.jsonl", EVER[:-1], "b lacks 1 item ('3')"),
        ("ever.jsonl", [*EVER, EVER[0]], "line 9: sample 0 of quiz is there twice"),
        ("ever.jsonl", edited(EVER, lambda all_: all_[0].update(sample_id=[1])), "line 1: sample_id must be a text"),
        ("ever.jsonl", [*EVER, LM_EVAL[0]], "line 9: there is no model_id"),
        ("per_instance_stats.json", [*HELM, HELM[0]], "2 scores on item 'id0'"),
        ("per_instance_stats.json", edited(HELM, lambda all_: nan(all_, 0, "stats", 0, "mean")), "'id0' is nan"),
        ("per_instance_stats.json", edited(HELM, lambda all_: all_[2].update(stats=[])), "'id2' (3 of 4) has no em"),
        ("per_instance_stats.json", edited(HELM, lambda all_: all_[2].pop("stats")), "instance 3 of 4 lacks"),
        ("per_instance_stats.json", [], "of no known kind"),
        ("inspect.json", edited(INSPECT, lambda log: log.update(samples=[])), "inspect.json has no samples"),
        ("inspect.json", edited(INSPECT, lambda log: log["samples"].append(log["samples"][0])), "2 scores on item"),
        ("inspect.json", edited(INSPECT, lambda log: log["samples"][0].pop("id")), "lacks what a log has"),
        ("inspect.json", edited(INSPECT, lambda log: log["samples"][0].update(scores={})), "1 of 6 scores are not"),
        ("own.jsonl", [{**each, "score": None} for each in OWN], "is nan (8 of 8"),
        ("own.jsonl", OWN[:-1], "b lacks 1 item ('3')"),
        ("own.jsonl", [*OWN, OWN[0]], "a has 2 scores on item 0"),
    ],
)
def test_damaged_files(tmp_path, name, content, words):
    assert words in refusal(written(tmp_path / name, content))


@pytest.mark.parametrize("name", FORMS)
def test_files_cut_off_or_empty(tmp_path, name):
    path = written(tmp_path / name, FORMS[name])
    path.write_text(path.read_text()[:-30])
    assert name in refusal(path)
    path.write_text("")
    assert name in refusal(path)


@pytest.mark.parametrize("name", ["inspect_samples.csv", "mlflow_runs.csv", "optuna_kept.csv"])
def test_tables_cut_off_or_empty(tmp_path, name):
    text = (FILES / name).read_text()
    path = tmp_path / name
    path.write_text(text.splitlines()[0] + "\n")
    assert "\n" not in refusal(path)
    path.write_text("")
    assert name in refusal(path)


def test_cells_that_cannot_be_compared():
    frame = pd.read_csv(FILES / "inspect_samples.csv")
    lists = frame.assign(id=[["s", place] for place in frame["id"]])
    (scores,), _ = as_results(lists)
    assert scores.items[0] == "['s', 's1']"
    assert "The column of the epoch is empty in row 1" in refusal(frame.assign(epoch=[np.nan, *frame["epoch"][1:]]))
    assert "two columns 'id'" in refusal(pd.concat([frame, frame[["id"]]], axis=1))
