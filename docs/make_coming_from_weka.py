"""Let Weka's Experimenter judge its own results, for the page coming-from-weka.md.

``python docs/make_coming_from_weka.py``, from the root. FOLDWISE_ORACLE names the folder with what Weka wrote
(`weka_10x10.csv`, `weka_folds.csv.gz`), WEKA_JAR the program. Four of the datasets become examples/weka.csv, as the
Experimenter saves results. What its tester prints of them goes to coming-from-weka.txt; without the
columns of sizes to coming-from-weka-no-sizes.txt. Seconds; ``python docs/fill_tables.py`` then puts both into the page.
"""

import os
import subprocess
import tempfile
from pathlib import Path

import pandas as pd

FOLDER = Path(__file__).parent
EXAMPLE = FOLDER / "examples" / "weka.csv"
DATASETS = ["glass", "labor", "soybean", "vote"]
SCHEMES = {
    "NaiveBayes": "weka.classifiers.bayes.NaiveBayes",
    "J48": "weka.classifiers.trees.J48",
    "IBk": "weka.classifiers.lazy.IBk",
}
SIZES = ["Number_of_training_instances", "Number_of_testing_instances"]


def example(folder):
    """Make the table of results as the Experimenter writes it, from Weka's scores and folds."""
    scores = pd.read_csv(folder / "weka_10x10.csv").query("dataset in @DATASETS")
    rows = pd.read_csv(folder / "weka_folds.csv.gz").groupby(["dataset", "run"])["fold"].value_counts().rename("tested")
    scores = scores.join(rows, on=["dataset", "run", "fold"])
    total = scores["dataset"].map(rows.groupby(["dataset", "run"]).sum().groupby("dataset").first())
    return pd.DataFrame(
        {
            "Key_Dataset": scores["dataset"],
            "Key_Run": scores["run"],
            "Key_Fold": scores["fold"],
            "Key_Scheme": scores["learner"].map(SCHEMES),
            SIZES[0]: total - scores["tested"],
            SIZES[1]: scores["tested"],
            "Percent_correct": scores["percent_correct"].map("{:.10g}".format),
        }
    )


def arff(table):
    """Write the same as ARFF, which the tester reads."""
    lines = ["@relation results"]
    for name in table:
        values = "numeric" if name in {*SIZES, "Percent_correct"} else f"{{{','.join(map(str, table[name].unique()))}}}"
        lines.append(f"@attribute {name} {values}")
    return "\n".join([*lines, "@data", table.to_csv(index=False, header=False)])


def printed(table, jar):
    """Return the first table that Weka's corrected tester prints: all schemes beside the first."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.arff"
        path.write_text(arff(table), encoding="utf-8")
        tester = ["java", "-cp", jar, "weka.experiment.PairedCorrectedTTester", "-t", path]
        columns = ["-c", str(table.shape[1]), "-D", "1", "-G", "4", "-R", "2", "-F", "3"]
        text = subprocess.run([*tester, *columns], capture_output=True, text=True, check=True).stdout  # noqa: S603
    first = text.index("Dataset ")
    return text[first : text.index("\n\n", first)] + "\n"


def main():
    """Write the example, and what Weka prints of it."""
    table = example(Path(os.environ["FOLDWISE_ORACLE"]))
    table.to_csv(EXAMPLE, index=False)
    jar = os.environ["WEKA_JAR"]
    (FOLDER / "coming-from-weka.txt").write_text(printed(table, jar), encoding="utf-8")
    without = printed(table.drop(columns=SIZES), jar)
    (FOLDER / "coming-from-weka-no-sizes.txt").write_text(without, encoding="utf-8")


if __name__ == "__main__":
    main()
