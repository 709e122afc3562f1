import pytest

from foldwise.learners._learner_spec import read_learner_spec

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
def test_literals_arrive_as_they_are(text, value):
    spec = read_learner_spec(f"pkg.mod.Cls({text}, key={text})")
    assert spec.args == (value,)
    assert spec.kwargs == {"key": value}
    assert type(spec.args[0]) is type(value)


@pytest.mark.parametrize("arguments", CODE)
def test_code_is_refused(arguments):
    with pytest.raises(ValueError, match=r"is not a literal.*code is not run"):
        read_learner_spec(f"sklearn.svm.SVC({arguments})")


@pytest.mark.parametrize(
    "text",
    [
        "sklearn.svm.SVC()()",
        "sklearn.svm.SVC().fit",
        "sklearn['svm'].SVC",
        "(lambda: 1)()",
        "'sklearn.svm.SVC'",
        "[sklearn.svm.SVC]",
        "a.b + c.d",
        "5",
    ],
)
def test_the_path_is_names_and_dots(text):
    with pytest.raises(ValueError, match=r"must be a dotted path|cannot be read"):
        read_learner_spec(text)


@pytest.mark.parametrize("text", ["", "  ", "sklearn.svm.SVC(", "a b", "import os", "x.Y(C=)", "a\0.b"])
def test_what_is_no_expression_is_refused(text):
    with pytest.raises(ValueError, match="cannot be read") as refusal:
        read_learner_spec(text)
    assert "\n" not in str(refusal.value)


def test_a_class_may_stand_without_brackets():
    spec = read_learner_spec(" sklearn.svm.SVC ")
    assert (spec.name, spec.path, spec.args, spec.kwargs) == (None, ("sklearn", "svm", "SVC"), (), {})


@pytest.mark.parametrize("text", ["my forest=a.B", "my forest = a.B", "my forest=a.B(x='=')"])
def test_a_name_comes_before_the_first_equals_sign(text):
    assert read_learner_spec(text).name == "my forest"


@pytest.mark.parametrize("text", ["=a.B", " = a.B", "a\tb=a.B"])
def test_a_name_can_be_read(text):
    with pytest.raises(ValueError, match="no readable name"):
        read_learner_spec(text)


@pytest.mark.parametrize("path", ["sklearn.__builtins__.eval", "__main__.X", "a.__class__.B"])
def test_no_double_underscores_in_the_path(path):
    with pytest.raises(ValueError, match=r"'__.*__' is not accepted"):
        read_learner_spec(path)


@pytest.mark.parametrize("text", ["(" * 4000, "-" * 9000 + "1", "[" * 300 + "]" * 300])
def test_deep_nesting_is_an_error_not_a_crash(text):
    with pytest.raises(ValueError, match="learner") as refusal:
        read_learner_spec(f"a.B(C={text})")
    assert len(str(refusal.value)) < 400


def test_an_argument_comes_once():
    with pytest.raises(ValueError, match="gives the argument 'C' twice"):
        read_learner_spec("x.Y(C=1, C=2)")


def test_length_is_limited():
    with pytest.raises(ValueError, match="has 20013 characters; at most 10000"):
        read_learner_spec("sklearn.svm.S" + "V" * 20000)
