"""Streams against the functions they rest on, by hand, and through crashes; what they refuse, in one line."""

import json
import math
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

from foldwise import OutputError
from foldwise.stats import betting_confidence_sequence, betting_e_process
from foldwise.verdicts import Stream

RNG = np.random.default_rng(5)
NEW = (RNG.random(150) < 0.9).astype(float)
OLD = (RNG.random(150) < 0.7).astype(float)


def numbers(stream):
    return stream.n, stream.decision, stream.decided_at, stream.e_value, stream.p_value, stream.interval


def filled(**options):
    stream = Stream("new", "old", **options)
    stream.update(NEW, OLD)
    return stream


def test_it_says_what_the_functions_say():
    stream, d = filled(), NEW - OLD
    process, limits = betting_e_process(d), betting_confidence_sequence(d)
    assert stream.n == 150
    assert stream.e_value == pytest.approx(process.e_values[-1], rel=1e-12)
    assert stream.p_value == pytest.approx(process.pvalues[-1], rel=1e-12)
    assert stream.interval == (limits.low[-1], limits.high[-1])
    assert stream.estimate == pytest.approx(d.mean())
    assert stream.decided_at == int((process.pvalues <= 0.05).argmax()) + 1
    assert stream.decision == "a"


def test_one_by_one_is_all_at_once_to_the_last_bit():
    stream = Stream("new", "old")
    for a, b in zip(NEW, OLD, strict=True):
        stream.update(a, b)
    parts = Stream("new", "old")
    for start in (0, 1, 40, 41, 149):
        stop = {0: 1, 1: 40, 40: 41, 41: 149, 149: 150}[start]
        parts.update(NEW[start:stop], OLD[start:stop])
    assert numbers(stream) == numbers(filled()) == numbers(parts)


def test_exchanged_learners_exchange_everything():
    stream, other = filled(), Stream("old", "new")
    other.update(OLD, NEW)
    assert other.decision == "b"
    assert other.interval == (-stream.interval[1], -stream.interval[0])
    assert other.estimate == -stream.estimate
    assert other.headline().startswith("new is better than old, decided after")


def test_losses_on_a_scale_of_their_own():
    stream = Stream("new", "old", low=0, high=5, lower_is_better=True)
    stream.update(5 * (1 - NEW), 5 * (1 - OLD))
    plain = filled()
    assert stream.decision == "a"
    assert stream.decided_at == plain.decided_at
    assert stream.e_value == pytest.approx(plain.e_value, rel=1e-12)
    assert stream.estimate == pytest.approx(5 * plain.estimate)
    assert stream.interval == pytest.approx([5 * each for each in plain.interval])
    assert "lower is better" in stream.details()


def test_two_wins_by_hand():
    """E = 1 + mean of f^2 with f = ((2k + 1) / 32)^2, as `tests/stats/test_betting.py` has it; p = 1 / E."""
    stream = Stream()
    stream.update([1, 1], [0, 0])
    e = 1 + sum((2 * k + 1) ** 4 for k in range(16)) / 16 / 32**4
    assert (stream.e_value, stream.p_value) == pytest.approx((e, 1 / e))
    assert stream.estimate == 1


def test_a_decision_stays_and_says_when_it_was_made():
    stream = Stream("new", "old")
    stream.update(np.ones(12), np.zeros(12))
    made = stream.decided_at
    assert stream.headline() == f"new is better than old, decided after {made} examples; 12 examples so far."
    stream.update(np.zeros(400), np.ones(400))
    assert (stream.decision, stream.decided_at) == ("a", made)
    assert stream.estimate < 0
    low, high = stream.interval
    assert low > high
    assert "the limits have crossed" in stream.details()
    assert stream.p_value <= 0.05


