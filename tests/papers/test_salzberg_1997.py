"""Salzberg (1997): arithmetic on inputs made by hand, and one quick run of everything."""

import re
from dataclasses import replace

import numpy as np
import pytest

import foldwise as fw
from foldwise.papers import PAPERS, reproduce
from foldwise.papers.salzberg_1997 import leak, many_tests, null_tests, peeking, recommended_procedure, researchers


@pytest.fixture(scope="module")
def quick():
    return {exhibit.name: exhibit for exhibit in reproduce("salzberg_1997", quick=True, progress=False)}


def cells(table):
    """By names of row and column."""
    return {
        (row, column): cell
        for row, line in zip(table.rows, table.cells, strict=True)
        for column, cell in zip(table.columns, line, strict=True)
    }


def met(exhibit, words):
    """Whether the condition with these words is met; there is exactly one."""
    (check,) = [check for check in exhibit.checks if re.search(words, check.asked)]
    return check.met


def test_everything_can_be_run_in_a_moment(quick):
    assert list(quick) == [part.name for part in PAPERS["salzberg_1997"].parts]
    for name, exhibit in quick.items():
        assert exhibit.statement == ("reproduced in kind" if name == "worked-examples" else "not judged")


def test_the_worked_examples(quick):
    """Three of eleven printed numbers are wrong, all in the last digits (S1 of the errata)."""
    (table,) = quick["worked-examples"].tables
    assert (table.count("same"), table.count("near"), table.count("far"), table.count("alone")) == (8, 3, 0, 2)
    assert "0.0032 for 0.0033, 0.0064 for 0.0066, 0.1012 for 0.1013" in quick["worked-examples"].because


def test_errata_have_computed_numbers():
    errata = PAPERS["salzberg_1997"].errata
    assert [text[:3] for text in errata] == ["S1.", "S2.", "S3.", "S4.", "S5.", "S6."]
    assert "exact tails are 0.003300 and 0.006600" in errata[0]
    assert "0.000333" in errata[1]
    assert "0.000325" in errata[1]


def test_null_pvalues_are_uniform_and_as_dependent_as_asked():
    """4,000 p-values at .05: standard error .0034. Variants against one default: differences correlate .5."""
    alone, shared = (
        null_tests.null_pvalues(400, 1, 10, one_default=one_default, seed=[1]) for one_default in (False, True)
    )
    assert alone.shape == shared.shape == (400, 10)
    assert (alone <= 0.05).mean() == pytest.approx(0.05, abs=4 * 0.0034)
    counts = [(p <= 0.2).sum(axis=1) for p in (alone, shared)]
    # Independent: variance of a binomial number, 10 x .2 x .8 = 1.6, standard error about .11.
    assert counts[0].var() == pytest.approx(1.6, abs=0.45)
    assert counts[1].var() > 2.5
    again = null_tests.null_pvalues(400, 1, 10, one_default=True, seed=[1])
    assert (again == shared).all()


def pvalues(*counts):
    """Studies in which so many of 154 tests have p = .01, and the others p = .5."""
    return np.array([[0.01] * count + [0.5] * (154 - count) for count in counts])


def test_false_positives_are_counted():
    found = many_tests.ManyTests(independent=pvalues(6, 8, 9), one_default=pvalues(0, 9, 14), real=pvalues(20, 22))
    exhibit = many_tests.exhibit(found, incomplete="")
    counted, adjusted = map(cells, exhibit.tables)
    assert counted["simulated, independent", "mean number"].measured == pytest.approx(23 / 3)
    assert counted["simulated, independent", "mean number"].printed == 7.7
    assert counted["simulated, one default", "share of studies with any"].measured == pytest.approx(2 / 3)
    assert counted["1-nearest neighbour, ten folds", "most"].measured == 22
    # .01 is far above .05 / 154.
    assert adjusted["Holm", "any false positive, independent"].measured == 0
    assert adjusted["none", "any false positive, independent"].measured == 1
    assert adjusted["Sidak (called Bonferroni in the text)", "level of each test"].agreement == "same"


