"""Places where one cannot write, or not enough: the message names the file, and later it goes on."""

import pytest


def test_files_that_may_not_grow(theatre):
    from faultlab.disks import largest_file

    findings = largest_file(theatre, scheme="2x3", sizes=[0, 30_000, 120_000])
    assert findings.violations == []
    assert findings.counts["refusals"] == 3


def test_a_full_disk(theatre):
    from faultlab.disks import full_disk

    findings, reason = full_disk(theatre, scheme="2x3", sizes=[40_000, 160_000, 300_000])
    if findings is None:
        pytest.skip(f"no file system may be mounted here ({reason})")
    assert findings.violations == []
    assert findings.counts["disks"] == 3


def test_read_only(theatre):
    from faultlab.disks import forbidden

    findings = forbidden(theatre, scheme="2x3")
    assert findings.violations == []
    assert findings.counts["refusals"] == 3


def test_a_folder_that_vanishes(theatre):
    from faultlab.disks import vanished

    findings = vanished(theatre, scheme="2x3")
    assert findings.violations == []
    assert findings.counts["refusals"] == 1