def test_before_the_first_example_nothing_is_known():
    stream = Stream()
    assert (stream.e_value, stream.p_value, stream.interval, stream.decision) == (1, 1, (-1, 1), "undecided")
    assert math.isnan(stream.estimate)
    document = json.loads(json.dumps(stream.document(), allow_nan=False))
    assert document["estimate"] is None
    assert stream.headline() == "Undecided after 0 examples: whether a or b is better is open."
    stream.update([], [])
    assert stream.n == 0


def test_words_and_document_hold_the_numbers_and_what_it_is_not_for():
    stream = filled()
    document = json.loads(json.dumps(stream.document(), allow_nan=False))
    assert document["schema"] == "foldwise.stream-answer/1"
    assert document["decision"] == "a"
    assert document["n"] == 150
    assert document["interval"] == list(stream.interval)
    for words in (str(stream), stream.details(), stream._repr_html_()):
        assert "not for folds or repeats of a cross-validation" in words
        assert f"{stream.estimate:.3f} better" in words
    assert repr(stream) == "<Stream of new and old, 150 examples: a>"


def test_a_long_stream_stays_finite():
    stream = Stream()
    stream.update(np.ones(3000), np.zeros(3000))
    assert math.isfinite(stream.e_value)
    assert 0 < stream.p_value < 1e-300


def test_a_file_takes_up_where_it_was(tmp_path):
    file = tmp_path / "scores.jsonl"
    first = Stream("new", "old", file=file)
    first.update(NEW[:60], OLD[:60])
    first.update(NEW[60], OLD[60])
    second = Stream("new", "old", file=file)
    assert numbers(second) == numbers(first)
    second.update(NEW[61:], OLD[61:])
    assert numbers(Stream.read(file)) == numbers(filled())
    assert Stream.read(file).terms == second.terms
    assert len(file.read_text().splitlines()) == 151
    assert numbers(pickle.loads(pickle.dumps(second))) == numbers(second)


@pytest.mark.parametrize("cut", [1, 4, 8])
def test_a_line_that_a_crash_cut_off_is_taken_away(tmp_path, cut):
    """It had not been counted: `update` had not returned."""
    file = tmp_path / "scores.jsonl"
    Stream("new", "old", file=file).update(NEW[:10], OLD[:10])
    os.truncate(file, file.stat().st_size - cut)
    assert Stream.read(file).n == 9
    stream = Stream("new", "old", file=file)
    assert stream.n == 9
    stream.update(NEW[9:], OLD[9:])
    assert numbers(Stream.read(file)) == numbers(filled())


@pytest.mark.skipif(os.name == "nt", reason="a signal of POSIX")
def test_what_a_killed_program_has_counted_is_there(tmp_path):
    """It tells each example once `update` has returned, and is killed on the way."""
    file = tmp_path / "scores.jsonl"
    code = (
        "import sys; from foldwise.verdicts import Stream; stream = Stream('new', 'old', file=sys.argv[1])\n"
        "while True: stream.update(1, stream.n % 3 > 0); print(stream.n, flush=True)"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(file)], stdout=subprocess.PIPE, text=True) as program:
        told = [int(program.stdout.readline()) for _ in range(30)]
        program.kill()
        told += [int(line) for line in program.stdout.read().split()]
    stream = Stream("new", "old", file=file)
    assert stream.n in (told[-1], told[-1] + 1)
    again = Stream("new", "old")
    again.update(np.ones(stream.n), np.arange(stream.n) % 3 > 0)
    assert numbers(stream) == numbers(again)


def test_an_empty_file_is_begun(tmp_path):
    file = tmp_path / "scores.jsonl"
    file.touch()
    Stream(file=file).update(1, 0)
    assert Stream.read(file).n == 1


def test_two_writers_do_not_mix(tmp_path):
    file = tmp_path / "scores.jsonl"
    one, two = Stream(file=file), Stream(file=file)
    one.update(1, 0)
    with pytest.raises(OutputError, match=r"was changed by another program\. Let one program write"):
        two.update(0, 1)
    assert two.n == 0
    assert Stream.read(file).n == 1


