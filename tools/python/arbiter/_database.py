import os

import numpy

from ._arbiter import OpenDatabase
from ._error import Error


def thread_count(threads):
    if threads is not None and threads < 1:
        raise ValueError(f"threads is {threads}, expected at least 1")
    return threads or os.cpu_count() or 1


class Database:
    """A database of games: a file, or a cluster "clickhouse://host/database".

    Rows are dicts. Filters are those of `arbiter find --where`: "elo >= 2600 and result = 1-0".
    One thread uses a database at a time; others wait. A database can be used in a `with` statement.
    """

    def __init__(self, name, *, write=False):
        self.name = os.fsdecode(name)
        self._write = write
        self._database = OpenDatabase(os.fsencode(name), write)

    def find(self, where="", *, position=None, limit=None, offset=0):
        """Returns the games that match a filter and reach a Position: a list of dicts.

        Keys: id, white, black, white_elo, black_elo, event, site, round, date ("2026.11.??"),
        result, eco, opening, ending, plies, ply (half-moves before the position, or None), start
        (a FEN, or ""), moves (uint16, shape (plies,), see Game.codes).
        """
        return self._database.find(where, position, limit, offset)

    def games(self, where="", *, position=None, limit=None, offset=0, findings=False):
        """Returns an iterator over the games of find(), as Game with all tags, comments and variations.

        Game.file is the name of the database, Game.number counts from 1.
        """
        return self._database.games(where, position, limit, offset, findings)

    def count(self, where="", *, position=None):
        """Returns the number of games that match a filter and reach a Position."""
        return self._database.count(where, position)

    def tree(self, position=None, *, where=""):
        """Returns the moves played in a Position (default: the initial one), the most frequent first.

        Keys: san ("" for games that ended there), uci, games, white (wins), draws, black, elo (the
        mean rating of the moving player, or None).
        """
        return self._database.tree(position, where)

    def stats(self, by="", *, where=""):
        """Returns counts of all games, or of groups: "year", "eco", "opening", "player", ...

        Keys: name ("" for unknown), games, white (wins), draws, black, plies (the mean, or None).
        The groups are those of `arbiter stats --by`.
        """
        return self._database.stats(by, where)

    def sql(self, statements, parameters=(), *, columns=False):
        """Runs SQL that only reads, with the functions and views of `arbiter sql`.

        Parameters are a sequence for `?`, or a dict for `:name`. Returns the rows of the last
        statement as dicts; with `columns=True`, a dict of NumPy arrays, shape (rows,): int64,
        float64 with NaN for NULL, otherwise object.
        """
        if not isinstance(parameters, dict):
            parameters = {str(i): value for i, value in enumerate(parameters, 1)}
        names, rows = self._database.sql(statements, parameters)
        if columns:
            return {name: _array([row[i] for row in rows]) for i, name in enumerate(names)}
        return [dict(zip(names, row)) for row in rows]

    def import_files(self, paths, *, threads=None):
        """Adds the games of files that are not in the database yet, and returns their number.

        Raises Error if a file cannot be read, after the others were imported. The database must have
        been opened with `write=True`.
        """
        if not self._write:
            raise Error(f"{self.name}: opened for reading; open it with write=True to import games")
        if isinstance(paths, (str, bytes, os.PathLike)):
            paths = [paths]
        games, failures = self._database.import_files(
            [os.fsencode(path) for path in paths], thread_count(threads)
        )
        if failures:
            raise Error(f"{'; '.join(failures)} ({games} games of other files were imported)")
        return games

    def close(self):
        """Closes the database."""
        self._database.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __reduce__(self):
        return _reopen, (type(self), self.name, self._write)

    def __repr__(self):
        return f"<Database {self.name}>"


def _reopen(kind, name, write):
    return kind(name, write=write)


def _array(values):
    kinds = {type(value) for value in values}
    if kinds == {int}:
        return numpy.array(values, numpy.int64)
    if kinds and kinds <= {int, float, type(None)} and kinds != {type(None)}:
        return numpy.array(values, numpy.float64)
    array = numpy.empty(len(values), object)
    array[:] = values
    return array


Database.__module__ = "arbiter"
