"""PGN games, the Laws of Chess, and databases of games.

>>> import arbiter
>>> for game in arbiter.read("games.pgn.zst"):
...     print(game.tags["White"], game.result, game.san[:2], game.findings)

A source is a path (str or os.PathLike; "-" is standard input), a folder of game files, a file
object, which is read to its end, bytes, a Source, or a list of these. `Source.text("1. e4 *")` is a
source of PGN text. Files may be compressed with gzip, bzip2, xz or zstd, or be archives (zip, tar,
7z).
"""

import atexit
import os

from . import _arbiter, _conversions
from ._arbiter import (
    Columns,
    Finding,
    Game,
    Games,
    LegalMove,
    Move,
    Position,
    Repair,
    Repaired,
    Ruling,
    Source,
    Status,
    Winnable,
)
from ._database import Database, thread_count as _threads
from ._error import Error, Severity
from ._program import program, run

__version__ = _arbiter.version()
__all__ = [
    "ROSTER", "Columns", "Database", "Error", "Finding", "Game", "Games", "LegalMove", "Move",
    "Position", "Repair", "Repaired", "Ruling", "Severity", "Source", "Status", "Winnable", "fmt",
    "open", "program", "read", "read_columns", "repair", "run", "sqlite_extension", "validate",
]

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")

for _type in (Columns, Finding, Game, Games, LegalMove, Move, Position, Repair, Repaired, Ruling,
              Source, Status, Winnable):
    _type.__module__ = __name__
# Threads that read ahead end before the tables that they use.
atexit.register(_arbiter.close_all)


def _source_of(source):
    if isinstance(source, Source):
        return source
    if isinstance(source, (list, tuple)):
        return Source.all([_source_of(each) for each in source])
    if isinstance(source, (bytes, bytearray, memoryview)):
        return Source.bytes(bytes(source))
    if hasattr(source, "read"):
        data = source.read()
        return Source.text(data) if isinstance(data, str) else Source.bytes(bytes(data))
    return Source.file(source)


def _words(words):
    return [words] if isinstance(words, str) else list(words)


def read(source, *, findings=True, text=True, raise_at=None):
    """Returns an iterator over the games of a source.

    Games are read as they are needed, by a background thread. With `findings=False`
    reading is faster, and Game.findings stays empty. With `text=False`, games need less memory, and
    have neither text nor line(). With `raise_at`, a severity such as "error", the first game with a
    finding as severe raises Error with its file, line and column.
    """
    return _arbiter.read(_source_of(source), findings, text, raise_at)


def read_columns(source, *, tags=ROSTER, threads=None):
    """Reads all games of a source into Columns, on `threads` threads (default: one per core)."""
    return _arbiter.read_columns(_source_of(source), list(tags), _threads(threads))


def validate(source, *, select="all", ignore=(), rules="", threads=None):
    """Returns the findings about the games of a source: a list of Finding.

    They are those of `arbiter validate --select all`, in the order of the file; contradictions between
    games of a tournament come last. `select` and `ignore` are words of `arbiter validate`, or lists of
    them: ids, groups, "errors", "warnings", ... `rules` are "fide", "uscf", ... (default: by date).
    """
    return _arbiter.validate(
        _source_of(source), _words(select), _words(ignore), rules, _threads(threads)
    )


def fmt(source, *, threads=None):
    """Returns the games of a source in PGN export format, like `arbiter fmt`: a str."""
    return _arbiter.fmt(_source_of(source), _threads(threads))


def repair(source, *, min_share=0.95, threads=None):
    """Repairs games whose moves become illegal, like `arbiter repair --apply`.

    Applies the likeliest repair if its probability is at least `min_share`. Returns
    Repaired: the games, and the repair of each game that has one.
    """
    return _arbiter.repair(_source_of(source), min_share, _threads(threads))


def open(name, *, write=False):
    """Opens a Database: a file, or a cluster. With `write=True`, a missing file is created."""
    return Database(name, write=write)


def sqlite_extension():
    """Returns the path of the SQLite extension, for sqlite3.Connection.load_extension."""
    return os.path.join(os.path.dirname(__file__), "arbiter.so")


def __getattr__(name):
    raise _conversions.no_attribute("module 'arbiter'", name, _conversions.MODULE_HINTS)
