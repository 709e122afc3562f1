import pytest

from foldwise.learners import make_learners

CODE = [
    "C=__import__('os').getcwd()",
    "C=open('x')",
    "C=lambda: 1",
    "C=len",
    "C=sys.maxsize",
    "C=[i for i in range(3)]",
    "C={i: i for i in range(3)}",
    "C=f'{1}'",
    "C=(x := 1)",
    "C=1 if True else 2",
    "C=[1][0]",
    "C=2 ** 99999999",
    "C='a' * 10",
    "C=1 < 2",
    "C=not True",
    "C=(yield)",
    "*[1]",
    "**{'C': 1}",
    "C=[*[1]]",
    "C={**{}}",
    "C=().__class__.__base__",
]

PLAIN = """
class Plain:
    def __init__(self, first=None, key=None):
        self.first, self.key = first, key
    def fit(self, X, y): ...
    def predict(self, X): ...
"""


@pytest.fixture
def plain(module):
    """The path of a class that takes whatever it is given."""
    return f"{module(PLAIN)}.Plain"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("10", 10),
        ("-0.5", -0.5),
        ("1e-3", 0.001),
        ("'rbf'", "rbf"),
        ('"rbf"', "rbf"),
        ("None", None),
        ("True", True),
        ("[1, -2]", [1, -2]),
        ("(5, 2)", (5, 2)),
        ("{'a': 1, 'b': [None]}", {"a": 1, "b": [None]}),
        ("'a=b(c)'", "a=b(c)"),
        ("'größe'", "größe"),
    ],
)
def test_literals_arrive_as_they_are(plain, text, value):
    (learner,) = make_learners([f"{plain}({text}, key={text})"]).values()
    assert (learner.first, learner.key) == (value, value)
    assert type(learner.first) is type(value)


@pytest.mark.parametrize("arguments", CODE)
def test_code_is_refused(arguments):
    with pytest.raises(ValueError, match=r"is not a literal.*code is not run"):
        make_learners([f"sklearn.svm.SVC({arguments})"])


@pytest.mark.parametrize(
    "text",
    [
        "sklearn.svm.SVC()()",
        "sklearn.svm.SVC().fit",
        "sklearn['svm'].SVC",
        "(lambda: 1)()",
        "'sklearn.svm.SVC'",
        "[sklearn.svm.SVC]",
        "a.b * c.d",
        "a.b - c.d",
        "a.b + 5",
        "a.b + 'c.d'",
        "a.b + c.d()()",
        "-a.b",
        "5",
    ],
)
def test_the_path_is_names_and_dots(text):
    with pytest.raises(ValueError, match=r"must be a dotted path|cannot be read"):
        make_learners([text])


@pytest.mark.parametrize("text", ["", "  ", "sklearn.svm.SVC(", "a b", "import os", "x.Y(C=)", "a\0.b"])
def test_what_is_no_expression_is_refused(text):
    with pytest.raises(ValueError, match="cannot be read") as refusal:
        make_learners([text])
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("text", ["scale +", "+", "scale + + nb +", "scale nb"])
def test_parts_of_a_pipeline_need_something_between(text):
    with pytest.raises(ValueError, match=r"cannot be read .*; or such parts joined by \+: 'scale \+ sklearn.svm.SVC'"):
        make_learners([text])


@pytest.mark.parametrize("arguments", CODE)
def test_code_is_refused_in_every_part(arguments):
    with pytest.raises(ValueError, match=r"is not a literal.*code is not run"):
        make_learners([f"scale({arguments}) + nb"])


def test_many_parts_are_no_crash():
    with pytest.raises(ValueError, match="learner") as refusal:
        make_learners(["+".join(["a"] * 4000)])
    assert len(str(refusal.value)) < 500


def test_a_class_may_stand_without_brackets(plain):
    ((name, learner),) = make_learners([f" {plain} "]).items()
    assert (name, learner.first, learner.key) == ("Plain", None, None)


@pytest.mark.parametrize("text", ["my forest={}", "my forest = {}", "my forest={}(first='=')"])
def test_a_name_comes_before_the_first_equals_sign(plain, text):
    assert list(make_learners([text.format(plain)])) == ["my forest"]


@pytest.mark.parametrize("text", ["=a.B", " = a.B", "a\tb=a.B"])
def test_a_name_can_be_read(text):
    with pytest.raises(ValueError, match="no readable name"):
        make_learners([text])


@pytest.mark.parametrize("path", ["sklearn.__builtins__.eval", "__main__.X", "a.__class__.B"])
def test_no_double_underscores_in_the_path(path):
    with pytest.raises(ValueError, match=r"'__.*__' is not accepted"):
        make_learners([path])


@pytest.mark.parametrize("text", ["(" * 4000, "-" * 9000 + "1", "[" * 300 + "]" * 300])
def test_deep_nesting_is_an_error_not_a_crash(text):
    with pytest.raises(ValueError, match="learner") as refusal:
        make_learners([f"a.B(C={text})"])
    assert len(str(refusal.value)) < 400


def test_an_argument_comes_once():
    with pytest.raises(ValueError, match="gives the argument 'C' twice"):
        make_learners(["x.Y(C=1, C=2)"])


def test_length_is_limited():
    with pytest.raises(ValueError, match="has 20013 characters; at most 10000"):
        make_learners(["sklearn.svm.S" + "V" * 20000])
