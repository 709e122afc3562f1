"""Several programs on one study; one of them suspended; and clocks that are wrong."""

import signal
import threading
import time

from faultlab.export import n_done
from faultlab.scene import Findings, Study, whole

_DAY = 86_400
# Learners whose fits leave a trace, and a failure now and then.
_TRACED = {"learners": ["plain", "coin"], "prints": False}


def crowd(theatre, *, scheme, n_processes, seconds=0.005):
    """Start so many at once: each fold is computed once."""
    findings = Findings(f"{n_processes} programs at once")
    study = Study(theatre, scheme, seconds=seconds, **_TRACED)
    children = [study.start() for _ in range(n_processes)]
    for child in children:
        ended = child.wait()
        findings.counts["programs"] += 1
        findings.expect(ended["ended"] == "well", str(ended))
    _same(findings, study, repeated=0)
    return findings


def suspended(theatre, *, scheme):
    """Stop a program in the middle of a fold; another completes the study; then the first goes on."""
    findings = Findings("a program suspended")
    study = Study(theatre, scheme, seconds=0.2, patience=1.0, seconds_of_a_beat=0.2, **_TRACED)
    first = study.start()
    while first.lives() and len(study.fits()) < 3:
        time.sleep(0.001)
    first.send(signal.SIGSTOP)
    stopped_at = len(study.fits())
    ended = study.play(seconds=0.005)
    findings.expect(ended["ended"] == "well", f"the other: {ended}")
    between = study.play("read")
    first.send(signal.SIGCONT)
    ended = first.wait()
    findings.counts["programs"] += 2
    findings.expect(0 < stopped_at < len(study.fits()), "it was stopped too late")
    findings.expect(ended["ended"] == "well", f"the suspended one: {ended}")
    findings.expect(between.get("text") == study.play("read").get("text"), "the suspended one has changed something")
    _same(findings, study, repeated=1)
    return findings


def jumping_clocks(theatre, *, scheme, seconds=0.02):
    """Run two programs while the time of day jumps by days, for each to another side: nobody is taken for dead."""
    findings = Findings("time of day jumping by a day")
    study = Study(theatre, scheme, seconds=seconds, patience=20.0, seconds_of_a_beat=0.1, **_TRACED)
    clocks = [study.folder / f"clock-{number}" for number in range(2)]
    for clock in clocks:
        clock.write_bytes(bytes(8))
    stop = threading.Event()

    def jump():
        side = 1
        while not stop.wait(0.01):
            side = -side
            for sign, clock in zip((side, -side), clocks, strict=True):
                with clock.open("r+b") as file:
                    file.write((sign * _DAY).to_bytes(8, "little", signed=True))
            findings.counts["jumps"] += 1

    thread = threading.Thread(target=jump)
    thread.start()
    children = [study.start(clock=str(clock)) for clock in clocks]
    ends = [child.wait() for child in children]
    stop.set()
    thread.join()
    for ended in ends:
        findings.expect(ended["ended"] == "well", str(ended))
    _same(findings, study, repeated=0)
    return findings


def _same(findings, study, *, repeated):
    """Every fold is computed, at most so many of them again, and the content is that of an undisturbed run."""
    options = {key: study.job[key] for key in _TRACED}
    text = whole(study.theatre, study.job["scheme"], **options)
    findings.expect(study.play("read").get("text") == text, "another content in the end")
    again = len(study.fits()) - n_done(text)
    findings.counts["folds"] += n_done(text)
    findings.counts["computed again"] += again
    findings.expect(0 <= again <= repeated, f"{again} folds were computed more than once")
