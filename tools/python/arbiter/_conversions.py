"""Methods that Python adds to the classes: data frames, HTML, python-chess, old names, hints."""

import html
import warnings

import numpy

from ._arbiter import Columns, Finding, Game, Move, Position
from ._database import Database

_ARRAYS = ("results", "offsets", "move_offsets", "moves", "clocks", "evaluations", "hashes")
_RESULTS = {1: "1-0", 0: "1/2-1/2", -1: "0-1", 2: "*"}


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


def _keys(columns):
    """Returns the names of all columns, so that dict(columns) works: list of str."""
    return [*columns.tag_names, *_ARRAYS]


def _column(columns, name):
    """Returns a column: the values of a tag, or an array."""
    return columns.tag(name) if name not in _ARRAYS else getattr(columns, name)


def _to_pandas(columns, *, moves=False):
    """Returns a pandas.DataFrame with a row for each game: the tags, result, offset and plies.

    With `moves=True`, it has a row for each half-move: game (from 0), ply (from 1), move, clock,
    evaluation and hash.
    """
    import pandas

    plies = numpy.diff(columns.move_offsets)
    if moves:
        first = numpy.repeat(columns.move_offsets[:-1], plies)
        return pandas.DataFrame({
            "game": numpy.repeat(numpy.arange(len(columns)), plies),
            "ply": numpy.arange(1, len(first) + 1) - first,
            "move": columns.moves, "clock": columns.clocks, "evaluation": columns.evaluations,
            "hash": columns.hashes,
        })
    table = {name: columns.tag(name) for name in columns.tag_names}
    table["result"] = [_RESULTS[result] for result in columns.results.tolist()]
    return pandas.DataFrame({**table, "offset": columns.offsets, "plies": plies})


def _table(head, rows):
    cells = [f"<tr>{''.join(f'<td>{html.escape(str(cell))}</td>' for cell in row)}</tr>"
             for row in rows]
    names = "".join(f"<th>{html.escape(name)}</th>" for name in head)
    return f"<table><tr>{names}</tr>{''.join(cells)}</table>"


def _columns_html(columns):
    tags = [columns.tag(name)[:10] for name in columns.tag_names]
    results = [_RESULTS[result] for result in columns.results[:10].tolist()]
    rest = f"<p>{html.escape(repr(columns))}</p>"
    return _table([*columns.tag_names, "result"], zip(*tags, results)) + rest


def _game_html(game):
    moves = game.san
    first = 2 * int(game.start.split()[5]) - (game.start.split()[1] == "w") if game.start else 1
    numbers = range(first, first + len(moves))
    text = " ".join(
        f"{(ply + 1) // 2}{'.' if ply % 2 else '...'} {san}" if ply % 2 or ply == first else san
        for ply, san in zip(numbers, moves)
    )
    board = Position(game.start or None, game.uci).svg()
    return _table(("tag", "value"), game.tags.items()) + board + f"<p>{text} {game.result}</p>"


def _renamed(old, new, value):
    """Returns a function or property with an old name, which warns and does the same."""
    def use(self, *arguments, **options):
        warnings.warn(f"{old} is deprecated, use {new}", DeprecationWarning, stacklevel=2)
        return value(self, *arguments, **options)

    use.__doc__ = f"Deprecated: use {new}."
    return use


# Names of python-chess, and the names to use here.
_HINTS = {
    Game: {
        "headers": "tags", "mainline": "line()", "mainline_moves": "san, uci or line()",
        "variations": "line(), whose moves have variations", "comment": "comments",
        "board": "to_python_chess().board()", "errors": "findings", "next": "line()",
        "accept": "text, or arbiter.fmt()",
    },
    Move: {"comment": "comments", "move": "uci", "from_square": "uci", "to_square": "uci"},
    Position: {
        "push": "after(), which returns a new Position", "push_san": "after()",
        "push_uci": "after()", "parse_san": "rule_on()", "parse_uci": "rule_on()",
        "is_checkmate": "end", "is_stalemate": "end", "is_game_over": "status().end",
        "result": "status().result", "outcome": "status()", "move_stack": "uci",
        "can_claim_draw": "status()", "is_repetition": "status().occurrences",
        "is_fivefold_repetition": "status().end", "is_legal": "rule_on()", "san": "legal_moves",
        "is_insufficient_material": "winnable()", "halfmove_clock": "status().halfmove_clock",
        "zobrist_hash": "key", "board_fen": "fen", "epd": "fen", "set_fen": "Position(fen)",
    },
}
MODULE_HINTS = {
    "pgn": "read()", "read_game": "read()", "Board": "Position", "parse_pgn": "read()",
    "format": "fmt()", "load": "read()", "WHITE": "'white'", "BLACK": "'black'",
}


def no_attribute(owner, name, hints):
    """Returns the AttributeError for a missing name."""
    hint = f"; use {hints[name]}" if name in hints else ""
    return AttributeError(f"{owner} has no attribute '{name}'{hint}")


def _add_hints(type_, hints):
    def missing(self, name):
        raise no_attribute(f"'{type_.__name__}' object", name, hints)

    type_.__getattr__ = missing


for _type, _names in _HINTS.items():
    _add_hints(_type, _names)
Game.to_python_chess = _to_python_chess
Game._repr_html_ = _game_html
Game.moves = property(_renamed("Game.moves", "Game.san", lambda game: game.san))
Columns.keys = _keys
Columns.__getitem__ = _column
Columns.__iter__ = lambda columns: iter(columns.keys())
Columns.to_pandas = _to_pandas
Columns._repr_html_ = _columns_html
Database.import_ = _renamed("Database.import_", "Database.import_files", Database.import_files)
