"""Files with a score for every example: lm-evaluation-harness, Every Eval Ever, Inspect and HELM."""

import json
from pathlib import Path

import pandas as pd
import pytest

from foldwise import DataFormatError
from foldwise.results import as_results

FILES = Path(__file__).parent / "files"
SAMPLES = [next((FILES / name).glob("samples_*.jsonl")) for name in ("model-a", "model-b")]


def lines(path, records):
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def sample(item, **more):
    return {
        "doc_id": item,
        "resps": [],
        "filtered_resps": [],
        "filter": "none",
        "metrics": ["acc"],
        "doc_hash": f"h{item}",
        "acc": 1.0,
        **more,
    }


def test_lm_eval_of_the_real_package():
    """By hand: model-a answers all three sums, model-b only the first."""
    (scores,), reading = as_results(SAMPLES)
    assert scores.learners == ("model-a", "model-b")
    assert scores.dataset == "sums"
    assert scores.means().tolist() == [[1, 1, 1], [1, 0, 0]]
    assert "Read 6 rows as samples of lm-evaluation-harness: item from 'doc_id'" in str(reading)


def test_different_prompts_are_told(tmp_path):
    """The same three examples, two of which model b was asked in another way."""
    asked = {"a": "ppp", "b": "pqq"}
    paths = [
        lines(tmp_path / name / "samples_x_2026-01-01T00-00-00.jsonl", samples)
        for name, samples in {k: [sample(i, prompt_hash=p) for i, p in enumerate(v)] for k, v in asked.items()}.items()
    ]
    assert "asked by different prompts on 2 of 3 items" in str(as_results(paths)[1])
    assert "prompts" not in str(as_results(SAMPLES)[1])


def test_folders_stand_for_the_files_in_them(tmp_path):
    (scores,), _ = as_results([FILES / "model-a", FILES / "model-b"])
    assert (scores.learners, scores.means().tolist()) == (("model-a", "model-b"), [[1, 1, 1], [1, 0, 0]])
    for task in ("x", "y"):
        for name in ("a", "b"):
            lines(tmp_path / name / f"samples_{task}_2026-01-01T00-00-00.jsonl", [sample(0), sample(1)])
    both, _ = as_results(tmp_path)
    assert [(each.dataset, each.learners) for each in both] == [("x", ("a", "b")), ("y", ("a", "b"))]
    lines(tmp_path / "b" / "samples_y_2026-02-01T00-00-00.jsonl", [sample(0), sample(1)])
    with pytest.raises(DataFormatError, match=r"doc_id 0 is there twice for b. Give each file once"):
        as_results(tmp_path)


def test_learners_name_files_or_choose_among_them():
    assert as_results(SAMPLES, learners=["new", "old"])[0][0].learners == ("new", "old")
    assert as_results(SAMPLES, learners=["model-b", "model-a"])[0][0].means()[0].tolist() == [1, 0, 0]
    assert as_results(SAMPLES[1])[0][0].learners == ("model-b",)


def test_filters_and_metrics_are_chosen(tmp_path):
    both = [sample(i, filter=name, acc=float(name == "strict")) for i in range(3) for name in ("strict", "loose")]
    path = lines(tmp_path / "a.jsonl", both)
    with pytest.raises(
        DataFormatError, match=r"several metrics: 'acc,strict', 'acc,loose'. Choose: metric='acc,strict'"
    ):
        as_results(path)
    assert as_results(path, metric="acc,loose")[0][0].means().tolist() == [[0, 0, 0]]
    two = lines(tmp_path / "b.jsonl", [sample(i, metrics=["acc", "acc_norm"], acc_norm=0.0) for i in range(3)])
    with pytest.raises(DataFormatError, match=r"several metrics: 'acc', 'acc_norm'"):
        as_results(two)
    assert as_results(two, metric="acc_norm")[0][0].means().tolist() == [[0, 0, 0]]
    with pytest.raises(DataFormatError, match=r"no scores by 'f1'. There are: 'acc', 'acc_norm'"):
        as_results(two, metric="f1")


