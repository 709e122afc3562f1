import pytest


@pytest.fixture(scope="session")
def partition_bench(tmp_path_factory):
    """A quick look at Bradford and Brodley's partitions, on sets that come with foldwise wherever it runs."""
    from foldwise.papers import Workbench
    from foldwise.papers.bradford_brodley_2001.partitions import judged

    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("FOLDWISE_DATA", raising=False)
        patch.setenv("FOLDWISE_CACHE", str(tmp_path_factory.mktemp("nothing-downloaded")))
        bench = Workbench(quick=True, progress=False)
        bench.once(judged)
    return bench
