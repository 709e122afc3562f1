"""Tables that cannot be read as they are: what a refusal advises, and that the advice works."""

import numpy as np
import pandas as pd
import pytest

from foldwise import DataFormatError, data
from foldwise.evaluation import evaluate
from foldwise.results import as_runs
from foldwise.runs import Run, as_metric

LABELS = ["ill", "well", "ill", "well", "ill", "well"]


def scores(**names):
    """Two learners, two repeats of three folds, accuracies from 0.50 to 0.61."""
    table = pd.DataFrame(
        {
            "learner": ["nb"] * 6 + ["svm"] * 6,
            "repeat": [1, 1, 1, 2, 2, 2] * 2,
            "fold": [1, 2, 3] * 4,
            "acc": np.arange(50, 62) / 100,
        }
    )
    return table.rename(columns=names)


def predictions(learner="Verfahren"):
    """The first learner is always right, the second calls everyone ill: right in three of six cases."""
    patient = {"patient": [f"p{i}" for i in range(6)], "diagnosis": LABELS}
    return pd.concat(
        [
            pd.DataFrame({learner: "nb", **patient, "predicted diagnosis": LABELS}),
            pd.DataFrame({learner: "svm", **patient, "predicted diagnosis": "ill"}),
        ],
        ignore_index=True,
    )


def refusal(table, **options):
    with pytest.raises(DataFormatError) as caught:
        as_runs(table, **options)
    message = str(caught.value)
    assert "\n" not in message
    return message


def read_as(error):
    """What was read before the refusal."""
    (line,) = error.value.__notes__
    return line


# Who is who.


def test_the_likely_column_of_the_learner():
    """Texts, few, equally often: not the notes, which differ, nor the numbers."""
    table = scores(learner="Verfahren").assign(note=[f"n{i}" for i in range(12)])
    message = refusal(table)
    assert "Name it: columns={'learner': 'Verfahren'}, --column learner=Verfahren. If each learner has" in message
    assert as_runs(table, columns={"learner": "Verfahren"})[0][0].learner_names == ("nb", "svm")


def test_the_likely_columns_of_several_learners():
    table = pd.DataFrame({"fold": [1, 2, 3], "nb": [0.5, 0.6, 0.7], "my svm": [0.4, 0.5, 0.6]})
    assert "columns={'learner': ['nb', 'my svm']}, --column learner=nb --column \"learner=my svm\"." in refusal(table)
    assert "Name it" not in refusal(table)


@pytest.mark.parametrize(
    ("role", "name"),
    [("learner", "Algo"), ("learner", "method"), ("repeat", "Random seed"), ("repeat", "random_state")],
)
def test_more_usual_names(role, name):
    (run,), reading = as_runs(scores(**{role: name}))
    assert run.scores()[1, 1, 2] == 0.61
    assert f"{role} from {name!r}" in str(reading)


# Predictions.


def test_predictions_under_other_names():
    message = refusal(predictions("learner"))
    assert message.startswith("The columns 'diagnosis', 'predicted diagnosis' hold the same labels, as predictions do")
    assert message.endswith(
        "columns={'instance': 'patient', 'actual': 'diagnosis', 'predicted': 'predicted diagnosis'}, --column "
        'instance=patient --column actual=diagnosis --column "predicted=predicted diagnosis".'
    )
    roles = {"instance": "patient", "actual": "diagnosis", "predicted": "predicted diagnosis"}
    (run,), _ = as_runs(predictions("learner"), columns=roles)
    assert run.scores().ravel().tolist() == [1, 0.5]
    assert "--column learner=Verfahren. If each learner has a column of its own, name them: columns={'predicted'" in (
        refusal(predictions(), columns=roles)
    )


def test_a_table_of_scores_with_labels_is_not_taken_for_predictions():
    """Two columns with the same texts, and the score named by the metric only."""
    table = scores(acc="quality").assign(trained="here", tested=["here", "there"] * 6)
    assert as_runs(table, metric="quality")[0][0].scores()[1, 1, 2] == 0.61


