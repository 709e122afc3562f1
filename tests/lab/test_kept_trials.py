"""How many trials of a study are in its store."""

from foldwise.lab import kept_trials, replicability, sources, type_one_error

BLOCKS = sources.ExchangeableBlocks(n_examples=30)


def test_only_whole_blocks_with_all_procedures_count(tmp_path):
    """Ten trials make a block: of 25 trials two are full, and the third is one of five only."""
    path = tmp_path / "lab.db"
    assert kept_trials("10", BLOCKS, n_trials=25, store=path) == 0
    assert not path.exists()
    type_one_error("10", BLOCKS, n_trials=25, store=path)
    assert kept_trials("10", BLOCKS, n_trials=25, store=path) == 25
    assert kept_trials("10", BLOCKS, n_trials=40, store=path) == 20
    assert kept_trials(["10", "5x2"], BLOCKS, n_trials=25, store=path) == 0
    assert kept_trials("10", BLOCKS, n_trials=25, store=path, seed=1) == 0
    other = sources.ExchangeableBlocks(n_examples=40, name="other")
    assert kept_trials("10", [BLOCKS, other], n_trials=25, store=path) == 25


def test_executions_are_part_of_the_study(tmp_path):
    path = tmp_path / "lab.db"
    replicability("10", BLOCKS, n_trials=10, n_executions=2, alpha=0.1, store=path)
    assert kept_trials("10", BLOCKS, n_trials=10, n_executions=2, alpha=0.1, store=path) == 10
    assert kept_trials("10", BLOCKS, n_trials=10, n_executions=3, alpha=0.1, store=path) == 0
