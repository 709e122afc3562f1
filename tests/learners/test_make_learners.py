import sys

import pytest
from sklearn.neighbors import KNeighborsClassifier

from foldwise import learners
from foldwise.learners import make_learner, make_learners

STEPS = {
    "scale": "StandardScaler",
    "minmax": "MinMaxScaler",
    "robust": "RobustScaler",
    "impute": "SimpleImputer",
    "onehot": "OneHotEncoder",
    "poly": "PolynomialFeatures",
    "pca": "PCA",
    "select": "SelectKBest",
}


def refusal(text):
    with pytest.raises(ValueError, match="learner") as caught:
        make_learners([text])
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_an_estimator_is_made_with_its_arguments():
    (learner,) = make_learners(
        ["sklearn.neighbors.KNeighborsClassifier(3, metric_params={'V': [1, None]}, metric='cosine')"]
    ).values()
    assert type(learner) is KNeighborsClassifier
    assert (learner.n_neighbors, learner.metric, learner.metric_params) == (3, "cosine", {"V": [1, None]})


def test_positional_and_keyword_arguments_are_the_same_argument():
    nearest = "sklearn.neighbors.KNeighborsClassifier"
    assert list(make_learners([f"{nearest}(1)", f"{nearest}(n_neighbors=3)"])) == [
        "KNeighborsClassifier(n_neighbors=1)",
        "KNeighborsClassifier(n_neighbors=3)",
    ]


@pytest.mark.parametrize(
    "path",
    [
        "os.system",
        "subprocess.Popen",
        "builtins.eval",
        "pathlib.Path.home",
        "joblib.os.system",
        "joblib.externals.loky.backend.context.subprocess.Popen",
    ],
)
def test_only_classes_with_fit_and_predict_are_called(path):
    assert "fit and predict" in refusal(f"{path}('never')")


def test_no_module_of_python_itself_is_imported():
    assert "antigravity is a part of Python" in refusal("antigravity.Learner")
    assert "antigravity" not in sys.modules


@pytest.mark.parametrize(
    "arguments",
    [
        {"memory": "cache"},
        {"param_grid": {"memory": ["cache"]}},
        {"param_grid": [{"C": [1]}, {"pipe__memory": [None, "cache"]}]},
        {"pre_dispatch": "9**9**9"},
        {"input": "filename"},
        {"text__input": "file"},
    ],
    ids=str,
)
def test_arguments_that_open_files_or_run_code_are_refused(module, arguments):
    name = module("class Any:\n    def __init__(self, **kwargs): ...\n    fit = predict = None.__str__\n")
    for make in (
        lambda: make_learner(f"{name}.Any", arguments, name="any"),
        lambda: make_learners([f"{name}.Any(**arguments)".replace("**arguments", as_keywords(arguments))]),
    ):
        with pytest.raises(ValueError, match="Leave it out, or make the learner in Python"):
            make()


def as_keywords(arguments):
    return ", ".join(f"{key}={value!r}" for key, value in arguments.items())


