"""The page of commands: what `foldwise COMMAND --help` prints, of every command, from the program itself."""

from pathlib import Path

from sections import write_if_changed
from typer.main import get_command

from foldwise.cli._main import app as program

WIDTH = 100
HEAD = """\
# Commands and their options

What `foldwise COMMAND --help` prints. [The command line](../cli.md) says what each is for, with examples.
"""


def helps(command, context):
    """Return what each command says of itself, by its name; those of a group come one by one."""
    if not hasattr(command, "list_commands"):
        return {context.command_path: command.get_help(context)}
    found = {}
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        if not inner.hidden:
            found |= helps(inner, inner.context_class(inner, info_name=name, parent=context, terminal_width=WIDTH))
    return found


def write_commands(app):
    """Write docs/api/commands.md."""
    command = get_command(program)
    found = helps(command, command.context_class(command, info_name="foldwise", terminal_width=WIDTH))
    parts = [f"## {name}\n\n```text\n{text.strip()}\n```\n" for name, text in found.items()]
    write_if_changed(Path(app.srcdir) / "api" / "commands.md", "\n".join([HEAD, *parts]))


def setup(app):
    """Write the page before pages are looked for."""
    app.connect("builder-inited", write_commands)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