def test_perplexity_of_an_example_is_a_log_likelihood_of_which_more_is_better(tmp_path):
    records = [sample(i, metrics=["perplexity"], perplexity=-2.5) for i in range(3)]
    (scores,), _ = as_results(lines(tmp_path / "a.jsonl", records))
    assert scores.oriented()[0, :, 0].tolist() == [-2.5, -2.5, -2.5]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (json.dumps(sample(0)) + "\n" + json.dumps(sample(1))[:30], r"a.jsonl, line 2: .*cut off"),
        (json.dumps(sample(0)) + "\nhello\n", "a.jsonl, line 2: a JSON object was expected, got 'hello'"),
        (json.dumps(sample(0)) + "\n[1]\n", "a.jsonl, line 2: a JSON object was expected"),
        (json.dumps(sample(0)) + "\n" + json.dumps(sample(0)) + "\n", "a.jsonl, line 2: doc_id 0 is there twice"),
        (json.dumps(sample(0)) + "\n" + json.dumps({"model": "b"}) + "\n", "line 2: there is no doc_id"),
        (json.dumps(sample(0, acc=[1, 2])) + "\n", "line 1: 'acc' is no number"),
        (json.dumps(sample(0, acc="yes")) + "\n", "line 1: 'acc' must be a number, got 'yes'"),
        (json.dumps(sample(0, acc=7)) + "\n", "accuracy must lie between 0 and 1, got 7"),
        ("", "a.jsonl"),
        ('{"x": 1}\n', "a JSON file of no known kind"),
        ('{"schema": "foldwise.verdict/1"}', "a document that foldwise wrote, .* Give the results themselves"),
        ('{"x": ', "a.jsonl, line 1: this is no JSON"),
    ],
)
def test_damaged_lines_are_named(tmp_path, text, words):
    path = tmp_path / "a.jsonl"
    path.write_text(text)
    with pytest.raises(DataFormatError, match=words) as caught:
        as_results(path)
    assert "\n" not in str(caught.value)


def test_examples_that_differ_between_files_are_refused(tmp_path):
    one = lines(tmp_path / "a.jsonl", [sample(i) for i in range(3)])
    other = lines(tmp_path / "b.jsonl", [sample(i, doc_hash="new") for i in range(3)])
    with pytest.raises(DataFormatError, match=r"item 0 is not the same example.*doc_hash \(3 such items\)"):
        as_results([one, other])
    fewer = lines(tmp_path / "c.jsonl", [sample(i) for i in range(2)])
    with pytest.raises(DataFormatError, match=r"c lacks 1 item"):
        as_results([one, fewer])


def test_paths_that_do_not_tell_the_model_are_refused(tmp_path):
    names = [f"samples_{task}_2026-01-01T00-00-00.jsonl" for task in ("x", "y")]
    paths = [lines(tmp_path / name, [sample(0)]) for name in names]
    with pytest.raises(DataFormatError, match=r"do not tell whose results"):
        as_results(paths)


def ever(item, model, score, **more):
    return {
        "model_id": model,
        "evaluation_name": "quiz",
        "sample_id": item,
        "sample_hash": f"h{item}",
        "evaluation": {"score": score, "is_correct": score == 1},
        **more,
    }


def test_every_eval_ever(tmp_path):
    """By hand; the file is made from the published schema."""
    right = {"a": [1, 0, 1], "b": [0, 0, 1]}
    path = lines(tmp_path / "x.jsonl", [ever(i, m, s) for m, values in right.items() for i, s in enumerate(values)])
    (scores,), reading = as_results(path)
    assert scores.learners == ("a", "b")
    assert scores.means().tolist() == [[1, 0, 1], [0, 0, 1]]
    assert "is correct" in str(reading)
    graded = lines(tmp_path / "y.jsonl", [ever(i, m, 0.5) for m in "ab" for i in range(3)])
    assert as_results(graded)[0][0].means().tolist() == [[0.5] * 3] * 2
    assert as_results(graded, metric="is_correct")[0][0].means().tolist() == [[0.0] * 3] * 2


