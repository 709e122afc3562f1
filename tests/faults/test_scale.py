"""A thousand blocks: memory does not grow with them. What they cost is measured by `make faults`."""


def test_many_blocks(theatre):
    from faultlab.scale import many_blocks

    findings = many_blocks(theatre, n_repeats=200, n_folds=10)
    assert findings.violations == []
    assert findings.counts["blocks"] == 2000
    # Megabytes; two thousand blocks kept in memory would be more.
    assert findings.figures["memory_growth_mb"] < 2