@pytest.mark.parametrize(
    "arguments", [{"memory": None}, {"memory": 5}, {"pre_dispatch": "2*n_jobs"}, {"input": "content"}], ids=str
)
def test_harmless_values_of_such_arguments_are_taken(module, arguments):
    name = module("class Any:\n    def __init__(self, **kwargs): ...\n    fit = predict = None.__str__\n")
    assert type(make_learner(f"{name}.Any", arguments, name="any")).__name__ == "Any"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sklearn.svm.SVX", "sklearn.svm has no class 'SVX'. Did you mean sklearn.svm.SV"),
        ("sklearn.svn.SVC", "sklearn has no module or class 'svn'. Did you mean sklearn.svm?"),
        ("sklearn.linear_model.logisticregression", "Did you mean sklearn.linear_model.LogisticRegression"),
        ("LogisticRegression", "Did you mean sklearn.linear_model.LogisticRegression"),
        ("bn", "neither a dotted path such as sklearn.svm.SVC nor one of nb, c45, nn, dnb, mansour."),
        ("C45", "Did you mean c45?"),
        ("J48", "Did you mean c45?"),
        ("NaiveBayes", "Did you mean nb?"),
        ("nearest_neighbor", "Did you mean nn?"),
        ("mansor", "Did you mean mansour?"),
        (
            "C4.5",
            "cannot be read (invalid syntax). Did you mean c45? Write a dotted",
        ),
        ("foldwise.learners.C54", "foldwise.learners has no class 'C54'. Did you mean foldwise.learners.C45?"),
        (
            "c45(prune=False)",
            "C45 has no argument 'prune'. Did you mean pruned? It takes: confidence, min_leaf, pruned",
        ),
        ("no_such_package.Tree", "there is no module 'no_such_package'. Install it"),
        ("sklearn.svm", "is a module, not a class with fit and predict methods. It has: LinearSVC"),
        (
            "sklearn.pipeline.make_pipeline",
            "is a function, not a class with fit and predict methods. Learners that are made already are compared in "
            "Python: foldwise.compare({'name': learner}, data).",
        ),
        (
            "sklearn.preprocessing.StandardScaler",
            "has no method predict: a learner is a class with fit and predict, such as sklearn.svm.SVC. Put one behind "
            "it: 'scale + sklearn.svm.SVC'.",
        ),
        ("scale + minmax", "Put one behind it: 'minmax + sklearn.svm.SVC'."),
        (
            "sklearn.svm.SVC + scale",
            "'sklearn.svm.SVC + scale': SVC has no method transform. All parts but the last prepare the data",
        ),
        ("scael + nb", "neither a dotted path such as sklearn.svm.SVC nor one of nb, c45, nn, dnb, mansour, scale, "),
        ("scael + nb", "Did you mean scale?"),
        ("standardize + nb", "Did you mean scale?"),
        ("pca(components=2) + nb", "PCA has no argument 'components'. Did you mean n_components?"),
        ("pca(-1.5) + nb", "cannot be made: The 'n_components' parameter of PCA must be"),
        ("logistic", "Did you mean sklearn.linear_model.LogisticRegression?"),
        ("rf", "Did you mean sklearn.ensemble.RandomForestClassifier?"),
        ("scale + svm", "Did you mean sklearn.svm.SVC?"),
        ("knn", "Did you mean nn or sklearn.neighbors.KNeighborsClassifier?"),
        ("tree", "Did you mean sklearn.tree.DecisionTreeClassifier?"),
        ("svm.SVC", "there is no module 'svm'. Did you mean sklearn.svm.SVC?"),
        ("svm.SVX", "there is no module 'svm'. Install it"),
        ("sklearn.svm.SVC.fit", "is a function, not a class"),
        ("threadpoolctl.sys.stdout.fileno", "threadpoolctl.sys has no module or class 'stdout'"),
        ("sklearn.svm.SVC(c=1)", "SVC has no argument 'c'. Did you mean C? It takes: C, kernel, degree"),
        ("sklearn.svm.SVC(1)", "SVC has a problem: too many positional arguments. It takes: C, kernel"),
        ("sklearn.ensemble.VotingClassifier", "missing a required argument: 'estimators'"),
        ("sklearn.svm.SVC(C=-1)", "cannot be made: The 'C' parameter of SVC must be a float in the range (0.0, inf]"),
        ("sklearn.svm.SVC(kernel=3)", "cannot be made: The 'kernel' parameter of SVC must be"),
    ],
)
def test_a_wrong_learner_is_explained(text, words):
    assert words in refusal(text)


def test_short_names_stand_for_our_learners():
    made = make_learners(["nb", "c45", "nn", "dnb", "mansour"])
    assert list(made) == ["NaiveBayes", "C45", "NearestNeighbor", "DiscretizedNaiveBayes", "MansourTree"]
    assert [type(learner) for learner in made.values()] == [getattr(learners, name) for name in made]
    assert set(made) == {name for name in learners.__all__ if name[0].isupper()}


def test_short_names_take_arguments_and_names():
    made = make_learners(["c45", "c45(raising=False)", "tree=c45(min_leaf=5)", "foldwise.learners.C45(pruned=False)"])
    assert list(made) == ["C45", "C45(raising=False)", "tree", "C45(pruned=False)"]
    assert (made["tree"].min_leaf, made["C45(raising=False)"].raising) == (5, False)


def test_parts_joined_by_a_plus_are_a_pipeline():
    (pipeline,) = make_learners(
        ["impute(strategy='median') + scale + sklearn.linear_model.LogisticRegression(C=10)"]
    ).values()
    assert repr(pipeline.steps) == (
        "[('simpleimputer', SimpleImputer(strategy='median')), ('standardscaler', StandardScaler()), "
        "('logisticregression', LogisticRegression(C=10))]"
    )


def test_short_names_of_steps():
    made = [make_learners([f"{name} + nb"])[f"{name} + NaiveBayes"] for name in STEPS]
    assert [type(pipeline.steps[0][1]).__name__ for pipeline in made] == list(STEPS.values())


def test_one_hot_encoding_meets_categories_that_it_has_not_seen():
    """In a fold that lacks one it would fail otherwise; who says so gets that."""
    usual, own = (
        make_learners([text])["x"].steps[0][1] for text in ("x=onehot + nb", "x=onehot(handle_unknown='error') + nb")
    )
    assert (usual.handle_unknown, usual.sparse_output) == ("ignore", False)
    assert (own.handle_unknown, own.sparse_output) == ("error", False)


