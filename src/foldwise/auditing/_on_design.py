"""Questions about the design: what varied, how often the data were divided, what is told of it."""

from typing import Final

from foldwise._core import counted
from foldwise.auditing._material import Document, Material
from foldwise.auditing._question import Question, Seen, names, no, together, unseen, yes

_VARY: Final = ("test set", "training set", "randomness of the learners")
_NO_RUNS: Final = "There are scores alone: how they came about is not said."
_SURE: Final = 0.95
_MOST_WRONG: Final = 5


def _paired(material: Material) -> Seen | str:
    if len(material.learners) < 2:
        return "there is one learner"
    if "pairing_assumed" in material.codes | material.tested_codes:
        return unseen("The results do not show on which examples each learner was scored [pairing_assumed].")
    if material.of_items:
        return yes("Scores are of single examples, each answered by both learners of a pair.")
    if not material.runs:
        return unseen(_NO_RUNS)
    return yes("Each run has one division into folds, for all of its learners.")


def _partitions(material: Material) -> Seen:
    return together([_repeats(run) for run in material.runs]) if material.runs else unseen(_NO_RUNS)


def _repeats(run: Document) -> Seen:
    n = run["design"]["n_repeats"]
    if n is None:
        return unseen(f"{names([run['dataset']['name']])}: the number of partitions is not said.")
    found = f"{names([run['dataset']['name']])}: {counted(n, 'partition')} ({run['design']['description']})."
    return yes(found) if n > 1 else no(found)


def _again(material: Material) -> Seen | str:
    parts = [
        (yes if each["replicability"] >= _SURE else no)(
            f"{names([each['a']])} and {names([each['b']])} on {names([each['dataset']])}: executions of the whole "
            f"procedure agree with probability {each['replicability']:.2f}."
        )
        for each in material.agreements
    ]
    for each in material.partitions:
        pair = f"{names([each['a']])} and {names([each['b']])} on {names([each['dataset']])}"
        if each["n_wrong"] is None:
            parts.append(unseen(f"{pair}: there is no conclusion to hold single partitions against."))
        else:
            found = f"{pair}: {each['n_wrong']} of {each['n_partitions']} partitions conclude otherwise."
            parts.append(yes(found) if each["n_wrong"] == 0 else no(found))
    # Tests over datasets have no forecast: they are not about one dataset.
    rows = [row for tested in material.tested if not tested.of for row in tested.rows]
    known = [row["agreement"] for row in rows if row.get("agreement") is not None]
    if known:
        how_many = counted(len(known), "comparison")
        found = f"Forecasts for {how_many}: the same decision in at least {min(known):.1%} of cases."
        parts.append(yes(found) if min(known) >= _SURE else no(found))
    if len(known) < len(rows):
        parts.append(unseen(f"{counted(len(rows) - len(known), 'comparison')} without a forecast."))
    return together(parts) if parts else unseen("No test, no executions and no partitions one by one are here.")


def _varies(material: Material) -> Seen:
    status = {each["name"]: each for each in material.sources}
    known = [status[name] for name in _VARY if name in status]
    if not known:
        return unseen(_NO_RUNS)
    words = tuple(f"{each['name']}: {each['status']} ({each['why']})." for each in material.sources)
    found = {each["status"] for each in known}
    if "not covered" in found:
        return Seen("no", words)
    return Seen("cannot be seen" if "unknown" in found else "yes", words)


def _sizes(material: Material) -> Seen:
    if not material.runs:
        return unseen(_NO_RUNS)
    return together([_size(run) for run in material.runs])


def _size(run: Document) -> Seen:
    name, sizes = names([run["dataset"]["name"]]), run["design"]["n_train"]
    if sizes is None:
        return unseen(f"{name}: nothing says how many examples were trained on.")
    low, high = sizes
    n = run["dataset"]["n_examples"]
    return yes(f"{name}: trained on {low if low == high else f'{low} to {high}'} of {n} examples.")


def _repeatable(material: Material) -> Seen:
    if not material.runs:
        return unseen(_NO_RUNS)
    if not material.environment:
        return unseen("Neither seeds nor versions of the programs are here.")
    seeds = [run["design"]["seed"] for run in material.runs]
    prints = [run["dataset"]["fingerprint"] for run in material.runs]
    if None in seeds or not all(prints):
        return unseen("Some runs have no seed, or nothing that tells whether data are the same.")
    return yes(
        f"Seeds ({names(seeds, most=3)}), digests of the data, and versions "
        f"({names([f'{name} {version}' for name, version in material.environment.items()])})."
    )


def _complete(material: Material) -> Seen:
    codes = {"partial_design", "missing_cells", "sparse_learner"} & (material.codes | material.tested_codes)
    if material.left_out or codes:
        shown = names(list(dict.fromkeys(material.left_out)) or sorted(codes), most=4)
        return no(f"Left out: {shown}.")
    return yes("Every learner has its score on every fold and dataset that is here. What was never put here is not.")


def _intact(material: Material) -> Seen:
    if material.wrong:
        return no(*(f"{words[0].upper()}{words[1:]}." for words in material.wrong[:_MOST_WRONG]))
    if material.checked:
        return yes(f"Checked: {'; '.join(material.checked)}.")
    return unseen("There is nothing to recompute the numbers from.")


QUESTIONS: Final = (
    Question(
        code="paired",
        words="Were all learners trained and tested on the same examples?",
        asked_by="Dietterich (1998), section 3",
        look=_paired,
        ask="Were the same training and test examples used for every learner?",
    ),
    Question(
        code="partitions",
        words="Is there more than one partition of the data?",
        asked_by="Bradford and Brodley (2001), section 3",
        look=_partitions,
        ask="What comes out with other random partitions? One of them can reverse a conclusion.",
    ),
    Question(
        code="again",
        words="Would another random partition conclude the same?",
        asked_by="Bouckaert and Frank (2004), section 2; Bradford and Brodley (2001), section 4",
        look=_again,
        ask="How often does the whole procedure, run again with another seed, come to the same conclusion?",
    ),
    Question(
        code="varies",
        words="Do test set, training set and the learners' own randomness vary?",
        asked_by="Dietterich (1998), sources of variation",
        look=_varies,
        ask="Is the claim about these trained classifiers, or about the algorithms? Which sources of variation are let "
        "vary?",
    ),
    Question(
        code="sizes",
        words="Is it said for how many training examples the answer holds?",
        asked_by="Dietterich (1998), the question of learning algorithms",
        look=_sizes,
        ask="How many examples were the learners trained on? The answer holds for that size.",
    ),
    Question(
        code="repeatable",
        words="Could somebody else run exactly this again?",
        asked_by="Bouckaert and Frank (2004), section 1",
        look=_repeatable,
        ask="May one have the seeds, the exact data and the versions of the programs?",
    ),
    Question(
        code="intact",
        words="Do the numbers agree with what they are made from?",
        asked_by="foldwise, beyond the papers",
        look=_intact,
        ask="May one have the scores of all folds, or the predictions, from which the printed numbers follow?",
    ),
    Question(
        code="complete",
        words="Is every result there, with nothing left out?",
        asked_by="foldwise, beyond the papers",
        look=_complete,
        ask="What became of the folds, learners or datasets that are not shown?",
    ),
)
