"""Questions about what was done before and around the experiment: rivals, data, tuning, plans, tries."""

import re
from functools import cache
from typing import Any, Final

from foldwise._core import counted
from foldwise.auditing._material import Document, Material
from foldwise.auditing._question import Question, Seen, names, no, together, unseen, yes
from foldwise.data import available, load
from foldwise.learners import __all__ as our_learners

# Enumerated or drawn by rule, not collected.
_MADE_UP: Final = ("monk1-full", "monk2", "monk3-full", "tic-tac-toe", "balance-scale", "waveform-21")
# Parameters that choose nothing about what is learned.
_NO_CHOICE: Final = re.compile(r"(?:\w+__)?(?:random_state|n_jobs|verbose)=(?:\d+|None|True|False|-1)(?:, )?")
_AS_USUAL: Final = re.compile(r"[\w.]+\((?:[\w.]+\(\)(?:, )?)*\)")


def _rivals(material: Material) -> Seen:
    n = len(material.learners)
    found = f"{counted(n, 'learner')}: {names(material.learners)}."
    return yes(found) if n > 2 else no(found)


def _similar(material: Material) -> Seen:
    kinds: dict[str, list[str]] = {}
    for name, description in _described(material).items():
        kinds.setdefault(description.partition("(")[0], []).append(name)
    alike = [(kind, who) for kind, who in kinds.items() if kind and len(who) > 1]
    if alike:
        return yes(*(f"{names(who)} are all {kind}, with other parameters." for kind, who in alike))
    if not kinds:
        return unseen("Nothing says what the learners are; there are only their names.")
    return unseen(f"No two learners are of one class ({names(list(kinds))}); which are alike, no file can say.")


def _real_data(material: Material) -> Seen:
    parts, real = [], []
    for run in material.runs:
        data = run["dataset"]
        known = _built_in(data.get("n_examples"), data.get("fingerprint"))
        if known is None:
            parts.append(unseen(f"{names([data['name']])}: its content is not here to be recognized."))
        elif known in _MADE_UP:
            parts.append(no(f"{names([data['name']])} has the content of {known}, which is made up by a rule."))
        else:
            real.append(yes(f"{names([data['name']])} has the content of {known}, which was collected."))
    if real:
        return Seen("yes", together([*real, *parts]).evidence)
    if not parts:
        return unseen(f"There are only names of datasets: {names(material.datasets) or 'none'}.")
    return together(parts)


@cache
def _built_in(n_examples: int | None, fingerprint: str | None) -> str | None:
    """Return the name of the built-in data with this content."""
    if not fingerprint:
        return None
    sets = available()
    sizes = sets[(sets["source"] == "built-in") & (sets["rows"] == n_examples)]
    return next((str(name) for name in sizes["name"] if load(name).fingerprint == fingerprint), None)


def _several_datasets(material: Material) -> Seen:
    prints = {run["dataset"].get("fingerprint") or run["dataset"]["name"] for run in material.runs}
    n = max(len(prints), 0 if material.runs else len(material.datasets))
    found = f"{counted(n, 'dataset')}: {names(material.datasets)}."
    return yes(found) if n > 1 else no(found)


def _separate_tuning(material: Material) -> Seen:
    described = _described(material)
    if not described:
        return unseen("There are scores alone: nothing says how settings were chosen.")
    tuned: dict[str, int] = {}
    for run in material.runs:
        tuned |= {entry["learner"]: entry["tries"] for entry in run["tuning"]}
    parts = [_chosen(name, description, tuned.get(name)) for name, description in described.items()]
    if material.declared:
        declared = "; ".join(material.declared)
        parts.append(unseen(f"Tries that were declared by hand, on which examples is not said: {declared}."))
    return together(parts)


def _chosen(name: str, description: str, tries: int | None) -> Seen:
    who = names([name])
    if tries is not None:
        return yes(f"{who} was tuned inside the training folds: {counted(tries, 'candidate')}.")
    if _AS_USUAL.fullmatch(_NO_CHOICE.sub("", description).replace(", )", ")")):
        own = sorted(set(re.findall(r"\w+(?=\()", description)) - _known_classes())
        if own:
            return unseen(
                f"{who} is of a class that is not known here, {names(own)}: who chose its defaults is not said."
            )
        return yes(f"{who} has the parameters that its package gives it: {names([description])}.")
    return unseen(f"{who} has parameters that somebody chose, by which examples is not said: {names([description])}.")


@cache
def _known_classes() -> frozenset[str]:
    """Return names of classes whose defaults nobody chose for these data."""
    from sklearn.utils import all_estimators

    return frozenset([*our_learners, "make_pipeline", "make_union", *(name for name, _ in all_estimators())])


def _described(material: Material) -> dict[str, str]:
    """Return what learners are, by their names, as far as that is known."""
    return {
        learner["name"]: learner["description"]
        for run in material.runs
        for learner in run["learners"]
        # Of results from elsewhere it is only the name.
        if "(" in (learner.get("description") or "")
    }


