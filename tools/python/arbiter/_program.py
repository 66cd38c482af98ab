import importlib.metadata
import json
import os
import shutil
import subprocess

from ._error import Error


def program():
    """Returns the path of the program `arbiter`: that of the wheel, otherwise that on PATH."""
    try:
        files = importlib.metadata.files("arbiter-chess") or ()
    except importlib.metadata.PackageNotFoundError:
        files = ()
    for file in files:
        if file.name == "arbiter" and file.parent.name == "bin" and os.path.exists(file.locate()):
            return os.path.abspath(file.locate())
    found = shutil.which("arbiter")
    if not found:
        raise Error("the program `arbiter` is not installed (expected it on PATH)")
    return found


def run(command, *arguments, **options):
    """Runs a command of the program, and returns its rows: a list of dicts.

    For commands with `--format jsonl`, such as standings, crosscheck, stats and find. Options are
    those of the command: `run("standings", "games.pgn", after_round=3)`; True sets a switch, and a
    list repeats the option.
    Raises Error with the message of the program if it could not work as intended (status 2).
    """
    line = [program(), command, "--quiet", "--format", "jsonl"]
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is not False and one is not None:
                line.append(option if one is True else f"{option}={one}")
    for argument in map(os.fspath, arguments):
        is_option = argument.startswith("-") and argument != "-"
        line.append(os.path.join(".", argument) if is_option else argument)
    done = subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode > 1 or done.returncode < 0:
        message = done.stderr.decode("utf-8", "replace").strip()
        raise Error(message or f"arbiter {command} ended with status {done.returncode}")
    return [json.loads(row) for row in done.stdout.splitlines()]


for _function in program, run:
    _function.__module__ = "arbiter"