def test_arguments_that_run_code_are_refused_in_every_part():
    assert "makes joblib load pickled objects" in refusal("sklearn.pipeline.Pipeline(steps=[], memory='x') + nb")


def test_arguments_beside_a_pipeline_are_those_of_the_learner():
    pipeline = make_learner("pca(2) + sklearn.svm.SVC", {"C": 10}, name="x")
    assert repr(pipeline) == "Pipeline(steps=[('pca', PCA(n_components=2)), ('svc', SVC(C=10))])"
    with pytest.raises(ValueError, match=r"with steps before it joined by \+ if any, got 'pca \+ c45\(min_leaf=5\)'"):
        make_learner("pca + c45(min_leaf=5)", {}, name="x")


def test_a_module_that_fails_is_not_a_missing_one(module):
    name = module("raise RuntimeError('two\\nlines')")
    with pytest.raises(ValueError, match=f"importing {name} failed with RuntimeError: two"):
        make_learners([f"{name}.Tree"])


def test_a_module_that_stops_the_interpreter_does_not_stop_us(module):
    assert "failed with SystemExit" in refusal(f"{module('raise SystemExit(3)')}.Tree")


def test_nor_does_a_class(module):
    source = """
class Tree:
    def __init__(self): raise SystemExit(3)
    def fit(self): ...
    predict = fit
"""
    assert "cannot be made: it raised SystemExit(3)" in refusal(f"{module(source)}.Tree")


def test_what_a_module_lacks_is_named(module):
    assert "needs the module 'no_such_package'" in refusal(f"{module('import no_such_package')}.Tree")


def test_any_keyword_goes_where_the_class_takes_any(module):
    source = """
class Tree:
    def __init__(self, **options): self.options = options
    def fit(self): ...
    predict = fit
"""
    (learner,) = make_learners([f"{module(source)}.Tree(depth=2)"]).values()
    assert learner.options == {"depth": 2}


def test_a_class_of_ones_own_needs_no_constraints_on_parameters(module):
    name = module(
        "from sklearn.base import BaseEstimator, ClassifierMixin\n"
        "class Own(ClassifierMixin, BaseEstimator):\n"
        "    def __init__(self, k=1): self.k = k\n"
        "    def fit(self, X, y): return self\n"
        "    def predict(self, X): return [self.k] * len(X)\n"
    )
    assert make_learners([f"{name}.Own(k=3)"])["Own"].k == 3


def test_messages_call_a_text_what_the_caller_calls_it():
    for said in ("learner", "--learner"):
        with pytest.raises(ValueError, match=f"^{said} 'a b' cannot be read"):
            make_learners(["a b"], said=said)
        with pytest.raises(ValueError, match=f"'x' is given twice. Give each {said} NAME=... another name"):
            make_learners(["x=nb", "x=c45"], said=said)


def test_values_that_our_learners_refuse_are_refused_before_fitting():
    assert "cannot be made: min_leaf must be" in refusal("c45(min_leaf=-1)")


def test_a_class_and_its_arguments_make_a_learner():
    learner = make_learner("sklearn.neighbors.KNeighborsClassifier", {"n_neighbors": 3}, name="near")
    assert type(learner) is KNeighborsClassifier
    assert learner.n_neighbors == 3
    assert type(make_learner("nb", {}, name="bayes")) is learners.NaiveBayes


@pytest.mark.parametrize(
    ("path", "arguments", "words"),
    [
        ("c45(min_leaf=5)", {}, "class must be a dotted path such as sklearn.svm.SVC and nothing else"),
        ("tree=c45", {}, "class must be a dotted path such as sklearn.svm.SVC and nothing else"),
        ("c45", {"prune": False}, "learner 'mine': C45 has no argument 'prune'. Did you mean pruned?"),
        ("sklearn.svm.SVC", {"C": -1.0}, "learner 'mine' cannot be made: The 'C' parameter of SVC must be"),
        ("sklearn.preprocessing.StandardScaler", {}, "has no method predict"),
    ],
)
def test_a_class_or_argument_that_will_not_do(path, arguments, words):
    with pytest.raises(ValueError) as caught:
        make_learner(path, arguments, name="mine")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "path",
    ["sklearn.preprocessing.StandardScaler", "sklearn.gaussian_process.kernels.RBF", "sklearn.model_selection.KFold"],
)
def test_parts_of_learners_need_not_predict(path):
    assert type(make_learner(path, {}, name="part", part=True)).__name__ == path.rpartition(".")[2]


def test_not_every_class_is_a_part_of_a_learner():
    with pytest.raises(ValueError, match="has none of the methods fit, get_params and split"):
        make_learner("joblib.externals.loky.backend.context.subprocess.Popen", {"args": "true"}, name="part", part=True)
