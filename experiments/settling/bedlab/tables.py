"""The tables of the page about levels."""

from math import isnan, sqrt

from datalab.pages import share, table

LEVEL = 0.05
FORMS = {
    "corrected": "corrected t, 10x10",
    "corrected_30": "the same, 30x10",
    "guard": "the same with the guard",
    "jackknife": "jackknife, repeats as in the table",
    "strict": "strict: jackknife, repeats until settled",
}
HEADS = ["bed", "learners", "data", "n", "sets"]


def standard_error(rate, sets):
    """Standard error of a rate."""
    return sqrt(rate * (1 - rate) / sets)


def difference_error(rate, sets, other, other_sets):
    """Standard error of the difference of two independent rates, were both the same."""
    pooled = (rate * sets + other * other_sets) / (sets + other_sets)
    return sqrt(pooled * (1 - pooled) * (1 / sets + 1 / other_sets))


def markdown(beds, rows):
    """Write all tables; beds without numbers are left out."""
    parts = [_summary([(bed, rows[bed.name]) for bed in beds.values() if bed.name in rows and bed.is_null])]
    for title, head, choose, columns in PARTS:
        chosen = [(bed, rows[bed.name]) for bed in beds.values() if bed.name in rows and choose(bed)]
        if chosen:
            lines = [[*_described(bed, row), *columns(bed, row)] for bed, row in chosen]
            parts.append(f"### {title}\n\n{table([*HEADS, *head], lines)}")
    return "\n\n".join(parts)


def _summary(nulls):
    """Write one line for each form of the test, over all beds in which there is nothing to be found."""
    lines = []
    for form, words in FORMS.items():
        rates = {bed.name: row[form] for bed, row in nulls}
        worst = max(rates, key=rates.get)
        too_many = [row[form] - LEVEL > 2 * standard_error(LEVEL, row["sets"]) for _, row in nulls]
        lines.append([words, share(sum(rates.values()) / len(rates)), share(rates[worst]), f"`{worst}`", sum(too_many)])
    heads = ["", "mean", "largest", "where", "beds above .05 by two standard errors or more"]
    return f"### All {len(nulls)} beds without a difference\n\n{table(heads, lines)}"


def _described(bed, row):
    learners = bed.learner_a if bed.learner_a == bed.learner_b else f"{bed.learner_a}, {bed.learner_b}"
    loss = "" if bed.loss == "zero-one" else f", {bed.loss} loss"
    signal = f"{bed.shift_u:g}" if bed.shift_u == bed.shift_v else f"{bed.shift_u:g} and {bed.shift_v:g}"
    data = bed.generator if bed.generator == "chain" else f"{bed.generator}, {signal}"
    minority = f", {bed.prior:.0%} positive" if bed.prior < 0.2 else ""
    return f"`{bed.name}`", f"{learners}{loss}", f"{data}; {bed.p} columns{minority}", bed.n, int(row["sets"])


def _beside(value, reference):
    return share(value) if isnan(reference) else f"{share(value)} ({share(reference)})"


def _levels(bed, row):
    return [
        _beside(row["corrected"], bed.reference_corrected),
        share(row["corrected_30"]),
        _beside(row["jackknife"], bed.reference_jackknife),
        share(row["strict"]),
        f"{row['strict_repeats']:.0f}",
        share(row["strict_unsettled"]),
        share(row["guard"]),
        f"{row['variance_corrected']:.2f}",
        f"{row['variance_jackknife']:.2f}",
    ]


def _powers(bed, row):
    return [
        _beside(row["corrected"], bed.reference_corrected),
        _beside(row["corrected_adjusted"], bed.reference_adjusted),
        share(row["corrected_30"]),
        _beside(row["jackknife"], bed.reference_jackknife),
        share(row["strict"]),
        f"{row['strict_repeats']:.0f}",
        share(row["strict_unsettled"]),
        share(row["guard"]),
    ]


STRICT_HEADS = ["jackknife", "strict", "repeats", "unsettled", "guard"]
LEVEL_HEADS = ["10x10", "30x10", *STRICT_HEADS, "V/Var 10x10", "V/Var jackknife"]
POWER_HEADS = ["10x10", "10x10 adjusted", "30x10", *STRICT_HEADS]

PARTS = (
    (
        "Nothing to be found",
        LEVEL_HEADS,
        lambda bed: bed.kind == "null" and not isnan(bed.reference_corrected),
        _levels,
    ),
    (
        "Nothing to be found: larger samples, more classes, other losses, regression",
        LEVEL_HEADS,
        lambda bed: bed.kind == "null" and isnan(bed.reference_corrected),
        _levels,
    ),
    ("Known failures", LEVEL_HEADS, lambda bed: bed.kind == "known failure", _levels),
    ("Something to be found", POWER_HEADS, lambda bed: bed.kind == "power", _powers),
)
