"""Five learners on 27 UCI datasets: the study of the page on many datasets.

``python docs/make_many.py [N_JOBS]`` needs the ARFF files in FOLDWISE_DATA, or fetches the data from OpenML. It writes
the table of mean accuracies, ``docs/examples/uci-means.csv``, the figures of the page, and the answer between the marks
of ``docs/many-datasets.md``.
"""

import os
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("MPLBACKEND", "Agg")

import foldwise as fw
from foldwise.learners import C45, DiscretizedNaiveBayes, MansourTree, NaiveBayes, NearestNeighbor

DOCS = Path(__file__).parent
BEGIN, END = "<!-- written by docs/make_many.py -->\n", "<!-- end of make_many.py -->"
LEARNERS = {
    "bayes": NaiveBayes(),
    "mdl bayes": DiscretizedNaiveBayes(),
    "c4.5": C45(),
    "small tree": MansourTree(),
    "nearest": NearestNeighbor(),
}
KINDS = ("ranks", "matrix", "cd")
WIDTH = 118


def wrapped(text):
    """Break long lines under their labels."""
    lines = []
    for line in text.splitlines():
        label = line[: len(line) - len(line.partition("   ")[2].lstrip())] if "   " in line else ""
        lines += textwrap.wrap(line, WIDTH, subsequent_indent=" " * len(label), break_on_hyphens=False) or [""]
    return "\n".join(lines)


def main():
    """Run the study, and write what the page shows."""
    n_jobs = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    known = fw.data.available()
    names = known["name"][known["note"].str.contains("Bouckaert & Frank 2004")]
    datasets = [replace(fw.data.load(name), name=name.removeprefix("uci:")) for name in sorted(names)]
    verdict = fw.compare(LEARNERS, datasets, seed=1, n_jobs=n_jobs)
    overall = verdict.overall
    overall.scores().round(4).to_csv(DOCS / "examples" / "uci-means.csv", lineterminator="\n")
    for kind in KINDS:
        figure = fw.plot(overall, kind=kind).figure
        path = DOCS / "img" / f"many-{kind}.png"
        figure.savefig(path, dpi=90, metadata={"Software": None}, bbox_inches="tight")
    page = DOCS / "many-datasets.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    answer = f"```text\n{wrapped(str(verdict))}\n```\n\n```text\n{overall.win_tie_loss('bayes')}\n```\n"
    page.write_text(f"{before}{BEGIN}{answer}{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
