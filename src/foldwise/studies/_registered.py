"""How results stand to the registration of their study: what each hypothesis came to, and what deviates."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal

from foldwise._core import counted, one_line
from foldwise.runs import Run
from foldwise.store import Store
from foldwise.store._door import earlier_definitions, study_data
from foldwise.studies._definition import from_json
from foldwise.studies._deviations import Deviation, Done, deviations
from foldwise.studies._hypothesis import Answer, Hypothesis
from foldwise.studies._seal import Registration, seal_of
from foldwise.studies._study import Study
from foldwise.verdicts import NEEDS, Comparison, Estimates, OverallPair, Panel, Verdict

Standing = Literal["registered", "deviating", "late", "edited"]

_STANDINGS: Final[dict[Standing, str]] = {
    "registered": "registered before the first run, no deviation",
    "deviating": "registered before the first run, with deviations",
    "late": "registered when results were there already: nothing here counts as registered",
    "edited": "the seal was edited after it was written: nothing here counts as registered",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class HypothesisAnswer:
    """What the results say of one hypothesis, by one test.

    Parameters
    ----------
    hypothesis : Hypothesis
        What was claimed.
    answer : {'supported', 'contradicted', 'not decided', 'not judged'}
        What came of it. Not decided says nothing for or against it.
    test : str
        Name of the test; over datasets it may be ``'wilcoxon'``.
    dataset : str or None
        On which dataset; None is over all of them.
    estimate, low, high, adjusted_pvalue : float
        Of ``score(a) - score(b)``, for `a` and `b` of the hypothesis; NaN where there is none.

    Examples
    --------
    >>> import tempfile
    >>> from foldwise.studies import Study, register, run_study
    >>> learners = {"bayes": "nb", "guess": "sklearn.dummy.DummyClassifier"}
    >>> asked = {"scheme": "5x3", "hypotheses": ["bayes > guess"]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     study = Study(name="a", datasets=["iris"], learners=learners, store=folder + "/a.db", **asked)
    ...     seal = register(study)
    ...     answer = run_study(study, progress=False).registration.answers[0]
    >>> str(answer.hypothesis), answer.answer, round(answer.estimate, 2)
    ('bayes > guess on accuracy', 'supported', 0.64)
    """

    hypothesis: Hypothesis
    answer: Answer
    test: str = ""
    dataset: str | None = None
    estimate: float = math.nan
    low: float = math.nan
    high: float = math.nan
    adjusted_pvalue: float = math.nan

    def __str__(self) -> str:
        return f"{one_line(str(self.hypothesis))}: {self.answer}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Registered:
    """A registration beside what was run.

    Parameters
    ----------
    registration : Registration
        The seal.
    deviations : tuple of Deviation
        What is not as it was sealed.
    answers : tuple of HypothesisAnswer
        One for each hypothesis and test; none before anything was judged.

    Examples
    --------
    >>> import tempfile
    >>> from foldwise.studies import Study, register, run_study
    >>> learners = {"bayes": "nb", "guess": "sklearn.dummy.DummyClassifier"}
    >>> asked = {"scheme": "5x3", "hypotheses": ["bayes > guess"]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     study = Study(name="a", datasets=["iris"], learners=learners, store=folder + "/a.db", **asked)
    ...     seal = register(study)
    ...     registered = run_study(study, progress=False).registration
    >>> registered.standing, len(registered.answers)
    ('registered', 1)
    """

    registration: Registration
    deviations: tuple[Deviation, ...]
    answers: tuple[HypothesisAnswer, ...] = ()

    @property
    def standing(self) -> Standing:
        """Whether results count as registered: edited seals and late ones count for nothing."""
        if not self.registration.is_intact:
            return "edited"
        if self.registration.n_folds_before:
            return "late"
        return "deviating" if any(not each.is_minor for each in self.deviations) else "registered"

    @property
    def counts(self) -> bool:
        """Whether the hypotheses count as registered, with deviations or without."""
        return self.standing in ("registered", "deviating")

    @property
    def headline(self) -> str:
        """Return when it was sealed, and how it stands."""
        registration = self.registration
        when = one_line(registration.registered_at)[:40]
        return f"{_STANDINGS[self.standing]} (sealed {when}, sha256 {one_line(registration.hash)[:12]}...)"

    def kind_of(self, metric: str, test: str, dataset: str | None, a: str, b: str) -> str:
        """Return ``'registered'`` or ``'exploratory'`` for one result: a pair by a test, None being over datasets."""
        for each in self.answers:
            key = (each.hypothesis.metric, each.test, each.dataset)
            pair = {each.hypothesis.a, each.hypothesis.b}
            if self.counts and each.answer != "not judged" and key == (metric, test, dataset) and pair == {a, b}:
                return "registered"
        return "exploratory"

    def sentences(self) -> Iterator[str]:
        """Yield in full sentences how the study stands, what the hypotheses came to, and what deviates."""
        yield f"{self.headline[:1].upper()}{self.headline[1:]}."
        if not self.registration.is_intact:
            yield (
                "The hash in the file is not that of what stands in it: somebody changed it by hand. Take the file "
                "from where it was kept, such as the commit that holds it."
            )
        for answer in self.answers:
            yield f"Hypothesis {answer}."
        if not self.registration.hypotheses:
            yield "No hypothesis was registered: every result is exploratory."
        elif self.counts:
            yield "Everything else is exploratory."
        for each in self.deviations:
            yield f"{'Note' if each.is_minor else 'Deviation'}: {each}."


def registered_of(
    store: Store | None,
    name: str,
    study: Study | None,
    current: Mapping[str, Any],
    *,
    runs: Sequence[Run] = (),
    verdicts: Sequence[Verdict | Panel | Estimates] = (),
    allow_partial: bool = False,
) -> tuple[Registered | None, list[str]]:
    """Find the registration of a study, and compare it with the study as it is and as it was run.

    Returns
    -------
    registered, warnings : Registered or None, list of str
        None if the study was not registered; and what is wrong with that, in sentences.
    """
    definitions = [from_json(text) for text in earlier_definitions(store, name)] if store is not None else []
    # Runs that were kept while a settled study went on have no more to say.
    definitions = [each for each in definitions if each]
    notes = [each["registration"] for each in definitions if isinstance(each.get("registration"), dict)]
    registration, warnings = _find(store, study, notes)
    if registration is None:
        if current.get("hypotheses") and not warnings:
            warnings.append("the study names hypotheses and is not registered: all of its results are exploratory.")
        return None, warnings
    done = None
    if store is not None and definitions:
        done = Done(
            definitions=definitions,
            datasets=study_data(store, name),
            learners=store.identities(name),
            environments=store.environments(name),
            partitions={run.data.name: run.assignment.fingerprint for run in runs} if runs else None,
        )
    found = deviations(registration, current, done, allow_partial=allow_partial)
    answers = tuple(_answers(registration, current, verdicts)) if verdicts else ()
    return Registered(registration=registration, deviations=tuple(found), answers=answers), warnings


def _find(
    store: Store | None, study: Study | None, notes: Sequence[Mapping[str, Any]]
) -> tuple[Registration | None, list[str]]:
    """Return the seal that lies beside the study, or where its store says; and that it is gone, if it is."""
    registration = None if study is None else seal_of(study)
    if registration is not None or not notes:
        return registration, []
    last = notes[-1]
    assert store is not None
    file = store.path.parent / Path(str(last.get("file", "")))
    words = f"the study was run under a registration (sha256 {one_line(str(last.get('hash')))[:12]}...)"
    if study is None and file.is_file():
        return Registration.read(file), []
    return None, [f"{words} whose file {one_line(str(last.get('file')))[:80]!r} is gone: nothing counts as registered."]


def _answers(
    registration: Registration, current: Mapping[str, Any], verdicts: Sequence[Verdict | Panel | Estimates]
) -> Iterator[HypothesisAnswer]:
    sealed = registration.document["definition"]
    tests = sealed.get("tests") or []
    # By default the test is the one that fits: one that is named now was not sealed.
    as_sealed = [
        (each.advised if isinstance(each, Panel) else each)
        for each in verdicts
        if not isinstance(each, Estimates)
        and (_test_of(each) in tests or tests == ["all"] or (not tests and not current.get("tests")))
    ]
    single = len(sealed.get("datasets", {})) == 1
    for hypothesis in registration.hypotheses:
        where = next(iter(sealed["datasets"])) if single else hypothesis.dataset
        found = {
            answer.test: answer
            for verdict in reversed(as_sealed)
            if verdict.metric.name == hypothesis.metric and (answer := _answer(hypothesis, where, verdict)) is not None
        }
        yield from reversed(found.values()) if found else [HypothesisAnswer(hypothesis=hypothesis, answer="not judged")]


def _test_of(result: Verdict | Panel) -> str:
    return "all" if isinstance(result, Panel) else result.test


def _answer(hypothesis: Hypothesis, where: str | None, verdict: Verdict) -> HypothesisAnswer | None:
    """Return what a verdict says of a hypothesis; None if it says nothing."""
    over = where is None
    rows: Sequence[Comparison | OverallPair]
    if NEEDS[verdict.test].reads == "datasets":
        rows, test = (verdict.comparisons if over else ()), verdict.test
    elif over:
        rows, test = (() if verdict.overall is None else verdict.overall.pairs), "wilcoxon"
    else:
        rows, test = [row for row in verdict.comparisons if row.dataset == where], verdict.test
    for row in rows:
        if {row.a, row.b} != {hypothesis.a, hypothesis.b}:
            continue
        answer = HypothesisAnswer(
            hypothesis=hypothesis,
            answer=hypothesis.answer(row.outcome, row.winner),
            test=test,
            dataset=where,
            estimate=row.estimate,
            low=row.low,
            high=row.high,
            adjusted_pvalue=row.adjusted_pvalue,
        )
        return answer if row.a == hypothesis.a else _turned(answer)
    return None


def _turned(answer: HypothesisAnswer) -> HypothesisAnswer:
    return replace(answer, estimate=-answer.estimate, low=-answer.high, high=-answer.low)


def registered_words(registered: Registered) -> str:
    """Return in a line what the hypotheses came to, and how many deviations there are."""
    n_major = sum(not each.is_minor for each in registered.deviations)
    parts = [str(answer) for answer in registered.answers[:3]] if registered.counts else []
    parts += [f"and {len(registered.answers) - 3} more"] if len(parts) == 3 < len(registered.answers) else []
    parts += [registered.headline] if not parts or not registered.counts else []
    parts += [counted(n_major, "deviation")] if n_major else []
    return "; ".join(parts)


def registered_document(registered: Registered) -> dict[str, Any]:
    """Return all of it as what strict JSON can hold."""
    seal = registered.registration
    return {
        "file": seal.path.name,
        "hash": seal.hash,
        "is_intact": seal.is_intact,
        "registered_at": seal.registered_at,
        "n_folds_before": seal.n_folds_before,
        "standing": registered.standing,
        "words": list(registered.sentences()),
        "hypotheses": [_answer_document(each, counts=registered.counts) for each in registered.answers],
        "deviations": [
            {"about": each.about, "words": each.words, "is_minor": each.is_minor} for each in registered.deviations
        ],
    }


def _answer_document(answer: HypothesisAnswer, *, counts: bool) -> dict[str, Any]:
    claim = answer.hypothesis
    numbers = {key: getattr(answer, key) for key in ("estimate", "low", "high", "adjusted_pvalue")}
    return {
        "text": str(claim),
        **{key: getattr(claim, key) for key in ("a", "b", "claim", "metric")},
        "dataset": answer.dataset,
        "test": answer.test,
        "answer": answer.answer,
        "counts": counts,
        **{key: value if math.isfinite(value) else None for key, value in numbers.items()},
    }
