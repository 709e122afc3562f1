"""Keys of functions: another where the code, or a variable that it reads, is another."""

import linecache
import os
import subprocess
import sys
from functools import partial

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.svm import SVC

NUMBER, LIST, ARRAY, SETTINGS, MODEL, UNREAD = 1, [1, {0: 2}], np.arange(3), {"a": (1, 2)}, SVC(), 1


def deep(x):
    return x


def beside(x):
    return deep(x)


class Kind:
    level = 1

    def __call__(self, x):
        return beside(x) + self.level


def read_all(x, by=1, *, more=1):
    inner = [(lambda y: y + NUMBER)(each) for each in LIST]
    return beside(x), inner, ARRAY, SETTINGS, MODEL, Kind, stats.norm.sf(x), by, more


def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n != 0 and even(n - 1)


HERE = globals()
CHANGES = {
    "function": lambda patch: patch.setitem(HERE, "beside", lambda x: x),
    "function of a function": lambda patch: patch.setitem(HERE, "deep", lambda x: -x),
    "code of a function": lambda patch: patch.setattr(deep, "__code__", (lambda x: -x).__code__),
    "defaults": lambda patch: patch.setattr(read_all, "__defaults__", (2,)),
    "keyword defaults": lambda patch: patch.setattr(read_all, "__kwdefaults__", {"more": 2}),
    "defaults of a function": lambda patch: patch.setattr(deep, "__defaults__", (2,)),
    "attribute of a function": lambda patch: patch.setattr(deep, "level", 2, raising=False),
    "number, read in a lambda": lambda patch: patch.setitem(HERE, "NUMBER", 2),
    "type of a number": lambda patch: patch.setitem(HERE, "NUMBER", 1.0),
    "inside a list": lambda patch: patch.setitem(LIST[1], 0, 3),
    "array": lambda patch: patch.setitem(HERE, "ARRAY", np.array([0, 1, 3])),
    "inside a dict": lambda patch: patch.setitem(SETTINGS, "a", (1, 3)),
    "estimator": lambda patch: patch.setattr(MODEL, "C", 2.0),
    "attribute of a class": lambda patch: patch.setattr(Kind, "level", 2),
    "method": lambda patch: patch.setattr(Kind, "__call__", lambda self, x: x),
    "module": lambda patch: patch.setitem(HERE, "stats", np),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
@pytest.mark.parametrize(
    "thing", [read_all, partial(read_all, 1), lambda x: read_all(x)], ids=["function", "partial", "lambda"]
)
def test_what_a_function_reads_counts(content_key, monkeypatch, thing, change):
    """Functions of a module with a file: what a program does to them, the file does not tell."""
    before = content_key("mine", thing)
    with monkeypatch.context() as patch:
        change(patch)
        assert content_key("mine", thing) != before
    assert content_key("mine", thing) == before


def test_of_a_class_the_methods_count_with_what_they_read(content_key, monkeypatch):
    before = content_key("mine", Kind())
    monkeypatch.setitem(HERE, "deep", lambda x: -x)
    assert content_key("mine", Kind()) != before


def test_what_a_function_does_not_read_is_nothing_to_it(content_key, monkeypatch):
    before = content_key("mine", read_all)
    monkeypatch.setitem(HERE, "UNREAD", 2)
    assert content_key("mine", read_all) == before


def test_functions_that_call_each_other(content_key, monkeypatch):
    before = content_key("mine", even)
    assert before != content_key("mine", odd)
    monkeypatch.setattr(odd, "__code__", (lambda n: n != 1 and even(n - 1)).__code__)
    assert content_key("mine", even) != before


def chain(last):
    """More functions than Python's stack is deep, each calling the next one, as if they were typed into a notebook."""
    names = {"__name__": "typed_in"}
    lines = [f"def f{n}(x): return f{n + 1}(x)\n" for n in range(1100)] + [f"def f1100(x): return {last}\n"]
    cell = f"<cell {last}>"
    linecache.cache[cell] = (1, None, lines, cell)
    exec(compile("".join(lines), cell, "exec"), names)
    return names["f0"]


def test_a_chain_of_calls_may_be_long(content_key):
    assert content_key("mine", chain(1)) == content_key("mine", chain(1)) != content_key("mine", chain(2))


@pytest.mark.parametrize("kind", ["float64", "int64", "bool", "category"])
def test_a_table_may_have_many_numbers(content_key, kind):
    """Letter recognition has 320,000: more than the objects that a key looks into one by one."""
    numbers = np.arange(120_000) % 2
    one, same, other = (pd.DataFrame({"a": each}).astype(kind) for each in (numbers, numbers.copy(), 1 - numbers))
    assert content_key("mine", one) == content_key("mine", same) != content_key("mine", other)


@pytest.mark.slow
def test_the_same_in_every_process(content_key, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from foldwise.store._door import content_key\nWORDS, MORE = {'one', 'two', 'three'}, {'b': [1], 'a': None}\n"
        "def low(x): return x in WORDS\ndef high(x): return low(x), MORE\nprint(content_key('mine', high))\n"
    )
    places = [{**os.environ, "PYTHONHASHSEED": seed} for seed in "12"]
    one, other = (subprocess.check_output([sys.executable, script], text=True, env=place) for place in places)
    assert one == other
    assert len(one.strip()) == len(content_key("mine", 1))


@pytest.mark.parametrize("kind", ["_io.TextIOWrapper", "builtins.generator"])
def test_a_variable_that_nothing_tells_from_another_is_named(content_key, monkeypatch, tmp_path, kind):
    with (tmp_path / "open").open("w", encoding="utf-8") as file:
        monkeypatch.setitem(HERE, "NUMBER", [0, file] if kind.startswith("_io") else (each for each in "abc"))
        with pytest.raises(TypeError) as told:
            content_key("mine", beside, read_all)
    assert str(told.value) == (
        f"The global variable NUMBER of mine cannot be kept in a store: nothing tells the content of {kind}. "
        "Make it inside the function, or evaluate without a store."
    )