def _fixed_before(material: Material) -> Seen:
    registration = material.registration
    if registration is None:
        what = "The study has no seal" if material.is_study else "There is no seal of a registration"
        return unseen(f"{what}: when the design was fixed cannot be told from results.")
    seal = f"{registration['file']}, sealed at {registration['registered_at']}"
    deviations = [each["words"] for each in registration["deviations"] if not each["is_minor"]]
    if registration["standing"] == "registered":
        return yes(f"The results are as {seal}.")
    if registration["standing"] == "deviating":
        return no(f"The results deviate from {seal}: {'; '.join(deviations)}.")
    return no(f"Nothing counts as registered ({registration['standing']}): {seal}.")


def _one_look(material: Material) -> Seen | str:
    if material.is_panel:
        return no(f"A panel of {counted(len(material.tested), 'test')} was looked at.")
    if material.noted is None:
        if "judged_before" in material.tested_codes | material.codes:
            return no("The results were judged before on other terms [judged_before].")
        return unseen("No store stands behind this, which would have noted every test.")
    looks = list(dict.fromkeys((str(each["test"]), str(each["metric"])) for each in material.noted))
    if not looks:
        return "no test has been made on these results"
    shown = names([f"{test} by {metric}" for test, metric in looks])
    if len(looks) > 1:
        return no(f"The store notes {len(looks)}: {shown}.")
    return yes(f"The store notes one: {shown}. What was tried without it, it cannot know.")


def _tries(material: Material) -> Seen | str:
    if not material.tested:
        if material.kind == "table":
            return unseen("The results hold scores; how much was tried is not said.")
        return "no test has been made on these results"
    family = max(each.family for each in material.tested)
    if material.n_tries is None:
        if "tries_behind" in material.tested_codes | material.codes:
            return no("More tries stand behind this than p-values are adjusted for [tries_behind].")
        return unseen("There is no ledger: what was tried and left out is not written here.")
    counted_as = f"The ledger counts {material.n_tries:,} on these data; p-values are adjusted for {family:,}."
    if material.searches:
        return no(counted_as, f"Not counted: {names(material.searches)}, which do not tell how much they tried.")
    return yes(counted_as) if family >= material.n_tries else no(counted_as)


def _random_labels(material: Material) -> Seen:
    if not material.randomizations:
        return unseen("No run on labels that were permuted is here.")
    return together([_flattery(each) for each in material.randomizations])


def _flattery(document: Document) -> Seen:
    codes = [caveat["code"] for caveat in document["caveats"]]
    found = f"{names([document['name']])} on {counted(document['n_permutations'], 'permutation')} of the labels: "
    if document["bias"] is None:
        return unseen(f"{found}chance is not known, so neither is the bias.")
    found += f"{document['bias']:+.3f} above chance."
    return no(found) if "biased_methodology" in codes else yes(found)


def _confirmed(_: Any) -> Seen:
    return unseen("One set of results cannot say it: foldwise confirm holds it against new data.")


QUESTIONS: Final = (
    Question(
        code="separate_tuning",
        words="Were settings chosen on data that had no part in the test?",
        asked_by="Salzberg (1997), sections 2, 3.3 and 3.5",
        look=_separate_tuning,
        ask="How was every parameter chosen, for the rivals as for the new algorithm, and on which examples?",
    ),
    Question(
        code="rivals",
        words="Is there more than one rival?",
        asked_by="Salzberg (1997), section 2",
        look=_rivals,
        ask="Which other algorithms would one try first on such data, and how do they score?",
    ),
    Question(
        code="similar_rival",
        words="Is the most similar algorithm among the rivals?",
        asked_by="Salzberg (1997), section 3.5, step 1",
        look=_similar,
        ask="Which rival is the closest relative of the new algorithm? Is the gain from what is new, or from what both "
        "share?",
    ),
    Question(
        code="real_data",
        words="Are there real data?",
        asked_by="Salzberg (1997), section 2",
        look=_real_data,
        ask="Where are the data from, and was at least one dataset collected and not made up?",
    ),
    Question(
        code="several_datasets",
        words="Is there more than one dataset?",
        asked_by="Salzberg (1997), section 3.5; Dietterich (1998), question 9",
        look=_several_datasets,
        ask="On which other datasets was this tried, and why are these shown?",
    ),
    Question(
        code="fixed_before",
        words="Was the design fixed before the results were seen?",
        asked_by="Salzberg (1997), sections 3.2 and 3.5",
        look=_fixed_before,
        ask="When were learners, data, metric, test and level fixed, and who can vouch for it?",
    ),
    Question(
        code="one_look",
        words="Was one test made, and no other?",
        asked_by="Salzberg (1997), sections 3 and 3.3",
        look=_one_look,
        ask="Which other tests, metrics or subsets of the data were looked at?",
    ),
    Question(
        code="tries",
        words="Were all tries accounted for, also those that are not shown?",
        asked_by="Salzberg (1997), section 3.3",
        look=_tries,
        ask="How many variants and settings were tried in all, by whomever, and were p-values adjusted for them?",
    ),
    Question(
        code="random_labels",
        words="Does the methodology find nothing where there is nothing?",
        asked_by="Salzberg (1997), section 3.1",
        look=_random_labels,
        ask="What does the whole methodology report on the same data with the labels permuted?",
    ),
    Question(
        code="confirmed",
        words="Was it found again on data that had no part in it?",
        asked_by="Salzberg (1997), section 3.2",
        look=_confirmed,
        ask="Does the difference hold on data that nobody had seen when the algorithm was made?",
    ),
)
