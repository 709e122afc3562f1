"""Tables of the papers recomputed from the counts that they print."""

import csv
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import t as student

from foldwise.stats import consistency, pair_agreement, partition_groups, replicability, signed_area, tally

PAPERS = Path(__file__).parent / "papers"
PAIRS = "nb_c45", "nb_nn", "c45_nn"
COMPARISONS = [(c, p) for c in ("tddt2", "naive_bayes") for p in ("1x10cv", "5x2cv")]


def rows(name):
    with (PAPERS / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def partitions(comparison, procedure):
    """Counts of 55 partitions: TDDT-1 worse, no difference, TDDT-1 better. (The caption has it reversed.)"""
    columns = [f"{comparison}_{procedure}_col{i}" for i in (1, 2, 3)]
    return np.array([[int(row[column]) for column in columns] for row in rows("bradford_brodley_2001_table3")])


def averaged(comparison, procedure):
    """Conclusions of the averaged t at 0.05, from its printed signed one-tailed area."""
    printed = [row[f"{comparison}_{procedure}"] for row in rows("bradford_brodley_2001_table2")]
    sign = [-1 if value.startswith("-") else 1 for value in printed]
    return np.array([s if abs(float(v)) < 0.025 else 0 for s, v in zip(sign, printed, strict=True)])


@pytest.mark.parametrize(
    ("pair", "consistent", "almost", "printed"),
    [("nb_c45", 9, 14, 0.737), ("nb_nn", 12, 17, 0.783), ("c45_nn", 13, 17, 0.816)],
)
def test_bottom_rows_of_bouckaert_and_frank_table_1(pair, consistent, almost, printed):
    none = np.array([int(row[f"no_diff_{pair}"]) for row in rows("bouckaert_frank_2004_table1")])
    counts = np.stack([none, 10 - none], axis=-1)
    assert len(counts) == 27
    result = consistency(counts)
    assert (result.n_consistent, result.n_almost_consistent) == (consistent, almost)
    assert result.share_consistent == consistent / 27
    assert round(replicability(counts).estimate, 3) == printed
    assert replicability(counts).per_dataset == pytest.approx(pair_agreement(10 - none, 10), rel=1e-15)


@cache
def attainable(consistent, almost):
    """All values of R to three digits that 27 datasets with so many consistent and almost consistent ones can have."""
    units = np.rint(90 * pair_agreement(np.arange(11), 10)).astype(int)
    sums = {consistent * int(units[0]) + (almost - consistent) * int(units[1])}
    for _ in range(27 - almost):
        sums = {total + int(unit) for total in sums for unit in set(units[2:9].tolist())}
    return {round(total / (27 * 90), 3) for total in sums}


@pytest.mark.parametrize(("table", "column"), [(2, "runs"), (3, "runs"), (4, "alpha")])
def test_every_cell_of_bouckaert_and_frank_tables_2_to_4_is_attainable(table, column):
    cells = {(r["pair"], r[column], r["measure"]): r["value"] for r in rows(f"bouckaert_frank_2004_table{table}")}
    settings = {(pair, setting) for pair, setting, _ in cells}
    assert len(settings) == 12
    for pair, setting in settings:
        consistent, almost = (int(cells[pair, setting, m]) for m in ("consistent", "almost_consistent"))
        assert consistent <= almost <= 27
        assert float(cells[pair, setting, "replicability"]) in attainable(consistent, almost)


def test_not_everything_is_attainable():
    """All but one consistent, R of the last .8: .993. Nothing else."""
    assert attainable(26, 27) == {0.993}
    assert attainable(27, 27) == {1.0}
    # 9 (1) + 5 (.8) + 13 (from .444 to .644) over 27.
    assert (min(attainable(9, 14)), max(attainable(9, 14))) == (0.695, 0.792)


def test_ten_runs_of_table_3_are_the_five_percent_of_table_4():
    ten = {(r["pair"], r["measure"]): r["value"] for r in rows("bouckaert_frank_2004_table3") if r["runs"] == "10"}
    five = {(r["pair"], r["measure"]): r["value"] for r in rows("bouckaert_frank_2004_table4") if r["alpha"] == "0.05"}
    assert ten == five
    assert len(ten) == 9


def test_minima_of_bouckaert_and_frank_table_5():
    table = [row for row in rows("bouckaert_frank_2004_table5") if row["minimum"]]
    assert len(table) == 5
    for row in table:
        assert float(row["minimum"]) == min(float(row[f"source{i}"]) for i in range(1, 5))


def test_all_92_triples_of_bradford_and_brodley_are_of_55_partitions():
    counts = np.stack([partitions(*comparison) for comparison in COMPARISONS])
    assert counts.shape == (4, 23, 3)
    assert (counts.sum(axis=-1) == 55).all()


@pytest.mark.parametrize(("comparison", "procedure"), COMPARISONS)
def test_bradford_and_brodley_table_4(comparison, procedure):
    """With conclusions from Table 2; the bold marks of Table 3 do not give the printed rows."""
    result = tally(partitions(comparison, procedure), averaged(comparison, procedure))
    printed = next(
        row
        for row in rows("bradford_brodley_2001_table4")
        if (row["comparison"], row["procedure"]) == (comparison, procedure)
    )
    assert result.correct_accept == int(printed["correct_accept_null"])
    assert result.correct_reject == int(printed["correct_reject_null"])
    assert result.type_one == int(printed["incorrect_type1"])
    assert result.type_two == int(printed["incorrect_type2"])


def test_496_of_5060_conclusions_depend_on_the_partition():
    counts = np.stack([partitions(*comparison) for comparison in COMPARISONS])
    result = tally(counts, np.stack([averaged(*comparison) for comparison in COMPARISONS]))
    assert result.n_incorrect.sum() == 496
    assert result.n_conclusions.sum() == 5060
    overall = tally(counts.reshape(92, 3), np.concatenate([averaged(*comparison) for comparison in COMPARISONS]))
    assert (overall.n_incorrect, overall.n_conclusions) == (496, 5060)
    assert overall.error_rate == pytest.approx(0.098023715415019763, rel=1e-15)


def test_the_bold_marks_of_table_3_would_give_492():
    """They contradict Table 2 in two cells, where the average disagrees with most partitions."""
    counts, bold = [], []
    for comparison, procedure in COMPARISONS:
        counts.append(partitions(comparison, procedure))
        marks = [int(row[f"{comparison}_{procedure}_bold"]) for row in rows("bradford_brodley_2001_table3")]
        bold.append(np.array(marks) - 2)
    result = tally(counts, bold)
    assert result.n_incorrect.sum() == 492
    differ = [(i, j) for i, pair in enumerate(COMPARISONS) for j in np.flatnonzero(bold[i] != averaged(*pair))]
    assert [counts[i][j].tolist() for i, j in differ] == [[27, 28, 0], [0, 29, 26]]


def test_more_rejections_with_five_times_two_folds():
    """145 against 73 and 786 against 640 of 1265: their text says the reverse."""
    found = [int(partitions(*comparison)[:, [0, 2]].sum()) for comparison in COMPARISONS]
    assert found == [73, 145, 640, 786]


@pytest.mark.parametrize("row", rows("bradford_brodley_2001_groups"), ids=lambda row: f"{row['figure']}-{row['group']}")
def test_groups_of_bradford_and_brodley(row):
    names = [r["dataset"] for r in rows("bradford_brodley_2001_table3")]
    counts = partitions(row["comparison"], row["procedure"])
    group = int(row["group"][0])
    listed = [names.index(name) for name in row["datasets"].split(";")]
    # Counts alone cannot tell the fourth group from the third: the paper has it from the figures.
    figures = np.full((23, 55), 0.3)
    if group == 4:
        figures[listed] = 0.5
    assert partition_groups(counts, figure_values=figures)[listed].tolist() == [group] * len(listed)


def test_groups_that_the_text_does_not_name():
    names = [r["dataset"] for r in rows("bradford_brodley_2001_table3")]
    groups = {pair: partition_groups(partitions(*pair)) for pair in COMPARISONS}
    first = {pair: [names[i] for i in np.flatnonzero(found == 1)] for pair, found in groups.items()}
    assert first == {
        ("tddt2", "1x10cv"): ["heart", "tic-tac-toe"],
        ("tddt2", "5x2cv"): ["heart", "horse-colic", "soybean-large"],
        ("naive_bayes", "1x10cv"): [],
        ("naive_bayes", "5x2cv"): ["glass2"],
    }
    assert [int((found == 5).sum()) for found in groups.values()] == [0, 0, 7, 8]


def test_table_2_is_a_signed_area_on_nine_degrees_of_freedom():
    """0.025 is where the plain t over ten values is significant; -0.00001 needs |t| = 8.1."""
    critical = student.ppf(0.975, 9)
    assert signed_area([critical, -critical], 9) == pytest.approx([0.025, -0.025], rel=1e-12)
    assert round(signed_area(-8.1, 9), 5) == -0.00001
