"""The order of the gallery, for Sphinx-Gallery: sections as they are read, in each the plainest question first."""

from pathlib import PurePath

ORDER = {
    "one_dataset": (
        "plot_settled",
        "plot_partition",
        "plot_executions",
        "plot_forecast",
        "plot_equivalence",
        "plot_regression",
        "plot_metric",
        "plot_tuned",
        "plot_time",
        "plot_one_learner",
        "plot_plan",
    ),
    "many_datasets": ("plot_table", "plot_on_how_many", "plot_bayes"),
    "examples": ("plot_answers", "plot_questions", "plot_seeds", "plot_gate", "plot_stream"),
    "sound": ("plot_naive_t_test", "plot_own_test", "plot_label_randomization", "plot_tries"),
}


def place_of_section(folder: str) -> int:
    """Return the place of a section, given by the path of its folder."""
    return list(ORDER).index(PurePath(folder).name)


def place_of_script(name: str) -> int:
    """Return the place of a script, given by the name of its file."""
    return [script for scripts in ORDER.values() for script in scripts].index(PurePath(name).stem)
