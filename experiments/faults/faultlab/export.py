"""All that a store holds, but timings and numbers of rows, as text: the same content gives the same bytes."""

import json

import numpy as np

from foldwise.store._load import MISSING


def export(store):
    """Write out every study of an open store."""
    lines = []
    # None of an empty store, which refuses to give its runs.
    for name in sorted(store.studies()) or [None]:
        lines.append(f"study {json.dumps([name, store.definition(name)])}")
        for run in store.runs(name):
            lines += _run(run)
        lines += [
            f"status {json.dumps([s.dataset, s.learner, s.n_folds, s.n_done, s.n_failed, s.error])}"
            for s in store.status(name)
        ]
        lines += [f"test {json.dumps([one.terms, one.findings])}" for one in store.judgements(name)]
    return "\n".join(lines) + "\n"


def _run(run):
    a = run.assignment
    yield f"data {run.data!r}"
    yield f"truth {_numbers(run.target.values)} {run.target.classes.tolist()!r}"
    yield f"assignment {[a.scheme, a.description, a.stratified, a.seed, a.n_folds, sorted(a.flags)]!r}"
    for repeat, folds in enumerate(a.folds):
        yield f"codes {repeat} {_numbers(folds)}"
    scores = run.scores()
    errors = {(failure.learner, failure.repeat, failure.fold): failure.error for failure in run.failures}
    for number, learner in enumerate(run.learners):
        yield f"learner {learner!r} {run.metric.name} {run.response_methods[number]}"
        for repeat, fold in a.pairs():
            test = np.flatnonzero(a.folds[repeat] == fold)
            values = [run.predictions[number, repeat, test], scores[number, repeat, fold]]
            if run.responses is not None:
                values.append(run.responses[number, repeat, test])
            error = errors.get((learner.name, repeat, fold), "")
            yield f"fold {learner.name} {repeat} {fold} {' '.join(map(_numbers, values))} {error!r}"
    yield from (f"caveat {caveat!r}" for caveat in run.caveats)
    yield f"ledger {run.ledger!r}"


def _numbers(values):
    # The shortest text that reads back as the same number: bit for bit, but for kinds of NaN.
    return json.dumps(np.asarray(values).tolist())


def n_done(text):
    """Count the folds that a text has, failed ones included."""
    return sum(line.startswith("fold ") and MISSING not in line for line in text.splitlines())


def has_only_gaps(text, whole):
    """Whether a text says nothing that the whole one does not say, but for folds that it says are missing."""
    facts = ("data ", "truth ", "assignment ", "codes ", "fold ")
    known = set(whole.splitlines())
    return all(line in known or MISSING in line for line in text.splitlines() if line.startswith(facts))
