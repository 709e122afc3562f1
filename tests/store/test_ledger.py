"""The ledger of a store: every try once, whoever makes it; a chain that shows edits; files of before go on working."""

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from foldwise.data import Dataset, load
from foldwise.evaluation import evaluate
from foldwise.store import Store
from foldwise.tuning import Tuned
from foldwise.verdicts import compare, judge

LEARNERS = {"bayes": GaussianNB(), "guess": DummyClassifier(), "near": KNeighborsClassifier()}
FROZEN = Path(__file__).parent / "frozen" / "store-1.db"


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    path = tmp_path_factory.mktemp("ledger") / "tries.db"
    compare(LEARNERS, load("iris"), scheme="2x3", seed=1, store=path)
    with Store(path) as store:
        store.declare_tries("iris", 40, note="grids")
    return path


@pytest.fixture
def path(template, tmp_path):
    copy = tmp_path / "tries.db"
    shutil.copy(template, copy)
    return copy


def by_kind(path, *names):
    with Store(path, writes=False) as store:
        return store.ledger(*names).by_kind


def raw(path, *statements):
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_three_learners_are_three_comparisons_which_stand_for_their_scores(path):
    with Store(path, writes=False) as store:
        ledger = store.ledger()
    assert ledger.by_kind == {"comparison": 3, "declared": 40}
    assert ledger.n_tries == 43
    assert [each.number for each in ledger.kept] == [0, 0, 0, 1, 1, 1, 40]
    assert [each.what for each in ledger.kept if each.kind == "score"] == [f"{name} by accuracy" for name in LEARNERS]
    assert repr(ledger) == "<Ledger of iris: 3 comparisons, 40 tries declared by hand>"
    assert all(each.link and each.written_at.endswith("+00:00") for each in ledger.kept)
    assert ledger.kept_frame()["pvalue"].notna().sum() == 3


def test_the_same_again_counts_once(path):
    compare(LEARNERS, load("iris"), scheme="2x3", seed=1, store=path)
    judge(path)
    judge(path, alpha=0.01)  # another level makes no other p-value
    judge(path, learners=["near", "bayes"])  # nor does the order of a pair
    with Store(path) as store:
        assert store.declare_tries("iris", 40, note="grids") == 0
        assert store.declare_tries("iris", names=["a", "b"]) == 2
        assert store.declare_tries("iris", names=["b", "c"], note="later") == 1
    assert by_kind(path) == {"comparison": 3, "declared": 43}


def test_other_tests_metrics_settings_and_splits_are_other_tries(path):
    judge(path, test="averaged_t")
    assert by_kind(path)["comparison"] == 6
    judge(path, metric="f1_macro")
    assert by_kind(path)["comparison"] == 9
    compare({"bayes": GaussianNB(), "near": KNeighborsClassifier(1)}, load("iris"), scheme="2x3", seed=1, store=path)
    assert by_kind(path)["comparison"] == 10
    compare({"bayes": GaussianNB(), "near": KNeighborsClassifier(1)}, load("iris"), scheme="2x3", seed=2, store=path)
    assert by_kind(path)["comparison"] == 11
    assert "score" not in by_kind(path)


def test_scores_that_were_never_compared_count(tmp_path):
    path = tmp_path / "scores.db"
    data, options = load("iris"), {"scheme": "3", "seed": 1, "store": path}
    for metric in ("accuracy", "f1_macro", "balanced_accuracy"):
        evaluate({"bayes": GaussianNB()}, data, metric=metric, **options)
    assert by_kind(path) == {"score": 3}
    # A comparison stands for one score of each of its two learners; more repeats of a split are no other split.
    compare({"bayes": GaussianNB(), "guess": DummyClassifier()}, data, scheme="2x3", seed=1, store=path)
    assert by_kind(path) == {"comparison": 1, "score": 2}


def test_candidates_of_tuning_count_once_over_folds_and_seeds(tmp_path):
    path = tmp_path / "tuned.db"
    tuned = Tuned(KNeighborsClassifier(), {"n_neighbors": [1, 5, 9]})
    for seed in (1, 2):
        verdict = compare({"bayes": GaussianNB(), "near": tuned}, load("iris"), scheme="3", seed=seed, store=path)
    assert by_kind(path) == {"comparison": 2, "candidate": 3}
    (caveat,) = [each for each in verdict.caveats if each.code == "tries_behind"]
    assert "5 tries on these data stand behind this" in caveat.message
    p = verdict.comparisons[0].pvalue
    assert verdict.pvalues_for_all_tries() == [min(1, 5 * p)]
    assert f"without candidates, which were chosen inside the training folds, {min(1, 2 * p):#.2g}" in caveat.message


