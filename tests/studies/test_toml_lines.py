import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.studies._toml import toml_lines

# Each with its value, as it stands after the equals sign; a line break inside is where the value goes on.
ONE_LINE = [
    "1",
    "-1.5e3",
    "true",
    "1979-05-27 07:32:00",
    '""',
    "''",
    '"a # b = [c"',
    r'"quote \" and backslash \\"',
    "'C:\\'",
    '"[table]"',
    "[]",
    "{}",
    '{ a = 1, "b c" = [1, 2], d.e = "}" }',
    '""""""',
    '"""two "" quotes"""""',
    "'''it''s'''''",
    "['''a'''', ']']",
    '["""a"""", "]"]',
]
SEVERAL_LINES = [
    '"""\nfirst\n[not a table]\nx = 1 # no comment\n"""',
    "'''\n\\'\n\"\"\" # = [\n'''",
    '"""a \\\n    b \\""" still\n"""',
    "[\n  1,\n  2,\n]",
    '[ # comment ] with a bracket\n\n  "a ]",\n  # and [ one\n  [1,\n  2], { x = "]" }\n]',
    '{ a = """\n}\n""", b = [\n1] }',
]
BARE = ["a", "b-1", "1979", "_", "A"]
QUOTED = ['"a b"', '"="', "'#'", '"["', r'"\""', "'.'", '"ä\\n"', '""']

# What each of them names.
NAMES = {key: next(iter(tomllib.loads(f"{key} = 1"))) for key in BARE + QUOTED}


@st.composite
def documents(draw):
    """Make a document, with the line of each key that is not inside a value."""
    lines, expected, used = [], {}, {()}
    table = ()
    for _ in range(draw(st.integers(1, 12))):
        lines += draw(st.lists(st.sampled_from(["", "  ", "# comment", "\t# [x] = '''"]), max_size=2))
        keys = draw(st.lists(st.sampled_from(BARE + QUOTED), min_size=1, max_size=3))
        dotted = draw(st.sampled_from([".", " . "])).join(keys)
        names = tuple(NAMES[key] for key in keys)
        header = draw(st.booleans())
        path = names if header else (*table, *names)
        # What is defined twice, or grows where it was closed, is no document: every first name comes once.
        if path[: len(table) + 1 if not header else 1] in used:
            continue
        used.add(path[: len(table) + 1 if not header else 1])
        if header:
            table = path
            used.add(path)
        for length in range(0 if header else len(path) - len(names), len(path)):
            expected[path[: length + 1]] = len(lines) + 1
        indent = draw(st.sampled_from(["", "  "]))
        if header:
            lines.append(f"{indent}[{dotted}] # header")
        else:
            value = draw(st.sampled_from(ONE_LINE + SEVERAL_LINES))
            lines += f"{indent}{dotted} = {value}{draw(st.sampled_from(['', ' # = [']))}".split("\n")
    return draw(st.sampled_from(["\n", "\r\n"])).join(lines), expected


@given(documents())
def test_keys_of_generated_documents(document):
    """Each stands where it was written, and those inside of values have a line, too."""
    text, expected = document
    lines = toml_lines(text)
    assert {path: lines.get(path) for path in expected} == expected
    assert set(paths(tomllib.loads(text))) <= set(lines)
    assert all(1 <= line <= text.count("\n") + 1 for line in lines.values())


def paths(content, path=()):
    """All keys of a document."""
    if isinstance(content, dict):
        for key, value in content.items():
            yield (*path, key)
            yield from paths(value, (*path, key))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("[]", []),
        ("[1, 2, 3]", [1, 1, 1]),
        ("[\n1,\n2,\n\n3\n]", [2, 3, 5]),
        ("[1,\n2, 3,\n]", [1, 2, 2]),
        ('[ # [ ,\n"a,b", # , \n"c"]', [2, 3]),
        ("[\"\"\"\n,\n\"\"\",\n'''x\n''', [\n1,\n2],\n{ a = [1, 2] }]", [1, 4, 5, 8]),
    ],
)
def test_elements_of_arrays(value, expected):
    """Counted by hand."""
    text = f"[t]\nk = {value}\nlast = 1"
    lines = toml_lines(text)
    assert [lines["t", "k", number] - 1 for number in range(len(expected))] == expected
    assert ("t", "k", len(expected)) not in lines
    assert lines["t", "last"] == text.count("\n") + 1


def test_arrays_of_tables():
    text = "[[a]]\nx = 1\n[[a]]\nx = 2\n[a.b]\ny = 1\n[[a.c]]\nz = 1\n[[a.c]]\nz = 2"
    lines = toml_lines(text)
    assert (lines["a",], lines["a", 0, "x"], lines["a", 1], lines["a", 1, "x"]) == (1, 2, 3, 4)
    assert (lines["a", 1, "b"], lines["a", 1, "b", "y"]) == (5, 6)
    assert (lines["a", 1, "c", 0, "z"], lines["a", 1, "c", 1, "z"]) == (8, 10)


def test_a_table_that_is_named_later_keeps_its_first_line():
    assert toml_lines("[a.b]\n[a]\nc = 1\n")["a",] == 1


def test_ten_thousand_lines_take_no_longer_than_that_many_lines():
    text = "a = [\n" + "1,\n" * 30_000 + "]\n" + "".join(f"k{i} = 1\n" for i in range(10_000))
    lines = toml_lines(text)
    assert lines["a", 29_999] == 30_001
    assert lines["k9999",] == 40_002
