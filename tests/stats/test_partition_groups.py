import numpy as np
import pytest

from foldwise.stats import PartitionGroup, figure_value, partition_groups


@pytest.mark.parametrize(
    ("counts", "group"),
    [
        ([1, 52, 2], 1),
        ([1, 0, 54], 1),
        ([4, 51, 0], 2),
        ([0, 1, 54], 2),
        ([0, 55, 0], 3),
        ([0, 1, 0], 3),
        ([0, 1, 1], 2),
        ([1, 0, 1], 1),
        ([55, 0, 0], 5),
        ([0, 0, 55], 5),
    ],
)
def test_by_hand(counts, group):
    assert partition_groups(counts) == group
    assert isinstance(partition_groups(counts), int)


def test_without_significance_the_figure_values_decide():
    none = [0, 4, 0]
    assert partition_groups(none, figure_values=[0.5, 0.54, 0.46, 0.5]) == 4
    assert partition_groups(none, figure_values=[0.5, 0.5625, 0.4375, 0.5], negligible=0.0625) == 4
    assert partition_groups(none, figure_values=[0.5, 0.5, 0.5, 0.56]) == 3
    assert partition_groups(none, figure_values=[0.44, 0.5, 0.5, 0.5]) == 3
    assert partition_groups(none, figure_values=[0.44, 0.5, 0.5, 0.5], negligible=0.07) == 4
    assert partition_groups([0, 3, 1], figure_values=[0.5, 0.5, 0.5, 0.5]) == 2
    assert partition_groups([1, 2, 1], figure_values=[0, 0.5, 0.5, 1]) == 1


def test_all_zero_statistics_have_no_effect_of_the_partition():
    """The mushroom data: both trees are right everywhere, on every partition."""
    assert partition_groups([0, 55, 0], figure_values=figure_value(np.zeros(55), 9)) == PartitionGroup.NO_DIFFERENCE


def test_a_batch_is_many_datasets():
    rng = np.random.default_rng(0)
    counts = rng.multinomial(3, [0.2, 0.6, 0.2], size=(4, 6))
    values = rng.uniform(0.4, 0.6, (4, 6, 3))
    batch = partition_groups(counts, figure_values=values, negligible=0.08)
    for i in np.ndindex(4, 6):
        assert batch[i] == partition_groups(counts[i], figure_values=values[i], negligible=0.08)
    assert set(batch.ravel().tolist()) == {1, 2, 3, 4, 5}


def test_names():
    assert [group.name for group in PartitionGroup] == [
        "WINNER_CHANGES",
        "SIGNIFICANCE_CHANGES",
        "NEVER_SIGNIFICANT",
        "NO_DIFFERENCE",
        "ALWAYS_SIGNIFICANT",
    ]
    assert [group.value for group in PartitionGroup] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"figure_values": [0.5, 0.5]}, r"one value per partition.*\(3,\), got shape \(2,\)"),
        ({"figure_values": 0.5}, r"got shape \(\)"),
        ({"figure_values": [[0.5, 0.5, 0.5]]}, r"got shape \(1, 3\)"),
        ({"figure_values": [0.5, 0.5, 1.5]}, "between 0 and 1, got 1.5"),
        ({"figure_values": [0.5, -0.5, 0.5]}, "between 0 and 1, got -0.5"),
        ({"figure_values": [0.5, 0.5, np.nan]}, "between 0 and 1, got nan"),
        ({"negligible": 0}, "negligible must be strictly between"),
    ],
)
def test_refusals(options, message):
    with pytest.raises(ValueError, match=message):
        partition_groups([0, 3, 0], **options)


def test_two_outcomes_do_not_say_who_won():
    with pytest.raises(ValueError, match=r"3 counts \(b better, none, a better\)"):
        partition_groups([3, 0])
    with pytest.raises(ValueError, match="at least 1 executions"):
        partition_groups([0, 0, 0])
