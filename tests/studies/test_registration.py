"""Sealed before the first run: what the results then say of themselves."""

import json
import re
from hashlib import sha256

import pandas as pd
import pytest

from foldwise import DataFormatError, StoreError, StudyFileError
from foldwise.reports import report, summary
from foldwise.store import Store
from foldwise.studies import Registration, Study, export, read_results, register, run_study, study_status

TEXT = """
name = "first"
scheme = "2x3"
metrics = ["accuracy", "f1_macro"]
seed = 1
store = "first.db"

[datasets]
iris = "iris"
wine = "wine"

[learners]
bayes = "nb"
guess = "sklearn.dummy.DummyClassifier"

[registration]
hypotheses = ["bayes > guess on accuracy in iris", "guess > bayes on accuracy in wine", "bayes > guess on f1_macro"]
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "first.toml"
    path.write_text(TEXT)
    return path


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """A study that was registered and run; not to be changed."""
    path = tmp_path_factory.mktemp("ran") / "first.toml"
    path.write_text(TEXT)
    register(path)
    return path, run_study(path)


def changed(file, old, new):
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))


def words(file):
    return [str(each) for each in read_results(file).registration.deviations]


def test_hypotheses_are_answered_and_the_rest_is_exploratory(ran):
    _, results = ran
    registered = results.registration
    assert registered.standing == "registered"
    assert not registered.deviations
    assert [(each.answer, each.test, each.dataset) for each in registered.answers] == [
        ("supported", "corrected_repeated_kfold_t", "iris"),
        ("contradicted", "corrected_repeated_kfold_t", "wine"),
        ("not decided", "wilcoxon", None),
    ]
    rows = {row.dataset: row for row in results.verdicts[0].comparisons}
    assert registered.answers[0].estimate == rows["iris"].estimate
    # Turned round: the hypothesis names guess first.
    assert (registered.answers[1].low, registered.answers[1].high) == (-rows["wine"].high, -rows["wine"].low)
    assert "Everything else is exploratory." in results.details()
    assert "bayes > guess on accuracy in iris: supported" in str(results)


def test_the_hash_is_that_of_canonical_json(ran):
    """By hand: sorted keys, no blanks, ASCII, without the seal itself."""
    path, _ = ran
    document = json.loads(path.with_name("first.registered.json").read_text())
    seal = document.pop("seal")
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    assert seal["hash"] == sha256(text.encode()).hexdigest()
    assert document["learners"]["bayes"]["class_path"].endswith("NaiveBayes")
    assert document["stopping"] == "when all folds of the scheme are run"


def test_in_every_format_and_from_the_store_alone(ran, tmp_path):
    path, results = ran
    for ending in (".html", ".md", ".tex"):
        text = report(results, tmp_path / f"out{ending}").read_text(encoding="utf-8")
        assert "Registered hypotheses" in text or ending == ".tex"
        assert "contradicted" in text
        assert "exploratory" in text
    document = summary(results)["registration"]
    assert document["standing"] == "registered"
    assert [each["answer"] for each in document["hypotheses"]] == ["supported", "contradicted", "not decided"]
    assert read_results(path.with_name("first.db")).registration.answers == results.registration.answers
    export(path, tmp_path / "out")
    table = pd.read_csv(tmp_path / "out" / "verdicts.csv")
    marked = table[table["kind"] == "registered"]
    assert marked[["metric", "dataset"]].values.tolist() == [["accuracy", "iris"], ["accuracy", "wine"]]
    assert len(table) == 4
    assert json.loads((tmp_path / "out" / "study.json").read_text())["registration"]["standing"] == "registered"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("seed = 1", "seed = 1\nalpha = 0.1", "the level alpha was sealed as 0.05, and is 0.1"),
        ("seed = 1", "seed = 1\nrope = 0.01", "the rope was sealed as not given, and is 0.01"),
        ("seed = 1", 'seed = 1\nadjust = "none"', "several comparisons was sealed as holm, and is none"),
        ("seed = 1", 'seed = 1\ntest = "kfold_t"', "the tests were sealed as not given, and are kfold_t"),
        ('metrics = ["accuracy", "f1_macro"]', 'metric = "accuracy"', "the metrics were sealed as accuracy, f1_macro"),
        ("seed = 1", "seed = 2", "the seed was sealed as 1, and is 2"),
        ('"2x3"', '"3x3"', "the scheme, and with it when the study ends, was sealed as RepeatedKFold(3, 2)"),
        ('bayes = "nb"', 'bayes = "nb"\ntree = "c45"', "the learner tree is not in the seal"),
        ('"wine"\n', '"wine"\nzoo = "wdbc"\n', "the dataset zoo is not in the seal"),
        ('wine = "wine"', 'wine = "wdbc"', "the dataset wine was sealed as source wine, and is source wdbc"),
    ],
)
def test_a_changed_study_file_is_noticed_without_a_run(ran, tmp_path, old, new, expected):
    """Of a copy beside the same store and seal."""
    path, _ = ran
    for name in ("first.toml", "first.db", "first.registered.json"):
        (tmp_path / name).write_bytes(path.with_name(name).read_bytes())
    file = tmp_path / "first.toml"
    text = file.read_text()
    if 'metric = "accuracy"' in new:
        text = re.sub(r', "bayes > guess on f1_macro"', "", text)
    file.write_text(text.replace(old, new))
    status = study_status(file).registration
    assert status.standing == "deviating"
    assert any(expected in str(each) for each in status.deviations), status.deviations


def test_a_run_with_another_learner_is_kept_in_mind(file):
    register(file)
    run_study(file)
    changed(file, '"nb"', '"c45(min_leaf=3)"')
    run_study(file)
    found = words(file)
    assert any(each.startswith("the learner bayes is not as it was sealed: class was") for each in found)
    changed(file, '"c45(min_leaf=3)"', '"nb"')
    run_study(file)
    # As sealed again, and the store remembers.
    assert words(file) == [
        "the study was run before with other settings than those sealed, in learners ('bayes')",
    ]


def test_other_data_under_the_same_name(file):
    rows = [f"{n},{n % 5},{'yes' if n % 3 else 'no'}" for n in range(60)]
    (file.parent / "t.csv").write_text("\n".join(["x,z,y", *rows]))
    changed(file, 'wine = "wine"', 'wine = "t.csv"')
    register(file)
    (file.parent / "t.csv").write_text("\n".join(["x,z,y", *rows, "61,1,no"]))
    run_study(file)
    assert words(file) == ["the data of wine are not those that were sealed: 60 examples sealed, 61 examples run"]


def test_versions_are_a_note(ran, monkeypatch):
    path, _ = ran
    environments = [{"python": "2.7", "numpy": "1.0"}]
    monkeypatch.setattr(Store, "environments", lambda self, study=None: environments)
    registered = read_results(path).registration
    assert registered.standing == "registered"
    assert {each.words.split(" ")[0] for each in registered.deviations if each.is_minor} == {"python", "numpy"}


def test_after_the_first_run_only_as_late(file):
    run_study(file)
    with pytest.raises(StoreError, match=r"first.db holds 24 folds of these data already \(first\).*--late"):
        register(file)
    register(file, late=True)
    registered = read_results(file).registration
    assert registered.standing == "late"
    assert registered.kind_of("accuracy", "corrected_repeated_kfold_t", "iris", "bayes", "guess") == "exploratory"


def test_folds_of_the_same_data_under_another_name_count(file):
    run_study(Study(name="other", datasets=["wine"], learners=["nb"], scheme="2", store=file.with_name("first.db")))
    with pytest.raises(StoreError, match=r"2 folds of these data already \(other\)"):
        register(file)


def test_an_edited_seal_counts_for_nothing(file):
    seal = register(file)
    changed(seal.path, "guess > bayes on accuracy in wine", "bayes > guess on accuracy in wine")
    registered = run_study(file).registration
    assert registered.standing == "edited"
    assert not registered.counts
    assert "somebody changed it by hand" in " ".join(registered.sentences())


def test_a_seal_written_anew_is_not_the_one_the_store_knows(file):
    seal = register(file)
    run_study(file)
    seal.path.unlink()
    assert "is gone: nothing counts as registered" in " ".join(study_status(file).changes)
    register(file, late=True)
    assert words(file)[0].startswith(
        f"the study was run in this store under another registration, with the hash {seal.hash[:12]}"
    )


def test_a_seal_is_never_replaced(file):
    register(file)
    with pytest.raises(StudyFileError, match="is there already, and a registration is never replaced"):
        register(file)


def test_a_seal_elsewhere_is_named_in_the_study_file(file):
    register(file, out=file.with_name("seal.json"))
    assert study_status(file).registration is None
    changed(file, "[registration]", '[registration]\nfile = "seal.json"')
    assert study_status(file).registration.standing == "registered"
    changed(file, '"seal.json"', '"none.json"')
    with pytest.raises(DataFormatError, match="does not exist, which the study names as its registration"):
        study_status(file)


def test_hypotheses_without_a_seal_are_exploratory(file):
    results = run_study(file)
    assert results.registration is None
    assert results.changes == ("the study names hypotheses and is not registered: all of its results are exploratory.",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "ends too early: it was cut"),
        ('{"schema": "foldwise.registration/1"', "ends too early: it was cut"),
        ("hello world", "is not JSON"),
        ("[1]", "holds no JSON object, but a list"),
        ('{"schema": "other/1"}', "is no registration of a study: its schema is 'other/1'"),
        ('{"schema": "foldwise.registration/1"}', "parts are missing or of another kind"),
        ('{"a": NaN}', "is not JSON"),
    ],
)
def test_damaged_seals_are_refused_in_one_line(file, text, message):
    file.with_name("first.registered.json").write_text(text)
    with pytest.raises(DataFormatError, match=message) as caught:
        study_status(file)
    assert "\n" not in str(caught.value)


def test_a_seal_of_another_study_is_refused(file):
    seal = register(file)
    changed(file, 'name = "first"', 'name = "second"')
    with pytest.raises(DataFormatError, match="the registration of the study 'first', not of 'second'"):
        study_status(file)
    assert Registration.read(seal.path).study == "first"


@pytest.mark.parametrize(
    ("claims", "message"),
    [
        ('["bayes better than guess"]', r"line 17: hypothesis 'bayes better than guess' is not understood"),
        ('["bayes > bayes on accuracy"]', "compares 'bayes' with itself"),
        ('["bayes > guess"]', r"names no metric, and there are several. Add: on accuracy"),
        ('["bayes > guess on recall"]', "'recall' is no metric of the study"),
        ('["bayes > guess on accuracy in zoo"]', "'zoo' is no dataset of the study"),
        ('["bayes == guess on accuracy in iris"]', "equivalent needs a rope"),
        ('["bayes > guess on accuracy", "bayes > guess on accuracy"]', "is given twice"),
        ('"bayes > guess"', "hypotheses must be an array of texts"),
    ],
)
def test_hypotheses_that_are_none_are_refused_with_their_line(file, claims, message):
    file.write_text(re.sub(r"hypotheses = .*", f"hypotheses = {claims}", file.read_text()))
    with pytest.raises(StudyFileError, match=message):
        Study.read(file)


def test_names_may_hold_what_a_hypothesis_is_written_with():
    study = Study(
        name="odd",
        datasets={"a on b in c": "iris", "d": "wine"},
        learners={"x > y": "nb", "z in w": "c45", "z": "nn"},
        hypotheses=["x > y > z in w on accuracy in a on b in c", "z == x > y in d"],
        rope=0.1,
    )
    assert study.hypotheses == ("x > y > z in w on accuracy in a on b in c", "z == x > y on accuracy in d")


def test_a_settled_study(tmp_path):
    from foldwise import Settled

    study = Study(
        name="open",
        datasets=["iris"],
        learners={"bayes": "nb", "guess": "sklearn.dummy.DummyClassifier"},
        scheme=Settled(max_repeats=10),
        hypotheses=["bayes != guess"],
        store=tmp_path / "open.db",
    )
    seal = register(study)
    assert seal.document["stopping"] == "when all pairs are settled, or at 10 repeats"
    registered = run_study(study).registration
    assert registered.standing == "registered"
    assert [each.answer for each in registered.answers] == ["supported"]