def test_predictions_of_one_learner():
    table = predictions()[6:].drop(columns="Verfahren").rename(columns={"patient": "id", "diagnosis": "actual"})
    (run,), reading = as_runs(table, columns={"predicted": "predicted diagnosis"})
    assert run.learner_names == ("predicted diagnosis",)
    assert run.scores().item() == 0.5
    assert "learner from" not in str(reading)


def wide(labels=LABELS):
    """One column per learner: the first is always right, the second wrong about the last two of six."""
    return pd.DataFrame(
        {
            "id": range(6),
            "fold": [1, 1, 2, 2, 3, 3],
            "y_true": labels,
            "nb": labels,
            "my svm": [*labels[:4], labels[1], labels[0]],
        }
    )


@pytest.mark.parametrize("labels", [LABELS, [0, 1, 0, 1, 0, 1]])
def test_predictions_with_a_column_for_each_learner(labels):
    table = wide(labels)
    advice = (
        "each learner has a column: columns={'instance': 'id', 'actual': 'y_true', 'predicted': ['nb', 'my svm']}, "
        '--column instance=id --column actual=y_true --column predicted=nb --column "predicted=my svm".'
    )
    assert advice in refusal(table)
    assert advice in refusal(table, columns={"learner": ["nb", "my svm"]})
    (run,), reading = as_runs(table, columns={"predicted": ["nb", "my svm"]})
    assert run.learner_names == ("nb", "my svm")
    assert run.scores()[:, 0].tolist() == [[1, 1, 1], [1, 1, 0]]
    assert "predicted from 'nb', 'my svm'; scored by accuracy; 3-fold cross-validation; " in str(reading)


def test_a_learner_and_a_column_for_each():
    with pytest.raises(ValueError, match=r"Name only: columns=\{'predicted': \['nb'\]\}"):
        as_runs(wide(), columns={"predicted": ["nb"], "learner": "my svm"})


# Rows that occur twice.


def test_a_column_that_was_not_read_tells_them_apart():
    """Seconds differ in every row: they are no key."""
    table = scores(repeat="Lauf Nr").assign(seconds=np.arange(12) / 7)
    with pytest.raises(DataFormatError) as caught:
        as_runs(table)
    assert str(caught.value) == (
        "Each result is there 2 times, with a difference in the column 'Lauf Nr', which was not read. If it is the "
        "repeat: columns={'repeat': 'Lauf Nr'}, --column \"repeat=Lauf Nr\"."
    )
    assert read_as(caught) == (
        "Read 12 rows as scores: learner from 'learner', fold from 'fold', score from 'acc' (accuracy); not read: "
        "'Lauf Nr', 'seconds'."
    )
    assert as_runs(table, columns={"repeat": "Lauf Nr"})[0][0].scores()[1, 1, 2] == 0.61


def test_a_dataset_that_was_not_read_tells_them_apart():
    table = pd.concat([scores().assign(Stadt="Bonn"), scores().assign(Stadt="Ulm")])
    assert "If it is the dataset: columns={'dataset': 'Stadt'}" in refusal(table)


def test_learners_in_columns_and_a_key_that_was_not_read():
    table = pd.DataFrame({"Lauf": [1, 2, 3], "nb": [0.5, 0.6, 0.7], "svm": [0.4, 0.5, 0.6]})
    assert "--column repeat=Lauf." in refusal(table, columns={"learner": ["nb", "svm"]}, metric="accuracy")


def test_predictions_whose_repeat_was_not_read():
    table = predictions("model").rename(columns={"diagnosis": "actual", "predicted diagnosis": "predicted"})
    table = pd.concat([table.assign(Lauf=1), table.assign(Lauf=2)])
    assert "--column repeat=Lauf." in refusal(table, columns={"instance": "patient"})


@pytest.mark.parametrize(
    ("columns", "role", "n_labels"),
    [
        (["learner", "acc"], "fold", 6),
        (["learner", "repeat", "acc"], "fold", 3),
        (["learner", "fold", "acc"], "repeat", 2),
    ],
)
def test_the_order_of_rows_is_not_enough(columns, role, n_labels):
    message = refusal(scores()[columns], scheme="2x3")
    assert message.startswith(f"No column says which is the {role}, and the order of the rows is not enough")
    assert message.endswith(f"Add a column {role} that numbers those of each learner, 1 to {n_labels}.")


