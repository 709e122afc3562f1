"""Disks that are full, folders and files that may not be written, folders that vanish."""

import os
import shutil
import time

from faultlab.scene import Findings, Study, check_recovery, names_the_store, whole

_NOBODY = 65534


def largest_file(theatre, *, scheme, sizes):
    """Let no file grow beyond a size, as quotas do."""
    findings = Findings("files may not grow beyond a size")
    for size in sizes:
        study = Study(theatre, scheme)
        _refused(findings, study, f"no file beyond {size} bytes", largest_file=size)
        _recovered(findings, study, f"no file beyond {size} bytes")
    return findings


def full_disk(theatre, *, scheme, sizes):
    """Run on a file system that is too small, for real; None with the reason where none may be mounted."""
    findings = Findings("a disk that is full")
    text = whole(theatre, scheme)
    for size in sizes:
        study = Study(theatre, scheme)
        ended = study.play("tiny_disk", folder=str(study.folder), size=size, lines=os.devnull)
        if ended["ended"] == "PermissionError":
            return None, ended["message"]
        where = f"a disk of {size} bytes"
        if ended["ended"] != "well":
            findings.violations.append(f"{where}: {ended}")
            continue
        if ended["first"]["ended"] == "well":
            findings.counts["large enough"] += 1
            continue
        findings.counts["disks"] += 1
        findings.expect(names_the_store(ended["first"], study.folder / "tiny.db"), f"{where}: {ended['first']}")
        full = ended["while_full"]
        findings.expect(
            full["ended"] == "well" or names_the_store(full, study.folder / "tiny.db"), f"{where}, to read: {full}"
        )
        check_recovery(findings, ended, text, where)
    return findings, ""


def forbidden(theatre, *, scheme):
    """Run where one may not write: a folder that may be read only, a file that may be read only."""
    findings = Findings("read-only folder, read-only file")
    # The administrator may write everywhere.
    who = {"user": _NOBODY} if os.getuid() == 0 else {}
    for kind in ("folder without a store", "folder with a store", "file"):
        study = Study(theatre, scheme)
        if kind != "folder without a store":
            half = study.play(learners=["plain"])
            findings.expect(half["ended"] == "well", f"{kind}: {half}")
        place, mode = (study.store, 0o444) if kind == "file" else (study.folder, 0o555)
        if kind == "file":
            study.folder.chmod(0o777)
        place.chmod(mode)
        # Nobody else's folders lie above.
        _refused(findings, study, f"read-only {kind}", lines=os.devnull, **who)
        if kind != "folder without a store":
            read = study.play("read", **who)
            findings.expect(read["ended"] == "well", f"read-only {kind}, to read: {read}")
        place.chmod(0o777)
        _recovered(findings, study, f"read-only {kind}")
    return findings


def vanished(theatre, *, scheme):
    """Remove the folder while the study runs: what goes to a file without a name is lost, and has to be said to be."""
    findings = Findings("a folder that vanishes")
    study = Study(theatre, scheme, seconds=0.05)
    lines = theatre.fresh("lines") / "lines.txt"
    child = study.start(lines=str(lines))
    while child.lives() and not (lines.exists() and lines.read_text().count("\n") >= 3):
        time.sleep(0.001)
    shutil.rmtree(study.folder)
    ended = child.wait()
    findings.counts["folders"] += 1
    findings.expect(names_the_store(ended, study.store), f"removed: {ended}")
    _refused(findings, study, "there is no folder")
    study.folder.mkdir()
    _recovered(findings, study, "the folder is back")
    return findings


def _refused(findings, study, where, **job):
    findings.counts["refusals"] += 1
    ended = study.play(**job)
    findings.expect(names_the_store(ended, study.store), f"{where}: {ended}")


def _recovered(findings, study, where):
    text = whole(study.theatre, study.job["scheme"])
    check_recovery(findings, study.play("recover"), text, where)