def test_a_verdict_offers_the_adjusted_p_and_keeps_its_own(path):
    fresh = judge(evaluate(LEARNERS, load("iris"), scheme="2x3", seed=1))
    verdict = judge(path)
    assert [row.adjusted_pvalue for row in verdict.comparisons] == [row.adjusted_pvalue for row in fresh.comparisons]
    # Holm's method by hand, for 43: the smallest times 43, the second times 42, and never below one before it.
    order = np.argsort([row.pvalue for row in verdict.comparisons])
    hand = np.minimum(1, [verdict.comparisons[i].pvalue * (43 - k) for k, i in enumerate(order)])
    got = np.array(verdict.pvalues_for_all_tries())[order]
    np.testing.assert_allclose(got, np.maximum.accumulate(hand), rtol=1e-12)
    strict = judge(path, tries="counted")
    assert strict.family == 43
    np.testing.assert_allclose([row.adjusted_pvalue for row in strict.comparisons], verdict.pvalues_for_all_tries())
    codes = [{caveat.code for caveat in each.caveats} for each in (fresh, verdict, strict)]
    assert ["tries_behind" in each for each in codes] == [False, True, False]
    assert fresh.ledger is None
    assert fresh.pvalues_for_all_tries() == [row.adjusted_pvalue for row in fresh.comparisons]
    panel = judge(path, test="all")
    assert "tries_behind" in {caveat.code for caveat in panel.caveats}
    assert panel.verdicts[0].ledger.n_tries == 40 + 3 * len(panel.verdicts)


def test_datasets_are_told_apart_by_content(path):
    iris = load("iris")
    compare(LEARNERS, Dataset(iris.X, iris.y, "flowers"), scheme="2x3", seed=1, store=path)
    assert by_kind(path) == {"comparison": 3, "declared": 40}  # the same data, whatever they are called
    compare(LEARNERS, load("wine"), scheme="2x3", seed=1, store=path)
    assert by_kind(path, "wine") == {"comparison": 3}
    assert by_kind(path, "flowers") == by_kind(path, "iris") == {"comparison": 3, "declared": 40}
    verdict = judge(path)
    assert "tries_behind" not in {caveat.code for caveat in verdict.caveats}
    with Store(path, writes=False) as store:
        assert set(store.datasets()) == {"iris", "flowers", "wine"}
        assert store.ledger().kept[0].dataset == "iris = flowers"
        with pytest.raises(ValueError, match=r"no dataset 'wines' in this store\. It has: 'flowers', 'iris', 'wine'"):
            store.ledger("wines")


def test_what_cannot_be_declared(path):
    with Store(path) as store:
        for number in (0, -3, 10**7):
            with pytest.raises(ValueError, match="number must be at"):
                store.declare_tries("iris", number)
        with pytest.raises(ValueError, match="no dataset"):
            store.declare_tries("mars", 3)
        with pytest.raises(ValueError, match="must not be empty"):
            store.declare_tries("iris", names=["a", " "])


EDITS = {
    "a p-value": ("UPDATE entry SET pvalue = 0.9 WHERE id = 5", "entry 5 of the ledger: not as it was written"),
    "words": ('UPDATE entry SET what = \'{"words": "x"}\' WHERE id = 7', "entry 7 of the ledger: not as it was"),
    "a number": ("UPDATE entry SET number = 4 WHERE id = 7", "entry 7 of the ledger: not as it was written"),
    "a time": ("UPDATE entry SET written_at = '2001' WHERE id = 1", "entry 1 of the ledger: not as it was written"),
    "one removed": ("DELETE FROM entry WHERE id = 4", "entry 4 of the ledger: removed, or moved"),
    "the last removed": ("DELETE FROM entry WHERE id = 7", "entry 7 of the ledger: removed"),
    "all removed": ("DELETE FROM entry", "entries 1 to 7 of the ledger: removed"),
    "the mark removed": ("DELETE FROM chain_end", "there is no ledger yet"),
    "the mark moved": ("UPDATE chain_end SET n_entries = 6", "the end of the ledger is not the one that was marked"),
}