def test_conditions_on_false_positives_can_fail():
    """Ten thousand tests with a tenth of them rejected are not at level .05; p = 0 survives every adjustment."""
    right = many_tests.ManyTests(pvalues(*[7, 8, 8] * 40), pvalues(*[7, 8, 8] * 40), pvalues(15, 16))
    wrong = replace(right, independent=pvalues(*[15, 16] * 60))
    assert many_tests.exhibit(right, incomplete="").statement == "reproduced"
    assert not met(many_tests.exhibit(wrong, incomplete=""), "independent tests\\) is 7.7")
    tiny = np.where(right.independent < 0.05, 1e-9, 0.5)
    bad = many_tests.exhibit(replace(right, independent=tiny), incomplete="")
    assert not met(bad, "Holm")
    assert bad.statement == "not reproduced"


def test_researchers_are_counted():
    """Each of 40 communities: five at .05, one of them at .01; on the same dataset all or none."""
    own = np.tile([0.005] + [0.03] * 4 + [0.5] * 95, (40, 1))
    own[:20, 0], own[20:, 1] = 0.04, 0.005
    same = np.repeat([[0.001], [0.9]], 100, axis=1)
    exhibit = researchers.exhibit(researchers.Communities(own_data=own, same_data=same), incomplete="")
    found = cells(exhibit.tables[0])
    assert found["own data, 0.05", "mean number"].measured == 5
    # None in the first twenty communities, two in the others.
    assert found["own data, 0.01", "mean number"].measured == 1
    assert found["own data, 0.01", "share of communities with any"].measured == 0.5
    assert found["same dataset, 0.05", "standard deviation"].measured == pytest.approx(np.std([100, 0], ddof=1))
    assert found["own data, 0.01", "in theory, independent"].measured == pytest.approx(1 - 0.99**100)
    assert met(exhibit, "level 0.01: 1 on average")
    assert met(exhibit, "level 0.05: any in 0.9941")
    assert met(exhibit, "level 0.01: any in 0.6340")
    lucky = researchers.Communities(own_data=np.where(own < 0.05, 0.5, own), same_data=same)
    assert not met(researchers.exhibit(lucky, incomplete=""), "level 0.05: any in 0.9941")


@pytest.fixture
def answers():
    """Eleven learners, 100 answers on each of 60 datasets: coins; the truth on the real dataset is .5 as well."""
    rng = np.random.default_rng(7)
    return peeking.Tuning(
        coins=rng.random((60, 11, 100)) < 0.5,
        dataset=rng.random((60, 11, 100)) < 0.5,
        truth=np.full((60, 11), 0.5),
        n_others=450,
        n_tries=10,
    )


def test_the_best_of_ten_on_the_test_set_flatters(answers):
    """The greatest of ten independent normal values is 1.54 standard deviations up: 1.54 x 5 points."""
    exhibit = peeking.exhibit(answers, incomplete="")
    bias, rejected = map(cells, exhibit.tables)
    assert bias[peeking.PEEKED, "coin flips"].measured == pytest.approx(7.7, abs=4 * 0.4)
    right = answers.coins[:, :10].sum(axis=2).max(axis=1)
    assert bias[peeking.PEEKED, "coin flips"].measured == pytest.approx(right.mean() - 50)
    assert bias[peeking.INSIDE, "coin flips"].measured == pytest.approx(answers.coins[:, 10].mean() * 100 - 50)
    # 59 of 100 heads or more have probability .044, 58 have .067; 63 have .006, 64 have .003 (SciPy: binom.sf).
    assert rejected[peeking.PEEKED, "at 0.05"].measured == pytest.approx((right >= 59).mean())
    assert rejected[peeking.PEEKED, "at 0.005"].measured == pytest.approx((right >= 64).mean())
    assert exhibit.statement == "reproduced in kind"


