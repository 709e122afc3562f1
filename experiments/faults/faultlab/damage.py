"""Files cut off or with single bits turned: what is read is what was written, or nothing is."""

import random
import shutil
from pathlib import Path

from faultlab.export import has_only_gaps
from faultlab.scene import Findings, Study, names_the_store, whole

_BATCH = 25


def bit_flips(theatre, *, scheme, n_flips, in_log=False, seed=1):
    """Turn single bits, anywhere in the file or in the log beside it."""
    findings, rng = Findings(f"single bits turned in the {'log' if in_log else 'file'}"), random.Random(seed)
    store = _store(theatre, scheme, in_log)
    content = _file(store, in_log).read_bytes()
    # Much of a small file is empty: every other bit is turned where there is something.
    used = [place for place, byte in enumerate(content) if byte]
    damages = []
    for number in range(n_flips):
        place = rng.choice(used) if number % 2 else rng.randrange(len(content))
        bit = rng.randrange(8)
        changed = bytearray(content)
        changed[place] ^= 1 << bit
        damages.append((f"byte {place}, bit {bit}", bytes(changed)))
    return _examined(findings, theatre, scheme, store, damages, in_log)


def truncations(theatre, *, scheme, n_lengths, in_log=False, seed=1):
    """Cut the file off, or the log beside it, at the ends of pages and anywhere."""
    findings, rng = Findings(f"the {'log' if in_log else 'file'} cut off"), random.Random(seed)
    store = _store(theatre, scheme, in_log)
    content = _file(store, in_log).read_bytes()
    pages = rng.sample(range(0, len(content), 4096), min(n_lengths // 2, len(content) // 4096))
    lengths = [*pages, *(rng.randrange(len(content)) for _ in range(n_lengths - len(pages)))]
    damages = [(f"{length} of {len(content)} bytes", content[:length]) for length in lengths]
    return _examined(findings, theatre, scheme, store, damages, in_log)


def _store(theatre, scheme, in_log):
    """A complete store; or one whose process was killed before the log was brought into the file."""
    study = Study(theatre, scheme)
    if not in_log:
        study.play()
        return study.store
    counted = study.play(fault=study.fault("count", 0))["counted"]
    study = Study(theatre, scheme)
    # The last calls bring the log into the file and remove it.
    study.play(fault=study.fault("kill before", counted - 40))
    return study.store


def _file(store, in_log):
    return Path(f"{store}-wal") if in_log else store


def _examined(findings, theatre, scheme, store, damages, in_log):
    text = whole(theatre, scheme)
    for first in range(0, len(damages), _BATCH):
        batch = damages[first : first + _BATCH]
        folder = theatre.fresh("damaged")
        paths = [folder / f"{number}.db" for number in range(len(batch))]
        for path, (_, content) in zip(paths, batch, strict=True):
            if in_log:
                shutil.copy(store, path)
            _file(path, in_log).write_bytes(content)
        job = {"scheme": scheme, "lines": "/dev/null", "store": "", "stores": list(map(str, paths))}
        ended = theatre.play(job="recover_all", **job)
        outcomes = ended.get("outcomes", [])
        findings.expect(len(outcomes) == len(batch), f"reading damaged stores: {ended['ended']} {ended}"[:2000])
        for path, (where, _), outcome in zip(paths, batch, outcomes, strict=False):
            _examine(findings, path, where, outcome, text, in_log)
        shutil.rmtree(folder)
    return findings


def _examine(findings, path, where, outcome, text, in_log):
    """Nothing that is read is another than what was written; what was computed anew is the same."""
    findings.counts["examined"] += 1
    for name in ("left", "last"):
        read = outcome[name]
        if read["ended"] != "well":
            findings.expect(names_the_store(read, path), f"{where}, {name}: {read}")
            kind = "refused"
        elif read["text"] == text:
            kind = "damage reported, content whole" if read["damage"] else "content whole"
        else:
            # A log that breaks off is what a crash leaves: folds behind the break are missing, and are said to be.
            is_honest = in_log and has_only_gaps(read["text"], text)
            findings.expect(is_honest and name == "left", f"{where}, {name}: another content, {read['damage'][:1]}")
            kind = "folds missing, and said to be"
        findings.counts[f"{name}: {kind}"] += 1
    then = outcome["then"]
    findings.expect(then["ended"] == "well" or names_the_store(then, path), f"{where}, run: {then}")
