"""What a larger budget makes of the same verdicts, in tables."""

from datalab.pages import table

SMALL, LARGE = 500, 2_000
WORDS = (f"words_{SMALL}", f"words_{LARGE}")


def transition(row):
    """Say in a word what four times the budget did to a verdict: what its headline says is kept, closed or turned."""
    before, after = row[f"outcome_{SMALL}"], row[f"outcome_{LARGE}"]
    said, says = (row[name] for name in WORDS)
    if before == "open":
        ahead, winner = _learner(said, "ahead"), _learner(says, "better") or _learner(says, "ahead")
        # To name nobody, or that nobody can be told apart, contradicts no one who is ahead.
        if ahead and winner and ahead != winner:
            return "turned while open"
        return "still open" if after == "open" else "closed"
    return "kept" if said == says else "turned when settled"


def _learner(words, last):
    """Return who is named in words such as 'open, tree ahead' or 'tree better'; None if nobody is."""
    return words.removesuffix(f" {last}").removeprefix("open, ") if words.endswith(f" {last}") else None


def counts(rows):
    """How many verdicts did what, one line for each form."""
    kinds = ["kept", "closed", "still open", "turned while open", "turned when settled"]
    heads = ["form", "verdicts", f"settled by {SMALL} and kept", f"open at {SMALL}, settled by {LARGE:,}"]
    lines = []
    for form in rows["form"].unique():
        part = rows[rows["form"] == form]
        found = part.apply(transition, axis=1).value_counts()
        lines.append([f"`{form}`", len(part), *(int(found.get(kind, 0)) for kind in kinds)])
    return table([*heads, "open at both", "turned round while open", "turned round when settled"], lines)


def turned(rows):
    """List the verdicts that turned round."""
    kinds = rows.apply(transition, axis=1)
    lines = [
        [f"`{row['form']}`", f"{row['dataset']} {row['pair']}", *(row[name] for name in ("seed", *WORDS))]
        for _, row in rows[kinds.str.startswith("turned")].iterrows()
    ]
    return table(["form", "comparison", "seed", f"{SMALL} fits", f"{LARGE:,} fits"], lines) if lines else ""


def markdown(rows):
    return "\n\n".join(text for text in (counts(rows), turned(rows)) if text)
