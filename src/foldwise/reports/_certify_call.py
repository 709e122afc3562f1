"""The call that makes a certificate again."""

from foldwise._core import one_line
from foldwise.reports._origins import is_complete
from foldwise.reports._plain import Document
from foldwise.reports._reproduce import call_lines, dataset_source, typed_scheme, whole


def certify_call(document: Document) -> str:
    """Write the call behind a certificate, with what only its owner has left open."""
    data = document["dataset"]
    source = dataset_source(data["name"], data["fingerprint"])
    words = f"{one_line(data['name'])}: {data['n_examples']} examples, fingerprint {data['fingerprint']}"
    lines = [f"data = {source}" + (f"  # {words}" if source == "..." else ""), "learners = {"]
    for learner in document["learners"]:
        text = one_line(learner["description"])
        known = is_complete(text)
        lines.append(f"    {learner['name']!r}: {text}," if known else f"    {learner['name']!r}: ...,  # {text}")
    procedure = document["procedure"]
    scheme = procedure["scheme"]
    given = [f"fw.{scheme}" if procedure["is_settled"] else typed_scheme(scheme)]
    given += [] if procedure["test"] is None else [repr(procedure["test"])]
    given += [f"alpha={document['alpha']!r}"]
    given += [] if procedure["alternative"] == "two-sided" else [f"alternative={procedure['alternative']!r}"]
    keywords = {
        "procedure": f"fw.Procedure({', '.join(given)})",
        **{name: repr(document[name]) for name in ("null", "n_trials", "n_examples", "seed")},
    }
    return whole([*lines, "}", *call_lines("certificate = fw.lab.certify", ["learners", "data"], keywords)])