@pytest.mark.parametrize(
    ("records", "words"),
    [
        ([ever(0, "a", 1), ever(0, "a", 0)], "line 2: sample 0 of quiz is there twice for a"),
        ([ever(0, "a", 1), ever(0, "b", 1, sample_hash="z")], "not the same example.*sample_hash"),
        ([ever(0, "a", None)], "line 1: evaluation must have a number"),
        ([ever(0, "a", 1), {"doc_id": 1}], "line 2: there is no model_id"),
    ],
)
def test_every_eval_ever_hostile(tmp_path, records, words):
    with pytest.raises(DataFormatError, match=words):
        as_results(lines(tmp_path / "x.jsonl", records))


@pytest.mark.parametrize("names", [["inspect_samples.csv"], ["inspect_model-a.json", "inspect_model-b.json"]])
def test_inspect_of_the_real_package(names):
    """By hand, as above; every sum was asked twice."""
    (scores,), reading = as_results([FILES / name for name in names])
    assert dict(zip(scores.learners, scores.means().tolist(), strict=True)) == {
        "mockllm/model-a": [1, 1, 1],
        "mockllm/model-b": [1, 0, 0],
    }
    assert scores.scores.shape == (2, 3, 2)
    assert "of Inspect" in str(reading)


def test_inspect_hostile(tmp_path):
    with pytest.raises(DataFormatError, match=r"zstandard.*samples_df"):
        as_results(FILES / "inspect_model-a.eval")
    frame = pd.read_csv(FILES / "inspect_samples.csv")
    with pytest.raises(DataFormatError, match=r"which model answered"):
        as_results(frame.drop(columns="model"))
    with pytest.raises(DataFormatError, match=r"12 samples ended in an error"):
        as_results(frame.assign(error="boom"))
    with pytest.raises(DataFormatError, match=r"row 1: the score by 'match' must be a number"):
        as_results(frame.assign(score_match=r"maybe"))
    broken = tmp_path / "x.eval"
    broken.write_bytes((FILES / "inspect_model-a.eval").read_bytes()[:500])
    with pytest.raises(DataFormatError, match=r"not a whole ZIP file"):
        as_results(broken)


def helm(folder, scores):
    def stats(score):
        return [{"name": {"name": "exact_match", "split": "test"}, "count": 1, "sum": score, "mean": score}]

    rows = [{"instance_id": f"id{i}", "train_trial_index": 0, "stats": stats(s)} for i, s in enumerate(scores)]
    odd = {"instance_id": "id0", "train_trial_index": 0, "perturbation": {"name": "typos"}, "stats": stats(0)}
    folder.mkdir()
    (folder / "per_instance_stats.json").write_text(json.dumps([*rows, odd]))
    return folder


def test_helm(tmp_path):
    """By hand; the files are made from the published schema."""
    folders = [helm(tmp_path / f"quiz:model={m}", s) for m, s in (("a", [1, 0, 1]), ("b", [0, 0, 1]))]
    (scores,), reading = as_results(folders)
    assert (scores.dataset, scores.learners) == ("quiz", ("a", "b"))
    assert scores.means().tolist() == [[1, 0, 1], [0, 0, 1]]
    assert "left out: 2 perturbed instances" in str(reading)
    with pytest.raises(DataFormatError, match=r"no scores by 'f1'"):
        as_results(folders, metric="f1")
    file = folders[0] / "per_instance_stats.json"
    file.write_text(file.read_text()[:60])
    with pytest.raises(DataFormatError, match=r"per_instance_stats.json, line 1: this is no JSON"):
        as_results(folders)


def test_files_of_two_kinds_are_not_read_together(tmp_path):
    one = lines(tmp_path / "a.jsonl", [sample(0)])
    other = lines(tmp_path / "b.jsonl", [ever(0, "a", 1)])
    with pytest.raises(DataFormatError, match=r"a.jsonl is of lm-evaluation-harness, b.jsonl is of Every Eval Ever"):
        as_results([one, other])
