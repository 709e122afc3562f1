"""What all scenes are made of: a study in a folder of its own, and what is found when things go wrong with it."""

from collections import Counter
from dataclasses import dataclass, field

from faultlab.export import n_done


@dataclass
class Findings:
    """What was done, how often, and what should not have happened."""

    title: str
    counts: Counter = field(default_factory=Counter)
    figures: dict = field(default_factory=dict)
    violations: list = field(default_factory=list)

    def expect(self, is_so, words):
        """Note a violation unless something is so."""
        if not is_so:
            self.violations.append(words)


class Study:
    """A study that is run in a folder of its own, by jobs sent to the driver.

    Parameters
    ----------
    theatre : Theatre
        Where it is played.
    scheme : str
        How often and in how many folds.
    options
        Of the jobs, see `study_driver`.
    """

    def __init__(self, theatre, scheme, **options):
        self.theatre = theatre
        self.folder = theatre.fresh()
        self.store = self.folder / "study.db"
        self._lines = self.folder / "lines.txt"
        self.job = {"store": str(self.store), "lines": str(self._lines), "scheme": scheme, **options}

    def start(self, job="run", **more):
        """Begin a job."""
        return self.theatre.start(**{**self.job, "job": job, **more})

    def play(self, job="run", **more):
        """Do a job to its end."""
        return self.start(job, **more).wait()

    def fits(self):
        """Fits that were begun: lines, each with process, learner and training set."""
        return [tuple(line.split()) for line in self._lines.read_text().splitlines()] if self._lines.exists() else []

    def fault(self, action, first, **more):
        """Describe a fault in the files of this store."""
        return {"marker": self.store.name, "action": action, "first": first, **more}


def whole(theatre, scheme, **options):
    """What an uninterrupted run leaves; computed once."""
    key = (scheme, *sorted(map(str, options.items())))
    if key not in theatre.known:
        study = Study(theatre, scheme, **options)
        ended = study.play()
        text = study.play("read")
        if ended["ended"] != "well" or text["ended"] != "well" or text["damage"]:
            raise RuntimeError(f"an undisturbed run has failed: {ended} {text}")
        theatre.known[key] = text["text"]
    return theatre.known[key]


def names_the_store(outcome, store):
    """Whether an error is one line that names the file."""
    message = outcome.get("message", "")
    return outcome["ended"] == "StoreError" and str(store) in message and "\n" not in message


def check_recovery(findings, outcome, text, where):
    """After a fault: the store opens, or nothing had been begun; then it is completed, to the same bytes."""
    if outcome["ended"] != "well":
        findings.violations.append(f"{where}: {outcome}")
        return 0
    left, then, last = outcome["left"], outcome["then"], outcome["last"]
    if left["ended"] == "well":
        findings.expect(not left["damage"], f"{where}: damage {left['damage'][:2]}")
    else:
        is_new = any(words in left.get("message", "") for words in ("no such store", "is empty"))
        findings.expect(is_new, f"{where}: the store does not open: {left}")
    findings.expect(then["ended"] == "well", f"{where}: not completed: {then}")
    findings.expect(last.get("text") == text, f"{where}: another content in the end: {last['ended']}")
    return n_done(left.get("text", ""))