def test_what_is_refused_is_not_kept(tmp_path):
    file = tmp_path / "scores.jsonl"
    stream = Stream(file=file)
    with pytest.raises(ValueError, match=r"got 1\.5 of 'a'"):
        stream.update([1, 1.5], [0, 0])
    assert stream.n == 0
    assert Stream.read(file).n == 0


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("a,b\n1,0\n", "is no file of a stream"),
        ('{"schema": "foldwise.stream/1", "a": 1}\n', "line 1 is damaged"),
        ('{"schema": "foldwise.stream/2"}\n', "is no file of a stream"),
        ("[" * 10_000 + "\n", "is no file of a stream"),
    ],
)
def test_files_of_other_kinds_are_left_alone(tmp_path, content, words):
    file = tmp_path / "other"
    file.write_text(content)
    for open_it in (Stream.read, lambda path: Stream(file=path)):
        with pytest.raises(ValueError, match=words) as caught:
            open_it(file)
        assert "\n" not in str(caught.value)
    assert file.read_text() == content


@pytest.mark.parametrize("line", ["[1.0]", "[1.0, NaN]", '["1", 0]', "[true, 0]", "", "[0.0, 2.0]", "[1.0, 0.0"])
def test_damaged_lines_are_named(tmp_path, line):
    file = tmp_path / "scores.jsonl"
    Stream(file=file).update([1, 1], [0, 0])
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:2], line, *lines[2:]]) + "\n")
    with pytest.raises(ValueError, match=r"line 3 is damaged|got 2 of 'b' \(number 2 of 3\)"):
        Stream.read(file)


def test_other_terms_than_those_of_the_file_are_refused(tmp_path):
    file = tmp_path / "scores.jsonl"
    Stream("new", "old", file=file)
    with pytest.raises(ValueError, match=r"was begun with alpha=0.05, not 0.01\. Ask for what it was begun with"):
        Stream("new", "old", alpha=0.01, file=file)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(ValueError, match="cannot be read"):
        Stream(file=tmp_path)
    with pytest.raises(OutputError, match="cannot be written"):
        Stream(file=tmp_path / "not there" / "scores.jsonl")


@pytest.mark.parametrize(
    ("a", "b", "error", "words"),
    [
        (1.2, 0, ValueError, "scores must be from 0 to 1, got 1.2 of 'a'. Set low and high to the least and greatest"),
        ([1, -1], [0, 0], ValueError, "got -1 of 'a' (number 2 of 2)"),
        ([1, None], [0, 0], ValueError, "a score of 'a' is missing (number 2 of 2)."),
        (float("nan"), 0, ValueError, "a score of 'a' is missing. Score that example, or leave it out."),
        ([1, 1], [0], ValueError, "each example needs a score of both learners, got 2 of 'a' and 1 of 'b'."),
        ("1", 0, TypeError, "scores of 'a' must be a number or a list of numbers."),
        ([[1, 0]], [0, 0], TypeError, "scores of 'a' must be a number or a list of numbers."),
        ([[1], [0, 1]], [0, 0], TypeError, "scores of 'a' must be a number or a list of numbers."),
    ],
)
def test_scores_that_are_none(a, b, error, words):
    stream = Stream()
    with pytest.raises(error) as caught:
        stream.update(a, b)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert stream.n == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"low": 1, "high": 0}, "low must be below high"),
        ({"low": float("nan")}, "low must be a number"),
        ({"high": -1e400}, "high must be a number"),
        ({"low": -1e308, "high": 1e308}, "low must be below high"),
        ({"a": "b"}, "must have different names"),
        ({"a": ""}, "a must be the name of a learner"),
        ({"alpha": 5}, "alpha must be strictly between 0 and 1"),
    ],
)
def test_terms_that_are_none(options, words):
    with pytest.raises(ValueError, match=words):
        Stream(**options)
