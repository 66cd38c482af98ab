"""PGN games, the Laws of Chess, and databases of games.

>>> import arbiter
>>> for game in arbiter.read("games.pgn.zst"):
...     print(game.tags["White"], game.result, game.moves[:2], game.findings)

A source is a path (str or os.PathLike; "-" is standard input), a file object, which is read to its
end, or bytes. Files may be compressed with gzip, bzip2, xz or zstd, or be archives (zip, tar, 7z).
"""

import atexit
import os

from . import _arbiter
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
    Status,
    Winnable,
)
from ._database import Database, thread_count as _threads
from ._error import Error

__version__ = _arbiter.version()
__all__ = [
    "ROSTER", "Columns", "Database", "Error", "Finding", "Game", "Games", "LegalMove", "Move",
    "Position", "Repair", "Repaired", "Ruling", "Status", "Winnable", "fmt", "open", "read",
    "read_columns", "repair", "sqlite_extension", "validate",
]

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")

for _type in (Columns, Finding, Game, Games, LegalMove, Move, Position, Repair, Repaired, Ruling,
              Status, Winnable):
    _type.__module__ = __name__
# Threads that read ahead end before the tables that they use.
atexit.register(_arbiter.close_all)


def _source_of(source):
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _arbiter.Source.bytes(bytes(source))
    if hasattr(source, "read"):
        data = source.read()
        return _arbiter.Source.bytes(
            data.encode("utf-8", "surrogateescape") if isinstance(data, str) else bytes(data)
        )
    path = os.fsencode(source)
    if b"\0" in path:
        raise ValueError("embedded null byte in the path")
    return _arbiter.Source.file(path)


def read(source, *, findings=True, raise_at=None):
    """Returns an iterator over the games of a source.

    Games are read while they are needed, by a thread that runs beside Python. With `findings=False`
    reading is faster, and Game.findings stays empty. With `raise_at`, a severity such as "error",
    the first game with a finding as severe raises Error with its file, line and column.
    """
    return _arbiter.read(_source_of(source), findings, raise_at)


def read_columns(source, *, tags=ROSTER, threads=None):
    """Reads all games of a source into Columns, on so many threads (default: all cores)."""
    return _arbiter.read_columns(_source_of(source), list(tags), _threads(threads))


def validate(source, *, threads=None):
    """Returns all findings about the games of a source: a list of Finding.

    They are those of `arbiter validate --select all`, in the order of the file; contradictions between
    games of a tournament come last.
    """
    return _arbiter.validate(_source_of(source), _threads(threads))


def fmt(source, *, threads=None):
    """Returns the games of a source in PGN export format, like `arbiter fmt`: a str."""
    return _arbiter.fmt(_source_of(source), _threads(threads))


def repair(source, *, min_share=0.95, threads=None):
    """Repairs games whose moves become illegal, like `arbiter repair --apply`.

    Applies the likeliest repair if it is right in at least `min_share` of such cases. Returns
    Repaired: the games, and the repair of each game that has one.
    """
    return _arbiter.repair(_source_of(source), min_share, _threads(threads))


def open(name, *, write=False):
    """Opens a Database: a file, or a cluster. With `write=True`, a missing file is created."""
    return Database(name, write=write)


def sqlite_extension():
    """Returns the path of the SQLite extension, for sqlite3.Connection.load_extension."""
    return os.path.join(os.path.dirname(__file__), "arbiter.so")


def _to_python_chess(game):
    """Returns the game as a chess.pgn.Game of python-chess, with comments and variations."""
    import chess
    import chess.pgn

    root = chess.pgn.Game()
    for name, value in game.tags.items():
        try:
            root.headers[name] = value
        except ValueError:
            pass  # a name that python-chess does not allow
    if game.start:
        board = chess.Board(game.start)
        board.chess960 = board.has_chess960_castling_rights()
        root.setup(board)
    root.comment = " ".join(game.comments)
    lines = [(root, game.line())]
    while lines:
        node, line = lines.pop()
        for move in line:
            child = node.add_variation(
                chess.Move.from_uci(move.uci), comment=" ".join(move.comments), nags=move.nags
            )
            lines.extend((node, variation) for variation in reversed(move.variations))
            node = child
    return root


Game.to_python_chess = _to_python_chess