def test_a_leak_into_the_tuned_learner_would_be_seen(answers):
    leaky = answers.coins.copy()
    leaky[:, 10] = leaky[:, :10][np.arange(60), leaky[:, :10].sum(axis=2).argmax(axis=1)]
    exhibit = peeking.exhibit(replace(answers, coins=leaky), incomplete="")
    assert not met(exhibit, "On coin flips, what is tuned inside")
    assert exhibit.statement == "not reproduced"
    assert not met(peeking.exhibit(replace(answers, n_tries=9), incomplete=""), "ledger")


def test_shuffling_keeps_the_learners_of_an_example_together():
    correct = np.array([[[True, False, False], [True, False, False]]] * 20)
    shuffled = peeking._shuffled(correct, np.random.default_rng(1))
    assert (shuffled[:, 0] == shuffled[:, 1]).all()
    assert (shuffled.sum(axis=2) == 1).all()
    assert len({tuple(row) for row in shuffled[:, 0]}) == 3


def test_the_procedure_is_checked_against_the_answers(quick):
    """The table's disagreements give its p-values; a verdict with other p-values is caught."""
    exhibit = quick["procedure"]
    assert [check.met for check in exhibit.checks[:3]] == [True, True, True]
    found = cells(exhibit.tables[0])
    row = exhibit.tables[0].rows[0]
    a_only, b_only = (int(found[row, name].measured) for name in ("only first right", "only second right"))
    assert found[row, "p"].measured == pytest.approx(fw.stats.binomial(a_only, b_only).pvalue)
    verdict = exhibit.figures[0].shown
    changed = replace(verdict.comparisons[0], adjusted_pvalue=0.5)
    wrong = replace(verdict, comparisons=(changed, *verdict.comparisons[1:]))
    assert not met(recommended_procedure.exhibit(wrong, incomplete=""), "exact binomial")


def test_the_procedure_does_not_depend_on_what_learners_are_called():
    """Each division of a training set is that of the seed, and the same for all that are tuned."""
    made = list(recommended_procedure.learners(3).values())
    assert [learner.random_state for learner in made if isinstance(learner, fw.tuning.Tuned)] == [3, 3, 3]
    data = fw.data.load("monk3-full")
    found = [
        fw.salzberg(dict(zip(names, made[:2], strict=True)), data, n_folds=2, seed=1, progress=False).comparisons[0]
        for names in (("a", "b"), ("old", "new"))
    ]
    assert (found[0].score_a, found[0].score_b) == (found[1].score_a, found[1].score_b)


def test_the_leak_is_found(quick):
    found = cells(quick["leak"].tables[0])
    assert found["noise, selection outside the folds", "accused of a bias"].measured == "yes"
    assert found["noise, selection inside the folds", "accused of a bias"].measured == "no"
    # Ten columns of 300, chosen with all labels in sight, give .2 and more of accuracy that is not there.
    assert found["noise, selection outside the folds", "bias"].low > 0.1


def test_a_leak_that_is_not_found_fails():
    y = np.tile([0, 1], 10)
    innocent = fw.label_randomization(lambda X, y: 0.5, y[:, np.newaxis], y, n_permutations=19, seed=1)
    found = {(data, name): innocent for data in leak.DATA for name in leak.METHODS}
    exhibit = leak.exhibit(found, incomplete="")
    assert not met(exhibit, "On noise, selection outside the folds is called biased")
    assert met(exhibit, "On noise, selection inside the folds is not called biased")
    assert exhibit.statement == "not reproduced"


@pytest.mark.slow
def test_same_seed_same_result_whatever_the_processes():
    one, two = (reproduce("salzberg_1997", quick=True, n_jobs=n, progress=False) for n in (1, 2))
    for first, second in zip(one, two, strict=True):
        for left, right in zip(first.tables, second.tables, strict=True):
            assert left.frame().equals(right.frame())