def test_real_duplicates_remain_duplicates():
    assert "1 result there is twice or more" in refusal(pd.concat([scores(), scores()[:1]]), scheme="2x3")


# Percent.


@pytest.mark.parametrize("metric", ["percent_correct", "Percent correct", "percent"])
def test_percent_by_the_metric(metric):
    """61 / 100 in floating point; the column alone says accuracy."""
    table = scores().assign(acc=np.arange(50, 62))
    (run,), reading = as_runs(table, metric=metric)
    assert run.scores()[1, 1, 2] == 61 / 100
    assert (run.metric.name, run.metric.is_accuracy) == ("accuracy", True)
    assert "score from 'acc' (accuracy, percent divided by 100)" in str(reading)
    assert "say so: metric='percent_correct', --metric percent_correct." in refusal(table)


def test_percent_of_other_quantities():
    (run,), _ = as_runs(scores(acc="err").assign(err=20.0), metric="percent")
    assert (run.scores() == -0.2).all()
    (run,), _ = as_runs(scores(acc="err").assign(err=20.0), metric="percent_incorrect")
    assert (run.scores() == -0.2).all()
    assert "say so: metric='percent', --metric percent." in refusal(scores(acc="f1").assign(f1=20.0))
    assert "Percent of what, 'root mean squared error' does not say" in refusal(scores(acc="rmse"), metric="percent")


# What a run says of itself.


def test_runs_from_elsewhere_know_that_they_are():
    from sklearn.dummy import DummyClassifier

    table = wide().melt(["id", "fold", "y_true"], var_name="learner", value_name="y_pred")
    assert Run.from_scores(scores()).is_imported
    assert Run.from_predictions(table).is_imported
    assert not evaluate({"guess": DummyClassifier()}, data.load("iris"), scheme="2", seed=1).is_imported


def test_both_ways_to_say_it():
    assert "Pass metric='accuracy', --metric accuracy; or rename" in refusal(scores(), metric="error_rate")
    assert "such as scheme='resampled:100:0.1', --scheme resampled:100:0.1" in refusal(
        scores().assign(n_train=0.9, n_test=0.1)
    )


# No hint rather than a wrong one.


def test_means_with_their_spread_are_no_scores():
    """The spread was proposed as the score: then the noisier learner wins."""
    table = pd.DataFrame({"model": ["a", "b"], "mean_accuracy": [0.9, 0.8], "std": [0.01, 0.09]})
    message = refusal(table)
    assert "score=std" not in message
    assert message.endswith(
        "if they are all there is: columns={'score': 'mean_accuracy'}, --column score=mean_accuracy."
    )
    assert "Means with their spread do not tell which split gave what" in message
    unnamed = refusal(table.rename(columns={"model": "Verfahren"}))
    assert "learner=std" not in unnamed
    assert "learner=mean_accuracy" not in unnamed


def test_of_several_columns_none_is_proposed_as_the_score():
    table = scores(acc="quality").assign(seconds=1.0)
    assert refusal(table).endswith("Name it: columns={'score': 'NAME'}, --column score=NAME.")


def test_a_column_of_another_quantity_is_not_what_was_meant():
    assert "There are: 'learner', 'repeat', 'fold', 'mse'." in refusal(scores(acc="mse"), columns={"score": "rmse"})


@pytest.mark.parametrize(
    ("metric", "hint"),
    [
        ("acc", "Did you mean 'accuracy'?"),
        ("mse", "Did you mean 'neg_mean_squared_error'?"),
        ("kappa", "See sklearn.metrics.get_scorer_names()."),
        ("hamming", "See sklearn.metrics.get_scorer_names()."),
    ],
)
def test_metrics_by_their_usual_names(metric, hint):
    with pytest.raises(ValueError, match=rf"Unknown metric '{metric}'\. ") as caught:
        as_metric(metric, "classification")
    assert str(caught.value).endswith(hint)
