"""Every public name says what it is by an example that runs: the page that `make docs` makes of it is its docstring."""

import doctest
import inspect

import pytest

import foldwise


def names_within(module):
    """The names of a room, those of rooms within it under theirs."""
    for name in module.__all__:
        found = getattr(module, name)
        if inspect.ismodule(found):
            yield from names_within(found)
        else:
            yield f"{module.__name__}.{name}", found


WITH_DOCSTRING = [each for each in names_within(foldwise) if inspect.isclass(each[1]) or inspect.isroutine(each[1])]


def lacks_example(found):
    """Whether a docstring has no section of examples, or none in it that prints or returns something."""
    _, _, examples = (inspect.getdoc(found) or "").partition("\nExamples\n--------\n")
    return not any(example.want for example in doctest.DocTestParser().get_examples(examples))


def test_every_class_and_function_has_an_example():
    assert len(WITH_DOCSTRING) > 400
    assert [name for name, found in WITH_DOCSTRING if lacks_example(found)] == []


def test_an_example_says_what_comes_out():
    def silent():
        """Nothing.

        Examples
        --------
        >>> x = 1
        """

    def shown():
        """One.

        Examples
        --------
        >>> 1
        1
        """

    assert [lacks_example(each) for each in (silent, shown, len)] == [True, False, True]


@pytest.mark.parametrize("name", ["foldwise.stats.mcnemar", "foldwise.lab.sources.TwoKinds", "foldwise.compare"])
def test_rooms_within_rooms_are_looked_into(name):
    assert name in dict(WITH_DOCSTRING)
