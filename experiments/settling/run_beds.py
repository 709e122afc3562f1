"""Levels and power of the settled tests where the truth is known; ``docs/settled-levels.csv`` and tables of the docs.

``python experiments/settling/run_beds.py [--sets N] [BED ...]`` measures what has no row yet, one bed after
another, and writes the tables anew. About half an hour on one core; a bed that is named is measured again. Trees and
neighbours need a C compiler. With ``--strict`` only the strict columns of what there is are measured again, on the same
data sets: for a change of the rule when to stop.
"""

import argparse
import time

import pandas as pd
from bedlab.bed import read_beds
from bedlab.measure import measure, measure_strict, strict_summary, summary
from bedlab.tables import markdown
from datalab.pages import DOCS, fill

NUMBERS = DOCS / "settled-levels.csv"
PAGE = "settled-levels.md"
SEED = 8


def read():
    """Return the rows measured so far, by name of the bed."""
    if not NUMBERS.exists():
        return {}
    table = pd.read_csv(NUMBERS)
    return dict(zip(table["name"], table.to_dict("records"), strict=True))


def write(beds, rows):
    ordered = [rows[name] for name in beds if name in rows]
    pd.DataFrame(ordered).to_csv(NUMBERS, index=False, float_format="%.6g", lineterminator="\n")


def main():
    """Measure bed by bed, so that nothing is lost when it is interrupted."""
    beds = read_beds()
    parser = argparse.ArgumentParser(description=__doc__.partition(";")[0])
    parser.add_argument("beds", nargs="*", metavar="BED", help="which of them; by default those without numbers")
    parser.add_argument("--sets", type=int, help="data sets of each, instead of the number in the table of beds")
    parser.add_argument("--strict", action="store_true", help="only the strict columns of what there is")
    asked = parser.parse_args()
    if unknown := set(asked.beds) - set(beds):
        parser.error(f"no such bed: {', '.join(sorted(unknown))}; expected one of {', '.join(beds)}")
    for name in asked.beds or [name for name in beds if (name in read()) == asked.strict]:
        started, bed, rows = time.process_time(), beds[name], read()
        before = name if asked.strict else bed.null
        if before and before not in rows:
            parser.error(f"{name} needs the numbers of {before}, and there are none: measure {before} first.")
        if asked.strict:
            answers = measure_strict(bed, seed=SEED, sets=int(rows[name]["sets"]))
            row = {**rows[name], **strict_summary(answers)}
        else:
            critical = rows[bed.null]["critical"] if bed.null else None
            row = summary(bed, measure(bed, seed=SEED, sets=asked.sets), critical)
        write(beds, {**read(), name: row})
        seconds = time.process_time() - started
        print(f"{name}: {seconds:.0f} s, 10x10 {row['corrected']:.3f}, strict {row['strict']:.3f}", flush=True)
    fill(PAGE, "run_beds.py", markdown(beds, read()))


if __name__ == "__main__":
    main()