@pytest.mark.parametrize(("statement", "line"), EDITS.values(), ids=EDITS)
def test_edits_are_noticed(path, statement, line):
    with Store(path, writes=False) as store:
        assert store.verify_ledger() == []
    raw(path, statement)
    with Store(path, writes=False) as store:
        (found,) = store.verify_ledger()
    assert found.startswith(line)


def test_entries_in_another_order_are_noticed(path):
    raw(path, *(f"UPDATE entry SET id = {new} WHERE id = {old}" for old, new in [(4, 99), (5, 4), (99, 5)]))
    with Store(path, writes=False) as store:
        assert [line[:7] for line in store.verify_ledger()] == ["entry 4", "entry 5", "entry 6"]


def test_an_end_that_was_cut_with_its_mark_is_noticed_by_what_the_store_holds(path):
    connection = sqlite3.connect(path)
    (link,) = connection.execute("SELECT link FROM entry WHERE id = 5").fetchone()
    connection.execute("DELETE FROM entry WHERE id > 5")
    connection.execute("UPDATE chain_end SET n_entries = 5, link = ?", (link,))
    connection.commit()
    with Store(path, writes=False) as store:
        (line,) = store.verify_ledger()
    assert line.startswith("comparison that the store holds is not in the ledger: guess and near by accuracy")


def test_a_link_that_was_noted_shows_a_ledger_that_was_rewritten(path):
    with Store(path) as store:
        noted = store.last_link()
        store.declare_tries("iris", 2)
        assert store.verify_ledger(noted) == []
    raw(path, "DELETE FROM entry", "DELETE FROM chain_end")
    with Store(path) as store:  # opened to be written, it begins again, without what was declared
        assert store.verify_ledger() == []
        (line,) = store.verify_ledger(noted)
    assert line == f"no entry has the link {noted}: the ledger is another one than when that was noted"


def test_a_store_written_before_is_read_counted_and_brought_up_to_date(tmp_path):
    path = tmp_path / "before.db"
    shutil.copy(FROZEN, path)
    path.chmod(0o444)
    with Store(path, writes=False) as store:
        before = store.ledger()
        assert store.verify_ledger() == ["there is no ledger yet: the file was written before stores had one"]
    assert before.by_kind["comparison"] >= 1
    assert not any(each.link for each in before.kept)
    path.chmod(0o644)
    with Store(path) as store:
        after = store.ledger()
        assert store.verify_ledger() == []
        assert store.check() == []
    assert [each.what for each in after.kept] == [each.what for each in before.kept]
    assert all(each.link for each in after.kept)


_DECLARES = """
import sys
from foldwise.store import Store
for number in range(4):
    with Store(sys.argv[1]) as store:
        store.declare_tries("iris", names=["shared " + str(number), sys.argv[2] + str(number)])
print("done", flush=True)
if sys.argv[2] == "killed":
    with Store(sys.argv[1]) as store:
        store.declare_tries("iris", names=["the last"])
        import os, signal
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_programs_at_once_and_one_that_is_killed(path):
    programs = [
        subprocess.Popen([sys.executable, "-c", _DECLARES, str(path), name], stdout=subprocess.PIPE)
        for name in ("first", "killed")
    ]
    for program in programs:
        assert program.communicate(timeout=120)[0] == b"done\n"
    assert [program.returncode for program in programs] == [0, -9]
    with Store(path, writes=False) as store:
        assert store.verify_ledger() == []
        assert store.ledger().by_kind == {"comparison": 3, "declared": 40 + 4 + 2 * 4 + 1}


def test_a_run_that_is_stopped_was_a_try(tmp_path):
    class Stops(GaussianNB):
        def fit(self, X, y, sample_weight=None):
            raise KeyboardInterrupt

    path = tmp_path / "stopped.db"
    with pytest.raises(KeyboardInterrupt):
        evaluate({"stops": Stops()}, load("iris"), scheme="3", seed=1, store=path)
    assert by_kind(path) == {"score": 1}


def test_a_test_over_datasets_is_on_each_of_them_and_one_try(tmp_path):
    path = tmp_path / "over.db"
    learners = {"bayes": GaussianNB(), "guess": DummyClassifier()}
    evaluate(learners, [load("iris"), load("wine")], scheme="3", seed=1, store=path)
    verdict = judge(path, test="sign_test")
    assert verdict.ledger.by_kind == {"comparison": 1}
    assert "tries_behind" not in {caveat.code for caveat in verdict.caveats}
    assert by_kind(path, "iris") == by_kind(path, "wine") == {"comparison": 1}
